//! Ungrouped items (`symmetry = "matched"`): the distractors are drawn in proportion to how often each concept is
//! gold in the item's context, so that frequency alone tells little. They are marked and reported apart.

use super::candidate::{Candidate, Dropped};
use super::context::Contexts;
use super::lane::{Lane, Walk};
use super::quota::{CellQuota, RunCaps, TOO_FEW_DISTRACTORS};
use super::rows::Writer;
use crate::distract::{pool, veto};
use crate::model::plan::{Level, PlanRow};
use crate::model::term::TermId;
use crate::rng::{Digest, item_rng};

/// Fills what is left of a cell with ungrouped items of one lane; returns rows with their priorities.
pub fn fill(
    lane: &mut Lane,
    walk: &Walk,
    writer: &mut Writer,
    cell: &mut CellQuota,
    caps: &mut RunCaps,
    rejects: &mut Vec<Dropped>,
) -> Vec<(Digest, PlanRow)> {
    let levels = [Level::Noun, Level::Pattern, Level::Cell].map(|l| lane.contexts(l));
    let needed = if walk.kind.mutual() { walk.options - 1 } else { 1 };
    let mut rows = Vec::new();
    let mut turn = 0;
    for i in 0..lane.candidates().len() {
        if cell.left() == 0 {
            break;
        }
        let candidate = lane.candidates()[i].clone();
        let scene = &candidate.fact.picture.scene;
        if lane.is_used(i) || !cell.admits(candidate.fact.gold) || !caps.fits(scene, 1) {
            continue;
        }
        if !walk.kind.mutual() && !caps.may_claim(scene, &candidate.fact.slots) {
            continue;
        }
        let concepts = distractors(i, &candidate, &levels, walk, needed);
        let row = concepts.and_then(|concepts| writer.single(&candidate, &concepts, turn));
        match row {
            Some(row) => {
                turn += 1;
                cell.count(candidate.fact.gold);
                caps.count(scene);
                if !walk.kind.mutual() && row.statement.as_ref().is_some_and(|s| s.holds) {
                    caps.claim(scene, &candidate.fact.slots);
                }
                lane.mark(candidate.id);
                rows.push((candidate.priority, row));
            }
            None => {
                cell.refuse(TOO_FEW_DISTRACTORS, 1);
                rejects.push(Dropped { candidate, kind: walk.kind.name(), reason: TOO_FEW_DISTRACTORS });
            }
        }
    }
    rows
}

/// The gold and `needed` distractors out of the finest context that has enough.
fn distractors(
    i: usize,
    candidate: &Candidate,
    levels: &[Contexts],
    walk: &Walk,
    needed: usize,
) -> Option<Vec<TermId>> {
    let fact = &*candidate.fact;
    levels.iter().enumerate().find_map(|(level, contexts)| {
        let counts = contexts.of(i).counts();
        let mut rng = item_rng(walk.seed, "matched", &[&candidate.id.0, &[level as u8]]);
        let mut concepts = vec![fact.gold];
        for concept in pool::draw_by_frequency(fact.gold, &counts, counts.len(), &mut rng) {
            if concepts.len() > needed {
                break;
            }
            let known_false =
                walk.judge.distractor(fact, concept).is_ok() && !veto::in_stem(fact, concept, walk.judge.lexicon);
            if known_false && concepts.iter().all(|&c| walk.judge.beside(fact, c, concept).is_ok()) {
                concepts.push(concept);
            }
        }
        (concepts.len() > needed).then_some(concepts)
    })
}

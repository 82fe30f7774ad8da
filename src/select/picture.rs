//! Exchange groups inside one picture (design section 9, level 1): K referents with K different golds, each
//! false of the other referents, asked with one neutral stem and one option set.

use super::candidate::{Candidate, Sampling};
use crate::distract::Judge;
use crate::kind::Kind;
use crate::model::fact::{Fact, Form};
use crate::model::term::{Inflection, TermId};
use crate::rng::{Digest, digest};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A group of candidates of one scene.
#[derive(Debug, Clone)]
pub struct PictureGroup {
    /// Place in the order of selection.
    pub priority: Digest,
    /// The members; member `i` holds concept `i`.
    pub members: Vec<Candidate>,
}

/// What a judge says of the facts of one scene and target, asked once for all kinds.
pub struct Offerable<'a> {
    judge: &'a Judge<'a>,
    /// By place of the fact in memory, and concept.
    known: FxHashMap<(usize, TermId), bool>,
}

impl<'a> Offerable<'a> {
    /// Nothing asked yet.
    pub fn new(judge: &'a Judge<'a>) -> Self {
        Offerable { judge, known: FxHashMap::default() }
    }

    /// Whether a concept may be offered with a fact ([`Judge::distractor`]). The facts must live as long as this does.
    fn may_offer(&mut self, fact: &Arc<Fact>, concept: TermId) -> bool {
        let ask = || self.judge.distractor(fact, concept).is_ok();
        *self.known.entry((Arc::as_ptr(fact).addr(), concept)).or_insert_with(ask)
    }
}

/// Partitions candidates of one scene, target and kind into as many groups as the greedy walk in priority order finds. A candidate is
/// in at most one group.
pub fn groups(
    candidates: Vec<Candidate>,
    kind: &dyn Kind,
    sampling: Sampling,
    offerable: &mut Offerable,
) -> Vec<PictureGroup> {
    let size = kind.group_size(sampling.options);
    if candidates.len() < size {
        return Vec::new();
    }
    let mut stems: BTreeMap<(Option<Form>, Inflection), Vec<Candidate>> = BTreeMap::new();
    for candidate in candidates {
        stems.entry((candidate.fact.neutral, candidate.fact.inflection)).or_default().push(candidate);
    }
    let mut found = Vec::new();
    for mut candidates in stems.into_values() {
        if candidates.len() < size {
            continue;
        }
        candidates.sort_unstable_by_key(|c| c.priority);
        let mut used = vec![false; candidates.len()];
        for start in 0..candidates.len() {
            if used[start] {
                continue;
            }
            let mut members = vec![start];
            for next in start + 1..candidates.len() {
                if members.len() == size {
                    break;
                }
                if !used[next]
                    && members.iter().all(|&m| fits(&candidates[m], &candidates[next], m == start, kind, offerable))
                {
                    members.push(next);
                }
            }
            if members.len() == size {
                for &m in &members {
                    used[m] = true;
                }
                let members: Vec<Candidate> = members.iter().map(|&m| candidates[m].clone()).collect();
                let ids: Vec<&[u8]> = members.iter().map(|m| m.id.0.as_slice()).collect();
                found.push(PictureGroup { priority: digest(sampling.seed, "picture-group", &ids), members });
            }
        }
    }
    found
}

/// Whether `b` may join a group that `a` is in. The neutral stem says no noun, so it gives no option away.
fn fits(a: &Candidate, b: &Candidate, a_is_first: bool, kind: &dyn Kind, offerable: &mut Offerable) -> bool {
    let (first, second) = (a.fact.gold, b.fact.gold);
    first != second
        && !same_referent(&a.fact, &b.fact)
        && (!(kind.mutual() || a_is_first) || offerable.may_offer(&b.fact, first))
        && (!kind.mutual() || offerable.may_offer(&a.fact, second))
}

/// Two facts of a scene about the same boxes in the same order are one question asked twice.
fn same_referent(a: &Fact, b: &Fact) -> bool {
    !a.slots.boxes.is_empty() && a.slots.boxes.iter().map(|r| r.bbox).eq(b.slots.boxes.iter().map(|r| r.bbox))
}

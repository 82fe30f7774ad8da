//! Copies of planned items that differ in one thing (design section 8): the options rotated, the boxes in another
//! color, on another object, or not drawn. They tell whether a model uses the box and agrees with itself; no table
//! of accuracies counts them.

use super::colors;
use crate::lexicon::Lexicon;
use crate::model::evidence::Evidence;
use crate::model::plan::{Change, Level, PlanOption, PlanRow, Role, Statement, Variant};
use crate::model::term::{Domain, TermId};
use crate::rng::item_rng;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use smol_str::SmolStr;

/// Which copies a run makes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// The boxes in another color, on another object, and not drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub controls: bool,
    /// The options in every rotation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub circular: bool,
}

/// What copies are made with.
pub struct Maker<'a> {
    /// Which ones.
    pub wanted: Wanted,
    /// The thesaurus.
    pub lexicon: &'a Lexicon,
    /// Names of box colors, the two preferred ones first.
    pub palette: &'a [&'static str],
    /// The run's seed.
    pub seed: u64,
}

impl Maker<'_> {
    /// The copies of the items of one exchange group (or of one ungrouped item), item by item.
    pub fn copies(&self, rows: &[PlanRow]) -> Vec<PlanRow> {
        let mut out = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            if self.wanted.circular {
                rotated(row, &mut out);
            }
            if self.wanted.controls && !row.slots.boxes.is_empty() {
                out.extend(self.recolored(row));
                // Only inside one picture is another member's box a box of the same picture.
                let partner = rows.get((i + 1) % rows.len()).filter(|_| row.level == Level::Picture && rows.len() > 1);
                out.extend(partner.and_then(|partner| moved(row, partner)));
                out.push(copy(row, Change::BoxRemoved, "removed"));
            }
        }
        out
    }

    /// The same item with boxes of other colors; two boxes change colors. `None` where no color is free.
    fn recolored(&self, row: &PlanRow) -> Option<PlanRow> {
        let mut other = copy(row, Change::OtherColor, "color");
        if let [_, _] = other.box_colors.as_slice() {
            other.box_colors.reverse();
            return Some(other);
        }
        let taken = row.box_colors.first()?;
        let palette: Vec<&'static str> = self.palette.iter().copied().filter(|c| c != taken).collect();
        let statement = row.statement.iter().map(|s| s.term.as_str());
        let terms = row.options.iter().map(|o| o.term.as_str()).chain(statement).chain([row.gold.as_str()]);
        // Of other concepts than colors a box color gives nothing away.
        let concepts: Vec<TermId> = terms.filter_map(|term| self.lexicon.lookup(Domain::Color, term)).collect();
        let nouns = [row.slots.noun.as_deref(), row.slots.noun2.as_deref()];
        let texts: Vec<&str> = nouns.into_iter().flatten().collect();
        let mut rng = item_rng(self.seed, "other-color", &[row.id.as_bytes()]);
        let picked = colors::pick(1, &palette, &concepts, &texts, self.lexicon, &mut rng);
        let color = picked.first().filter(|c| *c != taken)?;
        other.box_colors = smallvec![SmolStr::new_static(color)];
        Some(other)
    }
}

fn copy(row: &PlanRow, change: Change, ending: &str) -> PlanRow {
    let variant = Some(Variant { of: row.id.clone(), change });
    PlanRow { id: format!("{}-{ending}", row.id), variant, ..row.clone() }
}

/// All rotations but the item itself. Yes stays before No, and "none of the above" stays last.
fn rotated(row: &PlanRow, out: &mut Vec<PlanRow>) {
    let turning = row.options.iter().filter(|o| matches!(o.role, Role::Gold | Role::Distractor)).count();
    for by in 1..turning {
        let mut other = copy(row, Change::OptionsRotated, &format!("r{by}"));
        let right = usize::from(row.answer_index);
        if let Some(options) = other.options.get_mut(..turning) {
            options.rotate_left(by);
        }
        if right < turning {
            other.answer_index = ((right + turning - by) % turning) as u8;
        }
        out.push(other);
    }
}

/// The same question about the boxes of `partner`, an item of the same picture and group. `None` where an option is
/// not known to be false of them.
fn moved(row: &PlanRow, partner: &PlanRow) -> Option<PlanRow> {
    let false_of_partner = |term: &str| -> Option<PlanOption> {
        let claim = partner.statement.as_ref().filter(|s| s.term == term && !s.holds).map(|s| PlanOption {
            term: s.term.clone(),
            role: Role::Distractor,
            evidence: s.evidence.clone(),
            similarity: s.similarity,
            visible: true,
        });
        partner.options.iter().find(|o| o.term == term && o.role == Role::Distractor).cloned().or(claim)
    };
    let mut other = copy(row, Change::BoxMoved, "moved");
    other.slots = partner.slots.clone();
    other.fact.clone_from(&partner.fact);
    other.annotations.clone_from(&partner.annotations);
    other.gold.clone_from(&partner.gold);
    other.tier = partner.tier;
    if let Some(claim) = &row.statement {
        let holds = claim.term == partner.gold;
        let proof = if holds { None } else { Some(claim_against(partner, &claim.term)?) };
        let (evidence, similarity) = proof.unwrap_or_default();
        other.statement = Some(Statement { term: claim.term.clone(), holds, evidence, similarity });
    }
    let holds = other.statement.as_ref().is_some_and(|s| s.holds);
    for (at, option) in other.options.iter_mut().enumerate() {
        let right = match option.role {
            Role::Verdict => option.term.eq_ignore_ascii_case("yes") == holds,
            Role::NoneOfTheAbove => holds,
            Role::Gold | Role::Distractor if option.term == partner.gold => {
                let term = option.term.clone();
                *option = PlanOption { term, role: Role::Gold, evidence: None, similarity: None, visible: false };
                true
            }
            Role::Gold | Role::Distractor => {
                *option = false_of_partner(&option.term)?;
                false
            }
        };
        if right {
            other.answer_index = at as u8;
        }
    }
    Some(other)
}

/// Why a claim is false of an item's boxes, and how alike it is to the item's gold.
fn claim_against(row: &PlanRow, term: &str) -> Option<(Option<Evidence>, Option<f32>)> {
    let claimed = row.statement.as_ref().filter(|s| s.term == term && !s.holds);
    let claimed = claimed.map(|s| (s.evidence.clone(), s.similarity));
    claimed.or_else(|| row.options.iter().find(|o| o.term == term).map(|o| (o.evidence.clone(), o.similarity)))
}

//! Caps and quotas. Every refusal has a name.

use crate::model::fact::Slots;
use crate::model::reject::Reason;
use crate::model::term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The cell has all the items it was asked for.
pub const QUOTA_FULL: Reason = "quota_full";
/// No partners were found whose golds are false of each other (strict symmetry).
pub const NO_EXCHANGE_PARTNER: Reason = "no_exchange_partner";
/// Not enough distractors are known to be false (matched symmetry).
pub const TOO_FEW_DISTRACTORS: Reason = "too_few_distractors";
/// Pass 1 saw more candidates than the sample has room for.
pub const BEYOND_SAMPLE: Reason = "beyond_sample";

/// Limits over the whole run.
#[derive(Debug, Default)]
pub struct RunCaps {
    /// Most items a picture may have; `None`: any number.
    pub per_picture: Option<usize>,
    pictures: FxHashMap<String, usize>,
    claimed: FxHashSet<(String, String)>,
}

impl RunCaps {
    /// No items yet.
    pub fn new(per_picture: Option<usize>) -> Self {
        RunCaps { per_picture, ..RunCaps::default() }
    }

    /// Whether `more` further items fit on a picture.
    pub fn fits(&self, scene: &str, more: usize) -> bool {
        self.per_picture.is_none_or(|cap| self.pictures.get(scene).copied().unwrap_or(0) + more <= cap)
    }

    /// Whether a caption may still be put as it is, to be called right: whatever the target, it would be one question.
    pub fn may_claim(&self, scene: &str, slots: &Slots) -> bool {
        slots.gap.as_ref().is_none_or(|gap| !self.claimed.contains(&(scene.to_string(), gap.caption.clone())))
    }

    /// A caption is put as it is.
    pub fn claim(&mut self, scene: &str, slots: &Slots) {
        if let Some(gap) = &slots.gap {
            self.claimed.insert((scene.to_string(), gap.caption.clone()));
        }
    }

    /// Counts one item of a picture.
    pub fn count(&mut self, scene: &str) {
        if self.per_picture.is_some() {
            *self.pictures.entry(scene.to_string()).or_default() += 1;
        }
    }
}

/// The state of one target × kind cell.
#[derive(Debug)]
pub struct CellQuota {
    /// Items asked for.
    pub quota: usize,
    /// Items made.
    pub made: usize,
    share: f64,
    concept_cap: usize,
    concepts: FxHashMap<TermId, usize>,
    /// Refused candidates by reason.
    pub refused: BTreeMap<Reason, u64>,
}

impl CellQuota {
    /// A cell of `quota` items in which no concept is gold (or claimed) more than `share` of the time.
    pub fn new(quota: usize, share: f64) -> Self {
        let mut cell = CellQuota {
            quota,
            made: 0,
            share,
            concept_cap: 1,
            concepts: FxHashMap::default(),
            refused: BTreeMap::new(),
        };
        cell.loosen(1);
        cell
    }

    /// Sets the concept cap to the `divisor`-th part of the whole one, at least 1. The planner starts tight and
    /// loosens, so that rare concepts come in before common ones fill the cell.
    pub fn loosen(&mut self, divisor: usize) {
        self.concept_cap = ((self.quota as f64 * self.share / divisor as f64).floor() as usize).max(1);
    }

    /// Items still wanted.
    pub fn left(&self) -> usize {
        self.quota.saturating_sub(self.made)
    }

    /// Whether a concept may be gold once more.
    pub fn admits(&self, concept: TermId) -> bool {
        self.concepts.get(&concept).copied().unwrap_or(0) < self.concept_cap
    }

    /// Counts an item with this gold.
    pub fn count(&mut self, concept: TermId) {
        self.made += 1;
        *self.concepts.entry(concept).or_default() += 1;
    }

    /// Counts a refusal.
    pub fn refuse(&mut self, reason: Reason, n: u64) {
        *self.refused.entry(reason).or_default() += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fact::Gap;
    use std::sync::Arc;

    #[test]
    fn a_concept_takes_no_more_than_its_share() {
        let mut cell = CellQuota::new(8, 0.25);
        cell.count(TermId(1));
        assert!(cell.admits(TermId(1)));
        cell.count(TermId(1));
        assert!(!cell.admits(TermId(1)) && cell.admits(TermId(2)));
        assert_eq!(cell.left(), 6);
    }

    #[test]
    fn a_caption_is_put_as_it_is_once() {
        let gap = |caption: &str| Gap { caption: caption.into(), before: String::new(), after: String::new() };
        let slots = |caption| Slots { gap: Some(Arc::new(gap(caption))), ..Slots::default() };
        let mut caps = RunCaps::new(None);
        caps.claim("a", &slots("1"));
        assert!(
            !caps.may_claim("a", &slots("1")) && caps.may_claim("a", &slots("2")) && caps.may_claim("b", &slots("1"))
        );
        caps.claim("a", &Slots::default());
        assert!(caps.may_claim("a", &Slots::default()), "a box may be asked about twice");
    }

    #[test]
    fn a_picture_takes_no_more_than_its_cap() {
        let mut caps = RunCaps::new(Some(2));
        caps.count("a");
        assert!(caps.fits("a", 1) && !caps.fits("a", 2) && caps.fits("b", 2));
        assert!(RunCaps::new(None).fits("a", 1_000));
    }
}

//! Facts become candidates: one per kind that has a template for their form. Pass 1 collects them here.

use super::picture::{self, PictureGroup};
use super::sample::BottomK;
use super::strata::Strata;
use crate::distract::Judge;
use crate::kind::{KINDS, Kind};
use crate::lexicon::template::Templates;
use crate::model::fact::{Fact, Form};
use crate::model::reject::Reason;
use crate::rng::{Digest, digest};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A fact that may be asked in one kind.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Hash of scene, target, fact and kind: the item's identity, the same for every seed.
    pub id: Digest,
    /// Hash of the id under the run's seed: its place in the order of selection.
    pub priority: Digest,
    /// The fact.
    pub fact: Arc<Fact>,
}

impl Candidate {
    /// The candidate for asking `fact` in `kind`.
    pub fn new(seed: u64, fact: Arc<Fact>, kind: &dyn Kind) -> Self {
        let id = digest(
            0,
            "item",
            &[fact.picture.scene.as_bytes(), fact.target.as_bytes(), kind.name().as_bytes(), fact.key.as_bytes()],
        );
        Candidate { id, priority: digest(seed, "priority", &[&id.0]), fact }
    }

    /// `<target>-<kind>-<16 hex>`.
    pub fn item_id(&self, kind: &str) -> String {
        let hex = self.id.hex();
        [self.fact.target, "-", kind, "-", &hex[..16]].concat()
    }
}

/// A candidate that did not become an item.
#[derive(Debug)]
pub struct Dropped {
    /// The candidate.
    pub candidate: Candidate,
    /// Name of the kind.
    pub kind: &'static str,
    /// Why.
    pub reason: Reason,
}

/// Source, target and kind.
pub type Cell = (Cow<'static, str>, &'static str, &'static str);

/// How pass 1 samples.
#[derive(Debug, Clone, Copy)]
pub struct Sampling {
    /// The run's seed.
    pub seed: u64,
    /// Options of open questions and of corrections.
    pub options: usize,
    /// Candidates kept per source, target, kind and gold concept at most: fewer where they do not fit `per_kind`.
    pub per_concept: usize,
    /// So many, dealt to all concepts of the target's domain, are kept of each where that is more than `per_concept`: a
    /// small vocabulary leaves more for each, which its rarer noun pairs need to meet their like.
    pub per_vocabulary: usize,
    /// Candidates kept per source, target and kind at most, over all concepts.
    pub per_kind: usize,
    /// Picture groups kept per source, target and kind.
    pub per_cell: usize,
}

/// What pass 1 has kept so far.
#[derive(Debug)]
pub struct Pool {
    sampling: Sampling,
    cells: BTreeMap<Cell, Sampled>,
    /// Candidates seen, by target and kind.
    pub seen: BTreeMap<(&'static str, &'static str), u64>,
}

/// What is kept of one cell.
#[derive(Debug)]
struct Sampled {
    singles: Strata<Candidate>,
    pictures: BottomK<PictureGroup>,
}

/// The candidates of one cell, in order of priority.
#[derive(Debug, Default)]
pub struct CellPool {
    /// Candidates for the noun, pattern and cell levels.
    pub singles: Vec<Candidate>,
    /// Ready groups of the picture level.
    pub pictures: Vec<PictureGroup>,
    /// Candidates that were seen but not kept.
    pub dropped: u64,
}

impl Pool {
    /// An empty pool.
    pub fn new(sampling: Sampling) -> Self {
        Pool { sampling, cells: BTreeMap::new(), seen: BTreeMap::new() }
    }

    /// Takes in what one scene offers; the order of scenes does not matter.
    pub fn take(&mut self, offers: Vec<Offer>) {
        let s = self.sampling;
        for Offer { cell, per_concept, singles, groups } in offers {
            if !singles.is_empty() {
                *self.seen.entry((cell.1, cell.2)).or_default() += singles.len() as u64;
            }
            let sampled = self.cells.entry(cell).or_insert_with(|| Sampled {
                singles: Strata::new(per_concept, s.per_kind),
                pictures: BottomK::new(s.per_cell),
            });
            for (place, candidate) in singles {
                sampled.singles.offer(candidate.fact.gold, place, candidate);
            }
            for group in groups {
                sampled.pictures.offer(group.priority, || group);
            }
        }
    }

    /// The pool of every cell, each in order of priority.
    pub fn into_cells(self) -> BTreeMap<Cell, CellPool> {
        let pool = |sampled: Sampled| {
            let mut pool =
                CellPool { pictures: sampled.pictures.into_sorted().map(|(_, g)| g).collect(), ..CellPool::default() };
            let (samples, dropped) = sampled.singles.into_samples();
            pool.dropped = dropped;
            pool.singles.extend(samples.flat_map(BottomK::into_sorted).map(|(_, c)| c));
            pool.singles.sort_unstable_by_key(|c| c.priority);
            pool
        };
        self.cells.into_par_iter().map(|(cell, sampled)| (cell, pool(sampled))).collect()
    }
}

/// What the facts of one scene and target offer to one cell.
#[derive(Debug)]
pub struct Offer {
    cell: Cell,
    per_concept: usize,
    /// Each with its fact's place in the order of sampling.
    singles: Vec<(Digest, Candidate)>,
    groups: Vec<PictureGroup>,
}

/// A fact's place in the order of sampling: the same in all kinds, so that they keep the same facts, and memory holds no
/// more of them than one kind needs.
fn place(fact: &Fact, seed: u64) -> Digest {
    digest(seed, "sample", &[fact.picture.scene.as_bytes(), fact.target.as_bytes(), fact.key.as_bytes()])
}

/// What the facts of one scene and target offer; `judge` is the target's.
pub fn offers(facts: &[Arc<Fact>], s: Sampling, templates: &Templates, judge: &Judge) -> Vec<Offer> {
    let Some(first) = facts.first() else { return Vec::new() };
    let concepts = judge.lexicon.terms(judge.lexicon.term(first.gold).domain).len();
    let per_concept = s.per_concept.max(s.per_vocabulary / concepts.max(1));
    let mut offerable = picture::Offerable::new(judge);
    let places: Vec<Digest> = facts.iter().map(|fact| place(fact, s.seed)).collect();
    let mut offers = Vec::new();
    for &kind in KINDS {
        let own = templates.pools().filter(|(target, name, ..)| *target == first.target && *name == kind.name());
        let forms: Vec<Form> = own.filter(|(.., wordings)| !wordings.is_empty()).map(|(_, _, form, _)| form).collect();
        let asked = |form: Option<Form>| form.is_some_and(|form| forms.contains(&form));
        let (mut singles, mut neutral) = (Vec::new(), Vec::new());
        let all = facts.iter().zip(&places);
        for (fact, place) in all.filter(|(fact, _)| !fact.except_kinds.contains(&kind.name())) {
            let (single, in_picture) = (asked(fact.form), asked(fact.neutral));
            if single || in_picture {
                let candidate = Candidate::new(s.seed, Arc::clone(fact), kind);
                neutral.extend(in_picture.then(|| candidate.clone()));
                singles.extend(single.then_some((*place, candidate)));
            }
        }
        let groups = picture::groups(neutral, kind, s, &mut offerable);
        if !singles.is_empty() || !groups.is_empty() {
            let cell = (first.picture.source.clone(), first.target, kind.name());
            offers.push(Offer { cell, per_concept, singles, groups });
        }
    }
    offers
}

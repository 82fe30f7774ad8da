//! Facts become candidates: one per kind that has a template for their form. Pass 1 collects them here.

use super::picture::{self, PictureGroup};
use super::sample::BottomK;
use crate::distract::Judge;
use crate::kind::{KINDS, Kind};
use crate::lexicon::template::Templates;
use crate::model::fact::{Fact, Form};
use crate::model::term::TermId;
use crate::rng::{Digest, digest};
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
    pub fn item_id(&self, kind: &dyn Kind) -> String {
        format!("{}-{}-{}", self.fact.target, kind.name(), &self.id.hex()[..16])
    }
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
    /// Candidates kept per source, target, kind and gold concept.
    pub per_concept: usize,
    /// Picture groups kept per source, target and kind.
    pub per_cell: usize,
}

/// What pass 1 has kept so far.
#[derive(Debug, Clone)]
pub struct Pool {
    sampling: Sampling,
    singles: BTreeMap<(Cell, TermId), BottomK<Candidate>>,
    pictures: BTreeMap<Cell, BottomK<PictureGroup>>,
    /// Candidates seen, by target and kind.
    pub seen: BTreeMap<(&'static str, &'static str), u64>,
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
        Pool { sampling, singles: BTreeMap::new(), pictures: BTreeMap::new(), seen: BTreeMap::new() }
    }

    /// Takes in the facts of one scene and target; `judge` is the target's.
    pub fn offer(&mut self, facts: &[Arc<Fact>], templates: &Templates, judge: &Judge) {
        let Some(first) = facts.first() else { return };
        let source = first.picture.source.clone();
        let s = self.sampling;
        for &kind in KINDS {
            for fact in facts.iter().filter(|f| asked_in(f, kind, f.form, templates)) {
                let candidate = Candidate::new(s.seed, Arc::clone(fact), kind);
                *self.seen.entry((fact.target, kind.name())).or_default() += 1;
                self.singles
                    .entry(((source.clone(), fact.target, kind.name()), fact.gold))
                    .or_insert_with(|| BottomK::new(s.per_concept))
                    .offer(candidate.priority, || candidate);
            }
            let neutral = facts.iter().filter(|f| asked_in(f, kind, f.neutral, templates));
            for group in picture::groups(neutral, kind, s, judge) {
                let Some(member) = group.members.first() else { continue };
                self.pictures
                    .entry((source.clone(), member.fact.target, kind.name()))
                    .or_insert_with(|| BottomK::new(s.per_cell))
                    .offer(group.priority, || group);
            }
        }
    }

    /// Takes in another pool of the same sampling; the order does not matter.
    pub fn merge(&mut self, other: Pool) {
        for (key, count) in other.seen {
            *self.seen.entry(key).or_default() += count;
        }
        merge_maps(&mut self.singles, other.singles, self.sampling.per_concept);
        merge_maps(&mut self.pictures, other.pictures, self.sampling.per_cell);
    }

    /// The pool of every cell, each in order of priority.
    pub fn into_cells(self) -> BTreeMap<Cell, CellPool> {
        let mut cells: BTreeMap<Cell, CellPool> = BTreeMap::new();
        for ((cell, _), sample) in self.singles {
            let pool = cells.entry(cell).or_default();
            pool.dropped += sample.dropped();
            pool.singles.extend(sample.into_sorted().map(|(_, c)| c));
        }
        for (cell, sample) in self.pictures {
            cells.entry(cell).or_default().pictures.extend(sample.into_sorted().map(|(_, g)| g));
        }
        for pool in cells.values_mut() {
            pool.singles.sort_unstable_by_key(|c| c.priority);
        }
        cells
    }
}

fn merge_maps<K: Ord, T>(into: &mut BTreeMap<K, BottomK<T>>, from: BTreeMap<K, BottomK<T>>, k: usize) {
    for (key, sample) in from {
        into.entry(key).or_insert_with(|| BottomK::new(k)).merge(sample);
    }
}

/// Whether a fact can be asked in a kind with this form: there are templates, and the fact does not exclude it.
fn asked_in(fact: &Fact, kind: &dyn Kind, form: Option<Form>, templates: &Templates) -> bool {
    form.is_some_and(|form| !templates.pool(fact.target, kind.name(), form).is_empty())
        && !fact.except_kinds.contains(&kind.name())
}

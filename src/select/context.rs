//! The contexts in which partners are looked for: same noun, same pattern, same cell.

use super::candidate::Candidate;
use crate::model::plan::Level;
use crate::model::term::TermId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A context whose commonest gold is over half of at least this many facts goes no coarser than its own level.
const SKEW_FROM: usize = 4;

/// One context: its golds, each with its candidates (indices in priority order).
#[derive(Debug, Default)]
pub struct Context {
    by_gold: BTreeMap<TermId, Vec<u32>>,
    golds: Vec<TermId>,
    size: usize,
}

impl Context {
    /// The golds, sorted and distinct.
    pub fn golds(&self) -> &[TermId] {
        &self.golds
    }

    /// The candidates that hold a concept, in priority order.
    pub fn holding(&self, concept: TermId) -> &[u32] {
        self.by_gold.get(&concept).map_or(&[], Vec::as_slice)
    }

    /// How often each concept is gold, sorted by concept.
    pub fn counts(&self) -> Vec<(TermId, usize)> {
        self.by_gold.iter().map(|(t, c)| (*t, c.len())).collect()
    }

    fn is_skewed(&self) -> bool {
        self.size >= SKEW_FROM && self.by_gold.values().any(|c| c.len() * 2 > self.size)
    }
}

/// The contexts of one level, and which one each candidate belongs to.
#[derive(Debug)]
pub struct Contexts {
    contexts: Vec<Context>,
    of: Vec<u32>,
}

/// The context key of a candidate at a level.
fn key(candidate: &Candidate, level: Level) -> String {
    let fact = &candidate.fact;
    match level {
        Level::Noun => fact.noun_context.clone(),
        Level::Pattern => fact.pattern_context.clone(),
        // Options must read the same and one template must serve the group.
        _ => format!("{:?}|{:?}", fact.form, fact.inflection),
    }
}

impl Contexts {
    /// Sorts candidates (in priority order) into the contexts of a level.
    pub fn new(candidates: &[Candidate], level: Level) -> Self {
        let mut names: FxHashMap<String, u32> = FxHashMap::default();
        let mut contexts: Vec<Context> = Vec::new();
        let mut of = Vec::with_capacity(candidates.len());
        for (i, candidate) in candidates.iter().enumerate() {
            let at = *names.entry(key(candidate, level)).or_insert_with(|| {
                contexts.push(Context::default());
                (contexts.len() - 1) as u32
            });
            let context = &mut contexts[at as usize];
            context.by_gold.entry(candidate.fact.gold).or_default().push(i as u32);
            context.size += 1;
            of.push(at);
        }
        for context in &mut contexts {
            context.golds = context.by_gold.keys().copied().collect();
        }
        Contexts { contexts, of }
    }

    /// The context of candidate `i`.
    pub fn of(&self, i: usize) -> &Context {
        &self.contexts[self.of[i] as usize]
    }

    /// Whether candidate `i` may also be grouped at coarser levels.
    pub fn may_go_coarser(&self, i: usize) -> bool {
        !self.of(i).is_skewed()
    }
}

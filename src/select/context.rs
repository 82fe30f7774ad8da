//! The contexts in which partners are looked for: same noun, same pattern, same cell.

use super::candidate::Candidate;
use crate::model::plan::Level;
use crate::model::term::TermId;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::BTreeMap;

/// A context whose commonest gold is over half of at least this many facts goes no coarser than its own level.
const SKEW_FROM: usize = 4;

/// The candidates of one gold. Candidates are used up roughly in order, so the used ones in front are passed over
/// once and not again on every look.
#[derive(Debug, Default)]
struct Holding {
    ids: Vec<u32>,
    first_unused: Cell<usize>,
}

/// One context: its golds, each with its candidates (indices in priority order).
#[derive(Debug, Default)]
pub struct Context {
    by_gold: BTreeMap<TermId, Holding>,
    golds: Vec<TermId>,
    size: usize,
}

impl Context {
    /// The golds, sorted and distinct.
    pub fn golds(&self) -> &[TermId] {
        &self.golds
    }

    /// The candidates that hold a concept and are not `used`, in priority order.
    pub fn holding<'a>(&'a self, concept: TermId, used: &'a [bool]) -> impl Iterator<Item = usize> + 'a {
        let unused = |id: &u32| !used.get(*id as usize).copied().unwrap_or(true);
        self.by_gold.get(&concept).into_iter().flat_map(move |holding| {
            let from = holding.first_unused.get();
            let skipped = holding.ids.iter().skip(from).take_while(|id| !unused(id)).count();
            holding.first_unused.set(from + skipped);
            holding.ids.iter().skip(from + skipped).filter(move |id| unused(id)).map(|&id| id as usize)
        })
    }

    /// How often each concept is gold, sorted by concept.
    pub fn counts(&self) -> Vec<(TermId, usize)> {
        self.by_gold.iter().map(|(t, c)| (*t, c.ids.len())).collect()
    }

    fn is_skewed(&self) -> bool {
        self.size >= SKEW_FROM && self.by_gold.values().any(|c| c.ids.len() * 2 > self.size)
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
            context.by_gold.entry(candidate.fact.gold).or_default().ids.push(i as u32);
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

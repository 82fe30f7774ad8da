//! The contexts in which partners are looked for: same noun, same pattern, same cell.

use super::candidate::Candidate;
use crate::model::fact::Form;
use crate::model::plan::Level;
use crate::model::term::{Inflection, TermId};
use rustc_hash::FxHashMap;

/// A context whose commonest gold is over half of at least this many facts goes no coarser than its own level.
const SKEW_FROM: usize = 4;

/// The candidates of one gold that are in no group, in priority order.
#[derive(Debug)]
struct Holding {
    gold: TermId,
    unused: Vec<u32>,
    all: usize,
    /// Facts looked at in vain since partners were found last.
    in_vain: usize,
}

/// One context: its golds, each with its candidates.
#[derive(Debug, Default)]
pub struct Context {
    /// Sorted by gold.
    by_gold: Vec<Holding>,
    golds: Vec<TermId>,
    size: usize,
    /// Half of it and more is of one gold.
    is_skewed: bool,
}

impl Context {
    /// The golds that an unused candidate holds, sorted and distinct.
    pub fn golds(&self) -> &[TermId] {
        &self.golds
    }

    /// The unused candidates that hold a concept (indices), in priority order.
    pub fn holding(&self, concept: TermId) -> &[u32] {
        self.of(concept).map_or(&[], |holding| &holding.unused)
    }

    /// How many facts were looked at in vain, as partners for facts of this gold, since some were found last.
    pub fn in_vain(&self, gold: TermId) -> usize {
        self.of(gold).map_or(0, |holding| holding.in_vain)
    }

    /// How often each concept is gold, sorted by concept.
    pub fn counts(&self) -> Vec<(TermId, usize)> {
        self.by_gold.iter().map(|holding| (holding.gold, holding.all)).collect()
    }

    fn of(&self, gold: TermId) -> Option<&Holding> {
        self.by_gold.get(self.by_gold.binary_search_by_key(&gold, |holding| holding.gold).ok()?)
    }

    fn of_mut(&mut self, gold: TermId) -> Option<&mut Holding> {
        let at = self.by_gold.binary_search_by_key(&gold, |holding| holding.gold).ok()?;
        self.by_gold.get_mut(at)
    }
}

/// The contexts of one level, and which one each candidate belongs to.
#[derive(Debug)]
pub struct Contexts {
    contexts: Vec<Context>,
    of: Vec<u32>,
}

/// What candidates of one context have in common.
#[derive(PartialEq, Eq, Hash)]
enum Key<'a> {
    Text(&'a str),
    /// Options must read the same and one template must serve the group.
    Shape(Option<Form>, Inflection),
}

/// The context key of a candidate at a level.
fn key(candidate: &Candidate, level: Level) -> Key<'_> {
    let fact = &candidate.fact;
    match level {
        Level::Noun => Key::Text(&fact.noun_context),
        Level::Pattern => Key::Text(&fact.pattern_context),
        _ => Key::Shape(fact.form, fact.inflection),
    }
}

impl Contexts {
    /// Sorts candidates (in priority order) into the contexts of a level. The `unused` ones may be partners; all
    /// count where it matters how common a gold is.
    pub fn new(candidates: &[Candidate], level: Level, unused: impl Fn(usize) -> bool) -> Self {
        let mut names: FxHashMap<Key, u32> = FxHashMap::default();
        let mut places: FxHashMap<(u32, TermId), usize> = FxHashMap::default();
        let mut contexts: Vec<Context> = Vec::new();
        let mut of = Vec::with_capacity(candidates.len());
        for (i, candidate) in candidates.iter().enumerate() {
            let next = contexts.len() as u32;
            let at = *names.entry(key(candidate, level)).or_insert(next);
            if at == next {
                contexts.push(Context::default());
            }
            let (context, gold) = (&mut contexts[at as usize], candidate.fact.gold);
            let place = *places.entry((at, gold)).or_insert(context.by_gold.len());
            if place == context.by_gold.len() {
                context.by_gold.push(Holding { gold, unused: Vec::new(), all: 0, in_vain: 0 });
            }
            let holding = &mut context.by_gold[place];
            holding.all += 1;
            if unused(i) {
                holding.unused.push(i as u32);
            }
            context.size += 1;
            of.push(at);
        }
        for context in &mut contexts {
            context.by_gold.sort_unstable_by_key(|holding| holding.gold);
            let held = context.by_gold.iter().filter(|holding| !holding.unused.is_empty());
            context.golds = held.map(|holding| holding.gold).collect();
            let commonest = context.by_gold.iter().map(|holding| holding.all).max().unwrap_or(0);
            context.is_skewed = context.size >= SKEW_FROM && commonest * 2 > context.size;
        }
        Contexts { contexts, of }
    }

    /// The context of candidate `i`.
    pub fn of(&self, i: usize) -> &Context {
        &self.contexts[self.of[i] as usize]
    }

    /// No partners were found for candidate `i`, which holds `gold`, among so many facts.
    pub fn fail(&mut self, i: usize, gold: TermId, facts: usize) {
        let context = self.of.get(i).and_then(|at| self.contexts.get_mut(*at as usize));
        if let Some(holding) = context.and_then(|c| c.of_mut(gold)) {
            holding.in_vain += facts;
        }
    }

    /// Caps are looser now: what was in vain may be tried again.
    pub fn forgive(&mut self) {
        self.contexts.iter_mut().flat_map(|c| &mut c.by_gold).for_each(|holding| holding.in_vain = 0);
    }

    /// Candidate `i`, which holds `gold`, is in a group now.
    pub fn take(&mut self, i: usize, gold: TermId) {
        let Some(context) = self.of.get(i).and_then(|at| self.contexts.get_mut(*at as usize)) else { return };
        let Some(holding) = context.of_mut(gold) else { return };
        holding.in_vain = 0;
        if let Ok(at) = holding.unused.binary_search(&(i as u32)) {
            holding.unused.remove(at);
        }
        let empty = holding.unused.is_empty();
        if empty && let Ok(at) = context.golds.binary_search(&gold) {
            context.golds.remove(at);
        }
    }

    /// Whether candidate `i` may also be grouped at coarser levels.
    pub fn may_go_coarser(&self, i: usize) -> bool {
        !self.of(i).is_skewed
    }
}

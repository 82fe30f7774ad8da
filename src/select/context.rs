//! The contexts in which partners are looked for: same noun, same pattern, same cell.

use super::columns::Columns;
use crate::model::plan::Level;
use crate::model::term::TermId;
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
    /// In order of appearance.
    by_gold: Vec<Holding>,
    /// All golds, sorted, with their places above.
    places: Vec<(TermId, u32)>,
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
        let place = self.places.binary_search_by_key(&concept, |(gold, _)| *gold).ok();
        let holding = place.and_then(|p| self.by_gold.get(self.places.get(p)?.1 as usize));
        holding.map_or(&[], |holding| &holding.unused)
    }

    /// How often each concept is gold, sorted by concept.
    pub fn counts(&self) -> Vec<(TermId, usize)> {
        let all = |place: u32| self.by_gold.get(place as usize).map_or(0, |holding| holding.all);
        self.places.iter().map(|&(gold, place)| (gold, all(place))).collect()
    }
}

/// The contexts of one level, and which one each candidate belongs to.
#[derive(Debug)]
pub struct Contexts {
    contexts: Vec<Context>,
    /// By candidate: its context, and the place of its gold in there.
    of: Vec<(u32, u32)>,
}

impl Contexts {
    /// Sorts candidates (in priority order) into the contexts of a level. The `unused` ones may be partners; all
    /// count where it matters how common a gold is.
    pub fn new(columns: &Columns, level: Level, unused: impl Fn(usize) -> bool) -> Self {
        let mut places: FxHashMap<(u32, TermId), u32> = FxHashMap::default();
        let mut contexts: Vec<Context> = Vec::new();
        let mut of = Vec::with_capacity(columns.golds.len());
        for (i, (&at, &gold)) in columns.contexts(level).iter().zip(&columns.golds).enumerate() {
            if at as usize == contexts.len() {
                contexts.push(Context::default());
            }
            let context = &mut contexts[at as usize];
            let next = context.by_gold.len() as u32;
            let place = *places.entry((at, gold)).or_insert(next);
            if place == next {
                context.by_gold.push(Holding { gold, unused: Vec::new(), all: 0, in_vain: 0 });
            }
            let holding = &mut context.by_gold[place as usize];
            holding.all += 1;
            if unused(i) {
                holding.unused.push(i as u32);
            }
            context.size += 1;
            of.push((at, place));
        }
        for context in &mut contexts {
            context.places = context.by_gold.iter().zip(0..).map(|(holding, place)| (holding.gold, place)).collect();
            context.places.sort_unstable();
            let held = context.by_gold.iter().filter(|holding| !holding.unused.is_empty());
            context.golds = held.map(|holding| holding.gold).collect();
            context.golds.sort_unstable();
            let commonest = context.by_gold.iter().map(|holding| holding.all).max().unwrap_or(0);
            context.is_skewed = context.size >= SKEW_FROM && commonest * 2 > context.size;
        }
        Contexts { contexts, of }
    }

    /// The context of candidate `i`.
    pub fn of(&self, i: usize) -> &Context {
        &self.contexts[self.of[i].0 as usize]
    }

    /// How many facts were looked at in vain, as partners for facts of the context and gold of candidate `i`, since some
    /// were found last.
    pub fn in_vain(&self, i: usize) -> usize {
        let (at, place) = self.of[i];
        self.contexts[at as usize].by_gold[place as usize].in_vain
    }

    /// No partners were found for candidate `i` among so many facts.
    pub fn fail(&mut self, i: usize, facts: usize) {
        let (at, place) = self.of[i];
        self.contexts[at as usize].by_gold[place as usize].in_vain += facts;
    }

    /// Caps are looser now: what was in vain may be tried again.
    pub fn forgive(&mut self) {
        self.contexts.iter_mut().flat_map(|c| &mut c.by_gold).for_each(|holding| holding.in_vain = 0);
    }

    /// Candidate `i` is in a group now.
    pub fn take(&mut self, i: usize) {
        let (at, place) = self.of[i];
        let Context { by_gold, golds, .. } = &mut self.contexts[at as usize];
        let holding = &mut by_gold[place as usize];
        holding.in_vain = 0;
        if let Ok(at) = holding.unused.binary_search(&(i as u32)) {
            holding.unused.remove(at);
        }
        let empty = holding.unused.is_empty();
        if empty && let Ok(at) = golds.binary_search(&holding.gold) {
            golds.remove(at);
        }
    }

    /// Whether candidate `i` may also be grouped at coarser levels.
    pub fn may_go_coarser(&self, i: usize) -> bool {
        !self.of(i).is_skewed
    }
}

//! The search for the partners of one candidate: concepts drawn from its context, then facts that hold them, with
//! backtracking where an early choice leaves no room for the rest.

use super::candidate::Candidate;
use super::context::Context;
use super::lane::Walk;
use crate::distract::{pool, veto};
use crate::model::fact::Fact;
use crate::model::plan::Level;
use crate::model::term::TermId;
use crate::rng::item_rng;
use std::sync::Arc;

/// How many facts of one concept are tried before the next concept.
const TRIES_PER_CONCEPT: usize = 32;

/// Facts looked at for one candidate before it counts as without partners.
const STEPS: usize = 1_024;

/// Facts looked at in vain for one gold of a context, with nothing found in between, before its other facts are passed
/// over as well: they are alike.
pub(super) const IN_VAIN: usize = 40_000;

/// As many facts could be looked at while the stems of one group are compared.
const STEPS_OF_TOLD: usize = 16;

/// Groups of one candidate whose stems may tell their golds, before it counts as without partners.
const TOLD: usize = 24;

/// What a search found.
pub enum Outcome {
    /// Indices of the members, the candidate first.
    Group(Vec<usize>),
    /// None.
    Nothing {
        /// Concepts that are at their cap were passed over, or groups whose stems tell too much by now: later there may
        /// be one.
        capped: bool,
        /// Facts looked at.
        steps: usize,
    },
}

/// One search.
pub struct Search<'a, F: Fn(usize) -> bool, Q: Fn(&[usize]) -> bool> {
    /// All candidates of the lane.
    pub singles: &'a [Candidate],
    /// The context of the candidate.
    pub context: &'a Context,
    /// Kind, judge, seed.
    pub walk: &'a Walk<'a>,
    /// The level of the context.
    pub level: Level,
    /// Whether a fact may still be used, its concept's cap aside.
    pub open: F,
    /// Whether the stems of these facts, asked together, keep their golds to themselves.
    pub quiet: Q,
}

/// The state of a search.
struct State {
    members: Vec<usize>,
    concepts: Vec<TermId>,
    steps: usize,
    told: usize,
}

impl<F: Fn(usize) -> bool, Q: Fn(&[usize]) -> bool> Search<'_, F, Q> {
    /// Looks for the partners of candidate `i`; `admits` says whether a concept is below its cap.
    pub fn run(&self, i: usize, admits: impl Fn(TermId) -> bool) -> Outcome {
        const ALONE: Outcome = Outcome::Nothing { capped: false, steps: 0 };
        let Some(first) = self.singles.get(i) else { return ALONE };
        let size = self.walk.kind.group_size(self.walk.options);
        if self.context.golds().len() < size {
            return ALONE;
        }
        let level = [self.level as u8];
        let round = self.walk.round.to_le_bytes();
        let mut rng = item_rng(self.walk.seed, "partners", &[&first.id.0, &level, &round]);
        let mut capped = false;
        let mut concepts = pool::draw(&first.fact, self.context.golds(), self.walk.draws, &mut rng);
        concepts.retain(|&c| {
            let admitted = admits(c);
            let stands = self.stands_beside(&first.fact, &first.fact, c);
            capped |= stands && !admitted;
            stands && admitted
        });
        let mut state = State { members: vec![i], concepts, steps: STEPS, told: TOLD };
        if state.concepts.len() + 1 >= size && self.extend(&mut state, 0, size) {
            return Outcome::Group(state.members);
        }
        // What stems may tell depends on what was chosen: it may do later.
        let told = TOLD - state.told;
        Outcome::Nothing { capped: capped || told > 0, steps: STEPS - state.steps + told * STEPS_OF_TOLD }
    }

    /// Adds members whose concepts come from `from` on until there are `size`.
    fn extend(&self, state: &mut State, from: usize, size: usize) -> bool {
        if state.members.len() == size {
            let quiet = (self.quiet)(&state.members);
            state.told = state.told.saturating_sub(usize::from(!quiet));
            return quiet;
        }
        let missing = size - state.members.len();
        for at in from..(state.concepts.len() + 1).saturating_sub(missing) {
            let concept = state.concepts[at];
            if !self.suits(&state.members, concept) {
                continue;
            }
            let holding = self.context.holding(concept).iter().map(|&j| j as usize);
            for j in holding.filter(|&j| (self.open)(j)).take(TRIES_PER_CONCEPT) {
                if state.steps == 0 || state.told == 0 {
                    return false;
                }
                state.steps -= 1;
                if self.joins(&state.members, j) {
                    state.members.push(j);
                    if self.extend(state, at + 1, size) {
                        return true;
                    }
                    state.members.pop();
                }
            }
        }
        false
    }

    /// Whether a concept may be offered to all members so far, and stand beside their golds. The first member was
    /// asked when the concept was drawn.
    fn suits(&self, members: &[usize], concept: TermId) -> bool {
        let mut facts = members.iter().filter_map(|&m| self.singles.get(m)).map(|m| &*m.fact);
        let Some(first) = facts.next() else { return false };
        facts.all(|fact| {
            self.walk.judge.beside(first, fact.gold, concept).is_ok() && self.stands_beside(fact, first, concept)
        })
    }

    /// Whether a concept may be offered with a fact: known to be false of it, unless only the first member's concept
    /// is claimed of the others, and not said by its stem. `asked` is the fact whose gold it stands beside first.
    fn stands_beside(&self, fact: &Fact, asked: &Fact, concept: TermId) -> bool {
        let judge = self.walk.judge;
        if veto::in_stem(fact, concept, judge.lexicon) {
            return false;
        }
        if self.walk.kind.mutual() {
            judge.distractor(fact, concept).is_ok()
        } else {
            !std::ptr::eq(fact, asked) || judge.beside(fact, fact.gold, concept).is_ok()
        }
    }

    /// Whether fact `j` takes the golds of the members as its distractors, in another picture. Whether its gold may
    /// stand beside theirs was asked when its concept was chosen, for facts that inflect as the first one does.
    fn joins(&self, members: &[usize], j: usize) -> bool {
        let Some(candidate) = self.singles.get(j) else { return false };
        let (fact, judge) = (&*candidate.fact, self.walk.judge);
        let mut facts = members.iter().filter_map(|&m| self.singles.get(m)).map(|m| &*m.fact).enumerate();
        let alike = members
            .first()
            .and_then(|&m| self.singles.get(m))
            .is_some_and(|first| first.fact.inflection == fact.inflection);
        facts.all(|(k, member)| {
            let false_of_it = |concept| match alike {
                true => judge.falsify(fact, concept).is_ok(),
                false => judge.distractor(fact, concept).is_ok(),
            };
            // All facts of a scene share its picture.
            !Arc::ptr_eq(&member.picture, &fact.picture)
                && (!(self.walk.kind.mutual() || k == 0) || false_of_it(member.gold))
                && !veto::in_stem(fact, member.gold, judge.lexicon)
        })
    }
}

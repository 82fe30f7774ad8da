//! The search for the partners of one candidate: concepts drawn from its context, then facts that hold them, with
//! backtracking where an early choice leaves no room for the rest.

use super::candidate::Candidate;
use super::context::Context;
use super::lane::Walk;
use super::verdicts::{Gold, Verdicts};
use crate::distract::pool;
use crate::model::plan::Level;
use crate::model::term::TermId;
use crate::rng::item_rng;
use smallvec::{SmallVec, smallvec};

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
    /// What the judge says of them.
    pub verdicts: &'a Verdicts<'a>,
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

/// A concept that may be offered, and the unused candidates that hold it.
#[derive(Clone, Copy)]
struct Drawn<'a> {
    concept: Gold,
    holding: &'a [u32],
}

/// The state of a search: the members so far with their golds, and what may still be looked at.
struct State<'a> {
    members: SmallVec<[usize; 4]>,
    golds: SmallVec<[Gold; 4]>,
    drawn: Vec<Drawn<'a>>,
    steps: usize,
    told: usize,
    /// Facts that took the golds of the members so far, pictures aside.
    taken: usize,
}

impl<'a, F: Fn(usize) -> bool, Q: Fn(&[usize]) -> bool> Search<'a, F, Q> {
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
        let concepts = pool::draw(&first.fact, self.context.golds(), self.walk.draws, &mut rng);
        let stands = concepts.into_iter().map(|c| self.verdicts.gold(c)).filter(|&c| self.stands_beside_first(i, c));
        let admitted = stands.filter(|c| {
            let admitted = admits(c.id);
            capped |= !admitted;
            admitted
        });
        let drawn: Vec<Drawn> =
            admitted.map(|concept| Drawn { concept, holding: self.context.holding(concept.id) }).collect();
        let golds = smallvec![self.verdicts.gold(first.fact.gold)];
        let mut state = State { members: smallvec![i], golds, drawn, steps: STEPS, told: TOLD, taken: 0 };
        if state.drawn.len() + 1 >= size && self.extend(&mut state, 0, size) {
            return Outcome::Group(state.members.into_vec());
        }
        // What stems may tell depends on what was chosen: it may do later.
        let told = TOLD - state.told;
        Outcome::Nothing { capped: capped || told > 0, steps: STEPS - state.steps + told * STEPS_OF_TOLD }
    }

    /// Adds members whose concepts come from `from` on until there are `size`.
    fn extend(&self, state: &mut State<'a>, from: usize, size: usize) -> bool {
        if state.members.len() == size {
            let quiet = (self.quiet)(&state.members);
            state.told = state.told.saturating_sub(usize::from(!quiet));
            return quiet;
        }
        let missing = size - state.members.len();
        for at in from..(state.drawn.len() + 1).saturating_sub(missing) {
            let Drawn { concept, holding } = state.drawn[at];
            if !self.suits(state, concept) {
                continue;
            }
            // Sorts of facts that lead nowhere, and the facts that are looked at until that is seen.
            let mut vain: SmallVec<[(Option<u32>, usize); 8]> = SmallVec::new();
            let holding = holding.iter().map(|&j| j as usize);
            for j in holding.filter(|&j| (self.open)(j)).take(TRIES_PER_CONCEPT) {
                if state.steps == 0 || state.told == 0 {
                    return false;
                }
                state.steps -= 1;
                let sort = self.verdicts.sort(j);
                if let Some((_, steps)) = vain.iter().find(|(known, _)| *known == sort) {
                    state.steps = state.steps.saturating_sub(*steps);
                    continue;
                }
                if !self.takes(state, j) {
                    vain.push((sort, 0));
                    continue;
                }
                state.taken += 1;
                if state.members.iter().any(|&member| self.verdicts.share_picture(member, j)) {
                    continue;
                }
                let (steps, taken) = (state.steps, state.taken);
                state.members.push(j);
                state.golds.push(concept);
                if self.extend(state, at + 1, size) {
                    return true;
                }
                state.members.pop();
                state.golds.pop();
                // Where nothing took it and those before it, nothing takes another of its sort.
                if state.taken == taken && state.members.len() + 1 < size {
                    vain.push((sort, steps - state.steps));
                }
            }
        }
        false
    }

    /// Whether a concept may be offered with the first member: known to be false of it, unless only its own concept
    /// is claimed, and not said by its stem.
    fn stands_beside_first(&self, first: usize, concept: Gold) -> bool {
        !self.verdicts.said(first, concept)
            && (!self.walk.kind.mutual() || self.verdicts.is_false(first, concept))
            && self.verdicts.is_beside_gold(first, concept)
    }

    /// Whether a concept may be offered to all members so far, and stand beside their golds. The first member was
    /// asked when the concept was drawn.
    fn suits(&self, state: &State, concept: Gold) -> bool {
        let (verdicts, mutual) = (self.verdicts, self.walk.kind.mutual());
        let Some(&first) = state.members.first() else { return false };
        state.members.iter().zip(&state.golds).skip(1).all(|(&member, &gold)| {
            verdicts.are_beside(first, gold, concept)
                && !verdicts.said(member, concept)
                && (!mutual || (verdicts.is_false(member, concept) && verdicts.is_beside_gold(member, concept)))
        })
    }

    /// Whether fact `j` takes the golds of the members as its distractors. Whether its gold may stand beside theirs was
    /// asked when its concept was chosen, for facts that inflect as the first one does.
    fn takes(&self, state: &State, j: usize) -> bool {
        let (verdicts, mutual) = (self.verdicts, self.walk.kind.mutual());
        let inflection = |i: usize| self.singles.get(i).map(|c| c.fact.inflection);
        let alike = || state.members.first().is_some_and(|&first| inflection(first) == inflection(j));
        let is_false = |gold| verdicts.is_false(j, gold) && (alike() || verdicts.is_beside_gold(j, gold));
        let mut golds = state.golds.iter().enumerate();
        golds.all(|(k, &gold)| (!(mutual || k == 0) || is_false(gold)) && !verdicts.said(j, gold))
    }
}

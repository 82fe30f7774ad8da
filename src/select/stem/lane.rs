//! The stems of candidates as numbers.

use crate::model::fact::Fact;
use crate::model::term::TermId;
use crate::select::candidate::Candidate;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use twox_hash::XxHash3_128;

/// Groups whose answer is remembered at most.
const REMEMBERED: usize = 1 << 14;

/// A part of a stem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// Its nouns together, with the shape of the sentence.
    Nouns,
    /// Its first noun.
    First,
    /// Its second noun.
    Second,
    /// A word of its caption.
    Words,
}

/// A part of a stem, and the number of what it says.
pub(super) type Cue = (Part, u32);

/// What of a stem may tell the gold.
pub(super) type Cues = SmallVec<[Cue; 8]>;

/// The stems of one lane's candidates: the number of each candidate's, and the cues of each number.
#[derive(Debug, Default)]
pub struct LaneStems {
    of: Vec<u32>,
    cues: Vec<Cues>,
    asked: RefCell<Asked>,
}

/// Answers that hold as long as so many groups are chosen.
#[derive(Debug, Default)]
struct Asked {
    groups: f32,
    answers: FxHashMap<Faces, bool>,
}

/// What tells a solver one group from another: stem and gold of each member.
type Faces = SmallVec<[(u32, TermId); 4]>;

impl LaneStems {
    /// Reads candidates; `names` has the number of each cue by the hash of its text.
    pub(super) fn read(candidates: &[Candidate], names: &mut FxHashMap<u128, u32>) -> Self {
        let mut number = |hash: u128| {
            let next = names.len() as u32;
            *names.entry(hash).or_insert(next)
        };
        let mut lane = LaneStems::default();
        let mut known: FxHashMap<Cues, u32> = FxHashMap::default();
        for candidate in candidates {
            let mut ids = Cues::new();
            cues(&candidate.fact, |part, hash| ids.push((part, number(hash))));
            ids.sort_unstable();
            ids.dedup();
            let next = lane.cues.len() as u32;
            let of = known.get(&ids).copied().unwrap_or(next);
            if of == next {
                lane.cues.push(ids.clone());
                known.insert(ids, next);
            }
            lane.of.push(of);
        }
        lane
    }

    /// The answer to a question about some members that depends on their stems and golds and on the `groups` that were
    /// chosen: asked once as long as no other group is.
    pub(super) fn answer(
        &self,
        groups: f32,
        singles: &[Candidate],
        members: &[usize],
        ask: impl FnOnce() -> bool,
    ) -> bool {
        let face = |&m: &usize| Some((self.of.get(m).copied()?, singles.get(m)?.fact.gold));
        let faces: Faces = members.iter().filter_map(face).collect();
        let mut asked = self.asked.borrow_mut();
        if asked.groups != groups || asked.answers.len() >= REMEMBERED {
            *asked = Asked { groups, answers: FxHashMap::default() };
        }
        *asked.answers.entry(faces).or_insert_with(ask)
    }

    /// The cues of candidate `i`.
    pub(super) fn cues(&self, i: usize) -> &[Cue] {
        self.of.get(i).and_then(|&stem| self.cues.get(stem as usize)).map_or(&[], |cues| cues)
    }

    /// Whether the stems of all members are one: whoever goes by them picks the same option for all, and is right once.
    pub(super) fn are_alike(&self, members: &[usize]) -> bool {
        let mut stems = members.iter().map(|&m| self.of.get(m));
        let first = stems.next();
        stems.all(|stem| Some(stem) == first)
    }
}

/// The cues of a fact's stem: its nouns, alone and together, and the words of its caption.
fn cues(fact: &Fact, mut found: impl FnMut(Part, u128)) {
    found(Part::Nouns, fact.noun_context.hash());
    let mut text = String::new();
    for (part, place, noun) in [(Part::First, "1 ", &fact.slots.noun), (Part::Second, "2 ", &fact.slots.noun2)] {
        if let Some(noun) = noun {
            text.clear();
            text.extend([place, noun]);
            found(part, XxHash3_128::oneshot(text.as_bytes()));
        }
    }
    if let Some(gap) = &fact.slots.gap {
        let words = [&gap.before, &gap.after].into_iter().flat_map(|t| t.split(|c: char| !c.is_alphanumeric()));
        words
            .filter(|w| w.len() > 2)
            .for_each(|w| found(Part::Words, XxHash3_128::oneshot(w.to_lowercase().as_bytes())));
    }
}

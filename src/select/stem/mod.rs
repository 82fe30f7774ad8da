//! What a stem gives away: how often each concept is the gold beside a noun or a word of a caption, among all facts of
//! the cell and among those chosen so far. Groups are taken only as long as a solver that goes by the stems gets no more
//! of them right than luck would: the second door of the design's section 9, which on the noun level is shut by itself.

mod counts;
mod lane;

pub use lane::LaneStems;

use super::candidate::Candidate;
use crate::model::term::TermId;
use counts::{Chosen, Known};
use lane::Cue;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Log odds closer than this count as equal.
const TIE: f32 = 0.02;

/// So many right answers more than luck a solver may have at any time: with none, small cells stay empty.
const AHEAD: f32 = 1.5;

/// What a solver may go by: a part of the stem, or all of it.
const PARTS: usize = 5;

/// The place of all parts together.
const ALL: usize = PARTS - 1;

/// What the parts of a stem say for one option, as log odds: the sums over their cues, then over all.
type Said = [f32; PARTS];

/// The stems of a cell, and what they tell.
#[derive(Debug, Default)]
pub struct Stems {
    /// The number of each cue, by the hash of its text.
    names: FxHashMap<u128, u32>,
    known: Known,
    chosen: Chosen,
    groups: f32,
    right: [Score; PARTS],
}

/// Right answers of a solver that has counted all facts, and of one that has counted the chosen ones.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    known: f32,
    chosen: f32,
}

impl Stems {
    /// Reads the candidates of one lane and learns from them.
    pub fn learn(&mut self, candidates: &[Candidate]) -> LaneStems {
        let lane = self.read(candidates);
        for (i, candidate) in candidates.iter().enumerate() {
            self.known.add(lane.cues(i), candidate.fact.gold);
        }
        lane
    }

    /// Reads candidates: the members of a group inside a picture are among the facts that are learned from.
    pub fn read(&mut self, candidates: &[Candidate]) -> LaneStems {
        LaneStems::read(candidates, &mut self.names)
    }

    /// Whether the members (indices into the lane's candidates), each asked with the golds of all as its options, may
    /// be a group: no solver gets ahead of luck by it.
    pub fn keep_quiet(&self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) -> bool {
        if lane.are_alike(members) {
            return true;
        }
        lane.answer(self.groups, singles, members, || {
            let ahead = |before: f32, now: f32| now > 1.0 && before + now > self.groups + 1.0 + AHEAD;
            let scores = self.scores(lane, singles, members);
            !self.right.iter().zip(&scores).any(|(b, n)| ahead(b.known, n.known) || ahead(b.chosen, n.chosen))
        })
    }

    /// How many of the members each solver gets right.
    fn scores(&self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) -> [Score; PARTS] {
        let golds: SmallVec<[TermId; 8]> = members.iter().filter_map(|&m| Some(singles.get(m)?.fact.gold)).collect();
        let mut scores = [Score::default(); PARTS];
        for (at, &gold) in golds.iter().enumerate() {
            let cues = members.get(at).map_or(&[][..], |&m| lane.cues(m));
            let (mut known, mut chosen) = (SmallVec::<[Said; 8]>::new(), SmallVec::<[Said; 8]>::new());
            for &option in &golds {
                known.push(said(cues, |cue| self.known.rate(cue, gold, option)));
                chosen.push(said(cues, |cue| self.chosen.rate(cue, option, golds.len())));
            }
            for (part, score) in scores.iter_mut().enumerate() {
                score.known += share(&known, part, at);
                score.chosen += share(&chosen, part, at);
            }
        }
        scores
    }

    /// Counts a chosen group.
    pub fn count(&mut self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) {
        let luck = [Score { known: 1.0, chosen: 1.0 }; PARTS];
        let scores = if lane.are_alike(members) { luck } else { self.scores(lane, singles, members) };
        for (right, now) in self.right.iter_mut().zip(scores) {
            right.known += now.known;
            right.chosen += now.chosen;
        }
        self.groups += 1.0;
        for &m in members {
            let (cues, Some(member)) = (lane.cues(m), singles.get(m)) else { continue };
            for option in members.iter().filter_map(|&o| singles.get(o)).map(|o| o.fact.gold) {
                self.chosen.add(cues, option, option == member.fact.gold);
            }
        }
    }
}

/// What the parts of a stem say for an option, of which `rate` says what one cue does.
fn said(cues: &[Cue], rate: impl Fn(u32) -> f32) -> Said {
    let mut said = [0.0; PARTS];
    for &(part, cue) in cues {
        let rate = rate(cue);
        said[part as usize] += rate;
        said[ALL] += rate;
    }
    said
}

/// What a solver that goes by one part of the stem and takes the best rated option gets for the one at `gold`; ties are
/// split.
fn share(options: &[Said], part: usize, gold: usize) -> f32 {
    let best = options.iter().map(|said| said[part]).fold(f32::NEG_INFINITY, f32::max);
    let tied = options.iter().filter(|said| said[part] >= best - TIE).count();
    if options.get(gold).is_some_and(|said| said[part] >= best - TIE) { 1.0 / tied as f32 } else { 0.0 }
}

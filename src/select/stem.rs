//! What a stem gives away: how often each concept is the gold beside a noun or a word of a caption, among all facts of
//! the cell and among those chosen so far. Groups are taken only as long as a solver that goes by the stems gets no more
//! of them right than luck would: the second door of the design's section 9, which on the noun level is shut by itself.

use super::candidate::Candidate;
use crate::model::fact::Fact;
use crate::model::term::TermId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use twox_hash::XxHash3_128;

/// So many imaginary facts of the base rate stand behind every share.
const SHRINK: f32 = 2.0;

/// Log odds closer than this count as equal.
const TIE: f32 = 0.02;

/// So many right answers more than luck a solver may have at any time: with none, small cells stay empty.
const AHEAD: f32 = 1.5;

/// What a solver may go by: a part of the stem, or all of it.
const PARTS: usize = 5;

/// The place of all parts together.
const ALL: usize = PARTS - 1;

/// Groups whose answer is remembered at most.
const REMEMBERED: usize = 1 << 14;

/// A part of a stem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    /// Its nouns together, with the shape of the sentence.
    Nouns,
    /// Its first noun.
    First,
    /// Its second noun.
    Second,
    /// A word of its caption.
    Words,
}

/// What of a stem may tell the gold, as numbers.
type Cues = SmallVec<[(Part, u32); 8]>;

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

/// The stems of one lane's candidates: the number of each candidate's, and the cues of each number.
#[derive(Debug, Default)]
pub struct LaneStems {
    of: Vec<u32>,
    cues: Vec<Cues>,
    asked: RefCell<Asked>,
}

/// Whether groups keep quiet beside so many chosen ones.
#[derive(Debug, Default)]
struct Asked {
    groups: f32,
    answers: FxHashMap<Faces, bool>,
}

/// What tells a solver one group from another: stem and gold of each member.
type Faces = SmallVec<[(u32, TermId); 4]>;

/// How often a cue stands beside a gold, over all facts.
#[derive(Debug, Default)]
struct Known {
    beside: FxHashMap<(u32, TermId), u32>,
    /// By number of the cue, and by id of the gold.
    cues: Vec<u32>,
    golds: Vec<u32>,
    facts: u32,
}

/// How often an option was right, and offered, beside a cue in the items chosen so far.
#[derive(Debug, Default)]
struct Chosen(FxHashMap<(u32, TermId), (u32, u32)>);

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
        let mut number = |hash: u128| {
            let next = self.names.len() as u32;
            *self.names.entry(hash).or_insert(next)
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

    /// Whether the members (indices into the lane's candidates), each asked with the golds of all as its options, may
    /// be a group: no solver gets ahead of luck by it.
    pub fn keep_quiet(&self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) -> bool {
        if lane.are_alike(members) {
            return true;
        }
        let face = |&m: &usize| Some((lane.of.get(m).copied()?, singles.get(m)?.fact.gold));
        let faces: Faces = members.iter().filter_map(face).collect();
        let mut asked = lane.asked.borrow_mut();
        if asked.groups != self.groups || asked.answers.len() >= REMEMBERED {
            asked.answers = FxHashMap::default();
            asked.groups = self.groups;
        }
        if let Some(&quiet) = asked.answers.get(&faces) {
            return quiet;
        }
        let ahead = |before: f32, now: f32| now > 1.0 && before + now > self.groups + 1.0 + AHEAD;
        let scores = self.scores(lane, singles, members);
        let ahead = self.right.iter().zip(&scores).any(|(b, n)| ahead(b.known, n.known) || ahead(b.chosen, n.chosen));
        asked.answers.insert(faces, !ahead);
        !ahead
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

impl LaneStems {
    fn cues(&self, i: usize) -> &[(Part, u32)] {
        self.of.get(i).and_then(|&stem| self.cues.get(stem as usize)).map_or(&[], |cues| cues)
    }

    /// Whether the stems of all members are one: whoever goes by them picks the same option for all, and is right once.
    fn are_alike(&self, members: &[usize]) -> bool {
        let mut stems = members.iter().map(|&m| self.of.get(m));
        let first = stems.next();
        stems.all(|stem| Some(stem) == first)
    }
}

/// One more of the thing with this number.
fn count(counts: &mut Vec<u32>, at: u32) {
    let at = at as usize;
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

impl Known {
    fn add(&mut self, cues: &[(Part, u32)], gold: TermId) {
        for &(_, cue) in cues {
            *self.beside.entry((cue, gold)).or_default() += 1;
            count(&mut self.cues, cue);
        }
        count(&mut self.golds, gold.0);
        self.facts += 1;
    }

    /// Log share of an option among the golds beside a cue, by all facts but the one asked about, whose gold is `own`.
    fn rate(&self, cue: u32, own: TermId, option: TermId) -> f32 {
        let of = |n: Option<&u32>, less: u32| n.copied().unwrap_or(0).saturating_sub(less) as f32;
        let less = u32::from(own == option);
        let cues = of(self.cues.get(cue as usize), 1);
        if cues == 0.0 {
            return 0.0; // seen here alone
        }
        let base = of(self.golds.get(option.0 as usize), less) / self.facts.saturating_sub(1).max(1) as f32;
        ((of(self.beside.get(&(cue, option)), less) + SHRINK * base.max(1e-6)) / (cues + SHRINK)).ln()
    }
}

impl Chosen {
    fn add(&mut self, cues: &[(Part, u32)], option: TermId, right: bool) {
        for &(_, cue) in cues {
            let (hits, offered) = self.0.entry((cue, option)).or_default();
            *hits += u32::from(right);
            *offered += 1;
        }
    }

    fn rate(&self, cue: u32, option: TermId, options: usize) -> f32 {
        let Some(&(hits, offered)) = self.0.get(&(cue, option)) else { return 0.0 };
        let chance = 1.0 / options.max(1) as f32;
        ((hits as f32 + SHRINK * chance) / (offered as f32 + SHRINK) / chance).ln()
    }
}

/// What the parts of a stem say for an option, of which `rate` says what one cue does.
fn said(cues: &[(Part, u32)], rate: impl Fn(u32) -> f32) -> Said {
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

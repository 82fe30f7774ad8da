//! What a stem gives away: how often each concept is the gold beside a noun or a word of a caption, among all facts of
//! the cell and among those chosen so far. Groups are taken only as long as a solver that goes by the stems gets no more
//! of them right than luck would: the second door of the design's section 9, which on the noun level is shut by itself.

use super::candidate::Candidate;
use crate::model::fact::Fact;
use crate::model::term::TermId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// So many imaginary facts of the base rate stand behind every share.
const SHRINK: f32 = 2.0;

/// Log odds closer than this count as equal.
const TIE: f32 = 0.02;

/// So many right answers more than luck a solver may have at any time: with none, small cells stay empty.
const AHEAD: f32 = 1.5;

/// The parts of a stem that a solver may go by.
const PARTS: [Option<Part>; 5] = [Some(Part::Nouns), Some(Part::First), Some(Part::Second), Some(Part::Words), None];

/// A part of a stem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

/// What each cue says for one option, as log odds.
type Rates = SmallVec<[f32; 8]>;

/// The stems of a cell, and what they tell.
#[derive(Debug, Default)]
pub struct Stems {
    names: FxHashMap<String, u32>,
    known: Known,
    chosen: Chosen,
    groups: f32,
    right: [Score; PARTS.len()],
}

/// Right answers of a solver that has counted all facts, and of one that has counted the chosen ones.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    known: f32,
    chosen: f32,
}

/// The cues of one lane's candidates.
#[derive(Debug, Default)]
pub struct LaneStems(Vec<Cues>);

/// How often a cue stands beside a gold, over all facts.
#[derive(Debug, Default)]
struct Known {
    beside: FxHashMap<(u32, TermId), u32>,
    cues: FxHashMap<u32, u32>,
    golds: FxHashMap<TermId, u32>,
    facts: u32,
}

/// How often an option was right, and offered, beside a cue in the items chosen so far.
#[derive(Debug, Default)]
struct Chosen(FxHashMap<(u32, TermId), (u32, u32)>);

impl Stems {
    /// Reads the candidates of one lane and learns from them.
    pub fn learn(&mut self, candidates: &[Candidate]) -> LaneStems {
        let lane = self.read(candidates);
        lane.0.iter().zip(candidates).for_each(|(cues, c)| self.known.add(cues, c.fact.gold));
        lane
    }

    /// Reads candidates: the members of a group inside a picture are among the facts that are learned from.
    pub fn read(&mut self, candidates: &[Candidate]) -> LaneStems {
        let mut texts = Vec::new();
        let cues = candidates.iter().map(|candidate| {
            texts.clear();
            cues(&candidate.fact, &mut texts);
            let mut ids: Cues = texts.iter().map(|(part, text)| (*part, self.number(text))).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        });
        LaneStems(cues.collect())
    }

    fn number(&mut self, text: &str) -> u32 {
        let next = self.names.len() as u32;
        *self.names.entry(text.to_string()).or_insert(next)
    }

    /// Whether the members (indices into the lane's candidates), each asked with the golds of all as its options, may
    /// be a group: no solver gets ahead of luck by it.
    pub fn keep_quiet(&self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) -> bool {
        if lane.are_alike(members) {
            return true;
        }
        let ahead = |before: f32, now: f32| now > 1.0 && before + now > self.groups + 1.0 + AHEAD;
        let scores = self.scores(lane, singles, members);
        !self.right.iter().zip(&scores).any(|(b, n)| ahead(b.known, n.known) || ahead(b.chosen, n.chosen))
    }

    /// How many of the members each solver gets right.
    fn scores(&self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) -> [Score; PARTS.len()] {
        let golds: SmallVec<[TermId; 8]> = members.iter().filter_map(|&m| Some(singles.get(m)?.fact.gold)).collect();
        let mut scores = [Score::default(); PARTS.len()];
        for (at, &gold) in golds.iter().enumerate() {
            let Some(cues) = members.get(at).and_then(|&m| lane.0.get(m)) else { continue };
            let rates = |rate: &dyn Fn(u32, TermId) -> f32| -> Vec<Rates> {
                golds.iter().map(|&option| cues.iter().map(|(_, cue)| rate(*cue, option)).collect()).collect()
            };
            let known = rates(&|cue, option| self.known.rate(cue, gold, option));
            let chosen = rates(&|cue, option| self.chosen.rate(cue, option, golds.len()));
            for (score, part) in scores.iter_mut().zip(PARTS) {
                score.known += share(&known, cues, part, at);
                score.chosen += share(&chosen, cues, part, at);
            }
        }
        scores
    }

    /// Counts a chosen group.
    pub fn count(&mut self, lane: &LaneStems, singles: &[Candidate], members: &[usize]) {
        let luck = [Score { known: 1.0, chosen: 1.0 }; PARTS.len()];
        let scores = if lane.are_alike(members) { luck } else { self.scores(lane, singles, members) };
        for (right, now) in self.right.iter_mut().zip(scores) {
            right.known += now.known;
            right.chosen += now.chosen;
        }
        self.groups += 1.0;
        for &m in members {
            let (Some(cues), Some(member)) = (lane.0.get(m), singles.get(m)) else { continue };
            for option in members.iter().filter_map(|&o| singles.get(o)).map(|o| o.fact.gold) {
                self.chosen.add(cues, option, option == member.fact.gold);
            }
        }
    }
}

impl LaneStems {
    /// Whether the stems of all members are one: whoever goes by them picks the same option for all, and is right once.
    fn are_alike(&self, members: &[usize]) -> bool {
        let mut stems = members.iter().map(|&m| self.0.get(m));
        let first = stems.next();
        stems.all(|stem| Some(stem) == first)
    }
}

impl Known {
    fn add(&mut self, cues: &Cues, gold: TermId) {
        for &(_, cue) in cues {
            *self.beside.entry((cue, gold)).or_default() += 1;
            *self.cues.entry(cue).or_default() += 1;
        }
        *self.golds.entry(gold).or_default() += 1;
        self.facts += 1;
    }

    /// Log share of an option among the golds beside a cue, by all facts but the one asked about, whose gold is `own`.
    fn rate(&self, cue: u32, own: TermId, option: TermId) -> f32 {
        let of = |n: Option<&u32>, less: u32| n.copied().unwrap_or(0).saturating_sub(less) as f32;
        let less = u32::from(own == option);
        let cues = of(self.cues.get(&cue), 1);
        if cues == 0.0 {
            return 0.0; // seen here alone
        }
        let base = of(self.golds.get(&option), less) / self.facts.saturating_sub(1).max(1) as f32;
        ((of(self.beside.get(&(cue, option)), less) + SHRINK * base.max(1e-6)) / (cues + SHRINK)).ln()
    }
}

impl Chosen {
    fn add(&mut self, cues: &Cues, option: TermId, right: bool) {
        for &(_, cue) in cues {
            let (hits, offered) = self.0.entry((cue, option)).or_default();
            *hits += u32::from(right);
            *offered += 1;
        }
    }

    fn rate(&self, cue: u32, option: TermId, options: usize) -> f32 {
        let chance = 1.0 / options.max(1) as f32;
        let (hits, offered) = self.0.get(&(cue, option)).copied().unwrap_or_default();
        ((hits as f32 + SHRINK * chance) / (offered as f32 + SHRINK) / chance).ln()
    }
}

/// What a solver that goes by one part of the stem (by all without one) and takes the best rated option gets for the one
/// at `gold`; ties are split.
fn share(options: &[Rates], cues: &Cues, part: Option<Part>, gold: usize) -> f32 {
    let counts = |p: Part| part.is_none_or(|wanted| wanted == p);
    let said = |rates: &Rates| rates.iter().zip(cues).filter(|(_, (p, _))| counts(*p)).map(|(r, _)| r).sum();
    let rates: SmallVec<[f32; 8]> = options.iter().map(said).collect();
    let best = rates.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let tied = rates.iter().filter(|r| **r >= best - TIE).count();
    if rates.get(gold).is_some_and(|r| *r >= best - TIE) { 1.0 / tied as f32 } else { 0.0 }
}

/// The cues of a fact's stem: its nouns, alone and together, and the words of its caption.
fn cues(fact: &Fact, out: &mut Vec<(Part, String)>) {
    out.push((Part::Nouns, fact.noun_context.clone()));
    let nouns = [(Part::First, "1", &fact.slots.noun), (Part::Second, "2", &fact.slots.noun2)];
    out.extend(nouns.iter().filter_map(|(part, at, noun)| Some((*part, format!("{at} {}", noun.as_deref()?)))));
    if let Some(gap) = &fact.slots.gap {
        let words = [&gap.before, &gap.after].into_iter().flat_map(|t| t.split(|c: char| !c.is_alphanumeric()));
        out.extend(words.filter(|w| w.len() > 2).map(|w| (Part::Words, w.to_lowercase())));
    }
}

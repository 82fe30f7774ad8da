//! What the judge says of a lane's facts. A search asks the same again and again, and many facts are alike in all that
//! the judge looks at: each question is put to it once for all facts of one sort.

use super::candidate::Candidate;
use super::columns::numbered;
use crate::distract::{Judge, veto};
use crate::model::fact::Fact;
use crate::model::term::{INFLECTIONS, TermId};
use std::cell::{Cell, OnceCell};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The questions, as bits of an answer; the bits four places above tell which have been answered.
const SAID: u8 = 1;
const FALSE: u8 = 2;
const BESIDE: u8 = 4;
const ANSWERED: u32 = 4;

/// Bytes that the answers of one lane may take: where every fact is of a sort of its own, as captions are, they could be
/// many. Beyond that the judge is asked again.
const ROOM: usize = 32 << 20;

/// The number of a concept that is no gold of the lane.
const NO_GOLD: u32 = u32::MAX;

/// A concept, and its number among the golds of the lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gold {
    /// The concept.
    pub id: TermId,
    at: u32,
}

/// The answers of a judge about the candidates of one lane.
pub struct Verdicts<'p> {
    judge: &'p Judge<'p>,
    singles: &'p [Candidate],
    /// Number of each term among the lane's golds, by term id.
    numbers: Vec<u32>,
    golds: usize,
    /// By candidate: its sort, and where its picture lies in memory (facts of a scene share one).
    sorts: Vec<u32>,
    pictures: Vec<usize>,
    /// By sort: answers by gold, made when the first is asked for, as long as there is room.
    answers: Vec<OnceCell<Box<[Cell<u8>]>>>,
    room: Cell<usize>,
    /// By inflection: answers by pair of golds.
    pairs: [OnceCell<Box<[Cell<u8>]>>; INFLECTIONS],
}

impl<'p> Verdicts<'p> {
    /// Nothing asked yet.
    pub fn new(singles: &'p [Candidate], judge: &'p Judge) -> Self {
        let (mut numbers, mut golds) = (Vec::new(), 0);
        for candidate in singles {
            let gold = candidate.fact.gold.0 as usize;
            if numbers.len() <= gold {
                numbers.resize(gold + 1, NO_GOLD);
            }
            if numbers[gold] == NO_GOLD {
                numbers[gold] = golds;
                golds += 1;
            }
        }
        let sorts = numbered(singles, Alike);
        let known = sorts.iter().max().map_or(0, |last| last + 1);
        Verdicts {
            judge,
            singles,
            numbers,
            golds: golds as usize,
            pictures: singles.iter().map(|c| Arc::as_ptr(&c.fact.picture).addr()).collect(),
            answers: (0..known).map(|_| OnceCell::new()).collect(),
            sorts,
            room: Cell::new(ROOM),
            pairs: Default::default(),
        }
    }

    /// A concept with its number.
    pub fn gold(&self, concept: TermId) -> Gold {
        Gold { id: concept, at: self.numbers.get(concept.0 as usize).copied().unwrap_or(NO_GOLD) }
    }

    /// What candidate `j` is to a judge: of two with one number every answer is the same.
    pub fn sort(&self, j: usize) -> Option<u32> {
        self.sorts.get(j).copied()
    }

    /// Whether two candidates are of one picture.
    pub fn share_picture(&self, i: usize, j: usize) -> bool {
        self.pictures.get(i) == self.pictures.get(j)
    }

    /// Whether the stem of candidate `i` says a concept.
    pub fn said(&self, i: usize, concept: Gold) -> bool {
        self.ask(i, concept, SAID, |fact| veto::in_stem(fact, concept.id, self.judge.lexicon))
    }

    /// Whether a concept is known to be false of candidate `i` ([`Judge::falsify`]).
    pub fn is_false(&self, i: usize, concept: Gold) -> bool {
        self.ask(i, concept, FALSE, |fact| self.judge.falsify(fact, concept.id).is_ok())
    }

    /// Whether a concept may stand beside the gold of candidate `i` ([`Judge::beside`]).
    pub fn is_beside_gold(&self, i: usize, concept: Gold) -> bool {
        self.ask(i, concept, BESIDE, |fact| self.judge.beside(fact, fact.gold, concept.id).is_ok())
    }

    /// Whether two concepts, neither of them its gold, may stand side by side among the options of candidate `i`.
    pub fn are_beside(&self, i: usize, a: Gold, b: Gold) -> bool {
        let Some(fact) = self.singles.get(i).map(|c| &*c.fact) else { return false };
        let ask = || self.judge.beside(fact, a.id, b.id).is_ok();
        let pairs = self.pairs.get(fact.inflection as usize);
        let pairs = pairs.map(|pairs| pairs.get_or_init(|| vec![Cell::new(0); self.golds * self.golds].into()));
        let known = pairs.filter(|_| a.at != NO_GOLD && b.at != NO_GOLD);
        answered(known.and_then(|p| p.get(a.at as usize * self.golds + b.at as usize)), BESIDE, ask)
    }

    fn ask(&self, i: usize, concept: Gold, question: u8, put: impl Fn(&Fact) -> bool) -> bool {
        let Some(candidate) = self.singles.get(i) else { return false };
        let row = self.sorts.get(i).and_then(|sort| self.answers.get(*sort as usize));
        let row = row.and_then(|row| match row.get() {
            Some(row) => Some(row),
            None => {
                self.room.set(self.room.get().checked_sub(self.golds)?);
                Some(row.get_or_init(|| vec![Cell::new(0); self.golds].into()))
            }
        });
        answered(row.and_then(|row| row.get(concept.at as usize)), question, || put(&candidate.fact))
    }
}

/// The answer to a question, asked once where there is a place for it.
fn answered(place: Option<&Cell<u8>>, question: u8, ask: impl FnOnce() -> bool) -> bool {
    let Some(place) = place else { return ask() };
    let known = place.get();
    if known & (question << ANSWERED) != 0 {
        return known & question != 0;
    }
    let answer = ask();
    place.set(known | question << ANSWERED | if answer { question } else { 0 });
    answer
}

/// A fact, equal to all that a judge cannot tell from it: what holds of it, what is known to be false, how options are
/// written, what its stem says.
struct Alike<'a>(&'a Fact);

impl PartialEq for Alike<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.0, other.0);
        let captions = match (&a.slots.gap, &b.slots.gap) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        captions
            && (a.gold, a.inflection, &a.truth) == (b.gold, b.inflection, &b.truth)
            && a.noun_context.hash() == b.noun_context.hash()
            && (&a.slots.noun, &a.slots.noun2) == (&b.slots.noun, &b.slots.noun2)
            && (&a.closed, &a.denied) == (&b.closed, &b.denied)
    }
}

impl Eq for Alike<'_> {}

impl Hash for Alike<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fact = self.0;
        (fact.gold, fact.inflection, &fact.truth, fact.noun_context.hash()).hash(state);
        fact.slots.gap.as_ref().map(Arc::as_ptr).hash(state);
        (fact.denied.len(), fact.denied.first().map(|(concept, _)| concept)).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distract::band::{Band, Similarity};
    use crate::kind;
    use crate::model::evidence::Tier;
    use crate::model::scene::Axis;
    use crate::target::TARGETS;
    use crate::target::testing::{Build, LEXICON};

    struct Numbers;

    impl Similarity for Numbers {
        fn cosine(&self, a: TermId, b: TermId) -> Option<f32> {
            Some((a.0 * 7 + b.0 * 7) as f32 % 10.0 / 10.0)
        }
    }

    fn scene(first: &str, second: &str, color: &str) -> Build {
        Build::new()
            .region(first, [10, 10, 200, 200])
            .attributes(Axis::Color, &[color])
            .attributes(Axis::Material, &["wood"])
            .region(second, [150, 100, 200, 200])
            .attributes(Axis::Color, &["red", "blue"])
            .relation(0, "on", 1, true)
            .caption(&format!("[1/other A {color} {first}] on [2/other a {second}] ."))
            .coverage(|c| c.verified_absent = vec!["car".into(), first.to_string()])
    }

    /// All facts of a target in one lane, and as concepts all their golds: asked twice, in two orders.
    #[test]
    fn what_is_remembered_is_what_the_judge_says() {
        let scenes =
            [("table", "dog", "red"), ("chair", "cat", "green"), ("table", "dog", "blue"), ("bus", "table", "white")];
        let mut asked = 0;
        for &target in TARGETS {
            let of = |(a, b, color): &(&str, &str, &str)| scene(a, b, color).found(target).facts;
            let facts: Vec<Fact> = scenes.iter().flat_map(of).collect();
            let what = kind::find("what").unwrap();
            let singles: Vec<Candidate> = facts.into_iter().map(|f| Candidate::new(1, Arc::new(f), what)).collect();
            let mut golds: Vec<TermId> = singles.iter().map(|c| c.fact.gold).collect();
            golds.extend(LEXICON.terms(target.domain()).iter().copied().take(3)); // some that are no golds
            for band in [Band::ALL, Band::new(0.2, 0.7).unwrap()] {
                let judge = Judge { lexicon: &LEXICON, similarity: &Numbers, band, min_evidence: Tier::Exhaustive };
                let verdicts = Verdicts::new(&singles, &judge);
                let mut pairs: Vec<(usize, TermId)> =
                    (0..singles.len()).flat_map(|i| golds.iter().map(move |g| (i, *g))).collect();
                for _ in 0..2 {
                    pairs.reverse();
                    for &(i, id) in &pairs {
                        let (fact, gold) = (&*singles[i].fact, verdicts.gold(id));
                        assert_eq!(verdicts.is_false(i, gold), judge.falsify(fact, id).is_ok());
                        assert_eq!(verdicts.said(i, gold), veto::in_stem(fact, id, &LEXICON));
                        assert_eq!(verdicts.is_beside_gold(i, gold), judge.beside(fact, fact.gold, id).is_ok());
                        for other in golds.iter().filter(|g| **g != fact.gold && id != fact.gold) {
                            let beside = judge.beside(fact, id, *other).is_ok();
                            assert_eq!(verdicts.are_beside(i, gold, verdicts.gold(*other)), beside);
                        }
                        asked += 1;
                    }
                }
            }
        }
        assert!(asked > 500, "{asked}");
    }
}

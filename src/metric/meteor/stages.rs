//! The matching stages: every way in which a word or phrase of the candidate may stand for one of the reference.

use super::Resources;
use super::lexicon::Lexicon;
use super::lists::Lists;
use super::paraphrase::{NONE, Paraphrases};
use super::phrases::{Book, Hits, Phrases};

/// Stages in their order; a match knows its stage by its place here.
pub const STAGES: [&str; 4] = ["exact", "stem", "synonym", "paraphrase"];

/// One possible match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Its first word in the reference.
    pub start: u32,
    /// Its first word in the candidate.
    pub other: u32,
    /// Words in the reference.
    pub length: u16,
    /// Words in the candidate.
    pub other_length: u16,
    /// Place of its stage in [`STAGES`].
    pub stage: u8,
}

/// Working memory of the stages.
#[derive(Default)]
pub struct Stager {
    found: Vec<Match>,
    /// Matches sorted by `start`; within one place in the order in which the stages found them.
    pub matches: Vec<Match>,
    /// The matches that start at word `j` of the reference are `matches[from[j] .. from[j + 1]]`.
    pub from: Vec<u32>,
    /// How many matches cover each word of the candidate.
    pub covered1: Vec<u32>,
    /// How many matches cover each word of the reference.
    pub covered2: Vec<u32>,
    places: Lists,
    positions: Vec<u32>,
    book: Book,
    phrases1: Phrases,
    phrases2: Phrases,
    hits: Hits,
}

impl Stager {
    /// With these matches.
    #[cfg(test)]
    pub fn of(found: Vec<Match>, one: usize, two: usize) -> Stager {
        let mut stager = Stager { found, ..Stager::default() };
        stager.arrange(one, two);
        stager
    }

    /// Finds all matches of the candidate's words (`one`) with the reference's (`two`), both given by their numbers.
    pub fn run(&mut self, one: &[u32], two: &[u32], lexicon: &Lexicon, resources: &Resources) {
        self.found.clear();
        self.exact(one, two, lexicon);
        // Equal texts need no other stage, and a search that knew others could go astray.
        if one != two {
            self.stem(one, two, lexicon);
            self.synonym(one, two, lexicon);
            if let Some(table) = &resources.paraphrases {
                self.paraphrase(one, two, lexicon, table);
            }
        }
        self.arrange(one.len(), two.len());
    }

    fn word(&mut self, start: usize, other: u32, stage: u8) {
        self.found.push(Match { start: start as u32, other, length: 1, other_length: 1, stage });
    }

    fn exact(&mut self, one: &[u32], two: &[u32], lexicon: &Lexicon) {
        self.places.clear(lexicon.len());
        one.iter().zip(0..).for_each(|(w, i)| self.places.push(*w, i));
        for (j, w) in two.iter().enumerate() {
            self.found.extend(self.places.of(*w).map(|i| Match {
                start: j as u32,
                other: i,
                length: 1,
                other_length: 1,
                stage: 0,
            }));
        }
    }

    fn stem(&mut self, one: &[u32], two: &[u32], lexicon: &Lexicon) {
        let stem = |w: u32| lexicon.word(w).map_or(NONE, |w| w.stem);
        self.places.clear(lexicon.stems());
        one.iter().zip(0..).for_each(|(w, i)| self.places.push(stem(*w), i));
        for (j, w) in two.iter().enumerate() {
            for i in self.places.of(stem(*w)) {
                if one.get(i as usize) != Some(w) {
                    self.found.push(Match { start: j as u32, other: i, length: 1, other_length: 1, stage: 1 });
                }
            }
        }
    }

    fn synonym(&mut self, one: &[u32], two: &[u32], lexicon: &Lexicon) {
        let sets_of = |w: u32| lexicon.word(w).map(|w| &*w.sets).unwrap_or_default();
        self.places.clear(lexicon.sets());
        for (w, i) in one.iter().zip(0..) {
            sets_of(*w).iter().for_each(|set| self.places.push(*set, i));
        }
        let mut positions = std::mem::take(&mut self.positions);
        for (j, w) in two.iter().enumerate() {
            positions.clear();
            for set in sets_of(*w) {
                positions.extend(self.places.of(*set).filter(|i| one.get(*i as usize) != Some(w)));
            }
            positions.sort_unstable();
            positions.dedup();
            positions.iter().for_each(|i| self.word(j, *i, 2));
        }
        self.positions = positions;
    }

    /// Phrases of the reference that the table rewrites into phrases of the candidate, then the other way around. A pair
    /// that the table has both ways is found twice, as in the reference program: its search counts both.
    fn paraphrase(&mut self, one: &[u32], two: &[u32], lexicon: &Lexicon, table: &Paraphrases) {
        let Stager { book, phrases1, phrases2, hits, found, .. } = self;
        book.tidy();
        phrases1.find(one, lexicon, table, book);
        phrases2.find(two, lexicon, table, book);
        let from = |start, length, other, other_length| Match { start, other, length, other_length, stage: 3 };
        hits.rewrites(phrases2, phrases1, table, book, |(start, length), (other, other_length)| {
            found.push(from(start, length, other, other_length));
        });
        hits.rewrites(phrases1, phrases2, table, book, |(other, other_length), (start, length)| {
            found.push(from(start, length, other, other_length));
        });
    }

    /// Sorts what was found by the reference's word and counts coverage.
    fn arrange(&mut self, one: usize, two: usize) {
        for (list, length) in [(&mut self.covered1, one), (&mut self.covered2, two), (&mut self.from, two + 1)] {
            list.clear();
            list.resize(length, 0);
        }
        for m in &self.found {
            if let Some(n) = self.from.get_mut(m.start as usize + 1) {
                *n += 1;
            }
            let within = |from: u32, length: u16| from as usize..from as usize + usize::from(length);
            self.covered1.get_mut(within(m.other, m.other_length)).into_iter().flatten().for_each(|n| *n += 1);
            self.covered2.get_mut(within(m.start, m.length)).into_iter().flatten().for_each(|n| *n += 1);
        }
        let mut sum = 0;
        for n in &mut self.from {
            sum += *n;
            *n = sum;
        }
        let mut next = self.from.clone();
        let blank = Match { start: 0, other: 0, length: 0, other_length: 0, stage: 0 };
        self.matches.clear();
        self.matches.resize(self.found.len(), blank);
        for m in &self.found {
            if let Some(at) = next.get_mut(m.start as usize) {
                if let Some(slot) = self.matches.get_mut(*at as usize) {
                    *slot = *m;
                }
                *at += 1;
            }
        }
    }

    /// The matches that start at word `j` of the reference, with the index of the first.
    pub fn at(&self, j: usize) -> (usize, &[Match]) {
        let bound = |j: usize| self.from.get(j).map_or(0, |n| *n as usize);
        (bound(j), self.matches.get(bound(j)..bound(j + 1)).unwrap_or_default())
    }
}

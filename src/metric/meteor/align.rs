//! The search for the best set of matches: from left to right over the reference, keeping the forty best beginnings.
//!
//! It reproduces the reference program, oddities included, because scores depend on them: a word matched by stem, synonym
//! or paraphrase counts as half a match *rounded down* while the search compares beginnings, and the distance of a match
//! is charged to the beginnings tried after it.

use super::beam::{BARE, Beam, Choice, NONE, Span, WORD};
use super::stages::{Match, Stager};

/// No match before.
const OPEN: i32 = -1;

/// The beginning of an alignment.
#[derive(Debug, Clone, Copy)]
struct Path {
    /// Smaller is better: less matched words of both texts, as the search counts them, in the upper of 56 bits, and
    /// chunks in the lower half.
    rank: u64,
    /// Decides between equal ranks. The reference program's wraps around at 32 bits, which shows only between beginnings
    /// that lie 2^31 apart.
    distance: u64,
    /// The reference's next word.
    next: u32,
    /// The candidate's word after the last match; [`OPEN`] where the word before was not matched.
    end: i32,
    /// Last link of its chain of chosen matches.
    chain: u32,
    /// Its row of used words of the candidate.
    row: u32,
}

const START: Path = Path { rank: (WORD - 1) * WORD, distance: 0, next: 0, end: OPEN, chain: NONE, row: 0 };

impl Path {
    /// Its rank with a match after what is there.
    #[inline]
    fn with(&self, choice: &Choice) -> u64 {
        self.rank - choice.counted + u64::from(self.end != OPEN && choice.other != self.end)
    }

    /// Its rank with an unmatched word after what is there.
    #[inline]
    fn without(&self) -> u64 {
        self.rank + u64::from(self.end != OPEN)
    }
}

/// Working memory of the search.
#[derive(Default)]
pub struct Aligner {
    /// The chosen match that starts at each word of the reference, by its index; [`NONE`] where none does.
    pub chosen: Vec<u32>,
    fixed: Vec<u32>,
    taken2: Vec<bool>,
    rows: Vec<u64>,
    spare: Vec<u64>,
    chains: Vec<(u32, u32)>,
    paths: Vec<Path>,
    grown: Vec<Path>,
    drafts: Beam,
    /// The matches that may be chosen at the current word of the reference.
    choices: Vec<Choice>,
}

impl Aligner {
    /// Chooses among the stager's matches for texts of `one` (candidate) and `two` (reference) words; the choice is read
    /// with [`Aligner::matches`].
    pub fn run(&mut self, stager: &Stager, one: usize, two: usize) {
        let words = one.div_ceil(64).max(1);
        self.settle(stager, one, two, words);
        self.chains.clear();
        self.paths.clear();
        self.paths.push(START);
        for current in 0..two {
            self.choose(stager, current);
            self.drafts.clear();
            let most = self.choices.iter().map(|c| c.counted).max().unwrap_or(0);
            for at in 0..self.paths.len() {
                self.step(stager, at, current, most, words);
            }
            self.grow(current, words);
        }
        let best = self.paths.iter().min_by_key(|path| (path.without(), path.distance));
        self.chosen.clone_from(&self.fixed);
        let mut link = best.map_or(NONE, |b| b.chain);
        while let Some((index, before)) = self.chains.get(link as usize) {
            if let Some(slot) = stager.matches.get(*index as usize).and_then(|m| self.chosen.get_mut(m.start as usize))
            {
                *slot = *index;
            }
            link = *before;
        }
    }

    /// The chosen matches from left to right; `None` stands for a word of the reference at which none starts.
    pub fn matches<'a>(&'a self, stager: &'a Stager) -> impl Iterator<Item = Option<&'a Match>> {
        self.chosen.iter().map(|index| stager.matches.get(*index as usize))
    }

    /// Matches that nothing competes with are settled before the search.
    fn settle(&mut self, stager: &Stager, one: usize, two: usize, words: usize) {
        self.fixed.clear();
        self.fixed.resize(two, NONE);
        self.taken2.clear();
        self.taken2.resize(two, false);
        self.rows.clear();
        self.rows.resize(words, 0);
        debug_assert_eq!((stager.covered1.len(), stager.covered2.len()), (one, two));
        for j in 0..two {
            let (index, [m]) = stager.at(j) else { continue };
            let alone = |covered: &[u32], from: u32, length: u16| {
                let range = from as usize..from as usize + usize::from(length);
                covered.get(range).is_some_and(|c| c.iter().all(|n| *n == 1))
            };
            if alone(&stager.covered2, m.start, m.length) && alone(&stager.covered1, m.other, m.other_length) {
                if let Some(slot) = self.fixed.get_mut(j) {
                    *slot = index as u32;
                }
                self.taken2.iter_mut().skip(j).take(usize::from(m.length)).for_each(|t| *t = true);
                Span::of(m).mark(&mut self.rows);
            }
        }
    }

    /// Looks up the matches that start at a word of the reference, without those that run into a settled one.
    fn choose(&mut self, stager: &Stager, current: usize) {
        let (first, matches) = stager.at(current);
        let taken2 = &self.taken2;
        let blocked = |m: &Match| taken2.iter().skip(current).take(usize::from(m.length)).any(|taken| *taken);
        self.choices.clear();
        let free = matches.iter().zip(first as u32..).filter(|(m, _)| m.length == 1 || !blocked(m));
        self.choices.extend(free.map(|(m, index)| Choice::new(m, index)));
    }

    /// Drafts what the path at a place may become.
    fn step(&mut self, stager: &Stager, at: usize, current: usize, most: u64, words: usize) {
        let Some(path) = self.paths.get(at) else { return };
        let (at, mut distance) = (at as u32, path.distance);
        if current < path.next as usize {
            return self.drafts.add(path.rank, distance, at, BARE);
        }
        if self.taken2.get(current) == Some(&true) {
            // A settled match is taken; a path that has come into the middle of one ends here.
            let settled = self.fixed.get(path.next as usize).and_then(|index| stager.matches.get(*index as usize));
            if let Some(m) = settled {
                let choice = Choice::new(m, NONE);
                self.drafts.add(path.with(&choice), distance + choice.gap, at, self.choices.len() as u32);
                self.choices.push(choice);
            }
            return;
        }
        if self.drafts.shut(path.rank - most) {
            return;
        }
        let row = path.row as usize * words;
        let row = self.rows.get(row..row + words).unwrap_or_default();
        for (choice, number) in self.choices.iter().zip(0..).filter(|(c, _)| !c.span.used(row)) {
            self.drafts.add(path.with(choice), distance, at, number);
            distance += choice.gap;
        }
        self.drafts.add(path.without(), distance, at, BARE);
    }

    /// Makes paths of the drafts that were kept. Where matches were chosen, each gets a row of its own.
    fn grow(&mut self, current: usize, words: usize) {
        if self.drafts.is_empty() {
            return self.paths.truncate(1);
        }
        let (choices, best) = (&self.choices, self.drafts.best());
        let branches = best.clone().any(|(.., c)| choices.get(c).is_some_and(|c| c.index != NONE));
        self.grown.clear();
        self.spare.clear();
        for ((rank, distance, path, choice), row) in best.zip(0..) {
            let Some(path) = self.paths.get(path) else { continue };
            let mut path = Path { rank, distance, ..*path };
            if branches {
                let from = path.row as usize * words;
                self.spare.extend_from_slice(self.rows.get(from..from + words).unwrap_or_default());
                path.row = row;
            }
            if let Some(choice) = choices.get(choice) {
                (path.next, path.end) = (choice.next, choice.end);
                if choice.index != NONE {
                    let from = row as usize * words;
                    choice.span.mark(self.spare.get_mut(from..).unwrap_or_default());
                    self.chains.push((choice.index, path.chain));
                    path.chain = self.chains.len() as u32 - 1;
                }
            } else if current >= path.next as usize {
                (path.next, path.end) = (path.next + 1, OPEN);
            }
            self.grown.push(path);
        }
        if branches {
            std::mem::swap(&mut self.rows, &mut self.spare);
        }
        std::mem::swap(&mut self.paths, &mut self.grown);
    }
}

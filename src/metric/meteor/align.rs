//! The search for the best set of matches: from left to right over the reference, keeping the forty best beginnings.
//!
//! It reproduces the reference program, oddities included, because scores depend on them: a word matched by stem, synonym
//! or paraphrase counts as half a match *rounded down* while the search compares beginnings, and the distance of a match
//! is charged to the beginnings tried after it.

use super::stages::{Match, Stager};
use std::cmp::Ordering;

/// Beginnings kept.
const BEAM: usize = 40;

/// No match before.
const OPEN: i32 = -1;

/// The beginning of an alignment.
#[derive(Debug, Clone, Copy)]
struct Path {
    /// Matched words of both texts, as the search counts them.
    matched: i32,
    chunks: i32,
    distance: i32,
    /// The reference's next word.
    next: u32,
    /// The candidate's word after the last match; [`OPEN`] where the word before was not matched.
    end: i32,
    /// Last link of its chain of chosen matches.
    chain: u32,
    /// Its row of used words of the candidate.
    row: u32,
    /// The match chosen in this step.
    chosen: u32,
}

const NONE: u32 = u32::MAX;

impl Path {
    fn order(&self, other: &Path) -> Ordering {
        other
            .matched
            .cmp(&self.matched)
            .then(self.chunks.wrapping_sub(other.chunks).cmp(&0))
            .then(self.distance.wrapping_sub(other.distance).cmp(&0))
    }

    /// Adds a match after what is there; the distance is the caller's.
    fn take(&mut self, m: &Match) {
        let counted = |length: u16| i32::from(if m.stage == 0 { length } else { length / 2 });
        self.matched += counted(m.other_length) + counted(m.length);
        if self.end != OPEN && m.other as i32 != self.end {
            self.chunks += 1;
        }
        self.next = m.start + u32::from(m.length);
        self.end = m.other as i32 + i32::from(m.other_length);
    }
}

fn gap(m: &Match) -> i32 {
    (m.start as i32).wrapping_sub(m.other as i32).wrapping_abs()
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
}

impl Aligner {
    /// Chooses among the stager's matches for texts of `one` (candidate) and `two` (reference) words; the choice is read
    /// with [`Aligner::matches`].
    pub fn run(&mut self, stager: &Stager, one: usize, two: usize) {
        let words = one.div_ceil(64).max(1);
        self.settle(stager, one, two, words);
        self.chains.clear();
        let start = Path { matched: 0, chunks: 0, distance: 0, next: 0, end: OPEN, chain: NONE, row: 0, chosen: NONE };
        let mut paths = vec![start];
        let mut next: Vec<Path> = Vec::with_capacity(BEAM + 1);
        for current in 0..two {
            next.clear();
            for path in &paths {
                self.step(stager, *path, current, words, &mut next);
            }
            if next.is_empty() {
                next.extend(paths.first());
            }
            if next.iter().any(|p| p.chosen != NONE) {
                self.branch(&mut next, stager, words);
            }
            std::mem::swap(&mut paths, &mut next);
        }
        for path in &mut paths {
            path.chunks += i32::from(path.end != OPEN);
        }
        let mut best = paths.first().copied();
        for path in paths.get(1..).unwrap_or_default() {
            if best.is_some_and(|b| path.order(&b) == Ordering::Less) {
                best = Some(*path);
            }
        }
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
                mark(&mut self.rows, m);
            }
        }
    }

    fn step(&self, stager: &Stager, mut path: Path, current: usize, words: usize, next: &mut Vec<Path>) {
        path.chosen = NONE;
        if current < path.next as usize {
            return keep(next, path);
        }
        if self.taken2.get(current) == Some(&true) {
            // A settled match is taken; a path that has come into the middle of one ends here.
            let settled = self.fixed.get(path.next as usize).and_then(|index| stager.matches.get(*index as usize));
            if let Some(m) = settled {
                path.take(m);
                path.distance = path.distance.wrapping_add(gap(m));
                keep(next, path);
            }
            return;
        }
        let row = path.row as usize * words;
        let row = self.rows.get(row..row + words).unwrap_or_default();
        let (first, matches) = stager.at(current);
        for (m, index) in matches.iter().zip(first as u32..) {
            let blocked = m.length > 1
                && self.taken2.iter().skip(m.start as usize).take(usize::from(m.length)).any(|taken| *taken);
            if blocked || used(row, m) {
                continue;
            }
            let mut longer = Path { chosen: index, ..path };
            longer.take(m);
            path.distance = path.distance.wrapping_add(gap(m));
            keep(next, longer);
        }
        if path.end != OPEN {
            path.chunks += 1;
            path.end = OPEN;
        }
        path.next += 1;
        keep(next, path);
    }

    /// Gives every kept path a row of its own and links the matches that were chosen.
    fn branch(&mut self, paths: &mut [Path], stager: &Stager, words: usize) {
        self.spare.clear();
        for (path, row) in paths.iter_mut().zip(0..) {
            let from = path.row as usize * words;
            self.spare.extend_from_slice(self.rows.get(from..from + words).unwrap_or_default());
            path.row = row;
            if let Some(m) = stager.matches.get(path.chosen as usize) {
                let from = row as usize * words;
                mark(self.spare.get_mut(from..).unwrap_or_default(), m);
                self.chains.push((path.chosen, path.chain));
                path.chain = self.chains.len() as u32 - 1;
            }
        }
        std::mem::swap(&mut self.rows, &mut self.spare);
    }
}

/// Puts a path into its place among the best; of equals the one that came first stays first.
fn keep(next: &mut Vec<Path>, path: Path) {
    if next.len() >= BEAM {
        if next.last().is_some_and(|last| path.order(last) != Ordering::Less) {
            return;
        }
        next.pop();
    }
    let mut at = next.len();
    while at > 0 && next.get(at - 1).is_some_and(|before| path.order(before) == Ordering::Less) {
        at -= 1;
    }
    next.insert(at, path);
}

fn bits(m: &Match) -> impl Iterator<Item = (usize, u64)> {
    (m.other..m.other + u32::from(m.other_length)).map(|i| (i as usize / 64, 1 << (i % 64)))
}

fn mark(row: &mut [u64], m: &Match) {
    for (word, bit) in bits(m) {
        if let Some(slot) = row.get_mut(word) {
            *slot |= bit;
        }
    }
}

fn used(row: &[u64], m: &Match) -> bool {
    bits(m).any(|(word, bit)| row.get(word).is_some_and(|w| w & bit != 0))
}

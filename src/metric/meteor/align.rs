//! From all matches to the chosen ones: those that nothing competes with, and the best set of the others.

use super::choice::{Layout, NONE, SHORT};
use super::search::Search;
use super::stages::{Match, Stager};

/// Working memory of the choice.
#[derive(Default)]
pub struct Aligner {
    /// The chosen match that starts at each word of the reference, by its index; [`NONE`] where none does.
    pub chosen: Vec<u32>,
    narrow: Search<u64, [u64; SHORT / 64]>,
    wide: Search<u128, Vec<u64>>,
}

impl Aligner {
    /// Chooses among the stager's matches for texts of `one` (candidate) and `two` (reference) words; the choice is read
    /// with [`Aligner::matches`].
    pub fn run(&mut self, stager: &Stager, one: usize, two: usize) {
        self.chosen.clear();
        self.chosen.extend((0..two).map(|j| settled(stager, j)));
        let layout = Layout::of(stager, two);
        // Short texts need half the bits in a key, and no memory of their own for used words.
        if layout.bits() <= u64::BITS && one <= SHORT {
            self.narrow.run(stager, one, &mut self.chosen, &layout);
        } else {
            self.wide.run(stager, one, &mut self.chosen, &layout);
        }
    }

    /// The chosen matches from left to right; `None` stands for a word of the reference at which none starts.
    pub fn matches<'a>(&'a self, stager: &'a Stager) -> impl Iterator<Item = Option<&'a Match>> {
        self.chosen.iter().map(|index| stager.matches.get(*index as usize))
    }
}

/// The match that starts at a word of the reference and shares its words of both texts with no other, or [`NONE`]. Every
/// beginning can take it, since no other match covers its words, so there is nothing to search.
fn settled(stager: &Stager, j: usize) -> u32 {
    let (index, [m]) = stager.at(j) else { return NONE };
    let alone = |covered: &[u32], from: u32, length: u16| {
        let range = from as usize..from as usize + usize::from(length);
        covered.get(range).is_some_and(|c| c.iter().all(|n| *n == 1))
    };
    let alone = alone(&stager.covered2, m.start, m.length) && alone(&stager.covered1, m.other, m.other_length);
    if alone { index as u32 } else { NONE }
}

#[cfg(test)]
mod tests {
    use super::super::choice::BEAM;
    use super::*;
    use crate::rng::item_rng;

    /// A beginning: words not matched, as the search counts them, chunks, distance, next word, end, used words, matches.
    #[derive(Clone)]
    struct Plain(i64, u64, u64, usize, Option<usize>, Vec<bool>, Vec<u32>);

    impl Plain {
        fn with(&self, m: &Match, index: u32, distance: u64) -> Plain {
            let words = if m.stage == 0 { m.length + m.other_length } else { m.length / 2 + m.other_length / 2 };
            let from = m.other as usize;
            let mut path = self.clone();
            path.0 -= i64::from(words);
            path.1 += u64::from(self.4.is_some_and(|end| end != from));
            (path.2, path.3) = (distance, m.start as usize + usize::from(m.length));
            path.4 = Some(from + usize::from(m.other_length));
            path.5[from..from + usize::from(m.other_length)].fill(true);
            path.6.push(index);
            path
        }

        fn without(&self, distance: u64) -> Plain {
            let chunks = self.1 + u64::from(self.4.is_some());
            Plain(self.0, chunks, distance, self.3 + 1, None, self.5.clone(), self.6.clone())
        }
    }

    /// The search as it is told: all that a beginning may become, sorted, and the first forty kept.
    fn plainly(stager: &Stager, one: usize, two: usize) -> Vec<u32> {
        let mut paths = vec![Plain(0, 0, 0, 0, None, vec![false; one], Vec::new())];
        for j in 0..two {
            let mut next = Vec::new();
            for path in &paths {
                if path.3 > j {
                    next.push(path.clone());
                    continue;
                }
                let (first, matches) = stager.at(j);
                let mut distance = path.2;
                let gap = |m: &Match| u64::from(m.start.abs_diff(m.other));
                if settled(stager, j) != NONE {
                    next.push(path.with(&matches[0], first as u32, distance + gap(&matches[0])));
                    continue;
                }
                for (m, index) in matches.iter().zip(first as u32..) {
                    let from = m.other as usize;
                    if !path.5[from..from + usize::from(m.other_length)].contains(&true) {
                        next.push(path.with(m, index, distance));
                        distance += gap(m);
                    }
                }
                next.push(path.without(distance));
            }
            next.sort_by_key(|path| (path.0, path.1, path.2));
            next.truncate(BEAM);
            paths = next;
        }
        let best = paths.iter().min_by_key(|path| (path.0, path.without(0).1, path.2)).unwrap();
        let mut chosen = vec![NONE; two];
        best.6.iter().for_each(|index| chosen[stager.matches[*index as usize].start as usize] = *index);
        chosen
    }

    #[test]
    fn the_search_finds_what_the_plain_one_finds() {
        for seed in 0..400 {
            let mut rng = item_rng(seed, "align", &[]);
            let (one, two) = (1 + rng.below(90), 1 + rng.below(60));
            let most = 1 + rng.below(6);
            let mut found = Vec::new();
            for stage in 0..4 {
                for start in 0..two {
                    for _ in 0..rng.below(most) {
                        let longest = if stage < 3 { 1 } else { 4 };
                        let (length, other_length) = (1 + rng.below(longest), 1 + rng.below(longest));
                        let other = rng.below(one);
                        if start + length <= two && other + other_length <= one {
                            let (start, other) = (start as u32, other as u32);
                            let (length, other_length) = (length as u16, other_length as u16);
                            found.push(Match { start, other, length, other_length, stage });
                        }
                    }
                }
            }
            let stager = Stager::of(found, one, two);
            let want = plainly(&stager, one, two);
            let mut aligner = Aligner::default();
            aligner.run(&stager, one, two);
            assert_eq!(aligner.chosen, want, "seed {seed}");
            let mut chosen: Vec<u32> = (0..two).map(|j| settled(&stager, j)).collect();
            aligner.wide.run(&stager, one, &mut chosen, &Layout::of(&stager, two));
            assert_eq!(chosen, want, "seed {seed}, wide");
        }
    }
}

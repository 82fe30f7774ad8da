//! From all matches to the chosen ones: those that nothing competes with, and the best set of the others.

use super::choice::{Layout, NONE};
use super::search::Search;
use super::stages::{Match, Stager};

/// Working memory of the choice.
#[derive(Default)]
pub struct Aligner {
    /// The chosen match that starts at each word of the reference, by its index; [`NONE`] where none does.
    pub chosen: Vec<u32>,
    narrow: Search<u64>,
    wide: Search<u128>,
}

impl Aligner {
    /// Chooses among the stager's matches for texts of `one` (candidate) and `two` (reference) words; the choice is read
    /// with [`Aligner::matches`].
    pub fn run(&mut self, stager: &Stager, one: usize, two: usize) {
        self.chosen.clear();
        self.chosen.extend((0..two).map(|j| settled(stager, j)));
        let layout = Layout::of(stager, two);
        // Keys of short texts fit into half the bits, which halves what they cost.
        if layout.bits() <= u64::BITS {
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

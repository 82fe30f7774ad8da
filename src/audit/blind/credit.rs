//! What a solver earns on an item: one where it picks the right option alone, a share where several tie.

use crate::audit::entry::Entry;
use rayon::prelude::*;

/// Ratings closer than this are a tie: sums in another order differ by as much.
const TIE: f32 = 1e-6;

/// A solver's credit on every item of a set.
#[derive(Debug, Clone, PartialEq)]
pub struct Credits {
    /// In `[0, 1]`; chance where it did not decide.
    pub credit: Vec<f32>,
    /// Whether it told the options apart.
    pub decided: Vec<bool>,
}

impl Credits {
    /// Of a rule that rates the options of an item, the highest rating being its choice.
    pub fn of(entries: &[Entry], rate: impl Fn(usize) -> Option<Vec<f32>> + Sync) -> Self {
        let all: Vec<(f32, bool)> =
            entries.par_iter().enumerate().map(|(i, entry)| credit(entry, rate(i).as_deref())).collect();
        Credits { credit: all.iter().map(|c| c.0).collect(), decided: all.iter().map(|c| c.1).collect() }
    }
}

/// Credit of one item, and whether its options were told apart.
fn credit(entry: &Entry, ratings: Option<&[f32]>) -> (f32, bool) {
    let chance = entry.chance() as f32;
    let Some(ratings) = ratings.filter(|r| r.len() == entry.choices.len()) else { return (chance, false) };
    let top = ratings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let tied = ratings.iter().filter(|r| **r >= top - TIE).count();
    if tied == ratings.len() {
        return (chance, false);
    }
    let right = ratings.get(entry.gold).is_some_and(|r| *r >= top - TIE);
    (if right { 1.0 / tied as f32 } else { 0.0 }, true)
}

#[cfg(test)]
mod tests {
    use super::super::testing::entry;
    use super::*;

    #[test]
    fn ties_are_shared() {
        let e = entry("1", "q", &["a", "b", "c", "d"], 1);
        assert_eq!(credit(&e, Some(&[0.0, 1.0, 0.0, 0.0])), (1.0, true));
        assert_eq!(credit(&e, Some(&[1.0, 1.0, 0.0, 0.0])), (0.5, true));
        assert_eq!(credit(&e, Some(&[1.0, 0.0, 0.0, 0.0])), (0.0, true));
        assert_eq!(credit(&e, Some(&[1.0; 4])), (0.25, false));
        assert_eq!(credit(&e, None), (0.25, false));
    }
}

//! What a solver earns on an item: one where it picks the right option alone, a share where several tie.

use super::question::Question;
use rayon::prelude::*;

/// Ratings closer than this are a tie: sums in another order differ by as much.
const TIE: f32 = 1e-6;

/// A solver's credit on every item of a set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Credits {
    /// In `[0, 1]`; chance where it did not decide.
    pub credit: Vec<f32>,
    /// Whether it told the options apart.
    pub decided: Vec<bool>,
}

impl Credits {
    /// Of a rule that rates the options of an item, the highest rating being its choice.
    pub fn of<R: AsRef<[f32]>>(questions: &[Question], rate: impl Fn(usize) -> Option<R> + Sync) -> Self {
        let one = |(i, question)| credit(question, rate(i).as_ref().map(R::as_ref));
        let mut all = Credits::default();
        questions.par_iter().enumerate().map(one).unzip_into_vecs(&mut all.credit, &mut all.decided);
        all
    }

    /// Of no items yet, with room for so many.
    pub(super) fn with_capacity(items: usize) -> Self {
        Credits { credit: Vec::with_capacity(items), decided: Vec::with_capacity(items) }
    }

    /// Adds the next item.
    pub(super) fn push(&mut self, (credit, decided): (f32, bool)) {
        self.credit.push(credit);
        self.decided.push(decided);
    }

    /// Adds the items of another part of the set.
    pub(super) fn append(&mut self, mut next: Credits) {
        self.credit.append(&mut next.credit);
        self.decided.append(&mut next.decided);
    }
}

/// Credit of one item, and whether its options were told apart.
pub(super) fn credit(question: &Question, ratings: Option<&[f32]>) -> (f32, bool) {
    let chance = question.chance() as f32;
    let Some(ratings) = ratings.filter(|r| r.len() == question.offers.len()) else { return (chance, false) };
    let top = ratings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let tied = ratings.iter().filter(|r| **r >= top - TIE).count();
    if tied == ratings.len() {
        return (chance, false);
    }
    let right = ratings.get(question.gold).is_some_and(|r| *r >= top - TIE);
    (if right { 1.0 / tied as f32 } else { 0.0 }, true)
}

#[cfg(test)]
mod tests {
    use super::super::testing::entry;
    use super::*;

    #[test]
    fn ties_are_shared() {
        let e = entry("1", "q", &["a", "b", "c", "d"], 1);
        let e = Question::without_terms(&e);
        assert_eq!(credit(&e, Some(&[0.0, 1.0, 0.0, 0.0])), (1.0, true));
        assert_eq!(credit(&e, Some(&[1.0, 1.0, 0.0, 0.0])), (0.5, true));
        assert_eq!(credit(&e, Some(&[1.0, 0.0, 0.0, 0.0])), (0.0, true));
        assert_eq!(credit(&e, Some(&[1.0; 4])), (0.25, false));
        assert_eq!(credit(&e, None), (0.25, false));
    }
}

//! "What would put it right?": a statement, the group's other concepts, and "none of the above" last, which is
//! right exactly when the statement is (paper, "Correction").
//!
//! A group of K concepts makes K items. Statements are a permutation of the golds with exactly one fixed point:
//! every concept is gold once and claimed once, and "none of the above" is right once in K.

use super::{Arrangement, Choice, Kind};
use crate::rng::ItemRng;

/// The text of the last option.
pub const NONE_OF_THE_ABOVE: &str = "none of the above";

/// See the module.
pub struct Correction;

/// A permutation of `0..n` with exactly one fixed point; for two, the identity or the swap, with equal chance.
fn one_fixed_point(n: usize, rng: &mut ItemRng) -> Vec<usize> {
    let mut p: Vec<usize> = (0..n).collect();
    if n == 2 {
        rng.shuffle(&mut p);
        return p;
    }
    loop {
        rng.shuffle(&mut p);
        if n < 2 || p.iter().enumerate().filter(|(i, v)| i == *v).count() == 1 {
            return p;
        }
    }
}

/// The options for one member: the concepts but the claimed one, gold at `letter`, and none of the above.
fn options(gold: usize, claimed: usize, concepts: usize, letter: usize, rng: &mut ItemRng) -> Vec<Choice> {
    let mut rest: Vec<Choice> = (0..concepts).filter(|&c| c != claimed && c != gold).map(Choice::Concept).collect();
    rng.shuffle(&mut rest);
    if gold != claimed {
        rest.insert(letter.min(rest.len()), Choice::Concept(gold));
    }
    rest.push(Choice::Fixed(NONE_OF_THE_ABOVE));
    rest
}

impl Kind for Correction {
    fn name(&self) -> &'static str {
        "correction"
    }

    fn arrange(&self, n: usize, rng: &mut ItemRng) -> Vec<Arrangement> {
        let claimed = one_fixed_point(n, rng);
        let mut letters: Vec<usize> = (0..n.saturating_sub(1)).collect();
        rng.shuffle(&mut letters);
        let mut free = letters.into_iter();
        claimed
            .iter()
            .enumerate()
            .map(|(gold, &claim)| {
                let letter = if gold == claim { n - 1 } else { free.next().unwrap_or(0) };
                Arrangement { statement: Some(claim), options: options(gold, claim, n, letter, rng), answer: letter }
            })
            .collect()
    }

    fn arrange_single(&self, concepts: usize, turn: usize, rng: &mut ItemRng) -> Arrangement {
        let letter = super::letter_in_block(turn, concepts, rng);
        let claim = if letter + 1 == concepts { 0 } else { 1 + rng.below(concepts.saturating_sub(1)) };
        Arrangement { statement: Some(claim), options: options(0, claim, concepts, letter, rng), answer: letter }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::item_rng;

    #[test]
    fn none_of_the_above_is_right_exactly_when_the_statement_is() {
        for g in 0..100u64 {
            for n in [3usize, 4, 5] {
                let group = Correction.arrange(n, &mut item_rng(g, "t", &[]));
                let mut claims: Vec<_> = group.iter().filter_map(|a| a.statement).collect();
                claims.sort_unstable();
                assert_eq!(claims, (0..n).collect::<Vec<_>>(), "each concept is claimed once");
                let mut right = 0;
                for (gold, a) in group.iter().enumerate() {
                    let none = a.options[a.answer] == Choice::Fixed(NONE_OF_THE_ABOVE);
                    assert_eq!(none, a.statement == Some(gold));
                    assert!(none || a.options[a.answer] == Choice::Concept(gold));
                    assert_eq!(a.options.len(), n);
                    assert!(!a.options.contains(&Choice::Concept(a.statement.unwrap())));
                    right += usize::from(none);
                }
                assert_eq!(right, 1);
            }
        }
    }

    #[test]
    fn singles_are_right_in_every_letter_equally_often() {
        let mut counts = [0; 4];
        for turn in 0..400usize {
            let block = (turn / 4) as u64;
            counts[Correction.arrange_single(4, turn, &mut item_rng(block, "t", &[])).answer] += 1;
        }
        assert_eq!(counts, [100; 4]);
    }
}

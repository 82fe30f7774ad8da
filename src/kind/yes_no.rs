//! "Is it so?": (A) Yes (B) No, always in this order (paper, "Yes-or-No").
//!
//! Groups are pairs: the first member's concept is claimed of both, truly of the first and falsely of the second.

use super::{Arrangement, Choice, Kind};
use crate::rng::ItemRng;

/// See the module.
pub struct YesNo;

fn verdict(statement: usize, holds: bool) -> Arrangement {
    Arrangement {
        statement: Some(statement),
        options: vec![Choice::Fixed("Yes"), Choice::Fixed("No")],
        answer: usize::from(!holds),
    }
}

impl Kind for YesNo {
    fn name(&self) -> &'static str {
        "yes_no"
    }
    fn options(&self, _options: usize) -> usize {
        2
    }
    fn group_size(&self, _options: usize) -> usize {
        2
    }
    fn mutual(&self) -> bool {
        false
    }
    fn arrange(&self, _options: usize, _rng: &mut ItemRng) -> Vec<Arrangement> {
        vec![verdict(0, true), verdict(0, false)]
    }
    fn arrange_single(&self, concepts: usize, turn: usize, rng: &mut ItemRng) -> Arrangement {
        let holds = super::letter_in_block(turn, 2, rng) == 0 || concepts < 2;
        verdict(usize::from(!holds), holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::item_rng;

    #[test]
    fn a_pair_claims_one_concept_once_truly_and_once_falsely() {
        let pair = YesNo.arrange(4, &mut item_rng(1, "t", &[]));
        assert_eq!(pair.iter().map(|a| (a.statement, a.answer)).collect::<Vec<_>>(), [(Some(0), 0), (Some(0), 1)]);
    }
}

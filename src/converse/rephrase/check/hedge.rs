//! As sure as before.

use super::{Case, differing};
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::Tag;

pub(super) fn check(case: &Case) -> Option<Reason> {
    let of = |t| t == Tag::Hedge;
    differing(&case.before.keys(of), &case.after.keys(of), "hedge_lost", "hedge_added")
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn no_doubt_is_added_or_dropped() {
        assert_eq!(said("The car is red.", "The car is probably red."), "hedge_added");
        assert_eq!(said("The car is red.", "The car appears to be red."), "hedge_added");
        assert_eq!(said("There are two cars.", "There are about two cars."), "hedge_added");
        assert_eq!(said("The car seems to be red.", "The car is red."), "hedge_lost");
    }
}

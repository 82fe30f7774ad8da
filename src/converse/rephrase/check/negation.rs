//! As many negations as before: none dropped, none added, none doubled.

use super::Case;
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::Tag;

pub(super) fn check(case: &Case) -> Option<Reason> {
    let (before, after) = (case.before.count(|t| t == Tag::Not), case.after.count(|t| t == Tag::Not));
    if after < before {
        return Some(Reason::new("negation_lost", "a negation must stay"));
    }
    (after > before).then(|| Reason::new("negation_added", "no negation may be added"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn negations_are_counted() {
        assert_eq!(said("There is no dog in the picture.", "There is a dog in the picture."), "negation_lost");
        assert_eq!(said("The car isn't red.", "The car is red."), "negation_lost");
        assert_eq!(said("The car is red.", "The car isn't red."), "negation_added");
        assert_eq!(said("The car is not red.", "It is not so that the car is not red."), "negation_added");
        assert_eq!(said("There is no dog in the picture.", "The picture does not show a dog."), "kept");
        assert_eq!(said("The car is blue, not red.", "The car isn't red but blue."), "kept");
        assert_eq!(said("The car is neither red nor blue.", "The car is red or blue."), "negation_lost");
    }
}

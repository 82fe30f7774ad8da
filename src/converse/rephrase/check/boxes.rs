//! The drawn boxes keep their colors.

use super::{Case, differing};
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::Tag;

pub(super) fn check(case: &Case) -> Option<Reason> {
    let of = |t| t == Tag::Box;
    differing(&case.before.keys(of), &case.after.keys(of), "box_lost", "box_added").map(|mut r| {
        r.told = format!("box colors: {}", r.told);
        r
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn boxes_stay() {
        assert_eq!(said("The dog in the red box is brown.", "The dog in the green box is brown."), "box_lost");
        assert_eq!(said("The dog in the red box is brown.", "The dog is brown."), "box_lost");
        assert_eq!(said("The dog in the red box is brown.", "The dog outlined in red is brown."), "kept");
        assert_eq!(said("The object in the red box is a dog.", "The red box shows a dog."), "kept");
        assert_eq!(
            said(
                "The object in the black-and-white dashed box is a dog.",
                "A dog is in the black and white dashed box."
            ),
            "kept"
        );
    }
}

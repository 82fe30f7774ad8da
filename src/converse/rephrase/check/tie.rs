//! Colors, numbers, boxes, relations, actions and denials stay with the things that they are said of.

use super::Case;
use crate::converse::rephrase::reason::Reason;

pub(super) fn check(case: &Case) -> Option<Reason> {
    if let Some(gone) = case.before.claims.ties.difference(&case.after.claims.ties).next() {
        return Some(Reason::new("tie_lost", format!("who is what must stay as it is: {}", gone)));
    }
    let new = case.after.claims.ties.difference(&case.before.claims.ties).next()?;
    Some(Reason::new("tie_added", format!("who is what must stay as it is, without: {}", new)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn everything_stays_with_its_thing() {
        for (turn, lie) in [
            ("The red car is next to the blue truck.", "The blue car is next to the red truck."),
            ("The man is to the left of the dog.", "The dog is to the left of the man."),
            (
                "The dog in the red box is larger than the cat in the green box.",
                "The cat in the red box is larger than the dog in the green box.",
            ),
            ("There are two dogs and three cats.", "There are three dogs and two cats."),
            ("There is a cat, but no dog.", "There is a dog, but no cat."),
            ("The car is blue, not red.", "The car is red, not blue."),
            (
                "The statement says that the car is red, but it is blue.",
                "The statement says that the car is blue, but it is red.",
            ),
            ("The dog is brown and the cat is not black.", "The dog is not brown and the cat is black."),
            ("The man is riding the horse.", "The horse is riding the man."),
            ("The horse is ridden by the man.", "The man is ridden by the horse."),
            ("A man with a dog is sitting.", "A dog with a man is sitting."),
            ("The dog is brown and the cat black.", "The dog is black and the cat brown."),
            (
                "The dog in the red box is brown and the dog in the green box is black.",
                "The dog in the red box is black and the dog in the green box is brown.",
            ),
            ("The big dog is brown and the small dog is black.", "The big dog is black and the small dog is brown."),
            (
                "The one in the red box is brown and the one in the green box is black.",
                "The one in the red box is black and the one in the green box is brown.",
            ),
            ("A man and a dog.", "A dog and a man."),
            ("Red and blue.", "Blue and red."),
            ("The wooden bench is left of the metal cart.", "The metal bench is left of the wooden cart."),
        ] {
            assert!(said(turn, lie).starts_with("tie"), "{lie}: {}", said(turn, lie));
        }
        for (turn, honest) in [
            ("The car is blue, not red.", "The car isn't red; it's blue."),
            ("The dog is brown.", "It's a brown dog."),
            ("The man is to the left of the dog.", "To the left of the dog, there is a man."),
            ("The horse is ridden by the man.", "The man is riding the horse."),
            ("The dog is in the red box.", "In the red box, there is a dog."),
        ] {
            assert_eq!(said(turn, honest), "kept", "{honest}");
        }
    }
}

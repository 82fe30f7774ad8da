//! Numbers, and the words that count without one: all, both, another, only, or.

use super::{Case, differing};
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::Tag;

pub(super) fn check(case: &Case) -> Option<Reason> {
    let keys = |of: fn(Tag) -> bool| (case.before.keys(of), case.after.keys(of));
    let (before, after) = keys(|t| t == Tag::Number);
    differing(&before, &after, "number_lost", "number_added")
        .or_else(|| {
            let (before, after) = keys(|t| t == Tag::Amount);
            differing(&before, &after, "amount_lost", "amount_added")
        })
        .or_else(|| {
            let (before, after) = keys(|t| t == Tag::Or);
            differing(&before, &after, "choice_lost", "choice_added")
        })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{asked, said};

    #[test]
    fn numbers_stay_in_words_or_digits() {
        assert_eq!(said("There are two dogs.", "There are three dogs."), "number_lost");
        assert_eq!(said("There are two dogs.", "I can see 2 dogs."), "kept");
        assert_eq!(said("There are two dogs.", "There is a pair of dogs."), "kept");
        assert_eq!(said("There are twenty-one dogs.", "There are twenty dogs."), "number_lost");
        assert_eq!(said("There are twelve eggs.", "There are a dozen eggs."), "kept");
        assert_eq!(said("There are two dogs.", "There are a dozen dogs."), "number_lost");
        assert_eq!(said("There is a dog.", "There is one dog."), "number_added");
        assert_eq!(said("Both dogs are brown.", "One dog is brown."), "number_added");
        assert_eq!(said("Both dogs are brown.", "The dogs are brown."), "amount_lost");
        assert_eq!(said("There is a dog.", "There is only a dog."), "amount_added");
        assert_eq!(asked("Is the dog brown or black?", "Is the dog brown and black?"), "choice_lost");
    }
}

//! Yes stays yes, true stays true.

use super::Case;
use crate::converse::rephrase::reading::Reading;
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::Tag;
use crate::model::dialogue::Speaker;

/// The verdicts in their order, as right or wrong; one repeated at once counts once.
fn row(reading: &Reading, open: bool) -> Vec<&'static str> {
    let mut out: Vec<&'static str> = Vec::new();
    for m in reading.mentions.iter().filter(|m| m.tag == Tag::Verdict) {
        let sign = match m.key.as_str() {
            "no" | "false" => "wrong",
            "not false" => "not wrong",
            _ if open => continue,
            _ => "right",
        };
        if out.last() != Some(&sign) {
            out.push(sign);
        }
    }
    out
}

/// Whether a verdict of these names is given.
fn given(reading: &Reading, names: &[&str]) -> bool {
    reading.mentions.iter().any(|m| m.tag == Tag::Verdict && names.contains(&m.key.as_str()))
}

pub(super) fn check(case: &Case) -> Option<Reason> {
    let open = case.speaker == Speaker::User;
    let (before, after) = (row(case.before, open), row(case.after, open));
    if before != after {
        let told = match before.is_empty() {
            true => "the turn gives no verdict, so give none".to_string(),
            false => format!("the verdict must stay as it is ({})", before.join(", then ")),
        };
        return Some(Reason::new("verdict_changed", told));
    }
    // "Yes, there I see a cup, so the statement is wrong": a yes before everything answers the question.
    let first = |r: &Reading| {
        let opening = r.mentions.iter().find(|m| !matches!(m.tag, Tag::Free | Tag::Comma | Tag::Stop(_)));
        opening.filter(|m| m.tag == Tag::Verdict).map(|m| matches!(m.key.as_str(), "yes" | "no"))
    };
    if first(case.after) == Some(true) && first(case.before).is_none() && !given(case.before, &["yes", "no"]) {
        return Some(Reason::new("verdict_changed", "the turn does not begin with yes or no"));
    }
    let plain = |r: &Reading| r.count_of(|m| m.tag == Tag::Verdict && matches!(m.key.as_str(), "yes" | "no"));
    if plain(case.after) > plain(case.before).max(1) {
        return Some(Reason::new("verdict_changed", "say yes or no once"));
    }
    // "correct" does for either: for yes where the turn says yes, for true where it says true.
    for names in [["yes", "no"], ["true", "false"]] {
        let (was, is) = (given(case.before, &names), given(case.after, &names));
        let either = given(case.before, &["right"]) || given(case.after, &["right"]);
        if (!open || names[0] == "yes") && was != is && !either {
            return Some(Reason::new(
                "verdict_changed",
                format!("say {} or {} where the turn says it, and only there", names[0], names[1]),
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{asked, said};

    #[test]
    fn verdicts_stay() {
        assert_eq!(said("Yes, the car is red.", "No, the car is red."), "verdict_changed");
        assert_eq!(said("Yes, the car is red.", "The car is red."), "verdict_changed");
        assert_eq!(said("Yes, the car is red.", "That's right, the car is red."), "kept");
        assert_eq!(said("The statement is false.", "The statement is true."), "verdict_changed");
        assert_eq!(said("The statement is false.", "The statement is not true."), "kept");
        assert_eq!(said("The statement is false.", "The statement is not false."), "verdict_changed");
        assert_eq!(said("The statement is true.", "That statement is correct."), "kept");
        assert_eq!(said("The car is red.", "No, the car is red."), "verdict_changed");
        assert_eq!(asked("Is it true that the car is red?", "Is the car red?"), "kept");
        assert_eq!(asked("Is it true that the car is red?", "Is it false that the car is red?"), "verdict_changed");
    }
}

//! A question stays a question about the same thing, a statement a statement.

use super::{Case, differing};
use crate::converse::rephrase::reading::Reading;
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::{Mention, Tag};
use crate::model::dialogue::Speaker;

pub(super) fn check(case: &Case) -> Option<Reason> {
    let asks = |asks: &[bool]| asks.iter().any(|a| *a);
    let (before, after) = (asks(&case.before.asks), asks(&case.after.asks));
    if before && !after {
        return Some(Reason::new("question_lost", "the turn asks, so it must still ask"));
    }
    if after && !before {
        return Some(Reason::new("question_added", "the turn states, so it must not ask"));
    }
    if case.speaker == Speaker::Assistant && case.before.asks.last() != case.after.asks.last() {
        return Some(Reason::new("question_moved", "end as the turn ends: with the question or with the statement"));
    }
    // "The statement says that …": who says it now? A quoted word may be said of the statement either way.
    let clauses = |r: &Reading| {
        let said = |pair: &&[Mention]| {
            pair.first().is_some_and(|m| m.tag == Tag::Said) && pair.get(1).is_none_or(|m| m.tag != Tag::Quote)
        };
        r.mentions.windows(2).filter(said).count()
    };
    if case.speaker == Speaker::Assistant && clauses(case.after) > clauses(case.before) && !reported(case.before) {
        return Some(Reason::new("report_added", "nobody is quoted in the turn"));
    }
    let reports = |r: &Reading| r.count_of(|m| m.tag == Tag::Said || m.tag == Tag::Meta && m.key == "claim") > 0;
    if reports(case.after) && !reports(case.before) {
        return Some(Reason::new("report_added", "nobody is quoted in the turn"));
    }
    if !before {
        return None;
    }
    if case.speaker == Speaker::Assistant {
        let open = |r: &Reading| {
            r.count_of(|m| {
                m.tag == Tag::Wh || m.tag == Tag::Focus && matches!(m.key.as_str(), "place" | "why" | "how" | "when")
            })
        };
        let changed = (open(case.before) == 0) != (open(case.after) == 0);
        return changed.then(|| Reason::new("focus_changed", "ask the same question"));
    }
    let (mut was, mut is) = (case.before.focus(), case.after.focus());
    // "What was it made of?" and "Which material was it made of?" ask the same.
    if was.len() + is.len() > 2 || case.before.has_word(&["about"]) {
        was.remove("what");
        is.remove("what");
    }
    differing(&was, &is, "focus_changed", "focus_changed").map(|mut r| {
        r.told = format!("ask the same question: {}", r.told);
        r
    })
}

/// Whether a turn speaks of what the statement claims.
fn reported(reading: &Reading) -> bool {
    reading.claims.ties.iter().any(|tie| tie.starts_with("reported"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{asked, said};

    #[test]
    fn questions_and_statements() {
        assert_eq!(asked("What color is the car?", "The color of the car is red."), "question_lost");
        assert_eq!(asked("What color is the car?", "Tell me the color of the car."), "kept");
        assert_eq!(asked("What color is the car?", "Where is the car?"), "focus_changed");
        assert_eq!(asked("Is there a car in the picture?", "What car is in the picture?"), "focus_changed");
        assert_eq!(asked("How many cars are there?", "What number of cars is there?"), "kept");
        assert_eq!(said("The car is red.", "Is the car red?"), "question_added");
        assert_eq!(said("The car is red.", "The car is red, right?"), "question_added");
        assert_eq!(said("Is it red? It is red.", "It is red. Is it red?"), "question_moved");
        assert_eq!(said("The car is red.", "The claim is that the car is red."), "report_added");
    }
}

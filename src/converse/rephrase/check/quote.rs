//! What is quoted stays where it is: the word that the picture shows does not become the word that the statement has.

use super::Case;
use crate::converse::rephrase::reading::Reading;
use crate::converse::rephrase::reason::Reason;

/// Words up to which a quotation is a value; longer ones are statements, which may be worded otherwise.
const VALUE: usize = 4;

/// The quotations in their order: a value as it is, of a statement only that there is one.
fn quoted(reading: &Reading) -> Vec<String> {
    let words: Vec<&str> = reading.words.iter().collect();
    let inside = words.split(|w| *w == "\"").skip(1).step_by(2);
    inside.map(|q| if q.len() <= VALUE { q.join(" ") } else { String::new() }).collect()
}

pub(super) fn check(case: &Case) -> Option<Reason> {
    let (before, after) = (quoted(case.before), quoted(case.after));
    let moved = before.len() == after.len() && before != after;
    moved.then(|| Reason::new("quote_moved", format!("quote in the same order: {}", before.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn quotations_keep_their_places() {
        let turn =
            "The sentence says \"three\", but \"two\" would be right. It should read: \"There are two dogs in it.\"";

        let swapped = turn.replace("\"three\"", "\"x\"").replace("\"two\"", "\"three\"").replace("\"x\"", "\"two\"");
        assert_eq!(said(turn, &swapped), "quote_moved");
        assert_eq!(said(turn, &turn.replace("would be right", "is right")), "kept");
    }
}

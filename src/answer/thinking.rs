//! Where the thinking of a reasoning model ends and what it says begins.

use super::reading::Reading;
use super::rules::RULES;
use super::{Found, Rule};
use crate::model::score::Outcome;

/// What was found about thinking.
pub struct Thought {
    /// Byte at which the answer begins.
    pub from: usize,
    /// The thinking was opened and never closed: the response was cut.
    pub open: bool,
}

const OPEN: &[&str] = &[
    "<think>",
    "<thinking>",
    "<thought>",
    "<reasoning>",
    "◁think▷",
    "[THINK]",
    "<|begin_of_thought|>",
    "<|channel|>analysis",
];
const CLOSE: &[&str] = &[
    "</think>",
    "</thinking>",
    "</thought>",
    "</reasoning>",
    "◁/think▷",
    "[/THINK]",
    "<|end_of_thought|>",
    "<|channel|>final<|message|>",
];

/// Finds the end of the thinking. A closing tag without an opening one counts: templates open it in the prompt.
pub fn strip(response: &str) -> Thought {
    let from = tag_starts(response).rev().find_map(|at| tag_at(response, at, CLOSE)).unwrap_or(0);
    let rest = response.get(from..).unwrap_or("");
    Thought { from, open: tag_starts(rest).any(|at| tag_at(rest, at, OPEN).is_some()) }
}

/// The bytes that may begin a tag: every tag begins with one of three.
fn tag_starts(text: &str) -> impl DoubleEndedIterator<Item = usize> {
    memchr::memchr3_iter(b'<', b'[', 0xE2, text.as_bytes())
}

/// The byte behind the tag that stands at `at`.
fn tag_at(text: &str, at: usize, tags: &[&str]) -> Option<usize> {
    let rest = text.get(at..)?;
    tags.iter().find(|tag| rest.starts_with(**tag)).map(|tag| at + tag.len())
}

/// Some models forget the closing tag: an explicit statement that is the very end of the response still counts.
pub fn closing_statement(reading: &Reading) -> Option<(&'static str, Found)> {
    let end = reading.text.trim_end().len();
    RULES
        .iter()
        .filter(|r: &&&'static dyn Rule| r.tier() == 1)
        .filter_map(|r| r.find(reading).map(|f| (r.name(), f)))
        .filter(|(_, f)| f.outcome == Outcome::Chosen && f.span.1 + 8 >= end)
        .max_by_key(|(_, f)| f.span.0)
}

#[cfg(test)]
mod tests {
    use super::super::{Options, read};
    use super::*;

    #[test]
    fn thinking_is_not_an_answer() {
        let options = Options::new(&["cat", "dog"]);
        for (text, outcome, set) in [
            ("<think>It may be A.</think>B", Outcome::Chosen, Some(1)),
            ("It may be A. The answer is A.</think>\n\nThe answer is B.", Outcome::Chosen, Some(1)),
            ("<think>The answer is A, or perhaps", Outcome::Truncated, None),
            ("<think>Long thoughts. A cat is possible, the dog too. Answer: B", Outcome::Chosen, Some(1)),
            ("<think>x</think>", Outcome::Empty, None),
        ] {
            let a = read(&options, text);
            assert_eq!((a.outcome, a.chosen()), (outcome, set), "{text}");
        }
        let a = read(&options, "<think>A?</think> B");
        assert_eq!(a.span, Some((18, 19)));
    }
}

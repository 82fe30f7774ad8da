//! A stem whose article or verb fits some options only.

use super::{Cx, Rule, text};

/// The option that agrees with the stem's article and number.
pub(super) struct Agreement;

const SINGULAR: [&str; 9] = ["a", "an", "one", "this", "that", "each", "is", "was", "has"];
const PLURAL: [&str; 12] =
    ["are", "were", "these", "those", "many", "several", "some", "two", "three", "four", "have", "both"];

/// Whether a noun reads like a plural.
fn plural(text: &str) -> bool {
    let last = text::words(text).last().unwrap_or_default();
    ["people", "men", "women", "children", "feet", "teeth", "mice"].contains(&last.as_str())
        || (last.len() > 2 && last.ends_with('s') && !["ss", "us", "is"].iter().any(|e| last.ends_with(e)))
}

/// The word before the gap, or the last word of a stem that breaks off.
pub(super) fn before_gap(question: &str) -> Option<String> {
    let stem = match question.find("__") {
        Some(at) => question.get(..at)?,
        None => question.trim_end().trim_end_matches([':', '…']),
    };
    (stem.len() < question.len() || !question.trim_end().ends_with(['?', '.'])).then(|| text::words(stem).last())?
}

/// How well an option fits behind a word, 0 where nothing is told.
pub(super) fn fit(before: &str, option: &str) -> f32 {
    let vowel = option.trim().starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let article = match before {
        "an" => {
            if vowel {
                1.0
            } else {
                -1.0
            }
        }
        "a" => {
            if vowel {
                -1.0
            } else {
                1.0
            }
        }
        _ => 0.0,
    };
    let number = match plural(option) {
        true if SINGULAR.contains(&before) => -1.0,
        false if PLURAL.contains(&before) => -1.0,
        _ => 0.0,
    };
    article + number
}

impl Rule for Agreement {
    fn name(&self) -> &'static str {
        "agreement"
    }
    fn what(&self) -> &'static str {
        "the option that fits the article or the number before the gap"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        let entry = cx.entries.get(item)?;
        let before = before_gap(&entry.question)?;
        Some(entry.choices.iter().map(|c| fit(&before, c)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entry, with_cx};
    use super::*;

    #[test]
    fn an_article_or_a_verb_gives_it_away() {
        let rate = |q: &str, options: &[&str]| {
            let entries = [entry("1", q, options, 0)];
            with_cx(&entries, |cx| Agreement.rate(cx, 0))
        };
        assert_eq!(rate("It is an ____.", &["apple", "pear"]), Some(vec![1.0, -1.0]));
        assert_eq!(rate("There are ____ on the table.", &["apples", "pear"]), Some(vec![0.0, -1.0]));
        assert_eq!(rate("This is a", &["apple", "pear"]), Some(vec![-1.0, 1.0]));
        assert_eq!(rate("What is it?", &["apple", "pears"]), None);
    }
}

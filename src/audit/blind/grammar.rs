//! A stem whose article or verb fits some options only.

use super::measure::Item;
use super::question::Ratings;
use super::{Rule, words::words};
use std::borrow::Cow;

/// The option that agrees with the stem's article and number.
pub(super) struct Agreement;

const SINGULAR: [&str; 9] = ["a", "an", "one", "this", "that", "each", "is", "was", "has"];
const PLURAL: [&str; 12] =
    ["are", "were", "these", "those", "many", "several", "some", "two", "three", "four", "have", "both"];

/// Whether a noun reads like a plural.
fn plural(text: &str) -> bool {
    let last = words(text).last().unwrap_or_default();
    ["people", "men", "women", "children", "feet", "teeth", "mice"].contains(&last.as_ref())
        || (last.len() > 2 && last.ends_with('s') && !["ss", "us", "is"].iter().any(|e| last.ends_with(e)))
}

/// The word before the gap, or the last word of a stem that breaks off.
pub(super) fn before_gap(question: &str) -> Option<String> {
    let stem = match question.find("__") {
        Some(at) => question.get(..at)?,
        None => question.trim_end().trim_end_matches([':', '…']),
    };
    (stem.len() < question.len() || !question.trim_end().ends_with(['?', '.']))
        .then(|| words(stem).last().map(Cow::into_owned))?
}

/// How an option agrees with what stands before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noun {
    vowel: bool,
    plural: bool,
}

impl Noun {
    /// Of an option's text.
    pub fn of(option: &str) -> Self {
        let vowel = option.trim().starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
        Noun { vowel, plural: plural(option) }
    }

    /// How well it fits behind a word, 0 where nothing is told.
    pub fn fit(self, before: &str) -> f32 {
        let article = match (before, self.vowel) {
            ("an", true) | ("a", false) => 1.0,
            ("an", false) | ("a", true) => -1.0,
            _ => 0.0,
        };
        let number = match self.plural {
            true if SINGULAR.contains(&before) => -1.0,
            false if PLURAL.contains(&before) => -1.0,
            _ => 0.0,
        };
        article + number
    }
}

impl Rule for Agreement {
    fn name(&self) -> &'static str {
        "agreement"
    }
    fn what(&self) -> &'static str {
        "the option that fits the article or the number before the gap"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        let before = item.asked.before_gap.as_deref()?;
        Some(item.choices.iter().map(|c| c.noun.fit(before)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entry, with_item};
    use super::*;

    #[test]
    fn an_article_or_a_verb_gives_it_away() {
        let rate = |q: &str, options: &[&str]| {
            with_item(&entry("1", q, options, 0), |item| Agreement.rate(item).map(|r| r.to_vec()))
        };
        assert_eq!(rate("It is an ____.", &["apple", "pear"]), Some(vec![1.0, -1.0]));
        assert_eq!(rate("There are ____ on the table.", &["apples", "pear"]), Some(vec![0.0, -1.0]));
        assert_eq!(rate("This is a", &["apple", "pear"]), Some(vec![-1.0, 1.0]));
        assert_eq!(rate("What is it?", &["apple", "pears"]), None);
    }
}

//! Rules on position, length, form, and the question's own words.

use super::Rule;
use super::measure::Item;
use super::question::Ratings;
use super::text::{Asked, Choice, Texts};

/// Always the first option.
pub(super) struct First;
/// Always the last option.
pub(super) struct Last;
/// The longest concept.
pub(super) struct Longest;
/// The shortest concept.
pub(super) struct Shortest;
/// The option that is written unlike the others.
pub(super) struct OddForm;
/// The option that shares most words with the question.
pub(super) struct SaysTheQuestion;
/// The option that shares fewest words with the question.
pub(super) struct AvoidsTheQuestion;

impl Rule for First {
    fn name(&self) -> &'static str {
        "first"
    }
    fn what(&self) -> &'static str {
        "the first option"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        Some((0..item.choices.len()).map(|o| f32::from(u8::from(o == 0))).collect())
    }
}

impl Rule for Last {
    fn name(&self) -> &'static str {
        "last"
    }
    fn what(&self) -> &'static str {
        "the last option"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        let n = item.choices.len();
        Some((0..n).map(|o| f32::from(u8::from(o + 1 == n))).collect())
    }
}

/// Rates concepts by their length in characters times `sign`; fixed texts are never chosen.
fn by_length(item: &Item, sign: f32) -> Option<Ratings> {
    let question = item.question;
    let rate = |(o, c): (usize, &&Choice)| if question.is_fixed(o) { f32::MIN } else { sign * c.length as f32 };
    (question.concepts().count() > 1).then(|| item.choices.iter().enumerate().map(rate).collect())
}

impl Rule for Longest {
    fn name(&self) -> &'static str {
        "longest"
    }
    fn what(&self) -> &'static str {
        "the longest option"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        by_length(item, 1.0)
    }
}

impl Rule for Shortest {
    fn name(&self) -> &'static str {
        "shortest"
    }
    fn what(&self) -> &'static str {
        "the shortest option"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        by_length(item, -1.0)
    }
}

/// What a text looks like: number of words, capital first letter, end mark, digits, hyphen, article.
pub(super) fn form(text: &str) -> [u8; 6] {
    let text = text.trim();
    let is = |b: bool| u8::from(b);
    let first = text.split_whitespace().next().unwrap_or("").to_lowercase();
    [
        text.split_whitespace().count().min(9) as u8,
        is(text.starts_with(char::is_uppercase)),
        is(text.ends_with(['.', '!', '?', ';'])),
        is(text.contains(|c: char| c.is_ascii_digit())),
        is(text.contains(['-', '/', '(', ','])),
        match first.as_str() {
            "a" | "an" => 1,
            "the" => 2,
            _ => 0,
        },
    ]
}

impl Rule for OddForm {
    fn name(&self) -> &'static str {
        "odd_form"
    }
    fn what(&self) -> &'static str {
        "the option written unlike the others: words, capital, end mark, digits, hyphen, article"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        let (concepts, choices) = (item.question.concepts(), &item.choices);
        if concepts.clone().count() < 3 {
            return None;
        }
        let trait_of = |o: usize, k: usize| choices[o].form[k];
        // How many traits are an option's alone, and how many of these are odd: a trait is only odd where the others
        // agree on it.
        let alone_and_odd = |o: usize| {
            let others = concepts.clone().filter(|&p| p != o);
            let alone = (0..6).filter(|&k| others.clone().all(|p| trait_of(p, k) != trait_of(o, k)));
            let agreed = |k: &usize| {
                let mut values = others.clone().map(|p| trait_of(p, *k));
                let first = values.next();
                values.all(|v| Some(v) == first)
            };
            (alone.clone().count() as f32, alone.filter(agreed).count() as f32)
        };
        let rate = |o: usize| {
            if item.question.is_fixed(o) {
                return -1.0;
            }
            let (alone, odd) = alone_and_odd(o);
            odd + alone * 1e-3
        };
        Some((0..choices.len()).map(rate).collect())
    }
}

/// Words that every question and option may have.
const PLAIN: [&str; 12] = ["a", "an", "the", "of", "in", "on", "to", "is", "are", "and", "with", "at"];

/// Whether it is a word that every question and option may have.
pub(super) fn is_plain(word: &str) -> bool {
    PLAIN.contains(&word)
}

/// The share of each option's words that the question has too, and parts of words at a discount.
pub(super) fn overlap(texts: &Texts, asked: &Asked, choices: &[&Choice]) -> Ratings {
    let hit = |w: &u32| -> f32 {
        if asked.words.contains(w) {
            1.0
        } else if texts.name(*w).len() > 4 && asked.words.iter().any(|q| texts.stem(*q) == texts.stem(*w)) {
            0.5
        } else {
            0.0
        }
    };
    let share = |words: &[u32]| words.iter().map(hit).sum::<f32>() / words.len().max(1) as f32;
    choices.iter().map(|c| share(&c.telling)).collect()
}

impl Rule for SaysTheQuestion {
    fn name(&self) -> &'static str {
        "says_the_question"
    }
    fn what(&self) -> &'static str {
        "the option that shares most words with the question"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        Some(item.overlap.clone())
    }
}

impl Rule for AvoidsTheQuestion {
    fn name(&self) -> &'static str {
        "avoids_the_question"
    }
    fn what(&self) -> &'static str {
        "the option that shares fewest words with the question"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        Some(item.overlap.iter().map(|v| -v).collect())
    }
}

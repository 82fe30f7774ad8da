//! Rules on position, length, form, and the question's own words.

use super::{Cx, Rule, text};

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
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        Some((0..cx.entries.get(item)?.choices.len()).map(|o| f32::from(u8::from(o == 0))).collect())
    }
}

impl Rule for Last {
    fn name(&self) -> &'static str {
        "last"
    }
    fn what(&self) -> &'static str {
        "the last option"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        let n = cx.entries.get(item)?.choices.len();
        Some((0..n).map(|o| f32::from(u8::from(o + 1 == n))).collect())
    }
}

/// Rates concepts by their length in characters times `sign`; fixed texts are never chosen.
fn by_length(cx: &Cx, item: usize, sign: f32) -> Option<Vec<f32>> {
    let entry = cx.entries.get(item)?;
    if (0..entry.choices.len()).filter(|&o| !entry.is_fixed(o)).count() < 2 {
        return None;
    }
    let length = |text: &str| sign * text.trim().chars().count() as f32;
    let rate = |(o, c): (usize, &String)| if entry.is_fixed(o) { f32::MIN } else { length(c) };
    Some(entry.choices.iter().enumerate().map(rate).collect())
}

impl Rule for Longest {
    fn name(&self) -> &'static str {
        "longest"
    }
    fn what(&self) -> &'static str {
        "the longest option"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        by_length(cx, item, 1.0)
    }
}

impl Rule for Shortest {
    fn name(&self) -> &'static str {
        "shortest"
    }
    fn what(&self) -> &'static str {
        "the shortest option"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        by_length(cx, item, -1.0)
    }
}

/// What a text looks like: number of words, capital first letter, end mark, digits, hyphen, article.
fn form(text: &str) -> [u8; 6] {
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
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        let entry = cx.entries.get(item)?;
        let concepts: Vec<usize> = (0..entry.choices.len()).filter(|&o| !entry.is_fixed(o)).collect();
        if concepts.len() < 3 {
            return None;
        }
        let forms: Vec<[u8; 6]> = entry.choices.iter().map(|c| form(c)).collect();
        let alone = |o: usize| -> f32 {
            (0..6).filter(|&k| concepts.iter().all(|&p| p == o || forms[p][k] != forms[o][k])).count() as f32
        };
        // A trait is only odd where the others agree on it.
        let odd = |o: usize| -> f32 {
            let others: Vec<usize> = concepts.iter().copied().filter(|&p| p != o).collect();
            let agreed = (0..6).filter(|&k| others.windows(2).all(|w| forms[w[0]][k] == forms[w[1]][k]));
            agreed.filter(|&k| others.first().is_some_and(|&p| forms[p][k] != forms[o][k])).count() as f32
        };
        Some(
            (0..entry.choices.len()).map(|o| if entry.is_fixed(o) { -1.0 } else { odd(o) + alone(o) * 1e-3 }).collect(),
        )
    }
}

/// Words that every question and option may have.
const PLAIN: [&str; 12] = ["a", "an", "the", "of", "in", "on", "to", "is", "are", "and", "with", "at"];

/// The share of each option's words that the question has too, and parts of words at a discount.
fn overlap(cx: &Cx, item: usize) -> Option<Vec<f32>> {
    let entry = cx.entries.get(item)?;
    let question: Vec<String> = text::words(&entry.question).collect();
    let stem = |w: &str| -> String { w.chars().take(5).collect() };
    let share = |choice: &String| -> f32 {
        let words: Vec<String> = text::words(choice).filter(|w| !PLAIN.contains(&w.as_str())).collect();
        let hit = |w: &String| -> f32 {
            if question.contains(w) {
                1.0
            } else if w.len() > 4 && question.iter().any(|q| stem(q) == stem(w)) {
                0.5
            } else {
                0.0
            }
        };
        if words.is_empty() { 0.0 } else { words.iter().map(hit).sum::<f32>() / words.len() as f32 }
    };
    Some(entry.choices.iter().map(share).collect())
}

impl Rule for SaysTheQuestion {
    fn name(&self) -> &'static str {
        "says_the_question"
    }
    fn what(&self) -> &'static str {
        "the option that shares most words with the question"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        overlap(cx, item)
    }
}

impl Rule for AvoidsTheQuestion {
    fn name(&self) -> &'static str {
        "avoids_the_question"
    }
    fn what(&self) -> &'static str {
        "the option that shares fewest words with the question"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        overlap(cx, item).map(|r| r.into_iter().map(|v| -v).collect())
    }
}

//! Words of questions and options, numbered once for all solvers.

use crate::audit::entry::Entry;
use crate::lexicon::NUMBER_WORDS;
use rustc_hash::FxHashMap;

/// The words of one item.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    /// Distinct words of the question, in order of appearance.
    pub question: Vec<u32>,
    /// The whole question.
    pub stem: u32,
    /// The whole text of each option.
    pub options: Vec<u32>,
    /// The words of each option.
    pub option_words: Vec<Vec<u32>>,
    /// The rarest words of the question within its cell, rarest first, at most three; words of one item are not among
    /// them.
    pub rare: Vec<u32>,
}

/// The words of a set.
pub(super) struct Texts {
    pub items: Vec<Words>,
    /// The text of every number.
    pub names: Vec<String>,
    /// The cell of every item.
    pub cells: Vec<u32>,
}

/// Lower-case words of a text: letters and digits, apostrophes inside.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|w| w.trim_matches('\''))
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
}

#[derive(Default)]
struct Names {
    known: FxHashMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, text: String) -> u32 {
        if let Some(&n) = self.known.get(&text) {
            return n;
        }
        let n = self.names.len() as u32;
        self.names.push(text.clone());
        self.known.insert(text, n);
        n
    }
}

impl Texts {
    /// Numbers the words of a set.
    pub fn of(entries: &[Entry]) -> Self {
        let mut names = Names::default();
        let cells: Vec<u32> = entries.iter().map(|e| names.number(format!("cell {}", e.cell))).collect();
        let mut items: Vec<Words> = entries
            .iter()
            .map(|e| {
                let mut question: Vec<u32> = Vec::new();
                for word in words(&e.question) {
                    let n = names.number(word);
                    if !question.contains(&n) {
                        question.push(n);
                    }
                }
                Words {
                    question,
                    stem: names.number(e.question.to_lowercase()),
                    options: e.choices.iter().map(|c| names.number(c.trim().to_lowercase())).collect(),
                    option_words: e.choices.iter().map(|c| words(c).map(|w| names.number(w)).collect()).collect(),
                    rare: Vec::new(),
                }
            })
            .collect();
        let mut seen: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (item, cell) in items.iter().zip(&cells) {
            item.question.iter().for_each(|w| *seen.entry((*cell, *w)).or_default() += 1);
        }
        for (item, cell) in items.iter_mut().zip(&cells) {
            let count = |w: &u32| seen.get(&(*cell, *w)).copied().unwrap_or(0);
            let mut rare: Vec<u32> = item.question.iter().copied().filter(|w| count(w) > 1).collect();
            rare.sort_by_key(count); // stable: the order of the question breaks ties
            rare.truncate(3);
            item.rare = rare;
        }
        Texts { items, names: names.names, cells }
    }

    /// The text of a number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }
}

/// The number that a text begins with, in digits or in words to twenty: "3", "three dogs", "1,200", "-2.5".
pub fn number_of(text: &str) -> Option<f64> {
    let first = text.split_whitespace().next()?;
    let plain: String = first.chars().filter(|c| *c != ',').collect();
    let plain = plain.trim_end_matches(['.', '%', ')']);
    if plain.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return plain.parse().ok().filter(|n: &f64| n.is_finite());
    }
    let word = plain.to_lowercase();
    NUMBER_WORDS.iter().position(|n| *n == word).map(|n| n as f64)
}

#[cfg(test)]
mod tests {
    use super::super::testing::entry;
    use super::*;

    #[test]
    fn numbers_are_read_in_words_and_digits() {
        let got: Vec<Option<f64>> =
            ["three", "Three dogs", "12", "1,200", "-2.5", "50%", "a dog", "", "NaN"].map(number_of).into();
        let want = [Some(3.0), Some(3.0), Some(12.0), Some(1200.0), Some(-2.5), Some(50.0), None, None, None];
        assert_eq!(got, want);
    }

    #[test]
    fn rare_words_occur_twice_at_least() {
        let entries = [
            entry("1", "What color is the dog?", &["red", "blue"], 0),
            entry("2", "What color is the dog?", &["red", "blue"], 1),
            entry("3", "What color is the cat?", &["red", "blue"], 1),
        ];
        let texts = Texts::of(&entries);
        let rare = |i: usize| texts.items[i].rare.iter().map(|n| texts.name(*n)).collect::<Vec<_>>();
        assert_eq!(rare(0), ["dog", "what", "color"]);
        assert_eq!(rare(2), ["what", "color", "is"]);
    }
}

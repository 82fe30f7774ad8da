//! Words of questions and options, numbered once for all solvers. A set asks few questions of many pictures, so every
//! distinct text is read once.

use super::grammar::{self, Noun};
use super::question::{Question, USUAL};
use super::words::{Names, stems, words};
use super::{number::number_of, rules};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A question's text in a cell.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// Its cell.
    pub cell: u32,
    /// Distinct words, in order of appearance.
    pub words: Vec<u32>,
    /// The whole question.
    pub stem: u32,
    /// The rarest words within the cell, rarest first, at most three; words of one item are not among them.
    pub rare: Vec<u32>,
    /// The word before its gap, see [`grammar::before_gap`].
    pub before_gap: Option<String>,
}

/// An option's text.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// The whole text in lower case.
    pub text: u32,
    /// Its words.
    pub words: Vec<u32>,
    /// Its words but those that any text may have.
    pub telling: Vec<u32>,
    /// Length in characters.
    pub length: usize,
    /// What it looks like, see [`rules::form`].
    pub form: [u8; 6],
    /// The number that it begins with.
    pub number: Option<f64>,
    /// How it agrees with what stands before it.
    pub noun: Noun,
}

/// The texts of one item, as places in [`Texts::asked`] and [`Texts::choices`].
struct Places {
    asked: u32,
    choices: SmallVec<[u32; USUAL]>,
}

/// The words of a set.
pub(super) struct Texts {
    /// Distinct questions of each cell.
    pub asked: Vec<Asked>,
    choices: Vec<Choice>,
    items: Vec<Places>,
    /// The text of every number.
    names: Vec<String>,
    /// By number: the first five letters, numbered on their own.
    stems: Vec<u32>,
}

impl Asked {
    fn of(cell: u32, stem: &str, names: &mut Names) -> Self {
        let mut own: Vec<u32> = Vec::new();
        for word in words(stem) {
            let n = names.number(&word);
            if !own.contains(&n) {
                own.push(n);
            }
        }
        Asked {
            cell,
            words: own,
            stem: names.number(&stem.to_lowercase()),
            rare: Vec::new(),
            before_gap: grammar::before_gap(stem),
        }
    }
}

impl Choice {
    /// Without its words.
    fn of(text: &str, names: &mut Names) -> Self {
        let text = text.trim();
        Choice {
            text: names.number(&text.to_lowercase()),
            words: Vec::new(),
            telling: Vec::new(),
            length: text.chars().count(),
            form: rules::form(text),
            number: number_of(text),
            noun: Noun::of(text),
        }
    }

    fn read_words(&mut self, text: &str, names: &mut Names) {
        let read = words(text).map(|w| (names.number(&w), rules::is_plain(&w)));
        let read: Vec<(u32, bool)> = read.collect();
        self.words = read.iter().map(|w| w.0).collect();
        self.telling = read.iter().filter(|w| !w.1).map(|w| w.0).collect();
    }
}

impl Texts {
    /// Numbers the words of a set.
    pub fn of(questions: &[Question]) -> Self {
        let mut names = Names::default();
        let mut known_cells: FxHashMap<&str, u32> = FxHashMap::default();
        let mut number = |cell| *known_cells.entry(cell).or_insert_with(|| names.number(&format!("cell {cell}")));
        let cells: Vec<u32> = questions.iter().map(|q| number(q.cell)).collect();
        let (mut asked, mut choices) = (Vec::new(), Vec::new());
        let mut known_asked: FxHashMap<(u32, &str), u32> = FxHashMap::default();
        let mut known_choices: FxHashMap<&str, u32> = FxHashMap::default();
        let mut items = Vec::with_capacity(questions.len());
        for (q, &cell) in questions.iter().zip(&cells) {
            let place = *known_asked.entry((cell, q.stem)).or_insert_with(|| {
                asked.push(Asked::of(cell, q.stem, &mut names));
                asked.len() as u32 - 1
            });
            let fresh = choices.len();
            let mut number = |text| {
                *known_choices.entry(text).or_insert_with(|| {
                    choices.push(Choice::of(text, &mut names));
                    choices.len() as u32 - 1
                })
            };
            let places: SmallVec<[u32; USUAL]> = q.offers.iter().map(|o| number(o.text)).collect();
            for (&place, offer) in places.iter().zip(&q.offers).filter(|(place, _)| **place as usize >= fresh) {
                choices[place as usize].read_words(offer.text, &mut names);
            }
            items.push(Places { asked: place, choices: places });
        }
        let names = names.in_order();
        let mut texts = Texts { asked, choices, items, stems: stems(&names), names };
        texts.find_rare();
        texts
    }

    fn find_rare(&mut self) {
        let mut times = vec![0u32; self.asked.len()];
        self.items.iter().for_each(|item| times[item.asked as usize] += 1);
        let mut seen: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (asked, times) in self.asked.iter().zip(times) {
            asked.words.iter().for_each(|w| *seen.entry((asked.cell, *w)).or_default() += times);
        }
        for asked in &mut self.asked {
            let count = |w: &u32| seen.get(&(asked.cell, *w)).copied().unwrap_or(0);
            let mut rare: Vec<u32> = asked.words.iter().copied().filter(|w| count(w) > 1).collect();
            rare.sort_by_key(count); // stable: the order of the question breaks ties
            rare.truncate(3);
            asked.rare = rare;
        }
    }

    /// The place of an item's question in [`Texts::asked`].
    pub fn place(&self, item: usize) -> u32 {
        self.items[item].asked
    }

    /// An item's question.
    pub fn asked(&self, item: usize) -> &Asked {
        &self.asked[self.items[item].asked as usize]
    }

    /// An item's options.
    pub fn choices(&self, item: usize) -> impl ExactSizeIterator<Item = &Choice> + Clone {
        self.items[item].choices.iter().map(|&c| &self.choices[c as usize])
    }

    /// The cell of an item.
    pub fn cell(&self, item: usize) -> u32 {
        self.asked(item).cell
    }

    /// The text of a number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", String::as_str)
    }

    /// The first five letters of the text of a number, numbered on their own.
    pub fn stem(&self, number: u32) -> u32 {
        self.stems[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::entry;
    use super::*;

    #[test]
    fn rare_words_occur_twice_at_least() {
        let entries = [
            entry("1", "What color is the dog?", &["red", "blue"], 0),
            entry("2", "What color is the dog?", &["red", "blue"], 1),
            entry("3", "What color is the cat?", &["red", "blue"], 1),
        ];
        let questions: Vec<Question> = entries.iter().map(Question::without_terms).collect();
        let texts = Texts::of(&questions);
        let rare = |i: usize| texts.asked(i).rare.iter().map(|n| texts.name(*n)).collect::<Vec<_>>();
        assert_eq!(rare(0), ["dog", "what", "color"]);
        assert_eq!(rare(2), ["what", "color", "is"]);
    }
}

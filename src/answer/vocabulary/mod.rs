//! The words that carry a decision, in the languages that are read, by class.
//!
//! Rules ask for classes, never for words: a language is added by adding words here.

mod table;
mod words;

use crate::lexicon::NUMBER_WORDS;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use table::{Entry, Table};
use words::{PHRASES, WORDS};

/// A set of word classes.
pub type Class = u64;

/// "answer", and what stands for it.
pub const ANSWER: Class = 1 << 0;
/// "option", "choice".
pub const CHOICE: Class = 1 << 1;
/// "correct", "best".
pub const RIGHT: Class = 1 << 2;
/// "is", "be", "seems".
pub const COPULA: Class = 1 << 3;
/// Negation, and verbs and adjectives that deny.
pub const NEG: Class = 1 << 4;
/// What follows is compared with, not stated: "than", "while", "unlike".
pub const CONTRAST: Class = 1 << 5;
/// What follows is only supposed or asked: "if", "whether", "which".
pub const HYPO: Class = 1 << 6;
/// "and".
pub const AND: Class = 1 << 7;
/// "or".
pub const OR: Class = 1 << 8;
/// "therefore".
pub const SO: Class = 1 << 9;
/// "choose", "select".
pub const PICK: Class = 1 << 10;
/// "yes".
pub const YES: Class = 1 << 11;
/// "no".
pub const NO: Class = 1 << 12;
/// "none", "neither".
pub const NONE: Class = 1 << 13;
/// Words that open a refusal: "sorry".
pub const SORRY: Class = 1 << 14;
/// "determine", "tell", "possible": with a negation before it, a hedge.
pub const KNOW: Class = 1 << 15;
/// "difficult", "insufficient": a negation of KNOW by itself.
pub const HARD: Class = 1 << 16;
/// Words to pass over before a choice: "most", "likely", "option", "the".
pub const FILL: Class = 1 << 17;
/// "a", "an", "the".
pub const ARTICLE: Class = 1 << 18;
/// Nouns that name a lettered thing: "box", "point", "picture".
pub const NAME: Class = 1 << 19;
/// "wait", "actually": what follows takes back what went before.
pub const WAIT: Class = 1 << 20;
/// "but", "however".
pub const BUT: Class = 1 << 21;
/// "I", "we".
pub const SELF: Class = 1 << 22;
/// Words that may follow a bare letter: "is", "because", "and".
pub const FOLLOW: Class = 1 << 23;
/// Words of judgment in a first sentence: "most", "more", "appears", comparatives.
pub const COMMIT: Class = 1 << 24;
/// "assist", "help": after "cannot", a refusal.
pub const HELP: Class = 1 << 25;
/// "the reason", "explanation": words that open an explanation.
pub const BECAUSE: Class = 1 << 26;
/// "different", "less": a statement that sets the option apart from the asked one.
pub const APART: Class = 1 << 27;
/// A LaTeX command.
pub const COMMAND: Class = 1 << 28;
/// `\boxed`.
pub const BOXED: Class = 1 << 29;
/// "both".
pub const BOTH: Class = 1 << 30;
/// "it", "that's": with a letter after it, a statement.
pub const IT: Class = 1 << 31;
/// Could begin an offered option's text (set by the tokenizer from the options, not from this table).
pub const OPTION: Class = 1 << 32;
/// A single letter, in any case or width.
pub const LETTER: Class = 1 << 33;
/// An upper-case letter.
pub const UPPER: Class = 1 << 34;
/// A number.
pub const NUMBER: Class = 1 << 35;
/// Ignored between the words of an option text.
pub const SOFT: Class = 1 << 36;
/// Ends a sentence.
pub const END: Class = 1 << 37;
/// One or more line breaks.
pub const NEWLINE: Class = 1 << 38;
/// A punctuation mark or symbol (its character is the key).
pub const MARK: Class = 1 << 39;
/// A Han, Kana or Hangul token.
pub const CJK: Class = 1 << 40;
/// A word that starts with a capital letter.
pub const CAPITAL: Class = 1 << 41;
/// A word of letters.
pub const WORD: Class = 1 << 42;
/// "leaves", "remains": what follows, or stands before, is all that is not ruled out.
pub const LEAVE: Class = 1 << 44;
/// A number written as a word; it is compared by its digits.
pub const WRITTEN: Class = 1 << 43;

/// All words, by key, and all phrases by first character.
pub struct Vocabulary {
    table: Table,
    /// Keys of number words and of their digits.
    numbers: Vec<(u64, u64)>,
    phrases: BTreeMap<char, Vec<(&'static str, Class)>>,
    /// A bit for the low twelve bits of every first character of a phrase: most characters begin none.
    firsts: [u64; 64],
}

/// Place of a character's bit.
fn first_bit(c: char) -> (usize, u64) {
    ((c as usize >> 6) % 64, 1 << (c as u32 % 64))
}

impl Vocabulary {
    /// The shared table.
    pub fn get() -> &'static Vocabulary {
        static ALL: OnceLock<Vocabulary> = OnceLock::new();
        ALL.get_or_init(Vocabulary::build)
    }

    /// One without words, for what is read before there are any.
    pub fn none() -> &'static Vocabulary {
        static NONE: Vocabulary =
            Vocabulary { table: Table::EMPTY, numbers: Vec::new(), phrases: BTreeMap::new(), firsts: [0; 64] };
        &NONE
    }

    fn build() -> Vocabulary {
        let mut words: BTreeMap<u64, Entry> = BTreeMap::new();
        for &(class, list) in WORDS {
            for word in list.split(' ') {
                let key = super::token::key(word);
                let entry = words.entry(key).or_insert(Entry { key, class: 0 });
                entry.class |= class;
            }
        }
        for word in NUMBER_WORDS.iter() {
            let key = super::token::key(word);
            words.entry(key).or_insert(Entry { key, class: 0 }).class |= WRITTEN;
        }
        let mut phrases: BTreeMap<char, Vec<(&'static str, Class)>> = BTreeMap::new();
        for &(class, list) in PHRASES {
            for &phrase in list {
                let Some(first) = phrase.chars().next() else { continue };
                let row = phrases.entry(first).or_default();
                match row.iter_mut().find(|(known, _)| *known == phrase) {
                    Some((_, known)) => *known |= class,
                    None => row.push((phrase, class)),
                }
            }
        }
        for row in phrases.values_mut() {
            row.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        }
        let key = super::token::key;
        let numbers = (0u32..).zip(NUMBER_WORDS.iter()).map(|(n, word)| (key(word), key(&n.to_string()))).collect();
        let mut firsts = [0; 64];
        for &first in phrases.keys() {
            let (word, bit) = first_bit(first);
            firsts[word] |= bit;
        }
        Vocabulary { table: Table::new(words.into_values()), numbers, phrases, firsts }
    }

    /// The classes of a word's key and the key that it is compared by.
    #[inline]
    pub fn look_up(&self, key: u64) -> (Class, u64) {
        let class = self.table.look_up(key);
        if class & WRITTEN == 0 { (class, key) } else { (class, self.digits(key)) }
    }

    #[cold]
    fn digits(&self, word: u64) -> u64 {
        self.numbers.iter().find(|(key, _)| *key == word).map_or(word, |(_, digits)| *digits)
    }

    /// The longest phrase that `rest` starts with.
    pub fn phrase(&self, first: char, rest: &str) -> Option<(&'static str, Class)> {
        let (word, bit) = first_bit(first);
        if self.firsts[word] & bit == 0 {
            return None;
        }
        self.phrases.get(&first)?.iter().find(|(phrase, _)| rest.starts_with(phrase)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_with_its_classes() {
        let table = Vocabulary::get();
        for &(class, list) in WORDS {
            for word in list.split(' ') {
                let (found, _) = table.look_up(super::super::token::key(word));
                assert_eq!(found & class, class, "{word}");
            }
        }
        assert_eq!(table.look_up(super::super::token::key("giraffe")).0, 0);
    }

    #[test]
    fn a_number_word_is_compared_as_digits() {
        let (_, alias) = Vocabulary::get().look_up(super::super::token::key("three"));
        assert_eq!(alias, super::super::token::key("3"));
    }

    #[test]
    fn the_longest_phrase_is_taken() {
        assert_eq!(Vocabulary::get().phrase('故', "故选B"), Some(("故选", PICK | SELF)));
        assert_eq!(Vocabulary::get().phrase('无', "无正确答案").map(|(p, _)| p), Some("无正确答案"));
    }
}

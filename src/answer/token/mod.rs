//! Splits a response into words, numbers and marks in one pass, with their classes.
//!
//! Case, plural *s*, number words, thousands separators, fullwidth forms, typographic quotes and LaTeX wrappers are
//! folded here, so that a response and an option text that mean the same have the same keys.

mod latex;
mod letters;
mod mark;
mod number;
#[cfg(test)]
mod tests;
mod wide;
mod word;

use super::vocabulary::{self as v, Class, Vocabulary};
use std::ops::Range;

/// One word, number, mark or line break, with its byte range in the text.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What it is.
    pub class: Class,
    /// What it is compared by: a folded word, a number's digits, or a mark's character.
    pub key: u64,
}

impl Token {
    /// Whether it has any of these classes.
    pub fn is(&self, class: Class) -> bool {
        self.class & class != 0
    }
    /// Whether it is this mark.
    pub fn mark(&self, c: char) -> bool {
        self.class & v::MARK != 0 && self.key == u64::from(c)
    }
}

/// The folded key of one word or number: exact up to eight bytes, hashed beyond.
pub fn key(word: &str) -> u64 {
    let mut out = Vec::new();
    tokenize(word, 0..word.len(), &Folder { bloom: 0, vocabulary: Vocabulary::none() }, &mut out);
    out.first().map_or(0, |t| t.key)
}

/// What the tokenizer knows about the words it meets.
pub struct Folder<'a> {
    /// The bits of all words that begin an option text.
    pub bloom: u64,
    /// The classes; the empty one while the table itself is built.
    pub vocabulary: &'a Vocabulary,
}

impl Folder<'_> {
    /// [`v::OPTION`] where a word with this key may begin an option text.
    fn option(&self, key: u64) -> Class {
        let bits = bloom_bits(key);
        if self.bloom & bits == bits { v::OPTION } else { 0 }
    }
}

/// The two bits of a key in a bloom mask.
pub fn bloom_bits(key: u64) -> u64 {
    let hash = key.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    1 << (hash >> 58) | 1 << (hash >> 52 & 63)
}

fn push_byte(key: u64, b: u8) -> u64 {
    key.rotate_left(8) ^ u64::from(b)
}

/// The key before its last byte was pushed.
fn cut_byte(key: u64, b: u8) -> u64 {
    (key ^ u64::from(b)).rotate_right(8)
}

const SPACE: u8 = 0;
const ALPHA: u8 = 1;
const DIGIT: u8 = 2;
const PUNCT: u8 = 3;
const BREAK: u8 = 4;
const WIDE: u8 = 5;

const KINDS: [u8; 256] = {
    let mut t = [PUNCT; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        t[i] = if b == b'\n' || b == b'\r' {
            BREAK
        } else if b <= b' ' || b == 127 {
            SPACE
        } else if b.is_ascii_alphabetic() {
            ALPHA
        } else if b.is_ascii_digit() {
            DIGIT
        } else if b >= 128 {
            WIDE
        } else {
            PUNCT
        };
        i += 1;
    }
    t
};

/// Splits a part of `text`, appending to `out`; all classes that were met. Linear in its length.
pub fn tokenize(text: &str, part: Range<usize>, folder: &Folder, out: &mut Vec<Token>) -> Class {
    let text = text.get(..part.end).unwrap_or(text);
    let mut splitter = Splitter { text, bytes: text.as_bytes(), folder, out, seen: 0 };
    splitter.all(part.start);
    splitter.seen
}

/// A text being split. The methods that read one kind of token return the byte after it.
struct Splitter<'a> {
    text: &'a str,
    bytes: &'a [u8],
    folder: &'a Folder<'a>,
    out: &'a mut Vec<Token>,
    seen: Class,
}

impl Splitter<'_> {
    fn all(&mut self, from: usize) {
        let mut i = from;
        let mut single_digits = false;
        while let Some(&b) = self.bytes.get(i) {
            match KINDS[usize::from(b)] {
                SPACE => i += 1,
                BREAK => i = self.line_break(i),
                ALPHA => i = self.words(i),
                DIGIT => {
                    i = if single_digits { self.digit(i) } else { self.number(i) };
                    continue;
                }
                PUNCT if b == b'\\' => {
                    (i, single_digits) = self.command(i);
                    continue;
                }
                PUNCT => i = self.punct(i),
                _ => i = self.wide(i),
            }
            single_digits = false;
        }
    }

    fn line_break(&mut self, start: usize) -> usize {
        let blank = |b: &u8| matches!(KINDS[usize::from(*b)], BREAK | SPACE);
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let end = start + rest.iter().position(|b| !blank(b)).unwrap_or(rest.len());
        self.push(Token { start: start as u32, end: end as u32, class: v::NEWLINE | v::END, key: 10 });
        end
    }

    #[inline]
    fn push(&mut self, token: Token) {
        self.seen |= token.class;
        self.out.push(token);
    }

    /// Adds a word or number with what the vocabulary and the options know of it.
    #[inline]
    fn classify(&mut self, key: u64, class: Class, start: usize, end: usize) {
        let (known, key) = self.folder.vocabulary.look_up(key);
        let class = class | known | self.folder.option(key);
        self.push(Token { start: start as u32, end: end as u32, class, key });
    }
}

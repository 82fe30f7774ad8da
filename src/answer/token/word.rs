//! Words: case and plural are folded, apostrophes belong to the word.

use super::super::vocabulary as v;
use super::letters::{WINDOW, window};
use super::{ALPHA, KINDS, Splitter, WIDE, cut_byte, push_byte};

/// Letters of two machine words: longer words are read byte by byte.
const FAST: usize = 16;

/// Added to letters, it makes them lower case.
const SMALL: u128 = 0x2020_2020_2020_2020_2020_2020_2020_2020;

impl Splitter<'_> {
    /// Words one after the other, each but the first behind one space.
    pub(super) fn words(&mut self, start: usize) -> usize {
        let mut at = start;
        let (mut letters, mut known) = (window(self.bytes, at), WINDOW);
        loop {
            let length = letters.trailing_ones() as usize;
            // A word and whether another one stands behind it must be in the window.
            if length + 2 > known && known < WINDOW {
                (letters, known) = (window(self.bytes, at), WINDOW);
                continue;
            }
            let end = at + length;
            let next = self.bytes.get(end).copied().unwrap_or(b' ');
            let plain = next != b'\'' && next < 128 && (2..=FAST).contains(&length);
            if !(plain && self.plain(at, length)) {
                return self.any_word(at);
            }
            if next != b' ' || (letters >> length) & 2 == 0 {
                return end;
            }
            at = end + 1;
            letters >>= length + 1;
            known -= length + 1;
        }
    }

    /// A word of two to sixteen ASCII letters; false where the text ends too soon behind it.
    #[inline]
    fn plain(&mut self, start: usize, length: usize) -> bool {
        let Some(sixteen) = self.bytes.get(start..).and_then(|rest| rest.first_chunk()) else { return false };
        let raw = u128::from_be_bytes(*sixteen);
        // As if its bytes had been pushed one by one.
        let mut key = if length <= 8 {
            ((raw >> 64) as u64 | SMALL as u64) >> (64 - 8 * length)
        } else {
            let word = (raw | SMALL) >> (128 - 8 * length);
            word as u64 ^ (word >> 64) as u64
        };
        if length > 3 {
            let tail = self.bytes.get(start + length - 4..).and_then(|rest| rest.first_chunk()).unwrap_or(&[0; 4]);
            key = singular(key, u32::from_be_bytes(*tail) | SMALL as u32);
        }
        let capital = (raw >> 120) as u8 & 0x20 == 0;
        self.classify(key, v::WORD | if capital { v::CAPITAL } else { 0 }, start, start + length);
        true
    }

    /// A word of any length, with apostrophes inside.
    pub(super) fn any_word(&mut self, start: usize) -> usize {
        let mut i = start;
        let mut key = 0u64;
        let mut tail = [0u8; 4];
        while let Some(&b) = self.bytes.get(i) {
            let kind = KINDS[usize::from(b)];
            if kind == ALPHA {
                let lower = b | 0x20;
                key = push_byte(key, lower);
                tail = [tail[1], tail[2], tail[3], lower];
                i += 1;
            } else if b == b'\'' && self.bytes.get(i + 1).is_some_and(u8::is_ascii_alphabetic) {
                key = push_byte(key, b'\'');
                tail = [0; 4];
                i += 1;
            } else if kind == WIDE {
                let rest = self.text.get(i..).unwrap_or("");
                let Some(c) = rest.chars().next() else { break };
                if c == '\u{2019}' && rest[3..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                    key = push_byte(key, b'\'');
                    tail = [0; 4];
                    i += 3;
                } else if c.is_alphabetic() && !is_cjk(c) && !is_fullwidth(c) {
                    return self.accented(start);
                } else {
                    break;
                }
            } else {
                break;
            }
        }
        let first = self.bytes.get(start).copied().unwrap_or(0);
        let upper = first.is_ascii_uppercase();
        if i - start == 1 {
            let class = v::LETTER | v::WORD | if upper { v::UPPER } else { 0 };
            self.classify(u64::from(first | 0x20), class, start, i);
            return i;
        }
        if i - start > 3 {
            key = singular(key, u32::from_be_bytes(tail));
        }
        self.classify(key, v::WORD | if upper { v::CAPITAL } else { 0 }, start, i);
        i
    }

    /// A word with letters beyond ASCII, folded character by character.
    pub(super) fn accented(&mut self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or("");
        let mut key = 0;
        let mut end = start;
        let mut upper = false;
        for (offset, c) in rest.char_indices() {
            let apostrophe = (c == '\'' || c == '\u{2019}') && offset > 0;
            if apostrophe {
                if !rest[offset + c.len_utf8()..].starts_with(char::is_alphabetic) {
                    break;
                }
            } else if !c.is_alphabetic() || is_cjk(c) || is_fullwidth(c) {
                break;
            }
            upper |= offset == 0 && c.is_uppercase();
            let mut buffer = [0; 4];
            for lower in c.to_lowercase() {
                let lower = if apostrophe { '\'' } else { lower };
                for &b in lower.encode_utf8(&mut buffer).as_bytes() {
                    key = push_byte(key, b);
                }
            }
            end = start + offset + c.len_utf8();
        }
        if end == start {
            return start + rest.chars().next().map_or(1, char::len_utf8);
        }
        self.classify(key, v::WORD | if upper { v::CAPITAL } else { 0 }, start, end);
        end
    }
}

/// The key of a word without its plural ending; `tail` are its last four letters, 0 for what no letter is.
#[inline]
fn singular(key: u64, tail: u32) -> u64 {
    // One question settles most words: which of the endings it is cannot be foreseen.
    if !((tail as u8 == b's') | (tail as u16 == u16::from_be_bytes(*b"se"))) {
        return key;
    }
    match tail.to_be_bytes() {
        [.., 0 | b's' | b'u' | b'i', b's'] => key,
        [_, b'x' | b's', b'e', b's'] | [b'c' | b's', b'h', b'e', b's'] => cut_byte(cut_byte(key, b's'), b'e'),
        [.., b's'] => cut_byte(key, b's'),
        // "horse" and "horses" meet in what both have.
        _ => cut_byte(key, b'e'),
    }
}

pub(super) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}')
}

pub(super) fn is_fullwidth(c: char) -> bool {
    matches!(c, '\u{FF01}'..='\u{FF5E}')
}

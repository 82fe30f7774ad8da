//! Numbers: thousands separators are dropped.

use super::super::vocabulary as v;
use super::{Splitter, push_byte};

impl Splitter<'_> {
    /// One digit: `\frac12` is 1 over 2.
    pub(super) fn digit(&mut self, start: usize) -> usize {
        let b = self.bytes.get(start).copied().unwrap_or(b'0');
        self.classify(u64::from(b), v::NUMBER, start, start + 1);
        start + 1
    }

    pub(super) fn number(&mut self, start: usize) -> usize {
        let is_digit = |at: usize| self.bytes.get(at).is_some_and(u8::is_ascii_digit);
        let group = |at: usize| is_digit(at) && is_digit(at + 1) && is_digit(at + 2) && !is_digit(at + 3);
        let mut key = 0;
        let mut i = start;
        while let Some(&b) = self.bytes.get(i) {
            if b.is_ascii_digit() || (b == b'.' && is_digit(i + 1)) {
                key = push_byte(key, b);
                i += 1;
            } else if b == b',' && group(i + 1) {
                i += 1;
            } else if b == b'{' && self.bytes.get(i..i + 3) == Some(b"{,}") && group(i + 3) {
                i += 3;
            } else {
                break;
            }
        }
        self.classify(key, v::NUMBER, start, i);
        i
    }
}

//! Characters beyond ASCII: typographic marks, fullwidth forms, Chinese, Japanese and Korean phrases.

use super::super::vocabulary as v;
use super::word::{is_cjk, is_fullwidth};
use super::{Splitter, Token, push_byte};

/// The ASCII mark that a typographic one stands for.
fn plain_mark(c: char) -> Option<char> {
    Some(match c {
        '。' | '．' | '…' => '.',
        '，' | '、' => ',',
        '：' => ':',
        '；' => ';',
        '（' => '(',
        '）' => ')',
        '【' | '［' | '「' | '『' | '《' => '[',
        '】' | '］' | '」' | '』' | '》' => ']',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' => '\'',
        '—' | '–' | '−' | '‐' | '‑' => '-',
        '→' | '⇒' => ':',
        '！' => '!',
        '？' => '?',
        '＝' => '=',
        '•' | '·' | '●' => '*',
        '／' => '/',
        _ => return None,
    })
}

impl Splitter<'_> {
    pub(super) fn wide(&mut self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or("");
        let Some(c) = rest.chars().next() else { return start + 1 };
        let end = start + c.len_utf8();
        if let Some(mark) = plain_mark(c) {
            let sentence = matches!(c, '。' | '！' | '？');
            let class = v::MARK | if sentence { v::END | v::SOFT } else { v::SOFT };
            self.push(Token { start: start as u32, end: end as u32, class, key: u64::from(mark) });
            return end;
        }
        if is_fullwidth(c) {
            let plain = char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(' ');
            if plain.is_ascii_alphabetic() {
                let class = v::LETTER | v::WORD | if plain.is_ascii_uppercase() { v::UPPER } else { 0 };
                self.classify(u64::from(plain.to_ascii_lowercase()), class, start, end);
            } else if plain.is_ascii_digit() {
                self.classify(u64::from(plain), v::NUMBER, start, end);
            } else {
                self.push(Token {
                    start: start as u32,
                    end: end as u32,
                    class: v::MARK | v::SOFT,
                    key: u64::from(plain),
                });
            }
            return end;
        }
        if is_cjk(c) {
            if let Some((phrase, class)) = self.folder.vocabulary.phrase(c, rest) {
                let end = start + phrase.len();
                let key = phrase.bytes().fold(0, push_byte);
                self.classify(key, class | v::WORD | v::CJK, start, end);
                return end;
            }
            self.classify(u64::from(u32::from(c)) | 1 << 40, v::WORD | v::CJK, start, end);
            return end;
        }
        if c.is_alphabetic() {
            return self.accented(start);
        }
        if !c.is_whitespace() {
            // Symbols such as ① or × are compared as they are.
            self.classify(u64::from(u32::from(c)) | 1 << 41, 0, start, end);
        }
        end
    }
}

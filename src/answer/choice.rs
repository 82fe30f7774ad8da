//! What is stated at a place: a letter, an option's text, both, or several joined.

use super::options::is_article;
use super::reading::{MARKS, Reading};
use super::vocabulary as v;
use crate::model::score::OptionSet;

/// A letter that stands for an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter {
    /// 0 for A; may be beyond the offer.
    pub index: u8,
    /// The token after it and its brackets.
    pub next: usize,
    /// In brackets, after "option", or otherwise certain to be a label.
    pub strong: bool,
}

/// What is stated at a place: "B", "(A) the second image", "B and D", "neither".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Choice {
    /// The options named.
    pub set: OptionSet,
    /// A letter beyond the offer was named.
    pub outside: bool,
    /// "None of them" was said.
    pub none: bool,
    /// A letter and a text side by side disagree.
    pub conflict: bool,
    /// First token.
    pub first: usize,
    /// Token after the last.
    pub end: usize,
}

impl Reading<'_> {
    /// The option letter at `at`, after opening brackets and markdown. `loose` admits a lower-case letter that is not
    /// in brackets.
    pub fn letter_at(&self, at: usize, loose: bool) -> Option<Letter> {
        let mut i = at;
        let mut open = false;
        while let Some(t) = self.tokens.get(i).filter(|t| t.is(v::SOFT) && !t.is(v::END)) {
            open |= t.mark('(') || t.mark('[');
            if t.mark(')') || t.mark(',') || t.mark('/') {
                return None;
            }
            i += 1;
            if i > at + MARKS {
                return None;
            }
        }
        let t = self.tokens.get(i)?;
        if !t.is(v::LETTER) {
            return None;
        }
        let index = t.key.checked_sub(u64::from(b'a')).filter(|&k| k < 26)? as u8;
        let mut after = i + 1;
        while self.mark(after, '*')
            || self.mark(after, '"')
            || self.mark(after, '}')
            || self.mark(after, '`')
            || self.mark(after, '_')
        {
            after += 1;
        }
        let closed = self.mark(after, ')') || self.mark(after, ']');
        let strong = closed && (open || t.is(v::UPPER) || self.line_starts(at));
        if self.touches(i) && !strong {
            let next = self.tokens.get(i + 1)?;
            let joined =
                next.is(v::NUMBER) || (next.is(v::WORD) && !next.is(v::CJK)) || next.mark('+') || next.mark('=');
            let hyphen = next.mark('-') && self.touches(i + 1) && self.is(i + 2, v::WORD | v::NUMBER);
            let initial = next.mark('.')
                && self.touches(i + 1)
                && self.is(i + 2, v::LETTER | v::NUMBER)
                && !self.is(i + 2, v::CJK);
            if joined || hyphen || initial {
                return None;
            }
        }
        // "V(A)", "x-A": part of a formula or a word.
        if let Some(before) = at.checked_sub(1)
            && self.touches(before)
            && !strong
            && self
                .tokens
                .get(before)
                .is_some_and(|b| (b.is(v::WORD | v::NUMBER) && !b.is(v::CJK)) || b.mark('-') || b.mark('+'))
        {
            return None;
        }
        if !strong {
            let closed = loose && self.closes(after);
            if !closed && !t.is(v::UPPER) {
                return None;
            }
            if t.is(v::UPPER) && is_article(&self.tokens, i) {
                return None;
            }
        }
        Some(Letter { index, next: if closed { after + 1 } else { after }, strong })
    }

    /// Whether nothing but marks follows up to the end of the sentence, the text or a list's next entry.
    fn closes(&self, at: usize) -> bool {
        let i = self.skip_soft(at);
        self.tokens.get(i).is_none_or(|t| t.is(v::END | v::AND | v::OR) || t.mark(',') || t.mark('<'))
    }

    /// The choice stated at `at`: one option or a list of them, by letter, by text, or both. `loose` admits
    /// lower-case letters and passes over words such as "most likely option".
    pub fn choice_at(&self, at: usize, loose: bool) -> Option<Choice> {
        let mut out = Choice::default();
        let mut i = at;
        let mut started = false;
        loop {
            let mut named = false;
            while !started && loose && self.filler(i) {
                // "option", "letter", "labeled": a letter after it is a label.
                named = self.is(i, v::NAME | v::CHOICE);
                i += 1;
            }
            if let Some((index, next, conflict)) = self.one_at(i, loose || started, named) {
                match index {
                    Some(index) => out.set.add(index),
                    None => out.outside = true,
                }
                out.conflict |= conflict;
                if !started {
                    out.first = i;
                }
                started = true;
                out.end = next;
            } else if !started && loose && self.is(i, v::NONE) {
                let end = self.sentence_end(i);
                return Some(Choice { none: true, first: i, end: end.min(i + 6), ..Choice::default() });
            } else if started {
                return Some(out);
            } else {
                return None;
            }
            // A separator, then perhaps another one.
            let mut next = self.skip_soft(out.end);
            let mut separated = false;
            while self.mark(next, ',') || self.is(next, v::AND | v::OR) {
                separated = true;
                next = self.skip_soft(next + 1);
            }
            separated |= (out.end..next).any(|k| self.mark(k, '/') || self.mark(k, '&') || self.mark(k, ';'));
            if !separated {
                return Some(out);
            }
            while self.is(next, v::CHOICE | v::ARTICLE | v::BOTH) && self.letter_at(next, false).is_none() {
                next += 1;
            }
            i = next;
        }
    }

    fn filler(&self, at: usize) -> bool {
        let Some(t) = self.tokens.get(at) else { return false };
        if t.is(v::SOFT) && !t.is(v::END) && !t.mark(',') {
            // An opening bracket belongs to the letter.
            return !(t.mark('(') || t.mark('['))
                || self.letter_at(at, true).is_none() && self.options.text_at(&self.tokens, at + 1).is_some();
        }
        if self.options.text_at(&self.tokens, at).is_some() || self.letter_at(at, true).is_some() {
            return false;
        }
        t.is(v::FILL | v::ARTICLE | v::CHOICE) && !t.is(v::NEG)
    }

    /// One option by letter and/or text: its index (`None`: beyond the offer), the token after it, and whether letter
    /// and text disagree. The one that stands first counts.
    pub(super) fn one_at(&self, at: usize, loose: bool, named: bool) -> Option<(Option<u8>, usize, bool)> {
        let offered = self.options.len();
        let text = self.options.text_at(&self.tokens, at);
        let letter = self.letter_at(at, loose);
        if let Some((index, end)) = text {
            // A text that is or begins with a letter ("A is closer") yields to its own longer match.
            if letter.is_none_or(|l| usize::from(l.index) >= offered || end > l.next || l.index == index) {
                let k = self.skip_close(end);
                if let Some(l) = self.letter_at(k, false).filter(|l| l.strong && self.mark(k, '(')) {
                    return Some((Some(index), l.next, l.index != index));
                }
                return Some((Some(index), end, false));
            }
        }
        let l = letter?;
        let mut k = l.next;
        while self.tokens.get(k).is_some_and(|t| t.is(v::SOFT) && !t.mark(',') && !t.mark('('))
            || self.is(k, v::ARTICLE) && !self.is(k, v::UPPER)
            || is_article(&self.tokens, k)
        {
            k += 1;
        }
        if usize::from(l.index) >= offered {
            // "E" as a word of its own is only a label where it is marked as one.
            let label = l.strong || named || self.closes(l.next) && loose;
            return label.then_some((None, l.next, false));
        }
        match self.options.text_at(&self.tokens, k) {
            Some((index, end)) if index == l.index => Some((Some(index), end, false)),
            Some((index, end)) if k > l.next || l.strong => {
                let whole = self.is(end, v::END) || end >= self.tokens.len() || self.closes(end);
                Some((Some(l.index), l.next, whole && index != l.index))
            }
            _ => Some((Some(l.index), l.next, false)),
        }
    }

    fn skip_close(&self, mut at: usize) -> usize {
        while self.mark(at, '*')
            || self.mark(at, '"')
            || self.mark(at, '`')
            || self.mark(at, ':')
            || self.mark(at, '-')
            || self.mark(at, '_')
        {
            at += 1;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    fn choice(options: &[&str], text: &str) -> Option<(Vec<u8>, bool, bool)> {
        let options = Options::new(options);
        let r = Reading::new(text, &options);
        r.choice_at(0, true).map(|c| (c.set.iter().collect(), c.outside, c.none))
    }

    const FOUR: &[&str] = &["cat", "dog", "a red car", "bird"];

    #[test]
    fn letters_texts_and_lists() {
        for (text, want) in [
            ("B", vec![1]),
            ("(b)", vec![1]),
            ("**B**.", vec![1]),
            ("B) dog", vec![1]),
            ("option (C) a red car", vec![2]),
            ("the red car", vec![2]),
            ("A and D", vec![0, 3]),
            ("(A), (B), (C), and (D)", vec![0, 1, 2, 3]),
            ("A/B", vec![0, 1]),
            ("most likely (D)", vec![3]),
            ("a cat or a dog", vec![0, 1]),
            ("（Ｃ）", vec![2]),
            (r"$\text{(C)}$", vec![2]),
            ("\"D\"", vec![3]),
            ("A because the", vec![0]),
        ] {
            assert_eq!(choice(FOUR, text).map(|c| c.0), Some(want), "{text}");
        }
    }

    #[test]
    fn what_is_no_choice() {
        for text in
            ["A man with a hat", "D-shaped", "Caterpillar", "a thing", "I think so", "C++ code", "J. K. Rowling", "B1"]
        {
            assert!(choice(FOUR, text).is_none_or(|c| c.0.is_empty()), "{text}");
        }
        assert_eq!(choice(FOUR, "(E) a horse"), Some((vec![], true, false)));
        assert_eq!(choice(FOUR, "none of the above"), Some((vec![], false, true)));
    }
}

//! A text as a row of folded words: lower case, plain quotes, contractions written out, hyphens as spaces.

use std::ops::Range;

/// Folded words and marks of a text, joined by single spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// All of them, with single spaces between.
    pub text: String,
    /// Byte range of each in `text`.
    pub spans: Vec<Range<usize>>,
}

impl Words {
    /// Folds a text.
    pub fn of(text: &str) -> Words {
        let mut words = Words::default();
        for piece in pieces(text) {
            expand(&piece, &mut words);
        }
        words
    }

    /// The word at a position; empty beyond the ends.
    pub fn get(&self, at: usize) -> &str {
        self.spans.get(at).and_then(|span| self.text.get(span.clone())).unwrap_or("")
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// `n` words from a position, joined by spaces.
    pub fn joined(&self, at: usize, n: usize) -> Option<&str> {
        let (first, last) = (self.spans.get(at)?, self.spans.get(at + n.checked_sub(1)?)?);
        self.text.get(first.start..last.end)
    }

    /// The words themselves.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.get(at))
    }

    fn push(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        let start = self.text.len();
        self.text.push_str(word);
        self.spans.push(start..self.text.len());
    }
}

/// Words with their apostrophes, and marks.
fn pieces(text: &str) -> Vec<String> {
    let plain = |c: char| match c {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{ab}' | '\u{bb}' => '"',
        '\u{2013}' | '\u{2014}' => '\u{2014}',
        '\u{2026}' => '.',
        c => c,
    };
    let chars: Vec<char> = text.chars().map(plain).flat_map(char::to_lowercase).collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or(' ');
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let before = if i == 0 { ' ' } else { at(i - 1) };
        let inside = before.is_alphanumeric() && at(i + 1).is_alphanumeric();
        let number = before.is_ascii_digit() && at(i + 1).is_ascii_digit();
        if c.is_alphanumeric() || c == '\'' && inside || matches!(c, '.' | ',' | ':' | '/') && number {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        match c {
            c if c.is_whitespace() => {}
            '-' if inside => {}
            '\u{2014}' | '-' => out.push("-".into()),
            '.' if out.last().is_some_and(|last| last == ".") => {}
            // "the dogs' tails"
            '\'' if before == 's' && at(i + 1) == ' ' => out.push("'s".into()),
            '\'' => out.push("\"".into()),
            c => out.push(c.into()),
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

/// Words after which `'s` is "is".
const IS: &[&str] =
    &["it", "he", "she", "that", "this", "there", "here", "what", "where", "who", "how", "which", "everything"];

fn expand(piece: &str, words: &mut Words) {
    let whole = match piece {
        "can't" | "cannot" => Some(["can", "not"]),
        "won't" => Some(["will", "not"]),
        "ain't" => Some(["is", "not"]),
        "let's" => Some(["let", "us"]),
        _ => None,
    };
    if let Some(pair) = whole {
        pair.iter().for_each(|w| words.push(w));
        return;
    }
    if let Some(stem) = piece.strip_suffix("n't") {
        words.push(stem);
        words.push("not");
        return;
    }
    let Some((stem, tail)) = piece.rsplit_once('\'') else {
        words.push(piece);
        return;
    };
    words.push(stem);
    words.push(match tail {
        "s" if IS.contains(&stem) => "is",
        "s" => "'s",
        "re" => "are",
        "ve" => "have",
        "ll" => "will",
        "d" => "would",
        "m" => "am",
        other => other,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contractions_quotes_hyphens_and_numbers() {
        let fold = |t: &str| Words::of(t).text;
        assert_eq!(fold("It isn’t red—it's twenty-one."), "it is not red - it is twenty one .");
        assert_eq!(fold("Can't the dog's owner… see 2.5?"), "can not the dog 's owner . see 2.5 ?");
        assert_eq!(fold("“Yes”, there're 1,000 cats' ears"), "\" yes \" , there are 1,000 cats 's ears");
        assert_eq!(fold(""), "");
        let w = Words::of("a b c");
        assert_eq!((w.joined(1, 2), w.joined(2, 2), w.joined(0, 0), w.get(9)), (Some("b c"), None, None, ""));
    }
}

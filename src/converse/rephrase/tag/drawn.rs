//! Drawn boxes, marks and numbers: what words are by their looks.

use super::{Tag, Tagger};
use crate::converse::rephrase::words;
use crate::lexicon::NUMBER_WORDS;
use crate::model::term::Domain;

impl Tagger<'_> {
    pub(super) fn mark(&mut self, at: usize) -> Option<usize> {
        let tag = match self.words.get(at) {
            "." | "!" => Tag::Stop(false),
            "?" => Tag::Stop(true),
            "," | ";" | "(" | ")" | "-" => Tag::Comma,
            ":" => Tag::Colon,
            "\"" => Tag::Quote,
            "'s" => Tag::Possess,
            _ => return None,
        };
        Some(self.push(tag, self.words.get(at).to_string(), at, 1))
    }

    /// "red box", "red and green boxes", "outlined in red", "the black and white dashed line".
    pub(super) fn drawn(&mut self, at: usize) -> Option<usize> {
        if !self.boxes {
            return None;
        }
        let word = |i: usize| self.words.get(i);
        if word(at) == "black" && word(at + 1) == "and" && word(at + 2) == "white" && word(at + 3) == "dashed" {
            let n = 4 + usize::from(words::BOX.contains(&word(at + 4)) || matches!(word(at + 4), "line" | "lines"));
            return Some(self.push(Tag::Box, "dashed", at, n));
        }
        let color =
            |i: usize| self.hits.get(i)?.iter().find(|h| h.domain == Domain::Color).map(|h| (h.key.clone(), h.words));
        if words::BOXED.contains(&word(at)) && matches!(word(at + 1), "in" | "by" | "with") {
            let skip = 2 + usize::from(matches!(word(at + 2), "the" | "a" | "an"));
            let (key, n) = color(at + skip)?;
            let end = skip + n + usize::from(words::BOX.contains(&word(at + skip + n)));
            return Some(self.push(Tag::Box, key, at, end));
        }
        // Colors joined by "and" up to the noun: each is a box.
        let mut found = Vec::new();
        let mut i = at;
        loop {
            let (key, n) = color(i)?;
            found.push((key, i, n));
            i += n;
            if words::BOX.contains(&word(i)) || word(i) == "boxed" {
                break;
            }
            if !matches!(word(i), "and" | "or") {
                return None;
            }
            i += 1 + usize::from(word(i + 1) == "the");
        }
        for (k, (key, start, n)) in found.into_iter().enumerate() {
            if k > 0 {
                let or = self.words.get(start - 1) == "or" || self.words.get(start - 2) == "or";
                self.push(if or { Tag::Or } else { Tag::And }, if or { "or" } else { "and" }, start - 1, 1);
            }
            self.push(Tag::Box, key, start, n);
        }
        Some(i + 1 - at)
    }

    pub(super) fn number(&mut self, at: usize) -> Option<usize> {
        let word = |i: usize| self.words.get(i);
        if word(at) == "one" {
            let before = if at == 0 { "" } else { word(at - 1) };
            let prior = self.out.last().map(|m| m.tag);
            let pointed = matches!(
                before,
                "the" | "this" | "that" | "which" | "other" | "another" | "each" | "every" | "first" | "second"
            ) || matches!(prior, Some(Tag::Color | Tag::Material | Tag::Position | Tag::Box));
            let tag = if pointed { Tag::Generic } else { Tag::Number };
            return (before != "no").then(|| self.push(tag, if pointed { "one" } else { "1" }, at, 1));
        }
        if word(at).starts_with(|c: char| c.is_ascii_digit()) {
            return Some(self.push(Tag::Number, word(at).replace(',', ""), at, 1));
        }
        let (value, n) = match (ten(word(at)), unit(word(at)), unit(word(at + 1))) {
            (Some(t), _, Some(u)) if u < 10 => (t + u, 2),
            (Some(t), _, _) => (t, 1),
            (None, Some(u), _) => (u, 1),
            _ => return None,
        };
        let hundred = matches!(word(at + n), "hundred" | "thousand");
        let key = if hundred { format!("{value} {}", word(at + n)) } else { value.to_string() };
        Some(self.push(Tag::Number, key, at, n + usize::from(hundred)))
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        let word = self.words.get(at);
        word.starts_with(|c: char| c.is_ascii_digit()) || word == "one" || ten(word).is_some() || unit(word).is_some()
    }
}

fn unit(word: &str) -> Option<u32> {
    // From twenty on, tens and units make a number of two words.
    NUMBER_WORDS.iter().take(20).position(|w| *w == word).map(|i| i as u32)
}

fn ten(word: &str) -> Option<u32> {
    const TENS: &[&str] = &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    TENS.iter().position(|w| *w == word).map(|i| 20 + 10 * i as u32)
}

//! Words whose class depends on their neighbors.

use super::{Tag, Tagger};
use crate::converse::rephrase::words::{self, known};
use crate::lexicon::Surface;
use crate::model::term::Domain;

impl Tagger<'_> {
    /// Words whose class depends on their neighbors.
    pub(super) fn special(&mut self, at: usize) -> Option<usize> {
        let word = self.words.get(at);
        let next = self.words.get(at + 1);
        let prior = self.out.last().map(|m| m.tag);
        let begins = matches!(prior, None | Some(Tag::Stop(_) | Tag::Quote | Tag::Colon | Tag::Break(_)));
        let ends = matches!(next, "" | "." | "," | "?" | "!" | ";" | "-" | ")" | "\"" | ":");
        let finite = matches!(known(next), Some((Tag::Finite | Tag::Have | Tag::Hedge, _)));
        let noun = matches!(prior, Some(Tag::Entity(_) | Tag::Generic | Tag::Box | Tag::Other | Tag::Meta));
        match word {
            "no" if begins
                && (ends
                    || matches!(known(next), Some((Tag::Pronoun | Tag::Det(_), _)))
                    || matches!(next, "there" | "that")) =>
            {
                Some(self.push(Tag::Verdict, "no", at, 1))
            }
            "right" if begins && ends => Some(self.push(Tag::Verdict, "right", at, 1)),
            "right"
                if ends
                    && !matches!(prior, Some(Tag::Det(_) | Tag::Relation | Tag::Or | Tag::Position))
                    && !matches!(self.words.get(at.wrapping_sub(1)), "to" | "on") =>
            {
                Some(self.push(Tag::Verdict, "right", at, 1))
            }
            "right" if next == "about" => Some(self.push(Tag::Verdict, "right", at, 1)),
            "correct" | "true" if begins && ends => {
                Some(self.push(Tag::Verdict, if word == "true" { "true" } else { "right" }, at, 1))
            }
            "correct" => Some(self.push(Tag::Verdict, "true", at, 1)),
            "that" | "which" | "who" if noun && (finite || self.is_verb(at + 1)) => {
                Some(self.push(Tag::Relative, "that", at, 1))
            }
            "which" | "who" if prior == Some(Tag::Comma) && finite => Some(self.push(Tag::Relative, "that", at, 1)),
            "that" if !noun && (ends || finite) && prior != Some(Tag::Said) => {
                Some(self.push(Tag::Pronoun, "it", at, 1))
            }
            "this" if ends || finite => Some(self.push(Tag::Pronoun, "it", at, 1)),
            "these" | "those" if ends || finite => Some(self.push(Tag::Pronoun, "they", at, 1)),
            "that"
                if matches!(prior, Some(Tag::Finite))
                    && self.words.get(at.wrapping_sub(1)) == "is"
                    && self.is_color(at + 1) =>
            {
                Some(self.push(Tag::Pronoun, "it", at, 1))
            }
            "that"
                if self.hits.get(at + 1).is_some_and(|h| {
                    h.iter().any(|h| h.domain == Domain::Entity && h.surface == Surface::Singular)
                }) =>
            {
                Some(self.push(Tag::Det(true), "that", at, 1))
            }
            "that" => Some(self.push(Tag::Free, "that", at, 1)),
            "around" if self.boxes && self.out.iter().rev().take(6).any(|m| m.tag == Tag::Box) => {
                Some(self.push(Tag::Free, "around", at, 1))
            }
            "about" | "around" if self.is_number(at + 1) => Some(self.push(Tag::Hedge, "about", at, 1)),
            "over" | "under" if self.is_number(at + 1) => Some(self.push(Tag::Amount, word.to_string(), at, 1)),
            "about" => Some(self.push(Tag::Free, "about", at, 1)),
            "if" if matches!(
                self.words.get(at.wrapping_sub(1)),
                "tell" | "know" | "say" | "check" | "see" | "ask" | "me" | "asking" | "wonder" | "wondering"
            ) =>
            {
                Some(self.push(Tag::Free, "if", at, 1))
            }
            "picture" | "image" | "photo" | "photograph" | "snapshot" => {
                let meta = matches!(prior, Some(Tag::Det(true))) || begins;
                Some(self.push(if meta { Tag::Meta } else { Tag::Entity(false) }, "picture", at, 1))
            }
            "pictures" | "images" | "photos" | "photographs" => Some(self.push(Tag::Entity(true), "picture", at, 1)),
            "next" | "fine" | "understood" | "right" if begins && matches!(next, "," | "." | "!" | ":") => {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            // "Let me first find the lamps": no first lamp.
            "first"
                if matches!(self.words.get(at.wrapping_sub(1)), "me" | "i" | "us" | "we")
                    || begins && matches!(next, "," | "i" | "let" | "we") =>
            {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            "first" | "second" | "third"
                if begins
                    && (ends || matches!(next, "i" | "we" | "let" | "look" | "find" | "the"))
                    && next != "the" =>
            {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            "great" | "good" | "nice" | "perfect" | "excellent" | "thanks" if begins && ends => {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            "contains" | "contain" | "containing" | "holds" | "hold" | "holding" | "shows" | "show" | "surrounds"
            | "surround" | "encloses" | "enclose" | "marks" | "mark" | "highlights" | "highlight" | "indicates"
            | "frames" | "covers" | "has" | "points"
                if prior == Some(Tag::Box) && self.heads()
                    || matches!(prior, Some(Tag::Meta)) && self.out.last().is_some_and(|m| m.key == "box") =>
            {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            w if self.boxes && words::BOX.contains(&w) => Some(self.push(Tag::Meta, "box", at, 1)),
            "by" => Some(self.push(Tag::Relation, "next to", at, 1)),
            _ => None,
        }
    }

    /// Whether the box just read heads its phrase: "the red box shows", not "the man in the red box holds".
    pub(super) fn heads(&self) -> bool {
        let plain = self.out.last().is_some_and(|m| !words::BOXED.contains(&self.words.get(m.at.start)));
        let before = self.out.iter().rev().skip(1).find(|m| !matches!(m.tag, Tag::Det(_)));
        plain && before.is_none_or(|m| m.tag != Tag::Relation)
    }

    pub(super) fn is_color(&self, at: usize) -> bool {
        self.hits.get(at).is_some_and(|h| h.iter().any(|h| h.domain == Domain::Color))
    }

    pub(super) fn is_verb(&self, at: usize) -> bool {
        self.hits.get(at).is_some_and(|h| {
            h.iter().any(|h| h.domain == Domain::Action && matches!(h.surface, Surface::Third | Surface::Past))
        })
    }
}

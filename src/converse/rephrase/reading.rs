//! A text as the verifier sees it: what must survive in it, class by class, and how its parts are tied.

use super::claim::{Claims, claims};
use super::clean::Words;
use super::tag::{Mention, Tag, tag};
use super::words::REQUEST;
use crate::lexicon::Lexicon;
use crate::model::dialogue::Speaker;
use std::collections::BTreeSet;

/// Everything that the checks compare.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    /// Folded words.
    pub words: Words,
    /// Tagged words.
    pub mentions: Vec<Mention>,
    /// How things are tied.
    pub claims: Claims,
    /// Whether each sentence asks.
    pub asks: Vec<bool>,
}

impl Reading {
    /// Reads a text.
    pub fn of(text: &str, speaker: Speaker, boxes: bool, lexicon: &Lexicon) -> Reading {
        let words = Words::of(text);
        let mentions = tag(&words, lexicon, boxes);
        let claims = claims(&mentions, speaker == Speaker::User);
        let asks = asks(&words, speaker == Speaker::User);
        Reading { words, mentions, claims, asks }
    }

    /// Names of a class, each once.
    pub fn keys(&self, of: impl Fn(Tag) -> bool) -> BTreeSet<&str> {
        self.mentions.iter().filter(|m| of(m.tag)).map(|m| m.key.as_str()).collect()
    }

    /// How many mentions of a class there are.
    pub fn count(&self, of: impl Fn(Tag) -> bool) -> usize {
        self.count_of(|m| of(m.tag))
    }

    /// How many mentions pass.
    pub fn count_of(&self, of: impl Fn(&Mention) -> bool) -> usize {
        self.mentions.iter().filter(|m| of(m)).count()
    }

    /// Whether any word is one of these.
    pub fn has_word(&self, list: &[&str]) -> bool {
        self.words.iter().any(|w| list.contains(&w))
    }

    /// What a question is about: color, number, place, …; "what" only where it is nothing closer, and nothing where it
    /// is answered with yes or no.
    pub fn focus(&self) -> BTreeSet<&str> {
        let mut focus = self.keys(|t| t == Tag::Focus);
        if focus.contains("how")
            && (self.has_word(&["relative", "placed", "positioned", "relation"]) || focus.contains("place"))
        {
            focus.remove("how");
            focus.insert("place");
        }
        if self.has_word(&["count"]) {
            focus.insert("number");
        }
        if self.has_word(&["do"]) && self.has_word(&["does"]) {
            focus.insert("doing");
        }
        if self.keys(|t| t == Tag::Wh).contains("who") {
            focus.insert("who");
        }
        let open = self.count(|t| t == Tag::Wh) > 0
            || self.has_word(&["describe", "name", "identify", "list", "summarize", "about"]);
        if focus.is_empty() && open {
            focus.insert("what");
        }
        focus
    }
}

/// Words that may stand before a request.
const LEADING: &[&str] = &[
    "now", "next", "then", "and", "please", "well", "ok", "okay", "so", "finally", "also", "thanks", "great", "first",
    "of", "all", "to", "begin", "start", "with",
];

/// Whether each sentence is a question or, where the user speaks, a request.
fn asks(words: &Words, user: bool) -> Vec<bool> {
    let mut out = Vec::new();
    let mut first: Option<usize> = None;
    for at in 0..words.len() {
        let word = words.get(at);
        let stop = matches!(word, "." | "!" | "?");
        if !stop && first.is_none() && word.chars().any(char::is_alphanumeric) && !LEADING.contains(&word) {
            first = Some(at);
        }
        if stop || at + 1 == words.len() {
            if let Some(start) = first.take() {
                let wish = [
                    "i would like",
                    "i want to",
                    "i wonder",
                    "i am wondering",
                    "i am curious",
                    "i would love",
                    "i am interested",
                    "have a look",
                ]
                .iter()
                .any(|w| words.joined(start, w.split(' ').count()) == Some(w));
                out.push(word == "?" || user && (REQUEST.contains(&words.get(start)) || wish));
            } else if word == "?" {
                out.push(true);
            }
        }
    }
    out
}

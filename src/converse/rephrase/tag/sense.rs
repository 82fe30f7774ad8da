//! Which of its senses a word has here: talk, action or thing; and of the terms that begin at a word, the one that is meant.

use super::{Tag, Tagger};
use crate::converse::rephrase::words::{self, known};
use crate::lexicon::Surface;
use crate::model::term::Domain;

impl Tagger<'_> {
    /// Whether a word is about the talk itself: "I would call it red", "you can count them", "let us look".
    pub(super) fn chats(&self, at: usize) -> bool {
        let word = |i: usize| self.words.get(i);
        let modal = matches!(word(at), "would" | "can" | "could" | "will" | "should" | "shall" | "may" | "did" | "had");
        let beside = |w: &str| matches!(w, "i" | "we" | "you" | "me");
        let passive = ["be seen", "be found", "be spotted"].iter().any(|p| self.words.text.contains(p));
        if word(at) == "can" && passive {
            return true;
        }
        if modal && (beside(word(at + 1)) || at > 0 && beside(word(at - 1))) {
            return true;
        }
        if !words::CHAT.contains(&word(at)) {
            return false;
        }
        let mut back = at;
        while back > 0 && words::BETWEEN.contains(&word(back - 1)) {
            back -= 1;
        }
        match back.checked_sub(1).map(word) {
            Some(before) => {
                words::TALKERS.contains(&before)
                    || matches!(before, "." | "?" | "!" | ":" | "\"" | ",")
                        && !word(at).ends_with("ing")
                        && !word(at).ends_with("ed")
            }
            None => !word(at).ends_with("ed"),
        }
    }

    /// Whether a word of the table is an action here: "a man looking at a dog", "the man holds a cup".
    pub(super) fn acts(&self, at: usize, tag: Tag) -> bool {
        const NEVER: &[&str] = &[
            "shown",
            "seen",
            "found",
            "shows",
            "located",
            "placed",
            "positioned",
            "situated",
            "pictured",
            "have",
            "has",
        ];
        let Some(surface) =
            self.hits.get(at).and_then(|h| h.iter().find(|h| h.domain == Domain::Action)).map(|h| h.surface)
        else {
            return false;
        };
        let prior = self.out.last().map(|m| m.tag);
        let subject = matches!(prior, Some(Tag::Entity(_) | Tag::Generic | Tag::Other | Tag::Wh));
        let object = matches!(known(self.words.get(at + 1)), Some((Tag::Det(_), _)));
        !NEVER.contains(&self.words.get(at))
            && match (tag, surface) {
                (Tag::Verdict | Tag::Said, _) => subject || object && prior == Some(Tag::Pronoun),
                (Tag::Free, Surface::Ing) => subject || prior == Some(Tag::Finite),
                (Tag::Free, Surface::Third | Surface::Past) => subject,
                _ => false,
            }
    }

    /// Whether a word of the table names a thing here: "a red top", "two matches".
    pub(super) fn stands_for_a_thing(&self, at: usize, tag: Tag) -> bool {
        const NEVER: &[&str] = &[
            "color",
            "colors",
            "number",
            "position",
            "look",
            "question",
            "side",
            "material",
            "answer",
            "shade",
            "hue",
            "count",
            "step",
            "steps",
            "location",
            "direction",
            "object",
            "objects",
            "item",
            "items",
            "thing",
            "things",
            "article",
            "subject",
        ];
        let word = self.words.get(at);
        let (before, next) = (self.words.get(at.wrapping_sub(1)), self.hits.get(at + 1));
        let noun_next = next.is_some_and(|n| n.iter().any(|h| h.domain == Domain::Entity));
        matches!(tag, Tag::Free | Tag::Focus | Tag::Position | Tag::Verdict)
            && (!NEVER.contains(&word) || word == "steps" && before == "the")
            && !noun_next
            && self.hits.get(at).is_some_and(|h| h.iter().any(|h| h.domain == Domain::Entity))
            && matches!(
                self.out.last().map(|m| m.tag),
                Some(Tag::Det(false) | Tag::Number | Tag::Color | Tag::Material | Tag::Amount | Tag::Other)
            )
    }

    /// The longest term of at least `least` words that begins here; of several domains, the one that the neighbors ask for.
    pub(super) fn term(&mut self, at: usize, least: usize) -> Option<usize> {
        let hits = self.hits.get(at)?;
        let longest = hits.iter().map(|h| h.words).max().filter(|n| *n >= least)?;
        let with = |d: Domain| hits.iter().find(|h| h.words == longest && h.domain == d);
        let prior = self.out.last().map(|m| m.tag);
        let noun_next = self
            .hits
            .get(at + longest)
            .is_some_and(|n| n.iter().any(|h| matches!(h.domain, Domain::Entity | Domain::Material)))
            || matches!(known(self.words.get(at + longest)), Some((Tag::Generic, _)))
            || self.words.get(at + longest) == "one";
        let nominal = matches!(
            prior,
            Some(
                Tag::Det(_)
                    | Tag::Number
                    | Tag::Amount
                    | Tag::Color
                    | Tag::Material
                    | Tag::Position
                    | Tag::Other
                    | Tag::Not
            )
        );
        let counted = with(Domain::Entity).is_some_and(|h| h.surface == Surface::Plural);
        let domain = if with(Domain::Spatial).is_some() {
            Domain::Spatial
        } else if with(Domain::Color).is_some()
            && (with(Domain::Entity).is_none()
                || !counted && (noun_next || !matches!(prior, Some(Tag::Det(_) | Tag::Number))))
        {
            Domain::Color
        } else if with(Domain::Material).is_some()
            && (with(Domain::Entity).is_none()
                || !counted
                    && (noun_next || !matches!(prior, Some(Tag::Det(_) | Tag::Number | Tag::Color | Tag::Position))))
        {
            Domain::Material
        } else if let (Some(verb), Some(_)) = (with(Domain::Action), with(Domain::Entity)) {
            let ing = matches!(verb.surface, Surface::Ing | Surface::Past | Surface::Participle);
            let after = matches!(prior, Some(Tag::Entity(_) | Tag::Finite | Tag::Pronoun | Tag::Wh));
            if !nominal && (ing || after) { Domain::Action } else { Domain::Entity }
        } else {
            hits.iter().find(|h| h.words == longest)?.domain
        };
        let hit = with(domain)?;
        let tag = match domain {
            Domain::Entity => Tag::Entity(hit.surface == Surface::Plural),
            Domain::Color => Tag::Color,
            Domain::Material => Tag::Material,
            Domain::Action => Tag::Action(matches!(hit.surface, Surface::Past | Surface::Participle)),
            Domain::Spatial => Tag::Relation,
            Domain::Number => Tag::Number,
        };
        let key = if hit.key == "object" { "one".to_string() } else { hit.key.clone() };
        let tag = if hit.key == "object" { Tag::Generic } else { tag };
        Some(self.push(tag, key, at, longest))
    }
}

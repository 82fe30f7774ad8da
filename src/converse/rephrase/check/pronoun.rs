//! He stays he, it stays it; a pronoun may come in only for what the turn names.

use super::Case;
use crate::converse::rephrase::reading::Reading;
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::Tag;

/// Name, the words that are it, the things that it may stand for.
const KINDS: &[(&str, &[&str], &[&str])] = &[
    ("he", &["he", "him", "his", "himself"], &["man", "boy", "groom", "father", "brother", "husband"]),
    ("she", &["she", "her", "hers", "herself"], &["woman", "girl", "bride", "mother", "sister", "wife", "lady"]),
];

const THEY: &[&str] = &["they", "them", "their", "these", "those", "themselves"];

fn several(reading: &Reading) -> bool {
    reading.has_word(THEY)
        || reading.mentions.iter().any(|m| matches!(m.tag, Tag::Entity(true)) || m.tag == Tag::Number && m.key != "1")
        || reading.has_word(&["objects", "things", "items", "ones", "both", "boxes"])
        || reading.keys(|t| matches!(t, Tag::Entity(_))).len() > 1
        || reading.keys(|t| t == Tag::Box).len() > 1
}

pub(super) fn check(case: &Case) -> Option<Reason> {
    for (name, words, things) in KINDS {
        let named = case.before.keys(|t| matches!(t, Tag::Entity(_))).iter().any(|k| things.contains(k));
        if case.after.has_word(words) && !case.before.has_word(words) && !named {
            return Some(Reason::new("pronoun_changed", format!("nothing in the turn is called \"{name}\"")));
        }
        if case.before.has_word(words) && !case.after.has_word(words) && !named {
            return Some(Reason::new("pronoun_changed", format!("\"{name}\" must stay")));
        }
    }
    if case.after.has_word(THEY) && !several(case.before) {
        return Some(Reason::new("pronoun_changed", "the turn speaks of one thing, not of several"));
    }
    if case.before.has_word(&["they", "them", "their"]) && !several(case.after) {
        return Some(Reason::new("pronoun_changed", "the turn speaks of several things, not of one"));
    }
    let (it, they) = (|r: &Reading| r.has_word(&["it", "its"]), |r: &Reading| r.has_word(&["they", "them", "their"]));
    if it(case.before) && !they(case.before) && they(case.after) && !it(case.after) {
        return Some(Reason::new("pronoun_changed", "\"it\" must stay"));
    }
    let you = |r: &Reading| r.words.iter().filter(|w| ["my", "mine", "our", "ours"].contains(w)).count();
    (you(case.after) > you(case.before)).then(|| Reason::new("pronoun_changed", "nothing in the picture is mine"))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{asked, said};

    #[test]
    fn pronouns_stay() {
        assert_eq!(said("He is riding a horse.", "She is riding a horse."), "pronoun_changed");
        assert_eq!(said("It is brown.", "They are brown."), "pronoun_changed");
        assert_eq!(said("They are brown.", "It is brown."), "pronoun_changed");
        assert_eq!(
            asked("What is the woman holding in her hand?", "What is the woman holding in his hand?"),
            "pronoun_changed"
        );
        assert_eq!(said("It is brown.", "That one is brown."), "kept");
    }
}

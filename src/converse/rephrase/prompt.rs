//! What the model is asked.

use super::reading::Reading;
use super::reason::Reason;
use super::tag::Tag;
use crate::model::dialogue::Speaker;
use serde_json::{Value, json};

/// What of a turn must survive, in words for the prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protected {
    /// Phrases by class, in the order of the text.
    pub facts: Vec<(String, Vec<String>)>,
    /// The turn asks.
    pub asks: bool,
}

/// What belongs to a class.
type Member = fn(Tag) -> bool;

/// Class as the prompt names it, and what belongs to it.
const CLASSES: &[(&str, Member)] = &[
    ("verdict", |t| t == Tag::Verdict),
    ("negations", |t| t == Tag::Not),
    ("things", |t| matches!(t, Tag::Entity(_))),
    ("numbers and amounts", |t| matches!(t, Tag::Number | Tag::Amount)),
    ("colors", |t| t == Tag::Color),
    ("materials", |t| t == Tag::Material),
    ("actions", |t| matches!(t, Tag::Action(_))),
    ("relations, with who and whom", |t| t == Tag::Relation),
    ("places in the picture", |t| t == Tag::Position),
    ("boxes, each with its thing", |t| t == Tag::Box),
    ("pronouns", |t| t == Tag::Pronoun),
    ("other words", |t| matches!(t, Tag::Other | Tag::Hedge | Tag::Or)),
];

impl Protected {
    pub(super) fn of(reading: &Reading, text: &str) -> Protected {
        let own = |at: &std::ops::Range<usize>| reading.words.joined(at.start, at.len()).unwrap_or("").to_string();
        let facts = CLASSES
            .iter()
            .filter_map(|(class, of)| {
                let mut all: Vec<String> = Vec::new();
                for m in reading.mentions.iter().filter(|m| of(m.tag)) {
                    let mut words = own(&m.at);
                    if m.tag == Tag::Box && !words.contains("box") {
                        words += " box";
                    }
                    if !all.contains(&words) {
                        all.push(words);
                    }
                }
                (!all.is_empty()).then(|| (class.to_string(), all))
            })
            .collect();
        Protected { facts, asks: reading.asks.last().copied().unwrap_or(text.trim_end().ends_with('?')) }
    }

    /// Whether nothing that could be false was found in the turn.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

const RULES: &str = "You reword one turn of a conversation about a picture that you do not see. Write as a careful person talks: \
plain, natural English, about as long as the turn. Reword how it is said, never what is said. Every fact must survive and none may be added: \
keep every thing, number, color, material, action, verdict and negation, keep who stands in which relation to whom (left and right, subject \
and object in their order), keep each box color with its thing, keep pronouns, and keep words for things as they are, without synonyms. \
Add no adjective, no doubt, no emphasis such as only or exactly. A question stays the same question, a statement a statement. \
Reply with the reworded turn alone: no quotes, no markup, no remark.";

/// The messages of a request for one turn. `context` is the turn before it; `failed` is the reply that was not kept, and
/// why, when the model is asked a second time.
pub fn messages(
    speaker: Speaker,
    text: &str,
    context: Option<&str>,
    protected: &Protected,
    failed: Option<(&str, &Reason)>,
) -> Value {
    let mut ask = String::new();
    if let Some(before) = context {
        ask += &format!("The turn before, for context only: {before}\n\n");
    }
    let who = match speaker {
        Speaker::User => "the user",
        Speaker::Assistant => "the assistant",
    };
    ask += &format!("Turn of {who}, a {}:\n{text}\n", if protected.asks { "question" } else { "statement" });
    if !protected.is_empty() {
        ask += "\nMust survive:\n";
        for (class, words) in &protected.facts {
            ask += &format!("- {class}: {}\n", words.join(", "));
        }
    }
    let mut messages = vec![json!({"role": "system", "content": RULES}), json!({"role": "user", "content": ask})];
    if let Some((reply, reason)) = failed {
        messages.push(json!({"role": "assistant", "content": reply}));
        let told = format!(
            "That cannot be kept ({}): {}. Reword the turn again; reply with it alone.",
            reason.name, reason.told
        );
        messages.push(json!({"role": "user", "content": told}));
    }
    Value::Array(messages)
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::verifier;
    use super::*;

    #[test]
    fn the_prompt_lists_what_must_survive_and_the_second_says_why() {
        let text = "No, the two dogs in the red box are not to the left of the wooden table.";
        let protected = verifier().protected(Speaker::Assistant, text, true);
        let first = messages(Speaker::Assistant, text, Some("Are they?"), &protected, None);
        let ask = first[1]["content"].as_str().unwrap();
        for line in [
            "- verdict: no",
            "- negations: not",
            "- things: dogs, table",
            "- numbers and amounts: two",
            "- materials: wooden",
            "- relations, with who and whom: to the left of",
            "- boxes, each with its thing: red box",
            "a statement",
        ] {
            assert!(ask.contains(line), "{line}\n{ask}");
        }
        let reason = Reason::new("color_added", "`blue` is not in the original");
        let second = messages(Speaker::Assistant, text, None, &protected, Some(("Blue dogs.", &reason)));
        assert_eq!(second.as_array().unwrap().len(), 4);
        assert!(second[3]["content"].as_str().unwrap().contains("(color_added): `blue` is not in the original."));
        assert!(verifier().protected(Speaker::User, "Thanks!", true).is_empty());
    }
}

//! No word about the task, no refusal, no greeting of an assistant.

use super::Case;
use crate::converse::rephrase::reason::Reason;

const META: &[&str] = &[
    "rephras",
    "paraphras",
    "reword",
    "rewrit",
    "rewrote",
    "revised",
    "version",
    "original",
    "here is",
    "here's",
    "here you go",
    "sure,",
    "sure!",
    "sure thing",
    "certainly",
    "of course",
    "absolutely",
    "as requested",
    "let me know",
    "hope this",
    "hope that",
    "note:",
    "user:",
    "assistant:",
    "human:",
    "the user",
    "the assistant",
    "output:",
    "response:",
    "language model",
    "my training",
    "happy to",
    "glad to",
];

const REFUSAL: &[&str] = &[
    "i'm sorry",
    "i am sorry",
    "sorry",
    "apolog",
    "i can't help",
    "i cannot help",
    "can't assist",
    "cannot assist",
    "can't provide",
    "cannot provide",
    "can't do",
    "cannot do",
    "can't comply",
    "cannot comply",
    "can't fulfill",
    "cannot fulfill",
    "unable to",
    "not able to",
    "as an ai",
    "against my",
    "not comfortable",
    "i won't",
    "i will not",
];

/// What "here is" may announce.
const SIGHTS: &[&str] =
    &["what i see", "what i can see", "how i would", "how i'd", "what it shows", "what the picture"];

/// What a turn offers at its end.
const OFFERS: &[&str] =
    &["tell me if", "just ask", "let me know", "happy to", "glad to", "i can look", "i can check", "feel free"];

pub(super) fn check(case: &Case) -> Option<Reason> {
    let fold = |t: &str| t.to_lowercase().replace('\u{2019}', "'");
    let (before, after) = (fold(case.original), fold(case.text));
    // "Here is what I see", and the offers that many turns end with, in any of their words.
    let harmless = |phrase: &str| match phrase {
        "here is" | "here's" => SIGHTS.iter().any(|s| begins(&after, &format!("{phrase} {s}"))),
        "let me know" | "happy to" | "glad to" => OFFERS.iter().any(|o| begins(&before, o)),
        _ => false,
    };
    let found = |p: &&&str| begins(&after, p) && !begins(&before, p) && !harmless(p);
    let added = |list: &[&str]| list.iter().find(found).map(|p| p.to_string());
    if let Some(phrase) = added(REFUSAL) {
        return Some(Reason::new("refusal", format!("write the turn itself, without \"{phrase}\"")));
    }
    let phrase = added(META)?;
    Some(Reason::new(
        "meta",
        format!("write the turn itself, without \"{}\"", phrase.trim_end_matches([',', '!', ':'])),
    ))
}

/// Whether a phrase stands in a text, beginning with a word: "here is" does not stand in "there is".
fn begins(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| !text.get(..at).unwrap_or("").ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn nothing_but_the_turn() {
        let turn = "The dog in the red box is brown.";
        assert_eq!(said(turn, "Sure, here is the rephrased turn: the dog in the red box is brown."), "meta");
        assert_eq!(said(turn, "Here\u{2019}s another way: the dog in the red box is brown."), "meta");
        assert_eq!(said(turn, "I'm sorry, but I can't help with that."), "refusal");
        assert_eq!(said(turn, "As an AI, I see that the dog in the red box is brown."), "refusal");
        assert_eq!(said(turn, "Assistant: The dog in the red box is brown."), "meta");
        assert_eq!(said("Of course: the dog is brown.", "Of course, the dog is brown."), "kept");
    }
}

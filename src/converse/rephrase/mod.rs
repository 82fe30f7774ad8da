//! Guarded rephrasing: what of a turn must survive, the prompt that says so, and the verifier that believes nothing.
//!
//! Both texts are read in the same way. Words are of a closed class that carries no fact (`words`), terms of the thesaurus,
//! or others; all but the first must be the same in both, and so must the claims in which they are tied (`claim`). A
//! reading that is wrong costs an honest text, never lets a false one through unless it is wrong in the same way twice.

mod check;
mod claim;
mod clean;
mod phrase;
mod prompt;
mod reading;
mod reason;
mod tag;
#[cfg(test)]
mod tests;
mod words;

pub use prompt::{Protected, messages};
pub use reason::Reason;

use crate::lexicon::Lexicon;
use crate::model::dialogue::{Assertion, Speaker, Turn};
use crate::model::term::Domain;
use check::{CHECKS, Case};
use reading::Reading;
use std::sync::Arc;
use tag::Tag;

/// Judges rephrased turns.
pub struct Verifier {
    lexicon: Arc<Lexicon>,
}

impl Verifier {
    /// A verifier that knows the words of a thesaurus.
    pub fn new(lexicon: Arc<Lexicon>) -> Verifier {
        Verifier { lexicon }
    }

    /// What of a turn must survive. `boxes`: whether boxes are drawn on the picture.
    pub fn protected(&self, speaker: Speaker, text: &str, boxes: bool) -> Protected {
        Protected::of(&Reading::of(text, speaker, boxes, &self.lexicon), text)
    }

    /// Whether the verifier understands a turn: its own text passes, and of each thing that it asserts the text has the
    /// word, or else a verdict. What it does not understand it cannot guard.
    pub fn understands(&self, turn: &Turn, boxes: bool) -> bool {
        let reading = Reading::of(&turn.text, turn.role, boxes, &self.lexicon);
        let named = |a: &Assertion| {
            let number = self.lexicon.lookup(Domain::Number, &a.value).and_then(|id| self.lexicon.term(id).value());
            let number = number.map(|n| n.to_string());
            let value = a.value.replace('-', " ");
            reading.mentions.iter().any(|m| m.key == value || Some(&m.key) == number.as_ref() || m.tag == Tag::Verdict)
        };
        let found =
            turn.role == Speaker::User || turn.facts.is_empty() || !Protected::of(&reading, &turn.text).is_empty();
        // "A dog" is one dog without saying so, and what is denied may be denied elsewhere.
        let spoken = |a: &&Assertion| a.holds && !(a.target == "number" && a.value == "one");
        found
            && turn.says.iter().filter(spoken).all(named)
            && self.verify(turn.role, &turn.text, boxes, &turn.text).is_ok()
    }

    /// The text that may stand for the turn: the model's, without spaces and quotes around it, where every protected fact
    /// of the original survives in it and none is added.
    ///
    /// # Errors
    /// The reason why it may not. When in doubt there is one.
    pub fn verify(&self, speaker: Speaker, original: &str, boxes: bool, text: &str) -> Result<String, Reason> {
        let text = bare(original, text);
        let before = Reading::of(original, speaker, boxes, &self.lexicon);
        let after = Reading::of(text, speaker, boxes, &self.lexicon);
        let case = Case { speaker, original, text, before: &before, after: &after };
        match CHECKS.iter().find_map(|(_, check)| check(&case)) {
            Some(reason) => Err(reason),
            None => Ok(text.to_string()),
        }
    }
}

/// Models like to put what they wrote in quotes.
fn bare<'a>(original: &str, text: &'a str) -> &'a str {
    let text = text.trim();
    let quoted = |t: &str| t.starts_with(['"', '\u{201c}']);
    if quoted(original) || !quoted(text) {
        return text;
    }
    let inner = text.trim_start_matches(['"', '\u{201c}']);
    match inner.strip_suffix(['"', '\u{201d}']) {
        Some(inner) if !inner.contains(['"', '\u{201c}', '\u{201d}']) => inner.trim(),
        _ => text,
    }
}

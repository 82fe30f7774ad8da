//! The checks, in the order in which they are made; the first that fails names the reason.

mod amount;
mod boxes;
mod chatter;
mod hedge;
mod negation;
mod pronoun;
mod quote;
mod shape;
mod speech;
mod term;
mod tie;
mod verdict;

use super::reading::Reading;
use super::reason::Reason;
use crate::model::dialogue::Speaker;
use std::collections::BTreeSet;

/// A turn before and after.
pub(super) struct Case<'a> {
    /// Who speaks.
    pub speaker: Speaker,
    /// The template text.
    pub original: &'a str,
    /// What the model made of it.
    pub text: &'a str,
    /// The template text, read.
    pub before: &'a Reading,
    /// The model's text, read.
    pub after: &'a Reading,
}

/// One check: a reason where it fails.
pub(super) type Check = fn(&Case) -> Option<Reason>;

/// All checks by name.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("shape", shape::check),
    ("chatter", chatter::check),
    ("speech", speech::check),
    ("verdict", verdict::check),
    ("negation", negation::check),
    ("hedge", hedge::check),
    ("amount", amount::check),
    ("boxes", boxes::check),
    ("term", term::check),
    ("pronoun", pronoun::check),
    ("quote", quote::check),
    ("tie", tie::check),
];

/// A reason where two sets of names differ: one lost or one added.
fn differing(
    before: &BTreeSet<&str>,
    after: &BTreeSet<&str>,
    lost: &'static str,
    added: &'static str,
) -> Option<Reason> {
    if let Some(gone) = before.difference(after).next() {
        return Some(Reason::new(lost, format!("`{gone}` must stay")));
    }
    let new = after.difference(before).next()?;
    Some(Reason::new(added, format!("`{new}` is not in the original")))
}

#[cfg(test)]
pub(super) mod testing {
    use super::super::Verifier;
    use crate::model::dialogue::Speaker;
    use std::sync::OnceLock;

    /// The verifier of the embedded thesaurus.
    pub fn verifier() -> &'static Verifier {
        static ONE: OnceLock<Verifier> = OnceLock::new();
        ONE.get_or_init(|| Verifier::new(std::sync::Arc::new(crate::lexicon::Lexicon::embedded().unwrap())))
    }

    /// What becomes of an assistant's turn: `kept` or the reason.
    pub fn said(original: &str, text: &str) -> &'static str {
        verifier().verify(Speaker::Assistant, original, true, text).map_or_else(|r| r.name, |_| "kept")
    }

    /// What becomes of a user's turn.
    pub fn asked(original: &str, text: &str) -> &'static str {
        verifier().verify(Speaker::User, original, true, text).map_or_else(|r| r.name, |_| "kept")
    }
}

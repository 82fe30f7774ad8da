//! The rules, one file each, in the order they are asked.

mod boxed;
mod concluded;
mod corrected;
mod declared;
mod empty;
mod json;
mod judged;
mod last_line;
mod leading;
mod left;
mod marked;
mod mentioned;
mod picked;
mod stated;
mod ticked;
mod truncated;
mod undecided;
mod verdict;
mod whole;

use super::mention::{affirmed, mentions};
use super::reading::Reading;
use super::vocabulary as v;
use super::{Found, Rule};
use crate::model::score::{OptionSet, Outcome};

/// All rules, by tier. Within a tier the statement that stands last in the response wins.
pub const RULES: &[&'static dyn Rule] = &[
    &empty::Empty,
    &whole::Whole,
    &json::Json,
    &declared::Declared,
    &boxed::Boxed,
    &corrected::Corrected,
    &picked::Picked,
    &judged::Judged,
    &marked::Marked,
    &last_line::LastLine,
    &stated::Stated,
    &left::Left,
    &ticked::Ticked,
    &concluded::Concluded,
    &leading::Leading,
    &verdict::Verdict,
    &undecided::Undecided,
    &mentioned::Mentioned,
    &truncated::Truncated,
];

/// The option that tokens `from..to` affirm, when it is only one, or the several that they join by "and" or "or".
fn window(r: &Reading, from: usize, to: usize) -> Option<Found> {
    let all = mentions(r, from, to);
    let set = affirmed(&all);
    let first = all.iter().find(|m| m.affirmed && m.index.is_some())?;
    let last = all.iter().rev().find(|m| m.affirmed && m.index.is_some())?;
    let outcome = match set.len() {
        1 => Outcome::Chosen,
        _ if r.any(first.end, last.first, v::AND | v::OR) || (first.end..last.first).any(|k| r.mark(k, ',')) => {
            Outcome::Several
        }
        _ => return None,
    };
    let end = if outcome == Outcome::Chosen { first.end } else { last.end };
    Some(Found { outcome, set, span: r.span(first.first, end), conflict: first.conflict, off: false })
}

/// "Cannot be determined": the option that says so, or none.
fn unknown(r: &Reading, first: usize, end: usize) -> Found {
    let span = r.span(first, end);
    match r.options.unknown {
        Some(index) => {
            Found { outcome: Outcome::Chosen, set: OptionSet::one(index), span, conflict: false, off: false }
        }
        None => Found::nothing(span),
    }
}

/// Whether the words `from..to`, after their last comma, only suppose or ask.
fn supposed(r: &Reading, from: usize, to: usize, class: v::Class) -> bool {
    let mut i = to;
    while i > from {
        i -= 1;
        if r.mark(i, ',') || r.mark(i, ';') {
            return false;
        }
        if r.is(i, class) {
            return true;
        }
    }
    false
}

#[cfg(test)]
pub(super) mod testing {
    use super::super::{Options, read};
    use crate::model::score::Outcome;

    /// Reads `text` and returns the letter ("B"), or the outcome's name, and asserts that `rule` decided.
    pub fn check(options: &[&str], rule: &str, cases: &[(&str, &str)]) {
        let options = Options::new(options);
        let mut wrong = Vec::new();
        for (text, want) in cases {
            let a = read(&options, text);
            let got = match a.chosen() {
                Some(i) => char::from(b'A' + i).to_string(),
                None => a.outcome.name().to_string(),
            };
            if (got.as_str(), a.rule) != (*want, rule) {
                wrong.push(format!("{text:?} is {got} by {}, want {want} by {rule}", a.rule));
            }
            if let Some((start, end)) = a.span {
                assert!(text.get(start..end).is_some(), "{text}: span");
            }
            assert_eq!(a.outcome == Outcome::Chosen, a.chosen().is_some());
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

//! `truncated`: no decision, and the response breaks off.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::{OptionSet, Outcome};

pub struct Truncated;

/// A response shorter than this may simply lack a full stop.
const LONG: usize = 400;

impl Rule for Truncated {
    fn name(&self) -> &'static str {
        "truncated"
    }
    fn tier(&self) -> u8 {
        6
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let last = r.tokens.last()?;
        let cut = r.text.len() >= LONG
            && !last.is(v::END)
            && !last.mark(')')
            && !last.mark('*')
            && !last.mark('"')
            && !last.mark('}')
            && !last.mark(']');
        let start = r.text.len().saturating_sub(1);
        cut.then(|| Found {
            outcome: Outcome::Truncated,
            set: OptionSet::default(),
            span: (last.start as usize, start + 1),
            conflict: false,
            off: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn broken_off() {
        let text = "We compare the pixels one by one and add them up. ".repeat(9) + "The sum of the";
        check(&["cat", "dog"], "truncated", &[(text.as_str(), "truncated")]);
        check(&["cat", "dog"], "silent", &[("It has fur", "none_offered")]);
    }
}

//! `empty`: nothing but spaces, dots and left-over control tokens.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::{OptionSet, Outcome};

pub struct Empty;

impl Rule for Empty {
    fn name(&self) -> &'static str {
        "empty"
    }
    fn tier(&self) -> u8 {
        0
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let content = v::WORD | v::NUMBER | v::COMMAND | v::OPTION;
        let silent = r.seen & content == 0 && r.tokens.iter().all(|t| t.is(v::MARK | v::NEWLINE));
        silent.then(|| Found {
            outcome: Outcome::Empty,
            set: OptionSet::default(),
            span: (0, r.text.len()),
            conflict: false,
            off: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn nothing_said() {
        let cases = ["", "  \n ", ".......", "<s>", "</s>", "<|im_end|>", "…", "\"\"", "---", "<eoa>"];
        check(&["cat", "dog"], "empty", &cases.map(|c| (c, "empty")));
    }
}

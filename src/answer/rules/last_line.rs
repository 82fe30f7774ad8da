//! `last_line`: the last line, or what stands behind its last colon, is a choice and nothing else.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};

pub struct LastLine;

/// No choice has more tokens.
const LONGEST: usize = 80;

impl Rule for LastLine {
    fn name(&self) -> &'static str {
        "last_line"
    }
    fn tier(&self) -> u8 {
        2
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let n = r.tokens.len();
        let content = (0..n).rev().find(|&i| r.is(i, v::WORD | v::NUMBER))?;
        let mut start = content;
        let least = content.saturating_sub(LONGEST);
        while start > least && !r.is(start - 1, v::NEWLINE) && !r.mark(start - 1, ':') {
            start -= 1;
        }
        if start == least || r.mark(start - 1, ':') && r.letter_at(start, false).is_none() {
            return None;
        }
        let choice = r.choice_at(start, true).or_else(|| r.choice_at(r.skip_open(start), true))?;
        let whole = r.blank(choice.end, n) && !choice.none && !r.asks(choice.first);
        let echoed = r.lists().iter().any(|&(from, to)| from <= choice.first && choice.first < to);
        (whole && !echoed).then(|| Found::of(r, &choice))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn the_end() {
        let cases = [
            ("It has horns and gives milk.\n\nC", "C"),
            ("It barks.\n(B) dog.", "B"),
            ("Some thoughts about fur.\n> Cow", "C"),
            ("Without more context this is a guess, but: C.", "C"),
        ];
        check(&["cat", "dog", "cow"], "last_line", &cases);
        check(&["cat", "dog"], "silent", &[("Options:\n(A) cat\n(B) dog", "none_offered")]);
    }
}

//! `stated`: "It is C.", "so it must be (B)", "it's D": a letter alone behind "it is".

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::supposed;

pub struct Stated;

impl Rule for Stated {
    fn name(&self) -> &'static str {
        "stated"
    }
    fn tier(&self) -> u8 {
        2
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & v::IT == 0 {
            return None;
        }
        (0..r.tokens.len()).rev().filter(|&i| r.is(i, v::IT)).find_map(|i| {
            let mut k = i + 1;
            let mut linked = r.is(i, v::COPULA);
            while r.is(k, v::COPULA | v::FILL) && r.letter_at(k, false).is_none() && !r.is(k, v::NEG) && k < i + 8 {
                linked |= r.is(k, v::COPULA);
                k += 1;
            }
            let letter = r.letter_at(k, false)?;
            let choice = r.choice_at(k, false)?;
            let ends = choice.end >= r.tokens.len() || r.is(choice.end, v::SOFT | v::END | v::BECAUSE | v::CONTRAST);
            let firm = linked && ends && !r.asks(k) && !supposed(r, r.sentence_start(i), i, v::HYPO | v::NEG);
            (firm && usize::from(letter.index) < r.options.len()).then(|| Found::of(r, &choice))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn it_is() {
        let cases = [
            ("The horns say it must be C.", "C"),
            ("Looking closely, I believe it's B", "B"),
            ("Is it A? It is (B).", "B"),
            ("Looking at the ears, it would be A or B.", "several"),
        ];
        check(&["cat", "dog", "cow"], "stated", &cases);
    }
}

//! `stated`: "It is C.", "so it must be (B)", "This is a hammer.": an option and nothing more behind "it is".

use super::super::choice::Choice;
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
        r.back(v::IT).find_map(|i| {
            let found = letter(r, i).or_else(|| text(r, i))?;
            let firm = !r.asks(found.first) && !supposed(r, r.sentence_start(i), i, v::HYPO | v::NEG);
            firm.then(|| Found::of(r, &found))
        })
    }
}

/// A letter behind "it must most likely be".
fn letter(r: &Reading, it: usize) -> Option<Choice> {
    let mut k = it + 1;
    let mut linked = r.is(it, v::COPULA);
    while r.is(k, v::COPULA | v::FILL) && r.letter_at(k, false).is_none() && !r.is(k, v::NEG) && k < it + 8 {
        linked |= r.is(k, v::COPULA);
        k += 1;
    }
    let offered = r.letter_at(k, false).is_some_and(|l| usize::from(l.index) < r.options.len());
    let choice = r.choice_at(k, false).filter(|_| linked && offered)?;
    let ends = choice.end >= r.tokens.len() || r.is(choice.end, v::SOFT | v::END | v::BECAUSE | v::CONTRAST);
    ends.then_some(choice)
}

/// An option's text that is all that stands behind "it is". "That's right" agrees.
fn text(r: &Reading, it: usize) -> Option<Choice> {
    let copula = if r.is(it, v::COPULA) { it } else { it + 1 };
    let at = r.skip_article(copula + 1);
    let choice = r.choice_at(at, false).filter(|c| c.set.len() == 1 && !r.is(c.first, v::RIGHT))?;
    let closes = choice.end >= r.tokens.len() || r.is(choice.end, v::END);
    (r.is(copula, v::COPULA) && closes && r.options.verdict.is_none()).then_some(choice)
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
            ("It has no udder, so neither of the others. This is a dog.", "B"),
            ("Looking at the ears, it would be A or B.", "several"),
        ];
        check(&["cat", "dog", "cow"], "stated", &cases);
    }
}

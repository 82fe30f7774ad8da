//! `whole`: the whole response is a choice: "B", "(b) dog", "A red car.", "A, C".

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::OptionSet;

pub struct Whole;

impl Rule for Whole {
    fn name(&self) -> &'static str {
        "whole"
    }
    fn tier(&self) -> u8 {
        0
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let n = r.tokens.len();
        let start = r.tokens.iter().position(|t| !t.is(v::NEWLINE))?;
        if let Some(found) = tagged(r, start) {
            return Some(found);
        }
        let choice = match r.choice_at(start, true) {
            Some(c) => c,
            // "B" behind marks that are not part of it: "- B", "> B".
            None => r.choice_at(r.skip_open(start), true)?,
        };
        if r.any(start, choice.first, v::ANSWER)
            || r.any(start, choice.first, v::CHOICE) && r.any(start, choice.first, v::COPULA)
        {
            return None;
        }
        if choice.none {
            // "None of the above." and no more than that.
            let short = n <= choice.first + 6;
            return (short && r.blank(r.sentence_end(choice.first), n)).then(|| Found::of(r, &choice));
        }
        if r.blank(choice.end, n) {
            // "A?" asks.
            return (!r.asks(choice.first)).then(|| Found::of(r, &choice));
        }
        spaced_letters(r, start)
    }
}

/// "<final>B</final>": a choice between two tags of one name.
fn tagged(r: &Reading, start: usize) -> Option<Found> {
    if !(r.mark(start, '<') && r.mark(start + 2, '>')) || r.is(start + 1, v::ANSWER | v::CHOICE) {
        return None;
    }
    let choice = r.choice_at(start + 3, true)?;
    let close = (choice.end..r.tokens.len()).find(|&k| r.mark(k, '<') && r.mark(k + 1, '/'))?;
    let same = r.word(close + 2) == r.word(start + 1) && r.blank(close + 3, r.tokens.len());
    (same && r.blank(choice.end, close) && !choice.none).then(|| Found::of(r, &choice))
}

/// "A B C D": letters and nothing else.
fn spaced_letters(r: &Reading, start: usize) -> Option<Found> {
    if n_words(r) > super::super::options::MOST {
        return None;
    }
    let mut set = OptionSet::default();
    for t in r.tokens.iter().skip(start) {
        if t.is(v::WORD | v::NUMBER | v::COMMAND) {
            if !t.is(v::LETTER) || !t.is(v::UPPER) {
                return None;
            }
            let index = t.key.checked_sub(u64::from(b'a')).filter(|&k| (k as usize) < r.options.len())? as u8;
            set.add(index);
        } else if !t.is(v::SOFT | v::NEWLINE) {
            return None;
        }
    }
    let outcome = if set.len() > 1 { crate::model::score::Outcome::Several } else { return None };
    Some(Found { outcome, set, span: r.span(start, r.tokens.len()), conflict: false, off: false })
}

fn n_words(r: &Reading) -> usize {
    r.tokens.iter().filter(|t| t.is(v::WORD)).count()
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    const FOUR: &[&str] = &["cat", "dog", "a red car", "two birds"];

    #[test]
    fn one() {
        let c = [
            ("B", "B"),
            ("b", "B"),
            ("(B)", "B"),
            ("B.", "B"),
            ("B)", "B"),
            ("**B**", "B"),
            ("\"B\"", "B"),
            (" B\n", "B"),
            ("Ｂ", "B"),
            ("（Ｂ）", "B"),
            ("[B]", "B"),
            ("$B$", "B"),
            ("`B`", "B"),
            ("Option B", "B"),
            ("option b.", "B"),
            ("dog", "B"),
            ("The dog.", "B"),
            ("Dogs", "B"),
            ("B. dog", "B"),
            ("(B) dog", "B"),
            ("B: a dog", "B"),
            ("red car", "C"),
            ("A red car", "C"),
            ("2 birds", "D"),
            ("C. A red car.", "C"),
            ("B</s>", "B"),
            ("<final>B</final>", "B"),
            ("- B", "B"),
            ("dog (B)", "B"),
            ("A", "A"),
            ("a", "A"),
            ("B。", "B"),
            ("Probably B", "B"),
            ("DOG!", "B"),
            ("It's B", "B"),
            ("**Option C:** A red car", "C"),
            ("选项B", "B"),
        ];
        check(FOUR, "whole", &c);
    }

    #[test]
    fn several_or_none() {
        check(
            FOUR,
            "whole",
            &[
                ("A, C", "several"),
                ("A B C D", "several"),
                ("A and D", "several"),
                ("A, b, c", "several"),
                ("cat or dog", "several"),
                ("(E)", "none_offered"),
                ("F", "none_offered"),
                ("None of the above.", "none_offered"),
            ],
        );
        check(
            &["cat", "dog", "none of the above"],
            "whole",
            &[("None of the above", "C"), ("none of these.", "C"), ("Neither.", "C"), ("以上都不是", "C")],
        );
    }

    #[test]
    fn yes_and_no() {
        check(&["Yes", "No"], "whole", &[("yes", "A"), ("No.", "B")]);
        let foreign = [("はい", "A"), ("いいえ", "B"), ("Oui", "A"), ("нет", "B"), ("아니요", "B")];
        check(&["Yes", "No"], "verdict", &foreign);
        check(&["left", "right"], "whole", &[("Left", "A"), ("the right", "B")]);
    }
}

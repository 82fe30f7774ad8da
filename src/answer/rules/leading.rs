//! `leading`: the response opens with a choice and goes on to explain it: "B. The dog is …", "A is closer. Point A …".

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};

pub struct Leading;

impl Rule for Leading {
    fn name(&self) -> &'static str {
        "leading"
    }
    fn tier(&self) -> u8 {
        3
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let start = r.tokens.iter().position(|t| !t.is(v::NEWLINE))?;
        let choice = r.choice_at(start, false).or_else(|| r.choice_at(r.skip_soft(start), false)).or_else(|| {
            // "Option B: …"
            if r.is(start, v::CHOICE) { r.choice_at(start, true) } else { None }
        })?;
        choice.set.single()?;
        // "1. First, …" numbers a list.
        let numbering = r.is(choice.first, v::NUMBER) && r.mark(choice.end, '.') && !r.is(choice.end + 1, v::NEWLINE);
        if (r.options.verdict.is_some() || numbering) && r.letter_at(choice.first, true).is_none() {
            return None;
        }
        // The mark behind the letter tells it from a word, whatever text follows.
        let mut k = r.letter_at(choice.first, false).map_or(choice.end, |l| l.next);
        while r.mark(k, '*') || r.mark(k, '"') || r.mark(k, ')') {
            k += 1;
        }
        let marks = ['.', ':', ',', '-', ';', '!'];
        let delimited =
            r.is(k, v::NEWLINE | v::BECAUSE) || marks.iter().any(|&c| r.mark(k, c)) || r.mark(k.wrapping_sub(1), ')');
        let denied = r.any(k, (k + 3).min(r.tokens.len()), v::NEG);
        let echoed = r.lists().iter().any(|&(from, to)| from <= choice.first && choice.first < to);
        if !delimited || denied || echoed || r.asks(choice.first) || runs_on(r, &choice) {
            return None;
        }
        Some(Found::of(r, &choice))
    }
}

/// "A. cat B. dog": the offer repeated on one line.
fn runs_on(r: &Reading, choice: &super::super::choice::Choice) -> bool {
    let Some(next) = choice.set.single().map(|i| i + 1) else { return false };
    let to = (choice.end + 40).min(r.tokens.len());
    (choice.end..to).any(|k| {
        r.letter_at(k, false)
            .is_some_and(|l| l.index == next && (l.strong || r.mark(l.next, '.') || r.mark(l.next, ':')))
            && !r.any(k.saturating_sub(4), k, v::CONTRAST | v::NEG)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn openings() {
        let cases = [
            ("B. The dog sits on the grass next to a cat.", "B"),
            ("(B) dog\n\nThe picture shows a dog.", "B"),
            ("C, because it has horns.", "C"),
            ("Dog. There is a cat as well.", "B"),
            ("**B**: it barks at the cat.", "B"),
        ];
        check(&["cat", "dog", "cow"], "leading", &cases);
    }

    #[test]
    fn not_every_first_letter_answers() {
        let cases = [("A man with a hat is shown.", "none_offered"), ("A. cat B. dog C. cow", "none_offered")];
        for (text, want) in cases {
            let options = super::super::super::Options::new(&["cat", "dog", "cow"]);
            assert_eq!(super::super::super::read(&options, text).outcome.name(), want, "{text}");
        }
    }
}

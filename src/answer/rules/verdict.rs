//! `verdict`: where the options are yes and no, a response that opens with one of them: "Yes, there is", "No. It is red".

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::{OptionSet, Outcome};

pub struct Verdict;

impl Rule for Verdict {
    fn name(&self) -> &'static str {
        "verdict"
    }
    fn tier(&self) -> u8 {
        3
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let (yes, no) = r.options.verdict?;
        if r.seen & (v::YES | v::NO | v::RIGHT | v::NEG) == 0 {
            return None;
        }
        let start = r.tokens.iter().position(|t| t.is(v::WORD | v::NUMBER))?;
        let end = r.sentence_end(start);
        if let Some((holds, first, end)) = judgment(r, start, end) {
            let set = OptionSet::one(if holds { yes } else { no });
            return Some(Found {
                outcome: Outcome::Chosen,
                set,
                span: r.span(first, end),
                conflict: false,
                off: false,
            });
        }
        let at = if r.is(start, v::YES | v::NO) { start } else { apart(r, start, end)? };
        // "Absolutely not."
        let turned = r.is(at, v::YES) && r.is(at + 1, v::NEG);
        let index = if r.is(at, v::YES) && !turned { yes } else { no };
        // "No. 8", "no information", "yes and no".
        let next = at + 1;
        let other = if r.is(at, v::YES) { v::NO } else { v::YES };
        if r.is(next, v::KNOW | v::NUMBER | v::AND | v::OR)
            || r.mark(next, '.') && r.is(next + 1, v::NUMBER)
            || r.mark(next, '/')
        {
            return None;
        }
        if r.any(next, end, other) && !r.any(next, end, v::CJK) || r.mark(end, '?') || no_noun(r, at) {
            return None;
        }
        let set = OptionSet::one(index);
        Some(Found { outcome: Outcome::Chosen, set, span: r.span(at, at + 1), conflict: false, off: false })
    }
}

/// "The statement is false", "That's correct", "Incorrect.": whether it holds, and the tokens that say so.
fn judgment(r: &Reading, start: usize, end: usize) -> Option<(bool, usize, usize)> {
    const SUBJECT: [&str; 11] =
        ["the", "this", "that", "it", "statement", "claim", "description", "sentence", "assertion", "given", "above"];
    let subject = (start..end).take_while(|&k| SUBJECT.contains(&r.word(k).to_ascii_lowercase().as_str())).count();
    let mut at = start + subject;
    let mut holds = true;
    while at < end && (r.is(at, v::COPULA | v::FILL) || r.is(at, v::NEG)) && !r.is(at, v::RIGHT) {
        if r.is(at, v::NEG) && judged(r, at).is_none() {
            holds = false;
        }
        if judged(r, at).is_some() {
            break;
        }
        at += 1;
    }
    let linked = at == start || r.any(start, at, v::COPULA);
    let closes = r.is(at + 1, v::END) || r.mark(at + 1, ',') || r.mark(at + 1, ';') || r.word(at + 1) == "that";
    let closes = closes || at + 1 >= r.tokens.len();
    let value = judged(r, at)?;
    (linked && closes && !r.mark(end, '?')).then_some((value == holds, start, at + 1))
}

/// What a word says of a statement.
fn judged(r: &Reading, at: usize) -> Option<bool> {
    match r.word(at).to_ascii_lowercase().as_str() {
        "true" | "correct" | "right" | "accurate" | "case" => Some(true),
        "false" | "incorrect" | "wrong" | "inaccurate" | "untrue" => Some(false),
        _ => None,
    }
}

/// "no train is visible" is not the word No: it is followed by a noun, not by a mark or a clause.
fn no_noun(r: &Reading, at: usize) -> bool {
    if r.is(at, v::YES | v::CJK) {
        return false;
    }
    let next = r.word(at + 1);
    let clause = ["it", "there", "the", "this", "that", "they", "he", "she", "you", "these", "those", "we", "i"];
    r.is(at + 1, v::WORD) && !clause.contains(&next.to_ascii_lowercase().as_str())
}

/// A yes or no between commas within the first sentence: "Based on the image, yes, it is".
fn apart(r: &Reading, start: usize, end: usize) -> Option<usize> {
    (start + 1..end).find(|&k| {
        r.is(k, v::YES | v::NO)
            && r.mark(k - 1, ',')
            && (r.mark(k + 1, ',') || r.is(k + 1, v::END) || k + 1 >= r.tokens.len())
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn openings() {
        let cases = [
            ("Yes, there is a dog in the picture.", "A"),
            ("No, there isn't.", "B"),
            ("Yes. The dog is not red, but it is there.", "A"),
            ("no it is not", "B"),
            ("Based on the image, yes, the cup is red.", "A"),
            ("はい、犬がいます。", "A"),
            ("いいえ、違います", "B"),
            ("Nein, das ist kein Hund.", "B"),
            ("Да, это собака.", "A"),
            ("The statement is false. The cup is blue.", "B"),
            ("This claim is not correct, as the cup is blue.", "B"),
            ("It is true that the dog is brown.", "A"),
            ("That is not the case.", "B"),
            ("That's correct, the dog is brown.", "A"),
            ("Incorrect. It is a cat.", "B"),
            ("Absolutely! The bike is red.", "A"),
            ("Definitely not. The bike is blue.", "B"),
        ];
        check(&["Yes", "No"], "verdict", &cases);
    }

    #[test]
    fn other_uses_of_the_words() {
        for text in ["No. 8 is shown.", "No train is visible.", "Yes and no.", "No idea."] {
            let options = super::super::super::Options::new(&["Yes", "No"]);
            assert_eq!(super::super::super::read(&options, text).chosen(), None, "{text}");
        }
    }
}

//! `declared`: "the answer is B", "Answer: (B) dog", "the correct option would be the dog", 答案是B, 【答案】B, `<answer>B</answer>`.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::{supposed, unknown, window};
use crate::model::score::{OptionSet, Outcome};

pub struct Declared;

/// Words that may stand between "answer" and "is".
const REACH: usize = 18;

impl Rule for Declared {
    fn name(&self) -> &'static str {
        "declared"
    }
    fn tier(&self) -> u8 {
        1
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & (v::ANSWER | v::CHOICE) == 0 {
            return None;
        }
        let mut off = None;
        for i in r.back(v::ANSWER | v::CHOICE).filter(|&i| noun(r, i)) {
            match statement(r, i) {
                Some(f) if f.off => off = off.or(Some(f)),
                Some(f) => return Some(f),
                None => {}
            }
        }
        off
    }
}

/// Whether the word at `i` announces an answer here: not supposed, not denied, not a closing tag.
fn noun(r: &Reading, i: usize) -> bool {
    if i > 0 && r.mark(i - 1, '/') {
        return false;
    }
    let start = r.sentence_start(i);
    if supposed(r, start, i, v::HYPO | v::NEG | v::HARD)
        || supposed(r, start, i, v::SELF) && r.any(start, i, v::KNOW) && !r.is(i + 1, v::COPULA)
    {
        return false;
    }
    r.is(i, v::ANSWER)
        || r.any(i.saturating_sub(4).max(start), i, v::RIGHT | v::SELF)
        || (i.saturating_sub(3).max(start)..i).any(|k| r.word(k).eq_ignore_ascii_case("most"))
        || r.any(i + 1, i + 3, v::RIGHT) && r.is(i, v::CJK)
        || r.mark(r_skip(r, i + 1), ':')
}

fn r_skip(r: &Reading, mut at: usize) -> usize {
    while r.mark(at, '*') || r.mark(at, '"') || r.mark(at, '_') || r.mark(at, ' ') {
        at += 1;
    }
    at
}

/// Reads from the noun at `i` over "is" or a colon to what is stated.
fn statement(r: &Reading, i: usize) -> Option<Found> {
    let (at, lined) = link(r, i)?;
    if r.asks(at) {
        return None;
    }
    let end = r.sentence_end(at);
    let texted = r.options.text_at(&r.tokens, at).is_some();
    if !texted
        && (r.is(at, v::NEG | v::HARD) && !r.is(at, v::NONE)
            || r.any(at, (at + 3).min(end), v::NEG) && r.any(at, end, v::KNOW))
        && r.choice_at(at, true).is_none_or(|c| c.none)
    {
        if r.is(at, v::HARD) || r.any(at, (at + 7).min(end), v::KNOW) {
            return Some(unknown(r, i, end));
        }
        // "not A but B"
        let turn = (at + 1..end).find(|&k| r.is(k, v::BUT | v::IT))?;
        return match r.choice_at(turn + 1, true) {
            Some(choice) => Some(Found::of(r, &choice)),
            None => window(r, turn + 1, end),
        };
    }
    if let Some(choice) = r.choice_at(at, true) {
        if lined && let Some(found) = listing(r, choice.first, choice.set) {
            return r.is(i, v::ANSWER).then_some(found);
        }
        if choice.none || choice.outside && choice.set.is_empty() {
            return Some(Found::of(r, &choice));
        }
        // "A is not": the statement is about another thing.
        let denied = r.is(choice.end, v::COPULA) && r.is(choice.end + 1, v::NEG)
            || r.is(choice.end, v::NEG) && !r.is(choice.end, v::CONTRAST);
        if denied {
            return None;
        }
        return Some(Found::of(r, &choice));
    }
    if let Some(found) = window(r, at, end) {
        return Some(found);
    }
    let words = r.tokens.get(at..end)?.iter().filter(|t| t.is(v::WORD | v::NUMBER)).count();
    let value = r.any(at, end, v::NUMBER) || words <= 4;
    let span = r.span(i, end);
    (words > 0 && words <= 10 && value && !r.mark(end.saturating_sub(1), ':'))
        .then(|| Found { off: true, ..Found::nothing(span) })
}

/// From the noun at `i` to the token after "is" or the colon; whether line breaks were crossed.
fn link(r: &Reading, i: usize) -> Option<(usize, bool)> {
    let mut k = i + 1;
    // 正解は, "the answer's"
    let mut linked = r.is(i, v::COPULA);
    let mut words = 0;
    while !linked {
        let t = r.tokens.get(k)?;
        if t.mark(':')
            || t.mark('=')
            || t.mark('>')
            || t.mark(']') && i > 0 && r.mark(i - 1, '[')
            || t.mark('-') && words == 0
            || t.is(v::COPULA)
        {
            linked = true;
        } else if words == 0
            && r.is(i, v::ANSWER)
            && r.letter_at(k, false).is_some_and(|l| l.strong || r.is(k, v::UPPER))
        {
            return Some((k, false));
        } else if t.is(v::NEWLINE) && words == 0 && r.line_starts(i)
            || t.is(v::NEWLINE) && words == 0 && r.is(i, v::ANSWER) && r.is(i.wrapping_sub(1), v::RIGHT)
        {
            break;
        } else if t.is(v::END | v::BECAUSE) || words > REACH {
            return None;
        }
        if t.is(v::NEG) && !t.is(v::COPULA) {
            // "the answer cannot be determined": what is said begins with the denial.
            return Some((k, false));
        }
        words += usize::from(t.is(v::WORD));
        k += 1;
    }
    let mut lined = false;
    while let Some(t) = r.tokens.get(k) {
        let colon = t.mark(':') || t.mark('=') || t.mark('>') || t.mark('-');
        let soft = t.is(v::SOFT) && !t.is(v::END) && !t.mark('(') && !t.mark('[') && !t.mark(',');
        if t.is(v::COPULA) && !t.is(v::NEG) && r.options.text_at(&r.tokens, k).is_none()
            || colon
            || soft
            || t.mark(',') && words > 0
        {
            k += 1;
        } else if t.is(v::NEWLINE) {
            lined = true;
            k += 1;
        } else {
            break;
        }
    }
    (k < r.tokens.len()).then_some((k, lined))
}

/// "The answer is:" and then all options line by line: several, nothing chosen.
fn listing(r: &Reading, first: usize, set: OptionSet) -> Option<Found> {
    let index = set.single()?;
    let lists = r.lists();
    let &(from, to) = lists.iter().find(|&&(from, to)| from <= first && first < to)?;
    // Starting in the middle of a list, or with its first entry followed by the second, nothing is singled out.
    let starts = r.tokens.get(from..first).is_none_or(|ts| ts.iter().all(|t| t.is(v::SOFT)));
    let mut all = OptionSet::one(index);
    let mut lines = 1;
    for k in from..to {
        if r.is(k, v::NEWLINE) {
            lines += 1;
            if let Some(l) = r.letter_at(r.skip_open(k + 1), false) {
                all.add(l.index);
            }
        }
    }
    (starts && lines > 1 && all.len() > 1).then(|| Found {
        outcome: Outcome::Several,
        set: all,
        span: r.span(from, to),
        conflict: false,
        off: false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    const FOUR: &[&str] = &["cat", "dog", "a red car", "two birds"];

    #[test]
    fn english() {
        let cases = [
            ("The answer is B.", "B"),
            ("The correct answer is (B) dog, not the cat.", "B"),
            ("Answer: B", "B"),
            ("ANSWER: **A**", "A"),
            ("Answer: **D**", "D"),
            ("**Answer:** C", "C"),
            ("**Final Answer**: (C)", "C"),
            ("The correct answer is B. Here's why: the cat is grey.", "B"),
            ("The answer is C because I computed it.", "C"),
            ("Based on the image, the answer would be the red car.", "C"),
            ("The correct option is:\n\n**(B) dog**", "B"),
            ("The best choice is most likely option D.", "D"),
            ("The answer to this question is A.", "A"),
            ("Answer: A. The image shows a dog too.", "A"),
            ("Answer: A red car", "C"),
            ("I think the answer is \"dog\".", "B"),
            ("The answer is a dog.", "B"),
            ("The answer is not A but B.", "B"),
            ("Options:\n(A) cat\n(B) dog\n(C) a red car\n(D) two birds\n\nAnswer: D", "D"),
            ("<answer>B</answer>", "B"),
            ("The answer is $\\text{(C)}$.", "C"),
            ("The answer is A? No. The answer is B.", "B"),
            ("First I said the answer is A. But the answer is C.", "C"),
            ("My answer is: b", "B"),
            ("Answer - B", "B"),
            ("Final answer: two birds", "D"),
            ("Answer\nB", "B"),
            ("The answer's B", "B"),
            ("The most reasonable choice is A.", "A"),
            ("The correct answer, judging by the shape, is (D).", "D"),
        ];
        check(FOUR, "declared", &cases);
    }

    #[test]
    fn several_none_and_other() {
        let cases = [
            ("The answer is A and D.", "several"),
            ("The answer is either A or D.", "several"),
            ("The correct answers are (A), (B), (C), and (D).", "several"),
            ("The correct answer is:\n\n(A) cat\n(B) dog\n(C) a red car\n(D) two birds", "several"),
            ("The correct answer is (E) a horse.", "none_offered"),
            ("The answer is none of the above.", "none_offered"),
            ("The answer is: 500", "none_offered"),
            ("The answer cannot be determined.", "none_offered"),
            ("Therefore, the answer to the question cannot be determined from A or B.", "none_offered"),
            ("The answer is neither (A) nor (B).", "none_offered"),
        ];
        check(FOUR, "declared", &cases);
        check(
            &["cat", "dog", "none of the above"],
            "declared",
            &[("The answer is none of the above.", "C"), ("Answer: neither a cat nor a dog", "C")],
        );
        check(&["1", "2", "Cannot be determined"], "declared", &[("The answer cannot be determined.", "C")]);
    }

    #[test]
    fn other_languages() {
        let cases = [
            ("答案是B", "B"),
            ("正确答案应该是B。", "B"),
            ("【答案】 B <eoa>", "B"),
            ("【答案】: A，B <eoa>", "several"),
            ("答案：（Ｃ）", "C"),
            ("因此，错误的选项是A。正确选项是C", "C"),
            ("【答案】: 无正确答案", "none_offered"),
            ("正解はBです。", "B"),
            ("答えは C です", "C"),
            ("정답은 B입니다.", "B"),
            ("Die Antwort ist B.", "B"),
            ("Die richtige Antwort lautet (C).", "C"),
            ("La réponse est B.", "B"),
            ("La bonne réponse est la C.", "C"),
            ("La respuesta correcta es B.", "B"),
            ("La respuesta es la opción D.", "D"),
            ("Ответ: B", "B"),
            ("Правильный ответ - C.", "C"),
        ];
        check(FOUR, "declared", &cases);
    }
}

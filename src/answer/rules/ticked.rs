//! `ticked`: options one by one, of which one is called right: "B) metal ✓", "(B) metal - correct".

use super::super::listing::line_end;
use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::{OptionSet, Outcome};

pub struct Ticked;

const TICKS: [char; 5] = ['✓', '✔', '✅', '☑', '√'];
const CROSSES: [char; 5] = ['✗', '✘', '❌', '✖', '×'];

impl Rule for Ticked {
    fn name(&self) -> &'static str {
        "ticked"
    }
    fn tier(&self) -> u8 {
        2
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let verdicts = by_sign(r).or_else(|| by_word(r))?;
        let mut right = verdicts.iter().filter(|v| v.right);
        let one = right.next().filter(|_| verdicts.iter().any(|v| !v.right))?;
        right.next().is_none().then(|| Found {
            outcome: Outcome::Chosen,
            set: OptionSet::one(one.index),
            span: r.span(one.first, one.end),
            conflict: false,
            off: false,
        })
    }
}

/// What is said of an option.
struct Verdict {
    index: u8,
    first: usize,
    end: usize,
    right: bool,
}

/// Every tick and cross belongs to the option that was named last.
fn by_sign(r: &Reading) -> Option<Vec<Verdict>> {
    if r.text.is_ascii() {
        return None;
    }
    let mut out = Vec::new();
    let mut named = None;
    let mut at = 0;
    while at < r.tokens.len() {
        if let Some((index, end)) = option(r, at) {
            named = Some((index, at));
            at = end;
            continue;
        }
        let right = r.word(at).starts_with(TICKS);
        if right || r.word(at).starts_with(CROSSES) {
            out.extend(named.take().map(|(index, first)| Verdict { index, first, end: at + 1, right }));
        }
        at += 1;
    }
    (out.len() > 1).then_some(out)
}

/// Lines that begin with an option and end with a word that calls it right or wrong.
fn by_word(r: &Reading) -> Option<Vec<Verdict>> {
    if r.seen & v::NEWLINE == 0 {
        return None;
    }
    let mut out = Vec::new();
    let mut line = 0;
    while line < r.tokens.len() {
        let end = line_end(r, line);
        let entry = (line..end).find(|&k| !r.is(k, v::SOFT | v::NUMBER)).and_then(|k| option(r, k));
        if let (Some((index, _)), Some(right)) = (entry, judged(r, line, end)) {
            out.push(Verdict { index, first: line, end, right });
        }
        line = end + 1;
    }
    Some(out)
}

/// The option at a token, by its text or as a label, and the token behind it.
fn option(r: &Reading, at: usize) -> Option<(u8, usize)> {
    let labelled = || {
        let l = r.letter_at(at, false).filter(|l| usize::from(l.index) < r.options.len())?;
        (l.strong || r.mark(l.next, '.') || r.mark(l.next, ':') || r.mark(l.next, ')')).then_some((l.index, l.next))
    };
    r.options.text_at(&r.tokens, at).or_else(labelled)
}

/// Whether the last word of a line calls something right.
fn judged(r: &Reading, line: usize, end: usize) -> Option<bool> {
    let last = (line..end).rev().find(|&k| r.is(k, v::WORD))?;
    let denied = last > line && r.is(last - 1, v::NEG);
    match r.word(last).to_ascii_lowercase().as_str() {
        "correct" | "right" | "yes" | "true" => Some(!denied),
        "incorrect" | "wrong" | "no" | "false" => Some(denied),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn ticks_and_words() {
        let cases = [
            ("A) wood ✗\nB) metal ✓\nC) plastic ✗", "B"),
            ("(A) wood - incorrect\n(B) metal - incorrect\n(C) plastic - correct", "C"),
            ("wood ❌ metal ✅ plastic ❌", "B"),
            ("1) wood - no\n2) metal - no\n3) plastic - yes", "C"),
            ("- A: wood? No.\n- B: metal? Yes.\n- C: plastic? No.", "B"),
        ];
        check(&["wood", "metal", "plastic"], "ticked", &cases);
        check(&["left", "right"], "silent", &[("A. left\nB. right", "none_offered")]);
    }
}

//! `boxed`: `\boxed{B}`, `\boxed{\text{(C)}}`, `\boxed{18\frac12}`. A box with something that is not offered says so.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::window;

pub struct Boxed;

impl Rule for Boxed {
    fn name(&self) -> &'static str {
        "boxed"
    }
    fn tier(&self) -> u8 {
        1
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & v::BOXED == 0 {
            return None;
        }
        r.back(v::BOXED).find_map(|i| content(r, i))
    }
}

fn content(r: &Reading, at: usize) -> Option<Found> {
    let open = at + 1;
    if !r.mark(open, '{') {
        // `\boxed B`
        return r.choice_at(open, true).map(|c| Found::of(r, &c));
    }
    let mut depth = 0;
    let mut close = open;
    loop {
        if r.mark(close, '{') {
            depth += 1;
        } else if r.mark(close, '}') {
            depth -= 1;
            if depth == 0 {
                break;
            }
        }
        close += 1;
        if close >= r.tokens.len() {
            break;
        }
    }
    let mut inner = open + 1;
    while r.mark(inner, '{') {
        inner += 1;
    }
    if r.blank(inner, close) {
        return None;
    }
    if let Some(c) = r.choice_at(inner, true)
        && (r.blank(c.end, close) || c.none || r.letter_at(inner, true).is_some())
    {
        return Some(Found::of(r, &c));
    }
    let off = Found { off: true, ..Found::nothing(r.span(at, close + 1)) };
    let worded = r.any(inner, close, v::WORD);
    Some(if worded { window(r, inner, close).unwrap_or(off) } else { off })
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn boxes() {
        let cases = [
            (r"So it is \boxed{B}.", "B"),
            (r"\boxed{\text{A}}", "A"),
            (r"$\boxed{\textbf{(C)}}$", "C"),
            (r"It weighs $\boxed{8 \mathrm{~kg}}$.", "A"),
            (r"First \boxed{A}, no: \boxed{B}", "B"),
            (r"Hence $m = \boxed{439}$.", "none_offered"),
            (r"\boxed{None of the above}", "none_offered"),
            (r"\boxed{(A) \text{ and } (B)}", "several"),
            (r"\boxed{Y}", "none_offered"),
            (r"The fraction is \boxed{\frac{1}{2}}", "B"),
            (r"\boxed{\text{Option C}}", "C"),
        ];
        check(&[r"$8 \mathrm{~kg}$", r"$\frac12$", "x+1"], "boxed", &cases);
    }

    #[test]
    fn a_later_letter_outranks_a_box_with_a_value() {
        check(
            &["4", "5"],
            "declared",
            &[(r"The answer is (B) since $x = \boxed{10}$.", "B"), (r"\boxed{10}. Answer: A", "A")],
        );
    }
}

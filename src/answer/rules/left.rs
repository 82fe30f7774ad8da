//! `left`: all others are ruled out: "That leaves plastic", "only (B) remains".

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::{supposed, window};
use crate::model::score::Outcome;

pub struct Left;

impl Rule for Left {
    fn name(&self) -> &'static str {
        "left"
    }
    fn tier(&self) -> u8 {
        2
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & v::LEAVE == 0 {
            return None;
        }
        r.back(v::LEAVE).find_map(|i| {
            let (start, end) = (r.sentence_start(i), r.sentence_end(i));
            if r.mark(end, '?') || supposed(r, start, i, v::NEG | v::HYPO) {
                return None;
            }
            let only = (start..i).rev().find(|&k| r.word(k).eq_ignore_ascii_case("only"));
            let found = match r.word(i).to_ascii_lowercase().as_str() {
                // "the tree's leaves" are no verb: "That leaves us with B", ", leaving only the cat".
                "leaves" | "leave" | "leaving" if i == start || r.is(i - 1, v::IT) || subject(r, i - 1) => {
                    window(r, i + 1, end)
                }
                "remains" | "remain" => window(r, only?, i),
                "left" if r.is(i + 1, v::COPULA) => only.and_then(|_| window(r, i + 1, end)),
                "left" if i > 0 && r.is(i - 1, v::COPULA) => window(r, only?, i),
                _ => None,
            };
            found.filter(|f| f.outcome == Outcome::Chosen)
        })
    }
}

/// "which leaves", "this leaves", ", leaving", "and leaves".
fn subject(r: &Reading, at: usize) -> bool {
    r.mark(at, ',') || ["which", "this", "that", "and", "only"].iter().any(|w| r.word(at).eq_ignore_ascii_case(w))
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn the_rest() {
        let cases = [
            ("Wood has grain, so unlikely. Glass is not see-through. That leaves plastic.", "C"),
            ("We can rule out (A) and (B), leaving (C).", "C"),
            ("Wood and metal do not fit, and only plastic remains.", "C"),
            ("It has no grain and no shine. The only option left is plastic.", "C"),
        ];
        check(&["wood", "metal", "plastic"], "left", &cases);
        let text = "Green leaves and wood are shown next to metal.";
        check(&["wood", "metal", "plastic"], "silent", &[(text, "none_offered")]);
    }
}

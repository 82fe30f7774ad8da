//! `undecided` and refusals: "it is not possible to determine", "neither of them", "I'm sorry, I can't".
//! A later "however" with one option takes it back.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::{unknown, window};
use crate::model::score::{OptionSet, Outcome};

pub struct Undecided;

impl Rule for Undecided {
    fn name(&self) -> &'static str {
        "undecided"
    }
    fn tier(&self) -> u8 {
        4
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & (v::NEG | v::NONE | v::HARD | v::SORRY) == 0 {
            return None;
        }
        let (at, end, kind) = cue(r)?;
        // "However, the second image seems to fit": a decision after all.
        let turn = r.with(v::BUT).find(|&k| k > at + 2);
        // "While it is hard to tell, …"
        let conceded = r.is(r.sentence_start(at), v::CONTRAST).then(|| (at..end).find(|&k| r.mark(k, ','))).flatten();
        let turn = turn.or(conceded);
        if let Some(turn) = turn
            && let Some(found) = window(r, turn, r.tokens.len()).filter(|f| f.outcome == Outcome::Chosen)
        {
            return Some(found);
        }
        let span = r.span(at, end);
        Some(match kind {
            Kind::Refused => {
                Found { outcome: Outcome::Refused, set: OptionSet::default(), span, conflict: false, off: false }
            }
            Kind::Unknown => unknown(r, at, end),
            Kind::None => match r.options.none {
                Some(index) => {
                    Found { outcome: Outcome::Chosen, set: OptionSet::one(index), span, conflict: false, off: false }
                }
                None => Found::nothing(span),
            },
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Refused,
    Unknown,
    None,
}

/// The first cue: its first token, the end of its sentence, and what it says.
fn cue(r: &Reading) -> Option<(usize, usize, Kind)> {
    for i in r.with(v::SORRY | v::NEG | v::HARD | v::NONE) {
        let Some(t) = r.tokens.get(i) else { break };
        let end = r.sentence_end(i);
        // The offer repeated: "(D) none of the above".
        let labelled = i > 0
            && r.options.text_at(&r.tokens, i).is_some()
            && (1..5).any(|back| {
                i.checked_sub(back).is_some_and(|k| {
                    r.letter_at(k, false).is_some_and(|l| {
                        r.skip_soft(l.next) == i || l.next == i || r.mark(l.next, '.') && l.next + 1 == i
                    })
                })
            });
        if labelled {
            continue;
        }
        if t.is(v::SORRY) && i < 12 && r.any(i, (i + 40).min(r.tokens.len()), v::NEG | v::HELP) {
            return Some((i, end, Kind::Refused));
        }
        if t.is(v::NEG)
            && (r.any(i + 1, (i + 5).min(end), v::HELP) && !r.any(i + 1, (i + 4).min(end), v::KNOW)
                || sees_nothing(r, i, end))
            && opening(r, i)
        {
            return Some((i, end, Kind::Refused));
        }
        if t.is(v::NEG) && (r.any(i + 1, (i + 6).min(end), v::KNOW) || t.is(v::KNOW)) && plausible(r, i, end) {
            return Some((i, end, Kind::Unknown));
        }
        if t.is(v::HARD) && (r.any(i + 1, (i + 6).min(end), v::KNOW) || r.is(i.wrapping_sub(1), v::COPULA)) {
            return Some((i, end, Kind::Unknown));
        }
        let of = r.word(i + 1);
        if t.is(v::NONE) && !t.is(v::NEG) && (of == "of" || t.is(v::CJK))
            || t.is(v::NONE)
                && t.is(v::NEG)
                && i < 40
                && (of == "of"
                    || r.letter_at(i + 1, false).is_some()
                    || r.options.text_at(&r.tokens, r.skip_article(i + 1)).is_some())
        {
            return Some((i, end, Kind::None));
        }
    }
    None
}

fn opening(r: &Reading, i: usize) -> bool {
    r.any(i.saturating_sub(6), i, v::SELF)
}

/// "I can't see any image", "as an AI I cannot view".
fn sees_nothing(r: &Reading, i: usize, end: usize) -> bool {
    let words = ["see", "view", "access", "display", "open"];
    (i + 1..(i + 4).min(end)).any(|k| {
        r.tokens
            .get(k)
            .and_then(|t| r.text.get(t.start as usize..t.end as usize))
            .is_some_and(|w| words.contains(&w.to_ascii_lowercase().as_str()))
    }) && r.any(i + 1, end, v::NAME)
}

/// "cannot be folded" is no hedge; "not the same" is none either: the verb of knowing must be what is denied.
fn plausible(r: &Reading, i: usize, end: usize) -> bool {
    let k = (i..(i + 6).min(end)).find(|&k| r.is(k, v::KNOW));
    k.is_some_and(|k| {
        let w = r.word(k).to_ascii_lowercase();
        // These words say something about the picture as often as about knowing.
        let weak = ["see", "view", "make", "visible", "say", "pick", "choose", "select", "answer", "make", "access"]
            .contains(&w.as_str());
        !weak || r.any(i.saturating_sub(4), i, v::SELF)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    const TWO: &[&str] = &["the second image", "the third image"];

    #[test]
    fn hedges_and_refusals() {
        let cases = [
            (
                "It is not possible to determine which of (A) the second image or (B) the third image fits.",
                "none_offered",
            ),
            (
                "I cannot accurately determine which one is the missing part. Both the second and third images appear complete.",
                "none_offered",
            ),
            ("It is difficult to say which one is real.", "none_offered"),
            ("I'm sorry, I can't assist with that request.", "refused"),
            ("Sorry, but I cannot help with this.", "refused"),
            ("I apologize, but I do not feel comfortable speculating.", "refused"),
            ("Unfortunately, as an AI, I can't see any image.", "refused"),
            ("Neither of the images fits. The second image is brighter.", "none_offered"),
            ("There is not enough information to tell them apart.", "none_offered"),
            ("抱歉，我无法协助。", "refused"),
            ("It is hard to tell. However, the second image seems to fit.", "A"),
        ];
        check(TWO, "undecided", &cases);
    }

    #[test]
    fn an_option_that_says_so_is_chosen() {
        check(
            &["red", "blue", "cannot be determined"],
            "undecided",
            &[("There is not enough information to tell.", "C")],
        );
        check(&["red", "blue", "none of the above"], "undecided", &[("None of these colors is right.", "C")]);
    }
}

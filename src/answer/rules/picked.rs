//! `picked`: "I would choose the first image", "Therefore, I select option (C)", 故选B.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::{supposed, window};

pub struct Picked;

impl Rule for Picked {
    fn name(&self) -> &'static str {
        "picked"
    }
    fn tier(&self) -> u8 {
        1
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & v::PICK == 0 {
            return None;
        }
        r.back(v::PICK).find_map(|i| pick(r, i))
    }
}

fn pick(r: &Reading, i: usize) -> Option<Found> {
    let start = r.sentence_start(i);
    let end = r.sentence_end(i);
    let own = r.is(i, v::SELF)
        || r.any(i.saturating_sub(5).max(start), i, v::SELF)
        || r.any(start, (start + 2).min(i), v::SO);
    if !own || r.mark(end, '?') || supposed(r, start, i, v::NEG | v::HYPO | v::HARD) {
        return None;
    }
    let mut k = i + 1;
    while r.is(k, v::FILL | v::COPULA) || r.mark(k, ':') || r.mark(k, ',') {
        if r.choice_at(k, false).is_some() {
            break;
        }
        k += 1;
    }
    if r.is(i, v::CJK) {
        let choice = r.choice_at(k, true).filter(|c| r.letter_at(c.first, true).is_some())?;
        return Some(Found::of(r, &choice));
    }
    if r.is(k, v::NONE) && r.choice_at(k, false).is_none() {
        return r.choice_at(k, true).map(|c| Found::of(r, &c));
    }
    match r.choice_at(k, false) {
        Some(c) => Some(Found::of(r, &c)),
        None => window(r, k, end),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn first_person() {
        let cases = [
            ("It is difficult to tell. However, I would choose the first image as the most likely.", "A"),
            ("I'd go with B.", "B"),
            ("Therefore, I select option (C) None of the above", "none_offered"),
            ("I will pick (B) the second image, as it fits.", "B"),
            ("My guess: I would say the second image.", "B"),
            ("故选B", "B"),
            ("综上所述，我选择A。", "A"),
        ];
        check(&["the first image", "the second image"], "picked", &cases);
    }
}

//! `concluded`: a sentence that begins with "therefore" and affirms one option.

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::window;

pub struct Concluded;

impl Rule for Concluded {
    fn name(&self) -> &'static str {
        "concluded"
    }
    fn tier(&self) -> u8 {
        2
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & v::SO == 0 {
            return None;
        }
        let lists = r.lists();
        r.back(v::SO).find_map(|i| {
            let start = r.sentence_start(i);
            let end = r.sentence_end(i);
            let inside = lists.iter().any(|&(from, to)| from <= i && i < to);
            let opens = (start..i).filter(|&k| r.is(k, v::WORD)).count() <= 3 || i > 0 && r.mark(i - 1, ',');
            if inside || !opens || r.mark(end, '?') || r.any(i, end, v::KNOW) && r.any(i, end, v::NEG | v::HARD) {
                return None;
            }
            // "Thus, C."
            let next = if r.mark(i + 1, ',') { i + 2 } else { i + 1 };
            match r.choice_at(next, false).filter(|c| c.end == end && !c.outside) {
                Some(choice) => Some(Found::of(r, &choice)),
                None => window(r, i + 1, end),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn conclusions() {
        let cases = [
            ("The second one has a roof. Therefore, the third image (C) is the missing part of the first image.", "B"),
            ("The edges of the third image differ. Thus the second image fits.", "A"),
            ("So (B) fits better than (A).", "B"),
        ];
        check(&["the second image", "the third image"], "concluded", &cases);
    }
}

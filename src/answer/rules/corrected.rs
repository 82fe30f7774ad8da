//! `corrected`: "A. Wait, actually B", "Correction: it is C".

use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::supposed;

pub struct Corrected;

impl Rule for Corrected {
    fn name(&self) -> &'static str {
        "corrected"
    }
    fn tier(&self) -> u8 {
        1
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if r.seen & (v::WAIT | v::NO) == 0 {
            return None;
        }
        r.back(v::WAIT | v::NO).filter(|&i| r.is(i, v::WAIT) || denial(r, i)).find_map(|i| {
            let opens =
                i == 0 || r.is(i - 1, v::END | v::WAIT | v::SELF | v::BUT | v::NO | v::COPULA) || r.is(i - 1, v::SOFT);
            if !opens || supposed(r, r.sentence_start(i), i, v::HYPO | v::NEG) {
                return None;
            }
            let mut k = i + 1;
            let mut words = 0;
            while words < 8 {
                let t = r.tokens.get(k)?;
                if let Some(choice) = r.choice_at(k, false) {
                    let ends = r.is(choice.end, v::END | v::BECAUSE | v::SOFT) || choice.end >= r.tokens.len();
                    return (ends && !r.asks(choice.first) && choice.set.len() == 1).then(|| Found::of(r, &choice));
                }
                let passes =
                    t.is(v::WAIT | v::SOFT | v::FILL | v::COPULA | v::NO | v::SELF | v::ARTICLE | v::NAME | v::RIGHT)
                        || t.mark(',')
                        || r.text
                            .get(t.start as usize..t.end as usize)
                            .is_some_and(|w| w.eq_ignore_ascii_case("it") || w.eq_ignore_ascii_case("think"));
                if !passes || t.is(v::NEG) {
                    return None;
                }
                words += usize::from(t.is(v::WORD));
                k += 1;
            }
            None
        })
    }
}

/// "B? No, C."
fn denial(r: &Reading, i: usize) -> bool {
    r.is(i, v::NO) && r.options.verdict.is_none() && i > 0 && r.mark(i - 1, '?')
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn the_later_word_counts() {
        let cases = [
            ("A. Wait, actually B.", "B"),
            ("The answer is A. Wait, no, it is C.", "C"),
            ("A — actually, B", "B"),
            ("The answer is B. Hmm, actually it should be (A).", "A"),
            ("Correction: it's C.", "C"),
            ("The answer is A. Sorry, I mean B.", "B"),
            ("A? No — C.", "C"),
            ("It looks like a cat; on a second look it is actually a dog.", "B"),
        ];
        check(&["cat", "dog", "cow"], "corrected", &cases);
        check(
            &["cat", "dog", "cow"],
            "declared",
            &[("Wait, A man is there. The answer is C.", "C"), ("Actually A? The answer is B", "B")],
        );
    }
}

//! `judged`: "B is correct", "Option (C) is the best choice", "the second image is the right one".

use super::super::mention::mentions;
use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use super::supposed;
use crate::model::score::{OptionSet, Outcome};

pub struct Judged;

impl Rule for Judged {
    fn name(&self) -> &'static str {
        "judged"
    }
    fn tier(&self) -> u8 {
        1
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        const CUE: v::Class = v::RIGHT | v::ANSWER | v::CHOICE;
        if r.seen & CUE == 0 || r.seen & (v::COPULA | v::CJK) == 0 {
            return None;
        }
        r.back(CUE).find_map(|i| judged(r, i))
    }
}

fn judged(r: &Reading, i: usize) -> Option<Found> {
    let start = r.sentence_start(i);
    let end = r.sentence_end(i);
    if r.mark(end, '?') {
        return None;
    }
    // "right" and "best" alone may be a side or a degree.
    let closes = r.is(i + 1, v::END | v::ANSWER | v::CHOICE)
        || i + 1 >= r.tokens.len()
        || r.mark(i + 1, ',')
        || r.mark(i + 1, '*');
    let text = r.word(i);
    let vague =
        text.eq_ignore_ascii_case("right") || text.eq_ignore_ascii_case("best") || text.eq_ignore_ascii_case("final");
    let one = r.word(i + 1);
    let most = (start..i).rev().take(2).any(|k| r.word(k).eq_ignore_ascii_case("most"));
    // "is the option with the roof" describes unless it says which one.
    let named =
        r.is(i, v::RIGHT | v::ANSWER) || (start..i).rev().take(4).any(|k| r.word(k).eq_ignore_ascii_case("the"));
    if !named || text.eq_ignore_ascii_case("plausible") && !most {
        return None;
    }
    if vague && !(closes || matches!(one, "one" | "match" | "fit" | "description")) {
        return None;
    }
    // Back over "is the" to the copula.
    let mut k = i;
    while k > start
        && (r.is(k - 1, v::FILL | v::ARTICLE | v::RIGHT) || r.mark(k - 1, '*'))
        && !r.is(k - 1, v::COPULA)
        && r.letter_at(k - 1, false).is_none()
    {
        k -= 1;
    }
    // Chinese, Japanese and Korean need no copula: A项正确.
    let bare = r.is(i, v::CJK) && !r.is(i + 1, v::ANSWER | v::CHOICE);
    if k == start || !(r.is(k - 1, v::COPULA) || bare) || r.any(k - 1, i, v::NEG) {
        return None;
    }
    let mut subject = if r.is(k - 1, v::COPULA) { k - 1 } else { k };
    // "seems to be"
    while subject > start && r.is(subject - 1, v::COPULA | v::FILL) && r.letter_at(subject - 1, false).is_none() {
        subject -= 1;
    }
    if supposed(r, start, subject, v::HYPO) && !r.any(subject.saturating_sub(1), subject, v::HYPO) {
        return None;
    }
    // A bare upper-case letter in front of "is correct" is a label.
    let mut set = OptionSet::default();
    let mut first = None;
    if let Some(at) = (start..subject).rev().find(|&at| r.letter_at(at, false).is_some_and(|l| l.next == subject)) {
        let mut at = at;
        while let Some(l) = r.letter_at(at, false).filter(|l| usize::from(l.index) < r.options.len()) {
            set.add(l.index);
            first = Some(at);
            // Back over "A and", "A, B and".
            let Some(before) = (start..at).rev().find(|&k| !r.is(k, v::AND) && !r.mark(k, ',')) else { break };
            if before + 1 == at {
                break;
            }
            at = before;
        }
    }
    let all = mentions(r, start, subject);
    for m in all.iter().filter(|m| m.affirmed) {
        if let Some(index) = m.index {
            set.add(index);
            first = Some(first.map_or(m.first, |f: usize| f.min(m.first)));
        }
    }
    let denied = all.iter().any(|m| !m.affirmed);
    let first = first?;
    match set.len() {
        1 if !denied => {
            Some(Found { outcome: Outcome::Chosen, set, span: r.span(first, i + 1), conflict: false, off: false })
        }
        n if n > 1 && !denied && r.any(first, subject, v::AND | v::BOTH) => {
            Some(Found { outcome: Outcome::Several, set, span: r.span(first, i + 1), conflict: false, off: false })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn judgments() {
        let cases = [
            ("Option B is correct.", "B"),
            ("B is the correct answer.", "B"),
            ("Looking at it closely, (C) is the best choice, (A) is too small.", "C"),
            ("C seems to be the most likely option here.", "C"),
            ("A is incorrect, and B is wrong; C is the right one.", "C"),
            ("Both A and C are correct.", "several"),
        ];
        check(&["cat", "dog", "cow"], "judged", &cases);
        let chinese =
            [("A项错误，B项正确，C项错误。", "B"), ("选项C是正确的。", "C"), ("A项错误，B项不正确。", "none_offered")];
        check(&["猫", "狗", "牛"], "judged", &chinese[..2]);
        check(&["猫", "狗", "牛"], "silent", &chinese[2..]);
    }
}

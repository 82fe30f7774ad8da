//! Every place where a response names an option, and whether it affirms it there.

use super::reading::Reading;
use super::vocabulary as v;
use crate::model::score::OptionSet;

/// One place.
#[derive(Debug, Clone, Copy)]
pub struct Mention {
    /// The option; `None` is a letter beyond the offer.
    pub index: Option<u8>,
    /// First token.
    pub first: usize,
    /// Token after the last.
    pub end: usize,
    /// Number of the sentence within the range searched.
    pub sentence: usize,
    /// Stated, not denied, compared with, supposed or asked.
    pub affirmed: bool,
    /// Letter and text disagree.
    pub conflict: bool,
}

/// Clauses end here: what was denied before is not denied after.
const CLAUSE: v::Class = v::BUT;

/// Words that say something here; all others are passed over.
const TELLING: v::Class =
    v::MARK | v::END | v::LETTER | v::OPTION | CLAUSE | v::NEG | v::NONE | v::CONTRAST | v::BECAUSE | v::HYPO;

/// All mentions in tokens `from..to`, in order.
pub fn mentions(r: &Reading, from: usize, to: usize) -> Vec<Mention> {
    let mut out: Vec<Mention> = Vec::new();
    let (mut denied, mut compared, mut supposed) = (false, false, false);
    let (mut sentence, mut sentence_first) = (0, 0);
    let mut after_comma = false;
    let mut i = from;
    while i < to {
        if !after_comma {
            let rest = r.tokens.get(i..to).unwrap_or(&[]);
            let Some(silent) = rest.iter().position(|t| t.is(TELLING)) else { break };
            i += silent;
        }
        let Some(t) = r.tokens.get(i) else { break };
        if t.is(v::END) {
            after_comma = false;
            if t.mark('?') {
                for m in out.iter_mut().skip(sentence_first) {
                    m.affirmed = false;
                }
            }
            (denied, compared, supposed) = (false, false, false);
            sentence += 1;
            sentence_first = out.len();
            i += 1;
            continue;
        }
        if t.mark(',') || t.mark(';') || t.mark(':') {
            after_comma = t.mark(',');
            // A list goes on behind its commas, and "at first glance," supposes what follows.
            let listed = r.letter_at(i + 1, false).is_some()
                || r.is(i + 1, v::AND | v::OR)
                || i.checked_sub(1).is_some_and(|b| r.is(b, v::HYPO));
            if !listed {
                (denied, compared, supposed) = (false, false, false);
            }
            i += 1;
            continue;
        }
        if let Some(m) = mention_at(r, i) {
            let affirmed = !denied && !compared && !supposed && !denied_after(r, m.end, to);
            i = m.end.max(i + 1);
            after_comma = false;
            out.push(Mention { sentence, affirmed, ..m });
            continue;
        }
        if t.is(CLAUSE) {
            (compared, supposed) = (false, false);
            // "anything but green"
            denied = i.checked_sub(1).is_some_and(|b| r.word(b).eq_ignore_ascii_case("anything"));
        }
        denied |= t.is(v::NEG | v::NONE);
        // What follows "because" explains; it does not state.
        compared |= t.is(v::CONTRAST | v::BECAUSE);
        supposed |= t.is(v::HYPO);
        // ", as the other …" explains; "known as" does not.
        compared |= after_comma && r.text.get(t.start as usize..t.end as usize) == Some("as");
        after_comma = false;
        i += 1;
    }
    out
}

fn mention_at(r: &Reading, at: usize) -> Option<Mention> {
    let t = r.tokens.get(at)?;
    if !t.is(v::LETTER | v::OPTION) && !t.mark('(') && !t.mark('[') {
        return None;
    }
    let blank = Mention { index: None, first: at, end: at, sentence: 0, affirmed: false, conflict: false };
    let before = at.checked_sub(1);
    let named = before.is_some_and(|b| r.is(b, v::NAME | v::CHOICE));
    let (index, end, conflict) = r.one_at(at, false, named)?;
    let text = r.options.text_at(&r.tokens, at);
    if text.is_some_and(|(i, e)| Some(i) == index && e <= end) {
        let index = index?;
        // "That's right" agrees; it is no side.
        if r.is(at, v::RIGHT) && before.is_some_and(|b| r.is(b, v::IT)) && r.is(end, v::END) {
            return None;
        }
        if r.options.verdict.is_some() || (r.options.numeric >> index & 1 == 1 && !stands_alone(r, at, end)) {
            return None;
        }
        return Some(Mention { index: Some(index), end, conflict, ..blank });
    }
    let letter = r.letter_at(at, false)?;
    let label = letter.strong
        || (named && !r.options.alien_letters)
        || (r.options.self_named && !r.options.alien_letters && t.is(v::LETTER));
    label.then_some(Mention { index, end, conflict, ..blank })
}

/// Whether a number stands as a quantity of its own, not inside a formula, a fraction, a percentage or "the one".
fn stands_alone(r: &Reading, at: usize, end: usize) -> bool {
    let joins = |i: usize| {
        r.tokens.get(i).is_some_and(|t| {
            t.is(v::NUMBER | v::COMMAND) || ['+', '<', '>', '%', '/', '_', '{', '^'].iter().any(|&c| t.mark(c))
        })
    };
    let one = r.word(at).eq_ignore_ascii_case("one");
    let pronoun = one
        && (r.word(end) == "more"
            || r.is(end, v::HYPO | v::FOLLOW | v::END | v::FILL)
            || at.checked_sub(1).is_some_and(|b| r.is(b, v::ARTICLE | v::FILL | v::HYPO | v::NEG | v::NO)));
    let numbering = r.mark(end, '.') && (r.sentence_start(at) == at || r.line_starts(at)) && end + 1 < r.tokens.len();
    !numbering
        && !named(r, at)
        && !counting(r, at, end)
        && !joins(end)
        && !at.checked_sub(1).is_some_and(joins)
        && !pronoun
}

/// Whether a number is part of a name or of a larger number: "gpt-4o", "v2", "twenty-four".
fn named(r: &Reading, at: usize) -> bool {
    let start = r.tokens.get(at).map_or(0, |t| t.start as usize);
    let before = r.text.get(..start).unwrap_or("");
    let hyphen = before.ends_with('-');
    (hyphen || r.is(at, v::NUMBER)) && before.trim_end_matches('-').ends_with(|c: char| c.is_ascii_alphanumeric())
}

/// Whether a number is one of a count: "1, 2, 3, 4".
fn counting(r: &Reading, at: usize, end: usize) -> bool {
    let value = |k: usize| r.word(k).parse::<u64>().ok();
    let before = at.checked_sub(2).filter(|_| r.mark(at - 1, ',')).and_then(value);
    let after = if r.mark(end, ',') { value(end + 1) } else { None };
    let own = value(at);
    own.is_some() && (before.map(|n| n + 1) == own || after == own.map(|n| n + 1))
}

/// Whether the clause goes on to deny: "(D) cannot be folded", "Box A is too large".
fn denied_after(r: &Reading, end: usize, to: usize) -> bool {
    let mut i = end;
    let mut words = 0;
    while i < to.min(end + 40) && words < 7 {
        let Some(t) = r.tokens.get(i) else { return false };
        let turns = t.is(v::AND) && r.is(i + 1, v::NEG);
        if t.is(v::END | v::CONTRAST | v::BECAUSE | CLAUSE) || t.mark(';') || turns {
            return false;
        }
        if t.mark(',')
            && !(r.is(i + 1, v::AND | v::OR)
                || r.letter_at(i + 1, false).is_some()
                || r.mark(i + 3, ',')
                || r.mark(i + 5, ','))
        {
            return false;
        }
        if t.is(v::NEG | v::APART | v::NONE) {
            return true;
        }
        words += usize::from(t.is(v::WORD));
        i += 1;
    }
    false
}

/// Options affirmed by these mentions.
pub fn affirmed(mentions: &[Mention]) -> OptionSet {
    let mut set = OptionSet::default();
    for index in mentions.iter().filter(|m| m.affirmed).filter_map(|m| m.index) {
        set.add(index);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    fn said(options: &[&str], text: &str) -> Vec<(u8, bool)> {
        let options = Options::new(options);
        let r = Reading::new(text, &options);
        mentions(&r, 0, r.tokens.len()).iter().filter_map(|m| Some((m.index?, m.affirmed))).collect()
    }

    #[test]
    fn denial_comparison_and_supposition_do_not_affirm() {
        let boxes = &["Box A", "Box B"];
        assert_eq!(said(boxes, "Box B fits better than Box A."), [(1, true), (0, false)]);
        assert_eq!(said(boxes, "Neither A nor B fits."), [(0, false), (1, false)]);
        assert_eq!(said(boxes, "Is it box A?"), [(0, false)]);
        assert_eq!(said(boxes, "Box A is not on it, but Box B is."), [(0, false), (1, true)]);
        assert_eq!(said(boxes, "Box B is tight, while Box A is loose"), [(1, true), (0, false)]);
        assert_eq!(said(boxes, "I cannot tell whether it is A or B."), [(0, false), (1, false)]);
        assert_eq!(
            said(&["cat", "dog", "cow", "hen"], "(B), (C), and (D) cannot be it"),
            [(1, false), (2, false), (3, false)]
        );
    }

    #[test]
    fn a_letter_that_is_a_word_is_no_mention() {
        assert_eq!(said(&["cat", "dog"], "A man and I saw a B-movie."), []);
        assert_eq!(said(&["moves to C.", "moves to D.", "stays at B."], "It starts at B and moves to C."), [(0, true)]);
    }

    #[test]
    fn numbers_inside_formulas_are_no_mention() {
        assert_eq!(said(&["1", "8"], "1/8 of it"), []);
        assert_eq!(said(&["three", "four"], "A reply of gpt-4o, llama3 and v4."), []);
        assert_eq!(said(&["three", "four"], "There are 4 of them, or twenty-four."), [(1, true)]);
        assert_eq!(said(&["1", "2"], "There are two dogs, the one on the left is big"), [(1, true)]);
    }
}

//! Where a response lists the options and states nothing by it.

use super::reading::Reading;
use super::vocabulary as v;

/// Marks the tokens of listed options: lines that begin with A, B, C … in order are the question repeated or an
/// analysis option by option, and state nothing; nor do all options with their letters in one sentence.
pub fn listed(r: &Reading) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    if r.seen & v::LETTER == 0 {
        return out;
    }
    if r.seen & v::NEWLINE != 0 {
        lines(r, &mut out);
    }
    out.extend(offer(r));
    out
}

/// Lines that begin with consecutive letters.
fn lines(r: &Reading, out: &mut Vec<(usize, usize)>) {
    let starts = entries(r);
    let mut from = 0;
    while from < starts.len() {
        let mut to = from;
        while starts.get(to + 1).zip(starts.get(to)).is_some_and(|(b, a)| b.1 == a.1 + 1) {
            to += 1;
        }
        if let (Some(first), Some(last)) = (starts.get(from), starts.get(to))
            && to > from
        {
            out.push((first.0, line_end(r, last.0)));
        }
        from = to + 1;
    }
}

/// The lines that begin with a letter, and the letter.
fn entries(r: &Reading) -> Vec<(usize, u8)> {
    let mut out = Vec::new();
    let mut line = 0;
    loop {
        if let Some(index) = marker(r, line) {
            out.push((line, index));
        }
        match r.tokens.iter().skip(line).position(|t| t.is(v::NEWLINE)) {
            Some(offset) => line += offset + 1,
            None => return out,
        }
    }
}

/// The offer repeated in a sentence: "(A) wood, (B) metal, (C) plastic and (D) glass".
fn offer(r: &Reading) -> Option<(usize, usize)> {
    let labelled = |at: usize, index: usize| {
        let letter = r.letter_at(at, false).filter(|l| l.strong && usize::from(l.index) == index)?;
        let text = r.options.text_at(&r.tokens, r.skip_article(letter.next))?;
        (usize::from(text.0) == index).then_some(text.1)
    };
    let (mut first, mut next, mut index) = (0, 0, 0);
    for at in r.with(v::LETTER) {
        let at = at.checked_sub(1).filter(|&b| r.mark(b, '(') || r.mark(b, '[')).unwrap_or(at);
        if at < next {
            continue;
        }
        let between = |k: usize| r.is(k, v::SOFT | v::AND | v::OR) && !r.is(k, v::NEWLINE);
        if index > 0 && !(next..at).all(between) {
            index = 0;
        }
        if let Some(end) = labelled(at, index) {
            first = if index == 0 { at } else { first };
            (next, index) = (end, index + 1);
        }
        if index == r.options.len() {
            break;
        }
    }
    (index > 1 && index == r.options.len()).then_some((first, next))
}

pub fn line_end(r: &Reading, mut at: usize) -> usize {
    while at < r.tokens.len() && !r.is(at, v::NEWLINE) {
        at += 1;
    }
    at
}

/// The letter that a line begins with as a list's marker: "(A)", "A.", "- **B**:", "选项A".
fn marker(r: &Reading, line: usize) -> Option<u8> {
    let mut i = line;
    while r.tokens.get(i).is_some_and(|t| t.is(v::SOFT | v::CHOICE | v::NUMBER) && !t.mark('(') && !t.mark('[')) {
        i += 1;
    }
    let letter = r.letter_at(i, true).or_else(|| r.letter_at(i, false))?;
    let k = letter.next;
    (letter.strong || r.mark(k, '.') || r.mark(k, ':') || r.mark(k, ')')).then_some(letter.index)
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    #[test]
    fn lists_are_found() {
        let options = Options::new(&["cat", "dog"]);
        let r = Reading::new("Options:\n(A) cat\n(B) dog\n\nIt is a dog.", &options);
        let lists = listed(&r);
        assert_eq!(lists.len(), 1);
        assert_eq!(r.span(lists[0].0, lists[0].1), (9, 24));
    }
}

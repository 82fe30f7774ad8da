//! `marked`: an option in bold and nothing else in the bold: "**C**", "**(A) the second image**"; or the only one in quotes in a
//! block of code: `print("C")`.

use super::super::choice::Choice;
use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::OptionSet;

pub struct Marked;

impl Rule for Marked {
    fn name(&self) -> &'static str {
        "marked"
    }
    fn tier(&self) -> u8 {
        2
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        if let Some(found) = coded(r) {
            return Some(found);
        }
        memchr::memmem::find(r.text.as_bytes(), b"**")?;
        let mut all: Vec<Choice> = Vec::new();
        let mut open = None;
        let mut i = 0;
        while i + 1 < r.tokens.len() {
            if !(r.mark(i, '*') && r.mark(i + 1, '*')) {
                i += 1;
                continue;
            }
            match open.take() {
                None => open = Some(i + 2),
                Some(from) => all.extend(inside(r, from, i)),
            }
            i += 2;
        }
        let last = all.last()?;
        let mut set = OptionSet::default();
        for c in &all {
            set.0 |= c.set.0;
        }
        // Several bold options are a list's headings, unless the last stands alone at the very end.
        let ending = r.line_starts(last.first) && r.blank(last.end, r.tokens.len());
        let heading =
            r.tokens.get(last.end..).is_some_and(|ts| ts.iter().find(|t| !t.mark('*')).is_some_and(|t| t.mark(':')))
                && r.line_starts(last.first);
        let asked = r.asks(last.first);
        ((set.len() == 1 || ending) && !heading && !asked && last.set.len() == 1).then(|| Found::of(r, last))
    }
}

/// The only quoted option of a response that is a block of code.
fn coded(r: &Reading) -> Option<Found> {
    if !r.text.trim_start().starts_with("```") {
        return None;
    }
    let quote = |at: usize| r.mark(at, '"') || r.mark(at, '\'');
    let mut all = (1..r.tokens.len()).filter(|&at| quote(at - 1)).filter_map(|at| {
        let choice = r.choice_at(at, true)?;
        (choice.first == at && (quote(choice.end) || quote(choice.end.wrapping_sub(1)))).then_some(choice)
    });
    let only = all.next().filter(|c| c.set.len() == 1)?;
    all.next().is_none().then(|| Found::of(r, &only))
}

fn inside(r: &Reading, from: usize, to: usize) -> Option<Choice> {
    let choice = r.choice_at(from, true)?;
    let neg = from.checked_sub(3).is_some_and(|b| r.any(b, from, v::NEG));
    ((choice.end <= to || r.blank(to, choice.end)) && r.blank(choice.end, to) && !choice.none && !neg).then_some(choice)
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn bold_options() {
        let cases = [
            ("Looking at the picture, it must be **C**, given the horns.", "C"),
            ("The animal has horns and gives milk.\n\n**(C) cow**\n\nIt stands on grass.", "C"),
            ("**A** cat: small. **B** dog: barks.\n\n**B**.", "B"),
            ("```python\nprint('C')\n```", "C"),
        ];
        check(&["cat", "dog", "cow"], "marked", &cases);
    }

    #[test]
    fn headings_are_no_answer() {
        let text = "**A) cat**: it has fur.\n**B) dog**: it has fur.";
        check(&["cat", "dog"], "silent", &[(text, "none_offered")]);
    }
}

//! `mentioned`: the only option that the response affirms, or the one that its first sentence commits to.

use super::super::mention::{Mention, affirmed, mentions};
use super::super::reading::Reading;
use super::super::vocabulary as v;
use super::super::{Found, Rule};
use crate::model::score::{OptionSet, Outcome};

pub struct Mentioned;

impl Rule for Mentioned {
    fn name(&self) -> &'static str {
        "mentioned"
    }
    fn tier(&self) -> u8 {
        5
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let lists = r.lists();
        let mut all = mentions(r, 0, r.tokens.len());
        all.retain(|m| !lists.iter().any(|&(from, to)| from <= m.first && m.first < to));
        let set = affirmed(&all);
        let said: Vec<&Mention> = all.iter().filter(|m| m.affirmed).collect();
        let first = said.iter().find(|m| m.index.is_some())?;
        let chosen = |m: &Mention, index: u8| Found {
            outcome: Outcome::Chosen,
            set: OptionSet::one(index),
            span: r.span(m.first, m.end),
            conflict: m.conflict,
            off: false,
        };
        // "Both the second and the third": one text stands for two things.
        let both = (r.sentence_start(first.first)..first.first).any(|k| r.is(k, v::BOTH));
        if both && sentence_set(&all, first).len() < 2 {
            return None;
        }
        if let Some(index) = set.single() {
            return Some(chosen(first, index));
        }
        // "B or D. The cable speaks for D."
        if let Some((index, m)) = alternatives(r, &said) {
            return Some(chosen(m, index));
        }
        // The first sentence that names an option commits to it, and what follows explains.
        let sentence: Vec<&&Mention> = said.iter().filter(|m| m.sentence == first.sentence).collect();
        let one = affirmed(&sentence.iter().map(|m| ***m).collect::<Vec<_>>());
        let start = r.sentence_start(first.first);
        let end = r.sentence_end(first.first);
        if let Some(index) = one.single()
            && r.any(start, end, v::COMMIT | v::RIGHT)
            && !numbered(r, start)
            && (0..start).filter(|&k| r.is(k, v::NEWLINE | v::END)).count() <= 1
        {
            return Some(chosen(first, index));
        }
        let last = said.last()?;
        if one.len() > 1 && sentence.len() == said.len() && r.any(first.end, last.first, v::AND | v::OR) {
            return Some(Found {
                outcome: Outcome::Several,
                set,
                span: r.span(first.first, last.end),
                conflict: false,
                off: false,
            });
        }
        None
    }
}

/// The only option that is affirmed otherwise than as one of two that "or" joins, and was one of those before.
fn alternatives<'m>(r: &Reading, said: &[&'m Mention]) -> Option<(u8, &'m Mention)> {
    let joined =
        |a: &Mention, b: &Mention| a.sentence == b.sentence && b.first <= a.end + 3 && r.any(a.end, b.first, v::OR);
    let offered: Vec<bool> = (0..said.len())
        .map(|i| {
            let pair = |a: usize| said.get(a).zip(said.get(a + 1)).is_some_and(|(a, b)| joined(a, b));
            pair(i) || i > 0 && pair(i - 1)
        })
        .collect();
    let of = |wanted: bool| said.iter().zip(&offered).filter(move |(_, o)| **o == wanted).map(|(m, _)| *m);
    let index = affirmed(&of(false).copied().collect::<Vec<_>>()).single()?;
    let before = affirmed(&of(true).copied().collect::<Vec<_>>());
    let last = of(false).next_back()?;
    (before.iter().any(|i| i == index) && of(true).all(|m| m.end <= last.first)).then_some((index, last))
}

/// Options affirmed in the sentence of a mention.
fn sentence_set(all: &[Mention], first: &Mention) -> OptionSet {
    let inside: Vec<Mention> = all.iter().filter(|m| m.sentence == first.sentence).copied().collect();
    affirmed(&inside)
}

/// Whether a sentence is an entry of a numbered list: "1. The second image …" describes, one by one.
fn numbered(r: &Reading, start: usize) -> bool {
    start >= 2 && r.is(start - 2, v::NUMBER) && r.mark(start - 1, '.') && r.line_starts(start - 2)
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn the_only_one() {
        let cases = [
            ("The chair is Dutch.", "B"),
            ("The designer came from the Netherlands; a Dutch style, not a German one.", "B"),
        ];
        check(&["American", "Dutch", "German"], "mentioned", &cases);
        check(
            &["Box A", "Box B"],
            "mentioned",
            &[("Box B more accurately encloses the jacket. Box A, on the other hand, is too large.", "B")],
        );
        check(
            &["cat", "dog", "cow"],
            "mentioned",
            &[("It may be the cat or the cow. The horns point to the cow.", "C")],
        );
        check(
            &["A is closer", "B is closer"],
            "mentioned",
            &[("Point A appears to be closer to the camera than point B.", "A")],
        );
    }

    #[test]
    fn descriptions_of_all_options_commit_to_none() {
        check(
            &["cat", "dog"],
            "silent",
            &[("The picture is old. A cat sits on a mat. A dog lies near it.", "none_offered")],
        );
    }
}

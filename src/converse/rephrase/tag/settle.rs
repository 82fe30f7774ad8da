//! What can be told only from the words that follow.

use super::{Mention, Tag};
use crate::converse::rephrase::clean::Words;
use crate::converse::rephrase::words;

/// What can be told only from the words that follow: "the car's red", prepositions before the picture or a box,
/// "not true".
pub(super) fn settle(mentions: &mut [Mention], words: &Words) {
    let tags: Vec<Tag> = mentions.iter().map(|m| m.tag).collect();
    let next = |from: usize| tags.iter().skip(from + 1).copied().find(|t| !matches!(t, Tag::Free | Tag::Det(_)));
    for i in 0..mentions.len() {
        let Some(m) = mentions.get(i).cloned() else { continue };
        let follows = next(i);
        let passive =
            || tags.get(..i).unwrap_or_default().iter().rev().find(|t| **t != Tag::Free) == Some(&Tag::Action(true));
        let soft = m.at.len() == 1 && words::SOFT.contains(&words.get(m.at.start));
        let tag = match m.tag {
            Tag::Relation if words.get(m.at.start) == "by" && passive() => Tag::By,
            Tag::Possess
                if matches!(
                    tags.get(i + 1),
                    Some(Tag::Color | Tag::Material | Tag::Det(_) | Tag::Action(_) | Tag::Not | Tag::Relation)
                ) =>
            {
                Tag::Finite
            }
            Tag::Relation if soft => match follows {
                Some(Tag::Meta | Tag::Box) => Tag::Free,
                // "There is a boy in it."
                Some(Tag::Pronoun)
                    if words.get(m.at.start) == "in"
                        && matches!(tags.get(i + 2), Some(Tag::Stop(_) | Tag::Comma) | None) =>
                {
                    Tag::Free
                }
                Some(
                    Tag::Stop(_) | Tag::Comma | Tag::Focus | Tag::Verdict | Tag::Color | Tag::Position | Tag::Finite,
                )
                | None
                    if noun_after(&tags, i).is_none() =>
                {
                    Tag::Free
                }
                _ => Tag::Relation,
            },
            other => other,
        };
        if let Some(slot) = mentions.get_mut(i) {
            slot.tag = tag;
        }
    }
    // "is not true", "does not match": a verdict, not a negation. Two negations are kept as they are.
    for i in 0..mentions.len() {
        if mentions.get(i).is_none_or(|m| m.tag != Tag::Not || m.key != "not") {
            continue;
        }
        let Some(j) = (i + 1..mentions.len()).find(|j| mentions.get(*j).is_some_and(|m| m.tag != Tag::Free)) else {
            continue;
        };
        let turned = match mentions.get(j).map(|m| (m.tag, m.key.as_str())) {
            Some((Tag::Verdict, "true" | "right" | "yes")) => "false",
            Some((Tag::Verdict, "false")) => "not false",
            _ => continue,
        };
        if let Some(m) = mentions.get_mut(j) {
            m.key = turned.into();
        }
        if let Some(m) = mentions.get_mut(i) {
            m.tag = Tag::Free;
        }
    }
}

/// The noun that the words after a preposition lead to: "in a red shirt".
fn noun_after(tags: &[Tag], from: usize) -> Option<()> {
    let rest = tags.get(from + 1..)?;
    for tag in rest {
        match tag {
            Tag::Det(_)
            | Tag::Color
            | Tag::Material
            | Tag::Other
            | Tag::And
            | Tag::Number
            | Tag::Position
            | Tag::Amount => {}
            Tag::Entity(_) | Tag::Generic | Tag::Pronoun => return Some(()),
            _ => return None,
        }
    }
    None
}

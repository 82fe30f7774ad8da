//! Things, colors, materials, actions, relations, places in the picture, and every word that the lists do not know:
//! each survives and none is added.

use super::{Case, differing};
use crate::converse::rephrase::reading::Reading;
use crate::converse::rephrase::reason::Reason;
use crate::converse::rephrase::tag::{Mention, Tag};
use std::collections::BTreeSet;

/// What belongs to a class.
type Member = fn(Tag) -> bool;

/// Class, name of what is lost, name of what is added.
const CLASSES: &[(Member, &str, &str)] = &[
    (|t| matches!(t, Tag::Entity(_)), "entity_lost", "entity_added"),
    (|t| t == Tag::Color, "color_lost", "color_added"),
    (|t| t == Tag::Material, "material_lost", "material_added"),
    (|t| matches!(t, Tag::Action(_)), "action_lost", "action_added"),
    (|t| t == Tag::Relation, "relation_lost", "relation_added"),
    (|t| t == Tag::Position, "position_lost", "position_added"),
    (|t| t == Tag::Other, "word_lost", "word_added"),
];

pub(super) fn check(case: &Case) -> Option<Reason> {
    CLASSES
        .iter()
        .find_map(|(of, lost, added)| differing(&case.before.keys(of), &case.after.keys(of), lost, added))
        .or_else(|| plurals(case))
        .or_else(|| repeated(case))
}

/// One stays one, several stay several.
fn plurals(case: &Case) -> Option<Reason> {
    let many = |r: &Reading| -> BTreeSet<(String, bool)> {
        let plural = |m: &Mention| if let Tag::Entity(plural) = m.tag { Some((m.key.clone(), plural)) } else { None };
        r.mentions.iter().filter_map(plural).collect()
    };
    let (before, after) = (many(case.before), many(case.after));
    let (key, _) = before.symmetric_difference(&after).next()?;
    Some(Reason::new("plural_changed", format!("`{key}`: one stays one, several stay several")))
}

/// "A dog and a dog" are two: a thing that is named more often must be the one that was named. A color or material is
/// named no more often than before.
fn repeated(case: &Case) -> Option<Reason> {
    let things = |r: &Reading, key: &str| {
        let all = r.claims.things.iter().filter(|(k, _)| k == key);
        (all.clone().count(), all.filter(|(_, definite)| !definite).count())
    };
    for (key, _) in &case.after.claims.things {
        let ((was, new_was), (is, new_is)) = (things(case.before, key), things(case.after, key));
        if is > was && new_is > new_was {
            return Some(Reason::new("entity_repeated", format!("`{key}` is named once more, as another one")));
        }
    }
    let times = |r: &Reading, key: &str| r.count_of(|m| matches!(m.tag, Tag::Color | Tag::Material) && m.key == key);
    let key = case
        .after
        .keys(|t| matches!(t, Tag::Color | Tag::Material))
        .into_iter()
        .find(|k| times(case.after, k) > times(case.before, k))?;
    Some(Reason::new("word_repeated", format!("`{key}` is said once more")))
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn terms_stay() {
        let turn = "A man in a blue shirt is riding a brown horse to the left of the wooden cart.";
        let swap = |a: &str, b: &str| said(turn, &turn.replace(a, b));
        assert_eq!(swap("horse", "donkey"), "entity_lost");
        assert_eq!(swap("cart", "cart and a dog"), "entity_added");
        assert_eq!(swap("blue", "navy blue"), "color_lost");
        assert_eq!(swap("brown horse", "horse"), "color_lost");
        assert_eq!(swap("wooden", "metal"), "material_lost");
        assert_eq!(swap("riding", "leading"), "action_lost");
        assert_eq!(swap("left", "right"), "relation_lost");
        assert_eq!(swap("A man", "A cheerful man"), "word_added");
        assert_eq!(swap("brown horse", "brown horse on the left"), "position_added");
        assert_eq!(said("Two dogs are brown.", "Two dog are brown."), "plural_changed");
        assert_eq!(said("The shaggy dog is brown.", "The dog is brown."), "word_lost");
        assert_eq!(said("The wooden fence is grey.", "The fence is grey."), "entity_lost");
        assert_eq!(said("The fence is red.", "The fence is reddish."), "color_lost");
        assert_eq!(said("The sofa is grey.", "The couch is gray."), "kept");
    }
}

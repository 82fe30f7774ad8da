//! Facts that a statement can be made of, true or false: those of which something is known to be false.

use super::captioned::{self, About};
use super::{Index, Thing, open};
use crate::converse::falsehood;
use crate::lexicon::{Count, Lexicon};
use crate::model::fact::{Fact, Form};

/// How a statement is made of a fact.
#[derive(Debug, Clone, PartialEq)]
pub enum ClaimKind {
    /// There is such a thing.
    There,
    /// There are so many.
    Count,
    /// A caption with a noun that can be replaced.
    Noun,
    /// A caption with a trait, a verb or a number that can be replaced, and what that is said of.
    Caption(About),
    /// What is in a box.
    Name,
    /// A trait of what is in a box.
    Trait,
    /// What holds between two boxes.
    Between,
}

/// The facts, by number.
pub fn claims(index: &Index, about: &[(usize, About)], lexicon: &Lexicon) -> Vec<(usize, ClaimKind)> {
    let facts = index.facts.iter().enumerate();
    facts
        .filter_map(|(i, f)| Some((i, kind(i, f, about, lexicon)?)))
        .filter(|(i, _)| index.facts.get(*i).is_some_and(|f| falsehood::refutable(f, lexicon)))
        .collect()
}

fn kind(number: usize, fact: &Fact, about: &[(usize, About)], lexicon: &Lexicon) -> Option<ClaimKind> {
    // "The glass is made of glass": without its noun, or not at all.
    let told = |noun: &Option<std::sync::Arc<str>>| {
        noun.as_deref().is_some_and(|n| open::says(n, &lexicon.term(fact.gold).name))
    };
    match (fact.form, fact.slots.boxes.len()) {
        (Some(Form::Presence), _) => (lexicon.term(fact.gold).count() == Count::Count).then_some(ClaimKind::There),
        (Some(Form::Count), _) => Some(ClaimKind::Count),
        (Some(Form::Caption), _) => {
            let gap = fact.slots.gap.as_ref()?;
            let text = format!("{}{}{}", gap.before, lexicon.inflect(fact.gold, fact.inflection), gap.after);
            let kind = match fact.target {
                "entity" => ClaimKind::Noun,
                _ => ClaimKind::Caption(about.iter().find(|(n, _)| *n == number)?.1.clone()),
            };
            captioned::quotable(&text).then_some(kind)
        }
        // "There is trousers inside the red box."
        (_, 1) if fact.target == "entity" => Thing::of(fact.gold, "", lexicon).map(|_| ClaimKind::Name),
        (_, 1) => {
            (fact.neutral.is_some() || fact.slots.noun.is_some() && !told(&fact.slots.noun)).then_some(ClaimKind::Trait)
        }
        (_, 2) => (!told(&fact.slots.noun) && !told(&fact.slots.noun2)).then_some(ClaimKind::Between),
        _ => None,
    }
}

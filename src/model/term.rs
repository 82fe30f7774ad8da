//! Concepts: the terms of the thesaurus, by domain.

use serde::{Deserialize, Serialize};

/// Index of a thesaurus term; stable for one set of thesaurus files (terms are sorted).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// The vocabulary a term belongs to. The same word may stand in two ("orange", the fruit and the color).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// Things: objects, animals, people, parts, scenery.
    Entity,
    /// Cardinal numbers.
    Number,
    /// Colors.
    Color,
    /// Materials.
    Material,
    /// Verbs.
    Action,
    /// Spatial predicates.
    Spatial,
}

/// The shape a term takes inside a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inflection {
    /// As listed: "dog", "light blue", "to the left of".
    Bare,
    /// With its indefinite article: "a dog", "an umbrella", "a pair of scissors"; mass and plural nouns stay bare ("water", "jeans").
    Indefinite,
    /// With the definite article: "the dog".
    Definite,
    /// Plural: "dogs", "sheep", "wine glasses".
    Plural,
    /// Base form of a verb: "ride".
    Base,
    /// Third person singular: "rides".
    Third,
    /// Present participle: "riding".
    Ing,
    /// Past participle: "ridden".
    Participle,
    /// A number in words: "three".
    Word,
    /// A number in digits: "3".
    Digits,
    /// As listed, with a capital first letter ("Two" at the start of a caption).
    Capital,
    /// With its indefinite article and a capital first letter ("A dog" at the start of a caption).
    CapitalIndefinite,
}

impl Inflection {
    /// Name, as contexts are called by.
    pub fn name(self) -> &'static str {
        match self {
            Inflection::Bare => "Bare",
            Inflection::Indefinite => "Indefinite",
            Inflection::Definite => "Definite",
            Inflection::Plural => "Plural",
            Inflection::Base => "Base",
            Inflection::Third => "Third",
            Inflection::Ing => "Ing",
            Inflection::Participle => "Participle",
            Inflection::Word => "Word",
            Inflection::Digits => "Digits",
            Inflection::Capital => "Capital",
            Inflection::CapitalIndefinite => "CapitalIndefinite",
        }
    }
}

/// How many shapes there are.
pub const INFLECTIONS: usize = Inflection::CapitalIndefinite as usize + 1;

//! What the thesaurus knows of one term.

use crate::model::term::{Domain, TermId};

/// One term of the thesaurus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its id: terms are numbered by domain, then by name.
    pub id: TermId,
    /// Its vocabulary.
    pub domain: Domain,
    /// Canonical name, lower case: "wine glass", "light blue", "ride", "to the left of".
    pub name: String,
    /// Sort of thing (`groups.csv`), hue family, or kind of verb.
    pub group: String,
    /// The next more general terms.
    pub hypernyms: Vec<TermId>,
    /// Terms that are parts of it.
    pub parts: Vec<TermId>,
    /// Other words that mean the same in pictures.
    pub synonyms: Vec<String>,
    /// Dataset labels that map here and that no sentence should use.
    pub labels: Vec<String>,
    /// What only terms of its domain have.
    pub detail: Detail,
}

/// What only terms of one domain have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detail {
    /// A thing.
    Noun {
        /// How it is counted.
        count: Count,
        /// Its plural where the rule's is wrong.
        plural: Option<String>,
        /// Its article where the rule's is wrong.
        article: Option<String>,
    },
    /// A cardinal number.
    Number {
        /// Its value.
        value: u32,
    },
    /// A color.
    Color,
    /// A material.
    Material,
    /// A verb.
    Verb(Box<Verb>),
    /// A spatial predicate.
    Spatial {
        /// Name of the geometric rule that can contradict it; empty where boxes say nothing.
        rule: String,
        /// The predicate that holds of the exchanged pair, e.g. `under` for `above`.
        inverse: Option<TermId>,
    },
}

/// How a noun is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// One dog, two dogs.
    Count,
    /// Water: no article, no plural.
    Mass,
    /// Jeans: plural only, no article.
    Plural,
    /// Scissors: counted in pairs.
    Pair,
}

/// The forms of a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verb {
    /// "rides"
    pub third: String,
    /// "riding"
    pub ing: String,
    /// "rode"
    pub past: String,
    /// "ridden"
    pub participle: String,
    /// Whether it takes an object.
    pub object: Transitivity,
    /// Exclusive groups: of two verbs that share one, a subject does only one at a time.
    pub exclusive: Vec<String>,
}

/// Whether a verb takes a direct object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transitivity {
    /// "sleep"
    None,
    /// "hold a cup"
    Direct,
    /// "eat", "eat an apple"
    Both,
}

impl Term {
    /// How it is counted; terms that are not nouns have no plural.
    pub fn count(&self) -> Count {
        match self.detail {
            Detail::Noun { count, .. } => count,
            _ => Count::Mass,
        }
    }

    /// The value of a number.
    pub fn value(&self) -> Option<u32> {
        match self.detail {
            Detail::Number { value } => Some(value),
            _ => None,
        }
    }

    /// The forms of a verb.
    pub fn verb(&self) -> Option<&Verb> {
        match &self.detail {
            Detail::Verb(verb) => Some(verb),
            _ => None,
        }
    }
}

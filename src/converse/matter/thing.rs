//! Things and how they are referred to.

use crate::lexicon::{Count, Lexicon};
use crate::model::term::{Domain, Inflection, TermId};
use std::sync::Arc;

/// Which pronoun fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    It,
    He,
    She,
    /// Nobody said which: the name is said again.
    Someone,
}

const HE: &[&str] = &["boy", "businessman", "cowboy", "fisherman", "gentleman", "groom", "man", "policeman"];
const SHE: &[&str] = &["bride", "girl", "lady", "woman"];
const PEOPLE: &[&str] = &["people", "person", "role"];

/// One thing that is spoken of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// Bare noun: "vase", "pair of scissors".
    pub noun: Arc<str>,
    /// What tells it from other things of the dialogue.
    pub key: Arc<str>,
    sort: Sort,
}

impl Thing {
    /// The one thing of a term; `None` where it cannot be spoken of in the singular ("jeans").
    pub fn of(term: TermId, key: impl Into<Arc<str>>, lexicon: &Lexicon) -> Option<Thing> {
        let name = lexicon.inflect(term, Inflection::Bare);
        let noun: Arc<str> = match lexicon.term(term).count() {
            Count::Plural => return None,
            Count::Pair => format!("pair of {name}").into(),
            Count::Count | Count::Mass => name.into(),
        };
        Some(Thing { noun, key: key.into(), sort: sort(name, &lexicon.term(term).group) })
    }

    /// "the vase"
    pub fn definite(&self) -> String {
        format!("the {}", self.noun)
    }

    /// "it", "he", "she", where one of them fits.
    pub fn pronoun(&self) -> Option<&'static str> {
        match self.sort {
            Sort::It => Some("it"),
            Sort::He => Some("he"),
            Sort::She => Some("she"),
            Sort::Someone => None,
        }
    }

    /// Whether it is a person: "it" never means one.
    pub fn is_person(&self) -> bool {
        self.sort != Sort::It
    }
}

fn sort(name: &str, group: &str) -> Sort {
    match () {
        () if HE.contains(&name) => Sort::He,
        () if SHE.contains(&name) => Sort::She,
        () if PEOPLE.contains(&group) => Sort::Someone,
        () => Sort::It,
    }
}

/// A thing by its box: "the vase inside the red box", "the thing marked by the red box"; a person without a name is
/// "the person". The style is a dialogue's.
pub fn boxed(noun: Option<&str>, person: bool, color: &str, style: usize) -> String {
    let thing = match (style % 3, person) {
        (_, true) => "person",
        (1, false) => "object",
        (_, false) => "thing",
    };
    let place = match style % 3 {
        0 => "inside",
        1 => "marked by",
        _ => "highlighted by",
    };
    format!("the {} {place} the {color} box", noun.unwrap_or(thing))
}

/// The name of a label that has only a plural, "trousers": it can be the object of a sentence, not its subject.
pub fn plural_only<'l>(label: &str, lexicon: &'l Lexicon) -> Option<&'l str> {
    let term = lexicon.lookup(Domain::Entity, label)?;
    (lexicon.term(term).count() == Count::Plural).then(|| lexicon.inflect(term, Inflection::Bare))
}

//! A question as the solvers see it: texts and key, no picture. It borrows, so that a planner can ask about every row
//! of a plan without copying them.

use super::Vectors;
use crate::audit::entry::Entry;
use crate::model::term::TermId;
use smallvec::SmallVec;

/// So many options are kept in place; more are allowed.
pub(super) const USUAL: usize = 5;

/// One number for each option of an item.
pub(super) type Ratings = SmallVec<[f32; USUAL]>;

/// One multiple-choice question with its key.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// Unique id.
    pub id: &'a str,
    /// The stem.
    pub stem: &'a str,
    /// Options in order.
    pub offers: SmallVec<[Offer<'a>; USUAL]>,
    /// Index of the right option; always inside `offers`.
    pub gold: usize,
    /// What it is counted under, as in [`Entry::cell`].
    pub cell: &'a str,
    /// Its exchange group, if it is in one.
    pub group: Option<&'a str>,
    /// What is the same for two questions about one picture.
    pub picture: Option<&'a str>,
}

/// An option.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// Its text.
    pub text: &'a str,
    /// What it means.
    pub meaning: Meaning,
}

/// What an option means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A fixed text (a verdict, none of the above) and not a concept.
    Fixed,
    /// A concept, with its term where the thesaurus has it.
    Concept(Option<TermId>),
}

impl Offer<'_> {
    /// The term of a concept.
    pub fn term(&self) -> Option<TermId> {
        match self.meaning {
            Meaning::Fixed => None,
            Meaning::Concept(term) => term,
        }
    }
}

impl<'a> Question<'a> {
    /// Of an entry, with the terms that `vectors` finds.
    pub fn of(entry: &'a Entry, vectors: &dyn Vectors) -> Self {
        Question::with(entry, |o| vectors.term(entry, o))
    }

    /// Of an entry, for solvers that go by no terms.
    pub fn without_terms(entry: &'a Entry) -> Self {
        Question::with(entry, |_| None)
    }

    fn with(entry: &'a Entry, term: impl Fn(usize) -> Option<TermId>) -> Self {
        let offer = |(o, text): (usize, &'a String)| Offer {
            text,
            meaning: if entry.is_fixed(o) { Meaning::Fixed } else { Meaning::Concept(term(o)) },
        };
        Question {
            id: &entry.id,
            stem: &entry.question,
            offers: entry.choices.iter().enumerate().map(offer).collect(),
            gold: entry.gold,
            cell: &entry.cell,
            group: entry.group.as_deref(),
            picture: entry.picture.as_deref(),
        }
    }

    /// The accuracy of a blind guess.
    pub fn chance(&self) -> f64 {
        1.0 / self.offers.len().max(1) as f64
    }

    /// Whether an option is a fixed text.
    pub(super) fn is_fixed(&self, option: usize) -> bool {
        self.offers.get(option).is_some_and(|o| o.meaning == Meaning::Fixed)
    }

    /// The options that are concepts.
    pub(super) fn concepts(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.offers.len()).filter(|&o| !self.is_fixed(o))
    }
}

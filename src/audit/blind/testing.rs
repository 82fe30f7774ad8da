//! Helpers of the solvers' tests.

use super::text::Texts;
use super::{Cx, Folds, Vectors};
use crate::audit::entry::Entry;
use crate::model::term::TermId;

/// No vectors at all.
pub struct NoVectors;

impl Vectors for NoVectors {
    fn term(&self, _entry: &Entry, _option: usize) -> Option<TermId> {
        None
    }
    fn cosine(&self, _a: TermId, _b: TermId) -> Option<f32> {
        None
    }
}

/// A bare question.
pub fn entry(id: &str, question: &str, choices: &[&str], gold: usize) -> Entry {
    Entry {
        id: id.into(),
        question: question.into(),
        choices: choices.iter().map(|c| (*c).to_string()).collect(),
        gold,
        cell: "all".into(),
        group: None,
        picture: None,
        origin: None,
    }
}

/// Runs something on a set.
pub fn with_cx<T>(entries: &[Entry], run: impl FnOnce(&Cx) -> T) -> T {
    let (texts, folds) = (Texts::of(entries), Folds::of(entries, 5, 0));
    run(&Cx { entries, texts: &texts, folds: &folds, vectors: &NoVectors, seed: 0 })
}

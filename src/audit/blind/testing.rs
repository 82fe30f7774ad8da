//! Helpers of the solvers' tests.

use super::measure::Item;
use super::question::Question;
use super::text::Texts;
use super::{Cx, Folds};
use crate::audit::entry::Entry;

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

/// Runs something on a set without vectors.
pub(super) fn with_cx<T>(entries: &[Entry], run: impl FnOnce(&Cx) -> T) -> T {
    let questions: Vec<Question> = entries.iter().map(Question::without_terms).collect();
    let (texts, folds) = (Texts::of(&questions), Folds::of(&questions, 5, 0));
    run(&Cx { questions: &questions, texts: &texts, folds: &folds, cosine: &|_, _| None, seed: 0 })
}

/// Runs something on the measures of one entry.
pub(super) fn with_item<T>(entry: &Entry, run: impl FnOnce(&Item) -> T) -> T {
    with_cx(std::slice::from_ref(entry), |cx| run(&Item::of(cx, 0, cx.cosine)))
}

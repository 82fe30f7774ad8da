//! What several rules go by, worked out once for each item.

use super::question::{Question, Ratings, USUAL};
use super::text::{Asked, Choice};
use super::{Cx, number, rules, similar};
use crate::model::term::TermId;
use smallvec::SmallVec;

/// The numbers that the options of an item begin with.
pub(super) type Numbers = SmallVec<[Option<f64>; USUAL]>;

/// The similarity of each option to the others.
pub(super) type Similarities = SmallVec<[Option<f32>; USUAL]>;

/// An item, measured.
pub(super) struct Item<'a, 'q> {
    /// As it is asked.
    pub question: &'a Question<'q>,
    /// What is known of the question's text.
    pub asked: &'a Asked,
    /// What is known of the options' texts.
    pub choices: SmallVec<[&'a Choice; USUAL]>,
    /// See [`number::numbers`].
    pub numbers: Option<Numbers>,
    /// See [`rules::overlap`].
    pub overlap: Ratings,
    /// See [`similar::centrality`].
    pub similar: Option<Similarities>,
}

impl<'a, 'q> Item<'a, 'q> {
    /// Measures an item of the set; `cosine` is that of [`Cx`], or what remembers its values.
    pub fn of(cx: &Cx<'a, 'q>, item: usize, cosine: &dyn Fn(TermId, TermId) -> Option<f32>) -> Self {
        let (question, asked) = (&cx.questions[item], cx.texts.asked(item));
        let choices: SmallVec<[&Choice; USUAL]> = cx.texts.choices(item).collect();
        Item {
            numbers: number::numbers(question, &choices),
            overlap: rules::overlap(cx.texts, asked, &choices),
            similar: similar::centrality(cosine, question),
            question,
            asked,
            choices,
        }
    }
}

//! Rules on how alike the options are, by the shipped vectors of the thesaurus.

use super::Rule;
use super::measure::{Item, Similarities};
use super::question::{Question, Ratings, USUAL};
use crate::model::term::TermId;
use smallvec::SmallVec;

/// The option least like the others.
pub(super) struct OddOneOut;
/// The option most like the others.
pub(super) struct Central;

/// Mean cosine of each concept to the other concepts; nothing where fewer than three have a vector.
pub(super) fn centrality(cosine: &dyn Fn(TermId, TermId) -> Option<f32>, question: &Question) -> Option<Similarities> {
    let terms: SmallVec<[Option<TermId>; USUAL]> = question.offers.iter().map(|o| o.term()).collect();
    if terms.iter().flatten().count() < 3 {
        return None;
    }
    let mean = |o: usize, a: TermId| {
        let others = terms.iter().enumerate().filter(|(p, _)| *p != o).filter_map(|(_, b)| *b);
        let (mut sum, mut n) = (0.0f32, 0.0f32);
        for value in others.filter_map(|b| cosine(a, b)) {
            sum += value;
            n += 1.0;
        }
        (n > 0.0).then(|| sum / n)
    };
    Some(terms.iter().enumerate().map(|(o, t)| t.and_then(|t| mean(o, t))).collect())
}

impl Rule for OddOneOut {
    fn name(&self) -> &'static str {
        "odd_one_out"
    }
    fn what(&self) -> &'static str {
        "the option least similar to the others by sentence vectors"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        Some(item.similar.as_ref()?.iter().map(|c| c.map_or(f32::MIN, |c| -c)).collect())
    }
}

impl Rule for Central {
    fn name(&self) -> &'static str {
        "most_central"
    }
    fn what(&self) -> &'static str {
        "the option most similar to the others by sentence vectors"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        Some(item.similar.as_ref()?.iter().map(|c| c.unwrap_or(f32::MIN)).collect())
    }
}

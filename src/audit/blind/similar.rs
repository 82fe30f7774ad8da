//! Rules on how alike the options are, by the shipped vectors of the thesaurus.

use super::{Cx, Rule};

/// The option least like the others.
pub(super) struct OddOneOut;
/// The option most like the others.
pub(super) struct Central;

/// Mean cosine of each concept to the other concepts; nothing where fewer than three have a vector.
pub(super) fn centrality(cx: &Cx, item: usize) -> Option<Vec<Option<f32>>> {
    let entry = cx.entries.get(item)?;
    let terms: Vec<_> =
        (0..entry.choices.len()).map(|o| if entry.is_fixed(o) { None } else { cx.vectors.term(entry, o) }).collect();
    if terms.iter().flatten().count() < 3 {
        return None;
    }
    let mean = |o: usize, a| {
        let others = terms.iter().enumerate().filter(|(p, _)| *p != o).filter_map(|(_, b)| (*b)?.into());
        let all: Vec<f32> = others.filter_map(|b| cx.vectors.cosine(a, b)).collect();
        (!all.is_empty()).then(|| all.iter().sum::<f32>() / all.len() as f32)
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
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        Some(centrality(cx, item)?.into_iter().map(|c| c.map_or(f32::MIN, |c| -c)).collect())
    }
}

impl Rule for Central {
    fn name(&self) -> &'static str {
        "most_central"
    }
    fn what(&self) -> &'static str {
        "the option most similar to the others by sentence vectors"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        Some(centrality(cx, item)?.into_iter().map(|c| c.unwrap_or(f32::MIN)).collect())
    }
}

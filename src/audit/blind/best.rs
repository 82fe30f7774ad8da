//! Combinations: in each cell the solver that does best on the other folds; and, for information, elimination.

use super::question::Ratings;
use super::{Credits, Cx};
use rustc_hash::FxHashMap;

/// Name and description.
pub(super) const ABOUT: (&str, &str) =
    ("best_of_all", "in each cell the solver above that does best on the other folds");

/// Credits of the solver that does best on the other folds, cell by cell.
pub(super) fn chosen(cx: &Cx, credits: &[(&'static str, Credits)]) -> Credits {
    let mut out = Credits {
        credit: cx.questions.iter().map(|q| q.chance() as f32).collect(),
        decided: vec![false; cx.questions.len()],
    };
    for fold in 0..cx.folds.count() {
        let mut sums: FxHashMap<u32, Vec<f64>> = FxHashMap::default();
        for i in cx.folds.train(fold) {
            let of_cell = sums.entry(cx.texts.cell(i)).or_insert_with(|| vec![0.0; credits.len()]);
            for (sum, (_, c)) in of_cell.iter_mut().zip(credits) {
                *sum += c.credit.get(i).copied().map_or(0.0, f64::from);
            }
        }
        for i in cx.folds.test(fold) {
            let best = sums.get(&cx.texts.cell(i)).and_then(|sums| {
                // Of equals the first.
                sums.iter().enumerate().rev().max_by(|a, b| a.1.total_cmp(b.1)).map(|(s, _)| s)
            });
            if let Some((_, c)) = best.and_then(|s| credits.get(s))
                && let (Some(to), Some(from)) = (out.credit.get_mut(i), c.credit.get(i))
            {
                *to = *from;
                if let (Some(to), Some(from)) = (out.decided.get_mut(i), c.decided.get(i)) {
                    *to = *from;
                }
            }
        }
    }
    out
}

/// Elimination: among the items of a cell that offer the same options, the option that is right least often in the
/// *other* items. It needs their keys, so it is no way to answer a benchmark; over an exchange group it is always right.
pub(super) fn elimination(cx: &Cx) -> Credits {
    let options = |i: usize| cx.texts.choices(i).map(|c| c.text);
    // Counted within groups where there are any: another group of the same options is no help.
    let key = |i: usize| {
        let mut set: Vec<u32> = options(i).collect();
        set.sort_unstable();
        Some((cx.questions[i].group?, cx.texts.cell(i), set))
    };
    let mut right: FxHashMap<_, FxHashMap<u32, f32>> = FxHashMap::default();
    let mut sizes: FxHashMap<_, usize> = FxHashMap::default();
    for (i, question) in cx.questions.iter().enumerate() {
        if let (Some(key), Some(gold)) = (key(i), options(i).nth(question.gold)) {
            *right.entry(key.clone()).or_default().entry(gold).or_default() += 1.0;
            *sizes.entry(key).or_default() += 1;
        }
    }
    Credits::of(cx.questions, |i| {
        let key = key(i)?;
        if sizes.get(&key).copied().unwrap_or(0) < 2 {
            return None;
        }
        let counts = right.get(&key)?;
        let own = options(i).nth(cx.questions[i].gold)?;
        let rate = |o: u32| -(counts.get(&o).copied().unwrap_or(0.0) - f32::from(u8::from(o == own)));
        Some(options(i).map(rate).collect::<Ratings>())
    })
}

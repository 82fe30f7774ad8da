//! Combinations: in each cell the solver that does best on the other folds; and, for information, elimination.

use super::{Credits, Cx};
use rustc_hash::FxHashMap;

/// Name and description.
pub(super) const ABOUT: (&str, &str) =
    ("best_of_all", "in each cell the solver above that does best on the other folds");

/// Credits of the solver that does best on the other folds, cell by cell.
pub(super) fn chosen(cx: &Cx, credits: &[(&'static str, Credits)]) -> Credits {
    let mut out = Credits {
        credit: cx.entries.iter().map(|e| e.chance() as f32).collect(),
        decided: vec![false; cx.entries.len()],
    };
    for fold in 0..cx.folds.count() {
        let mut sums: FxHashMap<u32, Vec<f64>> = FxHashMap::default();
        for i in cx.folds.train(fold) {
            let Some(cell) = cx.texts.cells.get(i) else { continue };
            let of_cell = sums.entry(*cell).or_insert_with(|| vec![0.0; credits.len()]);
            for (sum, (_, c)) in of_cell.iter_mut().zip(credits) {
                *sum += c.credit.get(i).copied().map_or(0.0, f64::from);
            }
        }
        for i in cx.folds.test(fold) {
            let best = cx.texts.cells.get(i).and_then(|cell| sums.get(cell)).and_then(|sums| {
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
    let set = |i: usize| -> Option<(u32, Vec<u32>)> {
        let mut options = cx.texts.items.get(i)?.options.clone();
        options.sort_unstable();
        Some((*cx.texts.cells.get(i)?, options))
    };
    // Counted within groups where there are any: another group of the same options is no help.
    let key = |i: usize| Some((cx.entries.get(i)?.group.clone()?, set(i)?));
    let mut right: FxHashMap<_, FxHashMap<u32, f32>> = FxHashMap::default();
    let mut sizes: FxHashMap<_, usize> = FxHashMap::default();
    for (i, entry) in cx.entries.iter().enumerate() {
        if let (Some(key), Some(&gold)) = (key(i), cx.texts.items.get(i).and_then(|w| w.options.get(entry.gold))) {
            *right.entry(key.clone()).or_default().entry(gold).or_default() += 1.0;
            *sizes.entry(key).or_default() += 1;
        }
    }
    Credits::of(cx.entries, |i| {
        let (entry, words, key) = (cx.entries.get(i)?, cx.texts.items.get(i)?, key(i)?);
        if sizes.get(&key).copied().unwrap_or(0) < 2 {
            return None;
        }
        let counts = right.get(&key)?;
        let own = words.options.get(entry.gold)?;
        let rate = |o: &u32| -(counts.get(o).copied().unwrap_or(0.0) - f32::from(u8::from(o == own)));
        Some(words.options.iter().map(rate).collect())
    })
}

//! Accuracy by everything: one table per dimension of the items.

use super::super::interval::{Resampler, effective_n, exact, percentile, wilson};
use super::super::sheet::{Item, Run};
use super::{Row, Score, Settings, Table, mean};
use crate::model::score::Outcome;
use rustc_hash::FxHashMap;

pub(super) const TARGETS: [&str; 6] = ["entity", "number", "color", "material", "action", "spatial"];
pub(super) const KINDS: [&str; 4] = ["yes_no", "fill_blank", "what", "correction"];

/// A column of the items: its name and each item's value.
struct Dimension {
    name: String,
    values: Vec<String>,
    bootstrap: bool,
}

/// The tables of all dimensions that the items have.
pub(super) fn all(
    items: &[Item],
    runs: &[Run],
    right: &[Vec<Option<bool>>],
    chances: &[f64],
    plan: &Resampler,
    settings: &Settings,
) -> Vec<Table> {
    dimensions(items, settings).iter().map(|d| table(d, items, runs, right, chances, plan, settings)).collect()
}

fn dimensions(items: &[Item], settings: &Settings) -> Vec<Dimension> {
    let mut out = Vec::new();
    let mut add = |name: &str, bootstrap: bool, value: &dyn Fn(&Item) -> String| {
        let values: Vec<String> = items.iter().map(value).collect();
        if values.iter().any(|v| !v.is_empty()) {
            out.push(Dimension { name: name.to_string(), values, bootstrap });
        }
    };
    add("overall", true, &|_| "all".into());
    add("target", true, &|i| i.target.clone());
    add("kind", true, &|i| i.kind.clone());
    add("target × kind", true, &|i| {
        if i.target.is_empty() && i.kind.is_empty() { String::new() } else { format!("{} × {}", i.target, i.kind) }
    });
    add("source", false, &|i| i.source.clone());
    add("letter", false, &|i| i.gold());
    add("options", false, &|i| i.choices.len().to_string());
    add("level", false, &|i| i.provenance.level.clone());
    add("evidence", false, &|i| if i.provenance.options.is_empty() { String::new() } else { i.evidence().to_string() });
    add("gold tier", false, &|i| i.provenance.gold_tier.clone());
    for (at, column) in settings.group_by.iter().enumerate() {
        add(column, true, &|i| i.columns.get(at).cloned().unwrap_or_default());
    }
    out
}

fn table(
    d: &Dimension,
    items: &[Item],
    runs: &[Run],
    right: &[Vec<Option<bool>>],
    chances: &[f64],
    plan: &Resampler,
    settings: &Settings,
) -> Table {
    let mut keys: Vec<&str> = d.values.iter().map(String::as_str).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.sort_by_key(|k| rank(k));
    let index: FxHashMap<&str, u32> = keys.iter().enumerate().map(|(i, k)| (*k, i as u32)).collect();
    let cell: Vec<u32> = d.values.iter().map(|v| index.get(v.as_str()).copied().unwrap_or(0)).collect();
    let drawn = d.bootstrap.then(|| plan.replicate(right, &cell, keys.len()));
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); keys.len()];
    for (i, &c) in cell.iter().enumerate() {
        if let Some(m) = members.get_mut(c as usize) {
            m.push(i);
        }
    }
    let rows = keys
        .iter()
        .zip(&members)
        .enumerate()
        .map(|(c, (key, inside))| Row {
            key: (*key).to_string(),
            n: inside.len(),
            chance: mean(&inside.iter().filter_map(|&i| chances.get(i).copied()).collect::<Vec<_>>()),
            scores: runs
                .iter()
                .enumerate()
                .map(|(m, run)| {
                    let mut score = score(run, items, inside, &plan.clusters, settings.alpha)?;
                    score.bootstrap = drawn.as_ref().and_then(|d| percentile(d.get(m)?.get(c)?, settings.alpha));
                    Some(score)
                })
                .collect(),
        })
        .collect();
    Table { by: d.name.clone(), rows }
}

/// The paper's order of targets and kinds; anything else by its text.
fn rank(key: &str) -> (usize, usize, String) {
    let (first, second) = key.split_once(" × ").unwrap_or((key, ""));
    let at = |list: &[&str], k: &str| list.iter().position(|x| *x == k);
    let target = at(&TARGETS, first).or_else(|| at(&KINDS, first)).unwrap_or(usize::MAX);
    (target, at(&KINDS, second).unwrap_or(usize::MAX), key.to_string())
}

fn score(run: &Run, items: &[Item], inside: &[usize], clusters: &[u32], alpha: f64) -> Option<Score> {
    let mut right = Vec::with_capacity(inside.len());
    let mut own = Vec::with_capacity(inside.len());
    let (mut answered, mut unsure, mut possible, mut chance) = (0, 0, 0, 0.0);
    for &i in inside {
        let (Some(Some(s)), Some(item)) = (run.scored.get(i), items.get(i)) else { continue };
        right.push(s.correct);
        own.push(clusters.get(i).copied().unwrap_or(0));
        answered += usize::from(s.outcome == Outcome::Chosen);
        unsure += usize::from(s.correct && s.conflict);
        possible += usize::from(s.outcome == Outcome::Several && s.several.contains(&item.gold()));
        chance += 1.0 / item.choices.len().max(1) as f64;
    }
    let n = right.len();
    if n == 0 {
        return None;
    }
    let correct = right.iter().filter(|r| **r).count();
    let (k, m) = (correct as f64, n as f64);
    let (accuracy, chance) = (k / m, chance / m);
    let effective = effective_n(&right, &own);
    Some(Score {
        n,
        correct,
        accuracy,
        interval: wilson(accuracy * effective, effective, alpha),
        effective_n: effective,
        wilson: wilson(k, m, alpha),
        exact: exact(correct as u64, n as u64, alpha),
        bootstrap: None,
        corrected: if chance < 1.0 { (accuracy - chance) / (1.0 - chance) } else { 0.0 },
        answered,
        answered_accuracy: (answered > 0).then(|| k / answered as f64),
        low: (k - unsure as f64) / m,
        high: (k + possible as f64) / m,
        parse_rate: answered as f64 / m,
    })
}

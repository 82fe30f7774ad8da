//! From answers to numbers: every table of the report.

mod groups;
mod model;
mod tables;

#[cfg(test)]
pub(crate) mod fixture;

pub use groups::{Controls, Grouped, Steady};

use super::interval::{Interval, Resampler};
use super::sheet::{Item, Run, Who};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How numbers are computed.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Intervals have level 1 − alpha; tests reject below it.
    pub alpha: f64,
    /// Bootstrap replicates.
    pub replicates: usize,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Index of the run that gains are counted from.
    pub baseline: Option<usize>,
    /// Names of the `--group-by` columns.
    pub group_by: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { alpha: 0.05, replicates: 1_000, seed: 0, baseline: None, group_by: Vec::new() }
    }
}

/// Everything in `report.json`.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Version of groundline.
    pub version: &'static str,
    /// Content hash of the set, as its `run.json` names it; `None` where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Items of the set, copies not counted.
    pub items: usize,
    /// Copies of items (`--controls`, `--circular`): in no table of accuracies.
    pub copies: usize,
    /// Pictures of the set: the clusters of the intervals.
    pub pictures: usize,
    /// Accuracy of guessing, as a share.
    pub chance: f64,
    /// Level of tests and intervals.
    pub alpha: f64,
    /// Bootstrap replicates.
    pub replicates: usize,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Name of the run that gains are counted from.
    pub baseline: Option<String>,
    /// One entry per run.
    pub models: Vec<Model>,
    /// Accuracy by everything; the first table is `overall`.
    pub tables: Vec<Table>,
    /// Tests between runs; `None` of a single run.
    pub comparison: Option<super::contest::Comparison>,
    /// Runs that are one model under several wordings.
    pub wordings: Vec<super::contest::Wordings>,
}

/// Most runs that a title names.
const NAMED: usize = 4;

impl Report {
    /// The title of pages: the runs' names, or how many there are.
    pub fn title(&self) -> String {
        let names: Vec<&str> = self.models.iter().map(|m| m.name.as_str()).collect();
        if names.len() > NAMED {
            format!("Scores of {} runs", names.len())
        } else {
            format!("Scores of {}", names.join(", "))
        }
    }
}

/// One run's account.
#[derive(Debug, Clone, Serialize)]
pub struct Model {
    /// Name.
    pub name: String,
    /// What it is.
    pub who: Who,
    /// How many responses were read as what.
    pub outcomes: BTreeMap<&'static str, usize>,
    /// How many responses each rule decided.
    pub rules: BTreeMap<String, usize>,
    /// What a model read where the rules found nothing (`--extract-with`); `None` where none was asked.
    pub read_by_model: Option<ReadByModel>,
    /// Responses whose letter and option text disagree.
    pub conflicts: usize,
    /// Of yes/no items: how often yes was said and how often it was right to.
    pub yes: Option<YesRate>,
    /// By letter: how often it was chosen, how often it was right, among the answered.
    pub letters: Vec<LetterShare>,
    /// Half the sum of the differences between the two letter distributions: 0 is no position bias.
    pub position_bias: f64,
    /// All-or-nothing accuracies of groups of items.
    pub groups: BTreeMap<&'static str, Grouped>,
    /// What the answers to the copies with other boxes say; `None` where the set has none.
    pub controls: Option<Controls>,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
}

/// The second stage of reading, apart from the first.
#[derive(Debug, Clone, Serialize)]
pub struct ReadByModel {
    /// Responses that the rules left open and the model read.
    pub read: usize,
    /// Of those, how many it found to choose an option.
    pub chosen: usize,
    /// Of those, how many are right.
    pub right: usize,
    /// Accuracy by rules alone.
    pub rules_accuracy: f64,
    /// Accuracy of both stages.
    pub accuracy: f64,
}

/// Yes-rate of a run.
#[derive(Debug, Clone, Serialize)]
pub struct YesRate {
    /// Answered yes/no items.
    pub n: usize,
    /// Share answered with yes.
    pub said: f64,
    /// Share whose right answer is yes.
    pub gold: f64,
}

/// One letter of a run.
#[derive(Debug, Clone, Serialize)]
pub struct LetterShare {
    /// The letter.
    pub letter: String,
    /// Share of answers with it.
    pub chosen: f64,
    /// Share of the same items whose right letter it is.
    pub gold: f64,
}

/// One table.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// What the rows are: `overall`, `target`, `kind`, `target × kind`, `source`, `letter`, …
    pub by: String,
    /// Rows.
    pub rows: Vec<Row>,
}

/// One row of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Its value, e.g. `color`, or `color × what`.
    pub key: String,
    /// Items.
    pub n: usize,
    /// Accuracy of guessing.
    pub chance: f64,
    /// One entry per run; `None` where it has no counted item.
    pub scores: Vec<Option<Score>>,
}

/// One run's numbers over some items.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// Items counted.
    pub n: usize,
    /// Right answers.
    pub correct: usize,
    /// Their share: what is not chosen is wrong.
    pub accuracy: f64,
    /// Wilson's interval over `effective_n` items: the interval that tables print.
    pub interval: Interval,
    /// How many independent items these are worth, given how alike answers within a picture are.
    pub effective_n: f64,
    /// Wilson's interval if all items were independent.
    pub wilson: Interval,
    /// Exact Beta (Clopper–Pearson) interval if all items were independent.
    pub exact: Interval,
    /// Percentile interval of the bootstrap over pictures; `None` where it was not drawn or has no width.
    pub bootstrap: Option<Interval>,
    /// (accuracy − chance) / (1 − chance).
    pub corrected: f64,
    /// Items with a chosen option.
    pub answered: usize,
    /// Accuracy over those.
    pub answered_accuracy: Option<f64>,
    /// Accuracy if every ambiguous response were wrong.
    pub low: f64,
    /// Accuracy if every ambiguous response that names the right option were right.
    pub high: f64,
    /// Share of responses that choose an option.
    pub parse_rate: f64,
}

/// Computes all tables. Copies of items count only where items and copies are compared.
pub fn report(all: &[Item], all_runs: &[Run], settings: &Settings) -> Report {
    let originals: Vec<usize> = (0..all.len()).filter(|&i| all.get(i).is_some_and(|item| !item.is_copy())).collect();
    let (items, runs): (Cow<[Item]>, Cow<[Run]>) = if originals.len() == all.len() {
        (Cow::Borrowed(all), Cow::Borrowed(all_runs))
    } else {
        let items = originals.iter().filter_map(|&i| all.get(i).cloned()).collect();
        (Cow::Owned(items), Cow::Owned(all_runs.iter().map(|r| r.over(&originals)).collect()))
    };
    let (items, runs) = (&*items, &*runs);
    let clusters = number(items.iter().map(Item::cluster));
    let pictures = clusters.iter().copied().max().map_or(0, |m| m as usize + 1);
    let chances: Vec<f64> = items.iter().map(|i| 1.0 / i.choices.len().max(1) as f64).collect();
    let plan = Resampler::new(clusters, settings.replicates, settings.seed);
    let right: Vec<Vec<Option<bool>>> =
        runs.iter().map(|r| r.scored.iter().map(|s| s.as_ref().map(|s| s.correct)).collect()).collect();
    let tables = tables::all(items, runs, &right, &chances, &plan, settings);
    let models = runs.iter().zip(all_runs).map(|(run, whole)| Model {
        groups: groups::groups(whole, all, settings.alpha),
        controls: groups::controls(whole, all, settings.alpha),
        ..model::model(run, items)
    });
    Report {
        version: env!("CARGO_PKG_VERSION"),
        content: None,
        items: items.len(),
        copies: all.len() - items.len(),
        pictures,
        chance: mean(&chances),
        alpha: settings.alpha,
        replicates: settings.replicates,
        seed: settings.seed,
        baseline: settings.baseline.and_then(|b| runs.get(b)).map(|r| r.name.clone()),
        models: models.collect(),
        comparison: super::contest::compare(runs, &right, &plan, &tables, settings.alpha),
        wordings: super::contest::wordings(runs, &tables),
        tables,
    }
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// Numbers values in order of first appearance.
fn number<'a>(values: impl Iterator<Item = &'a str>) -> Vec<u32> {
    let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
    values
        .map(|v| {
            let next = seen.len() as u32;
            *seen.entry(v).or_insert(next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::fixture::{items, run};
    use super::*;
    use crate::model::score::Outcome;

    #[test]
    fn accuracy_by_everything() {
        let items = items(240);
        let runs = [run("half", &items, |i| i % 2 == 0), run("all", &items, |_| true)];
        let r = report(&items, &runs, &Settings { replicates: 50, ..Settings::default() });
        assert_eq!((r.items, r.pictures), (240, 120));
        // A quarter of the items has two options, the rest four.
        assert!((r.chance - (0.25 * 0.5 + 0.75 * 0.25)).abs() < 1e-12);
        let names: Vec<&str> = r.tables.iter().map(|t| t.by.as_str()).collect();
        assert_eq!(
            names,
            [
                "overall",
                "target",
                "kind",
                "target × kind",
                "source",
                "letter",
                "options",
                "level",
                "evidence",
                "gold tier"
            ]
        );
        let overall = r.tables[0].rows[0].scores[0].as_ref().unwrap();
        assert_eq!((overall.n, overall.correct, overall.accuracy), (240, 120, 0.5));
        let kinds: Vec<(&str, f64)> =
            r.tables[2].rows.iter().map(|row| (row.key.as_str(), row.scores[0].as_ref().unwrap().accuracy)).collect();
        assert_eq!(kinds, [("yes_no", 1.0), ("fill_blank", 0.0), ("what", 1.0), ("correction", 0.0)]);
        for table in &r.tables {
            for row in &table.rows {
                for s in row.scores.iter().flatten() {
                    assert!(s.interval.1 > s.interval.0, "{} {}", table.by, row.key);
                    assert!(s.interval.0 <= s.accuracy + 1e-12 && s.accuracy <= s.interval.1 + 1e-12);
                }
            }
        }
        // Each picture has one right and one wrong answer of the first run: no picture is right throughout.
        assert_eq!(r.models[0].groups["picture"].right, 0);
        assert_eq!((r.models[1].groups["exchange"].n, r.models[1].groups["exchange"].right), (60, 60));
        assert_eq!(r.models[1].yes.as_ref().unwrap().n, 60);
        assert!(r.models[1].position_bias.abs() < 1e-12 && r.models[0].position_bias > 0.1);
    }

    #[test]
    fn what_is_not_chosen_is_wrong_but_counted_apart() {
        let items = items(8);
        let mut run = run("m", &items, |_| true);
        for (i, outcome) in [(0, Outcome::Several), (1, Outcome::Refused)] {
            let s = run.scored[i].as_mut().unwrap();
            (s.outcome, s.choice, s.correct) = (outcome, None, false);
            s.several = vec![items[0].gold(), "D".into()];
        }
        run.scored[7] = None;
        let r = report(&items, &[run], &Settings { replicates: 20, ..Settings::default() });
        let s = r.tables[0].rows[0].scores[0].as_ref().unwrap();
        assert_eq!((s.n, s.correct, s.answered), (7, 5, 5));
        assert_eq!((s.answered_accuracy, s.low, s.high), (Some(1.0), 5.0 / 7.0, 6.0 / 7.0));
        assert_eq!(r.models[0].outcomes["refused"], 1);
        assert!(r.comparison.is_none());
    }
}

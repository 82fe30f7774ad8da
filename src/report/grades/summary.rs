//! Means with bootstrap intervals: over all questions, by column, by what a model was shown.

use super::{Graded, Grades};
use crate::metric::agreement::bootstrap;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What stands between a model's name and the parts of the question that it was shown: `llava@qc` saw question and context.
pub const PARTS: char = '@';

/// A metric's key and exact name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MetricName {
    /// e.g. `rouge_l`.
    pub key: String,
    /// e.g. "ROUGE-L, beta 1.2 (pycocoevalcap)".
    pub label: String,
}

/// How means are given.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Intervals cover 1 − alpha.
    pub alpha: f64,
    /// Replicates of the bootstrap over questions.
    pub replicates: usize,
    /// Its seed.
    pub seed: u64,
    /// Columns to make tables by, besides topic and super-category.
    pub group_by: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { alpha: 0.05, replicates: 1_000, seed: 0, group_by: Vec::new() }
    }
}

/// A mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mean {
    /// The mean of the scores that there are; `None` where there is none.
    pub mean: Option<f64>,
    /// Percentile interval of the bootstrap over questions; `None` where it has no width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// Number of scores.
    pub n: usize,
}

/// A model's means over all questions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModelSummary {
    /// Name.
    pub name: String,
    /// By metric.
    pub means: Vec<Mean>,
    /// Mean rating by people, where there are ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<Mean>,
    /// What did not fit.
    pub notes: BTreeMap<String, u64>,
}

/// The questions with one value of a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// The value.
    pub value: String,
    /// Number of questions.
    pub questions: usize,
    /// By model, then by metric.
    pub means: Vec<Vec<Mean>>,
    /// Mean rating by people, by model, where there are ratings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Mean>,
}

/// A table by a column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupTable {
    /// The column.
    pub by: String,
    /// Its values in their order.
    pub groups: Vec<Group>,
}

/// `report.json` of `grade`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Version of groundline.
    pub version: String,
    /// Questions in the set.
    pub questions: usize,
    /// Level of the intervals.
    pub alpha: f64,
    /// Metrics.
    pub metrics: Vec<MetricName>,
    /// Models.
    pub models: Vec<ModelSummary>,
    /// Tables by column.
    pub tables: Vec<GroupTable>,
}

/// Sums the grades up.
pub fn summarize(grades: &Grades, settings: &Settings) -> Report {
    let rated = grades.models.iter().any(|m| m.people.iter().any(Option::is_some));
    // One set of draws for all means, so that differences between models are paired.
    let draws: Vec<Vec<u32>> =
        (0..settings.replicates).map(|b| bootstrap::weights(settings.seed, b, grades.rows.len())).collect();
    let with_interval = |scores: &[Option<f64>]| {
        let replicates = draws.iter().filter_map(|w| weighted(scores, w));
        Mean { interval: bootstrap::percentile(replicates, settings.alpha), ..plain(scores.iter().flatten()) }
    };
    let models = grades
        .models
        .iter()
        .map(|m| ModelSummary {
            name: m.name.clone(),
            means: m.scores.iter().map(|s| with_interval(s)).collect(),
            people: rated.then(|| with_interval(&m.people)),
            notes: m.notes.clone(),
        })
        .collect();
    let mut columns: Vec<&str> = ["super_category", "topic"].into();
    columns.retain(|c| grades.rows.iter().any(|r| r.columns.contains_key(*c)));
    for column in &settings.group_by {
        if !columns.contains(&column.as_str()) {
            columns.push(column);
        }
    }
    Report {
        version: env!("CARGO_PKG_VERSION").into(),
        questions: grades.rows.len(),
        alpha: settings.alpha,
        metrics: grades.metrics.clone(),
        models,
        tables: columns.into_iter().map(|by| table(grades, by, rated)).collect(),
    }
}

fn table(grades: &Grades, by: &str, rated: bool) -> GroupTable {
    let values: BTreeSet<&str> = grades.rows.iter().map(|r| r.column(by)).collect();
    let group = |value: &str| {
        let inside: Vec<usize> =
            grades.rows.iter().enumerate().filter(|(_, r)| r.column(by) == value).map(|(i, _)| i).collect();
        let mean = |scores: &[Option<f64>]| plain(inside.iter().filter_map(|i| scores.get(*i)?.as_ref()));
        let of = |m: &Graded| m.scores.iter().map(|s| mean(s)).collect();
        let people = if rated { grades.models.iter().map(|m| mean(&m.people)).collect() } else { Vec::new() };
        let means = grades.models.iter().map(of).collect();
        Group { value: value.to_string(), questions: inside.len(), means, people }
    };
    GroupTable { by: by.to_string(), groups: values.into_iter().map(group).collect() }
}

fn plain<'a>(scores: impl Iterator<Item = &'a f64>) -> Mean {
    let (mut sum, mut n) = (0.0, 0);
    for score in scores {
        sum += score;
        n += 1;
    }
    Mean { mean: (n > 0).then(|| sum / n as f64), interval: None, n }
}

fn weighted(scores: &[Option<f64>], weights: &[u32]) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0.0);
    for (score, weight) in scores.iter().zip(weights) {
        if let Some(score) = score {
            sum += score * f64::from(*weight);
            n += f64::from(*weight);
        }
    }
    (n > 0.0).then(|| sum / n)
}

#[cfg(test)]
pub(super) mod fixture {
    use super::super::{Graded, Grades, Row};
    use super::MetricName;

    /// Two models on forty questions of three topics; the second is better by 0.1, and people agree. Topics differ by 0.1.
    pub fn grades() -> Grades {
        let topic = |i: usize| ["coffee", "beer", "chess"][if i < 15 { 0 } else { usize::from(i >= 30) + 1 }];
        let rows = (0..40)
            .map(|i| Row {
                id: format!("q{i}"),
                columns: [
                    ("topic".to_string(), topic(i).to_string()),
                    ("super_category".to_string(), if i < 15 { "life_arts" } else { "culture" }.to_string()),
                    ("text".to_string(), ["yes", "no"][i % 2].to_string()),
                ]
                .into(),
                ..Row::default()
            })
            .collect();
        let model = |name: &str, base: f64| Graded {
            name: name.into(),
            scores: vec![
                (0..40).map(|i| Some(base + f64::from(i / 15) * 0.1 + f64::from(i % 5) * 0.02)).collect(),
                (0..40).map(|i| (i != 3).then_some(base / 2.0)).collect(),
            ],
            answers: vec![Some("an answer".into()); 40],
            people: (0..40).map(|i| (i < 20).then_some(if base > 0.25 { 1.0 } else { 0.5 })).collect(),
            notes: [("missing".to_string(), 1)].into(),
        };
        let metric = |key: &str| MetricName { key: key.into(), label: format!("{key} of a test") };
        Grades {
            rows,
            metrics: vec![metric("rouge_l"), metric("meteor")],
            models: vec![model("a@qc", 0.2), model("b", 0.3)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_by_model_and_by_group() {
        let settings = Settings { replicates: 200, group_by: vec!["text".into()], ..Settings::default() };
        let report = summarize(&fixture::grades(), &settings);
        let first = &report.models[0].means[0];
        assert!((first.mean.unwrap() - 0.3275).abs() < 1e-12 && first.n == 40);
        let (low, high) = first.interval.unwrap();
        assert!(low < 0.3275 && high > 0.3275 && high - low < 0.08);
        assert_eq!((report.models[0].means[1].n, report.models[0].means[1].interval), (39, None));
        assert_eq!(report.models[1].people.as_ref().unwrap().mean, Some(1.0));
        let by: Vec<&str> = report.tables.iter().map(|t| t.by.as_str()).collect();
        assert_eq!(by, ["super_category", "topic", "text"]);
        let topics = &report.tables[1].groups;
        assert_eq!(
            topics.iter().map(|g| (g.value.as_str(), g.questions)).collect::<Vec<_>>(),
            [("beer", 15), ("chess", 10), ("coffee", 15)]
        );
        assert_eq!((topics[1].people[0].n, topics[1].people[0].mean), (0, None));
    }
}

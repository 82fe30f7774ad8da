//! Metrics against people: correlation over the models' means, as the paper does it, and over single answers.

use crate::metric::agreement::{Agreement, Correlation, Weights, bootstrap, cohen, pearson, spearman};
use crate::model::grade::{Rating, Scores};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How intervals are made.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Intervals cover 1 − alpha.
    pub alpha: f64,
    /// Replicates of the bootstrap over questions.
    pub replicates: usize,
    /// Its seed.
    pub seed: u64,
}

/// A correlation with its interval.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Agreed {
    /// The coefficient.
    pub r: f64,
    /// Two-sided p-value; absent where it is undefined.
    pub p: Option<f64>,
    /// Number of pairs.
    pub n: usize,
    /// Percentile interval of the bootstrap over questions; absent where it has no width.
    pub interval: Option<(f64, f64)>,
    /// Share of the bootstrap's samples in which the coefficient is undefined, because one side does not vary.
    pub undefined: f64,
}

/// A model's means over the answers that have both a score and a rating.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModelMeans {
    /// Name.
    pub model: String,
    /// Number of such answers.
    pub n: usize,
    /// Mean of the metric.
    pub metric: f64,
    /// Mean rating.
    pub people: f64,
}

/// One metric against people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MetricAgreement {
    /// The metric's key.
    pub metric: String,
    /// The models' means.
    pub models: Vec<ModelMeans>,
    /// Pearson's r over the means of the models: the paper's way. Absent of fewer than two models or without variation.
    pub models_pearson: Option<Agreed>,
    /// Spearman's, likewise.
    pub models_spearman: Option<Agreed>,
    /// Pearson's r over single answers.
    pub items_pearson: Option<Agreed>,
    /// Spearman's, likewise.
    pub items_spearman: Option<Agreed>,
    /// Cohen's kappa with the (rounded) ratings, quadratic weights, for a metric that itself says 0, 0.5 or 1.
    pub kappa: Option<f64>,
}

/// `report.json` of `agree --scores --human`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Version of groundline.
    pub version: String,
    /// Level of the intervals.
    pub alpha: f64,
    /// Answers that have a rating.
    pub rated: usize,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
    /// By metric, in the order of their keys.
    pub metrics: Vec<MetricAgreement>,
}

/// What the paper reports for a metric over the means of its six models.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    /// Our key of the metric.
    pub metric: &'static str,
    /// Pearson's r.
    pub pearson: f64,
    /// Spearman's.
    pub spearman: f64,
}

/// VQAonline, section 4.2 and the supplement. The supplement's line on Spearman's correlation says GPT-4 where the
/// metric is LLaMA2.
pub const PAPER: [Paper; 6] = [
    Paper { metric: "judge", pearson: 0.975, spearman: 1.0 },
    Paper { metric: "meteor", pearson: 0.971, spearman: 0.943 },
    Paper { metric: "bertscore", pearson: 0.900, spearman: 0.829 },
    Paper { metric: "refclip_s", pearson: 0.892, spearman: 0.771 },
    Paper { metric: "rouge_l", pearson: 0.874, spearman: 1.0 },
    Paper { metric: "clip_s", pearson: 0.662, spearman: 0.600 },
];

/// An answer with a score and a mean rating: question, model (by number), score, rating.
type Point = (u32, usize, f64, f64);

/// Compares the scores with the ratings. Several ratings of one answer count as their mean.
pub fn with_people(scores: &[Scores], ratings: &[Rating], settings: &Settings) -> Report {
    let mut sums: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for r in ratings {
        let sum = sums.entry((&r.model, &r.id)).or_default();
        (sum.0, sum.1) = (sum.0 + r.score, sum.1 + 1.0);
    }
    let people: BTreeMap<(&str, &str), f64> = sums.into_iter().map(|(k, (sum, n))| (k, sum / n)).collect();
    let scored: BTreeSet<(&str, &str)> = scores.iter().map(|s| (s.model.as_str(), s.id.as_str())).collect();
    let mut notes = BTreeMap::new();
    for (note, n) in [
        ("rated_but_not_scored", people.keys().filter(|k| !scored.contains(*k)).count()),
        ("scored_but_not_rated", scored.iter().filter(|k| !people.contains_key(*k)).count()),
    ] {
        if n > 0 {
            notes.insert(note.to_string(), n as u64);
        }
    }
    let ids: BTreeSet<&str> = people.keys().map(|k| k.1).collect();
    let cluster: BTreeMap<&str, u32> = ids.into_iter().zip(0..).collect();
    let mut models: Vec<&str> = Vec::new();
    let mut points: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for s in scores {
        let (Some(rating), Some(question)) =
            (people.get(&(s.model.as_str(), s.id.as_str())), cluster.get(s.id.as_str()))
        else {
            continue;
        };
        let model = models.iter().position(|m| *m == s.model).unwrap_or_else(|| {
            models.push(&s.model);
            models.len() - 1
        });
        for (metric, score) in &s.scores {
            points.entry(metric).or_default().push((*question, model, *score, *rating));
        }
    }
    let metrics = points.into_iter().map(|(metric, p)| one(metric, &p, &models, cluster.len(), settings)).collect();
    Report { version: env!("CARGO_PKG_VERSION").into(), alpha: settings.alpha, rated: people.len(), notes, metrics }
}

fn one(metric: &str, points: &[Point], models: &[&str], questions: usize, settings: &Settings) -> MetricAgreement {
    let means = means(points, models.len(), None);
    let of_models = |r: fn(&[f64], &[f64]) -> Option<Correlation>| {
        let statistic = |w: Option<&[u32]>| {
            let (x, y): (Vec<f64>, Vec<f64>) =
                self::means(points, models.len(), w).into_iter().map(|m| (m.1, m.2)).unzip();
            r(&x, &y)
        };
        agreed(&statistic, questions, settings)
    };
    let of_items = |r: fn(&[f64], &[f64]) -> Option<Correlation>| {
        let statistic = |w: Option<&[u32]>| {
            let times = |q: u32| w.map_or(1, |w| w.get(q as usize).copied().unwrap_or(0)) as usize;
            let (x, y): (Vec<f64>, Vec<f64>) =
                points.iter().flat_map(|p| std::iter::repeat_n((p.2, p.3), times(p.0))).unzip();
            r(&x, &y)
        };
        agreed(&statistic, questions, settings)
    };
    MetricAgreement {
        metric: metric.to_string(),
        models_pearson: of_models(pearson),
        models_spearman: of_models(spearman),
        items_pearson: of_items(pearson),
        items_spearman: of_items(spearman),
        kappa: kappa(points),
        models: means
            .into_iter()
            .map(|(m, metric, people, n)| ModelMeans {
                model: models.get(m).unwrap_or(&"").to_string(),
                n,
                metric,
                people,
            })
            .collect(),
    }
}

/// By model that has points: its number, mean score, mean rating, number of points.
fn means(points: &[Point], models: usize, weights: Option<&[u32]>) -> Vec<(usize, f64, f64, usize)> {
    let mut sums = vec![(0.0, 0.0, 0.0); models];
    for (question, model, score, rating) in points {
        let w = f64::from(weights.map_or(1, |w| w.get(*question as usize).copied().unwrap_or(0)));
        if let Some(s) = sums.get_mut(*model) {
            *s = (s.0 + w * score, s.1 + w * rating, s.2 + w);
        }
    }
    let mean =
        |(m, (score, rating, n)): (usize, (f64, f64, f64))| (n > 0.0).then(|| (m, score / n, rating / n, n as usize));
    sums.into_iter().enumerate().filter_map(mean).collect()
}

fn agreed(
    statistic: &(dyn Fn(Option<&[u32]>) -> Option<Correlation> + Sync),
    questions: usize,
    settings: &Settings,
) -> Option<Agreed> {
    let Correlation { r, p, n } = statistic(None)?;
    let draws = bootstrap::replicate(settings.seed, settings.replicates, questions, |w| Some(statistic(Some(w))?.r));
    let undefined = 1.0 - draws.len() as f64 / settings.replicates.max(1) as f64;
    Some(Agreed { r, p, n, interval: bootstrap::percentile(draws, settings.alpha), undefined })
}

/// Agreement of a metric that rates like people with their ratings, rounded to the nearest grade.
fn kappa(points: &[Point]) -> Option<f64> {
    let grade = |v: f64| (v * 2.0).round() as usize;
    if points.iter().any(|p| ![0.0, 0.5, 1.0].contains(&p.2)) {
        return None;
    }
    let a: Vec<usize> = points.iter().map(|p| grade(p.2)).collect();
    let b: Vec<usize> = points.iter().map(|p| grade(p.3)).collect();
    cohen(&a, &b, Weights::Quadratic).and_then(|a: Agreement| a.kappa)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::agreement::pearson_p;

    /// Six models whose mean rating rises by 0.1, and a metric that follows it with some noise.
    fn data() -> (Vec<Scores>, Vec<Rating>) {
        let (mut scores, mut ratings) = (Vec::new(), Vec::new());
        for m in 0..6usize {
            for q in 0..20usize {
                let rating = if q % 6 < m { 1.0 } else { 0.0 };
                let (id, model) = (format!("q{q}"), format!("m{m}"));
                let noise = ((q * 7 + m * 3) % 5) as f64 * 0.05;
                scores.push(Scores {
                    id: id.clone(),
                    model: model.clone(),
                    scores: [("judge".to_string(), rating), ("meteor".to_string(), 0.2 + 0.3 * rating + noise)].into(),
                });
                ratings.push(Rating { id, model, rater: "a".into(), score: rating });
            }
        }
        (scores, ratings)
    }

    #[test]
    fn correlations_over_models_and_answers() {
        let (mut scores, mut ratings) = data();
        ratings.push(Rating { id: "q99".into(), model: "m0".into(), rater: "a".into(), score: 1.0 });
        scores.push(Scores { id: "q98".into(), model: "m0".into(), scores: [("judge".to_string(), 1.0)].into() });
        let report = with_people(&scores, &ratings, &Settings { alpha: 0.05, replicates: 200, seed: 1 });
        assert_eq!(report.notes["rated_but_not_scored"], 1);
        assert_eq!(report.notes["scored_but_not_rated"], 1);
        let [judge, meteor] = report.metrics.as_slice() else { panic!("two metrics") };
        assert_eq!((judge.kappa, meteor.kappa), (Some(1.0), None));
        let over_models = meteor.models_pearson.as_ref().unwrap();
        assert_eq!((over_models.n, meteor.models.len(), meteor.models[0].n), (6, 6, 20));
        assert!(over_models.r > 0.95 && over_models.p.unwrap() < 0.01);
        assert!((over_models.p.unwrap() - pearson_p(over_models.r, 6)).abs() < 1e-15);
        let items = meteor.items_spearman.as_ref().unwrap();
        let (low, high) = items.interval.unwrap();
        assert!(items.n == 120 && low < items.r && items.r < high && items.undefined == 0.0);
    }

    #[test]
    fn what_does_not_vary_has_no_correlation() {
        let (scores, ratings) = data();
        let one: Vec<Scores> = scores.into_iter().filter(|s| s.model == "m0").collect();
        let report = with_people(&one, &ratings, &Settings { alpha: 0.05, replicates: 10, seed: 1 });
        assert_eq!((&report.metrics[0].models_pearson, &report.metrics[0].items_pearson), (&None, &None));
    }
}

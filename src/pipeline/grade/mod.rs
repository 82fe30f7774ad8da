//! `grade`: questions with references and long answers in; scores, tables and charts out.

mod answers;
mod judge;
pub(super) mod load;
mod ratings;
mod write;

pub use answers::{Run, runs};
pub use judge::Judge;
pub use load::{Question, Wanted, questions};
pub use ratings::{read as read_ratings, rows};
pub use write::{scores, write};

use crate::error::Result;
use crate::metric::{Metric, Pair, Resources, Scorer, Text};
use crate::model::grade::Rating;
use crate::report::grades::{Graded, Grades, MetricName};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What is graded.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A set's folder, or a file of questions.
    pub set: PathBuf,
    /// Names and files of answers.
    pub answers: Vec<(String, PathBuf)>,
    /// Which questions, and what is kept of them.
    pub wanted: Wanted,
    /// Ratings by people.
    pub people: Option<PathBuf>,
}

/// Told the model and metric that are being scored, how many answers are done and how many there are.
pub type Progress<'a> = &'a (dyn Fn(&str, usize, usize) + Sync);

/// Scores all answers with all metrics.
///
/// # Errors
/// When a file cannot be read or a metric fails.
pub fn grade(options: &Options, metrics: &[&dyn Metric], resources: &Resources, progress: Progress) -> Result<Grades> {
    let questions = questions(&options.set, &options.wanted)?;
    let ratings = options.people.as_deref().map(ratings::read).transpose()?.unwrap_or_default();
    let mut runs = Vec::new();
    for (name, path) in &options.answers {
        runs.extend(answers::runs(name, path, &questions, options.wanted.prepare)?);
    }
    let mut scorers = metrics.iter().map(|m| m.open(resources)).collect::<Result<Vec<_>>>()?;
    let names = scorers.iter().map(|s| MetricName { key: s.key(), label: s.label() }).collect();
    let mut models = Vec::with_capacity(runs.len());
    for run in runs {
        models.push(graded(run, &questions, &mut scorers, progress)?);
    }
    people(&mut models, &questions, &ratings);
    Ok(Grades { rows: questions.into_iter().map(Question::into_row).collect(), metrics: names, models })
}

fn graded(
    mut run: Run,
    questions: &[Question],
    scorers: &mut [Box<dyn Scorer + '_>],
    progress: Progress,
) -> Result<Graded> {
    let answered: Vec<(usize, Pair)> = run
        .answers
        .iter()
        .zip(questions)
        .enumerate()
        .filter_map(|(i, (answer, q))| {
            let image = q.image.as_deref();
            let candidate = answer.as_ref()?;
            Some((i, Pair { id: &q.row.id, model: &run.name, candidate, references: &q.references, image }))
        })
        .collect();
    let pairs: Vec<Pair> = answered.iter().map(|(_, pair)| *pair).collect();
    let mut scores = Vec::with_capacity(scorers.len());
    for scorer in scorers {
        let what = format!("{} {}", run.name, scorer.key());
        let done = std::sync::atomic::AtomicUsize::new(0);
        let found = scorer.score(&pairs, &|n| {
            let done = done.fetch_add(n, std::sync::atomic::Ordering::Relaxed) + n;
            progress(&what, done, pairs.len());
        })?;
        let mut all = vec![None; questions.len()];
        for ((i, _), score) in answered.iter().zip(found) {
            if let Some(slot) = all.get_mut(*i) {
                *slot = score;
            }
        }
        scores.push(all);
        run.notes.extend(scorer.notes());
    }
    let answers = run.answers.into_iter().map(|a| a.map(Text::into_raw)).collect();
    Ok(Graded { name: run.name, scores, answers, people: Vec::new(), notes: run.notes })
}

/// The mean rating of each answer. Ratings of other questions or models are counted with every model.
fn people(models: &mut [Graded], questions: &[Question], ratings: &[Rating]) {
    let mut sums: BTreeMap<(&str, &str), (f64, f64)> = BTreeMap::new();
    for rating in ratings {
        let sum = sums.entry((&rating.model, &rating.id)).or_default();
        sum.0 += rating.score;
        sum.1 += 1.0;
    }
    for model in models {
        model.people = vec![None; if ratings.is_empty() { 0 } else { questions.len() }];
        for (question, slot) in questions.iter().zip(&mut model.people) {
            *slot = sums.remove(&(model.name.as_str(), question.row.id.as_str())).map(|(sum, n)| sum / n);
        }
    }
}

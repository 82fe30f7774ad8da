//! Solvers that never see a picture. Each picks an option by a rule or by what it learned of other items; where they
//! beat chance, the set gives its answers away.
//!
//! [`attack`] works on texts alone ([`Entry`]), so that a planner can call it before anything is built. Ties are
//! split: a solver that cannot tell two options apart gets half of the item, so that no number depends on luck.

mod best;
mod credit;
mod fold;
mod grammar;
mod linear;
mod measure;
mod number;
pub mod oracle;
mod prior;
mod question;
mod rules;
mod similar;
mod solver;
mod stat;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod trees;
mod words;

pub use credit::Credits;
pub use fold::{Folds, Split};
pub use number::number_of;
pub use question::{Meaning, Offer, Question};
pub use solver::Cosine;
pub use stat::{Stat, holm};

use super::entry::Entry;
use crate::model::term::TermId;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;
use solver::{Cx, Rule, by_frugal, frugal};
use std::collections::BTreeMap;
use text::Texts;

/// Similarity of two option texts, and which term a text is.
pub trait Vectors: Sync {
    /// The term that an option of this entry names, if the thesaurus has it.
    fn term(&self, entry: &Entry, option: usize) -> Option<TermId>;
    /// Cosine of two terms.
    fn cosine(&self, a: TermId, b: TermId) -> Option<f32>;
}

/// How an attack is run.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Parts of the cross-validation.
    pub folds: usize,
    /// Seed of folds and models.
    pub seed: u64,
    /// Level of the tests.
    pub alpha: f64,
    /// How far above chance a solver may score over the whole set.
    pub margin: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { folds: 5, seed: 0, alpha: 0.05, margin: 0.02 }
    }
}

/// Names and descriptions of all solvers, in report order.
pub fn solvers() -> Vec<(&'static str, &'static str)> {
    frugal().chain([linear::ABOUT, trees::ABOUT, best::ABOUT]).collect()
}

/// One solver's result in one cell, or over all.
#[derive(Debug, Clone, Serialize)]
pub struct Result {
    /// The solver.
    pub solver: &'static str,
    /// Its score.
    #[serde(flatten)]
    pub stat: Stat,
    /// Whether it beats chance after Holm's correction over solvers and cells (over solvers, for the whole set).
    pub beats_chance: bool,
}

/// All solvers in one cell.
#[derive(Debug, Clone, Serialize)]
pub struct CellAttack {
    /// Items.
    pub items: usize,
    /// Mean chance.
    pub chance: f64,
    /// Every solver.
    pub solvers: Vec<Result>,
}

impl CellAttack {
    /// The solver with the highest accuracy.
    pub fn best(&self) -> Option<&Result> {
        self.solvers.iter().max_by(|a, b| a.stat.accuracy.total_cmp(&b.stat.accuracy))
    }

    /// The solvers that beat chance.
    pub fn beaten_by(&self) -> impl Iterator<Item = &Result> {
        self.solvers.iter().filter(|s| s.beats_chance)
    }
}

/// A feature and how much it adds to the odds of the right option, on average over the items that have it.
#[derive(Debug, Clone, Serialize)]
pub struct Feature {
    /// In words.
    pub feature: String,
    /// Log odds.
    pub weight: f64,
    /// Items on which it speaks.
    pub items: usize,
}

/// What the blind solvers made of a set.
#[derive(Debug, Clone, Serialize)]
pub struct Attack {
    /// How the folds were cut.
    pub split: Split,
    /// Over the whole set.
    pub all: CellAttack,
    /// By cell.
    pub cells: BTreeMap<String, CellAttack>,
    /// Items in exchange groups and items that are matched only, apart; empty where the set knows no groups.
    pub parts: BTreeMap<String, CellAttack>,
    /// For information: the option that is right least often among items of the same options, given their keys.
    pub elimination: Stat,
    /// What the linear model goes by, strongest first.
    pub words: Vec<Feature>,
    /// What the trees go by: shares that sum to one.
    pub shapes: Vec<Feature>,
    /// For every item the probability that image-free models give its right option.
    #[serde(skip)]
    pub bias: Vec<f64>,
    /// Bar of the whole set.
    #[serde(skip)]
    pub margin: f64,
}

impl Attack {
    /// The solvers that break the bar over the whole set: more than the margin above chance, and not by luck.
    pub fn over_the_bar(&self) -> impl Iterator<Item = &Result> {
        let margin = self.margin;
        self.all.solvers.iter().filter(move |s| s.beats_chance && s.stat.accuracy > s.stat.chance + margin)
    }

    /// Cells in which a solver beats chance, with the solvers.
    pub fn beaten_cells(&self) -> impl Iterator<Item = (&str, Vec<&Result>)> {
        self.cells
            .iter()
            .map(|(name, cell)| (name.as_str(), cell.beaten_by().collect::<Vec<_>>()))
            .filter(|(_, by)| !by.is_empty())
    }
}

/// The items of every cell.
fn by_cell<'a>(questions: &[Question<'a>]) -> BTreeMap<&'a str, Vec<usize>> {
    let mut cells: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (i, question) in questions.iter().enumerate() {
        cells.entry(question.cell).or_default().push(i);
    }
    cells.into_iter().collect()
}

/// Runs all solvers over a set.
pub fn attack(entries: &[Entry], vectors: &dyn Vectors, settings: Settings) -> Attack {
    let questions: Vec<Question> = entries.par_iter().map(|e| Question::of(e, vectors)).collect();
    let (texts, folds) = read(&questions, settings);
    let cosine = |a, b| vectors.cosine(a, b);
    let cx = Cx { questions: &questions, texts: &texts, folds: &folds, cosine: &cosine, seed: settings.seed };
    let mut credits = by_frugal(&cx);
    let (words, shapes) = rayon::join(|| linear::solve(&cx), || trees::solve(&cx));
    let bias = words.right.iter().zip(&shapes.right).map(|(a, b)| (a + b) / 2.0).collect();
    credits.push((linear::ABOUT.0, words.credits));
    credits.push((trees::ABOUT.0, shapes.credits));
    let chosen = best::chosen(&cx, &credits);
    credits.push((best::ABOUT.0, chosen));

    let clusters = folds.clusters();
    let chances: Vec<f64> = questions.iter().map(Question::chance).collect();
    let everything: Vec<usize> = (0..entries.len()).collect();
    let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, entry) in entries.iter().enumerate() {
        if let Some(grouped) = entry.grouped() {
            parts.entry(if grouped { "grouped" } else { "matched" }.into()).or_default().push(i);
        }
    }
    let tally = |items: &[usize]| CellAttack {
        items: items.len(),
        chance: stat::mean(items.iter().map(|&i| chances[i])),
        solvers: credits
            .par_iter()
            .map(|(solver, c)| Result {
                solver,
                stat: Stat::of(&chances, c, clusters, items, settings.alpha),
                beats_chance: false,
            })
            .collect(),
    };
    let mut all = tally(&everything);
    let mut cells: BTreeMap<String, CellAttack> =
        by_cell(&questions).into_iter().map(|(name, i)| (name.to_string(), tally(&i))).collect();
    let mut parts: BTreeMap<String, CellAttack> = parts.into_iter().map(|(name, i)| (name, tally(&i))).collect();
    mark([&mut all], settings.alpha);
    mark(cells.values_mut(), settings.alpha);
    mark(parts.values_mut(), settings.alpha);
    let elimination = Stat::of(&chances, &best::elimination(&cx), clusters, &everything, settings.alpha);
    Attack {
        split: folds.split(),
        all,
        cells,
        parts,
        elimination,
        words: words.features,
        shapes: shapes.features,
        bias,
        margin: settings.margin,
    }
}

/// The cells in which a rule or a learned frequency beats chance, with the solvers' names: as much as a planner can
/// afford to ask between two plans. The models are left to [`attack`].
pub fn beaten_by_rules(
    questions: &[Question],
    cosine: &Cosine,
    settings: Settings,
) -> BTreeMap<String, Vec<&'static str>> {
    let (texts, folds) = read(questions, settings);
    let cx = Cx { questions, texts: &texts, folds: &folds, cosine, seed: settings.seed };
    let (credits, cells) = (by_frugal(&cx), by_cell(questions));
    let chances: Vec<f64> = questions.iter().map(Question::chance).collect();
    let tests: Vec<(&str, &[usize], &'static str, &Credits)> = cells
        .iter()
        .flat_map(|(cell, items)| credits.iter().map(|(solver, c)| (*cell, items.as_slice(), *solver, c)))
        .collect();
    let p: Vec<f64> =
        tests.par_iter().map(|(_, items, _, c)| stat::luck(&chances, c, folds.clusters(), items)).collect();
    let mut beaten: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for ((cell, _, solver, _), _) in tests.iter().zip(holm(&p, settings.alpha)).filter(|(_, significant)| *significant)
    {
        beaten.entry((*cell).to_string()).or_default().push(solver);
    }
    beaten
}

/// Words and folds of a set.
fn read(questions: &[Question], settings: Settings) -> (Texts, Folds) {
    rayon::join(|| Texts::of(questions), || Folds::of(questions, settings.folds, settings.seed))
}

/// Marks what is significant after Holm's correction over everything given.
fn mark<'a>(cells: impl IntoIterator<Item = &'a mut CellAttack>, alpha: f64) {
    let mut results: Vec<&mut Result> = cells.into_iter().flat_map(|c| c.solvers.iter_mut()).collect();
    let p: Vec<f64> = results.iter().map(|r| r.stat.p).collect();
    for (result, significant) in results.iter_mut().zip(holm(&p, alpha)) {
        result.beats_chance = significant;
    }
}

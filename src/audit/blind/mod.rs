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
mod number;
pub mod oracle;
mod prior;
mod rules;
mod similar;
mod stat;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod trees;

pub use credit::Credits;
pub use fold::{Folds, Split};
pub use stat::{Stat, holm};
pub use text::number_of;

use super::entry::Entry;
use crate::model::term::TermId;
use rayon::prelude::*;
use serde::Serialize;
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

/// What every solver sees.
pub(crate) struct Cx<'a> {
    entries: &'a [Entry],
    texts: &'a Texts,
    folds: &'a Folds,
    vectors: &'a dyn Vectors,
    seed: u64,
}

/// A solver of one item at a time, or of all at once after learning.
pub(crate) trait Solver: Sync {
    /// Name, as in the report.
    fn name(&self) -> &'static str;
    /// What it does, in a few words.
    fn what(&self) -> &'static str;
    /// Its credit on every item.
    fn solve(&self, cx: &Cx) -> Credits;
}

/// A rule that rates the options of one item; `None` where it has nothing to go by.
pub(crate) trait Rule: Sync {
    fn name(&self) -> &'static str;
    fn what(&self) -> &'static str;
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>>;
}

impl<R: Rule> Solver for R {
    fn name(&self) -> &'static str {
        Rule::name(self)
    }
    fn what(&self) -> &'static str {
        Rule::what(self)
    }
    fn solve(&self, cx: &Cx) -> Credits {
        Credits::of(cx.entries, |i| self.rate(cx, i))
    }
}

/// All solvers but the models and the combinations, in report order.
const SOLVERS: &[&dyn Solver] = &[
    &prior::Letter,
    &rules::First,
    &rules::Last,
    &rules::Longest,
    &rules::Shortest,
    &rules::OddForm,
    &number::Smallest,
    &number::Largest,
    &number::Middle,
    &number::OddParity,
    &number::OddGap,
    &rules::SaysTheQuestion,
    &rules::AvoidsTheQuestion,
    &similar::OddOneOut,
    &similar::Central,
    &grammar::Agreement,
    &prior::Concept,
    &prior::GivenNoun,
    &prior::GivenPair,
    &prior::GivenQuestion,
];

/// Names and descriptions of all solvers, in report order.
pub fn solvers() -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<_> = SOLVERS.iter().map(|s| (s.name(), s.what())).collect();
    all.extend([linear::ABOUT, trees::ABOUT, best::ABOUT]);
    all
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

/// The credits of all solvers but the models and the combinations.
fn by_rules(cx: &Cx) -> Vec<(&'static str, Credits)> {
    SOLVERS.par_iter().map(|s| (s.name(), s.solve(cx))).collect()
}

/// The items of every cell.
fn by_cell(entries: &[Entry]) -> BTreeMap<&str, Vec<usize>> {
    let mut cells: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, entry) in entries.iter().enumerate() {
        cells.entry(&entry.cell).or_default().push(i);
    }
    cells
}

/// Runs all solvers over a set.
pub fn attack(entries: &[Entry], vectors: &dyn Vectors, settings: Settings) -> Attack {
    let texts = Texts::of(entries);
    let folds = Folds::of(entries, settings.folds, settings.seed);
    let cx = Cx { entries, texts: &texts, folds: &folds, vectors, seed: settings.seed };
    let mut credits = by_rules(&cx);
    let (words, shapes) = rayon::join(|| linear::solve(&cx), || trees::solve(&cx));
    let bias = words.right.iter().zip(&shapes.right).map(|(a, b)| (a + b) / 2.0).collect();
    credits.push((linear::ABOUT.0, words.credits));
    credits.push((trees::ABOUT.0, shapes.credits));
    let chosen = best::chosen(&cx, &credits);
    credits.push((best::ABOUT.0, chosen));

    let clusters = folds.clusters();
    let everything: Vec<usize> = (0..entries.len()).collect();
    let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, entry) in entries.iter().enumerate() {
        if let Some(grouped) = entry.grouped() {
            parts.entry(if grouped { "grouped" } else { "matched" }.into()).or_default().push(i);
        }
    }
    let tally = |items: &[usize]| CellAttack {
        items: items.len(),
        chance: stat::mean(items.iter().map(|&i| entries[i].chance())),
        solvers: credits
            .par_iter()
            .map(|(solver, c)| Result {
                solver,
                stat: Stat::of(entries, c, clusters, items, settings.alpha),
                beats_chance: false,
            })
            .collect(),
    };
    let mut all = tally(&everything);
    let mut cells: BTreeMap<String, CellAttack> =
        by_cell(entries).into_iter().map(|(name, i)| (name.to_string(), tally(&i))).collect();
    let mut parts: BTreeMap<String, CellAttack> = parts.into_iter().map(|(name, i)| (name, tally(&i))).collect();
    mark([&mut all], settings.alpha);
    mark(cells.values_mut(), settings.alpha);
    mark(parts.values_mut(), settings.alpha);
    let elimination = Stat::of(entries, &best::elimination(&cx), clusters, &everything, settings.alpha);
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
    entries: &[Entry],
    vectors: &dyn Vectors,
    settings: Settings,
) -> BTreeMap<String, Vec<&'static str>> {
    let texts = Texts::of(entries);
    let folds = Folds::of(entries, settings.folds, settings.seed);
    let cx = Cx { entries, texts: &texts, folds: &folds, vectors, seed: settings.seed };
    let (credits, cells) = (by_rules(&cx), by_cell(entries));
    let (mut places, mut p) = (Vec::new(), Vec::new());
    for (cell, items) in &cells {
        for (solver, credit) in &credits {
            places.push((*cell, *solver));
            p.push(Stat::of(entries, credit, folds.clusters(), items, settings.alpha).p);
        }
    }
    let mut beaten: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for ((cell, solver), _) in places.into_iter().zip(holm(&p, settings.alpha)).filter(|(_, significant)| *significant)
    {
        beaten.entry(cell.to_string()).or_default().push(solver);
    }
    beaten
}

/// Marks what is significant after Holm's correction over everything given.
fn mark<'a>(cells: impl IntoIterator<Item = &'a mut CellAttack>, alpha: f64) {
    let mut results: Vec<&mut Result> = cells.into_iter().flat_map(|c| c.solvers.iter_mut()).collect();
    let p: Vec<f64> = results.iter().map(|r| r.stat.p).collect();
    for (result, significant) in results.iter_mut().zip(holm(&p, alpha)) {
        result.beats_chance = significant;
    }
}

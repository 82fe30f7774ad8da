//! Runs against each other: paired tests over items, rank tests over target × kind cells, and wordings of one model.

use super::compare::{self, Friedman, Method, Zeros};
use super::interval::{Interval, Resampler, percentile, probability_better};
use super::sheet::{Run, Who};
use super::tally::Table;
use serde::Serialize;

/// Tests between runs.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// Every pair of runs, over the items that both are counted on.
    pub pairs: Vec<Pair>,
    /// Ranks over cells; `None` with fewer than two cells that all runs have.
    pub ranks: Option<Ranks>,
}

/// Two runs over the same items.
#[derive(Debug, Clone, Serialize)]
pub struct Pair {
    /// The first run.
    pub a: String,
    /// The second run.
    pub b: String,
    /// Items both are counted on.
    pub n: usize,
    /// Only `a` is right.
    pub a_only: u64,
    /// Only `b` is right.
    pub b_only: u64,
    /// Accuracy of `a` minus that of `b`.
    pub difference: f64,
    /// Its percentile interval by the bootstrap over pictures.
    pub bootstrap: Option<Interval>,
    /// McNemar's exact p.
    pub mcnemar: f64,
    /// The same, corrected over all pairs by Holm's method.
    pub mcnemar_holm: f64,
    /// Probability that `a` is truly better, under a uniform prior.
    pub a_better: f64,
    /// Wilcoxon's p over cells (zeros left out).
    pub wilcoxon: Option<f64>,
    /// The same, corrected by Holm's method.
    pub wilcoxon_holm: Option<f64>,
}

/// Rank tests over target × kind cells.
#[derive(Debug, Clone, Serialize)]
pub struct Ranks {
    /// The ranked runs: models only, neither people nor text-only runs. All indices below are into this list.
    pub names: Vec<String>,
    /// Cells that all runs have.
    pub cells: usize,
    /// Cells left out because some run has no counted item there.
    pub missing: usize,
    /// Mean rank of each run; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// Friedman's chi-square with tie correction.
    pub friedman_chi2: Option<f64>,
    /// Its p: above alpha, no difference between runs is claimed.
    pub friedman_p: Option<f64>,
    /// Iman and Davenport's F.
    pub iman_davenport_f: Option<f64>,
    /// Its p.
    pub iman_davenport_p: Option<f64>,
    /// Nemenyi's critical difference of mean ranks.
    pub critical_difference: f64,
    /// Run indices, best first.
    pub order: Vec<usize>,
    /// Groups of runs that Wilcoxon–Holm does not tell apart (run indices, best first).
    pub cliques: Vec<Vec<usize>>,
    /// Groups within Nemenyi's critical difference.
    pub nemenyi_cliques: Vec<Vec<usize>>,
}

/// One model under several wordings (`ask --prompts`).
#[derive(Debug, Clone, Serialize)]
pub struct Wordings {
    /// Model.
    pub model: String,
    /// Number of wordings.
    pub n: usize,
    /// Least accuracy.
    pub min: f64,
    /// Median accuracy.
    pub median: f64,
    /// Largest accuracy.
    pub max: f64,
    /// Share of pairs of this model and another whose order is the same under all wordings; `None` where no other
    /// model was asked with them.
    pub rank_stability: Option<f64>,
}

/// Compares all runs; `None` with fewer than two.
pub fn compare(
    runs: &[Run],
    right: &[Vec<Option<bool>>],
    plan: &Resampler,
    tables: &[Table],
    alpha: f64,
) -> Option<Comparison> {
    if runs.len() < 2 {
        return None;
    }
    let drawn = plan.replicate(right, &vec![0; plan.clusters.len()], 1);
    let cells = matrix(tables, &(0..runs.len()).collect::<Vec<_>>());
    let column = |m: usize| cells.0.iter().filter_map(|row| row.get(m).copied()).collect::<Vec<f64>>();
    let mut pairs = Vec::new();
    for (i, a) in runs.iter().enumerate() {
        for (j, b) in runs.iter().enumerate().skip(i + 1) {
            let (mut n, mut a_only, mut b_only) = (0, 0, 0);
            for (x, y) in right.get(i).into_iter().flatten().zip(right.get(j).into_iter().flatten()) {
                if let (Some(x), Some(y)) = (x, y) {
                    n += 1;
                    a_only += u64::from(*x && !*y);
                    b_only += u64::from(!*x && *y);
                }
            }
            let difference = (a_only as f64 - b_only as f64) / f64::from(n.max(1));
            let complete = n as usize == plan.clusters.len();
            let draws = |m: usize| drawn.get(m).and_then(|c| c.first()).cloned().unwrap_or_default();
            let differences: Vec<f32> = draws(i).iter().zip(draws(j)).map(|(x, y)| x - y).collect();
            let wilcoxon =
                (cells.0.len() > 1).then(|| compare::wilcoxon(&column(i), &column(j), Zeros::Drop, Method::Auto).1);
            pairs.push(Pair {
                a: a.name.clone(),
                b: b.name.clone(),
                n: n as usize,
                a_only,
                b_only,
                difference,
                bootstrap: if complete { percentile(&differences, alpha) } else { None },
                mcnemar: compare::mcnemar(a_only, b_only),
                mcnemar_holm: 1.0,
                a_better: probability_better(a_only, b_only),
                wilcoxon,
                wilcoxon_holm: None,
            });
        }
    }
    let adjusted = compare::holm(&pairs.iter().map(|p| p.mcnemar).collect::<Vec<_>>());
    let ranked = compare::holm(&pairs.iter().map(|p| p.wilcoxon.unwrap_or(1.0)).collect::<Vec<_>>());
    for ((pair, m), w) in pairs.iter_mut().zip(adjusted).zip(ranked) {
        pair.mcnemar_holm = m;
        pair.wilcoxon_holm = pair.wilcoxon.map(|_| w);
    }
    let ranked: Vec<usize> = (0..runs.len()).filter(|i| runs.get(*i).is_some_and(|r| r.who == Who::Model)).collect();
    let ranks = ranks(
        &matrix(tables, &ranked),
        &pairs,
        ranked.iter().filter_map(|i| runs.get(*i)).map(|r| r.name.clone()).collect(),
        alpha,
    );
    Some(Comparison { pairs, ranks })
}

/// Accuracy of these runs in every cell that all of them have, and how many cells were left out.
fn matrix(tables: &[Table], runs: &[usize]) -> (Vec<Vec<f64>>, usize) {
    let Some(table) = tables.iter().find(|t| t.by == "target × kind") else { return (Vec::new(), 0) };
    let rows: Vec<Vec<f64>> = table
        .rows
        .iter()
        .filter_map(|r| {
            runs.iter().map(|m| r.scores.get(*m)?.as_ref().map(|s| s.accuracy)).collect::<Option<Vec<f64>>>()
        })
        .collect();
    let missing = table.rows.len() - rows.len();
    (rows, missing)
}

fn ranks(cells: &(Vec<Vec<f64>>, usize), pairs: &[Pair], names: Vec<String>, alpha: f64) -> Option<Ranks> {
    let (matrix, missing) = cells;
    if matrix.len() < 2 || names.len() < 2 {
        return None;
    }
    let Friedman { cells, mean_ranks, chi2, p, f, f_p } = compare::friedman(matrix);
    let order = compare::order(&mean_ranks);
    let cd = compare::critical_difference(alpha, names.len(), cells);
    let rank = |i: usize| mean_ranks.get(i).copied().unwrap_or(0.0);
    let alike = |i: usize, j: usize| {
        let name = |k: usize| names.get(k).map_or("", String::as_str);
        let pair = pairs.iter().find(|p| p.a == name(i.min(j)) && p.b == name(i.max(j)));
        pair.and_then(|p| p.wilcoxon_holm).is_none_or(|p| p >= alpha)
    };
    // Without an overall difference no pair may be called different.
    let gate = p.is_none_or(|p| p >= alpha);
    Some(Ranks {
        cells,
        missing: *missing,
        friedman_chi2: chi2,
        friedman_p: p,
        iman_davenport_f: f,
        iman_davenport_p: f_p,
        critical_difference: cd,
        cliques: if gate { vec![order.clone()] } else { compare::cliques(&order, alike) },
        nemenyi_cliques: compare::cliques(&order, |i, j| (rank(i) - rank(j)).abs() < cd),
        mean_ranks,
        order,
        names,
    })
}

/// Separates a model's name from its wording in a run's name.
pub const WORDING: &str = " · ";

/// Summaries of models that were asked in several wordings.
pub fn wordings(runs: &[Run], tables: &[Table]) -> Vec<Wordings> {
    let overall = tables.iter().find(|t| t.by == "overall").and_then(|t| t.rows.first());
    let accuracy = |i: usize| overall.and_then(|r| r.scores.get(i)?.as_ref()).map(|s| s.accuracy);
    let mut models: Vec<(&str, Vec<(&str, f64)>)> = Vec::new();
    for (i, run) in runs.iter().enumerate() {
        let (Some((model, wording)), Some(a)) = (run.name.split_once(WORDING), accuracy(i)) else { continue };
        match models.iter_mut().find(|m| m.0 == model) {
            Some(m) => m.1.push((wording, a)),
            None => models.push((model, vec![(wording, a)])),
        }
    }
    models
        .iter()
        .map(|(model, all)| {
            let mut sorted: Vec<f64> = all.iter().map(|x| x.1).collect();
            sorted.sort_by(f64::total_cmp);
            let middle = sorted.len() / 2;
            let at = |i: usize| sorted.get(i).copied().unwrap_or(0.0);
            let (mut stable, mut pairs) = (0, 0);
            for (_, theirs) in models.iter().filter(|m| m.0 != *model) {
                let signs: Vec<std::cmp::Ordering> = all
                    .iter()
                    .filter_map(|(w, a)| theirs.iter().find(|t| t.0 == *w).map(|t| a.total_cmp(&t.1)))
                    .collect();
                if signs.len() > 1 {
                    pairs += 1;
                    stable += usize::from(signs.windows(2).all(|s| s[0] == s[1]));
                }
            }
            Wordings {
                model: (*model).to_string(),
                n: all.len(),
                min: at(0),
                median: if sorted.len() % 2 == 1 {
                    at(middle)
                } else {
                    (at(middle.saturating_sub(1)) + at(middle)) / 2.0
                },
                max: at(sorted.len().saturating_sub(1)),
                rank_stability: (pairs > 0).then(|| stable as f64 / f64::from(pairs)),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tally::fixture::{items, run};
    use super::super::tally::{Settings, report};

    #[test]
    fn pairs_and_ranks() {
        let items = items(480);
        let runs = [
            run("weak", &items, |i| i % 3 == 0),
            run("strong", &items, |i| i % 10 != 0),
            run("same", &items, |i| i % 3 == 0),
        ];
        let r = report(&items, &runs, &Settings { replicates: 200, ..Settings::default() });
        let c = r.comparison.unwrap();
        let pair = |a: &str, b: &str| c.pairs.iter().find(|p| p.a == a && p.b == b).unwrap();
        let p = pair("weak", "strong");
        assert!(p.difference < -0.5 && p.mcnemar_holm < 1e-6 && p.a_better < 1e-6);
        let interval = p.bootstrap.unwrap();
        assert!(interval.0 < p.difference && p.difference < interval.1 && interval.1 < 0.0);
        let p = pair("weak", "same");
        assert_eq!((p.a_only, p.b_only, p.mcnemar, p.bootstrap), (0, 0, 1.0, None));
        let ranks = c.ranks.unwrap();
        assert_eq!((ranks.cells, ranks.missing, ranks.order[0]), (24, 0, 1));
        assert_eq!(ranks.cliques, [vec![0, 2]]);
    }

    #[test]
    fn wordings_are_summed_up() {
        let items = items(96);
        let runs = [
            run("m · one", &items, |i| i % 2 == 0),
            run("m · two", &items, |i| i % 4 == 0),
            run("n · one", &items, |i| i % 3 == 0),
            run("n · two", &items, |i| i % 3 == 0),
        ];
        let r = report(&items, &runs, &Settings { replicates: 10, ..Settings::default() });
        let m = &r.wordings[0];
        assert_eq!((m.model.as_str(), m.n, m.min, m.max), ("m", 2, 0.25, 0.5));
        assert_eq!((m.median, m.rank_stability), (0.375, Some(0.0)));
    }
}

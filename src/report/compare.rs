//! Comparing models: exact McNemar, Wilcoxon's signed ranks, Holm's correction, Friedman, Iman–Davenport, Nemenyi, and
//! the groups of models that no test tells apart.

use crate::metric::special::{beta_cdf, chi2_sf, f_sf, nemenyi_q, normal_cdf};

/// McNemar's exact two-sided p: only A right `a_only` times, only B right `b_only` times.
pub fn mcnemar(a_only: u64, b_only: u64) -> f64 {
    let n = a_only + b_only;
    if n == 0 {
        return 1.0;
    }
    let k = a_only.min(b_only);
    // Twice the lower tail of Binomial(n, 1/2), as a Beta integral.
    let tail = beta_cdf(0.5, (n - k) as f64, k as f64 + 1.0);
    (2.0 * tail).min(1.0)
}

/// What Wilcoxon's test does with differences of zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zeros {
    /// Leaves them out before ranking.
    Drop,
    /// Ranks them and leaves them out afterwards.
    Pratt,
    /// Ranks them and gives half of their ranks to each side.
    Split,
}

/// How Wilcoxon's p is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Exact up to 50 pairs without ties and zeros, by all sign changes up to 13 pairs, else approximate.
    Auto,
    /// The exact distribution of the untied statistic.
    Exact,
    /// Normal approximation with tie correction, without continuity correction.
    Approximate,
}

/// Wilcoxon's signed-rank test of `a` against `b`: the smaller rank sum and the two-sided p (`NaN` where the
/// approximation has no variance).
pub fn wilcoxon(a: &[f64], b: &[f64], zeros: Zeros, method: Method) -> (f64, f64) {
    let mut d: Vec<f64> = a.iter().zip(b).map(|(x, y)| x - y).collect();
    let nil = d.iter().filter(|v| **v == 0.0).count();
    if zeros == Zeros::Drop {
        d.retain(|v| *v != 0.0);
    }
    let n = d.len();
    let size: Vec<f64> = d.iter().map(|v| v.abs()).collect();
    let ranks = average_ranks(&size);
    let half: f64 = if zeros == Zeros::Split { zero_ranks(&d, &ranks) / 2.0 } else { 0.0 };
    let plus: f64 = d.iter().zip(&ranks).filter(|(v, _)| **v > 0.0).map(|(_, r)| r).sum::<f64>() + half;
    let minus: f64 = d.iter().zip(&ranks).filter(|(v, _)| **v < 0.0).map(|(_, r)| r).sum::<f64>() + half;
    let statistic = plus.min(minus);
    let tied = tie_sizes(&size.iter().copied().filter(|v| *v != 0.0).collect::<Vec<_>>());
    let plain = tied.is_empty() && nil == 0;
    let exact = method == Method::Exact || method == Method::Auto && plain && n <= 50;
    let p = if exact {
        exact_p(plus, n)
    } else if method == Method::Auto && n <= 13 {
        sign_changes_p(&d, &ranks, plus, half)
    } else {
        let count = n as f64;
        let mut mean = count * (count + 1.0) / 4.0;
        let mut variance = count * (count + 1.0) * (2.0 * count + 1.0);
        if zeros == Zeros::Pratt {
            let z = nil as f64;
            mean -= z * (z + 1.0) / 4.0;
            variance -= z * (z + 1.0) * (2.0 * z + 1.0);
        }
        variance -= tied.iter().map(|t| t * t * t - t).sum::<f64>() / 2.0;
        let z = (plus - mean) / (variance / 24.0).sqrt();
        2.0 * normal_cdf(-z.abs())
    };
    (statistic, if p > 1.0 { 1.0 } else { p })
}

fn zero_ranks(d: &[f64], ranks: &[f64]) -> f64 {
    d.iter().zip(ranks).filter(|(v, _)| **v == 0.0).map(|(_, r)| r).sum()
}

/// Ranks from 1, ties sharing their mean.
pub fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let at = |i: usize| values.get(i).copied().unwrap_or(f64::NAN);
    order.sort_by(|&i, &j| at(i).total_cmp(&at(j)));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let mut to = from;
        while to + 1 < order.len() && at(order[to + 1]) == at(order[from]) {
            to += 1;
        }
        let mean = (from + to) as f64 / 2.0 + 1.0;
        for &i in &order[from..=to] {
            ranks[i] = mean;
        }
        from = to + 1;
    }
    ranks
}

fn tie_sizes(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut out = Vec::new();
    let mut run = 1.0;
    for pair in sorted.windows(2) {
        if pair[0] == pair[1] {
            run += 1.0;
        } else {
            out.push(run);
            run = 1.0;
        }
    }
    if !sorted.is_empty() {
        out.push(run);
    }
    out.retain(|r| *r > 1.0);
    out
}

/// Two-sided p of the rank sum `plus` of `n` untied pairs, from the number of subsets of 1..n with each sum.
fn exact_p(plus: f64, n: usize) -> f64 {
    let top = n * (n + 1) / 2;
    let mut ways = vec![0.0; top + 1];
    ways[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..=top).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let all = 2f64.powi(n as i32);
    // A sum between two whole numbers takes the one that makes p larger.
    let below: f64 = ways.iter().take(plus.ceil() as usize + 1).sum();
    let above: f64 = ways.iter().skip(plus.floor() as usize).sum();
    (2.0 * (below.min(above)) / all).min(1.0)
}

/// Two-sided p over all changes of sign, for few pairs with ties or zeros.
fn sign_changes_p(d: &[f64], ranks: &[f64], plus: f64, half: f64) -> f64 {
    let live: Vec<f64> = d.iter().zip(ranks).filter(|(v, _)| **v != 0.0).map(|(_, r)| *r).collect();
    let n = live.len();
    let (mut below, mut above) = (0u32, 0u32);
    for signs in 0..1u32 << n {
        let sum: f64 = half + live.iter().enumerate().filter(|(i, _)| signs >> i & 1 == 1).map(|(_, r)| r).sum::<f64>();
        below += u32::from(sum <= plus + 1e-9);
        above += u32::from(sum >= plus - 1e-9);
    }
    (2.0 * f64::from(below.min(above)) / f64::from(1u32 << n)).min(1.0)
}

/// Holm's step-down adjusted p-values, in the order given. A p that could not be computed counts as 1.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let clean: Vec<f64> = p.iter().map(|v| if v.is_nan() { 1.0 } else { *v }).collect();
    let mut order: Vec<usize> = (0..clean.len()).collect();
    order.sort_by(|&i, &j| clean[i].total_cmp(&clean[j]));
    let mut out = vec![1.0; clean.len()];
    let mut least: f64 = 0.0;
    for (step, &i) in order.iter().enumerate() {
        least = least.max(clean[i] * (clean.len() - step) as f64).min(1.0);
        out[i] = least;
    }
    out
}

/// Friedman's test over cells (rows) and models (columns); higher values are better.
#[derive(Debug, Clone, PartialEq)]
pub struct Friedman {
    /// Number of cells.
    pub cells: usize,
    /// Mean rank of each model; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// Chi-square with tie correction; `None` where every cell ties all models.
    pub chi2: Option<f64>,
    /// Its p.
    pub p: Option<f64>,
    /// Iman and Davenport's F with tie correction; `None` where it is undefined or unbounded.
    pub f: Option<f64>,
    /// Its p.
    pub f_p: Option<f64>,
}

/// Runs Friedman's test on `matrix[cell][model]`.
pub fn friedman(matrix: &[Vec<f64>]) -> Friedman {
    let k = matrix.first().map_or(0, Vec::len);
    let n = matrix.len();
    let mut sums = vec![0.0; k];
    let mut ties = 0.0;
    for row in matrix {
        let negated: Vec<f64> = row.iter().map(|v| -v).collect();
        for (sum, rank) in sums.iter_mut().zip(average_ranks(&negated)) {
            *sum += rank;
        }
        ties += tie_sizes(row).iter().map(|t| t * t * t - t).sum::<f64>();
    }
    let (kf, nf) = (k as f64, n as f64);
    let mean_ranks: Vec<f64> = sums.iter().map(|s| s / nf).collect();
    let correction = 1.0 - ties / (nf * kf * (kf * kf - 1.0));
    let plain = 12.0 / (nf * kf * (kf + 1.0)) * sums.iter().map(|s| s * s).sum::<f64>() - 3.0 * nf * (kf + 1.0);
    let chi2 = (k > 1 && n > 0 && correction > 1e-12).then(|| plain / correction);
    let p = chi2.map(|c| chi2_sf(c.max(0.0), kf - 1.0));
    let f = chi2.and_then(|c| {
        let rest = nf * (kf - 1.0) - c;
        (rest > 1e-9 && n > 1).then(|| (nf - 1.0) * c / rest)
    });
    let f_p = f.map(|f| f_sf(f, kf - 1.0, (kf - 1.0) * (nf - 1.0)));
    Friedman { cells: n, mean_ranks, chi2, p, f, f_p }
}

/// Nemenyi's critical difference of mean ranks for `k` models over `n` cells.
pub fn critical_difference(alpha: f64, k: usize, n: usize) -> f64 {
    nemenyi_q(alpha, k) * ((k * (k + 1)) as f64 / (6.0 * n as f64)).sqrt()
}

/// Maximal runs, in rank order, of at least two models of which no pair is told apart. `alike(i, j)` is asked for
/// model indices; `order` is best first.
pub fn cliques(order: &[usize], alike: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for from in 0..order.len() {
        let mut to = from;
        while to + 1 < order.len() && (from..=to).all(|i| alike(order[i], order[to + 1])) {
            to += 1;
        }
        if to > from && out.last().is_none_or(|&(_, end)| end < to) {
            out.push((from, to));
        }
    }
    out.into_iter().map(|(from, to)| order[from..=to].to_vec()).collect()
}

/// Model indices by mean rank, best first; ties in the order given.
pub fn order(mean_ranks: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..mean_ranks.len()).collect();
    order.sort_by(|&i, &j| mean_ranks[i].total_cmp(&mean_ranks[j]));
    order
}

#[cfg(test)]
mod tests {
    use super::super::golden;
    use super::*;
    use serde_json::Value;

    fn numbers(v: &Value) -> Vec<f64> {
        v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    }

    fn near(got: f64, want: &Value, what: &str) {
        match want.as_f64() {
            Some(want) => assert!((got - want).abs() <= 1e-9 * want.abs().max(1e-4), "{what}: {got} {want}"),
            None => assert!(got.is_nan(), "{what}: {got} {want}"),
        }
    }

    #[test]
    fn friedman_nemenyi_wilcoxon_and_cliques_match_the_golden_values() {
        let Some(stats) = golden() else { return };
        let mut pairs_seen = 0;
        for case in stats["demsar"].as_array().unwrap() {
            let tag = case["tag"].as_str().unwrap();
            let matrix: Vec<Vec<f64>> = case["matrix"].as_array().unwrap().iter().map(numbers).collect();
            let f = friedman(&matrix);
            for (got, want) in f.mean_ranks.iter().zip(numbers(&case["avg_rank"])) {
                assert!((got - want).abs() < 1e-9, "{tag}");
            }
            near(f.chi2.unwrap(), &case["friedman_chi2_tiecorrected"], tag);
            near(f.p.unwrap(), &case["friedman_p_chi2"], tag);
            if let Some(got) = f.f {
                near(got, &case["iman_davenport_F_tiecorrected_own"], tag);
                near(f.f_p.unwrap(), &case["iman_davenport_p_tiecorrected_own"], tag);
            } else {
                assert!(case["iman_davenport_F_tiecorrected_own"].as_f64().unwrap().abs() > 1e12, "{tag}");
            }
            let (k, n) = (matrix[0].len(), matrix.len());
            for alpha in ["0.05", "0.1"] {
                let cd = critical_difference(alpha.parse().unwrap(), k, n);
                assert!((cd - case["nemenyi_cd"][alpha].as_f64().unwrap()).abs() < 1e-6, "{tag}");
            }
            let order = order(&f.mean_ranks);
            assert_eq!(serde_json::to_value(&order).unwrap(), case["order_best_first"], "{tag}");
            let cd = critical_difference(0.05, k, n);
            let runs = cliques(&order, |i, j| (f.mean_ranks[i] - f.mean_ranks[j]).abs() < cd);
            assert_eq!(serde_json::to_value(&runs).unwrap(), case["nemenyi_cliques_own"], "{tag}");

            let pairs = case["wilcoxon_pairs"].as_array().unwrap();
            let column = |i: &Value| matrix.iter().map(|r| r[i.as_u64().unwrap() as usize]).collect::<Vec<f64>>();
            let mut auto = Vec::new();
            for row in pairs {
                let (a, b) = (column(&row["a"]), column(&row["b"]));
                for (name, zeros, method) in [
                    ("wilcox_auto", Zeros::Drop, Method::Auto),
                    ("wilcox_approx", Zeros::Drop, Method::Approximate),
                    ("wilcox_exact", Zeros::Drop, Method::Exact),
                    ("pratt_auto", Zeros::Pratt, Method::Auto),
                    ("pratt_approx", Zeros::Pratt, Method::Approximate),
                    ("pratt_exact", Zeros::Pratt, Method::Exact),
                ] {
                    let (w, p) = wilcoxon(&a, &b, zeros, method);
                    near(w, &row[name][0], &format!("{tag} {name} {row}"));
                    near(p, &row[name][1], &format!("{tag} {name} {row}"));
                    pairs_seen += 1;
                }
                auto.push(wilcoxon(&a, &b, Zeros::Drop, Method::Auto).1);
            }
            let adjusted = holm(&auto);
            for (row, p) in pairs.iter().zip(&adjusted) {
                near(*p, &row["holm_wilcox_auto"][0], tag);
            }
            let alike = |i: usize, j: usize| {
                pairs.iter().zip(&adjusted).any(|(row, p)| {
                    let (a, b) = (row["a"].as_u64().unwrap() as usize, row["b"].as_u64().unwrap() as usize);
                    (a.min(b), a.max(b)) == (i.min(j), i.max(j)) && *p > 0.05
                })
            };
            let runs = cliques(&order, alike);
            assert_eq!(serde_json::to_value(&runs).unwrap(), case["holm_cliques_wilcox_auto_own"], "{tag}");
        }
        assert!(pairs_seen > 300);
    }

    #[test]
    fn holm_matches_the_golden_values() {
        let Some(stats) = golden() else { return };
        for case in stats["holm"].as_array().unwrap() {
            for (got, want) in holm(&numbers(&case["p"])).iter().zip(numbers(&case["adj"])) {
                assert!((got - want).abs() < 1e-12, "{case}");
            }
        }
    }

    #[test]
    fn mcnemar_is_a_binomial_tail() {
        assert_eq!(mcnemar(0, 0), 1.0);
        assert!((mcnemar(5, 5) - 1.0).abs() < 1e-12);
        // 2 (1 + 10) / 1024
        assert!((mcnemar(1, 9) - 22.0 / 1024.0).abs() < 1e-12);
        assert!((mcnemar(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
    }

    #[test]
    fn split_zeros_share_their_ranks() {
        let (w, p) = wilcoxon(&[1.0, 2.0, 3.0, 0.0], &[0.0, 0.0, 0.0, 0.0], Zeros::Split, Method::Auto);
        assert_eq!(w, 0.5);
        assert!(p > 0.2 && p <= 1.0);
    }

    #[test]
    fn models_that_are_all_different_or_all_alike_make_no_or_one_run() {
        assert!(cliques(&[0, 1, 2], |_, _| false).is_empty());
        assert_eq!(cliques(&[2, 0, 1], |_, _| true), [vec![2, 0, 1]]);
        let tied = friedman(&[vec![1.0, 1.0], vec![0.5, 0.5]]);
        assert_eq!((tied.chi2, tied.f), (None, None));
    }
}

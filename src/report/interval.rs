//! Intervals of a share: Wilson, exact Beta, effective sample size of clusters, and the clustered bootstrap.

use crate::metric::agreement::bootstrap;
use crate::metric::special::{beta_cdf, beta_quantile, normal_quantile};
use rayon::prelude::*;

/// A two-sided interval.
pub type Interval = (f64, f64);

/// Wilson's score interval for `k` of `n` at level 1 − `alpha`. `n` may be an effective, fractional size.
/// The whole of [0, 1] where `n` is 0.
pub fn wilson(k: f64, n: f64, alpha: f64) -> Interval {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let z = normal_quantile(1.0 - alpha / 2.0);
    let p = k / n;
    let z2 = z * z;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The exact (Clopper–Pearson) interval, from Beta quantiles.
pub fn exact(k: u64, n: u64, alpha: f64) -> Interval {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (kf, nf) = (k as f64, n as f64);
    let low = if k == 0 { 0.0 } else { beta_quantile(alpha / 2.0, kf, nf - kf + 1.0) };
    let high = if k >= n { 1.0 } else { beta_quantile(1.0 - alpha / 2.0, kf + 1.0, nf - kf) };
    (low, high)
}

/// Probability that A is truly better than B, given that only A was right `a_only` times and only B `b_only` times,
/// under a uniform prior on the share of such items that A wins.
pub fn probability_better(a_only: u64, b_only: u64) -> f64 {
    1.0 - beta_cdf(0.5, a_only as f64 + 1.0, b_only as f64 + 1.0)
}

/// The number of independent items that `right` in `clusters` is worth: n over the design effect, which is the variance
/// of the mean between clusters over that of independent items. Between the number of clusters of the largest size and n.
/// Items of one cluster are those with the same number in `clusters`.
pub fn effective_n(right: &[bool], clusters: &[u32]) -> f64 {
    let n = right.len() as f64;
    if right.is_empty() {
        return 0.0;
    }
    let top = clusters.iter().copied().max().unwrap_or(0) as usize;
    let mut sums = vec![(0.0, 0.0); top + 1];
    for (&r, &c) in right.iter().zip(clusters) {
        if let Some((k, m)) = sums.get_mut(c as usize) {
            *k += f64::from(u8::from(r));
            *m += 1.0;
        }
    }
    sums.retain(|s| s.1 > 0.0);
    let count = sums.len() as f64;
    let p = right.iter().filter(|&&r| r).count() as f64 / n;
    let independent = p * (1.0 - p) / n;
    if count < 2.0 || count == n || independent == 0.0 {
        // Nothing can be estimated from one cluster or from answers that are all alike: count clusters.
        return if count == n { n } else { count };
    }
    let between: f64 = sums.iter().map(|(k, m)| (k - p * m).powi(2)).sum::<f64>() / (n * n) * count / (count - 1.0);
    (n / (between / independent).max(1.0)).max(1.0)
}

/// Resampling plan over clusters (pictures): replicate `b` draws as many clusters as there are, with replacement.
/// The draws depend on the seed and `b` only, so that all models and cells see the same ones (paired differences).
pub struct Resampler {
    /// Cluster of each item, numbered from 0.
    pub clusters: Vec<u32>,
    /// Number of clusters.
    pub count: usize,
    /// Replicates.
    pub replicates: usize,
    /// Seed.
    pub seed: u64,
}

impl Resampler {
    /// A plan over these clusters.
    pub fn new(clusters: Vec<u32>, replicates: usize, seed: u64) -> Self {
        let count = clusters.iter().copied().max().map_or(0, |m| m as usize + 1);
        Resampler { clusters, count, replicates, seed }
    }

    /// How often each cluster is drawn in replicate `b`.
    pub fn weights(&self, b: usize) -> Vec<u32> {
        bootstrap::weights(self.seed, b, self.count)
    }

    /// Accuracy of every model in every cell under every replicate: `[model][cell][replicate]`, NaN where a replicate
    /// holds no item of the cell. `right[model][item]` is `None` where the item is left out; `cell[item]`.
    pub fn replicate(&self, right: &[Vec<Option<bool>>], cell: &[u32], cells: usize) -> Vec<Vec<Vec<f32>>> {
        let rows: Vec<Vec<f32>> = (0..self.replicates)
            .into_par_iter()
            .map(|b| {
                let weights = self.weights(b);
                let item: Vec<u32> =
                    self.clusters.iter().map(|&c| weights.get(c as usize).copied().unwrap_or(0)).collect();
                let mut out = Vec::with_capacity(right.len() * cells);
                for model in right {
                    let mut sums = vec![(0u32, 0u32); cells];
                    for ((&w, &c), r) in item.iter().zip(cell).zip(model) {
                        if let (Some(r), Some(s)) = (r, sums.get_mut(c as usize)) {
                            s.0 += w * u32::from(*r);
                            s.1 += w;
                        }
                    }
                    out.extend(sums.iter().map(|&(h, t)| h as f32 / t as f32));
                }
                out
            })
            .collect();
        (0..right.len())
            .map(|m| (0..cells).map(|c| rows.iter().filter_map(|r| r.get(m * cells + c).copied()).collect()).collect())
            .collect()
    }
}

/// Percentile interval of replicates (linear interpolation, NaN left out); `None` where it would have no width.
pub fn percentile(values: &[f32], alpha: f64) -> Option<Interval> {
    bootstrap::percentile(values.iter().copied().map(f64::from), alpha)
}

#[cfg(test)]
mod tests {
    use super::super::golden;
    use super::*;

    #[test]
    fn wilson_and_exact_match_the_golden_values() {
        let Some(stats) = golden() else { return };
        let rows = stats["wilson"].as_array().unwrap();
        assert!(rows.len() >= 10);
        for row in rows {
            let (k, n, alpha) =
                (row["k"].as_u64().unwrap(), row["n"].as_u64().unwrap(), row["alpha"].as_f64().unwrap());
            let w = wilson(k as f64, n as f64, alpha);
            let e = exact(k, n, alpha);
            for (got, want) in
                [(w.0, &row["ci"][0]), (w.1, &row["ci"][1]), (e.0, &row["exact_cp"][0]), (e.1, &row["exact_cp"][1])]
            {
                assert!((got - want.as_f64().unwrap()).abs() < 1e-9, "{row}: {got}");
            }
        }
    }

    #[test]
    fn the_bootstrap_matches_its_definition() {
        let Some(stats) = golden() else { return };
        let row = &stats["bootstrap"]["accuracy"];
        let right: Vec<Option<bool>> =
            row["x"].as_array().unwrap().iter().map(|v| Some(v.as_f64().unwrap() > 0.5)).collect();
        let plan = Resampler::new((0..right.len() as u32).collect(), 20_000, 1);
        let out = plan.replicate(std::slice::from_ref(&right), &vec![0; right.len()], 1);
        let got = percentile(&out[0][0], 0.05).unwrap();
        // One item is 1/375; the golden interval may fall one step aside.
        assert!((got.0 - row["percentile"][0].as_f64().unwrap()).abs() < 0.003, "{got:?}");
        assert!((got.1 - row["percentile"][1].as_f64().unwrap()).abs() < 0.003, "{got:?}");
    }

    #[test]
    fn no_interval_has_no_width() {
        for (k, n) in [(0, 1), (1, 1), (0, 500), (500, 500)] {
            let w = wilson(f64::from(k), f64::from(n), 0.05);
            let e = exact(k as u64, n as u64, 0.05);
            assert!(w.1 > w.0 && e.1 > e.0);
        }
        assert_eq!(percentile(&[1.0; 100], 0.05), None);
    }

    #[test]
    fn clusters_of_equal_answers_count_once() {
        // Ten pictures with ten items each, all right or all wrong together: worth about ten items.
        let right: Vec<bool> = (0..100).map(|i| (i / 10) % 2 == 0).collect();
        let clusters: Vec<u32> = (0..100).map(|i| i / 10).collect();
        let n = effective_n(&right, &clusters);
        assert!((8.0..11.0).contains(&n), "{n}");
        let alone: Vec<u32> = (0..100).collect();
        assert_eq!(effective_n(&right, &alone), 100.0);
    }

    #[test]
    fn probability_that_one_is_better() {
        assert!((probability_better(0, 0) - 0.5).abs() < 1e-12);
        // Beta(6, 2) above one half: 1 - 8/128.
        assert!((probability_better(5, 1) - (1.0 - 8.0 / 128.0)).abs() < 1e-12);
    }
}

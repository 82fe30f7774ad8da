//! A solver's accuracy with a clustered interval, its test against chance, and Holm's correction.

use super::credit::Credits;
use crate::metric::special::beta_cdf;
use crate::report::interval::wilson;
use serde::Serialize;

/// The score of a solver on some items.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stat {
    /// Items.
    pub n: usize,
    /// Items on which it told options apart; on the others it guesses.
    pub decided: usize,
    /// Mean credit over all n.
    pub accuracy: f64,
    /// Lower end of the interval of the accuracy, clustered by picture.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Mean chance over all n.
    pub chance: f64,
    /// Probability of at least this accuracy by chance on the items that it decided, clustered by picture, one-sided,
    /// before any correction.
    pub p: f64,
}

/// The mean; 0 of nothing.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for v in values {
        sum += v;
        n += 1.0;
    }
    if n > 0.0 { sum / n } else { 0.0 }
}

/// Clusters and credits of some items.
type Clustered = Vec<(u32, f64)>;

/// The mean credit, and how many independent items these are worth: n over the design effect of the clusters, at least
/// 1 and at most n. Where nothing can be estimated, because all credits are alike or there is one cluster, clusters are
/// counted.
fn effective(mut credits: Clustered) -> (f64, f64) {
    let n = credits.len() as f64;
    let p = mean(credits.iter().map(|c| c.1));
    if n < 1.0 {
        return (p, 0.0);
    }
    credits.sort_unstable_by_key(|c| c.0);
    let (mut clusters, mut between) = (0.0f64, 0.0);
    for cluster in credits.chunk_by(|a, b| a.0 == b.0) {
        clusters += 1.0;
        between += cluster.iter().map(|c| c.1 - p).sum::<f64>().powi(2);
    }
    let independent = p * (1.0 - p) / n;
    if clusters < 2.0 || independent <= 0.0 {
        return (p, clusters);
    }
    let variance = between / (n * n) * clusters / (clusters - 1.0);
    (p, (n / (variance / independent).max(1.0)).max(1.0))
}

/// Probability of at least `k` of `n` successes of probability `p`; `k` and `n` may be fractional.
fn at_least(k: f64, n: f64, p: f64) -> f64 {
    if k <= 0.0 || n <= 0.0 {
        return 1.0;
    }
    beta_cdf(p, k, (n - k).max(0.0) + 1.0)
}

/// Probability of at least this accuracy by chance, as [`Stat::p`]; `chances` are those of every item of the set.
pub(super) fn luck(chances: &[f64], credits: &Credits, clusters: &[u32], items: &[usize]) -> f64 {
    let decided = items.iter().filter(|&&i| credits.decided[i]);
    let mut told = Vec::with_capacity(items.len());
    told.extend(decided.clone().map(|&i| (clusters[i], f64::from(credits.credit[i]))));
    let (right, worth) = effective(told);
    at_least(right * worth, worth, mean(decided.map(|&i| chances[i])))
}

impl Stat {
    /// Of a solver's credits on `items`; `chances` and `clusters` are the chance and the number of the picture of every
    /// item of the set.
    pub fn of(chances: &[f64], credits: &Credits, clusters: &[u32], items: &[usize], alpha: f64) -> Self {
        let all = items.iter().map(|&i| (clusters[i], f64::from(credits.credit[i]))).collect();
        let (accuracy, n) = effective(all);
        let (low, high) = wilson(accuracy * n, n, alpha);
        Stat {
            n: items.len(),
            decided: items.iter().filter(|&&i| credits.decided[i]).count(),
            accuracy,
            low,
            high,
            chance: mean(items.iter().map(|&i| chances[i])),
            p: luck(chances, credits, clusters, items),
        }
    }
}

/// Which of these p-values are significant at level `alpha` by Holm's step-down procedure.
pub fn holm(p: &[f64], alpha: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut out = vec![false; p.len()];
    for (rank, &at) in order.iter().enumerate() {
        if p[at] > alpha / (p.len() - rank) as f64 {
            break;
        }
        out[at] = true;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_stops_at_the_first_that_fails() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[], 0.05), Vec::<bool>::new());
        assert_eq!(holm(&[0.2, 0.001], 0.05), [false, true]);
    }

    #[test]
    fn the_tail_is_the_binomial_one() {
        // At least 8 of 10 at one half: 56 / 1024.
        assert!((at_least(8.0, 10.0, 0.5) - 56.0 / 1024.0).abs() < 1e-12);
        assert_eq!(at_least(0.0, 10.0, 0.5), 1.0);
    }

    #[test]
    fn items_of_one_picture_count_less() {
        let chances = [0.25; 80];
        let items: Vec<usize> = (0..80).collect();
        let credits = Credits {
            credit: (0..80).map(|i| f32::from(u8::from((i / 8) % 2 == 0))).collect(),
            decided: vec![true; 80],
        };
        let alone: Vec<u32> = (0..80).collect();
        let together: Vec<u32> = (0..80).map(|i| i / 8).collect();
        let (a, b) =
            (Stat::of(&chances, &credits, &alone, &items, 0.05), Stat::of(&chances, &credits, &together, &items, 0.05));
        assert_eq!((a.accuracy, b.accuracy), (0.5, 0.5));
        assert!(a.p < 1e-5 && b.p > 0.02, "{} {}", a.p, b.p);
        assert!(b.high - b.low > 2.0 * (a.high - a.low));
    }
}

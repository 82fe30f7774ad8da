//! Resampling of clusters with replacement, and percentile intervals.

use crate::rng::item_rng;
use rayon::prelude::*;

/// How often each of `count` clusters is drawn in replicate `b`: as many draws as there are clusters, with replacement.
/// It depends on the seed, `b` and `count` only, so that everything resampled by it sees the same draws.
pub fn weights(seed: u64, b: usize, count: usize) -> Vec<u32> {
    let mut rng = item_rng(seed, "bootstrap", &[&(b as u64).to_le_bytes()]);
    let mut weights = vec![0; count];
    for _ in 0..count {
        if let Some(w) = weights.get_mut(rng.below(count)) {
            *w += 1;
        }
    }
    weights
}

/// The values of a statistic under `replicates` resamplings of `count` clusters; it gets each cluster's weight and
/// returns `None` where it is undefined.
pub fn replicate(
    seed: u64,
    replicates: usize,
    count: usize,
    statistic: impl Fn(&[u32]) -> Option<f64> + Sync,
) -> Vec<f64> {
    (0..replicates).into_par_iter().filter_map(|b| statistic(&weights(seed, b, count))).collect()
}

/// Percentile interval of replicates at level 1 − `alpha` (linear interpolation, NaN left out); `None` where it would
/// have no width.
pub fn percentile(values: impl IntoIterator<Item = f64>, alpha: f64) -> Option<(f64, f64)> {
    let mut sorted: Vec<f64> = values.into_iter().filter(|v| !v.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let interval = (quantile(&sorted, alpha / 2.0)?, quantile(&sorted, 1.0 - alpha / 2.0)?);
    // Sums in another order differ in their last digits, which is no width.
    (interval.1 - interval.0 > 1e-12).then_some(interval)
}

fn quantile(sorted: &[f64], p: f64) -> Option<f64> {
    let at = p * (sorted.len().checked_sub(1)?) as f64;
    let (low, high) = (*sorted.get(at.floor() as usize)?, *sorted.get(at.ceil() as usize)?);
    Some(low + (high - low) * at.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_a_small_sample_has_the_expected_interval() {
        // 375 answers, 240 right: the golden bootstrap interval of the share is 0.592 to 0.688 (golden/stats.json).
        let right = |i: usize| f64::from(u8::from(i % 25 < 16));
        let values = replicate(3, 4_000, 375, |w| {
            Some(w.iter().enumerate().map(|(i, &k)| f64::from(k) * right(i)).sum::<f64>() / 375.0)
        });
        let (low, high) = percentile(values, 0.05).unwrap();
        assert!((low - 0.592).abs() < 0.006 && (high - 0.688).abs() < 0.006, "{low} {high}");
        assert_eq!(percentile([0.5; 20], 0.05), None);
        assert_eq!(weights(1, 2, 0), Vec::<u32>::new());
    }
}

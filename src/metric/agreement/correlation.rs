//! Pearson's and Spearman's correlation with two-sided p-values.

use crate::metric::special::beta_cdf;

/// A correlation of `n` pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correlation {
    /// The coefficient, in [-1, 1].
    pub r: f64,
    /// Two-sided p-value of "no correlation"; `None` where it is undefined (two pairs of ranks).
    pub p: Option<f64>,
    /// Number of pairs.
    pub n: usize,
}

/// Pearson's product-moment correlation; the p-value is exact for normal variables (a Beta variable on [-1, 1]).
/// `None` where it is undefined: fewer than two pairs, lists of unequal length, or a list that does not vary.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<Correlation> {
    let r = coefficient(x, y)?;
    Some(Correlation { r, p: Some(pearson_p(r, x.len())), n: x.len() })
}

/// Spearman's rank correlation: ties share their mean rank, the p-value is that of Student's t with n − 2 degrees of
/// freedom. `None` as for [`pearson`].
pub fn spearman(x: &[f64], y: &[f64]) -> Option<Correlation> {
    let r = coefficient(&mean_ranks(x), &mean_ranks(y))?;
    let p = (x.len() > 2).then(|| {
        let df = x.len() as f64 - 2.0;
        // 1 - r² is df / (df + t²) of Student's t.
        beta_cdf((1.0 - r) * (1.0 + r), df / 2.0, 0.5)
    });
    Some(Correlation { r, p, n: x.len() })
}

/// The two-sided p-value of a Pearson correlation `r` over `n` pairs; 1 for two pairs, which always lie on a line.
pub fn pearson_p(r: f64, n: usize) -> f64 {
    if n < 3 {
        return 1.0;
    }
    let shape = n as f64 / 2.0 - 1.0;
    (2.0 * beta_cdf((1.0 - r.abs()) / 2.0, shape, shape)).min(1.0)
}

fn coefficient(x: &[f64], y: &[f64]) -> Option<f64> {
    let n = x.len();
    if n < 2 || y.len() != n || x.iter().chain(y).any(|v| !v.is_finite()) {
        return None;
    }
    let (x0, y0) = (centered(x), centered(y));
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (xx, yy) = (dot(&x0, &x0), dot(&y0, &y0));
    let varies = |v: &[f64]| v.first().is_some_and(|first| v.iter().any(|a| a != first));
    (varies(x) && varies(y) && xx > 0.0 && yy > 0.0).then(|| (dot(&x0, &y0) / (xx.sqrt() * yy.sqrt())).clamp(-1.0, 1.0))
}

/// The values less their mean. The second pass takes out the rounding of the first, which matters far from 0.
fn centered(v: &[f64]) -> Vec<f64> {
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    let first = mean(v);
    let rough: Vec<f64> = v.iter().map(|a| a - first).collect();
    let rest = mean(&rough);
    rough.into_iter().map(|a| a - rest).collect()
}

/// Ranks from 1; equal values share the mean of their ranks.
pub fn mean_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut ranks = vec![0.0; values.len()];
    let mut done = 0;
    for tied in order.chunk_by(|a, b| a.0 == b.0) {
        let rank = done as f64 + (tied.len() as f64 + 1.0) / 2.0;
        for (_, at) in tied {
            if let Some(slot) = ranks.get_mut(*at) {
                *slot = rank;
            }
        }
        done += tied.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::testing::golden_stats;
    use serde_json::Value;

    fn numbers(v: &Value) -> Vec<f64> {
        v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    }

    #[test]
    fn golden_correlations() {
        let Some(stats) = golden_stats() else { return };
        let rows = stats["correlation"].as_array().unwrap();
        assert!(rows.len() >= 12);
        for row in rows {
            let (x, y) = (numbers(&row["x"]), numbers(&row["y"]));
            for (got, want) in [(pearson(&x, &y), &row["pearson"]), (spearman(&x, &y), &row["spearman"])] {
                let want = [want.get(0).and_then(Value::as_f64), want.get(1).and_then(Value::as_f64)];
                assert_eq!(got.is_some(), want[0].is_some(), "{}", row["tag"]);
                let Some(got) = got else { continue };
                // Values near 1e9 are read from JSON with an error in the last digit, which is what differs there.
                let tolerance = if row["tag"] == "big_offset" { 1e-8 } else { 1e-12 };
                assert!((got.r - want[0].unwrap()).abs() < tolerance, "{} {got:?}", row["tag"]);
                assert_eq!(got.p.is_some(), want[1].is_some(), "{}", row["tag"]);
                if let (Some(p), Some(want)) = (got.p, want[1]) {
                    assert!((p - want).abs() < 1e-12 + 1e-9 * want, "{} {p} {want}", row["tag"]);
                }
            }
        }
    }

    #[test]
    fn the_papers_p_values_follow_from_six_models() {
        let Some(stats) = golden_stats() else { return };
        let rows = stats["vqaonline_paper_pearson_over_6_model_means"].as_array().unwrap();
        assert_eq!(rows.len(), 6);
        for row in rows {
            let p = pearson_p(row["r"].as_f64().unwrap(), 6);
            assert!((p - row["p_from_r_n6"].as_f64().unwrap()).abs() < 1e-9, "{row} {p}");
            assert!((p - row["p_paper"].as_f64().unwrap()).abs() < 1e-3, "{row} {p}");
        }
    }

    #[test]
    fn what_does_not_vary_has_no_correlation() {
        assert_eq!(pearson(&[0.1; 9], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]), None);
        assert_eq!(spearman(&[1.0], &[1.0]), None);
        assert_eq!(pearson(&[1.0, f64::NAN], &[1.0, 2.0]), None);
        assert_eq!(mean_ranks(&[3.0, 1.0, 3.0]), [2.5, 1.0, 2.5]);
    }
}

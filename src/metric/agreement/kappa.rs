//! Agreement of raters beyond chance: Cohen's kappa of two, Fleiss' kappa of any fixed number.

/// How much a disagreement counts; categories are numbered in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// All the same.
    Unweighted,
    /// By the distance of the categories.
    Linear,
    /// By its square.
    Quadratic,
}

/// Agreement of raters on `n` items.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// Share of agreeing pairs of ratings (1 minus the mean weight where disagreements are weighted).
    pub observed: f64,
    /// Agreement beyond chance, 1 at most; `None` where chance alone makes all agree (one category only).
    pub kappa: Option<f64>,
    /// Number of items.
    pub n: usize,
}

/// Cohen's kappa of two raters' categories, numbered from 0. `None` of no items or lists of unequal length.
pub fn cohen(a: &[usize], b: &[usize], weights: Weights) -> Option<Agreement> {
    let n = a.len();
    if n == 0 || b.len() != n {
        return None;
    }
    let k = a.iter().chain(b).max()? + 1;
    let weight = |i: usize, j: usize| {
        let distance = i.abs_diff(j) as f64;
        match weights {
            Weights::Unweighted => f64::from(u8::from(i != j)),
            Weights::Linear => distance / (k as f64 - 1.0).max(1.0),
            Weights::Quadratic => (distance / (k as f64 - 1.0).max(1.0)).powi(2),
        }
    };
    let shares = |of: &[usize]| {
        let mut shares = vec![0.0; k];
        for &c in of {
            if let Some(s) = shares.get_mut(c) {
                *s += 1.0 / n as f64;
            }
        }
        shares
    };
    let (pa, pb) = (shares(a), shares(b));
    let observed: f64 = a.iter().zip(b).map(|(&i, &j)| weight(i, j)).sum::<f64>() / n as f64;
    let expected: f64 =
        pa.iter().enumerate().flat_map(|(i, p)| pb.iter().enumerate().map(move |(j, q)| weight(i, j) * p * q)).sum();
    Some(Agreement { observed: 1.0 - observed, kappa: (expected > 1e-12).then(|| 1.0 - observed / expected), n })
}

/// Fleiss' kappa: `table[item][category]` counts the raters who chose it. `None` unless there are items and every one
/// has the same number of ratings, at least two.
pub fn fleiss(table: &[Vec<u64>]) -> Option<Agreement> {
    let raters = table.first()?.iter().sum::<u64>();
    if raters < 2 || table.iter().any(|row| row.iter().sum::<u64>() != raters) {
        return None;
    }
    let (n, m) = (table.len() as f64, raters as f64);
    let pairs = |row: &Vec<u64>| row.iter().map(|&c| c as f64 * (c as f64 - 1.0)).sum::<f64>() / (m * (m - 1.0));
    let observed = table.iter().map(pairs).sum::<f64>() / n;
    let categories = table.iter().map(Vec::len).max()?;
    let chance: f64 = (0..categories)
        .map(|c| table.iter().filter_map(|row| row.get(c)).sum::<u64>() as f64 / (n * m))
        .map(|share| share * share)
        .sum();
    let kappa = (1.0 - chance > 1e-12).then(|| (observed - chance) / (1.0 - chance));
    Some(Agreement { observed, kappa, n: table.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::testing::golden_stats;
    use serde_json::Value;

    fn labels(v: &Value) -> Vec<usize> {
        v.as_array().unwrap().iter().map(|x| x.as_u64().unwrap() as usize).collect()
    }

    #[test]
    fn golden_kappas_of_two() {
        let Some(stats) = golden_stats() else { return };
        for row in stats["cohen"].as_array().unwrap() {
            let (a, b) = (labels(&row["a"]), labels(&row["b"]));
            for (weights, key) in [
                (Weights::Unweighted, "kappa_unweighted"),
                (Weights::Linear, "kappa_linear"),
                (Weights::Quadratic, "kappa_quadratic"),
            ] {
                let got = cohen(&a, &b, weights).unwrap().kappa;
                match row[key].as_f64() {
                    Some(want) => assert!((got.unwrap() - want).abs() < 1e-12, "{} {key} {got:?}", row["tag"]),
                    None => assert_eq!(got, None, "{} {key}", row["tag"]),
                }
            }
        }
    }

    #[test]
    fn golden_kappas_of_many() {
        let Some(stats) = golden_stats() else { return };
        for row in stats["fleiss"].as_array().unwrap() {
            let table: Vec<Vec<u64>> = row["table"]
                .as_array()
                .unwrap()
                .iter()
                .map(|r| labels(r).iter().map(|&c| c as u64).collect())
                .collect();
            let got = fleiss(&table).unwrap().kappa.unwrap();
            assert!((got - row["kappa"].as_f64().unwrap()).abs() < 1e-12, "{} {got}", row["tag"]);
        }
    }

    #[test]
    fn one_category_leaves_kappa_undefined() {
        let got = cohen(&[1, 1, 1], &[1, 1, 1], Weights::Unweighted).unwrap();
        assert_eq!((got.observed, got.kappa), (1.0, None));
        let got = fleiss(&[vec![0, 3], vec![0, 3]]).unwrap();
        assert_eq!((got.observed, got.kappa), (1.0, None));
        assert_eq!(fleiss(&[vec![1, 1], vec![3, 0]]), None);
        assert_eq!(cohen(&[], &[], Weights::Linear), None);
    }
}

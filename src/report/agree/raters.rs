//! Raters against each other.

use crate::metric::agreement::{Weights, cohen, fleiss};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What one rater said of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The item.
    pub id: String,
    /// Who.
    pub rater: String,
    /// What.
    pub label: String,
}

/// Two raters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairAgreement {
    /// One.
    pub a: String,
    /// The other.
    pub b: String,
    /// Items that both rated.
    pub n: usize,
    /// Share of them on which they agree; absent where there are none.
    pub observed: Option<f64>,
    /// Cohen's kappa; absent where both used one and the same label only.
    pub kappa: Option<f64>,
    /// Linearly weighted, where the labels are numbers.
    pub linear: Option<f64>,
    /// Quadratically weighted, where the labels are numbers.
    pub quadratic: Option<f64>,
}

/// All raters of one field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Labels, in order.
    pub labels: Vec<String>,
    /// Raters.
    pub raters: Vec<String>,
    /// Items that any rated.
    pub items: usize,
    /// Items that all rated: Fleiss' kappa is over these.
    pub complete: usize,
    /// Share of agreeing pairs of ratings over the complete items.
    pub observed: Option<f64>,
    /// Fleiss' kappa; absent where it is undefined.
    pub fleiss: Option<f64>,
    /// Every two raters.
    pub pairs: Vec<PairAgreement>,
    /// Repeated labels of one rater on one item that were left out: the first counts.
    pub repeated: usize,
}

/// Compares the raters of one field.
pub fn between_raters(name: &str, given: &[Label]) -> Field {
    let mut sheet: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut repeated = 0;
    for label in given {
        let own = sheet.entry(&label.rater).or_default();
        if own.contains_key(label.id.as_str()) {
            repeated += 1;
        } else {
            own.insert(&label.id, &label.label);
        }
    }
    let mut labels: Vec<&str> = given.iter().map(|l| l.label.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let value = |l: &str| l.parse::<f64>().ok().filter(|v| v.is_finite());
    let numeric = labels.iter().all(|l| value(l).is_some());
    if numeric {
        labels.sort_by(|a, b| value(a).partial_cmp(&value(b)).unwrap_or(std::cmp::Ordering::Equal));
    }
    let number = |l: &str| labels.iter().position(|k| *k == l).unwrap_or(0);
    let raters: Vec<&str> = sheet.keys().copied().collect();
    let items: BTreeSet<&str> = given.iter().map(|l| l.id.as_str()).collect();
    let mut pairs = Vec::new();
    for (i, a) in raters.iter().enumerate() {
        for b in raters.iter().skip(i + 1) {
            let both = |id: &&str| Some((number(sheet.get(a)?.get(id)?), number(sheet.get(b)?.get(id)?)));
            let (x, y): (Vec<usize>, Vec<usize>) = items.iter().filter_map(both).unzip();
            let of = |w: Weights| cohen(&x, &y, w);
            let weighted = |w: Weights| of(w).filter(|_| numeric).and_then(|k| k.kappa);
            let plain = of(Weights::Unweighted);
            pairs.push(PairAgreement {
                a: a.to_string(),
                b: b.to_string(),
                n: x.len(),
                observed: plain.map(|k| k.observed),
                kappa: plain.and_then(|k| k.kappa),
                linear: weighted(Weights::Linear),
                quadratic: weighted(Weights::Quadratic),
            });
        }
    }
    let table: Vec<Vec<u64>> = items
        .iter()
        .filter_map(|id| {
            let mut counts = vec![0; labels.len()];
            for rater in &raters {
                *counts.get_mut(number(sheet.get(rater)?.get(id)?))? += 1;
            }
            Some(counts)
        })
        .collect();
    let all = fleiss(&table);
    let owned = |v: Vec<&str>| v.into_iter().map(str::to_string).collect();
    Field {
        name: name.to_string(),
        items: items.len(),
        complete: table.len(),
        observed: all.map(|k| k.observed),
        fleiss: all.and_then(|k| k.kappa),
        pairs,
        repeated,
        labels: owned(labels),
        raters: owned(raters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(rows: &[(&str, &str, &str)]) -> Vec<Label> {
        let of = |(id, rater, label): &(&str, &str, &str)| Label {
            id: id.to_string(),
            rater: rater.to_string(),
            label: label.to_string(),
        };
        rows.iter().map(of).collect()
    }

    #[test]
    fn pairs_and_all_raters() {
        let given = labels(&[
            ("1", "a", "0"),
            ("1", "b", "0"),
            ("1", "c", "0"),
            ("2", "a", "1"),
            ("2", "b", "0.5"),
            ("2", "c", "1"),
            ("3", "a", "0.5"),
            ("3", "b", "0.5"),
            ("3", "b", "1"),
        ]);
        let field = between_raters("score", &given);
        assert_eq!((field.items, field.complete, field.repeated, field.pairs.len()), (3, 2, 1, 3));
        assert_eq!(field.labels, ["0", "0.5", "1"]);
        let ab = &field.pairs[0];
        assert!(ab.n == 3 && (ab.observed.unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert!(ab.quadratic.unwrap() > ab.kappa.unwrap() && field.fleiss.is_some());
        let words = between_raters(
            "intent",
            &labels(&[("1", "a", "advice"), ("1", "b", "opinion"), ("2", "a", "advice"), ("2", "b", "advice")]),
        );
        assert_eq!((words.pairs[0].kappa, words.pairs[0].linear), (Some(0.0), None));
    }
}

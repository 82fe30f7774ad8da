//! Balance: are letters, verdicts and concepts right equally often, and are templates and pictures spread?

use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use crate::metric::special::chi2_sf;
use crate::model::plan::letter;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A cell whose letters are as uneven as this by chance is suspect: Bonferroni over cells is applied to it.
const ALPHA: f64 = 0.001;

/// The balance of one cell.
#[derive(Debug, Clone, Serialize)]
pub struct CellBalance {
    /// Items.
    pub items: usize,
    /// Pictures.
    pub pictures: usize,
    /// Most items on one picture.
    pub most_on_a_picture: usize,
    /// How often each letter is right.
    pub letters: BTreeMap<String, usize>,
    /// Concepts (texts of right options) that occur.
    pub concepts: usize,
    /// Entropy of the right options over its highest possible value, in `[0, 1]`.
    pub concept_entropy: f64,
    /// The commonest right option.
    pub top_concept: String,
    /// Its share.
    pub top_share: f64,
    /// Templates; 0 where the set does not tell.
    pub templates: usize,
    /// Share of the commonest template.
    pub top_template_share: f64,
}

fn shares<'a>(of: impl Iterator<Item = &'a str>) -> (usize, String, f64, f64) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    of.for_each(|t| *counts.entry(t).or_default() += 1);
    let n: usize = counts.values().sum();
    let entropy: f64 = counts
        .values()
        .map(|&c| {
            let p = c as f64 / n.max(1) as f64;
            -p * p.ln()
        })
        .sum();
    let even = if counts.len() > 1 { entropy / (counts.len() as f64).ln() } else { 1.0 };
    // Of equals the first by name.
    let top = counts.iter().rev().max_by_key(|(_, c)| **c);
    let (name, share) = top.map_or(("", 0.0), |(t, c)| (*t, *c as f64 / n.max(1) as f64));
    (counts.len(), name.to_string(), share, even)
}

/// The concept that an item turns on: of a yes/no item the claim, else the right option.
fn concept(entry: &Entry) -> &str {
    match entry.origin.as_deref() {
        Some(o) => &o.gold,
        None => entry.choices.get(entry.gold).map_or("", String::as_str),
    }
}

fn cell(entries: &[&Entry]) -> CellBalance {
    let mut letters: BTreeMap<String, usize> = BTreeMap::new();
    let mut pictures: BTreeMap<&str, usize> = BTreeMap::new();
    for e in entries {
        *letters.entry(letter(e.gold as u8).to_string()).or_default() += 1;
        *pictures.entry(e.picture.as_deref().unwrap_or(&e.id)).or_default() += 1;
    }
    let (concepts, top_concept, top_share, concept_entropy) = shares(entries.iter().map(|e| concept(e)));
    let templates = entries.iter().filter_map(|e| e.origin.as_deref()).map(|o| o.template.as_str());
    let (count, _, top_template_share, _) = shares(templates);
    CellBalance {
        items: entries.len(),
        pictures: pictures.len(),
        most_on_a_picture: pictures.values().copied().max().unwrap_or(0),
        letters,
        concepts,
        concept_entropy,
        top_concept,
        top_share,
        templates: count,
        top_template_share,
    }
}

/// Probability that letters are at least so uneven, by the number of options.
fn uneven(entries: &[&Entry]) -> f64 {
    let (mut statistic, mut freedom) = (0.0, 0.0);
    let sizes: BTreeSet<usize> = entries.iter().map(|e| e.choices.len()).collect();
    for k in sizes {
        let of: Vec<usize> = entries.iter().filter(|e| e.choices.len() == k).map(|e| e.gold).collect();
        let expected = of.len() as f64 / k as f64;
        for l in 0..k {
            let found = of.iter().filter(|g| **g == l).count() as f64;
            statistic += (found - expected).powi(2) / expected;
        }
        freedom += k as f64 - 1.0;
    }
    if freedom > 0.0 { chi2_sf(statistic, freedom) } else { 1.0 }
}

/// Balance of every cell, and what is wrong with it.
pub fn balance(entries: &[Entry]) -> (BTreeMap<String, CellBalance>, Vec<Finding>) {
    let mut by_cell: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    entries.iter().for_each(|e| by_cell.entry(&e.cell).or_default().push(e));
    let cells: BTreeMap<String, CellBalance> = by_cell.iter().map(|(n, e)| ((*n).to_string(), cell(e))).collect();

    let bar = ALPHA / by_cell.len().max(1) as f64;
    let letters: Vec<String> = by_cell
        .iter()
        .filter(|(_, e)| uneven(e) < bar)
        .map(|(name, _)| format!("{name}: {}", text_of(cells.get(*name).map(|c| &c.letters))))
        .collect();
    let crowded: Vec<String> = by_cell
        .iter()
        .filter_map(|(name, of)| {
            let c = cells.get(*name)?;
            let chance = of.iter().map(|e| e.chance()).sum::<f64>() / of.len() as f64;
            // Few items cannot be spread: three standard errors of room.
            let room = 3.0 * (chance * (1.0 - chance) / of.len() as f64).sqrt();
            (c.top_share > chance + room && c.concepts > 1)
                .then(|| format!("{name}: “{}” is right in {:.0} %", c.top_concept, 100.0 * c.top_share))
        })
        .collect();
    let findings = vec![
        Finding::of(
            "letters",
            Verdict::Fail,
            letters,
            "letters and verdicts are right equally often in every cell (chi-squared, p < 0.001 over all cells)",
            "shuffle the options with a balanced draw",
        ),
        Finding::of(
            "concepts",
            Verdict::Warn,
            crowded,
            "no concept is gold more often than one in the number of options",
            "cap the share of a concept (`select.max_concept_share`)",
        ),
    ];
    (cells, findings)
}

fn text_of(letters: Option<&BTreeMap<String, usize>>) -> String {
    let all: Vec<String> = letters.into_iter().flatten().map(|(l, n)| format!("{l} {n}")).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::blind::testing::entry;

    #[test]
    fn uneven_letters_are_found_and_even_ones_are_not() {
        let set = |gold: fn(usize) -> usize| -> Vec<Entry> {
            (0..200).map(|i| entry(&i.to_string(), "q", &["a", "b", "c", "d"], gold(i))).collect()
        };
        let (cells, even) = balance(&set(|i| i % 4));
        assert_eq!(even[0].verdict, Verdict::Pass);
        assert_eq!((cells["all"].concepts, cells["all"].top_share), (4, 0.25));
        assert!((cells["all"].concept_entropy - 1.0).abs() < 1e-12);
        let (_, skewed) = balance(&set(|i| if i % 3 == 0 { i % 4 } else { 2 }));
        assert_eq!(skewed[0].verdict, Verdict::Fail);
        assert!(skewed[1].examples[0].contains("“c”"), "{:?}", skewed[1]);
    }
}

//! Splits and the subset (VQAonline, sections 3.1 and III): draws by the ids, so that neither the order of the input
//! nor any other topic has a say.

use crate::rng::digest;
use std::collections::{BTreeMap, BTreeSet};

/// Names of the splits.
pub const TRAIN: &str = "train";
/// See [`TRAIN`].
pub const VALIDATION: &str = "validation";
/// See [`TRAIN`].
pub const TEST: &str = "test";

/// How many questions of a topic go where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// Into the training split.
    pub train: usize,
    /// Into the validation split.
    pub validation: usize,
    /// A topic with fewer questions goes into the test split whole.
    pub least: usize,
}

impl Default for Sizes {
    /// The paper's: 7 and 3 of each topic with at least 20.
    fn default() -> Self {
        Sizes { train: 7, validation: 3, least: 20 }
    }
}

/// The ids in the order in which the seed draws them.
fn drawn<'a>(seed: u64, stage: &str, ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all: Vec<_> = ids.map(|id| (digest(seed, stage, &[id.as_bytes()]), id)).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}

/// The split of every id of one topic.
pub fn assign<'a>(ids: &[&'a str], sizes: Sizes, seed: u64) -> BTreeMap<&'a str, &'static str> {
    let draws = ids.len() >= sizes.least;
    drawn(seed, "split", ids.iter().copied())
        .into_iter()
        .enumerate()
        .map(|(i, id)| {
            let split = match i {
                _ if !draws => TEST,
                i if i < sizes.train => TRAIN,
                i if i < sizes.train + sizes.validation => VALIDATION,
                _ => TEST,
            };
            (id, split)
        })
        .collect()
}

/// Ids of a sample: `n` of every topic, all where there are fewer. `rows` are topic and id.
pub fn sample<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>, n: usize, seed: u64) -> BTreeSet<&'a str> {
    let mut topics: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (topic, id) in rows {
        topics.entry(topic).or_default().push(id);
    }
    topics.into_values().flat_map(|ids| drawn(seed, "subset", ids.into_iter()).into_iter().take(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(n: usize) -> Vec<String> {
        (0..n).map(|i| format!("coffee-{i}")).collect()
    }

    #[test]
    fn seven_and_three_of_twenty_and_nothing_of_nineteen() {
        let all = ids(20);
        let refs: Vec<&str> = all.iter().map(String::as_str).collect();
        let got = assign(&refs, Sizes::default(), 0);
        let count = |s| got.values().filter(|v| **v == s).count();
        assert_eq!((count(TRAIN), count(VALIDATION), count(TEST)), (7, 3, 10));
        assert!(assign(&refs[1..], Sizes::default(), 0).values().all(|s| *s == TEST));
        let mut back = refs.clone();
        back.reverse();
        assert_eq!(assign(&back, Sizes::default(), 0), got, "the order does not count");
        assert_ne!(assign(&refs, Sizes::default(), 1), got, "the seed does");
    }

    #[test]
    fn the_sample_takes_n_of_every_topic() {
        let all = ids(50);
        let rows = all.iter().enumerate().map(|(i, id)| (if i < 45 { "a" } else { "b" }, id.as_str()));
        let got = sample(rows.clone(), 20, 0);
        assert_eq!(got.len(), 25);
        let alone = sample(rows.filter(|(t, _)| *t == "a"), 20, 0);
        assert!(alone.is_subset(&got), "a topic's draw does not depend on other topics");
    }
}

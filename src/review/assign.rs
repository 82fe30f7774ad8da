//! Who reviews which records: a sample of the set, divided among reviewers with a part that two of them see. Every
//! choice is by hash, so that it is the same on every machine and after every restart.

use super::deck::Deck;
use crate::rng::{Digest, digest};

/// How records are given to reviewers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assignment {
    /// Seed of the choices.
    pub seed: u64,
    /// At most so many records of the set.
    pub sample: Option<usize>,
    /// With reviewers named: divide the records among them, and give this share of them to two. `None`: everybody sees
    /// all.
    pub overlap: Option<f64>,
    /// The reviewers among whom records are divided.
    pub reviewers: Vec<String>,
}

impl Assignment {
    /// The records of a reviewer as places in the deck, in the order in which they are shown: the set's, or a random
    /// one that is the same for all reviewers.
    pub fn queue(&self, deck: &Deck, reviewer: &str, scattered: bool, shown: impl Fn(&str) -> bool) -> Vec<u32> {
        let asked = |at: &usize| !deck.is_copy(*at) && deck.id(*at).is_some_and(&shown);
        let all: Vec<u32> = (0..deck.len()).filter(asked).map(|at| at as u32).collect();
        let sampled = match self.sample {
            Some(n) if n < all.len() => {
                let mut chosen = self.ranked(deck, all, "review.sample");
                chosen.truncate(n);
                chosen.sort_unstable();
                chosen
            }
            _ => all,
        };
        let own = match (self.overlap, self.reviewers.iter().position(|r| r == reviewer)) {
            (Some(share), Some(place)) => self.part(deck, sampled, share, place),
            _ => sampled,
        };
        if scattered { self.ranked(deck, own, "review.order") } else { own }
    }

    /// The part of a reviewer: every n-th record of a random order, and of the first ones also those of a neighbor.
    fn part(&self, deck: &Deck, records: Vec<u32>, share: f64, place: usize) -> Vec<u32> {
        let n = self.reviewers.len();
        let doubled = (records.len() as f64 * share).round() as usize;
        let mut own: Vec<u32> = self
            .ranked(deck, records, "review.assign")
            .into_iter()
            .enumerate()
            .filter(|(rank, _)| {
                // The second reviewer of a record is another neighbor from round to round, so that every pair meets.
                let step = 1 + (rank / n) % (n - 1).max(1);
                rank % n == place || (*rank < doubled && (rank + step) % n == place)
            })
            .map(|(_, at)| at)
            .collect();
        own.sort_unstable();
        own
    }

    fn ranked(&self, deck: &Deck, records: Vec<u32>, stage: &str) -> Vec<u32> {
        let hash = |at: u32| digest(self.seed, stage, &[deck.id(at as usize).unwrap_or("").as_bytes()]);
        let mut ranked: Vec<(Digest, u32)> = records.into_iter().map(|at| (hash(at), at)).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, at)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::record::Kind;
    use std::collections::BTreeMap;

    fn deck(n: usize) -> (tempfile::TempDir, Deck) {
        let dir = tempfile::tempdir().unwrap();
        let lines: String = (0..n)
            .map(|i| format!("{{\"id\":\"i{i}\",\"question\":\"Q\",\"choices\":[\"x\",\"y\"],\"answer_index\":0}}\n"))
            .collect();
        std::fs::write(dir.path().join("items.jsonl"), lines).unwrap();
        let deck = Deck::open(dir.path(), Kind::Items).unwrap();
        (dir, deck)
    }

    #[test]
    fn a_sample_is_nested_in_larger_ones_and_keeps_the_sets_order() {
        let (_dir, deck) = deck(200);
        let sample =
            |n| Assignment { seed: 3, sample: Some(n), ..Assignment::default() }.queue(&deck, "a", false, |_| true);
        let (small, large) = (sample(20), sample(60));
        assert!(small.len() == 20 && small.iter().all(|at| large.contains(at)) && small.is_sorted());
        assert_ne!(small, (0..20).collect::<Vec<u32>>());
        assert_eq!(sample(500).len(), 200);
        let scattered = Assignment::default().queue(&deck, "a", true, |_| true);
        assert!(!scattered.is_sorted() && scattered.len() == 200);
    }

    #[test]
    fn an_overlap_divides_evenly_and_doubles_its_share() {
        let (_dir, deck) = deck(300);
        let reviewers: Vec<String> = ["a", "b", "c"].map(String::from).into();
        let how = Assignment { seed: 1, sample: None, overlap: Some(0.2), reviewers: reviewers.clone() };
        let mut times: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (r, name) in reviewers.iter().enumerate() {
            let queue = how.queue(&deck, name, false, |_| true);
            assert_eq!(queue.len(), 120, "{name}");
            for at in queue {
                times.entry(at).or_default().push(r);
            }
        }
        assert_eq!(times.len(), 300);
        let mut pairs: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        for who in times.into_values().filter(|w| w.len() == 2) {
            *pairs.entry(who).or_default() += 1;
        }
        assert_eq!(pairs.values().sum::<usize>(), 60);
        assert!(pairs.len() == 3 && pairs.values().all(|n| *n == 20), "every pair meets equally often: {pairs:?}");
        let alone = Assignment { overlap: Some(0.5), reviewers: vec!["a".into()], ..Assignment::default() };
        assert_eq!(alone.queue(&deck, "a", false, |_| true).len(), 300);
        assert_eq!(how.queue(&deck, "stranger", false, |_| true).len(), 300);
    }
}

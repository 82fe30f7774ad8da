//! The sample of one cell, stratified by gold concept: of every concept as many as of any other, and of all together no
//! more than there is room for, however much is offered and in whatever order.

use super::sample::BottomK;
use crate::model::term::TermId;
use crate::rng::Digest;
use rustc_hash::FxHashMap;

/// Bottom-k samples by concept. `k` falls as more is offered: it is the largest number with which all fit, and as the
/// counts of what was offered are exact and only grow, no sample ever lacks what a lower `k` would keep.
#[derive(Debug)]
pub struct Strata<T> {
    room: usize,
    k: usize,
    samples: FxHashMap<TermId, BottomK<T>>,
    /// Entries in the samples, or more; at so many the samples are looked through.
    held: usize,
    most: usize,
}

impl<T> Strata<T> {
    /// Room for `room` entries, and for at most `k` of a concept. One of each concept is kept even where they are more.
    pub fn new(k: usize, room: usize) -> Self {
        Strata { room, k, samples: FxHashMap::default(), held: 0, most: room + room / 4 }
    }

    /// Offers an entry. No two entries may have the same priority.
    pub fn offer(&mut self, concept: TermId, priority: Digest, entry: T) {
        let k = self.k;
        self.samples.entry(concept).or_insert_with(|| BottomK::new(k)).offer(priority, || entry);
        self.held += 1;
        if self.held > self.most {
            self.fit();
        }
    }

    /// The samples, each no larger than all of them fit, and how many entries were offered but are in none.
    pub fn into_samples(mut self) -> (impl Iterator<Item = BottomK<T>>, u64) {
        self.fit();
        let dropped = self.samples.values().map(BottomK::dropped).sum();
        (self.samples.into_values(), dropped)
    }

    /// Lowers `k` until all fit.
    fn fit(&mut self) {
        let offered = self.samples.values().map(BottomK::offered).collect();
        let k = self.k.min(fitting(offered, self.room as u64));
        self.k = k;
        self.samples.values_mut().for_each(|sample| sample.shrink(k));
        self.held = self.samples.values().map(BottomK::held).sum();
        self.most = self.held.max(self.room) + self.room / 4;
    }
}

/// The largest `k`, at least 1, with which no more than `room` entries are kept of strata of these sizes.
fn fitting(mut sizes: Vec<u64>, mut room: u64) -> usize {
    sizes.sort_unstable();
    let mut left = sizes.len() as u64;
    for size in sizes {
        if size * left > room {
            return (room / left).max(1) as usize;
        }
        room -= size;
        left -= 1;
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_rare_are_kept_whole_and_the_common_share_the_rest() {
        assert_eq!(fitting(vec![3, 100, 100], 43), 20);
        assert_eq!(fitting(vec![3, 100, 100], 44), 20);
        assert_eq!(fitting(vec![3, 4], 7), usize::MAX);
        assert_eq!(fitting(vec![9, 9, 9], 2), 1, "one of each at least");
    }

    proptest! {
        /// What is kept is what the definition says, whatever the order.
        #[test]
        fn of_every_concept_the_smallest_hashes_are_kept_as_far_as_all_fit(
            concepts in proptest::collection::vec(0u32..6, 0..400), cut in 0usize..400, k in 1usize..60, room in 1usize..80
        ) {
            let priority = |i: usize| crate::rng::digest(1, "test", &[&i.to_le_bytes()]);
            let kept = |order: &mut dyn Iterator<Item = usize>| {
                let mut strata = Strata::new(k, room);
                order.for_each(|i| strata.offer(TermId(concepts[i]), priority(i), i));
                let (samples, dropped) = strata.into_samples();
                let mut all: Vec<usize> = samples.flat_map(|s| s.into_sorted().map(|(_, i)| i).collect::<Vec<_>>()).collect();
                all.sort_unstable();
                (all, dropped)
            };
            let mut by_concept: std::collections::BTreeMap<u32, Vec<usize>> = std::collections::BTreeMap::new();
            concepts.iter().enumerate().for_each(|(i, c)| by_concept.entry(*c).or_default().push(i));
            let taken = |k: usize| by_concept.values().map(|all| all.len().min(k)).sum::<usize>();
            let fits = (1..=k).rev().find(|&k| taken(k) <= room).unwrap_or(1);
            let mut want = Vec::new();
            for all in by_concept.values_mut() {
                all.sort_unstable_by_key(|&i| priority(i));
                want.extend(all.iter().copied().take(fits));
            }
            want.sort_unstable();
            let (n, cut) = (concepts.len(), cut.min(concepts.len()));
            let dropped = (n - want.len()) as u64;
            prop_assert_eq!(kept(&mut (0..n).rev()), (want.clone(), dropped));
            prop_assert_eq!(kept(&mut (cut..n).chain(0..cut)), (want, dropped));
        }
    }
}

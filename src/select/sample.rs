//! Mergeable bottom-k: the k entries with the smallest priorities, whatever the order of arrival.

use crate::rng::Digest;
use std::collections::BTreeMap;

/// Keeps the `k` entries with the smallest priorities; equal priorities are the same entry.
#[derive(Debug, Clone)]
pub struct BottomK<T> {
    k: usize,
    kept: BTreeMap<Digest, T>,
    dropped: u64,
}

impl<T> BottomK<T> {
    /// An empty sample of at most `k`.
    pub fn new(k: usize) -> Self {
        BottomK { k, kept: BTreeMap::new(), dropped: 0 }
    }

    /// Whether an entry of this priority would be kept now.
    pub fn admits(&self, priority: Digest) -> bool {
        self.kept.len() < self.k || self.kept.last_key_value().is_some_and(|(last, _)| priority < *last)
    }

    /// Offers an entry; `make` runs only if it is kept.
    pub fn offer(&mut self, priority: Digest, make: impl FnOnce() -> T) {
        if !self.admits(priority) {
            self.dropped += u64::from(!self.kept.contains_key(&priority));
            return;
        }
        if let std::collections::btree_map::Entry::Vacant(slot) = self.kept.entry(priority) {
            slot.insert(make());
            if self.kept.len() > self.k {
                self.kept.pop_last();
                self.dropped += 1;
            }
        }
    }

    /// Takes in another sample of the same size.
    pub fn merge(&mut self, other: Self) {
        self.dropped += other.dropped;
        for (priority, entry) in other.kept {
            self.offer(priority, || entry);
        }
    }

    /// How many were offered and not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The entries by priority.
    pub fn into_sorted(self) -> impl Iterator<Item = (Digest, T)> {
        self.kept.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn digest(n: u8) -> Digest {
        Digest([n; 16])
    }

    proptest! {
        /// Any split into parts, in any order, keeps what one pass keeps, and counts the same drops.
        #[test]
        fn merging_is_associative_and_commutative(
            mut entries in proptest::collection::btree_set(0u8..=255, 0..60), cut in 0usize..60, k in 1usize..20
        ) {
            let all: Vec<u8> = std::mem::take(&mut entries).into_iter().collect();
            let mut whole = BottomK::new(k);
            for &e in all.iter().rev() { whole.offer(digest(e), || e); }
            let (left, right) = all.split_at(cut.min(all.len()));
            let mut parts = BottomK::new(k);
            for &e in right { parts.offer(digest(e), || e); }
            let mut other = BottomK::new(k);
            for &e in left { other.offer(digest(e), || e); }
            parts.merge(other);
            prop_assert_eq!(whole.dropped(), parts.dropped());
            let (whole, parts): (Vec<_>, Vec<_>) = (whole.into_sorted().collect(), parts.into_sorted().collect());
            prop_assert_eq!(whole, parts);
        }
    }
}

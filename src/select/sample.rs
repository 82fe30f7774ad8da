//! Mergeable bottom-k: the k entries with the smallest priorities, whatever the order of arrival.

use crate::rng::Digest;

/// Keeps the `k` entries with the smallest priorities. Entries are gathered a quarter beyond `k` and cut back at once.
#[derive(Debug, Clone)]
pub struct BottomK<T> {
    k: usize,
    entries: Vec<(Digest, T)>,
    /// The largest priority that may still be kept, once there were more than `k`.
    limit: Option<Digest>,
    dropped: u64,
}

impl<T> BottomK<T> {
    /// An empty sample of at most `k`.
    pub fn new(k: usize) -> Self {
        BottomK { k, entries: Vec::new(), limit: None, dropped: 0 }
    }

    /// Offers an entry; `make` runs only if it may be kept. No two entries may have the same priority.
    pub fn offer(&mut self, priority: Digest, make: impl FnOnce() -> T) {
        if self.limit.is_some_and(|limit| priority > limit) {
            self.dropped += 1;
            return;
        }
        self.entries.push((priority, make()));
        if self.entries.len() >= self.k + (self.k / 4).max(32) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.entries.len() <= self.k {
            return;
        }
        if let Some(last) = self.k.checked_sub(1) {
            let (_, (limit, _), _) = self.entries.select_nth_unstable_by_key(last, |(priority, _)| *priority);
            self.limit = Some(*limit);
        }
        self.dropped += (self.entries.len() - self.k) as u64;
        self.entries.truncate(self.k);
    }

    /// Takes in another sample of the same size.
    pub fn merge(&mut self, other: Self) {
        self.dropped += other.dropped;
        for (priority, entry) in other.entries {
            self.offer(priority, || entry);
        }
    }

    /// Keeps no more than `k` from now on, and nothing beyond until more is offered.
    pub fn shrink(&mut self, k: usize) {
        self.k = self.k.min(k);
        self.cut();
    }

    /// Entries in memory: those that are kept, and a few beyond.
    pub fn held(&self) -> usize {
        self.entries.len()
    }

    /// How many were offered.
    pub fn offered(&self) -> u64 {
        self.dropped + self.entries.len() as u64
    }

    /// How many were offered and are not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped + self.entries.len().saturating_sub(self.k) as u64
    }

    /// The entries by priority.
    pub fn into_sorted(mut self) -> impl Iterator<Item = (Digest, T)> {
        self.cut();
        self.entries.sort_unstable_by_key(|(priority, _)| *priority);
        self.entries.into_iter()
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

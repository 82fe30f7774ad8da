//! The beginnings that the search keeps: the forty best of what the paths may become by the next word.

use super::choice::{BEAM, Key};

/// Drafts that may be among the best.
pub struct Beam<K> {
    keys: [K; 2 * BEAM],
    len: usize,
    /// Keys above it are not among the best.
    limit: K,
}

impl<K: Key> Default for Beam<K> {
    fn default() -> Self {
        Beam { keys: [K::MAX; 2 * BEAM], len: 0, limit: K::MAX }
    }
}

impl<K: Key> Beam<K> {
    /// Forgets all drafts.
    pub fn clear(&mut self) {
        (self.len, self.limit) = (0, K::MAX);
    }

    /// Whether neither this key nor a larger one can get in.
    #[inline]
    pub fn shut(&self, key: K) -> bool {
        key > self.limit
    }

    /// Adds a draft that may be among the best; without a branch, which would be guessed wrong half of the time.
    #[inline]
    pub fn add(&mut self, key: K) {
        if let Some(slot) = self.keys.get_mut(self.len) {
            *slot = key;
        }
        self.len += usize::from(key < self.limit);
        // Sorting out many at once costs less than a place for each.
        if self.len == self.keys.len() {
            self.limit = *self.keys.select_nth_unstable(BEAM - 1).1;
            self.len = BEAM;
        }
    }

    /// As soon as there are enough drafts, shuts out what is worse than all of them.
    #[inline]
    pub fn narrow(&mut self) {
        let keys = self.keys.get(..self.len).unwrap_or_default();
        if self.limit == K::MAX && keys.len() >= BEAM {
            self.limit = keys.iter().fold(K::from(0), |worst, key| worst.max(*key));
        }
    }

    /// The best, best first.
    pub fn best(&mut self) -> impl Iterator<Item = K> {
        let keys = self.keys.get_mut(..self.len).unwrap_or_default();
        keys.sort_unstable();
        keys.iter().take(BEAM).copied()
    }
}

//! Randomness that depends on *what* is drawn for, never on when or by whom.
//!
//! The seed of an item's stage is BLAKE3 over the domain, the run's seed, the stage's name and the
//! ids, each length-prefixed; it keys a ChaCha8 stream (design section 5). Uniform sampling and
//! shuffling are written here because library versions change theirs between releases; golden
//! vectors in the tests pin them.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

const DOMAIN: &[u8] = b"groundline/1";

/// A 128-bit hash that serves as an id and as a selection priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest(pub [u8; 16]);

impl Hash for Digest {
    /// Every byte of it is as random as a hash can be: eight are enough for a table.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        state.write_u64(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    }
}

impl Digest {
    /// Lower-case hexadecimal, 32 characters.
    pub fn hex(&self) -> String {
        const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
        self.0.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|nibble| DIGITS[usize::from(nibble)]).collect()
    }
}

fn keyed(seed: u64, stage: &str, ids: &[&[u8]]) -> blake3::Hash {
    // Ids are short: one call over them all is twice as fast as a hasher that is fed.
    let mut text: SmallVec<[u8; 256]> = SmallVec::from_slice(DOMAIN);
    text.extend_from_slice(&seed.to_le_bytes());
    for part in std::iter::once(stage.as_bytes()).chain(ids.iter().copied()) {
        text.extend_from_slice(&(part.len() as u64).to_le_bytes());
        text.extend_from_slice(part);
    }
    blake3::hash(&text)
}

/// The digest of a stage and ids under a run's seed.
pub fn digest(seed: u64, stage: &str, ids: &[&[u8]]) -> Digest {
    let mut out = [0; 16];
    out.copy_from_slice(&keyed(seed, stage, ids).as_bytes()[..16]);
    Digest(out)
}

/// One item's own stream for one stage. Stages have their own names, so that adding a draw to one
/// disturbs no other.
pub struct ItemRng(ChaCha8Rng);

/// The stream for `stage` of the thing that `ids` name.
pub fn item_rng(seed: u64, stage: &str, ids: &[&[u8]]) -> ItemRng {
    ItemRng(ChaCha8Rng::from_seed(*keyed(seed, stage, ids).as_bytes()))
}

impl ItemRng {
    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform integer in `0..n` (Lemire's method with rejection, no modulo bias); 0 when `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(n);
            if wide as u64 >= threshold {
                return (wide >> 64) as usize;
            }
        }
    }

    /// A uniform real number in `[0, 1)` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Fisher–Yates from the end: every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// One element, or `None` of an empty slice.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// `k` distinct elements in random order (all of them, shuffled, when there are fewer).
    pub fn sample<T: Clone>(&mut self, items: &[T], k: usize) -> Vec<T> {
        let mut pool: Vec<T> = items.to_vec();
        let k = k.min(pool.len());
        for i in 0..k {
            let j = i + self.below(pool.len() - i);
            pool.swap(i, j);
        }
        pool.truncate(k);
        pool
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These vectors may never change within a major version: the bytes of every benchmark hang on them.
    #[test]
    fn golden_vectors() {
        let mut rng = item_rng(7, "golden", &[b"item-1"]);
        let draws: Vec<usize> = (0..8).map(|_| rng.below(100)).collect();
        let mut order: Vec<u8> = (0..8).collect();
        rng.shuffle(&mut order);
        assert_eq!(draws, [14, 98, 13, 18, 71, 81, 14, 98]);
        assert_eq!(order, [0, 6, 4, 2, 3, 1, 7, 5]);
        assert_eq!(digest(7, "golden", &[b"a", b"b"]).hex(), "b67a9907829bf12e4f10313d6fdbf105");
    }

    #[test]
    fn ids_are_length_prefixed() {
        assert_ne!(digest(1, "s", &[b"ab", b"c"]), digest(1, "s", &[b"a", b"bc"]));
        assert_ne!(digest(1, "s", &[b"ab"]), digest(1, "sab", &[]));
    }

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = item_rng(1, "uniform", &[]);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&c| (9_500..10_500).contains(&c)), "{counts:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn sample_is_without_replacement() {
        let mut rng = item_rng(1, "sample", &[]);
        let mut got = rng.sample(&[1, 2, 3, 4, 5], 4);
        got.sort_unstable();
        got.dedup();
        assert_eq!(got.len(), 4);
        assert_eq!(rng.sample(&[1, 2], 9).len(), 2);
    }
}

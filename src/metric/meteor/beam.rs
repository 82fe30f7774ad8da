//! The beginnings that the search keeps: the forty best of what the paths may become by the next word.

use super::stages::Match;

/// Beginnings kept.
const BEAM: usize = 40;

/// No match.
pub const NONE: u32 = u32::MAX;

/// One matched word in a rank.
pub const WORD: u64 = 1 << 28;

/// A match as the search sees it, worked out once for all beginnings.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// Its place among all; [`NONE`] of a settled one.
    pub index: u32,
    /// Its words in a rank.
    pub counted: u64,
    /// How far apart its places in the two texts are.
    pub gap: u64,
    /// The reference's word after it.
    pub next: u32,
    /// Its first word of the candidate.
    pub other: i32,
    /// The candidate's word after it.
    pub end: i32,
    /// Its words of the candidate in a row.
    pub span: Span,
}

impl Choice {
    /// Works it out; `index` as it will be kept.
    pub fn new(m: &Match, index: u32) -> Choice {
        let counted = |length: u16| u64::from(if m.stage == 0 { length } else { length / 2 });
        Choice {
            index,
            counted: (counted(m.other_length) + counted(m.length)) * WORD,
            gap: u64::from(m.start.abs_diff(m.other)),
            next: m.start + u32::from(m.length),
            other: m.other as i32,
            end: m.other as i32 + i32::from(m.other_length),
            span: Span::of(m),
        }
    }
}

/// What the paths may become by the next word: one number each, from the highest bits on the rank, the distance, the
/// path's place and the match's among the choices ([`BARE`] without one). The smallest are the best, and of equals
/// the one that comes first.
pub struct Beam {
    keys: [u128; 2 * BEAM],
    len: usize,
    /// Keys above it are not among the best.
    limit: u128,
}

/// Bits of a match's place, of that and the path's, and of these and the distance.
const CHOICE: u32 = 24;
const PLACES: u32 = CHOICE + 6;
const BELOW: u32 = 72;

/// The largest distance.
const FARTHEST: u64 = (1 << (BELOW - PLACES)) - 1;

/// The place of no match.
pub const BARE: u32 = (1 << CHOICE) - 1;

impl Default for Beam {
    fn default() -> Self {
        Beam { keys: [0; 2 * BEAM], len: 0, limit: u128::MAX }
    }
}

impl Beam {
    /// Forgets all drafts.
    pub fn clear(&mut self) {
        (self.len, self.limit) = (0, u128::MAX);
    }

    /// Whether there is no draft.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether nothing of this rank can get in, whatever its distance.
    #[inline]
    pub fn shut(&self, rank: u64) -> bool {
        u128::from(rank) > self.limit >> BELOW
    }

    /// Adds a draft that may be among the best; without a branch, which would be guessed wrong half of the time.
    #[inline]
    pub fn add(&mut self, rank: u64, distance: u64, path: u32, choice: u32) {
        let places = u64::from(path) << CHOICE | u64::from(choice);
        let key = u128::from(rank) << BELOW | u128::from(distance.min(FARTHEST)) << PLACES | u128::from(places);
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

    /// The best, best first: rank, distance, place of the path and of the match.
    pub fn best(&mut self) -> impl Iterator<Item = (u64, u64, usize, usize)> + Clone {
        let keys = self.keys.get_mut(..self.len).unwrap_or_default();
        keys.sort_unstable();
        keys.iter().take(BEAM).map(|key| {
            let places = *key as u64 & ((1 << PLACES) - 1);
            let distance = (key >> PLACES) as u64 & FARTHEST;
            let choice = places & u64::from(BARE);
            ((key >> BELOW) as u64, distance, (places >> CHOICE) as usize, choice as usize)
        })
    }
}

/// A match's words of the candidate as bits of a row: its first number, and the bits in that and in the next.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    at: usize,
    bits: [u64; 2],
}

impl Span {
    /// Of a match, which is never longer than 63 words.
    pub fn of(m: &Match) -> Span {
        let bits = ((1u128 << m.other_length) - 1) << (m.other % 64);
        Span { at: m.other as usize / 64, bits: [bits as u64, (bits >> 64) as u64] }
    }

    /// Marks the words as used.
    #[inline]
    pub fn mark(&self, row: &mut [u64]) {
        row.iter_mut().skip(self.at).zip(self.bits).for_each(|(word, bits)| *word |= bits);
    }

    /// Whether one of the words is used.
    #[inline]
    pub fn used(&self, row: &[u64]) -> bool {
        let meets = |at: usize, bits: u64| row.get(at).is_some_and(|word| word & bits != 0);
        meets(self.at, self.bits[0]) || self.bits[1] != 0 && meets(self.at + 1, self.bits[1])
    }
}

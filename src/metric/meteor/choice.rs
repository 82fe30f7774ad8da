//! What the search weighs: matches as numbers of one key, and the words that they use as bits.

use super::stages::{Match, Stager};
use std::ops::{Add, BitOr, Shl, Shr, Sub};

/// Beginnings kept.
pub const BEAM: usize = 40;

/// No match.
pub const NONE: u32 = u32::MAX;

/// A number that orders what the paths may become. From the highest bits: less matched words of both texts, chunks, the
/// distance, the path's place and the match's among the choices. The smallest is the best, and of equals the one that
/// comes first.
pub trait Key:
    Copy
    + Ord
    + From<u64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The largest.
    const MAX: Self;
    /// Its lowest bits.
    fn low(self) -> u64;
}

impl Key for u64 {
    const MAX: u64 = u64::MAX;
    fn low(self) -> u64 {
        self
    }
}

impl Key for u128 {
    const MAX: u128 = u128::MAX;
    fn low(self) -> u64 {
        self as u64
    }
}

/// Where a key's parts begin, as wide as two texts need them.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The path's place; the match's lies below it.
    pub path: u32,
    /// The distance. The reference program's wraps around at 32 bits, which shows only between beginnings that lie 2^31
    /// apart.
    pub distance: u32,
    /// Lowest bits of a distance that are left out: none but for texts that no memory holds.
    coarse: u32,
    /// Chunks.
    pub chunks: u32,
    /// Words.
    pub words: u32,
    /// The most words that an alignment can match, as the search counts them.
    pub most: u64,
}

impl Layout {
    /// For the matches of two texts.
    pub fn of(stager: &Stager, reference: usize) -> Layout {
        let bits = |largest: u64| u64::BITS - largest.leading_zeros();
        let (mut choices, mut most) = (0, 0);
        for j in 0..reference {
            let (_, matches) = stager.at(j);
            choices = choices.max(matches.len());
            most += matches.iter().map(counted).max().unwrap_or(0);
        }
        let far = bits(stager.matches.iter().map(gap).sum());
        let path = bits(choices as u64 + 1);
        let distance = path + bits(BEAM as u64 - 1);
        let above = bits(reference as u64 + 1) + bits(most);
        let coarse = (distance + far + above).saturating_sub(u128::BITS).min(far);
        let chunks = distance + far - coarse;
        Layout { path, distance, coarse, chunks, words: chunks + bits(reference as u64 + 1), most }
    }

    /// Bits of the largest key.
    pub fn bits(&self) -> u32 {
        self.words + u64::BITS - self.most.leading_zeros()
    }

    /// The match's place in a draft without one.
    pub fn bare(&self) -> u64 {
        (1 << self.path) - 1
    }
}

/// Words of both texts, as the search counts them.
fn counted(m: &Match) -> u64 {
    let side = |length: u16| u64::from(if m.stage == 0 { length } else { length / 2 });
    side(m.other_length) + side(m.length)
}

/// How far apart its places in the two texts are.
fn gap(m: &Match) -> u64 {
    u64::from(m.start.abs_diff(m.other))
}

/// A match as the search sees it, worked out once for all beginnings.
#[derive(Debug, Clone, Copy)]
pub struct Choice<K> {
    /// Its place among all.
    pub index: u32,
    /// Its words in a key.
    pub counted: K,
    /// The most words of it and of the choices after it.
    pub most: K,
    /// Its distance in a key.
    pub gap: K,
    /// The reference's word after it.
    pub next: u32,
    /// Its first word of the candidate.
    pub other: i32,
    /// The candidate's word after it.
    pub end: i32,
    /// A choice after it begins at the same word of the candidate.
    pub again: bool,
    /// Its words of the candidate in a row.
    pub span: Span,
}

impl<K: Key> Choice<K> {
    /// Works it out; `index` as it will be kept.
    pub fn new(m: &Match, index: u32, layout: &Layout) -> Choice<K> {
        let counted = K::from(counted(m)) << layout.words;
        Choice {
            index,
            counted,
            most: counted,
            gap: K::from(gap(m) >> layout.coarse) << layout.distance,
            next: m.start + u32::from(m.length),
            other: m.other as i32,
            end: m.other as i32 + i32::from(m.other_length),
            again: false,
            span: Span::new(m.other, m.other_length),
        }
    }
}

/// Words of the candidate, a bit each.
pub trait Row: Clone {
    /// No word of a candidate of this length.
    fn none(words: usize) -> Self;
    /// The bits, 64 a number.
    fn bits(&self) -> &[u64];
    /// The same, to be changed.
    fn bits_mut(&mut self) -> &mut [u64];
}

/// The longest candidate whose words fit into a short row.
pub const SHORT: usize = 256;

impl Row for [u64; SHORT / 64] {
    fn none(_: usize) -> Self {
        [0; SHORT / 64]
    }
    fn bits(&self) -> &[u64] {
        self
    }
    fn bits_mut(&mut self) -> &mut [u64] {
        self
    }
}

impl Row for Vec<u64> {
    fn none(words: usize) -> Self {
        vec![0; words.div_ceil(64)]
    }
    fn bits(&self) -> &[u64] {
        self
    }
    fn bits_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// Adjacent words of the candidate: the number of a row that holds the first, and the bits in that and in the next.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    at: usize,
    bits: [u64; 2],
}

impl Span {
    /// Of `length` words, which are never more than 63.
    pub fn new(first: u32, length: u16) -> Span {
        let bits = ((1u128 << length) - 1) << (first % 64);
        Span { at: first as usize / 64, bits: [bits as u64, (bits >> 64) as u64] }
    }

    /// Marks the words.
    #[inline]
    pub fn mark(&self, row: &mut impl Row) {
        let mut mark = |at: usize, bits: u64| row.bits_mut().get_mut(at).into_iter().for_each(|word| *word |= bits);
        mark(self.at, self.bits[0]);
        if self.bits[1] != 0 {
            mark(self.at + 1, self.bits[1]);
        }
    }

    /// Whether one of the words is marked.
    #[inline]
    pub fn meets(&self, row: &impl Row) -> bool {
        let meets = |at: usize, bits: u64| row.bits().get(at).is_some_and(|word| word & bits != 0);
        meets(self.at, self.bits[0]) || self.bits[1] != 0 && meets(self.at + 1, self.bits[1])
    }
}

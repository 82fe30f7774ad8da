//! The beginning of an alignment.

use super::choice::{Choice, Key, NONE, Row};

/// No match before.
pub const OPEN: i32 = -1;

/// The beginning of an alignment, and what decides how it may go on.
#[derive(Debug, Clone)]
pub struct Path<K, R> {
    /// Smaller is better: a key without places.
    pub score: K,
    /// The reference's next word.
    pub next: u32,
    /// The candidate's word after the last match; [`OPEN`] where the word before was not matched.
    pub end: i32,
    /// Last link of its chain of chosen matches.
    pub chain: u32,
    /// Used words of the candidate.
    pub used: R,
}

impl<K: Key, R: Row> Path<K, R> {
    /// The beginning of all.
    pub fn start(score: K, candidate: usize) -> Self {
        Path { score, next: 0, end: OPEN, chain: NONE, used: R::none(candidate) }
    }

    /// Whether a chunk ends when a match that begins at this word of the candidate comes next, or with [`OPEN`] none.
    #[inline]
    pub fn turns(&self, other: i32) -> bool {
        self.end != OPEN && other != self.end
    }

    /// A score, and the end of a chunk (`turn`) where there is one.
    #[inline]
    pub fn turned(&self, score: K, other: i32, turn: K) -> K {
        if self.turns(other) { score + turn } else { score }
    }

    /// Goes on after a match, which becomes the last link of its chain unless it is settled.
    #[inline]
    pub fn take(&mut self, choice: &Choice<K>, chains: &mut Vec<(u32, u32)>) {
        (self.next, self.end) = (choice.next, choice.end);
        if choice.index != NONE {
            choice.span.mark(&mut self.used);
            chains.push((choice.index, self.chain));
            self.chain = chains.len() as u32 - 1;
        }
    }
}

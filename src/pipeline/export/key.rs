//! Hashes by which ids, pictures and lines are known.

/// A 128-bit hash of a text or a line.
pub type Key = [u8; 16];

/// A hash as [`Key`].
pub fn key(bytes: &[u8]) -> Key {
    short(&blake3::hash(bytes))
}

/// The first half of a hash.
pub fn short(hash: &blake3::Hash) -> Key {
    let mut out = [0; 16];
    out.copy_from_slice(&hash.as_bytes()[..16]);
    out
}

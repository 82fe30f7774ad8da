//! Looking a picture's rows up in a table of any order.

use super::table::{Table, field, place};
use crate::error::{Error, Place, Result};
use csv::ByteRecord;
use rustc_hash::FxHashSet;

/// A picture id in eight bytes: the value of the dataset's 16 hexadecimal digits, or a digest of any other text.
/// Lookups compare the text itself afterwards.
pub(super) fn key(id: &[u8]) -> u64 {
    let digit = |b: &u8| match b {
        b'0'..=b'9' => Some(u64::from(b - b'0')),
        b'a'..=b'f' => Some(u64::from(b - b'a' + 10)),
        _ => None,
    };
    let hex = |id: &[u8]| id.iter().try_fold(0u64, |value, b| Some(value << 4 | digit(b)?));
    if id.len() == 16
        && let Some(value) = hex(id)
    {
        return value;
    }
    blake3::hash(id).as_bytes().iter().take(8).fold(0, |value, b| value << 8 | u64::from(*b))
}

/// The error for a picture whose rows do not stand together.
pub(super) fn comes_back(shown: &str, line: u64, id: &[u8]) -> Error {
    Error::data(
        Place::line(shown, line),
        format!("picture `{}` comes back after rows of other pictures", String::from_utf8_lossy(id)),
        "sort the table by ImageID",
    )
}

/// Where a picture's rows are: 24 bytes.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    byte: u64,
    line: u32,
    rows: u32,
}

/// A table with an index of its pictures.
pub(super) struct Index {
    pub table: Table,
    id: usize,
    entries: Vec<Entry>,
    row: ByteRecord,
}

impl Index {
    /// Reads the table once; `id` is the column of the picture id.
    ///
    /// # Errors
    /// When a picture's rows do not stand together.
    pub fn new(mut table: Table, id: usize) -> Result<Self> {
        let (mut row, mut last) = (ByteRecord::new(), Vec::new());
        let mut entries: Vec<Entry> = Vec::new();
        while table.next(&mut row)? {
            let found = field(&row, Some(id));
            let (line, byte) = place(&row);
            match entries.last_mut() {
                Some(entry) if found == last.as_slice() => entry.rows = entry.rows.saturating_add(1),
                _ => {
                    entries.push(Entry {
                        key: key(found),
                        byte,
                        line: u32::try_from(line).unwrap_or(u32::MAX),
                        rows: 1,
                    });
                    last.clear();
                    last.extend_from_slice(found);
                }
            }
        }
        entries.shrink_to_fit();
        entries.sort_unstable_by_key(|e| (e.key, e.byte));
        let twice = entries.windows(2).find_map(|pair| match pair {
            [a, b] if a.key == b.key => Some(*b),
            _ => None,
        });
        let mut index = Index { table, id, entries, row };
        match twice {
            None => Ok(index),
            Some(entry) => {
                index.table.seek(entry.byte, u64::from(entry.line))?;
                index.table.next(&mut index.row)?;
                let id = field(&index.row, Some(id));
                Err(comes_back(&index.table.shown, u64::from(entry.line), id))
            }
        }
    }

    fn find(&self, key: u64) -> Option<Entry> {
        let at = self.entries.binary_search_by_key(&key, |e| e.key).ok()?;
        self.entries.get(at).copied()
    }

    /// Hands over each row of a picture, with its line, in file order.
    pub fn rows(&mut self, id: &[u8], mut each: impl FnMut(&ByteRecord, u64)) -> Result<()> {
        let Some(entry) = self.find(key(id)) else { return Ok(()) };
        self.table.seek(entry.byte, u64::from(entry.line))?;
        for _ in 0..entry.rows {
            if !self.table.next(&mut self.row)? || field(&self.row, Some(self.id)) != id {
                break;
            }
            each(&self.row, place(&self.row).0);
        }
        Ok(())
    }

    /// Keys of the pictures that are not in `seen`, ascending.
    pub fn others(&self, seen: &FxHashSet<u64>) -> Vec<u64> {
        self.entries.iter().map(|e| e.key).filter(|k| !seen.contains(k)).collect()
    }

    /// The text of the id with this key.
    pub fn id_of(&mut self, key: u64) -> Result<Option<Vec<u8>>> {
        let Some(entry) = self.find(key) else { return Ok(None) };
        self.table.seek(entry.byte, u64::from(entry.line))?;
        let found = self.table.next(&mut self.row)?;
        Ok(found.then(|| field(&self.row, Some(self.id)).to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_takes_at_most_32_bytes() {
        assert!(size_of::<Entry>() <= 32);
    }

    #[test]
    fn keys_are_the_hexadecimal_value_or_a_digest() {
        assert_eq!(key(b"000002b66c9c498e"), 0x0000_02b6_6c9c_498e);
        assert_ne!(key(b"room-0001"), key(b"room-0002"));
        assert_ne!(key(b"000002B66C9C498E"), key(b"000002b66c9c498e"), "ids are text");
    }
}

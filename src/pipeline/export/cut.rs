//! Where shards begin and end.

use super::key::Key;
use super::scan::Scan;
use super::split::Splits;
use crate::error::{Error, Result};
use crate::export::{Exporter, Limits, Shard};
use rustc_hash::FxHashMap;

/// A shard and its rows.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Which.
    pub shard: Shard,
    /// Positions in [`Scan::rows`], in order.
    pub rows: Vec<u32>,
    /// Over the rows' digests: a finished shard with the same one need not be written again.
    pub digest: String,
}

/// The user's `--shard-size`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Records.
    Rows(u64),
    /// Bytes.
    Bytes(u64),
}

impl Size {
    /// From `10000` (records) or `500MB` (kB, MB, GB: decimal; KiB, MiB, GiB: binary).
    ///
    /// # Errors
    /// When it is neither, or 0.
    pub fn parse(text: &str) -> Result<Size> {
        let wrong = || {
            Error::usage(
                format!("`{text}` is no size of a shard"),
                "write a number of records (--shard-size 10000) or bytes with a unit (--shard-size 500MB)",
            )
        };
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at_checked(digits).ok_or_else(wrong)?;
        let number: u64 = number.parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?;
        let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
            "" => return Ok(Size::Rows(number)),
            "b" => 1,
            "kb" => 1_000,
            "mb" => 1_000_000,
            "gb" => 1_000_000_000,
            "kib" => 1 << 10,
            "mib" => 1 << 20,
            "gib" => 1 << 30,
            _ => return Err(wrong()),
        };
        number.checked_mul(factor).map(Size::Bytes).ok_or_else(wrong)
    }
}

/// The limits of an export.
///
/// # Errors
/// When the format has one file a split and a size was asked for.
pub fn limits(exporter: &dyn Exporter, size: Option<Size>) -> Result<Option<Limits>> {
    match (exporter.limits(), size) {
        (None, Some(_)) => {
            Err(Error::usage(format!("{} has one file a split", exporter.name()), "leave out --shard-size"))
        }
        (own, None) => Ok(own),
        (Some(own), Some(Size::Rows(rows))) => Ok(Some(Limits { rows, ..own })),
        (Some(own), Some(Size::Bytes(bytes))) => Ok(Some(Limits { bytes, ..own })),
    }
}

/// The split that copies of a split's items are in: a reader that takes the mean over a split must not count them.
pub fn copies_of(split: &str) -> String {
    format!("{split}_copies")
}

/// Cuts the scanned rows into shards: splits in the user's order, each followed by its copies, parts in the order of
/// their names.
pub fn cut(scan: &Scan, splits: &Splits, limits: Option<Limits>) -> Vec<Cut> {
    let limits = limits.unwrap_or(Limits { rows: u64::MAX, bytes: u64::MAX });
    let assigned = splits.assign(&scan.rows);
    let names: Vec<String> = splits.names().into_iter().flat_map(|name| [name.to_string(), copies_of(name)]).collect();
    let mut order: Vec<u16> = (0..scan.parts.len() as u16).collect();
    order.sort_by_key(|p| scan.parts.get(usize::from(*p)));
    // Rows by split and part.
    let mut piles: FxHashMap<(usize, u16), Vec<u32>> = FxHashMap::default();
    for (i, (row, split)) in scan.rows.iter().zip(&assigned).enumerate() {
        for part in &row.parts {
            piles.entry((split * 2 + usize::from(row.copy), *part)).or_default().push(i as u32);
        }
    }
    let mut out = Vec::new();
    for (s, split) in names.iter().enumerate() {
        for part in &order {
            let pieces = pieces(scan, piles.remove(&(s, *part)).unwrap_or_default(), limits);
            let of = pieces.len();
            for (index, rows) in pieces.into_iter().enumerate() {
                let part = scan.parts.get(usize::from(*part)).cloned().unwrap_or_default();
                let digest = digest(scan, &rows);
                out.push(Cut { shard: Shard { split: split.clone(), part, index, of }, rows, digest });
            }
        }
    }
    out
}

fn pieces(scan: &Scan, pile: Vec<u32>, limits: Limits) -> Vec<Vec<u32>> {
    let mut out: Vec<Vec<u32>> = Vec::new();
    let (mut rows, mut bytes) = (u64::MAX, u64::MAX);
    for at in pile {
        let weight = scan.rows.get(at as usize).map_or(0, |r| r.weight);
        if rows >= limits.rows || bytes.saturating_add(weight) > limits.bytes && rows > 0 {
            out.push(Vec::new());
            (rows, bytes) = (0, 0);
        }
        rows += 1;
        bytes += weight;
        if let Some(last) = out.last_mut() {
            last.push(at);
        }
    }
    out
}

fn digest(scan: &Scan, rows: &[u32]) -> String {
    let mut hasher = blake3::Hasher::new();
    for row in rows.iter().filter_map(|at| scan.rows.get(*at as usize)) {
        let digest: &Key = &row.digest;
        hasher.update(digest);
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(Size::parse("10000").unwrap(), Size::Rows(10_000));
        assert_eq!(Size::parse("500MB").unwrap(), Size::Bytes(500_000_000));
        assert_eq!(Size::parse("1GiB").unwrap(), Size::Bytes(1 << 30));
        for bad in ["", "0", "MB", "12XB", "1.5GB", "-3", "99999999999999GB"] {
            assert!(Size::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shards_end_at_rows_or_bytes_and_hold_everything_in_order() {
        let mut scan = Scan { parts: vec!["b".into(), "a".into()], ..Scan::default() };
        for i in 0..10u64 {
            scan.rows.push(super::super::scan::Row {
                offset: i,
                length: 1,
                parts: smallvec::smallvec![(i % 2) as u16],
                weight: if i == 4 { 100 } else { 10 },
                digest: [i as u8; 16],
                scene: [0; 16],
                group: None,
                copy: false,
            });
        }
        let whole = cut(&scan, &Splits::One("test".into()), None);
        let shape: Vec<(&str, &[u32])> = whole.iter().map(|c| (c.shard.part.as_str(), c.rows.as_slice())).collect();
        assert_eq!(shape, [("a", &[1, 3, 5, 7, 9][..]), ("b", &[0, 2, 4, 6, 8][..])]);
        let small = cut(&scan, &Splits::One("test".into()), Some(Limits { rows: 2, bytes: 25 }));
        let rows: Vec<&[u32]> = small.iter().map(|c| c.rows.as_slice()).collect();
        assert_eq!(rows, [&[1u32, 3][..], &[5, 7], &[9], &[0, 2], &[4], &[6, 8]]);
        assert_eq!(small.iter().map(|c| c.shard.index).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
        assert!(small.iter().all(|c| c.shard.of == 3));
    }
}

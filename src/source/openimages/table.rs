//! CSV tables whose columns are found by header name.

use crate::error::{Error, Place, Result};
use crate::source::vault::{Reader, Vault};
use csv::ByteRecord;
use std::fs::File;
use std::io::BufReader;

/// An open table behind its header.
pub(super) struct Table {
    reader: csv::Reader<Box<dyn Reader>>,
    header: Vec<String>,
    /// The path for messages.
    pub shown: String,
}

/// Small, because looking a picture up in a table of another order throws the buffer away.
const BUFFER: usize = 1 << 14;

/// A table this short of the wanted row is read on instead of being sought.
const NEAR: u64 = 1 << 16;

impl Table {
    /// Opens a table and finds the columns that it must have.
    ///
    /// # Errors
    /// When the file cannot be read or its first line lacks one of `needed`.
    pub fn open(vault: &dyn Vault, path: &str, needed: &[&str]) -> Result<Self> {
        let mut table = Table::headless(vault, path)?;
        let mut first = ByteRecord::new();
        table.next(&mut first)?;
        table.header = first.iter().map(|f| clean(f).to_ascii_lowercase()).collect();
        if let Some(missing) = needed.iter().find(|n| table.column(n).is_none()) {
            let found: String = table.header.join(",").chars().take(200).collect();
            return Err(Error::data(
                Place::line(&table.shown, 1),
                format!("no column `{missing}` in the header `{found}`"),
                format!("expected an Open Images table with the columns {}", needed.join(", ")),
            ));
        }
        Ok(table)
    }

    /// Opens a table whose first row may be data. The delimiter is the one of `,`, `;` and tab that comes first.
    pub fn headless(vault: &dyn Vault, path: &str) -> Result<Self> {
        let shown = vault.show(path);
        let mut reader: Box<dyn Reader> = match vault.on_disk(path) {
            Some(file) => {
                let open = File::open(&file).map_err(|e| Error::io(&file, "open", e))?;
                Box::new(BufReader::with_capacity(BUFFER, open))
            }
            None => vault.open(path)?,
        };
        let start = reader.fill_buf().map_err(|e| Error::io(&shown, "read", e))?;
        let delimiter = start.iter().copied().find(|b| matches!(b, b',' | b';' | b'\t')).unwrap_or(b',');
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .buffer_capacity(BUFFER)
            .from_reader(reader);
        Ok(Table { reader, header: Vec::new(), shown })
    }

    /// Index of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|h| h.eq_ignore_ascii_case(name))
    }

    /// Reads the next row; `false` at the end.
    pub fn next(&mut self, row: &mut ByteRecord) -> Result<bool> {
        let shown = &self.shown;
        self.reader.read_byte_record(row).map_err(|e| match e.into_kind() {
            csv::ErrorKind::Io(e) => Error::io(shown, "read", e),
            other => Error::data(Place::file(shown), format!("not a CSV row: {other:?}"), "expected a CSV table"),
        })
    }

    /// Stands before the row that begins at this byte.
    pub fn seek(&mut self, byte: u64, line: u64) -> Result<()> {
        let mut skipped = ByteRecord::new();
        let here = self.reader.position().byte();
        if here < byte && byte - here < NEAR {
            while self.reader.position().byte() < byte && self.next(&mut skipped)? {}
        }
        if self.reader.position().byte() != byte {
            let mut position = csv::Position::new();
            position.set_byte(byte).set_line(line);
            self.reader
                .seek(position)
                .map_err(|e| Error::io(&self.shown, "seek in", std::io::Error::other(e.to_string())))?;
        }
        Ok(())
    }
}

/// The line and the byte at which a row begins.
pub(super) fn place(row: &ByteRecord) -> (u64, u64) {
    row.position().map_or((0, 0), |p| (p.line(), p.byte()))
}

/// A field as text: without a byte-order mark, surrounding blanks, and whatever is not UTF-8.
pub(super) fn clean(field: &[u8]) -> String {
    String::from_utf8_lossy(field).trim_start_matches('\u{feff}').trim().to_string()
}

/// A field, empty where the row is short or the column is not there.
pub(super) fn field(row: &ByteRecord, column: Option<usize>) -> &[u8] {
    column.and_then(|c| row.get(c)).unwrap_or_default()
}

/// A decimal number, fast for the tables' `0.123456`.
pub(super) fn number(field: &[u8]) -> Option<f64> {
    const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    // Up to 15 digits are an exact integer, and a division by an exact power rounds once: the value is the nearest.
    let (mut digits, mut decimals, mut point) = (0u64, 0usize, false);
    if field.is_empty() || field.len() > 16 {
        return std::str::from_utf8(field).ok()?.trim().parse().ok();
    }
    for &b in field {
        match b {
            b'0'..=b'9' => {
                digits = digits * 10 + u64::from(b - b'0');
                decimals += usize::from(point);
            }
            b'.' if !point => point = true,
            _ => return std::str::from_utf8(field).ok()?.trim().parse().ok(),
        }
    }
    match POWERS.get(decimals) {
        Some(power) if digits < 1 << 53 && field != b"." => Some(digits as f64 / power),
        _ => std::str::from_utf8(field).ok()?.parse().ok(),
    }
}

/// Whether an id can be a file's name: nothing that leaves the folder.
pub(super) fn is_id(id: &[u8]) -> bool {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    !id.is_empty() && id.len() <= 128 && id.first() != Some(&b'.') && id.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_fast_number_is_the_exact_one(text in "[0-9]{0,2}\\.?[0-9]{0,14}") {
            prop_assert_eq!(number(text.as_bytes()), text.parse().ok());
        }
    }

    #[test]
    fn other_spellings_of_numbers_are_read_too() {
        for (text, want) in
            [("-1", Some(-1.0)), ("1e-3", Some(0.001)), ("", None), (".", None), ("x", None), (" 0.5", Some(0.5))]
        {
            assert_eq!(number(text.as_bytes()), want, "{text}");
        }
    }

    #[test]
    fn an_id_stays_inside_its_folder() {
        assert!(is_id(b"000002b66c9c498e") && is_id(b"room-01"));
        assert!(!is_id(b"") && !is_id(b"../x") && !is_id(b".hidden") && !is_id(b"a/b"));
    }
}

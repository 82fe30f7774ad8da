//! When bad rows mean a bad file: a bad row among good ones is a reject, but a file that begins with nothing but
//! bad rows is another file than was meant, and reading on would only bury that under rejects.

use crate::error::{Error, Place, Result};
use rustc_hash::FxHashSet;

/// So many rows may be bad before the first good one.
const PATIENCE: u32 = 10;

/// Watches the beginning of a file.
#[derive(Debug)]
pub struct Probe {
    file: String,
    expected: &'static str,
    good: bool,
    bad: u32,
    first: Option<(Place, String)>,
}

impl Probe {
    /// For a file, by its name for messages; `expected` completes "expected …".
    pub fn new(file: impl Into<String>, expected: &'static str) -> Self {
        Probe { file: file.into(), expected, good: false, bad: 0, first: None }
    }

    /// A row was good: from now on nothing is an error.
    pub fn good(&mut self) {
        self.good = true;
    }

    /// A row was bad.
    ///
    /// # Errors
    /// When ten rows were and none was good; it tells the first fault.
    pub fn bad(&mut self, place: Place, what: &str) -> Result<()> {
        if self.good {
            return Ok(());
        }
        self.bad += 1;
        self.first.get_or_insert_with(|| (place, what.to_string()));
        if self.bad < PATIENCE { Ok(()) } else { self.end() }
    }

    /// The file ended.
    ///
    /// # Errors
    /// When no row was good.
    pub fn end(&mut self) -> Result<()> {
        if self.good {
            return Ok(());
        }
        self.good = true;
        let (place, what) =
            self.first.take().unwrap_or_else(|| (Place::file(&self.file), "there is nothing in it".to_string()));
        Err(Error::data(place, what, format!("expected {}", self.expected)))
    }
}

/// Remembers ids in about ten bytes each, whatever their length (64 bits of BLAKE3).
#[derive(Debug, Default)]
pub struct Seen(FxHashSet<u64>);

impl Seen {
    /// Whether the id comes for the first time.
    pub fn is_new(&mut self, id: &str) -> bool {
        let hash = blake3::hash(id.as_bytes());
        let mut first = [0; 8];
        first.iter_mut().zip(hash.as_bytes()).for_each(|(to, from)| *to = *from);
        self.0.insert(u64::from_le_bytes(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_bad_rows_and_no_good_one_are_an_error_that_names_the_first() {
        let mut p = Probe::new("a.token", "`<image>#<n>`");
        for line in 1..10 {
            assert!(p.bad(Place::line("a.token", line), "no tab").is_ok());
        }
        let e = p.bad(Place::line("a.token", 10), "no tab").unwrap_err();
        assert_eq!(e.to_string(), "a.token:1: no tab; expected `<image>#<n>`");
    }

    #[test]
    fn after_a_good_row_bad_ones_are_no_errors_and_an_empty_file_is_one() {
        let mut p = Probe::new("a", "rows");
        p.good();
        assert!((0..99).all(|i| p.bad(Place::line("a", i), "x").is_ok()) && p.end().is_ok());
        assert_eq!(Probe::new("a", "rows").end().unwrap_err().to_string(), "a: there is nothing in it; expected rows");
    }
}

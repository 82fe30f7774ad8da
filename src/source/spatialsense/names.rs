//! SpatialSense's names are typed by hand: their case, spacing and spelling are put right here.

use crate::error::{Error, Place, Result};
use rustc_hash::FxHashMap;

/// What was written, what was meant, and why we think so. Every `written` is no English word.
const TABLE: &str = include_str!("../../../sources/spatialsense_spelling.csv");

/// The reviewed misspellings.
pub(super) struct Spelling(FxHashMap<String, String>);

impl Spelling {
    pub fn embedded() -> Result<Self> {
        let bad = |e: csv::Error| {
            Error::data(Place::file("sources/spatialsense_spelling.csv"), e.to_string(), "fix the table")
        };
        let mut table = FxHashMap::default();
        for row in csv::Reader::from_reader(TABLE.as_bytes()).deserialize() {
            let (written, meant, _reason): (String, String, String) = row.map_err(bad)?;
            table.insert(written, meant);
        }
        Ok(Spelling(table))
    }

    /// Lower case, single spaces for white space and underscores, misspellings corrected word by word.
    pub fn clean(&self, name: &str) -> String {
        let lower = name.to_lowercase();
        let words = lower.split(|c: char| c == '_' || c.is_whitespace()).filter(|w| !w.is_empty());
        words.map(|w| self.0.get(w).map_or(w, String::as_str)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        let s = Spelling::embedded().unwrap();
        assert_eq!(s.clean("  Dining_Tabel "), "dining table");
        assert_eq!(s.clean("Potted\u{a0}  plant"), "potted plant");
        assert_eq!(s.clean("_ _"), "");
    }

    #[test]
    fn the_table_is_sorted_lower_case_reasoned_and_leads_to_no_misspelling() {
        let s = Spelling::embedded().unwrap();
        let rows: Vec<&str> = TABLE.lines().skip(1).collect();
        assert!(rows.windows(2).all(|w| w[0] < w[1]), "sorted, no repeats");
        for row in rows {
            let [written, meant, reason] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
            assert!(written != meant && !reason.is_empty() && row.chars().all(|c| !c.is_uppercase()), "{row}");
            assert!(!written.contains(' ') && !s.0.contains_key(meant), "{row}");
        }
    }
}

//! One thesaurus file: CSV with a fixed header row, `;` between the members of a list.

use crate::error::{Error, Place, Result};

/// A file's rows, with the place of each for messages.
pub(super) struct Sheet {
    file: String,
    /// Data rows in file order.
    pub rows: Vec<Row>,
}

/// One data row.
pub(super) struct Row {
    /// Line in the file, counted from 1.
    pub line: u64,
    record: csv::StringRecord,
}

impl Row {
    /// The text of a column; its number is a constant of the caller, and the width was checked by [`Sheet::read`].
    pub fn text(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or("")
    }

    /// The members of a list column; an empty field has none.
    pub fn list(&self, column: usize) -> impl Iterator<Item = &str> {
        self.text(column).split(';').map(str::trim).filter(|s| !s.is_empty())
    }

    /// The members of a list column, owned.
    pub fn strings(&self, column: usize) -> Vec<String> {
        self.list(column).map(str::to_owned).collect()
    }
}

impl Sheet {
    /// Parses `text`; the header row must be exactly `header`, and the first column (the key) must not be empty.
    pub fn read(file: &str, text: &str, header: &[&str]) -> Result<Sheet> {
        let remedy = || format!("expected the columns `{}`, lists joined with `;`", header.join(","));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let mut rows = Vec::new();
        let mut record = csv::StringRecord::new();
        loop {
            let line = reader.position().line();
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(e) => return Err(Error::data(Place::line(file, line), e.to_string(), remedy())),
            }
            let line = record.position().map_or(line, csv::Position::line);
            if line == 1 || (rows.is_empty() && record.iter().eq(header.iter().copied())) {
                if record.iter().ne(header.iter().copied()) {
                    let found = record.iter().collect::<Vec<_>>().join(",");
                    return Err(Error::data(Place::line(file, line), format!("the header is `{found}`"), remedy()));
                }
                continue;
            }
            if record.get(0).is_none_or(str::is_empty) {
                return Err(Error::data(Place::line(file, line), "the first column is empty", remedy()));
            }
            rows.push(Row { line, record: record.clone() });
        }
        Ok(Sheet { file: file.to_owned(), rows })
    }

    /// The error of a row.
    pub fn fault(&self, row: &Row, what: impl Into<String>, remedy: impl Into<String>) -> Error {
        Error::data(Place::line(self.file.clone(), row.line), what, remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_know_their_lines_and_lists() {
        let sheet = Sheet::read("x.csv", "term,parts\ncar,wheel;door\ndog,\n", &["term", "parts"]).unwrap();
        assert_eq!(sheet.rows.iter().map(|r| r.line).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(sheet.rows[0].strings(1), ["wheel", "door"]);
        assert!(sheet.rows[1].strings(1).is_empty());
    }

    #[test]
    fn a_wrong_header_and_a_short_row_are_refused_with_their_line() {
        let header = Sheet::read("x.csv", "word,parts\n", &["term", "parts"]).err().unwrap().to_string();
        assert_eq!(
            header,
            "x.csv:1: the header is `word,parts`; expected the columns `term,parts`, lists joined with `;`"
        );
        let short = Sheet::read("x.csv", "term,parts\ncar,wheel\ndog\n", &["term", "parts"]).err().unwrap();
        assert!(short.to_string().starts_with("x.csv:3: "), "{short}");
    }
}

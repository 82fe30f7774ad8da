//! Tables: CSV and TSV with a header, and spreadsheets, as VLMEvalKit writes its predictions.

use super::{Answers, Given, Key};
use crate::error::{Error, Place, Result};
use calamine::{Data, Reader, open_workbook_auto};
use std::path::Path;

const IDS: [&str; 4] = ["id", "item_id", "question_id", "index"];
const RESPONSES: [&str; 5] = ["prediction", "response", "output", "model_answer", "answer"];

/// Where the id and the response stand.
struct Columns {
    id: usize,
    /// The id is called `index`: a whole number in it may be the item's place.
    index: bool,
    response: usize,
}

fn columns(path: &Path, header: &[String]) -> Result<Columns> {
    let find = |names: &[&str]| {
        names
            .iter()
            .find_map(|n| header.iter().position(|h| h.trim().trim_start_matches('\u{feff}').eq_ignore_ascii_case(n)))
    };
    let missing = |what: &str, names: &[&str]| {
        Error::data(
            Place::line(path.display().to_string(), 1),
            format!("there is no column of {what} among `{}`", header.join(", ")),
            format!("name it {}", names.join(" or ")),
        )
    };
    let id = find(&IDS).ok_or_else(|| missing("item ids", &IDS))?;
    let response = find(&RESPONSES).ok_or_else(|| missing("responses", &RESPONSES))?;
    let index = header.get(id).is_some_and(|h| h.trim().eq_ignore_ascii_case("index"));
    Ok(Columns { id, index, response })
}

impl Columns {
    fn given(&self, cell: impl Fn(usize) -> String, line: u64) -> Option<Given> {
        let id = cell(self.id);
        let id = id.trim();
        if id.is_empty() {
            return None;
        }
        let place = if self.index { id.parse().ok() } else { None };
        Some(Given::new(place.map_or_else(|| Key::Id(id.to_string()), Key::Place), Some(cell(self.response)), line))
    }
}

/// CSV or TSV.
pub fn delimited(path: &Path, delimiter: u8) -> Result<Answers> {
    let file = std::fs::File::open(path).map_err(|e| Error::opening(path, super::REMEDY, e))?;
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(std::io::BufReader::new(file));
    let name = path.display().to_string();
    let bad = |e: csv::Error| {
        let line = e.position().map_or(0, csv::Position::line);
        Error::data(
            Place::line(name.clone(), line),
            format!("not a table: {e}"),
            "quote cells that hold the delimiter or line breaks",
        )
    };
    let header: Vec<String> =
        reader.byte_headers().map_err(&bad)?.iter().map(|h| String::from_utf8_lossy(h).into_owned()).collect();
    let columns = columns(path, &header)?;
    let mut out = Answers::default();
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(&bad)? {
        let line = record.position().map_or(0, csv::Position::line);
        if record.iter().any(|c| std::str::from_utf8(c).is_err()) {
            *out.notes.entry("invalid_utf8".into()).or_default() += 1;
        }
        let cell = |i: usize| String::from_utf8_lossy(record.get(i).unwrap_or(b"")).into_owned();
        match columns.given(cell, line) {
            Some(given) => out.given.push(given),
            None => *out.notes.entry("row_without_id".into()).or_default() += 1,
        }
    }
    Ok(out)
}

/// The first sheet of a spreadsheet.
pub fn sheet(path: &Path) -> Result<Answers> {
    let name = path.display().to_string();
    let bad = |what: String| {
        Error::data(Place::file(name.clone()), format!("not a spreadsheet: {what}"), "save it as .xlsx, or as .csv")
    };
    std::fs::metadata(path).map_err(|e| Error::opening(path, super::REMEDY, e))?;
    let mut book = open_workbook_auto(path).map_err(|e| bad(e.to_string()))?;
    let range = match book.worksheet_range_at(0) {
        Some(range) => range.map_err(|e| bad(e.to_string()))?,
        None => return Err(bad("it has no sheet".into())),
    };
    let text = |cell: Option<&Data>| match cell {
        None | Some(Data::Empty) => String::new(),
        // Whole numbers come back as "3.0" otherwise.
        Some(Data::Float(f)) if f.fract() == 0.0 && f.abs() < 1e15 => format!("{f:.0}"),
        Some(other) => other.to_string(),
    };
    let mut rows = range.rows();
    let header: Vec<String> = rows.next().unwrap_or(&[]).iter().map(|c| text(Some(c))).collect();
    let columns = columns(path, &header)?;
    let mut out = Answers::default();
    for (n, row) in rows.enumerate() {
        match columns.given(|i| text(row.get(i)), n as u64 + 2) {
            Some(given) => out.given.push(given),
            None => *out.notes.entry("row_without_id".into()).or_default() += 1,
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(ending: &str, text: &str) -> tempfile::TempPath {
        let file = tempfile::Builder::new().suffix(ending).tempfile().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file.into_temp_path()
    }

    #[test]
    fn tables_with_quotes_and_breaks() {
        let got = delimited(&write(".csv", "id,response\na,\"B, because\nof it\"\nb,C\n"), b',').unwrap().given;
        assert_eq!(got[0].response.as_deref(), Some("B, because\nof it"));
        assert_eq!((got[1].key.clone(), got[1].line), (Key::Id("b".into()), 4));
        let got =
            delimited(&write(".tsv", "index\tquestion\tA\tanswer\tprediction\n0\tQ\tx\tA\tB\n"), b'\t').unwrap().given;
        assert_eq!((got[0].key.clone(), got[0].response.as_deref()), (Key::Place(0), Some("B")));
    }

    #[test]
    fn a_table_without_ids_is_an_error_that_names_the_columns() {
        let e = delimited(&write(".csv", "name,response\na,B\n"), b',').unwrap_err();
        assert!(
            e.to_string().contains(":1: there is no column of item ids among `name, response`; name it id or"),
            "{e}"
        );
    }
}

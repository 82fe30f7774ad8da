//! Ratings by people: JSON lines or CSV with `id`, `model`, `rater`, `score`.

use super::load;
use crate::error::{Error, Place, Result};
use crate::model::grade::Rating;
use serde_json::{Map, Value};
use std::path::Path;

/// What a rating may be.
const GRADES: [f64; 3] = [0.0, 0.5, 1.0];

/// Reads ratings; `rater` may be missing. A file whose name ends in `.csv` or `.tsv` is a table, any other JSON lines.
///
/// # Errors
/// When it cannot be read, a line lacks a field, or a score is not 0, 0.5 or 1.
pub fn read(path: &Path) -> Result<Vec<Rating>> {
    let mut out = Vec::new();
    rows(path, |row, place| {
        let text = |key: &str| match row.get(key) {
            Some(Value::String(s)) => Some(s.trim().to_string()).filter(|s| !s.is_empty()),
            Some(Value::Number(n)) => Some(n.to_string()),
            _ => None,
        };
        let needed = |key: &str| {
            text(key).ok_or_else(|| {
                Error::data(place.clone(), format!("there is no `{key}`"), "write id, model, rater, score")
            })
        };
        let score = needed("score")?;
        let number = score.parse().ok().filter(|n| GRADES.contains(n));
        let Some(score) = number else {
            return Err(Error::data(place.clone(), format!("the score is `{score}`"), "write 0, 0.5 or 1"));
        };
        out.push(Rating {
            id: needed("id")?,
            model: needed("model")?,
            rater: text("rater").unwrap_or_default(),
            score,
        });
        Ok(())
    })?;
    if out.is_empty() {
        return Err(Error::data(
            Place::file(path.display().to_string()),
            "there are no ratings in it",
            "write one a line: id, model, rater, score",
        ));
    }
    Ok(out)
}

/// The rows of a CSV or TSV with a header (all values are text), or JSON lines.
///
/// # Errors
/// When the file cannot be read or `each` fails.
pub fn rows(path: &Path, mut each: impl FnMut(Map<String, Value>, Place) -> Result<()>) -> Result<()> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    let delimiter = match ending.as_str() {
        "csv" => b',',
        "tsv" => b'\t',
        _ => return load::lines(path, each),
    };
    let file = std::fs::File::open(path).map_err(|e| Error::opening(path, "give CSV, TSV or JSON lines", e))?;
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(std::io::BufReader::new(file));
    let shown = path.display().to_string();
    let fault = |e: csv::Error| {
        let line = e.position().map_or(1, csv::Position::line);
        Error::data(Place::line(&shown, line), format!("not a table: {e}"), "write CSV with a header")
    };
    let header: Vec<String> = reader
        .headers()
        .map_err(fault)?
        .iter()
        .map(|h| h.trim().trim_start_matches('\u{feff}').to_lowercase())
        .collect();
    for record in reader.records() {
        let record = record.map_err(fault)?;
        let place = Place::line(&shown, record.position().map_or(0, csv::Position::line));
        let row = header.iter().cloned().zip(record.iter().map(|v| Value::String(v.to_string()))).collect();
        each(row, place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_lines_are_read_alike() {
        let dir = tempfile::tempdir().unwrap();
        let (csv, jsonl) = (dir.path().join("r.csv"), dir.path().join("r.jsonl"));
        std::fs::write(&csv, "\u{feff}id,model,rater,score\na,m,eve,0.5\n7,m,,1\n").unwrap();
        std::fs::write(
            &jsonl,
            "{\"id\":\"a\",\"model\":\"m\",\"rater\":\"eve\",\"score\":0.5}\n{\"id\":7,\"model\":\"m\",\"score\":1}\n",
        )
        .unwrap();
        assert_eq!(read(&csv).unwrap(), read(&jsonl).unwrap());
        std::fs::write(&csv, "id,model,score\na,m,0.7\n").unwrap();
        assert!(read(&csv).unwrap_err().to_string().ends_with("r.csv:2: the score is `0.7`; write 0, 0.5 or 1"));
        std::fs::write(&csv, "id,score\na,1\n").unwrap();
        assert!(read(&csv).unwrap_err().to_string().contains("there is no `model`"));
    }
}

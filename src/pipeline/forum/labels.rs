//! Labels that people gave: CSV with a header, or JSONL, with `id`, `label` and, where a file holds several people,
//! `rater`. A file without raters is one rater, called by its name.

use crate::error::{Error, Place, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Labels by rater and item.
pub(super) type Labels = BTreeMap<String, BTreeMap<String, String>>;

/// Reads a file into `labels`.
///
/// # Errors
/// When it cannot be read, a column is missing, or a rater labels an item twice.
pub(super) fn read(path: &Path, labels: &mut Labels) -> Result<()> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Error::opening(path, "give CSV or JSON lines of id, rater, label", e))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if text.trim_start().starts_with('{') {
        for (n, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let place = Place::line(path.display().to_string(), n as u64 + 1);
            let row: Value = serde_json::from_str(line)
                .map_err(|e| Error::data(place.clone(), format!("not JSON: {e}"), "write one JSON object per line"))?;
            let get = |key: &str| {
                row.get(key).and_then(|v| v.as_str().map(str::to_string).or_else(|| v.as_i64().map(|n| n.to_string())))
            };
            add(labels, place, &file, get("id"), get("rater"), get("label"))?;
        }
        return Ok(());
    }
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let fault = |e: csv::Error| {
        let line = e.position().map_or(0, csv::Position::line);
        Error::data(Place::line(path.display().to_string(), line), e.to_string(), "give CSV with id, rater, label")
    };
    let header = reader.headers().map_err(fault)?.clone();
    let column = |name: &str| header.iter().position(|h| h.eq_ignore_ascii_case(name));
    let (id, rater, label) = (column("id"), column("rater"), column("label"));
    for record in reader.records() {
        let record = record.map_err(fault)?;
        let line = record.position().map_or(0, csv::Position::line);
        let get = |at: Option<usize>| record.get(at?).map(str::to_string);
        add(labels, Place::line(path.display().to_string(), line), &file, get(id), get(rater), get(label))?;
    }
    Ok(())
}

fn add(
    labels: &mut Labels,
    place: Place,
    file: &str,
    id: Option<String>,
    rater: Option<String>,
    label: Option<String>,
) -> Result<()> {
    let (Some(id), Some(label)) = (id, label) else {
        return Err(Error::data(place, "it lacks `id` or `label`", "give id, rater and label"));
    };
    let rater = rater.filter(|r| !r.is_empty()).unwrap_or_else(|| file.to_string());
    if label.is_empty() {
        return Ok(());
    }
    if labels.entry(rater.clone()).or_default().insert(id.clone(), label).is_some() {
        return Err(Error::data(place, format!("{rater} labels {id} twice"), "keep one of the two"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_lines_with_and_without_raters() {
        let dir = tempfile::tempdir().unwrap();
        let of = |name: &str, text: &str| {
            let mut labels = Labels::new();
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            read(&path, &mut labels).map(|()| labels)
        };
        let l = of("ann.csv", "\u{feff}id, label\na-1,reason\na-2,\n").unwrap();
        assert_eq!(l["ann"]["a-1"], "reason");
        assert_eq!(l["ann"].len(), 1);
        let l = of("x.jsonl", "{\"id\":\"a-1\",\"rater\":\"bo\",\"label\":\"advice\"}\n").unwrap();
        assert_eq!(l["bo"]["a-1"], "advice");
        let twice = of("t.csv", "id,rater,label\na,b,reason\na,b,advice\n").unwrap_err().to_string();
        assert!(twice.contains("t.csv:3: b labels a twice"), "{twice}");
        assert!(of("n.csv", "id,what\na,b\n").unwrap_err().to_string().contains("lacks `id` or `label`"));
    }
}

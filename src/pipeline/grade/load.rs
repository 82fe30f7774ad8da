//! The questions of a set with their references, and the columns that tables are made by.

use crate::error::{Error, Place, Result};
use crate::metric::Text;
use crate::report::grades::{Asked, Row};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Keys that hold reference answers, in the order of preference: a string or a list of strings.
const REFERENCES: [&str; 4] = ["references", "answers", "reference", "answer"];

/// Columns that every set may have.
const COLUMNS: [&str; 3] = ["super_category", "topic", "split"];

/// One question.
#[derive(Debug, Clone)]
pub struct Question {
    /// Id and columns.
    pub row: Row,
    /// What an answer should match.
    pub references: Vec<Text>,
    /// Picture, where it has one.
    pub image: Option<PathBuf>,
}

impl Question {
    /// What reports need of it, with its texts and picture.
    pub fn into_row(self) -> Row {
        let Question { mut row, references, image } = self;
        row.asked.references = references.into_iter().map(Text::into_raw).collect();
        row.asked.image = image;
        row
    }
}

/// What is read of a set.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Split to keep; all where there is none.
    pub split: Option<String>,
    /// Columns for tables, beyond the usual: dotted paths into the questions, or keys of `columns`.
    pub group_by: Vec<String>,
    /// A file of more columns: JSON lines of `{id, column: value…}`.
    pub columns: Option<PathBuf>,
    /// Whether metrics on words prepare the texts.
    pub prepare: bool,
}

/// Reads a set: a folder with `questions.jsonl`, or a file of JSON lines with `id` and `answer`, `reference` or
/// `references`.
///
/// # Errors
/// When there is none, a line is no question, an id stands twice, or a column is nowhere.
pub fn questions(set: &Path, wanted: &Wanted) -> Result<Vec<Question>> {
    let path = if set.is_dir() { set.join("questions.jsonl") } else { set.to_path_buf() };
    let folder = path.parent().unwrap_or(Path::new("."));
    let more = wanted.columns.as_deref().map(columns).transpose()?.unwrap_or_default();
    let mut out = Vec::new();
    let mut seen: FxHashMap<String, u64> = FxHashMap::default();
    lines(&path, |row, place| {
        let question = question(&row, &place, folder, wanted, &more)?;
        let line = place.line.unwrap_or(0);
        if let Some(first) = seen.insert(question.row.id.clone(), line) {
            let what = format!("the id `{}` stands on line {first} already", question.row.id);
            return Err(Error::data(place, what, "give every question its own id"));
        }
        let kept = wanted.split.as_ref().is_none_or(|s| question.row.column("split") == s);
        if kept {
            out.push(question);
        }
        Ok(())
    })?;
    if out.is_empty() {
        let what = wanted
            .split
            .as_ref()
            .map_or("there are no questions in it".to_string(), |s| format!("no question is of the split `{s}`"));
        return Err(Error::data(
            Place::file(path.display().to_string()),
            what,
            "give a set with questions and their answers",
        ));
    }
    for column in &wanted.group_by {
        if out.iter().all(|q| !q.row.columns.contains_key(column)) {
            return Err(Error::data(
                Place::file(path.display().to_string()),
                format!("no question has the column `{column}`"),
                "name a key of the questions (a dotted path for inner ones) or of the --columns file",
            ));
        }
    }
    Ok(out)
}

/// Reads JSON lines; blank ones are passed over.
///
/// # Errors
/// When the file cannot be read, a line is no JSON object, or `each` fails.
pub fn lines(path: &Path, mut each: impl FnMut(Map<String, Value>, Place) -> Result<()>) -> Result<()> {
    let remedy = "give a file of JSON lines, or the folder of a set of `groundline forum build` for the questions";
    let file = File::open(path).map_err(|e| Error::opening(path, remedy, e))?;
    for (n, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| Error::io(path, "read", e))?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        let place = Place::line(path.display().to_string(), n as u64 + 1);
        match serde_json::from_str(line) {
            Ok(Value::Object(row)) => each(row, place)?,
            Ok(_) => return Err(Error::data(place, "the line is no JSON object", "write one object a line")),
            Err(e) => return Err(Error::data(place, format!("not JSON: {e}"), "write one JSON object a line")),
        }
    }
    Ok(())
}

/// An id: a string, or a number as its digits.
pub fn id(row: &Map<String, Value>, place: &Place) -> Result<String> {
    match row.get("id") {
        Some(Value::String(s)) if !s.is_empty() => Ok(s.clone()),
        Some(Value::Number(n)) => Ok(n.to_string()),
        _ => Err(Error::data(place.clone(), "there is no `id`", "give every line an id")),
    }
}

fn question(
    row: &Map<String, Value>,
    place: &Place,
    folder: &Path,
    wanted: &Wanted,
    more: &FxHashMap<String, Map<String, Value>>,
) -> Result<Question> {
    let id = id(row, place)?;
    let references = references(row).ok_or_else(|| {
        let what = format!("question {id} has no reference answer");
        Error::data(place.clone(), what, format!("give it a text under {}", REFERENCES.join(", ")))
    })?;
    let own = more.get(&id);
    let find = |column: &str| {
        own.and_then(|o| o.get(column)).or_else(|| {
            let mut keys = column.split('.');
            let first = row.get(keys.next()?)?;
            keys.try_fold(first, |value, key| value.get(key))
        })
    };
    let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
    let asked = Asked { question: text("question"), context: text("context"), ..Asked::default() };
    let mut out = Row { id, asked, ..Row::default() };
    for column in COLUMNS.into_iter().chain(wanted.group_by.iter().map(String::as_str)) {
        match find(column) {
            None | Some(Value::Null) => {}
            Some(Value::String(s)) => drop(out.columns.insert(column.into(), s.clone())),
            Some(other) => drop(out.columns.insert(column.into(), other.to_string())),
        }
    }
    let image = row.get("image").and_then(Value::as_str).filter(|s| !s.is_empty()).map(|s| folder.join(s));
    let references = references.into_iter().map(|r| Text::new(r, wanted.prepare)).collect();
    Ok(Question { row: out, references, image })
}

fn references(row: &Map<String, Value>) -> Option<Vec<String>> {
    let value = REFERENCES.iter().find_map(|k| row.get(*k).filter(|v| !v.is_null()))?;
    match value {
        Value::String(s) => Some(vec![s.clone()]),
        Value::Array(all) if !all.is_empty() => all.iter().map(|v| v.as_str().map(str::to_string)).collect(),
        _ => None,
    }
}

/// A file of more columns, by id.
///
/// # Errors
/// When it cannot be read, a line has no id, or an id stands twice.
pub fn columns(path: &Path) -> Result<FxHashMap<String, Map<String, Value>>> {
    let mut out = FxHashMap::default();
    lines(path, |row, place| {
        let id = id(&row, &place)?;
        match out.insert(id.clone(), row) {
            None => Ok(()),
            Some(_) => Err(Error::data(place, format!("a second line for {id}"), "give one line an id")),
        }
    })?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_several_shapes() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("set.jsonl");
        let text = r#"{"id":"a","answer":"x","topic":"beer","image":"images/a.png","meta":{"kind":3}}
{"id":7,"references":["y","z"],"answer":"ignored"}
"#;
        std::fs::write(&file, text).unwrap();
        let more = dir.path().join("more.jsonl");
        std::fs::write(&more, "{\"id\":\"a\",\"needs_image\":true}\n").unwrap();
        let wanted = Wanted {
            group_by: vec!["meta.kind".into(), "needs_image".into()],
            columns: Some(more),
            ..Wanted::default()
        };
        let got = questions(&file, &wanted).unwrap();
        assert_eq!(
            (got[0].row.column("topic"), got[0].row.column("meta.kind"), got[0].row.column("needs_image")),
            ("beer", "3", "true")
        );
        assert_eq!((got[1].row.id.as_str(), got[1].references.len(), got[1].row.column("topic")), ("7", 2, "–"));
        assert!(got[0].image.as_ref().unwrap().ends_with("images/a.png"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("set.jsonl");
        let fault = |text: &str, wanted: &Wanted| {
            std::fs::write(&file, text).unwrap();
            questions(&file, wanted).unwrap_err().to_string()
        };
        let plain = Wanted::default();
        assert!(fault("{\"id\":\"a\"}\n", &plain).contains("set.jsonl:1: question a has no reference answer"));
        assert!(
            fault("{\"id\":\"a\",\"answer\":\"x\"}\n{\"id\":\"a\",\"answer\":\"x\"}\n", &plain)
                .contains(":2: the id `a` stands on line 1")
        );
        assert!(fault("[1]\n", &plain).contains("no JSON object") && fault("", &plain).contains("no questions"));
        let by = Wanted { group_by: vec!["color".into()], ..Wanted::default() };
        assert!(fault("{\"id\":\"a\",\"answer\":\"x\"}\n", &by).contains("no question has the column `color`"));
    }
}

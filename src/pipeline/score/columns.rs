//! `--columns FILE`: more columns of the items, for `--group-by`; and whether a named column is there at all.

use crate::error::{Error, Place, Result};
use crate::pipeline::grade::load::{id, lines};
use crate::report::sheet::Item;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};
use std::path::Path;

/// Fills the values of the named columns from JSON lines `{"id": …, COLUMN: value, …}`; they stand before the items' own.
///
/// # Errors
/// When the file cannot be read, a line has no id, an id stands twice, or no item has one of the columns.
pub fn fill(items: &mut [Item], columns: &[String], file: Option<&Path>) -> Result<()> {
    let more = file.map(read).transpose()?.unwrap_or_default();
    for item in items.iter_mut() {
        let Some(own) = more.get(&item.id) else { continue };
        for (value, column) in item.columns.iter_mut().zip(columns) {
            match own.get(column) {
                None | Some(Value::Null) => {}
                Some(Value::String(text)) => value.clone_from(text),
                Some(other) => *value = other.to_string(),
            }
        }
    }
    for (at, column) in columns.iter().enumerate() {
        if items.iter().all(|i| i.columns.get(at).is_none_or(String::is_empty)) {
            return Err(Error::usage(
                format!("no item has the column `{column}`"),
                "name a key of the items (a dotted path for inner ones) or of the --columns file",
            ));
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<FxHashMap<String, Map<String, Value>>> {
    let mut out = FxHashMap::default();
    lines(file, |row, place: Place| {
        let id = id(&row, &place)?;
        match out.insert(id.clone(), row) {
            None => Ok(()),
            Some(_) => Err(Error::data(place, format!("the id {id} stands twice"), "give every item one line")),
        }
    })?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str, column: &str) -> Result<Vec<Vec<String>>> {
        let columns = [column.to_string()];
        let item = |n: usize| {
            let line = format!(
                r#"{{"id":"i{n}","question":"Q","choices":["a","b"],"answer_index":0,"target":"t","kind":"k"}}"#
            );
            Item::parse(&line, &Place::default(), &columns).unwrap()
        };
        let mut items = vec![item(0), item(1)];
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("columns.jsonl");
        std::fs::write(&path, text).unwrap();
        fill(&mut items, &columns, Some(&path))?;
        Ok(items.into_iter().map(|i| i.columns).collect())
    }

    #[test]
    fn columns_of_a_review_are_joined_by_id() {
        let text = "{\"id\":\"i1\",\"readable\":\"no\"}\n{\"id\":\"other\",\"readable\":\"yes\"}\n";
        assert_eq!(filled(text, "readable").unwrap(), [[""], ["no"]]);
        assert_eq!(filled("{\"id\":\"i0\",\"n\":3}\n", "n").unwrap(), [["3"], [""]]);
        let message = |text, column| filled(text, column).unwrap_err().to_string();
        assert!(message(text, "color").contains("no item has the column `color`"));
        assert!(message("{\"id\":\"i0\"}\n{\"id\":\"i0\"}\n", "x").contains("columns.jsonl:2: the id i0 stands twice"));
        assert!(message("[]\n", "x").contains("columns.jsonl:1: the line is no JSON object"));
    }
}

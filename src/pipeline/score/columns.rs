//! `--columns FILE`: more columns of the items, for `--group-by`; and whether a named column is there at all.

use crate::error::{Error, Result};
use crate::pipeline::grade::load;
use crate::report::sheet::Item;
use serde_json::Value;
use std::path::Path;

/// Fills the values of the named columns from JSON lines `{"id": …, COLUMN: value, …}`; they stand before the items' own.
///
/// # Errors
/// When the file cannot be read, a line has no id, an id stands twice, or no item has one of the columns.
pub fn fill(items: &mut [Item], columns: &[String], file: Option<&Path>) -> Result<()> {
    let more = file.map(load::columns).transpose()?.unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;

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
        assert!(message("{\"id\":\"i0\"}\n{\"id\":\"i0\"}\n", "x").contains("columns.jsonl:2: a second line for i0"));
        assert!(message("[]\n", "x").contains("columns.jsonl:1: the line is no JSON object"));
    }
}

//! A record of a set as the page shows it: an item of `items.jsonl` or a question of `questions.jsonl`.

use crate::error::{Error, Place, Result};
use crate::model::item::shown_hash;
use serde_json::Value;

/// What kind of records a set has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Multiple-choice items.
    Items,
    /// Questions of a community with long answers.
    Questions,
}

impl Kind {
    /// The file in the set's folder.
    pub fn file(self) -> &'static str {
        match self {
            Kind::Items => "items.jsonl",
            Kind::Questions => "questions.jsonl",
        }
    }

    /// Keys by whose values the page filters.
    pub fn facets(self) -> &'static [&'static str] {
        match self {
            Kind::Items => &["target", "kind", "source"],
            Kind::Questions => &["super_category", "topic", "split"],
        }
    }
}

/// One record, with everything that its line holds.
#[derive(Debug, Clone)]
pub struct Record {
    /// Unique id.
    pub id: String,
    /// Of which file.
    pub kind: Kind,
    /// The whole line.
    pub json: Value,
}

impl Record {
    /// Parses a line. Hand-made items need `id`, `question`, `choices` and `answer_index` only.
    ///
    /// # Errors
    /// When it is no record of this kind.
    pub fn parse(kind: Kind, line: &[u8], place: &Place) -> Result<Record> {
        let bad = |what: String| Error::data(place.clone(), what, "review a set that groundline wrote");
        let json: Value = serde_json::from_slice(line).map_err(|e| bad(format!("not JSON: {e}")))?;
        let text = |key: &str| json.get(key).and_then(Value::as_str);
        let id = text("id").ok_or_else(|| bad("the record has no `id`".into()))?.to_string();
        if text("question").is_none() {
            return Err(bad(format!("record `{id}` has no `question`")));
        }
        let record = Record { id, kind, json };
        if kind == Kind::Items {
            let key = record.json.get("answer_index").and_then(Value::as_u64);
            let choices = record.choices().len();
            if choices < 2 || key.is_none_or(|k| k >= choices as u64) {
                return Err(bad(format!("item `{}` has no `choices` with an `answer_index` among them", record.id)));
            }
        }
        Ok(record)
    }

    /// A text of the record; empty where it has none under this key.
    pub fn text(&self, key: &str) -> &str {
        self.json.get(key).and_then(Value::as_str).unwrap_or("")
    }

    /// Option texts of an item.
    pub fn choices(&self) -> Vec<&str> {
        let choices = self.json.get("choices").and_then(Value::as_array);
        choices.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// Index of an item's right option.
    pub fn answer_index(&self) -> Option<usize> {
        self.json.get("answer_index").and_then(Value::as_u64).map(|n| n as usize)
    }

    /// Path of the picture in the set's folder.
    pub fn image(&self) -> Option<&str> {
        self.json.get("image").and_then(Value::as_str).filter(|path| !path.is_empty())
    }

    /// A hash of what a reviewer is shown: what was said of another version is not said of this one.
    pub fn hash(&self) -> String {
        match self.kind {
            Kind::Items => shown_hash([self.id.as_str(), self.text("question")].into_iter().chain(self.choices())),
            Kind::Questions => shown_hash([&self.id, self.text("question"), self.text("context"), self.text("answer")]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_record_is_named() {
        let parse = |kind, text: &str| Record::parse(kind, text.as_bytes(), &Place::line("items.jsonl", 3));
        let item = parse(Kind::Items, r#"{"id":"a","question":"Q","choices":["x","y"],"answer_index":1}"#).unwrap();
        assert_eq!((item.choices(), item.answer_index(), item.image()), (vec!["x", "y"], Some(1), None));
        for text in ["{", "[]", r#"{"id":"a"}"#, r#"{"id":"a","question":"Q","choices":["x","y"],"answer_index":2}"#] {
            assert!(parse(Kind::Items, text).unwrap_err().to_string().starts_with("items.jsonl:3: "), "{text}");
        }
        assert!(parse(Kind::Questions, r#"{"id":"a","question":"Q"}"#).is_ok());
    }

    #[test]
    fn the_hash_is_that_of_the_answers_files() {
        let line = r#"{"id":"x","question":"Q","choices":["a","b"],"answer_index":0}"#;
        let record = Record::parse(Kind::Items, line.as_bytes(), &Place::default()).unwrap();
        assert_eq!(record.hash(), shown_hash(["x", "Q", "a", "b"]));
    }
}

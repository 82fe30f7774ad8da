//! `answer`: the item as a model sees it, for the human baseline.

use super::Mode;
use crate::model::plan::letter;
use crate::review::record::Record;
use serde_json::{Value, json};

/// Picture, question and options are shown, and nothing that tells the key; a letter is given.
pub struct AnswerMode {
    fields: Vec<String>,
}

impl Default for AnswerMode {
    fn default() -> Self {
        AnswerMode { fields: vec!["answer".into()] }
    }
}

impl Mode for AnswerMode {
    fn name(&self) -> &'static str {
        "answer"
    }

    fn fields(&self, _id: &str) -> &[String] {
        &self.fields
    }

    // The members of an exchange group have the same options and stand together in the set.
    fn scattered(&self) -> bool {
        true
    }

    fn setup(&self) -> Value {
        json!({})
    }

    fn card(&self, record: &Record, _slots: &[String]) -> Value {
        let colors: Vec<&str> = record
            .json
            .get("boxes")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|b| b.get("color").and_then(Value::as_str))
            .collect();
        json!({"question": record.text("question"), "choices": record.choices(), "colors": colors})
    }

    fn accept(&self, record: &Record, _field: &str, value: &Value) -> Result<Value, String> {
        let choices = record.choices().len().min(26);
        let given = value.as_str().unwrap_or("");
        match (0..choices).map(|i| letter(i as u8).to_string()).find(|l| l == given) {
            Some(letter) => Ok(Value::String(letter)),
            None => Err(format!("the item has no option `{given}`")),
        }
    }

    fn category(&self, value: &Value) -> Option<String> {
        value.as_str().map(str::to_string)
    }

    fn categories(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;
    use crate::review::record::Kind;

    #[test]
    fn nothing_tells_the_key() {
        let line = r#"{"id":"a","question":"Q","choices":["x","y"],"answer":"B","answer_index":1,"kind":"what",
            "boxes":[{"color":"red","x":1}],"provenance":{"gold":"secret"}}"#;
        let record = Record::parse(Kind::Items, line.as_bytes(), &Place::default()).unwrap();
        let mode = AnswerMode::default();
        let card = mode.card(&record, &[]);
        assert_eq!(card, json!({"question": "Q", "choices": ["x", "y"], "colors": ["red"]}));
        assert_eq!(mode.accept(&record, "answer", &json!("B")), Ok(json!("B")));
        assert!(
            mode.accept(&record, "answer", &json!("C")).is_err() && mode.accept(&record, "answer", &json!(1)).is_err()
        );
    }
}

//! `label`: labels from a small configuration, e.g. the studies of VQAonline.

use super::Mode;
use crate::error::{Error, Place, Result};
use crate::review::record::{Kind, Record};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Most labels of a field: each has a key from 1 to 9.
const MOST_LABELS: usize = 9;

/// A configuration file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    field: Vec<Field>,
}

/// Something that records are labelled by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Name: the column's, and part of a file name.
    pub name: String,
    /// What is asked.
    pub ask: String,
    /// What can be said.
    pub labels: Vec<Label>,
}

/// A label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Label {
    /// Its name.
    pub name: String,
    /// What it means; may be empty.
    pub means: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Plain(String),
    Explained { name: String, means: String },
}

impl From<Written> for Label {
    fn from(written: Written) -> Label {
        match written {
            Written::Plain(name) => Label { name, means: String::new() },
            Written::Explained { name, means } => Label { name, means },
        }
    }
}

/// The record is shown; every field gets a label.
pub struct LabelMode {
    fields: Vec<Field>,
    names: Vec<String>,
}

impl LabelMode {
    /// Parses a configuration; `shown` names it in messages.
    ///
    /// # Errors
    /// When it is not of this shape, has no fields, a name stands twice, or a field has fewer than two or more than
    /// nine labels.
    pub fn parse(text: &str, shown: &str) -> Result<LabelMode> {
        let file: File = toml::from_str(text).map_err(|e| {
            let line = e.span().map_or(1, |s| text.get(..s.start).unwrap_or("").matches('\n').count() as u64 + 1);
            let remedy = "write [[field]] tables of name, ask and labels; examples/labels.toml is one";
            Error::data(Place::line(shown, line), e.message().to_string(), remedy)
        })?;
        let bad =
            |record: &str, what: String, remedy: &str| Err(Error::data(Place::record(shown, record), what, remedy));
        if file.field.is_empty() {
            return bad("field", "there is no field".into(), "add a [[field]] table");
        }
        let mut names = BTreeSet::new();
        for field in &file.field {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
            if field.name.is_empty() || field.name.len() > 40 || !field.name.chars().all(plain) || field.name == "id" {
                return bad(
                    &field.name,
                    format!("`{}` cannot name a field", field.name),
                    "use letters, digits, `-` and `_`",
                );
            }
            if !names.insert(&field.name) {
                return bad(&field.name, "two fields have this name".into(), "rename one");
            }
            let labels: BTreeSet<&str> = field.labels.iter().map(|l| l.name.trim()).filter(|n| !n.is_empty()).collect();
            if labels.len() != field.labels.len() || !(2..=MOST_LABELS).contains(&labels.len()) {
                let what = format!("it has {} different labels of {}", labels.len(), field.labels.len());
                return bad(&field.name, what, "give it two to nine different labels");
            }
        }
        let names = file.field.iter().map(|f| f.name.clone()).collect();
        Ok(LabelMode { fields: file.field, names })
    }

    /// The fields.
    pub fn all(&self) -> &[Field] {
        &self.fields
    }
}

impl Mode for LabelMode {
    fn name(&self) -> &'static str {
        "label"
    }

    fn fields(&self, _id: &str) -> &[String] {
        &self.names
    }

    fn setup(&self) -> Value {
        json!({"fields": self.fields})
    }

    fn card(&self, record: &Record, slots: &[String]) -> Value {
        let mut card = json!({
            "question": record.text("question"), "context": record.text("context"), "answer": record.text("answer"),
            "fields": slots,
        });
        if record.kind == Kind::Items {
            let key = record.answer_index().and_then(|i| record.choices().get(i).map(|c| c.to_string()));
            card["choices"] = json!(record.choices());
            card["answer"] = json!(key);
        }
        card
    }

    fn accept(&self, _record: &Record, field: &str, value: &Value) -> Result<Value, String> {
        let field =
            self.fields.iter().find(|f| f.name == field).ok_or_else(|| format!("there is no field `{field}`"))?;
        let label = field.labels.iter().find(|l| value.as_str() == Some(&l.name));
        label.map(|l| json!(l.name)).ok_or_else(|| format!("`{}` has no label {value}", field.name))
    }

    fn category(&self, value: &Value) -> Option<String> {
        value.as_str().map(str::to_string)
    }

    fn categories(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for label in self.fields.iter().flat_map(|f| &f.labels) {
            if !out.contains(&label.name) {
                out.push(label.name.clone());
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "[[field]]\nname = \"intent\"\nask = \"What?\"\nlabels = [\"a\", { name = \"b\", means = \"bee\" }]\n";

    #[test]
    fn labels_are_plain_or_explained() {
        let mode = LabelMode::parse(GOOD, "l.toml").unwrap();
        assert_eq!(mode.all()[0].labels[1], Label { name: "b".into(), means: "bee".into() });
        assert_eq!(
            (mode.names.clone(), mode.categories()),
            (vec!["intent".to_string()], vec!["a".to_string(), "b".into()])
        );
    }

    #[test]
    fn a_broken_configuration_says_where() {
        for (text, says) in [
            ("[[field]]\nname = 1\n", "l.toml:2"),
            ("[[field]]\nname = \"x\"\nask = \"\"\nlabels = [\"a\"]\n", "record x): it has 1 different labels"),
            ("[[field]]\nname = \"../x\"\nask = \"\"\nlabels = [\"a\", \"b\"]\n", "cannot name a field"),
            ("[[field]]\nname = \"x\"\nask = \"\"\nlabels = [\"a\", \"a\"]\n", "it has 1 different labels of 2"),
            ("field = []\n", "there is no field"),
        ] {
            let e = LabelMode::parse(text, "l.toml").map(|_| ()).unwrap_err().to_string();
            assert!(e.contains(says), "{e}");
        }
        let twice = LabelMode::parse(&format!("{GOOD}{GOOD}"), "l.toml").map(|_| ()).unwrap_err().to_string();
        assert!(twice.contains("two fields have this name"), "{twice}");
    }
}

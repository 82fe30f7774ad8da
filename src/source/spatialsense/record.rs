//! The JSON records. A record with one bad annotation still gives the others.

use serde::Deserialize;

/// One picture.
#[derive(Debug, Deserialize)]
pub(super) struct Record {
    pub url: String,
    #[serde(default)]
    pub nsid: Option<String>,
    pub height: u32,
    pub width: u32,
    pub annotations: Vec<Row>,
}

/// One annotation, or why it cannot be read.
#[derive(Debug)]
pub(super) enum Row {
    Good(Annotation),
    Bad { id: Option<String>, what: String },
}

/// One statement about a pair.
#[derive(Debug, Deserialize)]
pub(super) struct Annotation {
    #[serde(rename = "_id")]
    pub id: String,
    pub predicate: String,
    pub label: bool,
    pub subject: Thing,
    pub object: Thing,
}

/// One end of it.
#[derive(Debug, Deserialize)]
pub(super) struct Thing {
    pub name: String,
    /// `[y0, y1, x0, x1]`.
    pub bbox: [f64; 4],
}

impl<'de> Deserialize<'de> for Row {
    /// By way of one annotation's `Value`: a typed attempt alone would leave the reader inside the bad row.
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(d)?;
        let id = value.get("_id").and_then(|v| v.as_str()).map(str::to_string);
        Ok(match Annotation::deserialize(value) {
            Ok(annotation) => Row::Good(annotation),
            Err(e) => Row::Bad { id, what: e.to_string() },
        })
    }
}

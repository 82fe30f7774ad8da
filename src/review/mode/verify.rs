//! `verify`: is the item what it claims to be?

use super::Mode;
use crate::review::record::Record;
use crate::review::verdict::{KINDS, Verdict};
use serde_json::{Value, json};

/// Everything about the item is shown; one verdict is given.
pub struct VerifyMode {
    fields: Vec<String>,
}

/// The one field.
pub const FIELD: &str = "verdict";

impl Default for VerifyMode {
    fn default() -> Self {
        VerifyMode { fields: vec![FIELD.into()] }
    }
}

impl Mode for VerifyMode {
    fn name(&self) -> &'static str {
        "verify"
    }

    fn fields(&self, _id: &str) -> &[String] {
        &self.fields
    }

    fn setup(&self) -> Value {
        json!({"verdicts": KINDS})
    }

    fn card(&self, record: &Record, _slots: &[String]) -> Value {
        record.json.clone()
    }

    fn accept(&self, record: &Record, _field: &str, value: &Value) -> Result<Value, String> {
        let verdict = Verdict::parse(value, record.choices().len())?;
        serde_json::to_value(verdict).map_err(|e| e.to_string())
    }

    fn category(&self, value: &Value) -> Option<String> {
        value.get("verdict").and_then(Value::as_str).map(str::to_string)
    }

    fn is(&self, value: &Value, category: &str) -> bool {
        Verdict::parse(value, 26).is_ok_and(|verdict| verdict.names().any(|name| name == category))
    }

    fn categories(&self) -> Vec<String> {
        KINDS.iter().map(|k| k.name.to_string()).collect()
    }
}

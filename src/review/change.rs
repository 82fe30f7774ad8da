//! One line of a journal: something that a reviewer said about a record, or took back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A change. The latest one of a (mode, id, field) is what holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Number of the line, from 1.
    pub n: u64,
    /// `verify`, `answer`, `rate` or `label`.
    pub mode: String,
    /// Id of the record.
    pub id: String,
    /// What about it: `verdict`, `answer`, the name of a model, the name of a label field.
    pub field: String,
    /// What was said; null where it was taken back.
    pub value: Value,
    /// Seconds that the reviewer looked at the record since it was shown or since the last change, hidden tabs not
    /// counted.
    pub seconds: f64,
    /// Hash of the record as it was shown.
    pub item: String,
    /// The page's own id of the action: a request that is sent again is not written again.
    pub key: String,
    /// The line that this one undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<u64>,
}

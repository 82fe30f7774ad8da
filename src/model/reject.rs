//! Drops: every one has a name and a count.

use serde::Serialize;

/// The name of a reason for a drop, e.g. `degenerate_box`; snake_case, documented where it is defined.
pub type Reason = &'static str;

/// One thing that was dropped, as written to `rejects.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// What was dropped: a file and line, an annotation id, a candidate id.
    pub candidate: String,
    /// The named reason.
    pub reason: Reason,
    /// What was found, for a person to read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

impl Reject {
    /// A reject with its detail.
    pub fn new(candidate: impl Into<String>, reason: Reason, detail: impl Into<String>) -> Self {
        Reject { candidate: candidate.into(), reason, detail: detail.into() }
    }
}

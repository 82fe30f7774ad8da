//! Scores of long answers and ratings by people: the lines of `scores.jsonl` and of rating files. Other programs rely on
//! these names.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The scores of one answer, one line of `scores.jsonl`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Scores {
    /// Id of the question.
    pub id: String,
    /// Name of the model.
    pub model: String,
    /// By the metric's key, e.g. `rouge_l`. A metric without a score for this answer is left out.
    pub scores: BTreeMap<String, f64>,
}

/// What one person said of one answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Id of the question.
    pub id: String,
    /// Name of the model that answered.
    pub model: String,
    /// Who rated.
    #[serde(default)]
    pub rater: String,
    /// 0 incorrect, 0.5 partially correct, 1 correct (VQAonline, section 4.2).
    pub score: f64,
}

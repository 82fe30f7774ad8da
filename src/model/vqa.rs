//! A question of an online community with its accepted answer, one line of `questions.jsonl` (VQAonline, section 3).
//! Other programs rely on these names.

use serde::{Deserialize, Serialize};

/// One visual question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VqaQuestion {
    /// Unique id: site and number of the question's post, e.g. `coffee-123`.
    pub id: String,
    /// Site, e.g. `coffee`.
    pub topic: String,
    /// The paper's super-category; `other` for a site that the table does not have.
    pub super_category: String,
    /// `train`, `validation` or `test`.
    pub split: String,
    /// The title.
    pub question: String,
    /// The body as text, without the picture.
    pub context: String,
    /// The accepted answer as text.
    pub answer: String,
    /// Path of the picture, relative to the set's folder; `None` where the set was made without pictures.
    pub image: Option<String>,
    /// Where the picture was linked.
    pub image_url: String,
    /// The question's tags.
    pub tags: Vec<String>,
    /// Score of the question.
    pub score: i64,
    /// Score of the accepted answer.
    pub answer_score: i64,
    /// Number of the question's post.
    pub question_id: u64,
    /// Number of the answer's post.
    pub answer_id: u64,
    /// When the question was asked (ISO 8601, as in the dump).
    pub created: String,
    /// Whom to credit, and under which terms.
    pub question_credit: Credit,
    /// The same for the answer.
    pub answer_credit: Credit,
}

/// Attribution that the licence of a post asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// Link to the post.
    pub url: String,
    /// Name of the author, where the dump has it.
    pub author: Option<String>,
    /// Number of the author's account; `None` when it was deleted.
    pub author_id: Option<i64>,
    /// Licence, e.g. `CC BY-SA 3.0`.
    pub license: String,
}

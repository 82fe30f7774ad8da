//! A dialogue about one picture, one line of `dialogues.jsonl`. Other programs rely on these names.

use super::evidence::Evidence;
use super::item::{DrawnBox, ItemLicense};
use serde::{Deserialize, Serialize};

/// One multi-round dialogue (Msg-Mcq, the instruction-tuning half of the paper).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dialogue {
    /// Unique id.
    pub id: String,
    /// Path of the written picture, relative to the corpus's folder.
    pub image: String,
    /// Boxes drawn on the picture; none for a picture that is only talked about.
    pub boxes: Vec<DrawnBox>,
    /// `multi_round`, `vision_prompted` or `fact_check`.
    pub form: String,
    /// User and assistant in turn; the user begins, the assistant ends.
    pub turns: Vec<Turn>,
    /// What the dialogue rests on.
    pub provenance: DialogueProvenance,
    /// Licence of the picture.
    pub license: ItemLicense,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The one who asks.
    User,
    /// The model that is taught.
    Assistant,
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Who speaks.
    pub role: Speaker,
    /// What is said. Pictures are not marked in the text; the first user turn carries the picture.
    pub text: String,
    /// Keys of the facts that the turn states or asks about (`target:fact key`).
    #[serde(default)]
    pub facts: Vec<String>,
    /// What the turn asserts, in thesaurus terms; assistant turns only. Nobody who rewrites the text may lose one of
    /// these or add another, and no two of a dialogue may contradict each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<Assertion>,
}

/// One thing that a turn asserts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assertion {
    /// Target, which is also the vocabulary of `value`.
    pub target: String,
    /// What it is said of: an annotation id, `a>b` of two, `class:dog` of a class, or a span of a caption.
    pub of: String,
    /// Thesaurus term.
    pub value: String,
    /// `false`: the turn denies it.
    pub holds: bool,
}

/// The statement of a fact check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The statement.
    pub text: String,
    /// Thesaurus term that the statement holds.
    pub said: String,
    /// Thesaurus term that is right; the same where the statement is true, empty where nothing stands in its place.
    pub right: String,
    /// Why the statement is false, where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// Where everything in a dialogue comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DialogueProvenance {
    /// Source dataset.
    pub source: String,
    /// Scene id.
    pub scene: String,
    /// Targets that are talked about: entity, number, color, material, action, spatial.
    pub targets: Vec<String>,
    /// Annotation ids.
    pub annotations: Vec<String>,
    /// Ids of the wordings, one per turn.
    pub wordings: Vec<String>,
    /// Of a fact check: the statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Of a fact check: whether the statement is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<bool>,
    /// What rephrasing did to each turn, where it was asked for: `kept` or the reason for the template text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rephrased: Vec<String>,
    /// Seed of the run.
    pub seed: u64,
    /// Hash over wordings, thesaurus and manifests.
    pub resources: String,
}

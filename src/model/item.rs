//! A finished multiple-choice item, one line of `items.jsonl`. Other programs rely on these names.

use super::evidence::{Evidence, GoldTier};
use super::plan::{Level, Role};
use serde::{Deserialize, Serialize};

/// One multiple-choice item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct McqItem {
    /// Unique id.
    pub id: String,
    /// Path of the written picture, relative to the set's folder.
    pub image: String,
    /// The stem.
    pub question: String,
    /// Option texts in order; the letters are A, B, C …
    pub choices: Vec<String>,
    /// Letter of the right option.
    pub answer: String,
    /// Index of the right option.
    pub answer_index: usize,
    /// Grounding target: entity, number, color, material, action, spatial.
    pub target: String,
    /// Question kind: yes_no, fill_blank, what, correction.
    pub kind: String,
    /// Source dataset.
    pub source: String,
    /// Boxes drawn on the picture.
    pub boxes: Vec<DrawnBox>,
    /// What the item rests on.
    pub provenance: Provenance,
    /// Licence of the picture.
    pub license: ItemLicense,
}

/// A drawn box in pixels of the written picture: (x, y) is the top-left corner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnBox {
    /// Color name as in the question.
    pub color: String,
    /// Left.
    pub x: u32,
    /// Top.
    pub y: u32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

/// Where everything in an item comes from (design section 4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Scene id.
    pub scene: String,
    /// Fact key within (scene, target).
    pub fact: String,
    /// Annotation ids.
    pub annotations: Vec<String>,
    /// Template id.
    pub template: String,
    /// Of which item it is a copy, when it is one (`--controls`, `--circular`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<super::plan::Variant>,
    /// Exchange group, when grouped.
    pub group: Option<String>,
    /// Whether the item is in an exchange group.
    pub grouped: bool,
    /// Level of the group.
    pub level: Level,
    /// Gold concept.
    pub gold: String,
    /// How well the gold is founded.
    pub gold_tier: GoldTier,
    /// Concept claimed by the statement, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<super::plan::Statement>,
    /// One entry per choice.
    pub options: Vec<OptionProvenance>,
    /// Seed of the run.
    pub seed: u64,
    /// Hash over templates, thesaurus and manifests.
    pub resources: String,
}

/// What is known about one choice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptionProvenance {
    /// Thesaurus term.
    pub term: String,
    /// Role.
    pub role: Role,
    /// Why it is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Similarity to the gold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f32>,
    /// Seen elsewhere in the picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visible: bool,
}

/// Licence and attribution of an item's picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemLicense {
    /// Dataset the picture comes from.
    pub source_dataset: String,
    /// Its id there.
    pub source_image_id: String,
    /// Licence name; `unknown` where the dataset is silent.
    pub license: String,
    /// Licence text.
    pub license_url: Option<String>,
    /// Whom to credit.
    pub author: Option<String>,
    /// Whether boxes were drawn on it.
    pub modified: bool,
}

/// A hash of what is shown of an item (id, question, options): an answer to another wording or other options is an
/// answer to another item. 16 hexadecimal digits.
pub fn shown_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().chars().take(16).collect()
}

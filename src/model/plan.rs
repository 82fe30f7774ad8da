//! One row of `plan.jsonl`: everything about an item that was decided, before any pixel is read.

use super::evidence::{Evidence, GoldTier};
use super::fact::{Form, Picture, Slots};
use super::term::Inflection;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use smol_str::SmolStr;
use std::sync::Arc;

/// The level at which an exchange group was formed (design section 9), finest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// K referents of one picture, same stem, same options.
    Picture,
    /// Same noun and template, other pictures.
    Noun,
    /// Same hypernym and slot pattern.
    Pattern,
    /// Same target and kind.
    Cell,
    /// Not grouped (`symmetry = "matched"`).
    None,
}

/// What an option is in its item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The right answer.
    Gold,
    /// A false concept.
    Distractor,
    /// "none of the above".
    NoneOfTheAbove,
    /// Yes or No.
    Verdict,
}

/// One option, in the order shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanOption {
    /// Thesaurus term; for verdicts `yes`/`no`, for none of the above that phrase.
    pub term: SmolStr,
    /// Its role.
    pub role: Role,
    /// Why it is false; `None` for the gold and for verdicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Cosine similarity of its sentence embedding to the gold's, rounded to four digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f32>,
    /// Whether it is seen elsewhere in the picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub visible: bool,
}

/// The concept that a yes/no or correction statement claims.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// Thesaurus term.
    pub term: SmolStr,
    /// Whether the claim is true.
    pub holds: bool,
    /// Why it is false, when it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Cosine similarity to the gold, when it is false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f32>,
}

/// What differs in a copy of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The options, turned round by one or more places (`--circular`).
    OptionsRotated,
    /// The color of the boxes, in the picture and in the question (`--controls`). The answer is the same.
    OtherColor,
    /// The boxes, which are now those of another member of the exchange group (`--controls`). The answer is another.
    BoxMoved,
    /// The boxes are not drawn; the question still speaks of them (`--controls`). Nothing tells the answer.
    BoxRemoved,
}

/// Of which item this is a copy, made to see whether a model uses the box and agrees with itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Id of the item, which all of its copies share as the name of their family.
    pub of: String,
    /// What differs.
    pub change: Change,
}

/// A planned item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlanRow {
    /// Item id, unique over all sets: `<target>-<kind>-<16 hex>`, of a copy with an ending.
    pub id: String,
    /// Of which item it is a copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// Exchange group id; `None` when not grouped.
    pub group: Option<SmolStr>,
    /// Level of the group.
    pub level: Level,
    /// Target name.
    pub target: SmolStr,
    /// Kind name.
    pub kind: SmolStr,
    /// Template pool.
    pub form: Form,
    /// Template id.
    pub template: SmolStr,
    /// Scene, source and picture.
    #[serde(flatten)]
    pub picture: Arc<Picture>,
    /// Fact key within (scene, target).
    pub fact: SmolStr,
    /// Annotation ids.
    pub annotations: SmallVec<[SmolStr; 2]>,
    /// Text arguments.
    pub slots: Slots,
    /// Colors of `slots.boxes`, in order.
    pub box_colors: SmallVec<[SmolStr; 2]>,
    /// How concepts are inflected.
    pub inflection: Inflection,
    /// Gold concept.
    pub gold: SmolStr,
    /// How well the gold is founded.
    pub tier: GoldTier,
    /// The statement's concept, for kinds that have a statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Statement>,
    /// Options in the order shown.
    pub options: Vec<PlanOption>,
    /// Index of the right option.
    pub answer_index: u8,
}

impl PlanRow {
    /// Whether the boxes are drawn on its picture: it has some, and they are not taken away.
    pub fn is_boxed(&self) -> bool {
        !self.slots.boxes.is_empty() && self.variant.as_ref().is_none_or(|v| v.change != Change::BoxRemoved)
    }

    /// The id that names its drawn picture: rotated options share the picture of their item.
    pub fn picture_id(&self) -> &str {
        match &self.variant {
            Some(Variant { of, change: Change::OptionsRotated }) => of,
            _ => &self.id,
        }
    }
}

/// `A` for 0, `B` for 1 …
pub fn letter(index: u8) -> char {
    char::from(b'A' + index.min(25))
}

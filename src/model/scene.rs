//! One annotated picture, whatever dataset it comes from. Its JSON form is the `scenes` source's format.

use super::geom::{BBox, Size};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A picture and everything that its dataset says about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Unique: `<source>/<dataset's image id>`.
    pub id: String,
    /// Name of the source that read it.
    pub source: Cow<'static, str>,
    /// The picture.
    pub image: Image,
    /// Boxes, in file order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
    /// Relations between regions, in file order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    /// Captions, in file order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captions: Vec<Caption>,
    /// What the annotation is declared to be complete about.
    #[serde(default, skip_serializing_if = "Coverage::is_empty")]
    pub coverage: Coverage,
}

/// Where a picture is and whose it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Image {
    /// Path inside the source's image folder, `/`-separated.
    pub path: String,
    /// Where it came from, when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The dataset's own id of the picture, e.g. `000000000030`.
    pub source_id: String,
    /// Size in pixels after `rotate`; boxes refer to this frame.
    pub size: Size,
    /// Quarter turns counterclockwise that bring the stored pixels upright (Open Images `Rotation` / 90).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rotate: u8,
    /// Whether the boxes refer to the EXIF-oriented picture (`true`: bake the orientation in before drawing)
    /// or to the stored pixels (`false`: ignore EXIF).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exif_oriented: bool,
    /// Licence and attribution.
    pub license: License,
}

fn is_zero(v: &u8) -> bool {
    *v == 0
}

/// Licence of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct License {
    /// Short name, e.g. `CC BY 2.0`; `unknown` where the dataset is silent.
    pub name: String,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whom to credit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
}

/// What an attribute is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Color.
    Color,
    /// Material.
    Material,
    /// Pattern or marking.
    Pattern,
    /// Opaque, translucent, transparent.
    Transparency,
    /// What the thing is doing without an object: stand, sit, smile.
    Pose,
}

/// One value of one attribute axis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// Axis.
    pub axis: Axis,
    /// Value in plain words, e.g. `light blue`, `wood`, `sit`.
    pub value: String,
    /// Whether the dataset calls it dominant (PACO `dom_color_ids`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dominant: bool,
}

/// An annotator's yes, no, or nothing said (Open Images -1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// Said to hold.
    Yes,
    /// Said not to hold.
    No,
    /// Not asked.
    #[default]
    Unknown,
}

impl Flag {
    /// Whether it is said to hold; unknown rejects nothing.
    pub fn is_yes(self) -> bool {
        self == Flag::Yes
    }
    /// Nothing was said.
    pub fn is_unknown(&self) -> bool {
        *self == Flag::Unknown
    }
}

/// Open Images' box flags; other sources leave them unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flags {
    /// One box around more than five instances that touch.
    #[serde(skip_serializing_if = "Flag::is_unknown")]
    pub group: Flag,
    /// Partly hidden by another object.
    #[serde(skip_serializing_if = "Flag::is_unknown")]
    pub occluded: Flag,
    /// Cut by the picture's border.
    #[serde(skip_serializing_if = "Flag::is_unknown")]
    pub truncated: Flag,
    /// A drawing, a toy, a picture of the thing.
    #[serde(skip_serializing_if = "Flag::is_unknown")]
    pub depiction: Flag,
    /// Taken from inside the object.
    #[serde(skip_serializing_if = "Flag::is_unknown")]
    pub inside: Flag,
}

/// One boxed thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The dataset's annotation id, unique within the scene.
    pub id: String,
    /// Its box.
    #[serde(rename = "box")]
    pub bbox: BBox,
    /// Class or name in plain words: `wine glass`, not `wine_glass`; a part is named without its object (`arm`).
    pub label: String,
    /// Index (into `regions`) of the object that this is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_of: Option<u32>,
    /// Attribute values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
    /// Axes whose listed values are declared to be *all* that hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complete_axes: Vec<Axis>,
    /// Axes of which the annotator could not tell (PACO `unknown_*`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_axes: Vec<Axis>,
    /// Flags.
    #[serde(default)]
    pub flags: Flags,
}

/// A relation between two regions, said to hold or said not to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// The dataset's annotation id or row.
    pub id: String,
    /// Index of the subject region.
    pub subject: u32,
    /// Index of the object region.
    pub object: u32,
    /// Predicate in plain words: `to the left of`, `ride`, `hold`.
    pub predicate: String,
    /// `false`: a person said that it does not hold.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub holds: bool,
}

fn yes() -> bool {
    true
}

/// One caption with its marked phrases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caption {
    /// The dataset's id, e.g. `1000092795.jpg#0`.
    pub id: String,
    /// Readable text: de-tokenised, HTML entities decoded.
    pub text: String,
    /// Entities markup; empty where the dataset has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phrases: Vec<Phrase>,
}

/// A noun phrase of a caption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrase {
    /// Byte range in the caption's text.
    pub span: (u32, u32),
    /// Coreference chain within the scene; `None` for chain 0 (not one entity).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
    /// Entities types: people, clothing, bodyparts, animals, vehicles, instruments, scene, other, notvisual.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// Indices of the boxes of its chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<u32>,
}

/// What the annotation of this picture is declared to be complete about. Nothing is assumed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Coverage {
    /// Classes of which every instance has a box.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exhaustive: Vec<String>,
    /// Classes that a person verified to be present.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub verified_present: Vec<String>,
    /// Classes that a person verified to be absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub verified_absent: Vec<String>,
    /// For these predicates, every pair of the annotated classes for which they hold is listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exhaustive_predicates: Vec<String>,
}

impl Coverage {
    /// Nothing is declared.
    pub fn is_empty(&self) -> bool {
        *self == Coverage::default()
    }
}

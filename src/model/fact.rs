//! One checkable statement about one picture, with everything needed to ask about it and to prove
//! distractors false. Facts carry their own text arguments, so that no later stage needs the scene.

use super::evidence::{Evidence, GoldTier};
use super::geom::BBox;
use super::scene::Image;
use super::term::{Inflection, TermId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use smol_str::SmolStr;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;
use twox_hash::XxHash3_128;

/// The head of a scene that all of its facts share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Scene id.
    pub scene: String,
    /// Source name.
    pub source: Cow<'static, str>,
    /// The picture.
    pub image: Image,
}

/// Which template pool a question is asked from: what it points at, and whether it names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One box, a neutral noun: "the object in the {box} box".
    Box,
    /// One box and its noun: "the {noun} in the {box} box".
    BoxNoun,
    /// Two boxes, neutral nouns.
    Boxes,
    /// Two boxes and their nouns: "the {noun} in the {box} box … the {noun2} in the {box2} box".
    BoxesNouns,
    /// A caption with a gap: "{blank}", "{statement}".
    Caption,
    /// Presence in the picture, no box: "{concept}".
    Presence,
    /// A count over the whole picture, no box: "{nouns}".
    Count,
}

impl Form {
    /// Name, as contexts are called by.
    pub fn name(self) -> &'static str {
        match self {
            Form::Box => "Box",
            Form::BoxNoun => "BoxNoun",
            Form::Boxes => "Boxes",
            Form::BoxesNouns => "BoxesNouns",
            Form::Caption => "Caption",
            Form::Presence => "Presence",
            Form::Count => "Count",
        }
    }
}

/// A caption and the part of it that holds the concept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// Caption id.
    pub caption: String,
    /// Text before the concept.
    pub before: String,
    /// Text after the concept.
    pub after: String,
}

/// The arguments a fact offers to templates.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Slots {
    /// Boxes of the referents: none, one, or subject then object.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub boxes: SmallVec<[BoxRef; 2]>,
    /// Noun of the (first) referent, singular and without article: "wine glass". For [`Form::Count`] the plural.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noun: Option<Arc<str>>,
    /// Noun of the second referent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noun2: Option<Arc<str>>,
    /// The caption.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Arc<Gap>>,
}

/// A box and the annotation it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxRef {
    /// Annotation id.
    pub id: SmolStr,
    /// The box.
    #[serde(rename = "box")]
    pub bbox: BBox,
}

/// The name of a context. Contexts are told apart by the hash of their names: only chance could mistake one for another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextName {
    text: Box<str>,
    hash: u128,
}

impl ContextName {
    /// XXH3-128 of the name.
    pub fn hash(&self) -> u128 {
        self.hash
    }
}

impl From<String> for ContextName {
    fn from(text: String) -> Self {
        ContextName { hash: XxHash3_128::oneshot(text.as_bytes()), text: text.into() }
    }
}

impl Deref for ContextName {
    type Target = str;
    fn deref(&self) -> &str {
        &self.text
    }
}

/// A fact of one target about one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The picture.
    pub picture: Arc<Picture>,
    /// Target name.
    pub target: &'static str,
    /// What makes it unique within (scene, target): annotation ids and the like. Never shown in questions.
    pub key: SmolStr,
    /// Annotation ids it rests on, for provenance.
    pub annotations: SmallVec<[SmolStr; 2]>,
    /// Pool for items on the noun, pattern and cell levels; `None` where the fact is only asked with a neutral noun.
    pub form: Option<Form>,
    /// Pool with a neutral noun for items on the picture level; `None` where there is none.
    pub neutral: Option<Form>,
    /// Text arguments.
    pub slots: Slots,
    /// How concepts are inflected in options and statements.
    pub inflection: Inflection,
    /// The concept that holds.
    pub gold: TermId,
    /// How well it is founded.
    pub tier: GoldTier,
    /// All concepts of the target's domain that hold, or may hold, of the referent (the gold among them): a
    /// distractor that is one of these, or is related to one, is vetoed.
    pub truth: SmallVec<[TermId; 4]>,
    /// Concepts known to be false, each with its evidence; facts of a picture may share them. Consulted before `closed`.
    pub denied: Arc<[(TermId, Evidence)]>,
    /// The evidence that every other concept has which nothing relates to `truth`; `None`: only `denied` is false.
    pub closed: Option<Evidence>,
    /// Same noun (or subject–object pair) and same shape of the sentence; hashed by the planner. Facts that agree
    /// here can be asked with the same stem.
    pub noun_context: ContextName,
    /// Same hypernym and slot pattern.
    pub pattern_context: ContextName,
    /// Kinds that this fact cannot be asked in, by kind name (e.g. presence is yes/no only), or is not to be asked in
    /// again because people rejected the item.
    pub except_kinds: Cow<'static, [&'static str]>,
    /// Terms of `denied`/universe that are visible elsewhere in the picture (preferred as distractors).
    pub visible: SmallVec<[TermId; 4]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_inflections_are_named_as_they_are_written() {
        use Form as F;
        use Inflection as I;
        for form in [F::Box, F::BoxNoun, F::Boxes, F::BoxesNouns, F::Caption, F::Presence, F::Count] {
            assert_eq!(form.name(), format!("{form:?}"));
        }
        let nouns = [I::Bare, I::Indefinite, I::Definite, I::Plural, I::Capital, I::CapitalIndefinite];
        let others = [I::Base, I::Third, I::Ing, I::Participle, I::Word, I::Digits];
        for how in nouns.iter().chain(&others) {
            assert_eq!(how.name(), format!("{how:?}"));
        }
        assert_eq!(nouns.len() + others.len(), crate::model::term::INFLECTIONS);
    }
}

//! All words of the dataset: classes, their hierarchy, attributes.

use super::classes::{ClassId, Classes, descriptions};
use super::hierarchy::Hierarchy;
use super::rows::Dropped;
use super::table::clean;
use super::words;
use crate::error::Result;
use crate::model::reject::Reject;
use crate::model::scene::Axis;
use crate::source::vault::Vault;
use rustc_hash::FxHashMap;

/// The MID of `Person`; the dataset's people are it and its kinds.
const PERSON: &[u8] = b"/m/01g317";

/// The dataset's words.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub classes: Classes,
    pub hierarchy: Hierarchy,
    /// Attribute MIDs to names.
    attributes: FxHashMap<Box<[u8]>, String>,
    person: Option<ClassId>,
}

impl Vocabulary {
    /// Reads the description files; only the classes must be there.
    pub fn read(
        vault: &dyn Vault,
        classes: &str,
        attributes: Option<&str>,
        hierarchy: Option<&str>,
        rejects: &mut Vec<Reject>,
    ) -> Result<Self> {
        let mut classes = Classes::read(vault, classes, rejects)?;
        let hierarchy = match hierarchy {
            Some(path) => Hierarchy::read(vault, path, &mut classes)?,
            None => Hierarchy::default(),
        };
        let attributes = match attributes {
            Some(path) => descriptions(vault, path, rejects)?,
            None => Vec::new(),
        };
        let attributes = attributes.into_iter().map(|(mid, name)| (mid.into_bytes().into(), name)).collect();
        let person = classes.named(PERSON);
        Ok(Vocabulary { classes, hierarchy, attributes, person })
    }

    /// Axis and value of an attribute. The attributes file comes first: some of its MIDs are not in the class files,
    /// and one has another name there (`Wooden`, `Wood`).
    pub fn attribute(&self, mid: &[u8]) -> Result<(Axis, String), Dropped> {
        let class = || self.classes.named(mid).map(|id| self.classes.label(id));
        let name = self.attributes.get(mid).map(String::as_str).or_else(class);
        let Some(name) = name else { return Err(("unknown_mid", clean(mid))) };
        let (axis, value) = words::attribute(name).ok_or_else(|| ("unmapped_attribute", name.to_string()))?;
        Ok((axis, value.into_owned()))
    }

    /// Whether a class is people.
    pub fn is_human(&self, class: ClassId) -> bool {
        self.person.is_some_and(|person| class == person || self.hierarchy.is_above(person, class))
    }
}

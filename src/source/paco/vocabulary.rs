//! A file's categories and attributes in plain words.

use super::fold::Document;
use crate::error::{Error, Place, Result};
use crate::model::scene::Axis;
use crate::source::names::plain_names;
use rustc_hash::FxHashMap;

/// The file's names of the axes, in the order of the flags' bits.
pub(super) const AXES: [(&str, Axis); 4] = [
    ("color", Axis::Color),
    ("pattern_marking", Axis::Pattern),
    ("material", Axis::Material),
    ("transparency", Axis::Transparency),
];

const NAMES: &str = include_str!("../../../sources/paco_names.csv");

/// A category.
pub(super) struct Category {
    /// Plain words; a part without its object.
    pub label: String,
    /// Whether it is a part of an object (`chair:arm`).
    pub part: bool,
}

/// An attribute value.
pub(super) struct Value {
    pub axis: Axis,
    /// Plain words; `None` for the catch-all `other(…)`, which is never an answer.
    pub word: Option<String>,
}

/// Ids to words.
pub(super) struct Vocabulary {
    pub categories: FxHashMap<u32, Category>,
    pub values: FxHashMap<u16, Value>,
}

impl Vocabulary {
    /// From the file's own lists: no id is known beforehand.
    pub fn new(document: &Document, shown: &str) -> Result<Self> {
        let reviewed = reviewed_names()?;
        let parts: Vec<bool> = document.categories.iter().map(|c| c.name.contains(':')).collect();
        let objects: Vec<&str> = document.categories.iter().map(|c| &*c.name).filter(|n| !n.contains(':')).collect();
        let mut plain_objects = plain_names(&objects).into_iter();
        let mut categories = FxHashMap::default();
        for (named, part) in document.categories.iter().zip(parts) {
            let bare = named.name.split_once(':').map_or(&*named.name, |(_, part)| part);
            let by_rule = if part { plain_names(&[bare]).pop() } else { plain_objects.next() };
            let label = reviewed.get(bare).cloned().or(by_rule).unwrap_or_default();
            categories.insert(named.id, Category { label, part });
        }
        let names: FxHashMap<u32, &str> = document.attributes.iter().map(|a| (a.id, &*a.name)).collect();
        let mut values = FxHashMap::default();
        for (key, axis) in AXES {
            for id in document.axes.get(key).into_iter().flatten() {
                let (Ok(short), Some(name)) = (u16::try_from(*id), names.get(id)) else {
                    let place = Place::record(shown, format!("attr_type_to_attr_idxs.{key}"));
                    return Err(Error::data(place, format!("attribute {id} is not in `attributes`"), "mend the file"));
                };
                let word = (!name.starts_with("other(")).then(|| name.replace('_', " ").to_lowercase());
                values.insert(short, Value { axis, word });
            }
        }
        if values.is_empty() && !document.attributes.is_empty() {
            return Err(Error::data(
                Place::file(shown),
                "`attributes` without a usable `attr_type_to_attr_idxs`",
                "expected the keys color, pattern_marking, material, transparency, each with attribute ids",
            ));
        }
        Ok(Vocabulary { categories, values })
    }
}

/// `sources/paco_names.csv`: names that the rule would spell badly.
fn reviewed_names() -> Result<FxHashMap<String, String>> {
    let bad = |e: csv::Error| Error::data(Place::file("sources/paco_names.csv"), e.to_string(), "fix the table");
    let rows = csv::Reader::from_reader(NAMES.as_bytes()).into_deserialize::<(String, String, String)>();
    rows.map(|row| row.map(|(name, words, _)| (name, words)).map_err(bad)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reviewed_names_are_sorted_with_a_reason_and_needed() {
        let rows: Vec<(String, String, String)> =
            csv::Reader::from_reader(NAMES.as_bytes()).into_deserialize().map(Result::unwrap).collect();
        assert!(rows.is_sorted_by(|a, b| a.0 < b.0));
        for (name, words, reason) in rows {
            assert!(!reason.is_empty(), "{name}");
            assert_ne!(plain_names(&[&name]), [words], "{name}: the rule does it");
        }
    }
}

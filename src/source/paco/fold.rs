//! The document, folded as it streams by: keys in any order, long parts skipped.

use super::records::{Annotation, Named, Picture, RawAnnotation, RawLicense};
use super::skim::Skim;
use crate::error::{Error, Place, Result};
use crate::model::scene::License;
use crate::source::license;
use crate::source::vault::Reader;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::io::BufReader;
use std::marker::PhantomData;

/// What is held of a file.
#[derive(Default)]
pub(super) struct Document {
    pub pictures: Vec<Picture>,
    pub annotations: Vec<Annotation>,
    /// Attribute ids of all annotations, then the dominant colors of each.
    pub values: Vec<u16>,
    pub categories: Vec<Named>,
    pub attributes: Vec<Named>,
    /// `attr_type_to_attr_idxs`: axis name to attribute ids.
    pub axes: BTreeMap<String, Vec<u32>>,
    pub licenses: BTreeMap<u32, License>,
    /// `images`, `annotations` and `categories` were all there.
    pub has_lists: bool,
    /// Some picture lists negative categories.
    pub has_negatives: bool,
}

/// Reads a whole document.
pub(super) fn read(reader: Box<dyn Reader>, shown: &str) -> Result<Document> {
    let mut json = serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 16, Skim::new(reader)));
    let mut document = Document::default();
    json.deserialize_map(Top(&mut document)).and_then(|()| json.end()).map_err(|e| {
        let what = if e.is_io() { format!("cannot be read: {e}") } else { format!("not a PACO document: {e}") };
        let remedy = "expected one JSON object with `images`, `annotations`, `categories` and `attributes`";
        Error::data(Place::line(shown, e.line() as u64), what, remedy)
    })?;
    Ok(document)
}

struct Top<'a>(&'a mut Document);

impl<'de> Visitor<'de> for Top<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let d = self.0;
        let (mut pictures, mut annotations, mut categories) = (false, false, false);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "images" => {
                    pictures = true;
                    map.next_value_seed(each(|p: Picture| {
                        d.has_negatives |= p.neg_category_ids.as_ref().is_some_and(|ids| !ids.is_empty());
                        d.pictures.push(p);
                    }))?;
                }
                "annotations" => {
                    annotations = true;
                    map.next_value_seed(each(|raw| keep(raw, &mut d.annotations, &mut d.values)))?;
                }
                "categories" => {
                    categories = true;
                    d.categories = map.next_value()?;
                }
                "attributes" => d.attributes = map.next_value()?,
                "attr_type_to_attr_idxs" => d.axes = map.next_value()?,
                "licenses" => map.next_value_seed(each(|raw: RawLicense| {
                    d.licenses.insert(raw.id, license::from_link(&raw.name, &raw.url, ""));
                }))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        d.has_lists = pictures && annotations && categories;
        Ok(())
    }
}

fn keep(raw: RawAnnotation, annotations: &mut Vec<Annotation>, values: &mut Vec<u16>) {
    // No annotation has anything near 65,535 attributes, nor a file 2^32: what is beyond is left out.
    let first = u32::try_from(values.len()).unwrap_or(u32::MAX);
    let room = if first == u32::MAX { 0 } else { usize::from(u16::MAX) };
    let mut push = |ids: Option<Vec<u16>>| {
        let before = values.len();
        values.extend(ids.into_iter().flatten().take(room));
        (values.len() - before) as u16
    };
    let (all, dominant) = (push(raw.attribute_ids), push(raw.dom_color_ids));
    let flags = [raw.unknown_color, raw.unknown_pattern_marking, raw.unknown_material, raw.unknown_transparency];
    annotations.push(Annotation {
        id: raw.id,
        object: raw.obj_ann_id.unwrap_or(raw.id),
        image: raw.image_id,
        bbox: raw.bbox,
        category: raw.category_id,
        first,
        values: all,
        dominant,
        unknown: flags.iter().enumerate().map(|(i, told)| u8::from(told.0) << i).sum(),
    });
}

/// Hands each element of a list to a function, holding one at a time.
fn each<T, F: FnMut(T)>(f: F) -> Each<T, F> {
    Each(f, PhantomData)
}

struct Each<T, F>(F, PhantomData<T>);

impl<'de, T: Deserialize<'de>, F: FnMut(T)> DeserializeSeed<'de> for Each<T, F> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T)> Visitor<'de> for Each<T, F> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(element) = seq.next_element()? {
            (self.0)(element);
        }
        Ok(())
    }
}

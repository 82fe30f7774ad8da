//! The document, folded as it streams by: keys in any order, long parts skipped.

use super::records::{Annotation, Named, Picture, RawAnnotation, RawLicense};
use super::skim::Skim;
use crate::error::{Error, Place, Result};
use crate::model::scene::License;
use crate::source::json::{Cutter, Fault, What};
use crate::source::license;
use crate::source::vault::Reader;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::BufReader;

/// What is held of a file.
#[derive(Debug, Default)]
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

type Json = Cutter<BufReader<Skim<Box<dyn Reader>>>>;

/// Reads a whole document.
pub(super) fn read(reader: Box<dyn Reader>, shown: &str) -> Result<Document> {
    let mut json = Cutter::new(BufReader::with_capacity(1 << 16, Skim::new(reader)));
    let mut document = Document::default();
    fold(&mut json, &mut document).map_err(|fault| {
        let what = match fault.what {
            What::Unreadable(e) => format!("cannot be read: {e}"),
            What::Ended(expected) => format!("not a PACO document: it ends before {expected}"),
            What::Found(found, expected) => format!("not a PACO document: {found} instead of {expected}"),
            What::Value(text) => format!("not a PACO document: {text}"),
        };
        let record = Some(fault.path).filter(|path| !path.is_empty());
        let remedy = "expected one JSON object with `images`, `annotations`, `categories` and `attributes`";
        Error::data(Place { file: shown.to_string(), line: Some(fault.line), record }, what, remedy)
    })?;
    Ok(document)
}

fn fold(json: &mut Json, d: &mut Document) -> Result<(), Fault> {
    let (mut pictures, mut annotations, mut categories) = (false, false, false);
    json.enter(b'{', "a JSON object")?;
    while let Some(key) = json.key::<String>()? {
        pictures |= key == "images";
        annotations |= key == "annotations";
        categories |= key == "categories";
        take(json, &key, d).map_err(|fault| fault.inside(&key))?;
    }
    d.has_lists = pictures && annotations && categories;
    json.end()
}

/// Takes what is wanted of the value of a key.
fn take(json: &mut Json, key: &str, d: &mut Document) -> Result<(), Fault> {
    match key {
        "images" => json.each(|p: Picture| {
            d.has_negatives |= p.neg_category_ids.as_ref().is_some_and(|ids| !ids.is_empty());
            d.pictures.push(p);
        })?,
        "annotations" => json.each(|raw| keep(raw, &mut d.annotations, &mut d.values))?,
        "licenses" => json.each(|raw: RawLicense| {
            d.licenses.insert(raw.id, license::from_link(&raw.name, &raw.url, ""));
        })?,
        "categories" => d.categories = list(json)?,
        "attributes" => d.attributes = list(json)?,
        "attr_type_to_attr_idxs" => d.axes = json.value()?,
        _ => json.skip()?,
    }
    Ok(())
}

fn list<T: DeserializeOwned>(json: &mut Json) -> Result<Vec<T>, Fault> {
    let mut all = Vec::new();
    json.each(|element| all.push(element))?;
    Ok(all)
}

/// Adds an annotation to those that are held.
pub(super) fn keep(raw: RawAnnotation, annotations: &mut Vec<Annotation>, values: &mut Vec<u16>) {
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

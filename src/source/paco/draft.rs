//! One picture's regions as they are gathered, and what is complete about them.

use super::records::{Annotation, Picture};
use super::vocabulary::{AXES, Vocabulary};
use crate::model::geom::{BBox, Size};
use crate::model::reject::Reason;
use crate::model::scene::{Attribute, Axis, Coverage, Flags, Region};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Gathered so far.
#[derive(Default)]
pub(super) struct Draft {
    pub regions: Vec<Region>,
    /// "image" or "annotation", its id, and why something of it was dropped.
    pub rejects: Vec<(&'static str, u64, Reason, String)>,
    origins: Vec<Origin>,
    seen: FxHashSet<u64>,
    /// Categories of which a box was dropped: they are not complete any more.
    incomplete: FxHashSet<u32>,
}

/// Where a region comes from.
#[derive(Clone, Copy)]
struct Origin {
    id: u64,
    /// The object's annotation, for a part.
    part_of: Option<u64>,
    category: u32,
}

impl Draft {
    /// Adds an annotation, in file order.
    pub fn add(&mut self, a: &Annotation, size: Size, vocabulary: &Vocabulary, values: &[u16]) {
        let mut reject = |reason, detail| self.rejects.push(("annotation", a.id, reason, detail));
        let Some(category) = vocabulary.categories.get(&a.category) else {
            return reject("missing_category", format!("category_id {} is not in `categories`", a.category));
        };
        if !self.seen.insert(a.id) {
            return reject("duplicate_annotation", "the first one of the picture is used".to_string());
        }
        let found = match a.bbox.0 {
            None => Err(("bad_box", "bbox is not four numbers".to_string())),
            Some(b) if b[2] < 1.0 || b[3] < 1.0 => Err(("degenerate_box", format!("bbox {b:?}"))),
            Some(b) => BBox::from_xywh(b, size).map_err(|fault| ("degenerate_box", format!("bbox {b:?}: {fault}"))),
        };
        let bbox = match found {
            Ok(bbox) => bbox,
            Err((reason, detail)) => {
                self.incomplete.insert(a.category);
                return reject(reason, detail);
            }
        };
        let mut region = Region {
            id: a.id.to_string(),
            bbox,
            label: category.label.clone(),
            part_of: None,
            attributes: Vec::new(),
            complete_axes: Vec::new(),
            unknown_axes: Vec::new(),
            flags: Flags::default(),
        };
        attribute(&mut region, a, vocabulary, values, &mut reject);
        self.regions.push(region);
        self.origins.push(Origin { id: a.id, part_of: category.part.then_some(a.object), category: a.category });
    }

    /// Joins parts to their objects, whichever comes first, and drops parts whose object is not there.
    pub fn join_parts(&mut self) {
        let objects: FxHashSet<u64> = self.origins.iter().filter(|o| o.part_of.is_none()).map(|o| o.id).collect();
        let (mut regions, mut origins) = (Vec::new(), Vec::new());
        for (region, origin) in std::mem::take(&mut self.regions).into_iter().zip(std::mem::take(&mut self.origins)) {
            match origin.part_of {
                Some(object) if !objects.contains(&object) => {
                    let detail = format!("obj_ann_id {object} is no object of this picture");
                    self.rejects.push(("annotation", origin.id, "orphan_part", detail));
                }
                _ => {
                    regions.push(region);
                    origins.push(origin);
                }
            }
        }
        let places: FxHashMap<u64, u32> = origins.iter().enumerate().map(|(i, o)| (o.id, i as u32)).collect();
        for (region, origin) in regions.iter_mut().zip(&origins) {
            region.part_of = origin.part_of.and_then(|object| places.get(&object).copied());
        }
        (self.regions, self.origins) = (regions, origins);
    }

    /// What is declared complete, and what is verified absent: objects only, never parts.
    pub fn coverage(&mut self, picture: &Picture, vocabulary: &Vocabulary, declared: bool) -> Coverage {
        let open: FxHashSet<u32> = picture.not_exhaustive_category_ids.iter().flatten().copied().collect();
        let boxed: BTreeSet<u32> = self.origins.iter().map(|o| o.category).collect();
        let mut coverage = Coverage::default();
        let object = |id: &u32| vocabulary.categories.get(id).filter(|c| !c.part).map(|c| c.label.clone());
        if declared {
            let complete = boxed.iter().filter(|id| !open.contains(id) && !self.incomplete.contains(id));
            coverage.exhaustive = complete.filter_map(object).collect();
        }
        for id in picture.neg_category_ids.iter().flatten() {
            let Some(category) = vocabulary.categories.get(id) else {
                let detail = format!("neg_category_ids names {id}, which is not in `categories`");
                self.rejects.push(("image", picture.id, "missing_category", detail));
                continue;
            };
            if boxed.contains(id) || self.incomplete.contains(id) {
                let detail = format!("{} is called absent, but has a box", category.label);
                self.rejects.push(("image", picture.id, "contradicted_absence", detail));
            } else if !category.part {
                coverage.verified_absent.push(category.label.clone());
            }
        }
        for list in [&mut coverage.exhaustive, &mut coverage.verified_absent] {
            list.sort();
            list.dedup();
        }
        coverage
    }
}

/// Sets a region's attribute values, its complete and its unknown axes. An axis is complete when it is annotated,
/// the annotator could tell, and no value is a catch-all `other(…)`; no value at all means not annotated.
fn attribute(
    region: &mut Region,
    a: &Annotation,
    vocabulary: &Vocabulary,
    values: &[u16],
    reject: &mut impl FnMut(Reason, String),
) {
    let ids = values.get(a.first as usize..).unwrap_or_default();
    let (all, rest) = ids.split_at(usize::from(a.values).min(ids.len()));
    let dominant = rest.get(..usize::from(a.dominant)).unwrap_or_default();
    let unknown: Vec<Axis> =
        AXES.iter().enumerate().filter(|(bit, _)| a.unknown >> bit & 1 == 1).map(|(_, (_, axis))| *axis).collect();
    let (mut open, mut told) = (Vec::new(), Vec::new());
    for (i, id) in all.iter().chain(dominant).enumerate() {
        let is_dominant = i >= all.len();
        let Some(value) = vocabulary.values.get(id) else {
            reject("missing_attribute", format!("attribute {id} is of no axis of the file"));
            continue;
        };
        if unknown.contains(&value.axis) {
            reject("unknown_with_values", format!("attribute {id} of an axis that is marked unknown"));
            continue;
        }
        let Some(word) = &value.word else {
            open.push(value.axis);
            continue;
        };
        if !told.contains(&value.axis) {
            told.push(value.axis);
        }
        match region.attributes.iter_mut().find(|known| known.axis == value.axis && known.value == *word) {
            Some(known) => known.dominant |= is_dominant,
            None => region.attributes.push(Attribute { axis: value.axis, value: word.clone(), dominant: is_dominant }),
        }
    }
    told.retain(|axis| !open.contains(axis));
    told.sort();
    (region.complete_axes, region.unknown_axes) = (told, unknown);
}

//! One picture's regions and relations, put together from the tables' rows.

use super::classes::ClassId;
use super::hierarchy::Hierarchy;
use super::rows::{BoxRow, Object, RelationRow, Unit, unit_iou};
use super::vocabulary::Vocabulary;
use super::words::predicate;
use crate::model::geom::{BBox, Size};
use crate::model::reject::{Reason, Reject};
use crate::model::scene::{Attribute, Flags, Region, Relation};

/// A relation's box and a box-table row of the same class are one region from this overlap on: the tables round
/// their coordinates differently.
const SAME_BOX: f64 = 0.9;

/// An ancestor's box that overlaps a descendant's this much is a second box of the same instance (`Person` around a
/// `Man`): two people who draw one object agree at about this value.
const SAME_INSTANCE: f64 = 0.8;

/// A region with what is needed while the picture is put together.
pub(super) struct Drawn {
    pub class: ClassId,
    unit: Unit,
    pub region: Region,
    /// Made from a relation row, because no row of the boxes table has it.
    pub from_relation: bool,
}

/// A picture in the making.
pub(super) struct Draft<'a> {
    pub vocabulary: &'a Vocabulary,
    /// Size of the stored picture, and quarter turns that bring it upright.
    stored: Size,
    rotate: u8,
    pub drawn: Vec<Drawn>,
    pub relations: Vec<Relation>,
    pub rejects: Vec<Reject>,
    /// Classes of which a box was dropped.
    pub incomplete: Vec<ClassId>,
    /// Predicates of which a row was dropped.
    pub incomplete_predicates: Vec<String>,
    made: u32,
}

impl<'a> Draft<'a> {
    pub fn new(vocabulary: &'a Vocabulary, stored: Size, rotate: u8) -> Self {
        Draft {
            vocabulary,
            stored,
            rotate,
            drawn: Vec::new(),
            relations: Vec::new(),
            rejects: Vec::new(),
            incomplete: Vec::new(),
            incomplete_predicates: Vec::new(),
            made: 0,
        }
    }

    fn reject(&mut self, candidate: &str, reason: Reason, detail: impl Into<String>) {
        self.rejects.push(Reject::new(candidate, reason, detail));
    }

    /// Adds a row of the boxes table, the `n`th of the picture.
    pub fn add_box(&mut self, row: &BoxRow, n: usize, candidate: impl Fn() -> String) {
        match self.bbox(&row.unit) {
            Some(bbox) => self.push(row.class, row.unit, bbox, format!("b{n}"), row.flags, false),
            None => {
                self.incomplete.push(row.class);
                self.reject(&candidate(), "degenerate_box", format!("{:?} is empty in pixels", row.unit));
            }
        }
    }

    /// The box in pixels of the upright picture.
    fn bbox(&self, unit: &Unit) -> Option<BBox> {
        let bbox = BBox::from_unit_xxyy(*unit, self.stored).ok()?;
        Some(bbox.rotated_ccw(self.rotate, self.stored))
    }

    fn push(&mut self, class: ClassId, unit: Unit, bbox: BBox, id: String, flags: Flags, from_relation: bool) {
        let region = Region {
            id,
            bbox,
            label: self.vocabulary.classes.label(class).to_string(),
            part_of: None,
            attributes: Vec::new(),
            complete_axes: Vec::new(),
            unknown_axes: Vec::new(),
            flags,
        };
        self.drawn.push(Drawn { class, unit, region, from_relation });
    }

    /// Adds a row of the relations table, the `n`th of the picture.
    pub fn add_relation(&mut self, row: RelationRow, n: usize, candidate: &str) {
        let subject = self.find_or_make(row.subject, candidate);
        let Some(subject) = subject else {
            if let Object::Region(_, _, label) = &row.object {
                self.incomplete_predicates.push(predicate(label).into_owned());
            }
            return;
        };
        match row.object {
            Object::Attribute(mid) => match self.vocabulary.attribute(&mid) {
                Ok((axis, value)) => {
                    let Some(drawn) = self.drawn.get_mut(subject as usize) else { return };
                    let attribute = Attribute { axis, value, dominant: false };
                    if drawn.region.attributes.contains(&attribute) {
                        return self.reject(candidate, "duplicate_relation", attribute.value);
                    }
                    drawn.region.attributes.push(attribute);
                }
                Err((reason, detail)) => self.reject(candidate, reason, detail),
            },
            Object::Region(class, unit, label) => {
                let predicate = predicate(&label).into_owned();
                let Some(object) = self.find_or_make((class, unit), candidate) else {
                    return self.incomplete_predicates.push(predicate);
                };
                if subject == object {
                    return self.reject(candidate, "relation_with_itself", predicate);
                }
                self.relations.push(Relation { id: format!("r{n}"), subject, object, predicate, holds: true });
            }
        }
    }

    /// The region of a class that has nearly this box, made where there is none.
    fn find_or_make(&mut self, (class, unit): (ClassId, Unit), candidate: &str) -> Option<u32> {
        let same = self.drawn.iter().enumerate().filter(|(_, d)| d.class == class);
        let best = same.map(|(i, d)| (i, unit_iou(&d.unit, &unit))).filter(|(_, iou)| *iou >= SAME_BOX);
        // The first of equals, so that the result depends on nothing but the rows.
        if let Some((i, _)) = best.reduce(|a, b| if b.1 > a.1 { b } else { a }) {
            return Some(i as u32);
        }
        let Some(bbox) = self.bbox(&unit) else {
            self.reject(candidate, "degenerate_box", format!("{unit:?} is empty in pixels"));
            return None;
        };
        self.made += 1;
        self.push(class, unit, bbox, format!("v{}", self.made - 1), Flags::default(), true);
        Some(self.drawn.len() as u32 - 1)
    }

    /// Drops boxes that are drawn a second time as an ancestor; their attributes and relations go to the descendant.
    /// Then drops relations that are listed twice.
    pub fn settle(&mut self, picture: &str) {
        let duplicate_of = self.hierarchy_duplicates();
        let mut places: Vec<u32> = Vec::with_capacity(self.drawn.len());
        let mut kept = 0;
        for duplicate in &duplicate_of {
            places.push(kept);
            kept += u32::from(duplicate.is_none());
        }
        let target = |mut i: usize| {
            while let Some(Some(next)) = duplicate_of.get(i) {
                i = *next;
            }
            i
        };
        for (i, _) in duplicate_of.iter().enumerate().filter(|(_, d)| d.is_some()) {
            let to = target(i);
            let Some(from) = self.drawn.get_mut(i) else { continue };
            let (id, attributes) = (from.region.id.clone(), std::mem::take(&mut from.region.attributes));
            let detail = format!("{} is the same instance as region {to}", from.region.label);
            self.rejects.push(Reject::new(format!("{picture} region {id}"), "hierarchy_duplicate", detail));
            if let Some(to) = self.drawn.get_mut(to) {
                let new = attributes.into_iter().filter(|a| !to.region.attributes.contains(a)).collect::<Vec<_>>();
                to.region.attributes.extend(new);
            }
        }
        let place = |i: u32| places.get(target(i as usize)).copied().unwrap_or(i);
        let mut index = 0;
        self.drawn.retain(|_| {
            index += 1;
            duplicate_of.get(index - 1).is_some_and(Option::is_none)
        });
        let mut kept: Vec<Relation> = Vec::with_capacity(self.relations.len());
        for mut relation in std::mem::take(&mut self.relations) {
            (relation.subject, relation.object) = (place(relation.subject), place(relation.object));
            let candidate = format!("{picture} relation {}", relation.id);
            let same = |k: &Relation| {
                (k.subject, k.object, &k.predicate) == (relation.subject, relation.object, &relation.predicate)
            };
            if relation.subject == relation.object {
                self.rejects.push(Reject::new(candidate, "relation_with_itself", relation.predicate));
            } else if kept.iter().any(same) {
                self.rejects.push(Reject::new(candidate, "duplicate_relation", relation.predicate));
            } else {
                kept.push(relation);
            }
        }
        self.relations = kept;
    }

    /// For each region, the descendant's region that shows the same instance, if there is one. A box around a group
    /// and a box of one member are never the same.
    fn hierarchy_duplicates(&self) -> Vec<Option<usize>> {
        let hierarchy: &Hierarchy = &self.vocabulary.hierarchy;
        let below = |up: &Drawn| {
            let mut best: Option<(usize, f64)> = None;
            for (i, down) in self.drawn.iter().enumerate().filter(|(_, d)| hierarchy.is_above(up.class, d.class)) {
                let groups = (up.region.flags.group.is_yes(), down.region.flags.group.is_yes());
                let iou = up.region.bbox.iou(&down.region.bbox);
                if groups.0 == groups.1 && iou >= SAME_INSTANCE && best.is_none_or(|(_, b)| iou > b) {
                    best = Some((i, iou));
                }
            }
            best.map(|(i, _)| i)
        };
        let has_kinds = |up: &Drawn| !hierarchy.below(up.class).is_empty();
        self.drawn.iter().map(|up| if has_kinds(up) { below(up) } else { None }).collect()
    }
}

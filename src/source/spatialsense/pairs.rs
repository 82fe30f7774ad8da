//! One picture's things and the relations between them.

use super::names::Spelling;
use super::record::{Annotation, Thing};
use crate::model::geom::{BBox, Size};
use crate::model::scene::{Flags, Region, Relation};
use crate::source::pictures::Fault;
use std::collections::BTreeSet;

/// The nine predicates (`baselines/options.py`).
const PREDICATES: [&str; 9] =
    ["above", "behind", "in", "in front of", "next to", "on", "to the left of", "to the right of", "under"];

/// The same thing in several rows (same name, same box) is one region.
pub(super) struct Pairs<'a> {
    size: Size,
    spelling: &'a Spelling,
    regions: Vec<Region>,
    relations: Vec<Relation>,
    contradicting: BTreeSet<(u32, u32, String)>,
}

impl<'a> Pairs<'a> {
    pub fn new(size: Size, spelling: &'a Spelling) -> Self {
        Pairs { size, spelling, regions: Vec::new(), relations: Vec::new(), contradicting: BTreeSet::new() }
    }

    /// Adds a row. Nothing of a refused row remains.
    pub fn add(&mut self, row: &Annotation) -> Result<(), Fault> {
        let predicate = self.spelling.clean(&row.predicate);
        if !PREDICATES.contains(&predicate.as_str()) {
            return Err(("unknown_predicate", format!("`{}`; known: {}", row.predicate, PREDICATES.join(", "))));
        }
        let (subject, object) = (self.thing(&row.subject)?, self.thing(&row.object)?);
        if subject == object {
            return Err(("self_relation", format!("subject and object are the same {}", subject.0)));
        }
        if row.label && contradicted(&predicate, &subject.1, &object.1) {
            let x = |b: &BBox| format!("{}–{}", b.x0(), b.x1());
            let (s, o) = (x(&subject.1), x(&object.1));
            return Err(("contradicts_boxes", format!("`{predicate}` with x {s} and x {o}")));
        }
        let (subject, object) = (self.region(subject, &row.id, "subject"), self.region(object, &row.id, "object"));
        let same = |r: &&Relation| (r.subject, r.object, r.predicate.as_str()) == (subject, object, &predicate);
        if let Some(earlier) = self.relations.iter().find(same) {
            if earlier.holds == row.label {
                return Err(("duplicate_row", format!("says what row {} says", earlier.id)));
            }
            self.contradicting.insert((subject, object, predicate.clone()));
        }
        self.relations.push(Relation { id: row.id.clone(), subject, object, predicate, holds: row.label });
        Ok(())
    }

    /// The regions, the relations, and the ids of rows dropped because they contradict each other.
    pub fn finish(self) -> (Vec<Region>, Vec<Relation>, Vec<String>) {
        let (bad, good): (Vec<_>, Vec<_>) = self
            .relations
            .into_iter()
            .partition(|r| self.contradicting.contains(&(r.subject, r.object, r.predicate.clone())));
        (self.regions, good, bad.into_iter().map(|r| r.id).collect())
    }

    fn thing(&self, thing: &Thing) -> Result<(String, BBox), Fault> {
        let name = self.spelling.clean(&thing.name);
        if name.is_empty() {
            return Err(("unnamed_region", format!("name `{}`", thing.name)));
        }
        match BBox::from_yyxx(thing.bbox, self.size) {
            Ok(bbox) => Ok((name, bbox)),
            Err(fault) => Err(("degenerate_box", format!("{name} {:?}: {fault}", thing.bbox))),
        }
    }

    /// The dataset has no ids of things: a region is named after the first row and the end that it comes from.
    fn region(&mut self, (label, bbox): (String, BBox), row: &str, end: &str) -> u32 {
        let at = self.regions.iter().position(|r| r.bbox == bbox && r.label == label).unwrap_or_else(|| {
            self.regions.push(Region {
                id: format!("{row}/{end}"),
                bbox,
                label,
                part_of: None,
                attributes: Vec::new(),
                complete_axes: Vec::new(),
                unknown_axes: Vec::new(),
                flags: Flags::default(),
            });
            self.regions.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }
}

/// Whether the boxes contradict a "left" or "right" that is said to hold. Left and right are the viewer's: the
/// subject's center must be on that side. Much overlap alone is no contradiction (the official example has a cat to
/// the left of a mirror with 92 % of the mirror's width shared).
fn contradicted(predicate: &str, subject: &BBox, object: &BBox) -> bool {
    let (s, o) = (subject.center().0, object.center().0);
    match predicate {
        "to the left of" => s >= o,
        "to the right of" => s <= o,
        _ => false,
    }
}

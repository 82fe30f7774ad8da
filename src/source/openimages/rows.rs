//! Rows of the boxes, labels and relations tables, parsed.

use super::classes::{ClassId, Classes};
use super::table::{Table, clean, field, number};
use super::words::predicate;
use crate::model::reject::Reason;
use crate::model::scene::{Flag, Flags};
use csv::ByteRecord;

/// A box as the tables give it: `XMin, XMax, YMin, YMax`, shares of the stored picture.
pub(super) type Unit = [f64; 4];

/// Why a row was dropped, with the value.
pub(super) type Dropped = (Reason, String);

/// Area of overlap over area of union of two boxes, 0 where either is empty.
pub(super) fn unit_iou(a: &Unit, b: &Unit) -> f64 {
    let side = |a0: f64, a1: f64, b0: f64, b1: f64| (a1.min(b1) - a0.max(b0)).max(0.0);
    let inter = side(a[0], a[1], b[0], b[1]) * side(a[2], a[3], b[2], b[3]);
    let area = |u: &Unit| (u[1] - u[0]) * (u[3] - u[2]);
    let union = area(a) + area(b) - inter;
    if union > 0.0 { inter / union } else { 0.0 }
}

fn class(classes: &Classes, mid: &[u8]) -> Result<ClassId, Dropped> {
    classes.named(mid).ok_or_else(|| ("unknown_mid", clean(mid)))
}

/// Overshoot of a coordinate that is taken for rounding and clamped.
const OVERSHOOT: f64 = 0.01;

fn unit(row: &ByteRecord, columns: &[usize; 4]) -> Result<Unit, Dropped> {
    let mut unit = [0.0; 4];
    for (slot, column) in unit.iter_mut().zip(columns) {
        let text = field(row, Some(*column));
        let value = number(text).filter(|v| v.is_finite());
        *slot = value.ok_or_else(|| ("bad_row", format!("`{}` is not a coordinate", clean(text))))?;
        if *slot < -OVERSHOOT || *slot > 1.0 + OVERSHOOT {
            return Err(("box_outside", format!("coordinate {slot} is not in [0, 1]")));
        }
    }
    if unit[0] >= unit[1] || unit[2] >= unit[3] {
        return Err(("degenerate_box", format!("XMin, XMax, YMin, YMax = {unit:?}")));
    }
    Ok(unit)
}

/// Where the fields of the boxes table are. V3's training table has no flags: they are unknown.
pub(super) struct BoxColumns {
    pub id: usize,
    label: usize,
    unit: [usize; 4],
    flags: [Option<usize>; 5],
}

/// A row of the boxes table.
pub(super) struct BoxRow {
    pub class: ClassId,
    pub unit: Unit,
    pub flags: Flags,
}

impl BoxColumns {
    pub const NEEDED: [&str; 6] = ["ImageID", "LabelName", "XMin", "XMax", "YMin", "YMax"];

    /// `None` only where `NEEDED` was not asked for when the table was opened.
    pub fn of(table: &Table) -> Option<Self> {
        let c = |name| table.column(name);
        Some(BoxColumns {
            id: c("ImageID")?,
            label: c("LabelName")?,
            unit: [c("XMin")?, c("XMax")?, c("YMin")?, c("YMax")?],
            flags: ["IsGroupOf", "IsOccluded", "IsTruncated", "IsDepiction", "IsInside"].map(c),
        })
    }

    /// The class's own MID is returned beside a drop, so that its class can be called incomplete.
    pub fn read(&self, row: &ByteRecord, classes: &Classes) -> Result<BoxRow, (Option<ClassId>, Dropped)> {
        let class = class(classes, field(row, Some(self.label))).map_err(|dropped| (None, dropped))?;
        let unit = unit(row, &self.unit).map_err(|dropped| (Some(class), dropped))?;
        let [group, occluded, truncated, depiction, inside] = self.flags.map(|column| flag(field(row, column)));
        Ok(BoxRow { class, unit, flags: Flags { group, occluded, truncated, depiction, inside } })
    }
}

/// 1, 0, and -1 for not asked.
fn flag(field: &[u8]) -> Flag {
    match field {
        b"1" | b"1.0" => Flag::Yes,
        b"0" | b"0.0" => Flag::No,
        _ => Flag::Unknown,
    }
}

/// Where the fields of the human labels table are.
pub(super) struct LabelColumns {
    pub id: usize,
    source: Option<usize>,
    label: usize,
    confidence: usize,
}

impl LabelColumns {
    pub const NEEDED: [&str; 3] = ["ImageID", "LabelName", "Confidence"];

    pub fn of(table: &Table) -> Option<Self> {
        Some(LabelColumns {
            id: table.column("ImageID")?,
            source: table.column("Source"),
            label: table.column("LabelName")?,
            confidence: table.column("Confidence")?,
        })
    }

    /// A class and whether it is there. Machine labels have a high rate of false positives and are not used.
    pub fn read(&self, row: &ByteRecord, classes: &Classes) -> Result<(ClassId, bool), Dropped> {
        if field(row, self.source) == b"machine" {
            return Err(("machine_label", clean(field(row, Some(self.label)))));
        }
        let class = class(classes, field(row, Some(self.label)))?;
        let confidence = field(row, Some(self.confidence));
        match number(confidence) {
            Some(1.0) => Ok((class, true)),
            Some(0.0) => Ok((class, false)),
            _ => Err(("bad_row", format!("confidence `{}` is neither 0 nor 1", clean(confidence)))),
        }
    }
}

/// Where the fields of the relations table are.
pub(super) struct RelationColumns {
    pub id: usize,
    labels: [usize; 2],
    boxes: [[usize; 4]; 2],
    relationship: usize,
}

/// A row of the relations table.
pub(super) struct RelationRow {
    pub subject: (ClassId, Unit),
    /// Another box, or the MID of an attribute where the relationship is `is`.
    pub object: Object,
}

/// The second half of a relation row.
pub(super) enum Object {
    Region(ClassId, Unit, String),
    Attribute(Vec<u8>),
}

impl RelationColumns {
    pub const NEEDED: [&str; 12] = [
        "ImageID",
        "LabelName1",
        "LabelName2",
        "XMin1",
        "XMax1",
        "YMin1",
        "YMax1",
        "XMin2",
        "XMax2",
        "YMin2",
        "YMax2",
        "RelationshipLabel",
    ];

    pub fn of(table: &Table) -> Option<Self> {
        let c = |name| table.column(name);
        Some(RelationColumns {
            id: c("ImageID")?,
            labels: [c("LabelName1")?, c("LabelName2")?],
            boxes: [
                [c("XMin1")?, c("XMax1")?, c("YMin1")?, c("YMax1")?],
                [c("XMin2")?, c("XMax2")?, c("YMin2")?, c("YMax2")?],
            ],
            relationship: c("RelationshipLabel")?,
        })
    }

    /// The predicate of a row that could not be used.
    pub fn predicate(&self, row: &ByteRecord) -> String {
        predicate(&clean(field(row, Some(self.relationship)))).into_owned()
    }

    /// The second box of an `is` row is a copy of the first and is not read.
    pub fn read(&self, row: &ByteRecord, classes: &Classes) -> Result<RelationRow, Dropped> {
        let [first, second] = self.labels.map(|column| field(row, Some(column)));
        let subject = (class(classes, first)?, unit(row, &self.boxes[0])?);
        let relationship = clean(field(row, Some(self.relationship)));
        let object = match relationship.as_str() {
            "" => return Err(("bad_row", "no relationship".to_string())),
            "is" => Object::Attribute(second.to_vec()),
            _ => Object::Region(class(classes, second)?, unit(row, &self.boxes[1])?, relationship),
        };
        Ok(RelationRow { subject, object })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_one_is_unknown_and_not_yes() {
        let flags = [b"1".as_slice(), b"0", b"-1", b""].map(flag);
        assert_eq!(flags, [Flag::Yes, Flag::No, Flag::Unknown, Flag::Unknown]);
    }

    #[test]
    fn overlap_of_unit_boxes() {
        assert!((unit_iou(&[0.0, 0.2, 0.0, 0.2], &[0.1, 0.3, 0.0, 0.2]) - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(unit_iou(&[0.0, 0.2, 0.0, 0.2], &[0.5, 0.6, 0.0, 0.2]), 0.0);
    }
}

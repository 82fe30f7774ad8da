//! Whether a box can be asked about: it must single out one thing that a careful person sees and recognizes.

use super::Limits;
use crate::model::geom::BBox;
use crate::model::reject::Reason;
use crate::model::scene::{Region, Scene};

/// A box that may be asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Askable {
    /// It is small, occluded, truncated or depicted: the gold counts as weak.
    pub weak: bool,
}

/// Whether the region is big enough, one thing, whole and real. An unknown flag rejects nothing.
///
/// # Errors
/// `tiny_box`, `group_box`, `inside_box`, `depicted_box`, `truncated_box`, with what was found.
pub fn seen(scene: &Scene, region: &Region, limits: &Limits) -> Result<Askable, (Reason, String)> {
    let share = area_share(scene, &region.bbox);
    if share < limits.min_area || region.bbox.w().min(region.bbox.h()) < limits.min_side {
        let b = region.bbox;
        return Err(("tiny_box", format!("{} of {}x{} px", region.label, b.w(), b.h())));
    }
    let flags = &region.flags;
    let refuse = |reason| Err((reason, region.label.clone()));
    if flags.group.is_yes() {
        return refuse("group_box");
    }
    if flags.inside.is_yes() {
        return refuse("inside_box");
    }
    if flags.depiction.is_yes() && limits.reject_depicted {
        return refuse("depicted_box");
    }
    if flags.truncated.is_yes() && limits.reject_truncated {
        return refuse("truncated_box");
    }
    let weak =
        share < limits.small_area || flags.occluded.is_yes() || flags.truncated.is_yes() || flags.depiction.is_yes();
    Ok(Askable { weak })
}

/// Whether "the object in the box" can only be this region: [`seen`], not hidden behind others, not the whole picture.
///
/// # Errors
/// Those of [`seen`], `fills_picture` and `covered_box`, with what was found.
pub fn singled_out(scene: &Scene, index: usize, limits: &Limits) -> Result<Askable, (Reason, String)> {
    let Some(region) = scene.regions.get(index) else {
        return Err(("dangling_region", format!("there is no region {index}")));
    };
    let askable = seen(scene, region, limits)?;
    if area_share(scene, &region.bbox) > limits.max_area {
        return Err(("fills_picture", region.label.clone()));
    }
    let own = region.bbox.area() as f64;
    let mut smaller = 0.0;
    for (i, other) in scene.regions.iter().enumerate() {
        if i == index || joined(scene, index, i) || same_thing(region, other, limits) {
            continue;
        }
        let covered = region.bbox.covered_by(&other.bbox);
        let ratio = other.bbox.area() as f64 / own;
        if covered > limits.max_covered && ratio <= limits.background_ratio {
            return Err(("covered_box", format!("{} is covered {covered:.2} by {}", region.label, other.label)));
        }
        if ratio <= 1.0 {
            smaller += covered;
        }
    }
    // Many small things may hide one large thing together: a table full of plates.
    if smaller > 1.0 {
        return Err(("covered_box", format!("{} is covered by smaller boxes", region.label)));
    }
    Ok(askable)
}

/// Share of the picture's area that a box takes, in `[0, 1]`.
pub fn area_share(scene: &Scene, bbox: &BBox) -> f64 {
    let size = scene.image.size;
    bbox.area() as f64 / (f64::from(size.w) * f64::from(size.h)).max(1.0)
}

/// Whether one of two regions is a part of the other, or both of one object.
pub fn joined(scene: &Scene, a: usize, b: usize) -> bool {
    let whole = |i: usize| scene.regions.get(i).and_then(|r| r.part_of).map_or(i, |w| w as usize);
    whole(a) == whole(b)
}

/// Whether two boxes are one thing boxed twice under one name.
pub fn same_thing(a: &Region, b: &Region, limits: &Limits) -> bool {
    a.label.eq_ignore_ascii_case(&b.label) && a.bbox.iou(&b.bbox) > limits.duplicate_iou
}

/// Whether another box shares so much with this one that its name may be given for what is in this one.
pub fn overlaps(a: &BBox, b: &BBox, limits: &Limits) -> bool {
    a.intersection(b) > 0
        && (a.iou(b) > limits.overlap_iou
            || a.covered_by(b) > limits.overlap_covered
            || b.covered_by(a) > limits.overlap_covered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scene::Flag;
    use crate::target::testing::Build;

    fn reason(build: Build) -> Option<Reason> {
        singled_out(&build.scene(), 0, &Limits::default()).err().map(|(reason, _)| reason)
    }

    #[test]
    fn a_whole_box_of_fair_size_is_askable_and_a_small_one_is_weak() {
        let limits = Limits::default();
        let scene = Build::new().region("dog", [100, 100, 200, 200]).region("cat", [400, 100, 45, 45]).scene();
        assert_eq!(singled_out(&scene, 0, &limits), Ok(Askable { weak: false }));
        assert_eq!(singled_out(&scene, 1, &limits), Ok(Askable { weak: true }));
    }

    #[test]
    fn every_reject_has_its_name() {
        assert_eq!(reason(Build::new().region("dog", [0, 0, 10, 200])), Some("tiny_box"));
        assert_eq!(reason(Build::new().region("sky", [0, 0, 640, 480])), Some("fills_picture"));
        let flagged = |set: fn(&mut crate::model::scene::Flags)| {
            reason(Build::new().region("dog", [0, 0, 200, 200]).with(move |r| set(&mut r.flags)))
        };
        assert_eq!(flagged(|f| f.group = Flag::Yes), Some("group_box"));
        assert_eq!(flagged(|f| f.inside = Flag::Yes), Some("inside_box"));
        assert_eq!(flagged(|f| f.depiction = Flag::Yes), Some("depicted_box"));
        assert_eq!(flagged(|f| f.truncated = Flag::Yes), Some("truncated_box"));
        assert_eq!(flagged(|f| f.occluded = Flag::Yes), None);
        assert_eq!(flagged(|_| ()), None, "unknown flags reject nothing");
    }

    #[test]
    fn a_thing_behind_another_of_its_size_is_covered_but_a_cup_on_a_table_is_not() {
        let behind = Build::new().region("man", [100, 100, 100, 200]).region("bus", [110, 90, 200, 220]);
        assert_eq!(reason(behind), Some("covered_box"));
        let cup = Build::new().region("cup", [100, 100, 60, 60]).region("table", [0, 50, 600, 400]);
        assert_eq!(reason(cup), None);
        let table = Build::new().region("table", [0, 100, 500, 300]).region("pizza", [20, 110, 450, 280]);
        assert_eq!(reason(table), Some("covered_box"));
    }

    #[test]
    fn parts_and_second_boxes_of_the_same_thing_do_not_cover_it() {
        let part = Build::new().region("mug", [100, 100, 100, 100]).region("body", [100, 100, 90, 100]).part_of(0);
        assert_eq!(reason(part), None);
        let twice = Build::new().region("mug", [100, 100, 100, 100]).region("mug", [101, 100, 100, 100]);
        assert_eq!(reason(twice), None);
    }
}

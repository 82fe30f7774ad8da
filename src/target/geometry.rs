//! What two boxes prove about a spatial predicate, seen from the viewer (design section 7).
//!
//! A picture is flat: boxes can contradict "to the left of", "above", "in" or "on", never "next to", "behind" or
//! "in front of". Nothing here proves that a predicate holds; it only says which cannot.

use crate::model::geom::{BBox, Size};

/// Extents that share more of the narrower one than this stand over, not beside, each other.
const SAME_EXTENT: f64 = 0.8;
/// Centers closer than this share of the wider box count as level with each other.
const LEVEL: f64 = 0.25;
/// Centers that differ by more than this share of the wider box lie on different sides.
const APART: f64 = 0.15;
/// Boxes further apart than this share of the picture's longer side do not touch.
const TOUCH: f64 = 0.03;

/// What the boxes say of a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearing {
    /// They contradict it, by the named rule, whatever else holds.
    Against(&'static str),
    /// They contradict it, by the named rule, unless something else that holds makes it a matter of words.
    Hardly(&'static str),
    /// They do not contradict it.
    Silent,
}

/// What the boxes say of "subject – predicate – object". Predicates are named as in the thesaurus.
pub fn bearing(predicate: &str, subject: &BBox, object: &BBox, size: Size) -> Bearing {
    let apart = || gap(subject, object) > TOUCH * f64::from(size.w.max(size.h));
    match predicate {
        "in" | "inside of" if subject.intersection(object) == 0 => Bearing::Against("no_overlap"),
        "in" | "inside of" if subject.area() > object.area() => Bearing::Hardly("larger_than_its_container"),
        "on" if apart() => Bearing::Against("do_not_touch"),
        _ => match direction(predicate) {
            Some((axis, sign)) => sideways(subject, object, axis, sign),
            None => Bearing::Silent,
        },
    }
}

/// Whether the boxes show what a directional predicate says: separated centers on the right sides, and extents that
/// do not cover each other. Other predicates need no such support.
pub fn borne_out(predicate: &str, subject: &BBox, object: &BBox) -> bool {
    direction(predicate).is_none_or(|(axis, sign)| {
        let (distance, shared) = offset(subject, object, axis);
        distance * sign > APART && shared <= SAME_EXTENT
    })
}

/// Whether the subject's center lies on the side that a directional predicate names: who looks may say it, even of
/// things of which one stands before the other.
pub fn leans(predicate: &str, subject: &BBox, object: &BBox) -> bool {
    direction(predicate).is_some_and(|(axis, sign)| offset(subject, object, axis).0 * sign > APART)
}

/// The axis of a directional predicate and the side of the object on which the subject must lie.
fn direction(predicate: &str) -> Option<(Axis, f64)> {
    Some(match predicate {
        "to the left of" => (Axis::X, -1.0),
        "to the right of" => (Axis::X, 1.0),
        "above" => (Axis::Y, -1.0),
        "under" => (Axis::Y, 1.0),
        _ => return None,
    })
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

/// Signed distance of the centers as a share of the wider box, and the share of the narrower extent in common.
fn offset(subject: &BBox, object: &BBox, axis: Axis) -> (f64, f64) {
    let (a, b) = (subject.center(), object.center());
    match axis {
        Axis::X => ((a.0 - b.0) / f64::from(subject.w().max(object.w())), subject.x_overlap(object)),
        Axis::Y => ((a.1 - b.1) / f64::from(subject.h().max(object.h())), subject.y_overlap(object)),
    }
}

fn sideways(subject: &BBox, object: &BBox, axis: Axis, sign: f64) -> Bearing {
    let (distance, shared) = offset(subject, object, axis);
    let (centers, overlap) = match axis {
        Axis::X => ("x_centers", "x_overlap"),
        Axis::Y => ("y_centers", "y_overlap"),
    };
    if distance * sign < -APART {
        Bearing::Against(centers)
    } else if shared > SAME_EXTENT && distance.abs() < LEVEL {
        Bearing::Hardly(overlap)
    } else {
        Bearing::Silent
    }
}

/// Distance between the nearest points of two boxes in pixels, along the axis on which they are further apart.
fn gap(a: &BBox, b: &BBox) -> f64 {
    let between = |a0: u32, a1: u32, b0: u32, b1: u32| b0.saturating_sub(a1).max(a0.saturating_sub(b1));
    let x = between(a.x0(), a.x1(), b.x0(), b.x1());
    let y = between(a.y0(), a.y1(), b.y0(), b.y1());
    f64::from(x.max(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { w: 640, h: 480 };

    fn rule(predicate: &str, a: [u32; 4], b: [u32; 4]) -> Option<&'static str> {
        let bbox = |b| BBox::try_from(b).expect("a box");
        match bearing(predicate, &bbox(a), &bbox(b), SIZE) {
            Bearing::Against(rule) | Bearing::Hardly(rule) => Some(rule),
            Bearing::Silent => None,
        }
    }

    #[test]
    fn left_and_right_follow_the_centers() {
        let (a, b) = ([10, 100, 100, 100], [300, 100, 100, 100]);
        assert_eq!(rule("to the left of", a, b), None);
        assert_eq!(rule("to the right of", a, b), Some("x_centers"));
        assert_eq!(rule("to the left of", b, a), Some("x_centers"));
    }

    #[test]
    fn one_over_the_other_is_neither_left_nor_right() {
        let (a, b) = ([100, 10, 100, 100], [105, 300, 120, 100]);
        assert_eq!(rule("to the left of", a, b), Some("x_overlap"));
        assert_eq!(rule("to the right of", a, b), Some("x_overlap"));
        assert_eq!(rule("above", a, b), None);
        assert_eq!(rule("under", a, b), Some("y_centers"));
    }

    #[test]
    fn a_small_thing_at_the_end_of_a_wide_one_is_only_on_its_own_side() {
        let (cup, table) = ([20, 200, 40, 40], [0, 220, 600, 200]);
        assert_eq!(rule("to the left of", cup, table), None, "it may be said");
        assert_eq!(rule("to the right of", cup, table), Some("x_centers"));
    }

    #[test]
    fn level_things_are_neither_above_nor_under() {
        let (a, b) = ([0, 100, 100, 100], [300, 105, 100, 110]);
        assert_eq!(rule("above", a, b), Some("y_overlap"));
        assert_eq!(rule("under", a, b), Some("y_overlap"));
    }

    #[test]
    fn a_thing_before_the_end_of_a_wide_one_leans_to_that_side() {
        let bbox = |b: [u32; 4]| BBox::try_from(b).expect("a box");
        let (basket, sofa) = (bbox([334, 250, 64, 64]), bbox([248, 156, 168, 84]));
        assert!(leans("to the right of", &basket, &sofa) && leans("under", &basket, &sofa));
        assert!(!leans("to the left of", &basket, &sofa) && !leans("in front of", &basket, &sofa));
        assert!(!leans("to the right of", &bbox([310, 250, 64, 64]), &sofa), "in the middle");
    }

    #[test]
    fn in_needs_overlap_and_a_larger_container_and_on_needs_touch() {
        let (a, b) = ([0, 0, 50, 50], [300, 300, 100, 100]);
        assert_eq!(rule("in", a, b), Some("no_overlap"));
        assert_eq!(rule("on", a, b), Some("do_not_touch"));
        assert_eq!(rule("in", [290, 290, 200, 150], b), Some("larger_than_its_container"));
        assert_eq!(rule("on", [300, 240, 50, 55], b), None, "5 px apart still touch");
    }

    #[test]
    fn depth_and_nearness_are_never_contradicted() {
        for p in ["next to", "behind", "in front of"] {
            assert_eq!(rule(p, [0, 0, 20, 20], [600, 400, 20, 20]), None);
        }
    }

    #[test]
    fn a_direction_is_borne_out_by_separated_centers_and_extents() {
        let bbox = |b: [u32; 4]| BBox::try_from(b).expect("a box");
        let (cup, table, lamp) = (bbox([20, 200, 40, 40]), bbox([0, 220, 600, 200]), bbox([400, 10, 60, 60]));
        assert!(!borne_out("to the left of", &cup, &table), "it stands over its end");
        assert!(borne_out("to the left of", &cup, &lamp));
        assert!(!borne_out("to the right of", &cup, &lamp));
        assert!(borne_out("next to", &cup, &lamp));
    }
}

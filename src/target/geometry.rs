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

/// The rule by which the boxes contradict "subject – predicate – object", or `None` where they do not.
/// Predicates are named as in the thesaurus.
pub fn contradicted(predicate: &str, subject: &BBox, object: &BBox, size: Size) -> Option<&'static str> {
    match predicate {
        "to the left of" => sideways(subject, object, Axis::X, -1.0),
        "to the right of" => sideways(subject, object, Axis::X, 1.0),
        "above" => sideways(subject, object, Axis::Y, -1.0),
        "under" => sideways(subject, object, Axis::Y, 1.0),
        "in" | "inside of" if subject.intersection(object) == 0 => Some("no_overlap"),
        "in" | "inside of" if subject.area() > object.area() => Some("larger_than_its_container"),
        "on" if gap(subject, object) > TOUCH * f64::from(size.w.max(size.h)) => Some("do_not_touch"),
        _ => None,
    }
}

/// The predicate that says the same with subject and object exchanged.
pub fn inverse(predicate: &str) -> Option<&'static str> {
    Some(match predicate {
        "to the left of" => "to the right of",
        "to the right of" => "to the left of",
        "above" => "under",
        "under" => "above",
        "behind" => "in front of",
        "in front of" => "behind",
        _ => return None,
    })
}

/// Whether the viewer's frame decides the predicate, so that the boxes must bear it out.
pub fn is_directional(predicate: &str) -> bool {
    matches!(predicate, "to the left of" | "to the right of" | "above" | "under")
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

/// `sign`: the side of the object on which the subject must lie, -1 for left and above.
fn sideways(subject: &BBox, object: &BBox, axis: Axis, sign: f64) -> Option<&'static str> {
    let (a, b) = (subject.center(), object.center());
    let (distance, widest, shared, same, wrong) = match axis {
        Axis::X => (a.0 - b.0, subject.w().max(object.w()), subject.x_overlap(object), "x_overlap", "x_centers"),
        Axis::Y => (a.1 - b.1, subject.h().max(object.h()), subject.y_overlap(object), "y_overlap", "y_centers"),
    };
    let distance = distance / f64::from(widest);
    if distance * sign < -APART {
        return Some(wrong);
    }
    (shared > SAME_EXTENT && distance.abs() < LEVEL).then_some(same)
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
        contradicted(predicate, &bbox(a), &bbox(b), SIZE)
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
    fn inverses_are_symmetric() {
        for p in ["to the left of", "to the right of", "above", "under", "behind", "in front of"] {
            assert_eq!(inverse(p).and_then(inverse), Some(p));
        }
        assert_eq!(inverse("on"), None);
    }
}

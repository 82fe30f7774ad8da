//! Which of SpatialSense's predicates hold of two things, which do not, and which are left open.

use super::world::{Corners, Stand, World};

/// SpatialSense's nine predicates.
pub const PREDICATES: [&str; 9] =
    ["above", "behind", "in", "in front of", "next to", "on", "to the left of", "to the right of", "under"];

/// A judged pair: subject, object, and for each of [`PREDICATES`] yes, no, or nothing.
pub struct Judged {
    pub subject: usize,
    pub object: usize,
    pub holds: [Option<bool>; 9],
}

/// Most ordered pairs of one picture.
const MOST: usize = 18;

/// The pairs of a picture of which something holds; predicates that few pairs have come first.
pub fn judge(world: &World) -> Vec<Judged> {
    let eligible: Vec<usize> = (0..world.things.len()).filter(|&i| placed(world, i)).collect();
    let mut pairs = Vec::new();
    for &subject in &eligible {
        for &object in
            eligible.iter().filter(|&&o| o != subject && world.things[o].class != world.things[subject].class)
        {
            let holds = PREDICATES.map(|p| holds(world, p, subject, object));
            if holds.contains(&Some(true)) {
                pairs.push(Judged { subject, object, holds });
            }
        }
    }
    let mut tally = [0usize; 9];
    let mut chosen = Vec::new();
    while chosen.len() < MOST && !pairs.is_empty() {
        let need = |j: &Judged| (0..9).filter(|&p| j.holds[p] == Some(true)).map(|p| tally[p]).min().unwrap_or(0);
        let best = (0..pairs.len()).min_by_key(|&i| need(&pairs[i])).unwrap_or(0);
        let pair = pairs.swap_remove(best);
        for (count, held) in tally.iter_mut().zip(pair.holds) {
            *count += usize::from(held == Some(true));
        }
        chosen.push(pair);
    }
    chosen.sort_by_key(|j| (j.subject, j.object));
    chosen
}

/// Whether a thing has a place of its own: it is not worn, not in somebody's hands, not cut by the border.
fn placed(world: &World, i: usize) -> bool {
    let t = &world.things[i];
    let hangs = t.stand == Stand::Free && matches!(t.class.noun, "clock" | "window");
    t.worn_by.is_none() && !t.truncated && (t.stand != Stand::Free || hangs)
}

fn holds(world: &World, predicate: &str, i: usize, j: usize) -> Option<bool> {
    let (a, b) = (&world.things[i], &world.things[j]);
    let (p, q) = (a.corners, b.corners);
    let apart = x_overlap(p, q) < 0.2;
    match predicate {
        "to the left of" => side(p, q),
        "to the right of" => side(q, p),
        "above" => above(world, i, j),
        "under" => under(world, i, j),
        "on" => match () {
            () if a.stand == Stand::On(j) => Some(true),
            () if b.stand == Stand::On(i) || b.stand == Stand::In(i) || a.stand == Stand::Under(j) || !touch(p, q) => {
                Some(false)
            }
            () => None,
        },
        "in" => match () {
            () if a.stand == Stand::In(j) => Some(true),
            () if matches!(b.class.noun, "sofa" | "chair" | "shelf") && touch(p, q) => None,
            () if b.stand == Stand::In(i) || b.stand == Stand::On(i) || !touch(p, q) || area(p) > area(q) => {
                Some(false)
            }
            () if a.stand == Stand::On(j) => Some(false),
            () => None,
        },
        "in front of" => depth(a.stand, b.stand, p, q, (i, j)),
        "behind" => depth(b.stand, a.stand, q, p, (j, i)),
        _ => {
            let gap = f64::from(p[0].max(q[0])) - f64::from(p[2].min(q[2]));
            let level = match (a.stand, b.stand) {
                (Stand::Ground(y), Stand::Ground(z)) => (y - z).abs() <= 10.0,
                (Stand::On(s), Stand::On(t)) => s == t && (f64::from(p[3]) - f64::from(q[3])).abs() <= 12.0,
                _ => false,
            };
            match () {
                () if level && apart && gap < 36.0 => Some(true),
                () if gap > 170.0 => Some(false),
                () => None,
            }
        }
    }
}

/// Left of: the centers in order and hardly any overlap in x. Neither side when one lies within the other's extent.
fn side(p: Corners, q: Corners) -> Option<bool> {
    let overlap = x_overlap(p, q);
    let before = p[0] + p[2] < q[0] + q[2];
    match () {
        () if overlap < 0.15 => Some(before),
        () if overlap > 0.85 || !before => Some(false),
        () => None,
    }
}

fn above(world: &World, i: usize, j: usize) -> Option<bool> {
    let (a, b) = (&world.things[i], &world.things[j]);
    let (p, q) = (a.corners, b.corners);
    let over = p[3] <= q[1] + 4 && x_overlap(p, q) > 0.5;
    let lifted = match (a.stand, b.stand) {
        (Stand::Free, _) => true,
        (Stand::On(s), Stand::Under(t)) => s == t,
        _ => false,
    };
    match () {
        () if over && lifted => Some(true),
        () if a.stand == Stand::Under(j) || b.stand == Stand::On(i) || b.stand == Stand::In(i) => Some(false),
        () if p[1] + p[3] > q[1] + q[3] || y_overlap(p, q) > 0.85 => Some(false),
        () => None,
    }
}

fn under(world: &World, i: usize, j: usize) -> Option<bool> {
    let (a, b) = (&world.things[i], &world.things[j]);
    match () {
        () if a.stand == Stand::Under(j) || b.stand == Stand::On(i) || above(world, j, i) == Some(true) => Some(true),
        () if a.stand == Stand::On(j) || a.stand == Stand::In(j) || b.stand == Stand::Under(i) => Some(false),
        () if b.stand == Stand::In(i) => None,
        () => {
            let (p, q) = (a.corners, b.corners);
            (p[1] + p[3] < q[1] + q[3] || (y_overlap(p, q) > 0.85 && x_overlap(p, q) < 0.2)).then_some(false)
        }
    }
}

/// In front of: both on the ground, one behind the other from where the viewer stands.
fn depth(a: Stand, b: Stand, p: Corners, q: Corners, (i, j): (usize, usize)) -> Option<bool> {
    match (a, b) {
        (Stand::Ground(y), Stand::Ground(z)) if x_overlap(p, q) > 0.4 && (y - z).abs() > 14.0 => Some(y > z),
        (Stand::Ground(y), Stand::Ground(z)) if x_overlap(p, q) < 0.15 && (y - z).abs() <= 8.0 => Some(false),
        (Stand::On(s), _) if s == j => Some(false),
        (_, Stand::On(s)) if s == i => Some(false),
        (Stand::On(s), Stand::On(t)) if s == t && (f64::from(p[3]) - f64::from(q[3])).abs() <= 8.0 => Some(false),
        (Stand::In(s), _) if s == j => Some(false),
        (_, Stand::In(s)) if s == i => Some(false),
        (Stand::Free, Stand::On(_)) | (Stand::On(_), Stand::Free) if !touch(p, q) => Some(false),
        _ => None,
    }
}

fn overlap(a0: u32, a1: u32, b0: u32, b1: u32) -> f64 {
    f64::from(a1.min(b1).saturating_sub(a0.max(b0))) / f64::from((a1 - a0).min(b1 - b0).max(1))
}

fn x_overlap(p: Corners, q: Corners) -> f64 {
    overlap(p[0], p[2], q[0], q[2])
}

fn y_overlap(p: Corners, q: Corners) -> f64 {
    overlap(p[1], p[3], q[1], q[3])
}

fn touch(p: Corners, q: Corners) -> bool {
    p[0] < q[2] + 2 && q[0] < p[2] + 2 && p[1] < q[3] + 2 && q[1] < p[3] + 2
}

fn area(p: Corners) -> u32 {
    (p[2] - p[0]) * (p[3] - p[1])
}

#[cfg(test)]
mod tests {
    use super::super::stage::compose;
    use super::*;

    #[test]
    fn opposites_never_hold_together() {
        let at = |p: &str| PREDICATES.iter().position(|q| *q == p).unwrap_or(0);
        for number in 0..40 {
            for pair in judge(&compose(1, 3, number)) {
                for (p, q) in [
                    ("to the left of", "to the right of"),
                    ("above", "under"),
                    ("behind", "in front of"),
                    ("on", "under"),
                ] {
                    assert!(pair.holds[at(p)] != Some(true) || pair.holds[at(q)] != Some(true), "{number} {p} {q}");
                }
            }
        }
    }

    #[test]
    fn every_predicate_holds_somewhere_and_fails_somewhere() {
        let judged: Vec<Judged> = (0..40).flat_map(|n| judge(&compose(1, 3, n))).collect();
        for (k, predicate) in PREDICATES.iter().enumerate() {
            for value in [true, false] {
                assert!(judged.iter().filter(|j| j.holds[k] == Some(value)).count() >= 5, "{predicate} {value}");
            }
        }
    }
}

//! Skeletons: where the joints of a figure are when it stands, walks, runs, sits, rides, kicks, throws.
//! Angles are in degrees from straight down, positive forward (the figure faces right).

use super::super::geom::{P, reach};

/// What a figure is doing with its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pose {
    Stand,
    Walk,
    Run,
    Sit,
    Lie,
    Ride,
    Mount,
    Kick,
    Throw,
    Read,
    Strum,
    Raise,
    Carry,
}

/// Angles of one pose.
struct Angles {
    lean: f64,
    /// Thigh and shin, near side then far side.
    legs: [(f64, f64); 2],
    /// Upper and lower arm, near side then far side.
    arms: [(f64, f64); 2],
}

impl Pose {
    fn angles(self) -> Angles {
        let a = |lean, legs, arms| Angles { lean, legs, arms };
        let still = [(4.0, 2.0), (-4.0, -5.0)];
        match self {
            Pose::Stand | Pose::Lie => a(0.0, still, [(10.0, 14.0), (-10.0, -4.0)]),
            Pose::Walk => a(3.0, [(26.0, 12.0), (-18.0, -38.0)], [(-24.0, -6.0), (24.0, 42.0)]),
            Pose::Run => a(14.0, [(64.0, -16.0), (-24.0, -92.0)], [(-52.0, 34.0), (44.0, 124.0)]),
            Pose::Sit => a(-3.0, [(86.0, 4.0), (80.0, -8.0)], [(24.0, 62.0), (16.0, 54.0)]),
            Pose::Ride => a(32.0, [(62.0, -14.0), (24.0, -26.0)], [(58.0, 52.0), (64.0, 58.0)]),
            Pose::Mount => a(4.0, [(56.0, -6.0), (50.0, -12.0)], [(34.0, 78.0), (40.0, 84.0)]),
            Pose::Kick => a(-14.0, [(58.0, 44.0), (-4.0, -10.0)], [(-58.0, -44.0), (52.0, 72.0)]),
            Pose::Throw => a(-4.0, [(18.0, 8.0), (-16.0, -22.0)], [(128.0, 148.0), (-44.0, -30.0)]),
            Pose::Read => a(0.0, still, [(22.0, 118.0), (30.0, 122.0)]),
            Pose::Strum => a(0.0, still, [(-14.0, 76.0), (36.0, 104.0)]),
            Pose::Raise => a(0.0, still, [(28.0, 142.0), (-10.0, -4.0)]),
            Pose::Carry => a(0.0, still, [(26.0, 82.0), (20.0, 78.0)]),
        }
    }

    /// The value of Open Images' `is` row, where the pose is one of its.
    pub fn attribute(self) -> Option<&'static str> {
        match self {
            Pose::Stand | Pose::Throw | Pose::Read | Pose::Strum | Pose::Raise | Pose::Carry => Some("Stand"),
            Pose::Walk => Some("Walk"),
            Pose::Run => Some("Run"),
            Pose::Sit | Pose::Ride | Pose::Mount => Some("Sit"),
            Pose::Lie => Some("Lay"),
            Pose::Kick => None,
        }
    }
}

/// Joints of a figure 100 units tall, its lowest foot (or its seat, when it sits on something) at y = 0.
#[derive(Debug, Clone, Copy)]
pub struct Joints {
    pub head: P,
    pub neck: P,
    pub hip: P,
    /// Knee and foot, near side then far side.
    pub legs: [(P, P); 2],
    /// Elbow and hand, near side then far side.
    pub arms: [(P, P); 2],
}

const THIGH: f64 = 23.0;
const SHIN: f64 = 23.0;
const ARM: f64 = 17.0;

/// The joints of a pose. Seated poses have their hip at (0, -4): the seat is at the origin.
pub fn joints(pose: Pose) -> Joints {
    let a = pose.angles();
    let build = |hip: P| {
        let neck = reach(hip, 180.0 - a.lean, 34.0);
        let leg = |(thigh, shin): (f64, f64)| {
            let knee = reach(hip, thigh, THIGH);
            (knee, reach(knee, shin, SHIN))
        };
        let shoulder = reach(neck, -a.lean, 4.0);
        let arm = |(upper, lower): (f64, f64)| {
            let elbow = reach(shoulder, upper, ARM);
            (elbow, reach(elbow, lower, ARM - 1.0))
        };
        let head = reach(neck, 180.0 - a.lean * 0.5, 11.5);
        Joints { head, neck, hip, legs: a.legs.map(leg), arms: a.arms.map(arm) }
    };
    let seated = matches!(pose, Pose::Sit | Pose::Ride | Pose::Mount);
    if seated {
        return build((0.0, -5.0));
    }
    let low = build((0.0, 0.0)).legs.iter().map(|l| l.1.1).fold(f64::NEG_INFINITY, f64::max);
    build((0.0, -low - 3.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standing_figures_touch_the_ground_and_runners_reach_far() {
        for pose in [Pose::Stand, Pose::Walk, Pose::Run, Pose::Kick, Pose::Throw] {
            let low = joints(pose).legs.iter().map(|l| l.1.1).fold(f64::NEG_INFINITY, f64::max);
            assert!((low + 3.0).abs() < 0.2, "{pose:?} {low}");
        }
        let stride = |p| joints(p).legs[0].1.0 - joints(p).legs[1].1.0;
        assert!(stride(Pose::Walk) > stride(Pose::Stand) + 15.0);
        assert!(joints(Pose::Throw).arms[0].1.1 < joints(Pose::Throw).head.1);
    }
}

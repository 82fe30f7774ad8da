//! A street: houses behind a pavement, traffic in front, people and animals between.

use super::super::art::pose::Pose;
use super::super::world::{Stand, World};
use super::act::{Act, Spot, act, pose};
use super::backdrop;

pub fn street(world: &mut World) {
    world.place = "on a street";
    let (line, curb) = (196.0, 268.0);
    backdrop::road(world, line, curb);
    let houses = 1 + world.rng.below(3);
    for k in 0..houses {
        let x = 512.0 * (k as f64 + 0.5) / houses as f64;
        world.put("house", (x, line + 10.0), 0.94, Stand::Ground(line + 10.0));
    }
    let trees = world.rng.below(3);
    for k in 0..trees {
        let x = 512.0 * (k as f64 + 1.0) / houses as f64;
        if x < 480.0 {
            world.put("tree", (x, line + 16.0), 0.8, Stand::Ground(line + 16.0));
        }
    }
    pavement(world);
    traffic(world, curb);
}

/// Things and people on the pavement.
fn pavement(world: &mut World) {
    let mut kinds = ["walker", "bench", "light", "dog", "trash can", "rider"];
    world.rng.shuffle(&mut kinds);
    for (k, kind) in kinds.into_iter().take(4).enumerate() {
        let at = (64.0 + 126.0 * k as f64, 256.0 + world.rng.below(8) as f64);
        let noun = world.pick(&["man", "woman", "boy", "girl"]);
        let spot = Spot { noun, at, height: 104.0, flip: world.rng.below(2) == 0 };
        match kind {
            "walker" => {
                let what = world.pick(&[Pose::Walk, Pose::Stand, Pose::Run]);
                pose(world, spot, what);
            }
            "rider" => {
                let what =
                    world.pick(&[Act::Ride("bicycle"), Act::Hold("umbrella"), Act::Hold("handbag"), Act::Wear("hat")]);
                act(world, spot, what);
            }
            "light" => {
                let noun = world.pick(&["street light", "traffic light"]);
                world.put(noun, at, 0.95, Stand::Ground(at.1));
            }
            noun => {
                let scale = if noun == "bench" { 0.8 } else { 0.9 };
                world.put(noun, at, scale, Stand::Ground(at.1));
            }
        }
    }
}

/// Vehicles on the road, apart from each other.
fn traffic(world: &mut World, curb: f64) {
    let y = curb + 76.0;
    let bus = world.rng.below(3) == 0;
    let cars = 1 + world.rng.below(if bus { 2 } else { 3 });
    let mut left = 10.0 + world.rng.below(16) as f64;
    if bus {
        world.put("bus", (left + 95.0, y), 0.95, Stand::Ground(y));
        left += 200.0;
    }
    for _ in 0..cars {
        world.put("car", (left + 66.0, y + 4.0), 1.0, Stand::Ground(y + 4.0));
        left += 140.0 + world.rng.below(12) as f64;
    }
    if left < 400.0 && world.rng.below(2) == 0 {
        world.put("bicycle", (left + 52.0, y + 6.0), 0.9, Stand::Ground(y + 6.0));
    }
}

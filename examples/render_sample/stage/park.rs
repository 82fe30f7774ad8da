//! A park: people who stand, sit, walk and run, or who each do something with something.

use super::super::art::pose::Pose;
use super::super::world::{Stand, WIDTH, World};
use super::act::{Act, Spot, act, pose, sit};
use super::backdrop;

fn people(world: &mut World) -> [&'static str; 4] {
    let mut nouns = ["man", "woman", "boy", "girl"];
    world.rng.shuffle(&mut nouns);
    nouns
}

fn height(noun: &str) -> f64 {
    match noun {
        "man" => 142.0,
        "woman" => 136.0,
        "boy" => 112.0,
        _ => 108.0,
    }
}

fn trees(world: &mut World, line: f64) {
    let count = 1 + world.rng.below(4);
    for k in 0..count {
        let x = 30.0 + (f64::from(WIDTH) - 60.0) * (k as f64 + 0.36 + 0.28 * world.rng.unit()) / count as f64;
        let y = line + 6.0 + world.rng.below(14) as f64;
        let scale = 0.72 + 0.2 * world.rng.unit();
        world.put("tree", (x, y), scale, Stand::Ground(y));
    }
}

/// Kites in the sky.
fn kites(world: &mut World) {
    for k in 0..world.rng.below(4) {
        let at = (70.0 + 150.0 * k as f64 + world.rng.below(60) as f64, 76.0 + world.rng.below(14) as f64);
        world.put("kite", at, 0.92, Stand::Free);
    }
}

/// Four people in four poses, with a few animals.
pub fn poses(world: &mut World) {
    world.place = "in a park";
    let line = 170.0 + world.rng.below(20) as f64;
    backdrop::lawn(world, line);
    trees(world, line);
    kites(world);
    // A still picture does not tell a step from a stand, so only one of the two is there.
    let mut order = [world.pick(&[Pose::Stand, Pose::Walk, Pose::Walk]), Pose::Sit, Pose::Lie, Pose::Run];
    world.rng.shuffle(&mut order);
    let nouns = people(world);
    for (k, (noun, what)) in nouns.into_iter().zip(order).enumerate() {
        let y = 284.0 + world.rng.below(14) as f64;
        let spot = Spot { noun, at: (68.0 + 125.0 * k as f64, y), height: height(noun), flip: world.rng.below(2) == 0 };
        if what == Pose::Sit {
            let seat = world.pick(&["bench", "stool", "chair"]);
            sit(world, Spot { height: 112.0, ..spot }, seat);
        } else {
            let height = if what == Pose::Lie { 112.0 } else { spot.height };
            pose(world, Spot { height, ..spot }, what);
        }
    }
    let near = world.pick(&["dog", "bird", "cat", "ball", "flower"]);
    let count = 1 + world.rng.below(5);
    for k in 0..count {
        let y = 364.0 + world.rng.below(14) as f64;
        let x = 48.0 + 98.0 * k as f64 + world.rng.below(16) as f64;
        world.put(near, (x, y), if near == "flower" { 1.2 } else { 0.95 }, Stand::Ground(y));
    }
}

/// Four acts: mostly a ride, a kick and a throw, which nobody takes for each other, and one more.
fn four(world: &mut World) -> Vec<Act> {
    let mut acts = Act::one_of_each(world);
    world.rng.shuffle(&mut acts);
    if world.rng.below(8) > 0 {
        acts.sort_by_key(|a| !matches!(a, Act::Ride(_) | Act::Kick | Act::Throw));
    }
    acts.truncate(4);
    world.rng.shuffle(&mut acts);
    acts
}

/// Four people who each do something else.
pub fn doings(world: &mut World) {
    world.place = "in a park";
    let line = 160.0 + world.rng.below(20) as f64;
    backdrop::lawn(world, line);
    trees(world, line);
    let acts = four(world);
    let nouns = people(world);
    let room: f64 = acts.iter().map(|a| a.width()).sum();
    let unit = (f64::from(WIDTH) - 16.0) / room;
    let mut left = 8.0;
    for (noun, what) in nouns.into_iter().zip(acts) {
        let wide = what.width() * unit;
        let flip = world.rng.below(2) == 0;
        let lean = if matches!(what, Act::Kick | Act::Throw | Act::Play("drum")) { 0.18 * wide } else { 0.0 };
        let x = left + wide / 2.0 + if flip { lean } else { -lean };
        let y = 294.0 + world.rng.below(8) as f64;
        let tall = height(noun).min(wide / what.width()) * if what == Act::Ride("horse") { 0.92 } else { 1.0 };
        act(world, Spot { noun, at: (x, y), height: tall, flip }, what);
        left += wide;
    }
    let near = world.pick(&["dog", "bird", "flower", "cat"]);
    for k in 0..world.rng.below(5) {
        let y = 366.0 + world.rng.below(12) as f64;
        let x = 52.0 + 98.0 * k as f64 + world.rng.below(16) as f64;
        world.put(near, (x, y), if near == "flower" { 1.2 } else { 0.95 }, Stand::Ground(y));
    }
}

//! A room: a sofa or chairs, a table with things on it, something under it, something on the wall.

use super::super::art::furniture::{SOFA_SEAT, TABLE_TOP};
use super::super::art::pose::Pose;
use super::super::class::class;
use super::super::world::{Stand, World};
use super::act::{Act, Spot, act, pose, seated, sit};
use super::backdrop;

pub fn room(world: &mut World) {
    world.place = "in a room";
    let line = 218.0 + world.rng.below(14) as f64;
    backdrop::indoors(world, line);
    let mirrored = world.rng.below(2) == 0;
    let across = |x: f64| if mirrored { 512.0 - x } else { x };
    wall(world, across(132.0), across(300.0), across(420.0));
    backdrop::rug(world, across(250.0), 340.0, 150.0);
    let sofa = world.rng.below(3) > 0;
    if sofa {
        let s = world.put("sofa", (across(118.0), 282.0), 1.08, Stand::Ground(282.0));
        let who = world.pick(&["man", "woman", "pillow", "cat"]);
        let seat = 282.0 + (SOFA_SEAT - 4.0) * 1.08;
        match who {
            "man" | "woman" => {
                let spot = Spot { noun: who, at: (across(150.0), seat), height: 118.0, flip: world.rng.below(2) == 0 };
                seated(world, spot, s);
                world.put("pillow", (across(62.0), seat + 2.0), 0.9, Stand::On(s));
            }
            "pillow" => {
                for x in [66.0, 120.0, 172.0].into_iter().take(1 + world.rng.below(3)) {
                    world.put("pillow", (across(x), seat + 2.0), 0.9, Stand::On(s));
                }
            }
            _ => {
                world.put("cat", (across(150.0), seat + 3.0), 0.9, Stand::On(s));
                world.put("pillow", (across(66.0), seat + 2.0), 0.9, Stand::On(s));
            }
        }
    } else {
        world.put("chair", (across(60.0), 292.0), 1.12, Stand::Ground(292.0));
        let other = world.pick(&["stool", "chair", "sitter", "stander"]);
        let spot = Spot {
            noun: world.pick(&["man", "woman"]),
            at: (across(168.0), 294.0),
            height: 138.0,
            flip: world.rng.below(2) == 0,
        };
        match other {
            "sitter" => {
                sit(world, Spot { height: 118.0, ..spot }, "chair");
            }
            "stander" => {
                let what = world.pick(&[Act::Read, Act::Play("guitar"), Act::Hold("handbag")]);
                act(world, spot, what);
            }
            noun => {
                world.put(noun, spot.at, 1.1, Stand::Ground(294.0));
            }
        }
    }
    table(world, across(362.0));
    front(world, mirrored);
}

/// What hangs on the wall: a window, and a clock or another window.
fn wall(world: &mut World, left: f64, middle: f64, right: f64) {
    let window = world.pick(&[left, right]);
    world.put("window", (window, 150.0), 0.98, Stand::Free);
    if world.rng.below(3) > 0 {
        let at = if window == left { right } else { left };
        let x = world.pick(&[at, middle]);
        world.put("clock", (x, 96.0), 1.05, Stand::Free);
    }
}

/// A table with two or three things on it and one under it.
fn table(world: &mut World, x: f64) {
    let (y, scale) = (306.0, 1.12);
    let table = world.put("table", (x, y), scale, Stand::Ground(y));
    let under = world.pick(&["ball", "dog", "cat", "box", "basket", "trash can"]);
    let aside = x + world.rng.below(30) as f64 - 15.0;
    world.put(under, (aside, y - 3.0), if under == "dog" { 0.78 } else { 0.84 }, Stand::Under(table));
    let mut tops = [
        "lamp",
        "vase",
        "kettle",
        "laptop",
        "mug",
        "bottle",
        "bowl",
        "potted plant",
        "cat",
        "book",
        "box",
        "hat",
        "handbag",
    ];
    world.rng.shuffle(&mut tops);
    let count = 2 + world.rng.below(2);
    let slot = 150.0 / count as f64;
    let mut left = x - 75.0;
    for noun in tops.into_iter().filter(|n| class(n).size.0 < slot + 12.0).take(count) {
        world.put(noun, (left + slot / 2.0, y + (TABLE_TOP + 7.0) * scale), 1.0, Stand::On(table));
        left += slot;
    }
}

/// Things on the floor in front, one of them in a box or a basket.
fn front(world: &mut World, mirrored: bool) {
    let mut kinds = ["box", "ball", "stool", "backpack", "handbag", "bucket", "potted plant", "dog", "drum", "guitar"];
    world.rng.shuffle(&mut kinds);
    if world.rng.below(3) > 0 {
        kinds[world.rng.below(3)] = "holder";
    }
    for (k, noun) in kinds.into_iter().take(3).enumerate() {
        let x = 76.0 + 122.0 * k as f64;
        let at = (if mirrored { 512.0 - x } else { x }, 366.0 + world.rng.below(8) as f64);
        if noun == "holder" {
            hold_in(world, at);
        } else {
            let scale = if noun == "guitar" { 0.86 } else { 0.95 };
            world.put(noun, at, scale, Stand::Ground(at.1));
        }
    }
    if world.rng.below(4) == 0 {
        let spot = Spot {
            noun: world.pick(&["boy", "girl"]),
            at: (if mirrored { 60.0 } else { 452.0 }, 366.0),
            height: 108.0,
            flip: !mirrored,
        };
        pose(world, spot, Pose::Stand);
    }
}

/// A bucket or a basket with something in it: the content is drawn first, so that its lower part is hidden.
fn hold_in(world: &mut World, at: (f64, f64)) {
    let (holder, content, rise, scale) = world.pick(&[
        ("bucket", "flower", 24.0, 1.4),
        ("bucket", "ball", 30.0, 0.9),
        ("basket", "ball", 24.0, 1.1),
        ("basket", "cat", 18.0, 0.9),
        ("basket", "pillow", 20.0, 0.9),
    ]);
    let look = world.look(class(holder));
    let around = world.list(holder, look, Stand::Ground(at.1));
    world.shadow(at, 28.0);
    let look = world.look(class(content));
    let thing = world.list(content, look, Stand::In(around));
    world.draw(thing, (at.0, at.1 - rise), scale, false, 0.0);
    world.link(thing, "inside_of", around);
    world.link(around, "contain", thing);
    world.draw(around, at, 1.2, false, 0.0);
}

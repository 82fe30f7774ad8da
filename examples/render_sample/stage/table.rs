//! A laid table seen from the front: rows of fruit, cups, bottles, plates; five classes in five numbers.

use super::super::class::class;
use super::super::paint::{Light, Paint, Stuff};
use super::super::world::{Stand, World};
use super::backdrop;

const BACK: [&str; 9] = ["bottle", "vase", "kettle", "lamp", "potted plant", "book", "laptop", "box", "basket"];
const FRONT: [&str; 9] = ["apple", "orange", "banana", "pear", "mug", "bowl", "plate", "hat", "ball"];

pub fn laid(world: &mut World) {
    world.place = if world.rng.below(2) == 0 { "in a kitchen" } else { "in a garden" };
    if world.place == "in a kitchen" {
        backdrop::indoors(world, 236.0);
        let x = world.pick(&[96.0, 416.0]);
        world.put("window", (x, 128.0), 0.95, Stand::Free);
        if world.rng.below(2) == 0 {
            world.put("clock", (512.0 - x, 78.0), 1.0, Stand::Free);
        }
    } else {
        backdrop::lawn(world, 150.0);
        for x in [80.0, 430.0].into_iter().take(1 + world.rng.below(2)) {
            world.put("tree", (x, 166.0), 0.84, Stand::Ground(166.0));
        }
    }
    let table = tabletop(world);
    let (mut back, mut front) = (BACK, FRONT);
    world.rng.shuffle(&mut back);
    world.rng.shuffle(&mut front);
    let mut counts = [1, 2, 3, 4, 5, 6];
    world.rng.shuffle(&mut counts);
    while counts[..2].iter().sum::<usize>() > 8 || counts[2..5].iter().sum::<usize>() > 10 {
        world.rng.shuffle(&mut counts);
    }
    row(world, table, &back[..2], &counts[..2], 266.0, 1.08);
    row(world, table, &front[..3], &counts[2..5], 328.0, 1.2);
}

/// A wide table whose top fills the lower half; it is cut by no border.
fn tabletop(world: &mut World) -> usize {
    let look = world.look(class("table"));
    let table = world.list("table", look, Stand::Ground(382.0));
    let mut pen = world.scenery();
    pen.owner = Some(table);
    let body = Paint::of(look.color, look.stuff);
    let leg = body.shade(0.7);
    pen.part("leg", |p| {
        for x in [26.0, 462.0] {
            p.rect(x, 338.0, 24.0, 44.0, leg);
        }
    });
    pen.poly(&[(52.0, 240.0), (460.0, 240.0), (506.0, 338.0), (6.0, 338.0)], body.light(Light::Flat).shade(1.08));
    pen.rect(
        6.0,
        338.0,
        500.0,
        13.0,
        body.shade(0.84).stuff(if look.stuff == Stuff::Wood { Stuff::Wood } else { Stuff::Smooth }),
    );
    table
}

/// Two classes side by side, each in its number.
fn row(world: &mut World, table: usize, nouns: &[&'static str], counts: &[usize], y: f64, scale: f64) {
    let (left, right) = if y < 300.0 { (62.0, 450.0) } else { (34.0, 478.0) };
    let wide: f64 = nouns.iter().zip(counts).map(|(n, &c)| (class(n).size.0 + 8.0) * c as f64).sum();
    let scale = scale.min((right - left) / wide);
    let spare = ((right - left) - wide * scale) / (counts.iter().sum::<usize>() as f64 + 1.0);
    let mut x = left + spare;
    for (noun, &count) in nouns.iter().zip(counts) {
        let same = world.rng.below(3) == 0;
        let look = world.look(class(noun));
        for _ in 0..count {
            let w = (class(noun).size.0 + 8.0) * scale;
            let jitter = world.rng.below(9) as f64 - 4.0;
            let at = (x + w / 2.0, y + jitter);
            if same {
                world.put_as(noun, look, at, scale, Stand::On(table));
            } else {
                world.put(noun, at, scale, Stand::On(table));
            }
            x += w + spare;
        }
    }
}

//! Walls, floors, skies, lawns and roads: what everything else is drawn on.

use super::super::paint::{Color, Light, Paint, Stuff};
use super::super::world::{HEIGHT, WIDTH, World};

const W: f64 = WIDTH as f64;
const H: f64 = HEIGHT as f64;

/// A wall above a floor that meet at `line`.
pub fn indoors(world: &mut World, line: f64) {
    const WALLS: [[f64; 3]; 5] = [
        [244.0, 230.0, 206.0],
        [206.0, 222.0, 226.0],
        [222.0, 232.0, 214.0],
        [240.0, 218.0, 212.0],
        [226.0, 222.0, 236.0],
    ];
    const FLOORS: [[f64; 3]; 3] = [[206.0, 166.0, 122.0], [190.0, 150.0, 116.0], [214.0, 190.0, 158.0]];
    let (wall, floor) = (world.pick(&WALLS), world.pick(&FLOORS));
    let pattern = world.rng.below(3);
    let mut pen = world.scenery();
    let paper = Paint::new(wall).plain();
    pen.rect(0.0, 0.0, W, line, paper.light(Light::To(paper.shade(0.93).rgb)));
    for k in 0..18 {
        let x = 14.0 + 30.0 * f64::from(k);
        match pattern {
            0 => pen.rect(x, 0.0, 13.0, line, paper.shade(0.965)),
            1 => {
                for row in 0..10 {
                    let shift = if row % 2 == 0 { 0.0 } else { 15.0 };
                    pen.oval(x + shift, 14.0 + 27.0 * f64::from(row), 2.4, 2.4, paper.shade(0.93));
                }
            }
            _ => {}
        }
    }
    pen.rect(
        0.0,
        line,
        W,
        H - line,
        Paint::new(floor).plain().stuff(Stuff::Planks).light(Light::To(Paint::new(floor).shade(0.86).rgb)),
    );
    pen.rect(0.0, line - 9.0, W, 10.0, Paint::new([250.0, 247.0, 240.0]).edge(0.8));
}

/// A sky with clouds and hills down to `line`, and a lawn below.
pub fn lawn(world: &mut World, line: f64) {
    sky(world, line);
    let mut hills = Vec::new();
    let lift = world.rng.below(26) as f64;
    for k in 0..=16 {
        let x = W * f64::from(k) / 16.0;
        hills.push((x, line - 22.0 - lift * 0.6 + 16.0 * super::super::geom::sin(x * 0.9 + lift * 13.0)));
    }
    hills.extend([(W, line + 2.0), (0.0, line + 2.0)]);
    let mut pen = world.scenery();
    pen.poly(&hills, Paint::new([150.0, 192.0, 138.0]).plain());
    let grass = Paint::new([140.0, 196.0, 98.0]).plain().stuff(Stuff::Grass).light(Light::To([104.0, 168.0, 74.0]));
    pen.rect(0.0, line, W, H - line, grass);
}

fn sky(world: &mut World, line: f64) {
    const SKIES: [([f64; 3], [f64; 3]); 3] = [
        ([122.0, 188.0, 238.0], [214.0, 236.0, 250.0]),
        ([150.0, 200.0, 232.0], [250.0, 234.0, 210.0]),
        ([136.0, 196.0, 226.0], [226.0, 242.0, 240.0]),
    ];
    let (top, low) = world.pick(&SKIES);
    let clouds: Vec<(f64, f64, f64)> = (0..3)
        .map(|k| {
            (
                60.0 + 170.0 * f64::from(k) + world.rng.below(90) as f64,
                26.0 + world.rng.below(46) as f64,
                10.0 + world.rng.below(8) as f64,
            )
        })
        .collect();
    let mut pen = world.scenery();
    pen.rect(0.0, 0.0, W, line + 1.0, Paint::new(top).plain().light(Light::To(low)));
    for (x, y, r) in clouds {
        let white = Paint::new([255.0; 3]).alpha(0.72).plain();
        pen.fill(
            vec![
                super::super::geom::arc((x - r * 1.5, y), r * 1.1, r * 0.8, 0.0, 360.0),
                super::super::geom::arc((x, y - r * 0.5), r * 1.4, r * 1.1, 0.0, 360.0),
                super::super::geom::arc((x + r * 1.6, y), r * 1.2, r * 0.8, 0.0, 360.0),
            ],
            white,
        );
    }
}

/// A sky, a pavement from `line` and a road below it.
pub fn road(world: &mut World, line: f64, curb: f64) {
    sky(world, line);
    let mut pen = world.scenery();
    pen.rect(0.0, line, W, 14.0, Paint::new([132.0, 182.0, 100.0]).plain().stuff(Stuff::Grass));
    let slab = Paint::new([212.0, 206.0, 198.0]).plain();
    pen.rect(0.0, line + 12.0, W, curb - line, slab.light(Light::To(slab.shade(0.92).rgb)));
    for k in 0..12 {
        let x = 20.0 + 46.0 * f64::from(k);
        pen.line(&[(x, line + 13.0), (x - 12.0, curb)], 0.9, slab.shade(0.86));
    }
    pen.rect(0.0, curb, W, 5.0, slab.shade(0.74));
    let tar = Paint::new([104.0, 106.0, 114.0]).plain().stuff(Stuff::Tar);
    pen.rect(0.0, curb + 5.0, W, H - curb, tar.light(Light::Flat));
    for k in 0..7 {
        pen.rect(16.0 + 78.0 * f64::from(k), curb + 50.0, 40.0, 4.5, Paint::new([240.0, 238.0, 226.0]).plain());
    }
}

/// A rug on the floor.
pub fn rug(world: &mut World, x: f64, y: f64, radius: f64) {
    let color = world.pick(&[Color::Blue, Color::Red, Color::Green, Color::Purple, Color::Orange]);
    let mut pen = world.scenery();
    let cloth = Paint::of(color, Stuff::Fabric).tint(0.45).light(Light::Flat);
    pen.oval(x, y, radius, radius * 0.2, cloth);
    pen.oval(x, y, radius * 0.84, radius * 0.155, cloth.tint(0.35).edge(0.0));
    pen.oval(x, y, radius * 0.68, radius * 0.115, cloth.edge(0.0));
}

//! Which pixels of each thing can be seen: the last drawn thing covers what is under it.

use super::raster::{Crossing, crossings};
use super::world::{Corners, HEIGHT, WIDTH, World};

const NOBODY: u16 = u16::MAX;

/// What can be seen of one thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Box of its visible pixels; empty (all zero) where there are none.
    pub corners: Corners,
    /// Share of its pixels that other things cover, in `[0, 1]`.
    pub covered: f64,
}

/// Tallies of one thing.
#[derive(Clone, Copy)]
struct Tally {
    corners: Corners,
    seen: u32,
    drawn: u32,
}

/// Looks at a picture: one entry a thing. What a person wears counts as the person's, too.
pub fn look(world: &World) -> Vec<Seen> {
    let (w, h) = (WIDTH as usize, HEIGHT as usize);
    let mut owner = vec![NOBODY; w * h];
    let mut tallies = vec![Tally { corners: [WIDTH, HEIGHT, 0, 0], seen: 0, drawn: 0 }; world.things.len()];
    let mut lines: Vec<Crossing> = Vec::new();
    let root = |t: u16| world.things.get(usize::from(t)).map(|o| o.worn_by.unwrap_or(usize::from(t)));
    for shape in &world.shapes {
        let Some(thing) = shape.owner else { continue };
        crossings(&shape.outline, h, 1, &mut lines);
        let mut winding = 0;
        for pair in lines.windows(2) {
            winding += pair[0].2;
            if pair[0].0 != pair[1].0 {
                winding = 0;
            } else if winding != 0 {
                let clip = |x: f64| ((x - 0.5).ceil().max(0.0) as usize).min(w);
                for pixel in &mut owner[pair[0].0 * w + clip(pair[0].1)..pair[0].0 * w + clip(pair[1].1)] {
                    tallies[thing].drawn += u32::from(*pixel != thing as u16 && root(*pixel) != Some(thing));
                    if let Some(wearer) = world.things[thing].worn_by {
                        tallies[wearer].drawn += u32::from(root(*pixel) != Some(wearer));
                    }
                    *pixel = thing as u16;
                }
            }
        }
    }
    for (at, &thing) in owner.iter().enumerate().filter(|(_, t)| **t != NOBODY) {
        let (x, y) = ((at % w) as u32, (at / w) as u32);
        for who in [Some(thing as usize), world.things[thing as usize].worn_by].into_iter().flatten() {
            let t = &mut tallies[who];
            let c = t.corners;
            t.corners = [c[0].min(x), c[1].min(y), c[2].max(x + 1), c[3].max(y + 1)];
            t.seen += 1;
        }
    }
    let seen = |t: &Tally| Seen {
        corners: if t.corners[0] < t.corners[2] { t.corners } else { [0; 4] },
        covered: 1.0 - f64::from(t.seen) / f64::from(t.drawn.max(1)),
    };
    tallies.iter().map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::super::raster::{Shape, render};
    use super::super::stage::{DATASETS, compose};
    use super::*;

    /// Takes each thing out of the rendered picture: the pixels that change are its box, to within two pixels.
    #[test]
    fn boxes_are_tight_on_the_rendered_pixels() {
        for number in 0..8 {
            let world = compose(5, number % DATASETS.len(), number / DATASETS.len());
            let with = render(WIDTH, HEIGHT, world.shapes.iter());
            for i in (0..world.things.len()).filter(|i| i % 4 == number % 4) {
                let without = |s: &&Shape| !world.belongs(s, i);
                let bare = render(WIDTH, HEIGHT, world.shapes.iter().filter(without));
                let mut b = [WIDTH, HEIGHT, 0, 0];
                for (x, y, p) in with.enumerate_pixels() {
                    let other = bare.get_pixel(x, y);
                    if p.0.iter().zip(other.0).any(|(a, b)| a.abs_diff(b) > 20) {
                        b = [b[0].min(x), b[1].min(y), b[2].max(x + 1), b[3].max(y + 1)];
                    }
                }
                let thing = &world.things[i];
                let off = b.iter().zip(thing.corners).map(|(a, c)| a.abs_diff(c)).max().unwrap_or(0);
                assert!(off <= 3, "scene {number}: {} {:?} but pixels {b:?}", thing.class.noun, thing.corners);
            }
        }
    }

    #[test]
    fn boxes_lie_inside_the_picture_and_most_things_are_hardly_covered() {
        let (mut all, mut hidden) = (0, 0);
        for number in 0..200 {
            let world = compose(9, number % DATASETS.len(), number / DATASETS.len());
            for t in &world.things {
                let [x0, y0, x1, y1] = t.corners;
                assert!(x0 < x1 && y0 < y1 && x1 <= WIDTH && y1 <= HEIGHT, "{number} {} {:?}", t.class.noun, t.corners);
                all += 1;
                hidden += usize::from(t.covered > 0.5);
            }
        }
        assert!(hidden * 50 < all, "{hidden} of {all}");
    }
}

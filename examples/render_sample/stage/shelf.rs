//! A bookcase: three boards, each with things of one or two classes; four classes in four numbers.

use super::super::art::furniture::BOARDS;
use super::super::class::class;
use super::super::world::{Stand, World};
use super::backdrop;

pub fn shelf(world: &mut World) {
    world.place = "in a room";
    backdrop::indoors(world, 318.0);
    let look = world.look(class("shelf"));
    let scale = 1.1;
    let (x, y) = (256.0, 356.0);
    let shelf = world.list("shelf", look, Stand::Ground(y));
    world.shadow((x, y), 182.0);
    world.draw(shelf, (x, y), scale, false, 0.0);
    let mut nouns = [
        "book", "bottle", "mug", "vase", "bowl", "box", "clock", "kettle", "basket", "lamp", "ball", "hat", "handbag",
        "laptop", "bucket",
    ];
    world.rng.shuffle(&mut nouns);
    let mut counts = [1, 2, 3, 4, 5, 6, 7];
    world.rng.shuffle(&mut counts);
    let mut next = nouns.into_iter();
    let mut counts = counts.into_iter();
    for board in BOARDS {
        let y = y + board * scale;
        let mut left = 86.0;
        while let Some(noun) = next.clone().next().filter(|n| left + class(n).size.0 < 426.0) {
            next.next();
            let size = class(noun).size;
            let s = (86.0 / size.1).min(1.12);
            let step = size.0 * s + 7.0;
            let fit = ((426.0 - left) / step) as usize;
            let count = counts.next().unwrap_or(2).min(fit);
            for _ in 0..count {
                world.put(noun, (left + step / 2.0, y), s, Stand::On(shelf));
                left += step;
            }
            left += 16.0;
        }
    }
}

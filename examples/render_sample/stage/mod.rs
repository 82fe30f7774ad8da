//! Stages: each composes one kind of picture.

mod act;
mod backdrop;
mod park;
mod room;
mod shelf;
mod street;
mod table;

use super::world::World;
use groundline::rng::item_rng;

/// A composer.
pub type Stage = fn(&mut World);

/// The four datasets, in the order in which pictures are dealt to them.
pub const DATASETS: [&str; 4] = ["flickr30k", "paco", "openimages", "spatialsense"];

/// The stages of each dataset, used in turn: what its annotation can say is what its pictures show.
fn stages(dataset: usize) -> &'static [Stage] {
    match dataset {
        0 => &[park::doings, table::laid, street::street, park::poses, room::room, park::poses, table::laid],
        1 => &[room::room, shelf::shelf, table::laid],
        2 => &[park::poses, park::doings, street::street, park::poses, room::room, park::doings, table::laid],
        _ => &[room::room, street::street, room::room, table::laid, room::room, park::poses],
    }
}

/// The `number`-th picture of a dataset (index into [`DATASETS`]) under a seed.
pub fn compose(seed: u64, dataset: usize, number: usize) -> World {
    let stages = stages(dataset);
    let rng = item_rng(seed, "sample/compose", &[DATASETS[dataset].as_bytes(), &(number as u64).to_le_bytes()]);
    let mut world = World::new(rng);
    stages[number % stages.len()](&mut world);
    world.finish()
}

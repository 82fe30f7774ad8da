//! "What …?": four options, one right (paper, "What").

use super::{Arrangement, Kind, arrange_open, arrange_open_single};
use crate::rng::ItemRng;

/// See the module.
pub struct What;

impl Kind for What {
    fn name(&self) -> &'static str {
        "what"
    }
    fn arrange(&self, options: usize, rng: &mut ItemRng) -> Vec<Arrangement> {
        arrange_open(options, rng)
    }
    fn arrange_single(&self, concepts: usize, turn: usize, rng: &mut ItemRng) -> Arrangement {
        arrange_open_single(concepts, turn, rng)
    }
}

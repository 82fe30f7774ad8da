//! Pictures: decoding them upright, drawing boxes, writing them.

pub mod boxes;
pub mod codec;
mod jpeg;
pub mod palette;

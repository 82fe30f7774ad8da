//! Community questions (VQAonline): a set from dumps, and what is done with it.

pub mod build;
mod card;
mod folder;
mod pictures;
mod set;
mod write;

pub use build::{Built, Options, Pictures, Progress, build};
pub use set::Set;

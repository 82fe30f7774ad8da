//! Community questions (VQAonline): a set from dumps, and what is done with it.

pub mod build;
mod card;
pub mod charts;
pub mod describe;
mod folder;
pub mod intent;
mod labels;
mod pictures;
pub mod prompt;
mod set;
pub mod subset;
mod write;

pub use build::{Built, Options, Pictures, Progress, build};
pub use set::Set;

//! Leakage: whether two sets share pictures.
//!
//! Pictures are compared by where they come from ([`id`]), by their bytes and by how they look ([`mod@print`]). What a
//! set or a corpus holds is a [`split::Split`]: `check --against` and `--exclude` build it of another set, and a file of
//! it deals pictures out so that `generate` and `converse`, which share it, never meet. [`photos`] tells which pictures
//! of one list are the same.

pub mod id;
pub mod photos;
pub mod print;
pub mod split;

pub use id::PictureId;
pub use print::{Looker, Print};
pub use split::{Member, Part, Split};

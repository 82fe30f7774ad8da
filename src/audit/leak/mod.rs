//! Leakage: whether two sets share pictures.
//!
//! Pictures are compared by where they come from ([`id`]), by their bytes and by how they look ([`mod@print`]). What a
//! tuning corpus holds is kept in a [`split::Split`], which `generate` and `converse` can share so that the two never
//! meet, and which `check --against` builds of another set.

pub mod id;
pub mod print;
pub mod split;

pub use id::PictureId;
pub use print::{Looker, Print};
pub use split::Split;

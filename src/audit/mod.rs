//! What `check` and `diff` do to a set: blind solvers, hygiene, verification, leakage.

pub mod blind;
pub mod diff;
pub mod entry;
pub mod finding;
pub mod hygiene;
pub mod leak;
pub mod read;
pub mod verify;
pub mod words;

//! What `check` and `diff` do to a set: blind solvers, hygiene, verification, leakage.

pub mod leak;

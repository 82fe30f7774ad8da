//! What `check` and `diff` do to a set: blind solvers, hygiene, verification, leakage.

//! The `groundline` program.

fn main() {}

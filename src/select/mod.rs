//! Which candidates become items. The result is a pure function of the *set* of facts, the seed and the
//! configuration: pass 1 keeps the smallest hashes per concept ([`strata`], whatever the order of arrival), the planner
//! walks them in hash order under caps and forms exchange groups (design sections 2, 5 and 9).

pub mod candidate;
pub mod cell;
pub mod colors;
pub mod columns;
pub mod context;
pub mod lane;
pub mod partners;
pub mod picture;
pub mod quota;
pub mod rows;
pub mod sample;
pub mod single;
pub mod stem;
pub mod strata;
pub mod variants;
pub mod verdicts;

#[cfg(test)]
mod tests;

//! Tallies, intervals, comparisons and their pages.

pub mod agree;
pub mod browser;
pub mod cd_diagram;
pub mod compare;
pub mod contest;
pub mod grades;
pub mod grid;
pub mod html;
pub mod import;
pub mod interval;
pub mod markdown;
pub mod radar;
pub mod sheet;
pub mod side_by_side;
pub mod svg;
pub mod tally;

#[cfg(test)]
pub(crate) use crate::metric::testing::golden_stats as golden;

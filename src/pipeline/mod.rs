//! The order of the stages. These are the only files that know it.

pub mod ask;
pub mod build;
pub mod card;
pub mod check;
pub mod config;
pub mod converse;
pub mod diff;
pub mod export;
pub mod files;
pub mod forum;
pub mod gallery;
pub mod generate;
pub mod inputs;
pub mod licenses;
pub mod overview;
pub mod pictures;
pub mod plan;
pub mod report;
pub mod review;
pub mod run;
pub mod score;
pub mod set_files;
pub mod survey;
pub mod vaults;
pub mod vectors;

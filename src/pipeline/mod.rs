//! The order of the stages. These are the only files that know it.

pub mod config;

//! groundline: semantic-grounding benchmarks, tuning corpora and scoring for vision-language models.
//!
//! `ARCHITECTURE.md` shows the rooms and who may import whom; `tests/layering.rs` enforces it.

pub mod answer;
pub mod audit;
pub mod cli;
pub mod converse;
pub mod distract;
pub mod draw;
pub mod embed;
pub mod error;
pub mod export;
pub mod forum;
pub mod journal;
pub mod kind;
pub mod lexicon;
pub mod llm;
pub mod metric;
pub mod model;
pub mod pipeline;
pub mod report;
pub mod review;
pub mod rng;
pub mod select;
pub mod source;
pub mod target;

pub use error::{Error, ErrorKind, Place, Result};

//! Similarity: shipped vectors of the thesaurus, and ONNX models for any other text, for single tokens and for pictures.

#[cfg(feature = "embed")]
mod bicubic;
pub mod clip;
pub mod encoder;
pub mod fastembed;
#[cfg(feature = "embed")]
mod graph;
#[cfg(feature = "embed")]
mod model;
#[cfg(feature = "embed")]
mod runtime;
pub mod table;

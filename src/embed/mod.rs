//! Sentence embeddings: the shipped table and any ONNX model.

pub mod fastembed;
pub mod table;

//! Sentence embeddings: the shipped table and any ONNX model.

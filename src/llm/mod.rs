//! Asking OpenAI-compatible endpoints: client, journal, budget.

pub mod base64;

//! Asking OpenAI-compatible endpoints: what to send, how to read what comes back, when to try again, and what was asked.

pub mod base64;
pub mod budget;
pub mod capability;
pub mod client;
pub mod endpoint;
pub mod journal;
pub mod ledger;
pub mod limiter;
pub mod reply;
pub mod retry;

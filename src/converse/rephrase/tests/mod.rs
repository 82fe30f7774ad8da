//! Liars and honest paraphrases.

mod honest;
mod lies;
mod real;
mod scratch;

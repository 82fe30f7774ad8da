//! Liars and honest paraphrases.

mod fresh;
mod honest;
mod lies;
mod real;

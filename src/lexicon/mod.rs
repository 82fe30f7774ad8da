//! Words: thesaurus, inflection, templates.

mod draft;
mod files;
mod forms;
mod ground;
pub mod inflect;
mod number_words;
mod relate;
#[cfg(test)]
mod rules;
mod scan;
mod sheet;
pub mod template;
mod term;
mod thesaurus;

pub use files::FileHashes;
pub use number_words::NUMBER_WORDS;
pub use relate::Relatedness;
pub use scan::{Match, Surface};
pub use term::{Count, Detail, Term, Transitivity, Verb};
pub use thesaurus::Lexicon;

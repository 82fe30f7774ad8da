//! Which vectors a run compares terms by: the shipped ones, those beside a thesaurus of the user's own, or those of a
//! model that the user names.

use super::config::RunConfig;
use crate::distract::band::Similarity;
use crate::embed::fastembed::Embedder;
use crate::embed::table::{self, Table};
use crate::error::{Error, Result};
use crate::lexicon::Lexicon;
use crate::model::term::TermId;

impl Similarity for Table {
    fn cosine(&self, a: TermId, b: TermId) -> Option<f32> {
        Some(self.similarity(a, b))
    }
}

/// The similarity of the thesaurus' terms.
///
/// # Errors
/// When the model cannot be loaded, or the thesaurus is not the one that the vectors were made for.
pub fn similarity(config: &RunConfig, lexicon: &Lexicon) -> Result<Box<dyn Similarity>> {
    if let Some(model) = &config.embed_model {
        let embedder = Embedder::load(model)?;
        let vectors = embedder.embed(&table::texts(lexicon))?;
        return Ok(Box::new(Table::of(embedder.name(), &vectors, lexicon)?));
    }
    if let Some(own) = config.thesaurus.as_ref().map(|dir| dir.join("vectors.bin")).filter(|file| file.is_file()) {
        return Ok(Box::new(Table::load(&own, lexicon)?));
    }
    match Table::embedded(lexicon) {
        Ok(table) => Ok(Box::new(table)),
        Err(_) if config.thesaurus.is_some() => Err(Error::usage(
            "the thesaurus has terms that the shipped vectors do not know",
            "give a sentence-embedding model with --embed-model, or put a vectors.bin made by examples/embed_thesaurus.rs beside it",
        )),
        Err(e) => Err(e),
    }
}

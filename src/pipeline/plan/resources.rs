//! What a run needs besides data: words, wordings, vectors, thresholds.

use super::super::config::RunConfig;
use crate::distract::band::{Band, Similarity};
use crate::error::{Error, Place, Result};
use crate::lexicon::Lexicon;
use crate::lexicon::template::Templates;
use crate::model::settings::Difficulty;
use crate::model::term::Domain;
use crate::target::Limits;

/// Loaded once per run.
pub struct Resources {
    /// The thesaurus.
    pub lexicon: Lexicon,
    /// The wordings.
    pub templates: Templates,
    /// Similarity of terms.
    pub similarity: Box<dyn Similarity>,
    /// Thresholds of what is asked about.
    pub limits: Limits,
}

impl Resources {
    /// Loads what the configuration names.
    ///
    /// # Errors
    /// When a thesaurus, template or limits table is not well formed (file, line, remedy).
    pub fn load(config: &RunConfig) -> Result<Self> {
        let lexicon = Lexicon::load(config.thesaurus.as_deref())?;
        let templates = Templates::load(config.templates.as_deref())?;
        let similarity = super::super::vectors::similarity(config, &lexicon)?;
        let limits = config.limits.clone().try_into().map_err(|e: toml::de::Error| {
            Error::data(
                Place::file("[limits]"),
                e.message().trim_end(),
                "`groundline list limits` shows every threshold",
            )
        })?;
        Ok(Resources { lexicon, templates, similarity, limits })
    }

    /// Hash over the words, the wordings and the thresholds.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for part in [&self.lexicon.hashes().all, &self.templates.hashes().all, &format!("{:?}", self.limits)] {
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_string()
    }
}

/// The similarity window of a domain. The difficulties bound entities alone, as the paper does; the other domains
/// are closed vocabularies whose terms exclude each other by the thesaurus. An explicit band holds for all.
pub fn band(config: &RunConfig, domain: Domain) -> Result<Band> {
    if let Some(band) = config.distract.band {
        return Band::new(band.low() as f32, band.high() as f32);
    }
    match (domain, config.distract.difficulty) {
        (Domain::Entity, Difficulty::Easy) => Band::new(-1.0, 0.35),
        (Domain::Entity, Difficulty::Medium) => Band::new(0.1, 0.7),
        (Domain::Entity, Difficulty::Hard) => Band::new(0.3, 0.85),
        _ => Ok(Band::ALL),
    }
}

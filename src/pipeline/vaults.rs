//! Where the files of a configured source are.

use super::config::{Root, RunConfig, SourceConfig};
use super::pictures::Pictures;
use crate::error::{Error, Result};
use crate::source::manifest::Manifest;
use crate::source::vault::{DirVault, Vault};
use crate::source::{self, Source, sample};
use std::sync::Arc;

/// The reader of a configured source.
///
/// # Errors
/// When there is no source of that kind.
pub fn reader(config: &SourceConfig) -> Result<&'static dyn Source> {
    source::find(&config.kind).ok_or_else(|| {
        Error::usage(format!("there is no source of kind `{}`", config.kind), "see `groundline list sources`")
    })
}

/// The files of a source: its folder, or its part of the embedded sample.
///
/// # Errors
/// When the folder is not there, or the sample has no such source.
pub fn vault(config: &SourceConfig) -> Result<Arc<dyn Vault>> {
    match &config.root {
        Root::Folder(path) => Ok(Arc::new(DirVault::new(path)?)),
        Root::Sample => match sample::vault(&config.kind) {
            Some(vault) => Ok(Arc::new(vault)),
            None => Err(Error::usage(
                format!("the embedded sample has no {} files", config.kind),
                format!("give source `{}` a `root`; the sample has {}", config.name, sample::SAMPLED.join(", ")),
            )),
        },
    }
}

/// The manifest of a source.
///
/// # Errors
/// When there is no source of that kind.
pub fn manifest(config: &SourceConfig) -> Result<Manifest> {
    let reader = reader(config)?;
    Manifest::parse(reader.name(), reader.manifest())
}

/// The picture folders of all sources of a run.
///
/// # Errors
/// As [`vault`].
pub fn pictures(config: &RunConfig) -> Result<Pictures> {
    let mut pictures = Pictures::default();
    for source in &config.sources {
        let manifest = manifest(source)?;
        pictures.add(source.name.as_str(), vault(source)?, manifest.images(&source.options));
    }
    Ok(pictures)
}

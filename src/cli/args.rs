//! The arguments that `generate`, `plan` and `build` share, and how they override a configuration.

use crate::error::{Error, Result};
use crate::model::evidence::{GoldTier, Tier};
use crate::model::settings::{Difficulty, PictureFormat, Symmetry};
use crate::pipeline::build::Shard;
use crate::pipeline::config::RunConfig;
use crate::pipeline::config::value::Quality;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::DeserializeOwned;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Where the configuration comes from.
#[derive(Args)]
pub(super) struct ConfigArgs {
    /// Configuration file; without it the embedded sample is used. examples/quickstart.toml explains every key.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder whose files replace the embedded thesaurus/*.csv file by file.
    #[arg(long, value_name = "DIR")]
    pub thesaurus: Option<PathBuf>,
    /// Folder whose files replace the embedded templates/*.toml file by file.
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
}

impl ConfigArgs {
    /// The configuration with these overrides.
    pub fn load(&self) -> Result<RunConfig> {
        let mut config = match &self.config {
            Some(path) => RunConfig::read(path)?,
            None => RunConfig::quickstart()?,
        };
        config.thesaurus = self.thesaurus.clone().or(config.thesaurus);
        config.templates = self.templates.clone().or(config.templates);
        Ok(config)
    }
}

/// Which pictures a run may use.
#[derive(Args)]
pub(super) struct ApartArgs {
    /// Pictures that must not appear: the folder of a benchmark or of a corpus, a folder of pictures, a list in LLaVA's
    /// format, or a split file. Told by origin, bytes and looks. May be repeated.
    #[arg(long, value_name = "DIR|FILE")]
    exclude: Vec<PathBuf>,
    /// Use only this command's part of a split file: `generate` takes its benchmark pictures, `converse` its tuning
    /// pictures. `groundline split` makes one [default: `split` of the configuration].
    #[arg(long, value_name = "FILE")]
    split: Option<PathBuf>,
}

impl ApartArgs {
    /// Puts them into a configuration.
    pub fn apply(&self, config: &mut RunConfig) {
        config.exclude.extend(self.exclude.iter().cloned());
        config.split = self.split.clone().or(config.split.take());
    }
}

/// Arguments of a run. What is given here wins over the configuration.
#[derive(Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    apart: ApartArgs,
    /// Output folder [default: `out` of the configuration, or groundline-out].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of every draw.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads [default: one per core]. The output does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Handle part I of N (from 0) of the pictures. Shards share --out; the last one completes the set.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// At most so many items, in plan order; a group that does not fit whole is left out.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Exit with 1 when an input row could not be read.
    #[arg(long)]
    pub strict: bool,
    /// Weakest evidence that makes an option false.
    #[arg(long, value_name = "TIER", value_parser = named::<Tier>(&["verified_false", "exhaustive", "geometry", "exclusive"]))]
    min_evidence: Option<Tier>,
    /// Weakest ground for the right answer.
    #[arg(long, value_name = "TIER", value_parser = named::<GoldTier>(&["agreed", "verified", "single", "weak"]))]
    min_gold: Option<GoldTier>,
    /// How alike wrong options are to the right one.
    #[arg(long, value_name = "LEVEL", value_parser = named::<Difficulty>(&["easy", "medium", "hard"]))]
    difficulty: Option<Difficulty>,
    /// Only exchange groups (strict), or ungrouped items too (matched).
    #[arg(long, value_name = "MODE", value_parser = named::<Symmetry>(&["strict", "matched"]))]
    symmetry: Option<Symmetry>,
    /// Ask the facts of every group in all kinds that can ask them, so that `score` tells whether a model agrees with
    /// itself. The quota is that of the kind that can ask the most facts.
    #[arg(long)]
    facets: bool,
    /// Add copies with the boxes in another color, on another object and not drawn: `score` tells from them whether
    /// a model uses the box.
    #[arg(long)]
    controls: bool,
    /// Add copies with the options in every other rotation, for circular accuracy.
    #[arg(long)]
    circular: bool,
    /// Embedding model for words without a shipped vector: a name or a folder.
    #[arg(long, value_name = "NAME|DIR")]
    embed_model: Option<String>,
    /// Format of pictures with boxes.
    #[arg(long, value_name = "FORMAT", value_parser = named::<PictureFormat>(&["jpeg", "png"]))]
    format: Option<PictureFormat>,
    /// JPEG quality, 1 to 100.
    #[arg(long, value_name = "N")]
    quality: Option<Quality>,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    pub quiet: bool,
}

impl RunArgs {
    /// The validated run.
    pub fn load(&self) -> Result<RunConfig> {
        let mut config = self.config.load()?;
        self.apart.apply(&mut config);
        config.out = self.out.clone().unwrap_or(config.out);
        config.seed = self.seed.unwrap_or(config.seed);
        config.limit = self.limit.or(config.limit);
        config.embed_model = self.embed_model.clone().or(config.embed_model);
        config.min_gold = self.min_gold.unwrap_or(config.min_gold);
        config.select.symmetry = self.symmetry.unwrap_or(config.select.symmetry);
        config.select.facets |= self.facets;
        config.select.copies.controls |= self.controls;
        config.select.copies.circular |= self.circular;
        config.distract.min_evidence = self.min_evidence.unwrap_or(config.distract.min_evidence);
        config.draw.format = self.format.unwrap_or(config.draw.format);
        config.draw.quality = self.quality.unwrap_or(config.draw.quality);
        if let Some(difficulty) = self.difficulty {
            config.distract.difficulty = difficulty;
            // A named difficulty on the command line replaces a band of the file.
            config.distract.band = None;
        }
        Ok(config)
    }

    /// Runs something on the threads that were asked for.
    pub fn on_threads<T: Send>(&self, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
        on_threads(self.threads, work)
    }
}

/// Runs something on so many threads, or one per core.
pub(super) fn on_threads<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let threads = threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|e| Error::usage(format!("{threads} threads cannot be started: {e}"), "ask for fewer"))?.install(work)
}

/// A parser for the names of an enumeration, which are those of the configuration file.
pub(super) fn named<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    names: &'static [&'static str],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.iter().copied()).try_map(|name| serde_json::from_value::<T>(name.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_one() {
        fn all<T: DeserializeOwned>(names: &[&str]) {
            names.iter().for_each(|n| assert!(serde_json::from_value::<T>((*n).into()).is_ok(), "{n}"));
        }
        all::<Tier>(&["verified_false", "exhaustive", "geometry", "exclusive"]);
        all::<GoldTier>(&["agreed", "verified", "single", "weak"]);
        all::<Difficulty>(&["easy", "medium", "hard"]);
        all::<Symmetry>(&["strict", "matched"]);
        all::<PictureFormat>(&["jpeg", "png"]);
    }
}

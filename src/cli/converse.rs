//! `converse`.

use super::args::{ApartArgs, ConfigArgs, on_threads};
use super::rephrase_args::{RephraseArgs, estimated};
use super::{Verdict, output, progress};
use crate::error::Result;
use crate::model::evidence::GoldTier;
use crate::model::settings::PictureFormat;
use crate::pipeline::build::Shard;
use crate::pipeline::config::value::Quality;
use crate::pipeline::converse::settings::{DEFAULT_N, FileFormat, Mix};
use crate::pipeline::converse::{self, Outcome, Progress, Settings};
use crate::pipeline::plan::Resources;
use crate::pipeline::rephrase;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Arguments of `converse`.
#[derive(Args)]
#[command(after_help = "Without --config it makes dialogues from the embedded sample in seconds; then open \
groundline-corpus/index.html.\nTune on one set of pictures and test on another: --exclude groundline-out keeps the \
pictures of that benchmark out; or deal the pictures out once with `groundline split`, and give --split FILE to both \
`generate` and `converse`.")]
pub(super) struct Converse {
    #[command(flatten)]
    config: ConfigArgs,
    /// Output folder.
    #[arg(long, value_name = "DIR", default_value = "groundline-corpus")]
    out: PathBuf,
    /// Dialogues; all pictures give one of a form before any gives two.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_N, value_parser = clap::value_parser!(u64).range(1..))]
    n: u64,
    /// Shares of the forms [default: multi_round=1,vision_prompted=1,fact_check=1].
    #[arg(long, value_name = "FORM=SHARE,…")]
    mix: Option<Mix>,
    #[command(flatten)]
    apart: ApartArgs,
    /// Write a training program's file as well.
    #[arg(long = "format", value_name = "FORMAT", value_delimiter = ',', value_parser = formats())]
    formats: Vec<FileFormat>,
    #[command(flatten)]
    rephrase: RephraseArgs,
    /// Seed of every draw.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Weakest ground for what is said.
    #[arg(long, value_name = "TIER", value_parser = super::args::named::<GoldTier>(&["agreed", "verified", "single", "weak"]))]
    min_gold: Option<GoldTier>,
    /// Format of pictures with boxes.
    #[arg(long, value_name = "FORMAT", value_parser = super::args::named::<PictureFormat>(&["jpeg", "png"]))]
    picture_format: Option<PictureFormat>,
    /// JPEG quality, 1 to 100.
    #[arg(long, value_name = "N")]
    quality: Option<Quality>,
    /// Threads [default: one per core]. The output does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Handle part I of N (from 0) of the pictures. Shards share --out; the last one completes the corpus.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

/// A parser for the formats' names.
fn formats() -> impl TypedValueParser<Value = FileFormat> {
    let names = FileFormat::ALL.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names)
        .map(|name| FileFormat::ALL.iter().find(|(n, _)| *n == name).map_or(FileFormat::Llava, |(_, format)| *format))
}

impl Converse {
    pub fn execute(self) -> Result<Verdict> {
        let mut config = self.config.load()?;
        self.apart.apply(&mut config);
        config.out = self.out.clone();
        config.seed = self.seed.unwrap_or(config.seed);
        config.min_gold = self.min_gold.unwrap_or(config.min_gold);
        config.draw.format = self.picture_format.unwrap_or(config.draw.format);
        config.draw.quality = self.quality.unwrap_or(config.draw.quality);
        let mut formats = self.formats.clone();
        formats.sort();
        formats.dedup();
        let settings = Settings {
            n: self.n,
            mix: self.mix.unwrap_or_default(),
            formats,
            rephrase: self.rephrase.rewording(&self.out)?,
        };
        let resources = Resources::load(&config)?;
        let read = progress::spinner("scenes read", self.quiet);
        let made = progress::bar("dialogues made", self.n, self.quiet);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let asked = Mutex::new(None);
        let tick = |step: Progress| match step {
            Progress::Read(n) => read.inc(n),
            Progress::Made(n) => {
                read.finish_and_clear();
                made.inc(n);
            }
            Progress::Reworded(now) => {
                made.set_position(now.dialogues);
                let tokens = now.tokens;
                made.set_message(format!(
                    "dialogues reworded ({} of {} turns kept, {tokens} tokens)",
                    now.kept, now.turns
                ));
                *asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
            }
        };
        let outcome = on_threads(self.threads, || converse::run(&config, &settings, &resources, shard, &tick))?;
        read.finish_and_clear();
        made.finish_and_clear();
        match outcome {
            Outcome::Estimated(e) => {
                output::print(&estimated(&e))?;
                Ok(Verdict::Done)
            }
            Outcome::Complete(run) => {
                output::print(&converse::report::text(&run))?;
                if !self.quiet {
                    output::message(&format!("chats: {}", config.out.join("index.html").display()));
                }
                let left = rephrase::left(&run.corpus.description.rephrased);
                if let Some(now) = asked.into_inner().unwrap_or_else(PoisonError::into_inner).filter(|_| !self.quiet) {
                    output::message(&now.text());
                }
                if left > 0 {
                    output::message(&format!("{left} turns were not asked about or failed; run again to continue"));
                }
                Ok(if run.short().is_empty() && left == 0 { Verdict::Done } else { Verdict::Short })
            }
            Outcome::Waiting { done, of } => {
                if !self.quiet {
                    output::message(&format!(
                        "{done} of {of} buckets are made; the shard that makes the last one completes the corpus"
                    ));
                }
                Ok(Verdict::Done)
            }
        }
    }
}

//! `--rephrase` and what belongs to it.

use super::pace::Pace;
use crate::error::{Error, Result};
use crate::llm::endpoint::Endpoint;
use crate::pipeline::converse::Rewording;
use crate::pipeline::rephrase::{self, Estimate, Options};
use clap::Args;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A model that rewords the turns, and how it is asked.
#[derive(Args)]
#[command(next_help_heading = "Rephrasing")]
pub(super) struct RephraseArgs {
    /// Let a model behind an OpenAI-compatible endpoint reword the turns, e.g. http://localhost:8000/v1. What it writes
    /// is kept only where every fact survives and none is added.
    #[arg(long, value_name = "URL", requires = "model")]
    rephrase: Option<String>,
    /// The model's name.
    #[arg(long, value_name = "NAME", requires = "rephrase")]
    model: Option<String>,
    /// Say what rephrasing would ask and cost, and ask nothing. The dialogues made for it are used by the run that follows.
    #[arg(long, requires = "rephrase")]
    dry_run: bool,
    #[command(flatten)]
    pace: Pace,
    /// Temperature.
    #[arg(long, value_name = "T", default_value_t = 0.7)]
    temperature: f64,
    /// Most tokens of a reply.
    #[arg(long, value_name = "N", default_value_t = rephrase::MAX_TOKENS)]
    max_tokens: u32,
    /// File of replies; what it holds is never asked again. [default: rephrase.jsonl in --out]
    #[arg(long, value_name = "FILE", requires = "rephrase")]
    rephrase_journal: Option<PathBuf>,
}

impl RephraseArgs {
    /// How turns are reworded, where that is asked for.
    pub fn rewording(&self, out: &Path) -> Result<Option<Rewording>> {
        let (Some(url), Some(model)) = (&self.rephrase, &self.model) else { return Ok(None) };
        if !(0.0..=2.0).contains(&self.temperature) {
            return Err(Error::usage("--temperature is not between 0 and 2", "give e.g. --temperature 0.7"));
        }
        let mut parameters = rephrase::parameters();
        (parameters.temperature, parameters.max_tokens) = (self.temperature, self.max_tokens);
        let options = Options {
            endpoint: Endpoint::new(url, model, self.pace.key())?,
            settings: self.pace.settings(parameters)?,
            journal: self.rephrase_journal.clone().unwrap_or_else(|| out.join("rephrase.jsonl")),
        };
        Ok(Some(Rewording { options, dry_run: self.dry_run }))
    }
}

/// An estimate as a few lines.
pub(super) fn estimated(e: &Estimate) -> String {
    let range = |least: u64, most: u64| format!("{least} to {most}");
    let (least, most) = (&e.least, &e.most);
    let mut out = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(out, "{name:<24}{value}");
    };
    row("dialogues", e.dialogues.to_string());
    row("turns", e.turns.to_string());
    row("left alone", e.unreadable.to_string());
    row("in the journal", e.known.to_string());
    row("requests", range(least.requests, most.requests));
    row("tokens sent", range(least.usage.prompt_tokens, most.usage.prompt_tokens));
    row("tokens generated", range(least.usage.completion_tokens, most.usage.completion_tokens));
    if e.cost.1 > 0.0 {
        row("cost", format!("{:.2} to {:.2}", e.cost.0, e.cost.1));
    }
    out + "The least is one request a turn, the most two. A token is taken as four bytes; thinking is not counted.\n"
}

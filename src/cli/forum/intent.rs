//! `forum intent`: votes of a model on the intent behind each question.

use crate::cli::ask::{self, Server};
use crate::cli::{Verdict, output, progress};
use crate::error::Result;
use crate::llm::capability::Parameters;
use crate::pipeline::ask::Progress;
use crate::pipeline::forum::intent::{Options, intent, text};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `forum intent`.
#[derive(Args)]
pub(super) struct Intent {
    /// Folder of a set.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    #[command(flatten)]
    server: Server,
    /// Votes on each question.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=99))]
    votes: u8,
    /// So many questions of each topic, drawn by their ids [default: all].
    #[arg(long, value_name = "N")]
    per_topic: Option<usize>,
    /// Labels that people gave, to compare with: CSV or JSONL of id, rater, label. May be repeated.
    #[arg(long, value_name = "FILE")]
    labels: Vec<PathBuf>,
    /// Do not show the pictures.
    #[arg(long)]
    no_image: bool,
    /// Make pictures smaller whose longer side has more pixels.
    #[arg(long, value_name = "PIXELS")]
    max_side: Option<u32>,
    /// File of the votes; what it holds is not asked again [default: DIR/intent-MODEL.jsonl].
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Most tokens of a vote.
    #[arg(long, value_name = "N", default_value_t = 64)]
    max_tokens: u32,
    /// Temperature: above 0, so that votes may differ.
    #[arg(long, value_name = "T", default_value_t = 0.7)]
    temperature: f64,
    /// Seed of the sample, of the order of the intents, and sent with each request.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Print the report as JSON instead of tables.
    #[arg(long)]
    json: bool,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Intent {
    pub fn execute(self) -> Result<Verdict> {
        let endpoint = self.server.endpoint()?;
        let parameters =
            Parameters { max_tokens: self.max_tokens, temperature: self.temperature, seed: self.seed, logprobs: false };
        let settings = self.server.settings(parameters)?;
        let name = format!("intent-{}.jsonl", ask::plain(&endpoint.model));
        let options = Options {
            answers: self.answers.unwrap_or_else(|| self.set.join(name)),
            set: self.set,
            votes: usize::from(self.votes),
            per_topic: self.per_topic,
            no_image: self.no_image,
            max_side: self.max_side,
            labels: self.labels,
            seed: self.seed,
        };
        let bar = progress::bar("votes", 0, self.quiet);
        let (report, asked) = intent(&options, &endpoint, &settings, &|p: &Progress| {
            bar.set_length(p.total as u64);
            bar.set_position((p.answered + p.failed) as u64);
        })?;
        bar.finish_and_clear();
        if self.json {
            output::print(&(serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"))?;
        } else {
            output::print(&text(&report))?;
        }
        ask::account(&options.answers, &asked, self.quiet);
        Ok(if asked.left > 0 || asked.progress.failed > 0 { Verdict::Short } else { Verdict::Done })
    }
}

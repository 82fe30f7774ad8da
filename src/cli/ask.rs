//! `ask`: the items of a set, or any messages, put to a model behind an OpenAI-compatible endpoint.

use super::pace::Pace;
use super::{Verdict, output, progress};
use crate::error::{Error, Result};
use crate::llm::capability::Parameters;
use crate::llm::endpoint::Endpoint;
use crate::pipeline::ask::{self, Asked, Options, Progress, Settings, Wording};
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments of `ask`.
#[derive(Args)]
pub(super) struct Ask {
    /// Folder of a set, or a JSONL of items, dialogues or {id, messages}.
    #[arg(value_name = "OUT|MESSAGES.jsonl")]
    set: PathBuf,
    #[command(flatten)]
    server: Server,
    /// Answers file; what it holds is not asked again. [default: answers-MODEL.jsonl beside the set]
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Do not show the pictures: the text-only baseline.
    #[arg(long)]
    no_image: bool,
    /// Score options by the log-probabilities of their letters, where the server gives them.
    #[arg(long)]
    logprobs: bool,
    /// System message, as text or as a file.
    #[arg(long, value_name = "TEXT|FILE")]
    system: Option<String>,
    /// Prompt template with {question}, {options} and {letters}.
    #[arg(long, value_name = "FILE", conflicts_with = "prompts")]
    prompt: Option<PathBuf>,
    /// Several wordings: TOML with [[prompt]] tables of name, template, option, delimiter, lower.
    #[arg(long, value_name = "FILE")]
    prompts: Option<PathBuf>,
    /// Make pictures smaller whose longer side has more pixels.
    #[arg(long, value_name = "PIXELS")]
    max_side: Option<u32>,
    /// Most tokens of a reply.
    #[arg(long, value_name = "N", default_value_t = 1_024)]
    max_tokens: u32,
    /// Temperature.
    #[arg(long, value_name = "T", default_value_t = 0.0)]
    temperature: f64,
    /// Seed sent with each request.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

/// The server and how fast it is asked.
#[derive(Args)]
pub(super) struct Server {
    /// Base URL, e.g. http://localhost:8000/v1, or an Azure deployment with its api-version.
    #[arg(long, value_name = "URL")]
    endpoint: String,
    /// Model name.
    #[arg(long, value_name = "NAME")]
    model: String,
    #[command(flatten)]
    pace: Pace,
}

impl Server {
    pub fn endpoint(&self) -> Result<Endpoint> {
        Endpoint::new(&self.endpoint, &self.model, self.pace.key())
    }

    pub fn settings(&self, parameters: Parameters) -> Result<Settings> {
        self.pace.settings(parameters)
    }
}

impl Ask {
    pub fn execute(self) -> Result<Verdict> {
        let endpoint = self.server.endpoint()?;
        let parameters = Parameters {
            // One token is enough where its probabilities are what counts, but a server without them is read as text.
            max_tokens: self.max_tokens,
            temperature: self.temperature,
            seed: self.seed,
            logprobs: self.logprobs,
        };
        let settings = self.server.settings(parameters)?;
        let wordings = match (&self.prompt, &self.prompts) {
            (Some(file), _) => vec![Wording::load(file)?],
            (_, Some(file)) => Wording::load_all(file)?,
            _ => Vec::new(),
        };
        let system = match &self.system {
            Some(text) if Path::new(text).is_file() => {
                Some(std::fs::read_to_string(text).map_err(|e| Error::io(text, "read", e))?)
            }
            other => other.clone(),
        };
        let answers = self.answers.clone().unwrap_or_else(|| beside(&self.set, &endpoint.model, self.no_image));
        let options = Options { set: self.set, no_image: self.no_image, system, wordings, max_side: self.max_side };
        let bar = progress::bar("asking", 0, self.quiet);
        let asked = ask::ask(&options, &endpoint, &settings, &answers, &|p: &Progress| {
            bar.set_length(p.total as u64);
            bar.set_position((p.answered + p.failed) as u64);
            let tokens = p.spent.usage.prompt_tokens + p.spent.usage.completion_tokens;
            let cost = if p.cost > 0.0 { format!(", {:.2} spent", p.cost) } else { String::new() };
            bar.set_message(format!("asking ({} failed, {tokens} tokens{cost}, {} at once)", p.failed, p.concurrency));
        })?;
        bar.finish_and_clear();
        account(&answers, &asked, self.quiet);
        Ok(if asked.left > 0 || asked.progress.failed > 0 { Verdict::Short } else { Verdict::Done })
    }
}

/// Says how a run ended.
pub(super) fn account(answers: &Path, asked: &Asked, quiet: bool) {
    if quiet {
        return;
    }
    let failures: Vec<String> = asked.failures.iter().map(|(kind, n)| format!("{n} {kind}")).collect();
    let mut text = format!("{}: {} answered", answers.display(), asked.progress.answered);
    if asked.before > 0 {
        text += &format!(", {} were before", asked.before);
    }
    if !failures.is_empty() {
        text += &format!(", {} failed ({})", asked.progress.failed, failures.join(", "));
    }
    if asked.left > 0 {
        text += &format!(", {} not asked", asked.left);
    }
    if let Some(why) = &asked.stopped {
        text += &format!("; {why}");
    }
    if asked.left > 0 || asked.progress.failed > 0 {
        text += "; run again to ask what is missing";
    }
    output::message(&text);
}

/// A model's name as part of a file's name.
pub(super) fn plain(model: &str) -> String {
    model.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' }).collect()
}

/// `answers-MODEL.jsonl` beside the set.
fn beside(set: &Path, model: &str, blind: bool) -> PathBuf {
    let name = plain(model);
    let folder = if set.is_dir() { set } else { set.parent().unwrap_or(Path::new(".")) };
    folder.join(format!("answers-{name}{}.jsonl", if blind { "-text-only" } else { "" }))
}

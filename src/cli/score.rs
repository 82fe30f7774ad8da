//! `score`: answers of models to a set, read, counted and compared.

use super::{Verdict, output};
use crate::error::{Error, Result};
use crate::llm::budget::Budget;
use crate::llm::endpoint::{Endpoint, Secret};
use crate::pipeline::ask::Settings as AskSettings;
use crate::pipeline::score::{self, Options, Reader};
use crate::report::tally::Settings;
use crate::report::{grid, markdown};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `score`.
#[derive(Args)]
pub(super) struct Score {
    /// Folder of a set, or an items.jsonl; of dialogues or messages, answers are shown side by side.
    #[arg(value_name = "OUT")]
    set: PathBuf,
    /// Answers of one model, as NAME=FILE: JSONL {id, response}, CSV, VLMEvalKit's xlsx or tsv, lmms-eval's samples,
    /// an inspect_ai log in JSON. A name that begins with "human" is a run of people. May be repeated.
    #[arg(long, value_name = "NAME=FILE", required = true, num_args = 1.., value_parser = named)]
    answers: Vec<(String, PathBuf)>,
    /// The run that gains are counted from.
    #[arg(long, value_name = "NAME")]
    baseline: Option<String>,
    /// Write report.json, report.md, report.html, scored.jsonl and the charts into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Print the report as JSON instead of tables.
    #[arg(long)]
    json: bool,
    /// A further table by this column of the items, e.g. `provenance.level`. May be repeated.
    #[arg(long, value_name = "COLUMN")]
    group_by: Vec<String>,
    /// More columns for --group-by: JSON lines with id and any keys, such as review/columns.jsonl.
    #[arg(long, value_name = "FILE")]
    columns: Option<PathBuf>,
    /// Leave out items without an answer instead of counting them as wrong.
    #[arg(long)]
    partial: bool,
    /// Score answers to another version of an item all the same.
    #[arg(long)]
    force: bool,
    /// Base URL of a model that reads what the rules leave open (OpenAI-compatible).
    #[arg(long, value_name = "URL", requires = "extract_model")]
    extract_with: Option<String>,
    /// Name of that model.
    #[arg(long, value_name = "NAME", requires = "extract_with")]
    extract_model: Option<String>,
    /// Environment variable that holds its key.
    #[arg(long, value_name = "VARIABLE", default_value = "GROUNDLINE_API_KEY")]
    key_env: String,
    /// What its reading may cost, as in `ask`.
    #[arg(long, value_name = "BOUNDS", default_value = "")]
    budget: String,
    /// Level of tests; intervals cover 1 - ALPHA.
    #[arg(long, value_name = "ALPHA", default_value_t = 0.05, value_parser = share)]
    alpha: f64,
    /// Replicates of the bootstrap over pictures.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    replicates: usize,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
}

pub(super) fn named(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => Ok((name.to_string(), file.into())),
        _ => Err("write NAME=FILE, e.g. --answers llava=answers.jsonl".into()),
    }
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|a| *a > 0.0 && *a < 1.0).ok_or_else(|| "give a number between 0 and 1, e.g. 0.05".into())
}

impl Score {
    pub fn execute(self) -> Result<Verdict> {
        let mut names: Vec<&str> = self.answers.iter().map(|(n, _)| n.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|p| p[0] == p[1]) {
            return Err(Error::usage(format!("two runs are called `{}`", pair[0]), "give each --answers its own name"));
        }
        if score::is_talk(&self.set)? {
            let Some(dir) = &self.report else {
                return Err(Error::usage(
                    "dialogues have no right answer to score",
                    "add --report DIR to read their answers side by side",
                ));
            };
            score::talk(&self.set, &self.answers, dir)?;
            output::message(&format!("wrote {}", dir.join("report.html").display()));
            return Ok(Verdict::Done);
        }
        let reader = match (&self.extract_with, &self.extract_model) {
            (Some(url), Some(model)) => {
                let key = std::env::var(&self.key_env).ok().filter(|k| !k.is_empty()).map(Secret::new);
                let settings = AskSettings { budget: Budget::parse(&self.budget)?, ..AskSettings::default() };
                Some(Reader { endpoint: Endpoint::new(url, model, key)?, settings })
            }
            _ => None,
        };
        let options = Options {
            reader,
            set: self.set,
            answers: self.answers,
            baseline: self.baseline,
            group_by: self.group_by,
            columns: self.columns,
            partial: self.partial,
            force: self.force,
            settings: Settings {
                alpha: self.alpha,
                replicates: self.replicates,
                seed: self.seed,
                ..Settings::default()
            },
        };
        let (report, scoring) = score::score(&options)?;
        for model in report.models.iter().filter(|m| !m.notes.is_empty()) {
            let notes: Vec<String> =
                model.notes.iter().map(|(name, n)| format!("{n} {}", name.replace('_', " "))).collect();
            output::message(&format!("{}: {}", model.name, notes.join(", ")));
        }
        if let Some(dir) = &self.report {
            if let Some(lack) = score::write(dir, &options.set, &report, &scoring)? {
                output::message(&lack);
            }
            output::message(&format!("wrote {}", dir.join("report.html").display()));
        }
        if self.json {
            output::print(&score::json(&report)?)?;
        } else {
            output::print(&markdown::summary(&report))?;
            if let Some(text) = grid::ranks_text(&report) {
                output::print(&format!("\n{text}\n"))?;
            }
        }
        Ok(Verdict::Done)
    }
}

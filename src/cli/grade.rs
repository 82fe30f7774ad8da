//! `grade`: long answers against their references.

use super::score::{named, share};
use super::{Verdict, output, progress};
use crate::error::{Error, Result};
use crate::llm::budget::Budget;
use crate::llm::capability::Parameters;
use crate::llm::endpoint::{Endpoint, Secret};
use crate::metric::{Asker, METRICS, Metric, Resources, bertscore, by_name, clip_score};
use crate::pipeline::ask::Settings as AskSettings;
use crate::pipeline::grade::{self, Judge, Options, Wanted};
use crate::report::grades::{Report, Settings, grids, summarize};
use crate::report::grid::Grid;
use crate::report::markdown;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Whether metrics on words prepare the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Texts {
    /// As VQAonline's evaluation does: words by NLTK's rules, lower case, punctuation dropped.
    Prepared,
    /// As they are.
    Raw,
}

/// Arguments of `grade`.
#[derive(Args)]
#[command(after_help = metrics_help())]
pub(super) struct Grade {
    /// A set of `forum build`, or a file of JSON lines with id and answer, reference or references.
    #[arg(value_name = "SET")]
    set: PathBuf,
    /// Answers of a model; NAME@qc says that it was shown question and context only.
    #[arg(long, value_name = "NAME=FILE", num_args = 1.., required = true, value_parser = named)]
    answers: Vec<(String, PathBuf)>,
    /// Metrics, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "rouge-l")]
    metrics: Vec<String>,
    /// Folder of models and data (see `groundline download`).
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Texts that metrics on words (rouge-l, meteor) get.
    #[arg(long, value_enum, default_value = "prepared")]
    text: Texts,
    /// Only questions of this split, e.g. test.
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Make tables by this key of the questions or of --columns; super-category and topic come by themselves.
    #[arg(long, value_name = "COLUMN", num_args = 1..)]
    group_by: Vec<String>,
    /// More columns: JSON lines with id and any keys.
    #[arg(long, value_name = "FILE")]
    columns: Option<PathBuf>,
    /// Ratings by people (id, model, rater, score), for their means by model and group.
    #[arg(long, value_name = "FILE")]
    human: Option<PathBuf>,
    /// The two models of the chart by topic [default: the first two].
    #[arg(long, value_name = "NAME", num_args = 2)]
    versus: Vec<String>,
    /// Write report.html, report.md, report.json, scores.jsonl and charts into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Write scores.jsonl here.
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    encoders: EncoderArgs,
    #[command(flatten)]
    judge: JudgeArgs,
    /// Intervals cover 1 - ALPHA.
    #[arg(long, value_name = "ALPHA", default_value_t = 0.05, value_parser = share)]
    alpha: f64,
    /// Replicates of the bootstrap over questions.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    replicates: usize,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

/// Models that run here.
#[derive(Args)]
#[command(next_help_heading = "Encoders")]
struct EncoderArgs {
    /// Folder of BERTScore's encoder: model.onnx and tokenizer.json [default: bertscore/ in --models].
    #[arg(long, value_name = "DIR")]
    encoder: Option<PathBuf>,
    /// Layer whose hidden states BERTScore compares, from 1 [default: the last].
    #[arg(long, value_name = "N")]
    layer: Option<usize>,
    /// Weigh BERTScore's tokens by their rarity among the references.
    #[arg(long)]
    idf: bool,
    /// Rescale BERTScore by this file of baselines (lines LAYER,P,R,F).
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Folder of a CLIP model: text_model.onnx, vision_model.onnx, tokenizer.json [default: clip/ in --models].
    #[arg(long, value_name = "DIR")]
    clip: Option<PathBuf>,
}

/// The judging model.
#[derive(Args)]
#[command(next_help_heading = "Judge")]
struct JudgeArgs {
    /// Base URL of an OpenAI-compatible server, for the metric judge.
    #[arg(long, value_name = "URL", requires = "model")]
    endpoint: Option<String>,
    /// Its model.
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    model: Option<String>,
    /// Environment variable that holds its key.
    #[arg(long, value_name = "VARIABLE", default_value = "GROUNDLINE_API_KEY")]
    key_env: String,
    /// What it may cost, as in `ask`.
    #[arg(long, value_name = "BOUNDS", default_value = "")]
    budget: String,
    /// Most requests in flight.
    #[arg(long, value_name = "N", default_value_t = 16)]
    concurrency: usize,
    /// Its replies; run again to ask only what is missing.
    #[arg(long, value_name = "FILE", default_value = "judge.jsonl")]
    journal: PathBuf,
}

fn metrics_help() -> String {
    let width = METRICS.iter().map(|m| m.name().len()).max().unwrap_or(0);
    let lines: Vec<String> = METRICS.iter().map(|m| format!("  {:width$}  {}", m.name(), m.about())).collect();
    format!("Metrics:\n{}\n\ndocs/metrics.md defines each exactly.", lines.join("\n"))
}

impl Grade {
    pub fn execute(self) -> Result<Verdict> {
        let mut names: Vec<&str> = self.answers.iter().map(|(n, _)| n.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|p| p[0] == p[1]) {
            return Err(Error::usage(
                format!("two models are called `{}`", pair[0]),
                "give each --answers its own name",
            ));
        }
        let mut metrics: Vec<&dyn Metric> = Vec::new();
        for name in &self.metrics {
            let metric = by_name(name.trim())?;
            if !metrics.iter().any(|m| m.name() == metric.name()) {
                metrics.push(metric);
            }
        }
        let bar = progress::bar("grading", 0, self.quiet);
        let told = |p: &crate::pipeline::ask::Progress| {
            bar.set_length(p.total as u64);
            bar.set_position((p.answered + p.failed) as u64);
            bar.set_message(format!("judging ({} failed)", p.failed));
        };
        let judge = self.judge.open(&told)?;
        let resources = Resources {
            models: self.models,
            bertscore: bertscore::Options {
                encoder: self.encoders.encoder,
                layer: self.encoders.layer,
                idf: self.encoders.idf,
                baseline: self.encoders.baseline,
            },
            clip: clip_score::Source::new(self.encoders.clip),
            asker: judge.as_ref().map(|j| j as &dyn Asker),
        };
        let options = Options {
            set: self.set,
            answers: self.answers,
            wanted: Wanted {
                split: self.split,
                group_by: self.group_by.clone(),
                columns: self.columns,
                prepare: self.text == Texts::Prepared,
            },
            people: self.human,
        };
        let grades = grade::grade(&options, &metrics, &resources, &|what, done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            if done % 64 == 0 || done == all {
                bar.set_message(what.to_string());
            }
        })?;
        bar.finish_and_clear();
        let settings =
            Settings { alpha: self.alpha, replicates: self.replicates, seed: self.seed, group_by: self.group_by };
        let report = summarize(&grades, &settings);
        if !self.quiet {
            report.models.iter().filter_map(notes).for_each(|text| output::message(&text));
        }
        if let Some(path) = &self.scores {
            grade::scores(path, &grades)?;
        }
        if let Some(dir) = &self.report {
            let versus = versus(&report, &self.versus)?;
            if let Some(lack) = grade::write(dir, &report, &grades, versus)? {
                output::message(&lack);
            }
            if !self.quiet {
                output::message(&format!("wrote {}", dir.join("report.html").display()));
            }
        }
        output::print(&if self.json {
            crate::pipeline::score::json(&report)?
        } else {
            // A site is a row: such tables are for the report.
            let short = |g: &Grid| !g.title.ends_with(" by topic");
            markdown::tables(&grids(&report).into_iter().filter(short).collect::<Vec<_>>())
        })?;
        Ok(Verdict::Done)
    }
}

fn notes(model: &crate::report::grades::ModelSummary) -> Option<String> {
    let notes: Vec<String> = model.notes.iter().map(|(name, n)| format!("{n} {}", name.replace('_', " "))).collect();
    (!notes.is_empty()).then(|| format!("{}: {}", model.name, notes.join(", ")))
}

/// The two models of the chart by topic.
fn versus(report: &Report, named: &[String]) -> Result<Option<(usize, usize)>> {
    let find = |name: &String| {
        report.models.iter().position(|m| m.name == *name).ok_or_else(|| {
            let names: Vec<&str> = report.models.iter().map(|m| m.name.as_str()).collect();
            Error::usage(
                format!("--versus names `{name}`, which has no answers"),
                format!("choose two of {}", names.join(", ")),
            )
        })
    };
    match named {
        [a, b] => Ok(Some((find(a)?, find(b)?))),
        _ => Ok((report.models.len() > 1).then_some((0, 1))),
    }
}

impl JudgeArgs {
    fn open<'a>(&self, told: &'a (dyn Fn(&crate::pipeline::ask::Progress) + Sync)) -> Result<Option<Judge<'a>>> {
        let (Some(url), Some(model)) = (&self.endpoint, &self.model) else { return Ok(None) };
        let key = std::env::var(&self.key_env).ok().filter(|k| !k.is_empty()).map(Secret::new);
        let settings = AskSettings {
            concurrency: self.concurrency.clamp(1, 1_024),
            budget: Budget::parse(&self.budget)?,
            // A verdict is a few tokens; a model that thinks first gets room for it.
            parameters: Parameters { max_tokens: 64, ..AskSettings::default().parameters },
            ..AskSettings::default()
        };
        Ok(Some(Judge {
            endpoint: Endpoint::new(url, model, key)?,
            settings,
            journal: self.journal.clone(),
            progress: told,
        }))
    }
}

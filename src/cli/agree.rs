//! `agree`: how far scores agree with people, and people with each other.

use super::score::share;
use super::{Verdict, output};
use crate::error::{Error, Result};
use crate::pipeline::agree;
use crate::report::agree::Settings;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `agree`.
#[derive(Args)]
#[command(
    after_help = "Ratings: CSV or JSON lines with id, model, rater, score (0, 0.5 or 1).\nLabels: CSV or JSON lines \
with id, rater, label; one file a field, or one file a rater.\ndocs/metrics.md says what the numbers mean."
)]
pub(super) struct Agree {
    /// scores.jsonl of `grade`; several are put together.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "human")]
    scores: Vec<PathBuf>,
    /// Ratings by people, to compare the scores with.
    #[arg(long, value_name = "FILE", requires = "scores")]
    human: Option<PathBuf>,
    /// Labels of raters, to compare with each other: Cohen's and Fleiss' kappa.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["scores", "human"])]
    raters: Vec<PathBuf>,
    /// Write report.html, report.md, report.json and the chart of metrics against people into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Intervals cover 1 - ALPHA.
    #[arg(long, value_name = "ALPHA", default_value_t = 0.05, value_parser = share)]
    alpha: f64,
    /// Replicates of the bootstrap over questions.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    replicates: usize,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
}

impl Agree {
    pub fn execute(self) -> Result<Verdict> {
        let lack = if let Some(human) = &self.human {
            let (scores, ratings) = (agree::scores(&self.scores)?, agree::ratings(human)?);
            let settings = Settings { alpha: self.alpha, replicates: self.replicates, seed: self.seed };
            let report = agree::people(&scores, &ratings, human, &settings)?;
            output::print(&if self.json {
                crate::pipeline::score::json(&report)?
            } else {
                agree::people_text(&report)
            })?;
            self.report.as_deref().map(|dir| agree::write_people(dir, &report)).transpose()?
        } else if !self.raters.is_empty() {
            let fields = agree::raters(&self.raters)?;
            output::print(&if self.json {
                crate::pipeline::score::json(&fields)?
            } else {
                agree::raters_text(&fields)
            })?;
            self.report.as_deref().map(|dir| agree::write_raters(dir, &fields)).transpose()?
        } else {
            return Err(Error::usage(
                "there is nothing to compare",
                "give --scores FILE --human FILE, or --raters FILE…",
            ));
        };
        if let Some(lack) = lack.flatten() {
            output::message(&lack);
        }
        if let Some(dir) = &self.report {
            output::message(&format!("wrote {}", dir.join("report.html").display()));
        }
        Ok(Verdict::Done)
    }
}

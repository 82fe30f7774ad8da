//! `score`: items and answers in, a report out.

mod columns;
mod extract;
mod join;
mod load;
mod talk;
mod write;

pub use extract::Reader;
pub use join::{Joined, join};
pub use load::{Scoring, items, run_of};
pub use talk::{is_talk, talk};
pub use write::{draw, json, thumbnail, write};

use super::run::RunFile;
use crate::error::{Error, Result};
use crate::report::tally::{Report, Settings, report};
use std::path::{Path, PathBuf};

/// What is scored and how.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The set's folder, or an `items.jsonl`.
    pub set: PathBuf,
    /// Names and files of answers.
    pub answers: Vec<(String, PathBuf)>,
    /// Name of the run that gains are counted from.
    pub baseline: Option<String>,
    /// Columns of the items to make tables by.
    pub group_by: Vec<String>,
    /// More columns of the items: JSON lines with their ids.
    pub columns: Option<PathBuf>,
    /// Leave out items without an answer instead of counting them as wrong.
    pub partial: bool,
    /// Accept answers to another version of an item.
    pub force: bool,
    /// A model that reads what the rules leave open.
    pub reader: Option<Reader>,
    /// Intervals and tests.
    pub settings: Settings,
}

/// Reads everything and computes the report.
///
/// # Errors
/// When a file cannot be read, answers contradict each other or belong to another version of the set.
pub fn score(options: &Options) -> Result<(Report, Scoring)> {
    let mut items = items(&options.set, &options.group_by)?;
    columns::fill(&mut items, &options.group_by, options.columns.as_deref())?;
    let mut runs = Vec::new();
    for (name, path) in &options.answers {
        let mut own = run_of(name, path, &items, options)?;
        if let Some(reader) = &options.reader {
            extract::extract(reader, path, &items, &mut own)?;
        }
        runs.extend(own);
    }
    let mut settings = options.settings.clone();
    settings.group_by = options.group_by.clone();
    if let Some(base) = &options.baseline {
        let found = runs.iter().position(|r| r.name == *base);
        let names: Vec<&str> = runs.iter().map(|r| r.name.as_str()).collect();
        settings.baseline = Some(found.ok_or_else(|| {
            Error::usage(format!("there is no run `{base}`"), format!("name one of {} as --baseline", names.join(", ")))
        })?);
    }
    let report = Report { content: content(&options.set), ..report(&items, &runs, &settings) };
    Ok((report, Scoring { items, runs }))
}

/// The content hash that the set's `run.json` names: scores of two versions of a set are not to be mixed.
fn content(set: &Path) -> Option<String> {
    let folder = if set.is_dir() { set } else { set.parent()? };
    RunFile::read(folder).ok().flatten()?.build.map(|build| build.blake3)
}

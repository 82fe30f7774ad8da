//! How well long answers match references, and how well such metrics match people.

pub mod agreement;
pub mod bertscore;
pub mod clip_score;
pub mod judge;
pub mod meteor;
pub mod prepare;
pub mod rouge;
pub mod special;
#[cfg(test)]
pub(crate) mod testing;

use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A text with its prepared form (see [`prepare`]), which is made when it is first asked for.
#[derive(Debug, Clone, Default)]
pub struct Text {
    raw: String,
    prepared: OnceLock<String>,
}

impl Text {
    /// A text; where `prepare` is false, the prepared form is the text itself.
    pub fn new(raw: impl Into<String>, prepare: bool) -> Text {
        let raw = raw.into();
        let prepared = OnceLock::new();
        if !prepare {
            // A new cell is empty.
            let _ = prepared.set(raw.clone());
        }
        Text { raw, prepared }
    }

    /// As it was given.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// As it was given, without a copy.
    pub fn into_raw(self) -> String {
        self.raw
    }

    /// As metrics on words take it.
    pub fn prepared(&self) -> &str {
        self.prepared.get_or_init(|| prepare::prepare(&self.raw))
    }
}

/// One answer to score.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    /// Id of the question.
    pub id: &'a str,
    /// Name of the model.
    pub model: &'a str,
    /// The answer.
    pub candidate: &'a Text,
    /// What it should match: one text or more.
    pub references: &'a [Text],
    /// The picture, where there is one.
    pub image: Option<&'a Path>,
}

/// A message for a model that judges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Id of the question and name of the model whose answer is judged.
    pub of: (String, String),
    /// System message.
    pub system: String,
    /// The user's message.
    pub user: String,
}

/// Someone who puts messages to a model. Layers above this room have one.
pub trait Asker {
    /// Name of the model.
    fn model(&self) -> &str;
    /// One reply a message, in their order; `None` where there is none.
    ///
    /// # Errors
    /// When nothing can be asked at all.
    fn ask(&self, asks: &[Ask]) -> Result<Vec<Option<String>>>;
}

/// What metrics are opened with.
#[derive(Default)]
pub struct Resources<'a> {
    /// Folder of data and models: `meteor/` and others in it.
    pub models: Option<PathBuf>,
    /// BERTScore's encoder and variant.
    pub bertscore: bertscore::Options,
    /// The CLIP model.
    pub clip: clip_score::Source,
    /// Who asks the judging model.
    pub asker: Option<&'a dyn Asker>,
}

/// A metric that can be asked for by name.
pub trait Metric: Sync {
    /// Name on the command line, e.g. `rouge-l`.
    fn name(&self) -> &'static str;
    /// One line of help.
    fn about(&self) -> &'static str;
    /// Loads what it needs.
    ///
    /// # Errors
    /// When something is missing; the message says how to get it.
    fn open<'a>(&self, resources: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>>;
}

/// Called with the number of pairs that were scored since the last call.
pub type Progress<'a> = &'a (dyn Fn(usize) + Sync);

/// A metric that is ready to score.
pub trait Scorer {
    /// Name of its column in `scores.jsonl`, e.g. `rouge_l`; another one where a part of the metric is missing.
    fn key(&self) -> String;
    /// What exactly is computed, for reports.
    fn label(&self) -> String;
    /// One score a pair, in their order; `None` where there is none, with a reason in [`Scorer::notes`].
    ///
    /// # Errors
    /// When a model fails or a picture cannot be read.
    fn score(&mut self, pairs: &[Pair], progress: Progress) -> Result<Vec<Option<f64>>>;
    /// Why pairs have no score, since the last call: name and count.
    fn notes(&mut self) -> BTreeMap<String, u64> {
        BTreeMap::new()
    }
}

/// All metrics, in the order of reports.
pub const METRICS: &[&dyn Metric] = &[
    &rouge::RougeL,
    &rouge::RougeLF1,
    &meteor::Meteor,
    &bertscore::BertScore,
    &clip_score::ClipS,
    &clip_score::RefClipS,
    &judge::Judge,
];

/// The metric of a name.
///
/// # Errors
/// When there is none; the message lists all.
pub fn by_name(name: &str) -> Result<&'static dyn Metric> {
    METRICS.iter().copied().find(|m| m.name() == name).ok_or_else(|| {
        let names: Vec<&str> = METRICS.iter().map(|m| m.name()).collect();
        Error::usage(format!("there is no metric `{name}`"), format!("choose among {}", names.join(", ")))
    })
}

//! Rephrasing, between the buckets and the assembly: all dialogues in their order, through the model and the verifier.

use super::assemble::Merged;
use super::{Corpus, Now, Progress};
use crate::converse::rephrase::Verifier;
use crate::error::{Error, Place, Result};
use crate::lexicon::Lexicon;
use crate::model::dialogue::Dialogue;
use crate::pipeline::files::{self, Pending, WORK};
use crate::pipeline::rephrase::{self, Account, Estimate, Options};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How turns are reworded.
#[derive(Debug, Clone)]
pub struct Rewording {
    /// The model and how it is asked.
    pub options: Options,
    /// Only say what it would ask and cost.
    pub dry_run: bool,
}

impl Rewording {
    /// What of it decides the content.
    pub fn arguments(&self) -> serde_json::Value {
        let p = &self.options.settings.parameters;
        serde_json::json!({
            "model": self.options.endpoint.model,
            "max_tokens": p.max_tokens,
            "temperature": p.temperature,
            "seed": p.seed,
        })
    }
}

/// What `run.json` says of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reworded {
    /// Model.
    pub model: String,
    /// What became of the turns.
    pub account: Account,
}

/// The reworded dialogues, once they are complete.
pub fn lines(out: &Path) -> PathBuf {
    out.join(WORK).join("reworded.jsonl")
}

fn report(out: &Path) -> PathBuf {
    out.join(WORK).join("reworded.json")
}

/// What became of the turns, where they were reworded.
pub fn account(out: &Path) -> Option<Reworded> {
    serde_json::from_slice(&std::fs::read(report(out)).ok()?).ok()
}

fn verifier(corpus: &Corpus) -> Result<Arc<Verifier>> {
    Ok(Arc::new(Verifier::new(Arc::new(Lexicon::load(corpus.config.thesaurus.as_deref())?))))
}

fn dialogues(corpus: &Corpus) -> Result<impl Iterator<Item = Result<Dialogue>>> {
    let parse = |json: Result<String>| {
        serde_json::from_str(&json?).map_err(|e| {
            Error::data(Place::file(WORK), e.to_string(), format!("remove the folder {WORK} and run again"))
        })
    };
    Ok(Merged::of_buckets(corpus.out())?.map(parse))
}

/// Estimates what rewording asks and costs.
///
/// # Errors
/// When the buckets or the journal cannot be read.
pub fn estimate(corpus: &Corpus, rewording: &Rewording) -> Result<Estimate> {
    rephrase::estimate(dialogues(corpus)?, &*verifier(corpus)?, &rewording.options)
}

/// Rewords all dialogues, unless an earlier run did.
///
/// # Errors
/// As [`rephrase::run`].
pub fn reword(corpus: &Corpus, rewording: &Rewording) -> Result<()> {
    let (to, out) = (lines(corpus.out()), corpus.out());
    if to.exists() && account(out).is_some() {
        return Ok(());
    }
    let mut file = Pending::create(&to)?;
    let mut emit = |dialogue: Dialogue| {
        let mut line = serde_json::to_vec(&dialogue).map_err(|e| Error::io(&to, "write", e.into()))?;
        line.push(b'\n');
        file.write_all(&line).map_err(|e| Error::io(&to, "write", e))
    };
    let tick = |p: &rephrase::Progress| {
        let usage = p.spending.spent.usage;
        (corpus.progress)(Progress::Reworded(Now {
            dialogues: p.account.dialogues,
            turns: p.account.turns,
            kept: p.account.kept,
            requests: p.spending.spent.requests,
            known: p.spending.known,
            tokens: usage.prompt_tokens + usage.completion_tokens,
            cost: p.spending.cost,
            stopped: p.spending.stopped,
        }));
    };
    let (account, _) = rephrase::run(dialogues(corpus)?, verifier(corpus)?, &rewording.options, &mut emit, &tick)?;
    file.commit()?;
    let made = Reworded { model: rewording.options.endpoint.model.clone(), account };
    let text = serde_json::to_vec(&made).map_err(|e| Error::io(report(out), "write", e.into()))?;
    files::write(&report(out), &text)
}

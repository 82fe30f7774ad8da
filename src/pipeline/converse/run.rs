//! `run.json` of a corpus: what it was made from and what became of it. No times, no paths of the machine.

use super::describe::Description;
use super::plan::Account;
use super::reword::Reworded;
use crate::error::{Error, Place, Result};
use crate::pipeline::files;
use crate::pipeline::run::{Counts, FileHash, RUN_FILE, ResourceHashes};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A whole `run.json` of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CorpusRun {
    /// Version of groundline.
    pub version: String,
    /// Seed.
    pub seed: u64,
    /// The settings that decide the content.
    pub arguments: serde_json::Value,
    /// Templates, thesaurus and manifests.
    pub resources: ResourceHashes,
    /// Hash over the wordings of dialogues.
    pub wordings: String,
    /// Hash over what `--exclude` names; empty without it.
    pub excluded: String,
    /// The sources' files.
    pub inputs: Vec<FileHash>,
    /// Hash over all of the above: two runs that agree here have the same bytes.
    pub fingerprint: String,
    /// The planner's account.
    pub plan: Account,
    /// The corpus.
    pub corpus: CorpusReport,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CorpusReport {
    /// What encoded JPEG.
    pub encoder: String,
    /// Dialogues written.
    pub dialogues: u64,
    /// BLAKE3 of `dialogues.jsonl`.
    pub blake3: String,
    /// Pictures written.
    pub pictures: u64,
    /// Lost after planning, by reason.
    pub rejects: Counts,
    /// What rephrasing did, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rephrase: Option<Reworded>,
    /// The description numbers.
    pub description: Description,
}

impl CorpusRun {
    /// Reads OUT's `run.json`; `None` where there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is not that of a corpus.
    pub fn read(out: &Path) -> Result<Option<Self>> {
        let path = out.join(RUN_FILE);
        let text = match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(|e| Error::io(&path, "read", e))?,
        };
        serde_json::from_str(&text).map(Some).map_err(|e| {
            Error::data(
                Place::line(path.display().to_string(), e.line() as u64),
                format!("it is not the run of a corpus: {e}"),
                "give a new folder as --out",
            )
        })
    }

    /// Writes it atomically.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|e| Error::data(Place::file(RUN_FILE), e.to_string(), "report this as a fault of groundline"))?;
        text.push('\n');
        files::write(&out.join(RUN_FILE), text.as_bytes())
    }

    /// Forms with fewer dialogues than asked for: form, made, asked for.
    pub fn short(&self) -> Vec<(String, u64, u64)> {
        let made = |form: &str| self.corpus.description.forms.get(form).copied().unwrap_or(0);
        let forms = self.plan.forms.iter().map(|(form, p)| (form.clone(), made(form), p.wanted));
        forms.filter(|(_, made, wanted)| made < wanted).collect()
    }
}

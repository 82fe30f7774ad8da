//! `run.json`: what a set was made from and what became of every candidate. No times and no paths of the machine:
//! the same run gives the same bytes anywhere.

use super::files;
use super::overview::Overview;
use crate::error::{Error, Place, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// A whole `run.json`. `plan` writes it without `build`; `build` completes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunFile {
    /// Version of groundline.
    pub version: String,
    /// Seed.
    pub seed: u64,
    /// The settings that decide the content.
    pub arguments: serde_json::Value,
    /// Templates, thesaurus and manifests.
    pub resources: ResourceHashes,
    /// The sources' files.
    pub inputs: Vec<FileHash>,
    /// Hash over all of the above: two runs that agree here have the same plan.
    pub fingerprint: String,
    /// The planner's account, as in `plan.json`.
    pub plan: serde_json::Value,
    /// What the builder did; `None` until the set is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildReport>,
}

/// Hashes of the embedded or overridden resources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceHashes {
    /// Over all of them; it stands in every item.
    pub all: String,
    /// By template file used, over its text.
    pub templates: BTreeMap<String, String>,
    /// By thesaurus file used, over its text.
    pub thesaurus: BTreeMap<String, String>,
    /// By source kind, over its manifest.
    pub manifests: BTreeMap<String, String>,
}

/// One input file, or all files of an input files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileHash {
    /// Source name.
    pub source: String,
    /// Role in the manifest.
    pub role: String,
    /// Path inside the source's files.
    pub path: String,
    /// Files: 1, or as many as the files has.
    pub files: u64,
    /// Bytes in all.
    pub bytes: u64,
    /// BLAKE3 of the content; of a files, over the names and hashes of its files.
    pub blake3: String,
}

/// What the builder did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BuildReport {
    /// Over the plan, the drawing settings and the resources: two builds that agree here have the same bytes.
    pub fingerprint: String,
    /// What encoded JPEG.
    pub encoder: String,
    /// Items written, copies not counted.
    pub items: u64,
    /// Copies of items written (`--controls`, `--circular`).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub variants: u64,
    /// BLAKE3 of `items.jsonl`.
    pub blake3: String,
    /// Pictures written.
    pub pictures: u64,
    /// Items by cell.
    pub cells: Counts,
    /// Rejects by reason.
    pub rejects: Counts,
    /// What people's verdicts did to the set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Reviewed>,
    /// The overview table.
    pub overview: Overview,
}

/// What people's verdicts did to a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reviewed {
    /// BLAKE3 over the journals that were read.
    pub blake3: String,
    /// Items with a decision.
    pub decided: u64,
    /// Items that were dropped, with the rest of their groups.
    pub dropped: u64,
    /// Items whose key was set right.
    pub fixed: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// The file's name in OUT.
pub const RUN_FILE: &str = "run.json";

impl RunFile {
    /// Reads OUT's `run.json`; `None` where there is none.
    ///
    /// # Errors
    /// When it is there and cannot be read, or is not one.
    pub fn read(out: &Path) -> Result<Option<Self>> {
        let path = out.join(RUN_FILE);
        let text = match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(|e| Error::io(&path, "read", e))?,
        };
        serde_json::from_str(&text).map(Some).map_err(|e| {
            Error::data(
                Place::line(path.display().to_string(), e.line() as u64),
                e.to_string(),
                "it was not written by this version; give a new files as --out",
            )
        })
    }

    /// Writes it atomically.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &Path) -> Result<()> {
        let path = out.join(RUN_FILE);
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|e| Error::data(Place::file(RUN_FILE), e.to_string(), "report this as a fault of groundline"))?;
        text.push('\n');
        files::write(&path, text.as_bytes())
    }

    /// Pictures that the plan left out because they belong to other sets (`--exclude`, `--split`), by reason.
    pub fn left_out(&self) -> Counts {
        let sources = self.plan.pointer("/plan/sources").and_then(serde_json::Value::as_object);
        let excluded = sources.into_iter().flatten().filter_map(|(_, source)| source.get("excluded")?.as_object());
        let mut counts = Counts::new();
        for (reason, n) in excluded.flatten() {
            *counts.entry(reason.clone()).or_default() += n.as_u64().unwrap_or(0);
        }
        counts
    }

    /// Cells whose quota the finished set (or, before it is built, the plan) does not fill.
    /// With a limit on the items nothing is unmet.
    pub fn unmet(&self) -> Vec<Unmet> {
        if self.arguments.get("limit").is_some_and(|v| !v.is_null()) {
            return Vec::new();
        }
        let cells = self.plan.pointer("/plan/cells").and_then(serde_json::Value::as_object);
        let number = |cell: &serde_json::Value, key| cell.get(key).and_then(serde_json::Value::as_u64).unwrap_or(0);
        cells
            .into_iter()
            .flatten()
            .map(|(name, cell)| Unmet {
                cell: name.clone(),
                quota: number(cell, "quota"),
                items: match &self.build {
                    Some(build) => build.cells.get(name).copied().unwrap_or(0),
                    None => number(cell, "made"),
                },
            })
            .filter(|unmet| unmet.items < unmet.quota)
            .collect()
    }
}

/// The kinds of a run's sources by their names, from its settings: they say what plain picture numbers are.
pub fn kinds(arguments: &serde_json::Value) -> BTreeMap<String, String> {
    let sources = arguments.get("sources").and_then(serde_json::Value::as_array);
    let text = |source: &serde_json::Value, key| Some(source.get(key)?.as_str()?.to_owned());
    sources.into_iter().flatten().filter_map(|s| Some((text(s, "name")?, text(s, "kind")?))).collect()
}

/// [`kinds`] of the set or corpus in a folder; none where its `run.json` is not there.
pub fn kinds_in(folder: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read(folder.join(RUN_FILE)).unwrap_or_default();
    let run: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
    run.get("arguments").map(kinds).unwrap_or_default()
}

/// A cell with fewer items than asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// `<target>.<kind>`.
    pub cell: String,
    /// Asked for.
    pub quota: u64,
    /// Made.
    pub items: u64,
}

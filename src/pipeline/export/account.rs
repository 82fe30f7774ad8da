//! `export.json`, the account of an export, and what of an export is finished already.

use super::Options;
use super::cut::{Cut, copies_of};
use super::split::Splits;
use super::write::Job;
use crate::error::{Error, Place, Result};
use crate::export::record::Form;
use crate::export::{Context, Exporter, Shard, Written};
use crate::pipeline::files::{self, WORK};
use crate::pipeline::run::Counts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The account's name.
pub const EXPORT_FILE: &str = "export.json";

/// An `export.json`. It holds no times and no paths of the machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExportFile {
    /// Version of groundline.
    pub version: String,
    /// Format.
    pub format: String,
    /// `items` or `dialogues`.
    pub records: String,
    /// Name of the set.
    pub name: String,
    /// Over everything that decides the bytes: a run that agrees goes on with what is here.
    pub fingerprint: String,
    /// Licences that were allowed; empty: all.
    pub license_allow: String,
    /// Whether paths in the files are absolute.
    pub absolute_paths: bool,
    /// Records by split.
    pub splits: BTreeMap<String, u64>,
    /// Distinct pictures.
    pub pictures: u64,
    /// Records left out, by reason; each is in `rejects.jsonl`.
    pub left_out: Counts,
    /// Records in whose texts special tokens got a space, and the first of their ids.
    pub spaced_tokens: Spaced,
    /// The set's licence.
    pub license: LicenseEntry,
    /// The shards.
    pub files: Vec<FileEntry>,
}

/// Records whose texts were changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spaced {
    /// How many.
    pub records: u64,
    /// The first twenty.
    pub first: Vec<String>,
}

/// The licence of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LicenseEntry {
    /// The hub's identifier, or `other`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it asks.
    pub terms: String,
}

/// A shard in an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path inside the export.
    pub path: String,
    /// Split.
    pub split: String,
    /// Part; empty where there is one.
    pub part: String,
    /// Records.
    pub rows: u64,
    /// Bytes.
    pub bytes: u64,
    /// SHA-256.
    pub sha256: String,
}

impl ExportFile {
    pub(super) fn new(
        job: &Job<'_>,
        splits: &Splits,
        options: &Options,
        written: &[Written],
        fingerprint: &str,
    ) -> Self {
        let (scan, license) = (job.scan, job.scan.summary.license());
        let mut by_split: BTreeMap<String, u64> = BTreeMap::new();
        let assigned = splits.assign(&scan.rows);
        for (split, row) in assigned.into_iter().zip(&scan.rows) {
            if let Some(name) = splits.names().get(split) {
                let name = if row.copy { copies_of(name) } else { (*name).to_string() };
                *by_split.entry(name).or_default() += 1;
            }
        }
        ExportFile {
            version: env!("CARGO_PKG_VERSION").into(),
            format: job.exporter.name().into(),
            records: job.context.form.noun().into(),
            name: job.context.name.clone(),
            fingerprint: fingerprint.into(),
            license_allow: options.allowed.text(),
            absolute_paths: options.absolute,
            splits: by_split,
            pictures: scan.summary.pictures,
            left_out: scan.reasons(),
            spaced_tokens: Spaced { records: scan.spaced.0, first: scan.spaced.1.clone() },
            license: LicenseEntry { id: license.id, name: license.name, terms: license.terms.words() },
            files: written.iter().map(entry).collect(),
        }
    }

    /// Its JSON.
    ///
    /// # Errors
    /// Never in practice; the writer's signature has one.
    pub fn json(&self) -> Result<String> {
        let text = serde_json::to_string_pretty(self).map_err(|e| {
            Error::data(Place::file(EXPORT_FILE), e.to_string(), "report this as a fault of groundline")
        })?;
        Ok(text + "\n")
    }
}

fn entry(written: &Written) -> FileEntry {
    FileEntry {
        path: written.path.clone(),
        split: written.shard.split.clone(),
        part: written.shard.part.clone(),
        rows: written.rows,
        bytes: written.bytes,
        sha256: written.sha256.clone(),
    }
}

/// What is finished. Notes lie in the work folder, one a shard, until `export.json` has them.
pub struct State {
    out: PathBuf,
    fingerprint: String,
    done: BTreeMap<String, FileEntry>,
}

/// The note that says what the work folder belongs to.
const MARK: &str = "export";

impl State {
    /// Reads what an earlier run left.
    ///
    /// # Errors
    /// When the folder holds another export: its files would mix with these.
    pub fn open(
        out: &Path,
        context: &Context,
        exporter: &dyn Exporter,
        splits: &Splits,
        cuts: &[Cut],
    ) -> Result<State> {
        let mut hasher = blake3::Hasher::new();
        let form = if context.form == Form::Benchmark { "benchmark" } else { "corpus" };
        let head = [
            env!("CARGO_PKG_VERSION"),
            exporter.name(),
            form,
            &context.name,
            &context.model,
            context.root.as_deref().unwrap_or(""),
            &splits.names().join(","),
        ];
        let cut = |c: &Cut| {
            let Shard { split, part, index, of } = &c.shard;
            format!("{split}/{part}/{index}/{of}/{}", c.digest)
        };
        for part in head.into_iter().map(String::from).chain(cuts.iter().map(cut)) {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        let fingerprint = hasher.finalize().to_hex().get(..32).unwrap_or_default().to_string();
        let mut state = State { out: out.to_path_buf(), fingerprint, done: BTreeMap::new() };
        let finished: Option<ExportFile> = read(&out.join(EXPORT_FILE))?;
        let mark: Option<String> = read(&out.join(WORK).join(MARK))?;
        let held = finished.as_ref().map(|f| &f.fingerprint).or(mark.as_ref());
        if held.is_some_and(|held| *held != state.fingerprint) {
            return Err(Error::data(
                Place::file(out.display().to_string()),
                "the folder holds an export of another set, in another format or with other options",
                "give a new folder as --out, or remove this one",
            ));
        }
        state.done.extend(finished.into_iter().flat_map(|f| f.files).map(|f| (f.path.clone(), f)));
        for n in 0..cuts.len() {
            let note: Option<FileEntry> = read(&state.note(n))?;
            state.done.extend(note.map(|f| (f.path.clone(), f)));
        }
        Ok(state)
    }

    fn note(&self, n: usize) -> PathBuf {
        self.out.join(WORK).join(format!("shard-{n:06}.json"))
    }

    /// See [`ExportFile::fingerprint`].
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Marks the work folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(&self) -> Result<()> {
        let work = self.out.join(WORK);
        std::fs::create_dir_all(&work).map_err(|e| Error::io(&work, "create", e))?;
        files::write(&work.join(MARK), format!("\"{}\"", self.fingerprint).as_bytes())
    }

    /// The shard, where it is finished and its file is as long as noted.
    pub fn done(&self, cut: &Cut, path: &str) -> Option<Written> {
        let entry = self.done.get(path)?;
        let whole = self.out.join(path).metadata().is_ok_and(|m| m.len() == entry.bytes);
        whole.then(|| Written {
            shard: cut.shard.clone(),
            path: entry.path.clone(),
            rows: entry.rows,
            bytes: entry.bytes,
            sha256: entry.sha256.clone(),
        })
    }

    /// Notes a finished shard.
    ///
    /// # Errors
    /// When the note cannot be written.
    pub fn keep(&self, n: usize, written: &Written) -> Result<()> {
        let text = serde_json::to_string(&entry(written)).unwrap_or_default();
        files::write(&self.note(n), text.as_bytes())
    }

    /// Removes the notes and what killed runs left half written.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub fn close(&self, written: &[Written]) -> Result<()> {
        let work = self.out.join(WORK);
        files::remove(&work.join(MARK))?;
        for n in 0..written.len() {
            files::remove(&self.note(n))?;
        }
        let mut folders: Vec<PathBuf> =
            written.iter().filter_map(|w| Some(self.out.join(&w.path).parent()?.to_path_buf())).collect();
        folders.extend(folders.clone().iter().map(|f| f.join("images")));
        folders.extend([self.out.clone(), self.out.join("images")]);
        folders.sort();
        folders.dedup();
        folders.iter().filter(|f| f.is_dir()).try_for_each(|f| files::sweep(f))
    }
}

/// A JSON file of ours; `None` where there is none.
fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    let text = match std::fs::read_to_string(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|e| Error::io(path, "read", e))?,
    };
    serde_json::from_str(&text).map(Some).map_err(|e| {
        Error::data(
            Place::file(path.display().to_string()),
            e.to_string(),
            "it was not written by this version; give a new folder as --out",
        )
    })
}

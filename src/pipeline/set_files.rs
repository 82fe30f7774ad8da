//! The files that make and describe a set: items, gallery, licenses, card; written while items stream by, each under
//! its final name only when it is whole.

use super::card::{self, Set};
use super::config::Draw;
use super::files::{self, Pending};
use super::gallery::Gallery;
use super::licenses::Licenses;
use super::overview::Counter;
use super::run::{BuildReport, Counts, Reviewed, RunFile};
use crate::error::{Error, Result};
use crate::model::item::McqItem;
use crate::source::manifest::Manifest;
use rustc_hash::FxHashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The items' file.
pub const ITEMS_FILE: &str = "items.jsonl";
/// What is written besides rejects and `run.json`.
pub const FILES: [&str; 4] = [ITEMS_FILE, "LICENSES.csv", "README.md", "index.html"];

/// The files of a set while they are being written.
pub struct SetFiles {
    out: PathBuf,
    items: Pending,
    gallery: Gallery,
    hasher: blake3::Hasher,
    counter: Counter,
    licenses: Licenses,
    set: Set,
    cells: Counts,
    variants: u64,
    /// Pictures of the items so far, as the items name them.
    pub pictures: FxHashSet<String>,
}

/// What the items do not tell.
pub struct About<'a> {
    /// The run so far, without its build.
    pub base: RunFile,
    /// Decides every byte of the set.
    pub fingerprint: String,
    /// What encoded its JPEGs.
    pub encoder: String,
    /// Rejects of the build by reason.
    pub rejects: Counts,
    /// What people's verdicts did.
    pub review: Option<Reviewed>,
    /// How pictures are written.
    pub draw: Draw,
    /// Names of the sources with their manifests.
    pub manifests: &'a [(String, Manifest)],
    /// Target names in order.
    pub targets: &'a [&'a str],
}

impl SetFiles {
    /// Starts a set's files.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn create(out: &Path) -> Result<SetFiles> {
        Ok(SetFiles {
            out: out.to_path_buf(),
            items: Pending::create(out.join(ITEMS_FILE))?,
            gallery: Gallery::create(&out.join("index.html"))?,
            hasher: blake3::Hasher::new(),
            counter: Counter::default(),
            licenses: Licenses::default(),
            set: Set::default(),
            cells: Counts::new(),
            variants: 0,
            pictures: FxHashSet::default(),
        })
    }

    /// Adds an item with its line, which has no line end.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, line: &str, item: McqItem) -> Result<()> {
        let text = format!("{line}\n");
        self.items.write_all(text.as_bytes()).map_err(|e| Error::io(self.out.join(ITEMS_FILE), "write", e))?;
        self.hasher.update(text.as_bytes());
        self.licenses.add(&item.license);
        if item.provenance.variant.is_some() {
            self.variants += 1;
        } else {
            self.counter.add(&item);
            self.set.add(&item);
            *self.cells.entry(format!("{}.{}", item.target, item.kind)).or_default() += 1;
        }
        self.gallery.add(&item)?;
        self.pictures.insert(item.image);
        Ok(())
    }

    /// Completes all files but `run.json`, which is returned: the caller writes it when nothing else is missing.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn finish(self, about: About<'_>) -> Result<RunFile> {
        self.items.commit()?;
        files::write(&self.out.join("LICENSES.csv"), &self.licenses.csv()?)?;
        let overview = self.counter.finish();
        let table = overview.text(about.targets);
        let run = RunFile {
            build: Some(BuildReport {
                fingerprint: about.fingerprint,
                encoder: about.encoder,
                items: overview.total.items,
                variants: self.variants,
                blake3: self.hasher.finalize().to_hex().to_string(),
                pictures: self.pictures.len() as u64,
                cells: self.cells,
                rejects: about.rejects,
                review: about.review,
                overview,
            }),
            ..about.base
        };
        let card = card::card(&run, &self.set, &self.licenses, about.manifests, about.draw, &table);
        files::write(&self.out.join("README.md"), card.as_bytes())?;
        self.gallery.finish()?;
        Ok(run)
    }
}

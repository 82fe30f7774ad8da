//! A bucket: its rows are built in a folder under a temporary name, which is renamed when all of it is written.
//! A bucket is there whole or not at all.

use super::Builder;
use super::realise::{Dropped, Realised, realise};
use super::rows::Rows;
use crate::error::{Error, Place, Result};
use crate::pipeline::files::{self, WORK};
use crate::pipeline::guard::EXCLUDED_PICTURE;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The sidecar of a finished bucket.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Done {
    /// Rows of the plan in this bucket.
    pub rows: u64,
    /// BLAKE3 of its items.
    pub blake3: String,
    /// Rows that could not be built.
    pub rejects: Vec<Lost>,
    /// Pictures with their sizes in bytes.
    pub pictures: Vec<(String, u64)>,
    /// Pictures planned, and those among them that belong to other sets, by source.
    pub sources: BTreeMap<String, (u64, u64)>,
}

/// A row that could not be built, as kept in the sidecar.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Lost {
    pub row: u64,
    pub id: String,
    pub group: Option<String>,
    pub reason: String,
    pub detail: String,
}

impl From<Dropped> for Lost {
    fn from(d: Dropped) -> Self {
        Lost { row: d.row, id: d.id, group: d.group, reason: d.reason.to_string(), detail: d.detail }
    }
}

const DONE: &str = "done.json";
const ITEMS: &str = "items";
const IMAGES: &str = "images";

/// The folder of a finished bucket.
pub(super) fn folder(out: &Path, bucket: usize) -> PathBuf {
    out.join(WORK).join(format!("{bucket:02}"))
}

/// The pictures of a finished bucket.
pub(super) fn images(out: &Path, bucket: usize) -> PathBuf {
    folder(out, bucket).join(IMAGES)
}

/// The sidecar of a bucket, if it is finished.
pub(super) fn done(out: &Path, bucket: usize) -> Option<Done> {
    let text = fs::read(folder(out, bucket).join(DONE)).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Whether a bucket is finished and what it says of itself is so.
pub(super) fn intact(out: &Path, bucket: usize, rows: u64) -> Option<Done> {
    let done = done(out, bucket).filter(|d| d.rows == rows)?;
    let items = fs::read(folder(out, bucket).join(ITEMS)).ok()?;
    let images = images(out, bucket);
    let there = |(name, size): &(String, u64)| fs::metadata(images.join(name)).is_ok_and(|m| m.len() == *size);
    (blake3::hash(&items).to_hex().as_str() == done.blake3 && done.pictures.iter().all(there)).then_some(done)
}

/// Builds a bucket.
pub(super) fn build(builder: &Builder<'_>, rows: &Rows, bucket: usize) -> Result<()> {
    let target = folder(builder.out, bucket);
    let part = target.with_extension(format!("{}.part", std::process::id()));
    files::remove(&part)?;
    let images = part.join(IMAGES);
    fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;

    let mut all = Realised::default();
    let mut sources: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut planned = rows.load(bucket)?;
    planned.sort_by(|a, b| (&a.1.picture.scene, a.0).cmp(&(&b.1.picture.scene, b.0)));
    for of_scene in planned.chunk_by(|a, b| a.1.picture.scene == b.1.picture.scene) {
        let made = realise(builder, of_scene, &images)?;
        if let Some((_, row)) = of_scene.first() {
            let source = sources.entry(row.picture.source.to_string()).or_default();
            source.0 += 1;
            source.1 += u64::from(made.rejects.iter().any(|lost| lost.reason == EXCLUDED_PICTURE));
        }
        all.items.extend(made.items);
        all.rejects.extend(made.rejects);
        all.pictures.extend(made.pictures);
        (builder.progress)(of_scene.len() as u64);
    }
    all.items.sort_by_key(|(row, _, _)| *row);
    all.rejects.sort_by_key(|d| d.row);

    let mut text = Vec::new();
    for (row, group, item) in &all.items {
        let line = serde_json::to_string(item)
            .map_err(|e| Error::data(Place::record("plan.jsonl", &item.id), e.to_string(), "report this as a fault"))?;
        let group = group.as_deref().unwrap_or("");
        text.extend_from_slice(format!("{row}\t{group}\t{line}\n").as_bytes());
    }
    write(&part.join(ITEMS), &text)?;
    let done = Done {
        rows: planned.len() as u64,
        blake3: blake3::hash(&text).to_hex().to_string(),
        rejects: all.rejects.into_iter().map(Lost::from).collect(),
        pictures: all.pictures,
        sources,
    };
    let done = serde_json::to_vec(&done)
        .map_err(|e| Error::data(Place::file(DONE), e.to_string(), "report this as a fault of groundline"))?;
    write(&part.join(DONE), &done)?;
    files::remove(&target)?;
    match fs::rename(&part, &target) {
        Ok(()) => Ok(()),
        // A second process of the same shard was faster; its bytes are the same.
        Err(_) if target.join(DONE).exists() => files::remove(&part),
        Err(e) => Err(Error::io(&target, "rename to", e)),
    }
}

/// Without syncing: a process that is killed loses nothing, and what a power failure leaves is found by [`intact`].
/// The set is synced before its files get their final names.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|e| Error::io(path, "write", e))
}

/// The items of a finished bucket in plan order: row number, group, JSON.
pub(super) struct Items {
    reader: BufReader<File>,
    path: PathBuf,
}

/// One line of a bucket.
pub(super) struct Line {
    pub row: u64,
    pub group: String,
    pub json: String,
}

impl Items {
    pub fn open(out: &Path, bucket: usize) -> Result<Self> {
        let path = folder(out, bucket).join(ITEMS);
        let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
        Ok(Items { reader: BufReader::new(file), path })
    }

    pub fn next(&mut self) -> Result<Option<Line>> {
        let mut text = String::new();
        if self.reader.read_line(&mut text).map_err(|e| Error::io(&self.path, "read", e))? == 0 {
            return Ok(None);
        }
        let mut parts = text.trim_end().splitn(3, '\t');
        let row = parts.next().and_then(|r| r.parse().ok());
        match (row, parts.next(), parts.next()) {
            (Some(row), Some(group), Some(json)) => {
                Ok(Some(Line { row, group: group.to_string(), json: json.to_string() }))
            }
            _ => Err(Error::data(
                Place::file(self.path.display().to_string()),
                "a line is not an item",
                format!("remove the folder {WORK} and run again"),
            )),
        }
    }
}

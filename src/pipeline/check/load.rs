//! The set to check: ours as built, ours as planned, or one that was made elsewhere.

use crate::audit::entry::Entry;
use crate::audit::leak::{PictureId, id};
use crate::audit::read::{self, Fault, Format, Picture};
use crate::error::{Error, Place, Result};
use crate::kind;
use crate::model::item::McqItem;
use crate::model::plan::PlanRow;
use crate::pipeline::build::realise::{Made, item_of};
use crate::pipeline::plan::{PLAN_FILE, Resources};
use crate::pipeline::run::{self, RunFile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The items' file of a set.
pub const ITEMS_FILE: &str = "items.jsonl";

/// Who made a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// `build` finished it.
    Built,
    /// `plan` finished it; there are no pictures yet.
    Planned,
    /// Another program.
    Elsewhere,
}

/// A set in memory: texts and keys, no pixels.
#[derive(Debug)]
pub struct Set {
    /// The folder that paths of pictures start from.
    pub folder: PathBuf,
    /// Who made it.
    pub origin: Origin,
    /// The questions; of ours without copies.
    pub entries: Vec<Entry>,
    /// The picture of each entry.
    pub pictures: Vec<Picture>,
    /// The origins of each entry's picture.
    pub ids: Vec<Vec<PictureId>>,
    /// Of ours, all items, copies among them.
    pub items: Vec<McqItem>,
    /// For each entry the place of its item.
    pub item_of: Vec<usize>,
    /// Items whose key is not one of their options.
    pub broken: Vec<String>,
    /// Rows of a foreign file that are no question with a key.
    pub dropped: BTreeMap<Fault, u64>,
    /// `run.json`, if there is one.
    pub run: Option<RunFile>,
    /// BLAKE3 of the items' (or the plan's, or all foreign) bytes.
    pub blake3: String,
}

impl Set {
    /// Reads a set: a folder with `items.jsonl`, else with `plan.jsonl`, else with foreign files; or one file.
    /// `resources` renders a plan.
    ///
    /// # Errors
    /// When nothing there is a set, or a line is not what it must be.
    pub fn read(path: &Path, resources: &Resources) -> Result<Self> {
        std::fs::metadata(path)
            .map_err(|e| Error::opening(path, "give the folder of a set, or a file of questions", e))?;
        let (folder, file) = if path.is_dir() {
            let named = |name: &str| Some(path.join(name)).filter(|p| p.is_file());
            (path.to_path_buf(), named(ITEMS_FILE).or_else(|| named(PLAN_FILE)))
        } else {
            (path.parent().unwrap_or(Path::new("")).to_path_buf(), Some(path.to_path_buf()))
        };
        match file {
            Some(file) if file.file_name().is_some_and(|n| n == PLAN_FILE) => Set::planned(folder, &file, resources),
            Some(file) if is_ours(&file)? => Set::built(folder, &file),
            Some(file) => Set::foreign(folder, &[file]),
            None => {
                let files = foreign_files(&folder)?;
                if files.is_empty() {
                    return Err(Error::data(
                        Place::file(path.display().to_string()),
                        "there is no items.jsonl, plan.jsonl, .jsonl, .tsv, .csv or .parquet file in it",
                        "give the folder of a set, or a file of questions",
                    ));
                }
                Set::foreign(folder, &files)
            }
        }
    }

    fn built(folder: PathBuf, file: &Path) -> Result<Self> {
        let (items, blake3) = lines::<McqItem>(file, "build the set again with this version")?;
        let run = RunFile::read(&folder)?;
        Ok(Set::ours(folder, Origin::Built, items, run, blake3))
    }

    fn planned(folder: PathBuf, file: &Path, resources: &Resources) -> Result<Self> {
        let (rows, blake3) = lines::<PlanRow>(file, "plan again with this version")?;
        let run = RunFile::read(&folder)?;
        let hash = run.as_ref().map_or_else(String::new, |r| r.resources.all.clone());
        let seed = run.as_ref().map_or(0, |r| r.seed);
        let items = rows
            .iter()
            .map(|row| {
                let text = kind::render(row, &resources.lexicon, &resources.templates)?;
                let made = Made { image: String::new(), seed, resources: hash.clone() };
                item_of(row, (text.question, text.choices), made)
            })
            .collect::<Result<Vec<_>>>()?;
        Ok(Set::ours(folder, Origin::Planned, items, run, blake3))
    }

    fn ours(folder: PathBuf, origin: Origin, items: Vec<McqItem>, run: Option<RunFile>, blake3: String) -> Self {
        let kinds = run.as_ref().map(|run| run::kinds(&run.arguments)).unwrap_or_default();
        let mut set = Set { run, items, ..Set::empty(folder, origin, blake3) };
        for (at, item) in set.items.iter().enumerate() {
            let Some(entry) = Entry::of_item(item) else {
                set.broken.push(item.id.clone());
                continue;
            };
            // Copies share the text of their item; no count and no solver may see them.
            if item.provenance.variant.is_some() {
                continue;
            }
            set.entries.push(entry);
            set.pictures.push(inside(&set.folder, &item.image));
            let (source, id) = (&item.license.source_dataset, &item.license.source_image_id);
            set.ids.push(id::of_source(source, kinds.get(source).unwrap_or(source), id, []));
            set.item_of.push(at);
        }
        set
    }

    fn foreign(folder: PathBuf, files: &[PathBuf]) -> Result<Self> {
        let loaded = read::read(files)?;
        let mut hasher = blake3::Hasher::new();
        for file in files {
            let bytes = File::open(file).map_err(|e| Error::io(file, "open", e))?;
            hasher.update_reader(bytes).map_err(|e| Error::io(file, "read", e))?;
        }
        let blake3 = hasher.finalize().to_hex().to_string();
        Ok(Set {
            entries: loaded.entries,
            pictures: loaded.pictures,
            ids: loaded.ids,
            dropped: loaded.dropped,
            ..Set::empty(folder, Origin::Elsewhere, blake3)
        })
    }

    fn empty(folder: PathBuf, origin: Origin, blake3: String) -> Self {
        Set {
            folder,
            origin,
            blake3,
            entries: Vec::new(),
            pictures: Vec::new(),
            ids: Vec::new(),
            items: Vec::new(),
            item_of: Vec::new(),
            broken: Vec::new(),
            dropped: BTreeMap::new(),
            run: None,
        }
    }

    /// What tells an entry's picture from others as a reader sees it: the scene and what is drawn on it.
    pub fn shown(&self) -> Vec<String> {
        let ours = |at: usize| {
            let item = self.items.get(at)?;
            let boxes: Vec<String> =
                item.boxes.iter().map(|b| format!("{} {} {} {} {}", b.color, b.x, b.y, b.w, b.h)).collect();
            Some(format!("{} {}", item.provenance.scene, boxes.join(" ")))
        };
        match self.origin {
            Origin::Elsewhere => self.entries.iter().map(|e| e.picture.clone().unwrap_or_default()).collect(),
            // A plan's boxes are in its items too.
            _ => self.item_of.iter().map(|&at| ours(at).unwrap_or_default()).collect(),
        }
    }
}

/// A picture inside the set; a path that leaves the folder is no picture of it.
fn inside(folder: &Path, image: &str) -> Picture {
    let leaves = image.is_empty() || image.starts_with(['/', '\\']) || image.split(['/', '\\']).any(|p| p == "..");
    if leaves { Picture::None } else { Picture::File(folder.join(image)) }
}

/// Whether a file holds items of ours, by its first line.
fn is_ours(path: &Path) -> Result<bool> {
    if Format::of(path) != Some(Format::Lines) {
        return Ok(false);
    }
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let mut first = String::new();
    BufReader::new(file).read_line(&mut first).map_err(|e| Error::io(path, "read", e))?;
    let row = serde_json::from_str::<serde_json::Value>(&first).unwrap_or_default();
    Ok(row.get("provenance").is_some() && row.get("answer_index").is_some())
}

/// The foreign files of a folder, by name.
fn foreign_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|e| Error::io(folder, "list", e))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(|e| e.ok().map(|e| e.path())).filter(|p| p.is_file() && Format::of(p).is_some()).collect();
    files.sort();
    Ok(files)
}

/// All rows of a JSON lines file and the BLAKE3 of its bytes.
fn lines<T: DeserializeOwned>(path: &Path, remedy: &str) -> Result<(Vec<T>, String)> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let (mut rows, mut line, mut hasher, mut number) = (Vec::new(), Vec::new(), blake3::Hasher::new(), 0);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))? == 0 {
            return Ok((rows, hasher.finalize().to_hex().to_string()));
        }
        number += 1;
        hasher.update(&line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        rows.push(
            serde_json::from_slice(&line)
                .map_err(|e| Error::data(Place::line(path.display().to_string(), number), e.to_string(), remedy))?,
        );
    }
}

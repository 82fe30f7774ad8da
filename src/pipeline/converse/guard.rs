//! The pictures that a corpus must not hold: those of the benchmarks named by `--exclude`, by origin before anything
//! is opened, and by bytes and looks where a picture is read anyway.

use crate::audit::leak::print::Looker;
use crate::audit::leak::split::Member;
use crate::audit::leak::{Split, id};
use crate::error::{Error, Place, Result};
use crate::model::item::McqItem;
use crate::model::scene::Scene;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The excluded pictures.
#[derive(Default)]
pub struct Guard {
    splits: Vec<Split>,
    looker: Looker,
    /// Kind of each source, by name: it says what its plain numbers are.
    kinds: BTreeMap<String, String>,
    /// Hash over what is excluded, for the fingerprint of a run.
    pub hash: String,
}

impl Guard {
    /// Reads benchmarks: `items.jsonl` and the pictures it names. A file is taken for a split file.
    ///
    /// # Errors
    /// When a folder is no benchmark, or a file of it cannot be read.
    pub fn read(folders: &[PathBuf], kinds: BTreeMap<String, String>) -> Result<Self> {
        let mut guard = Guard { kinds, ..Guard::default() };
        let mut hasher = blake3::Hasher::new();
        for folder in folders {
            if folder.is_file() {
                hasher.update(&std::fs::read(folder).map_err(|e| Error::io(folder, "read", e))?);
                guard.splits.push(Split::read(folder)?);
                continue;
            }
            let mut split = Split::default();
            let mut members = guard.benchmark(folder)?;
            members.sort_by(|a, b| a.name.cmp(&b.name));
            for member in members {
                hasher.update(member.name.as_bytes());
                member.ids.iter().for_each(|i| {
                    hasher.update(i.to_string().as_bytes());
                });
                member.bytes.iter().for_each(|b| {
                    hasher.update(b.as_bytes());
                });
                split.add(member);
            }
            guard.splits.push(split);
        }
        guard.hash = if folders.is_empty() { String::new() } else { hasher.finalize().to_hex()[..32].to_string() };
        Ok(guard)
    }

    /// One member per source picture of a benchmark; of a picture with several copies the first is printed.
    fn benchmark(&self, folder: &Path) -> Result<Vec<Member>> {
        let path = folder.join("items.jsonl");
        let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
        let mut pictures: BTreeMap<(String, String), String> = BTreeMap::new();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|e| Error::io(&path, "read", e))?;
            if line.trim().is_empty() {
                continue;
            }
            let item: McqItem = serde_json::from_str(&line).map_err(|e| {
                let place = Place::line(path.display().to_string(), number as u64 + 1);
                Error::data(place, format!("it is not an item: {e}"), "give the folder of a set made by `generate`")
            })?;
            let key = (item.license.source_dataset, item.license.source_image_id);
            pictures.entry(key).or_insert(item.image);
        }
        pictures
            .into_par_iter()
            .map(|((dataset, source_id), image)| {
                let kind = self.kinds.get(&dataset).map_or(dataset.as_str(), String::as_str);
                let mut member = Member {
                    name: format!("{dataset}/{source_id}"),
                    ids: id::ids(kind, &source_id, []),
                    ..Member::default()
                };
                let path = folder.join(&image);
                if let Ok(bytes) = std::fs::read(&path) {
                    let print = self.looker.print(&bytes).map_err(|fault| {
                        Error::data(Place::file(path.display().to_string()), fault.to_string(), "build the set again")
                    })?;
                    member = member.with_print(&print);
                }
                Ok(member)
            })
            .collect()
    }

    /// Whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.splits.iter().all(Split::is_empty)
    }

    fn kind<'g>(&'g self, source: &'g str) -> &'g str {
        self.kinds.get(source).map_or(source, String::as_str)
    }

    /// Which excluded picture a scene's is, by its origin alone.
    pub fn meets(&self, scene: &Scene) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let member = Member::of_image(scene.id.as_str(), self.kind(&scene.source), &scene.image);
        self.told(&member)
    }

    /// Which excluded picture a scene's is, by its bytes and looks. What cannot be decoded is left to the builder.
    pub fn resembles(&self, scene: &Scene, bytes: &[u8]) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let print = self.looker.print(bytes).ok()?;
        self.told(&Member::of_image(scene.id.as_str(), self.kind(&scene.source), &scene.image).with_print(&print))
    }

    fn told(&self, member: &Member) -> Option<String> {
        self.splits.iter().find_map(|s| s.meets(member)).map(|m| format!("{}: {}", m.there, m.by))
    }

    /// The error of a source that holds nothing but excluded pictures.
    pub fn nothing_left(source: &str, n: u64) -> Error {
        Error::data(
            Place::file(format!("[[source]] {source}")),
            format!("all of its {n} pictures are in a benchmark that is excluded"),
            "take another source, or make the benchmark from a part of this one",
        )
    }
}

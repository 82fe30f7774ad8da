//! What a set or a corpus holds, whatever its format: read for `check --against` and for `--exclude`.

use crate::audit::leak::{Looker, Member, Part, PictureId, Print, Split, id};
use crate::audit::read::{Format, Picture};
use crate::error::{Error, Place, Result};
use crate::model::dialogue::Dialogue;
use crate::pipeline::check::{Origin, Set};
use crate::pipeline::plan::Resources;
use crate::pipeline::run;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Extensions of pictures in a plain folder.
const PICTURES: [&str; 7] = ["jpg", "jpeg", "png", "gif", "bmp", "webp", "jfif"];

/// What may be given.
const REMEDY: &str = "give a split file, the folder of a set or of a corpus, or a folder of pictures";

/// The pictures of a set as members of a split, one per scene.
pub fn members(set: &Set, prints: &BTreeMap<PathBuf, Print>) -> Vec<Member> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    for ((entry, picture), ids) in set.entries.iter().zip(&set.pictures).zip(&set.ids) {
        let name = entry.picture.clone().unwrap_or_else(|| entry.id.clone());
        if !seen.insert(name.clone()) {
            continue;
        }
        let member = Member { name, ids: ids.clone(), ..Member::default() };
        let print = match picture {
            Picture::File(path) => prints.get(path),
            Picture::Embedded(print) => print.as_deref(),
            Picture::None => None,
        };
        out.push(member.with_print(print));
    }
    out
}

/// Reads what to compare with: a split file, a set of any format, `dialogues.jsonl`, a list in LLaVA's format, or a
/// folder of pictures. Of a split file that deals pictures out, `part` is read.
///
/// # Errors
/// When it is none of these or cannot be read.
pub fn corpus(path: &Path, part: Part, resources: &Resources) -> Result<Split> {
    let mut split = Split::default();
    if path.is_file() && first_line(path)?.is_some_and(|row| is_split(&row)) {
        let all = Split::read(path)?;
        return Ok(if all.has_parts() { all.of_part(part) } else { all });
    }
    let dialogues = if path.is_dir() { path.join("dialogues.jsonl") } else { path.to_path_buf() };
    // A corpus may be empty, then its name tells.
    if dialogues.is_file() && (path.is_dir() || first_line(&dialogues)?.is_some_and(|row| row.get("turns").is_some())) {
        add_dialogues(&dialogues, &mut split)?;
        return Ok(split);
    }
    if path.is_file() && path.extension().is_some_and(|e| e == "json") {
        add_list(path, &mut split)?;
        return Ok(split);
    }
    let has_questions = path.is_file() || ["items.jsonl", "plan.jsonl"].iter().any(|n| path.join(n).is_file());
    let tables = path.is_dir()
        && std::fs::read_dir(path).is_ok_and(|mut d| d.any(|e| e.is_ok_and(|e| Format::of(&e.path()).is_some())));
    if has_questions || tables {
        let set = Set::read(path, resources)?;
        let prints = if set.origin == Origin::Planned { BTreeMap::new() } else { print_all(files_of(&set)) };
        for member in members(&set, &prints) {
            split.add(member);
        }
        return Ok(split);
    }
    let mut files = Vec::new();
    walk(path, &mut files)?;
    if files.is_empty() {
        return Err(Error::data(
            Place::file(path.display().to_string()),
            "there is neither a set, nor dialogues, nor a picture in it",
            REMEDY,
        ));
    }
    let prints = print_all(files.clone());
    for file in files {
        let name = file.strip_prefix(path).unwrap_or(&file).display().to_string();
        let member = Member { ids: id::ids("", "", [name.as_str()]), name, ..Member::default() };
        split.add(member.with_print(prints.get(&file)));
    }
    Ok(split)
}

fn files_of(set: &Set) -> Vec<PathBuf> {
    let files = set.pictures.iter().filter_map(|p| if let Picture::File(path) = p { Some(path.clone()) } else { None });
    let unique: std::collections::BTreeSet<PathBuf> = files.collect();
    unique.into_iter().collect()
}

/// Prints of the files that can be decoded.
fn print_all(files: Vec<PathBuf>) -> BTreeMap<PathBuf, Print> {
    let looker = Looker::default();
    files.into_par_iter().filter_map(|f| Some((f.clone(), looker.print(&std::fs::read(&f).ok()?).ok()?))).collect()
}

fn first_line(path: &Path) -> Result<Option<serde_json::Value>> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let mut line = Vec::new();
    BufReader::new(file).read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))?;
    Ok(serde_json::from_slice(&line).ok())
}

fn is_split(row: &serde_json::Value) -> bool {
    row.get("name").is_some()
        && ["ids", "blake3", "look"].iter().any(|k| row.get(k).is_some())
        && row.get("question").is_none()
}

/// Dialogues of ours: origins of their pictures, and prints where the pictures are there.
fn add_dialogues(path: &Path, split: &mut Split) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let kinds = run::kinds_in(folder);
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let mut pictures: BTreeMap<String, (Vec<PictureId>, PathBuf)> = BTreeMap::new();
    for (line, number) in BufReader::new(file).lines().zip(1u64..) {
        let line = line.map_err(|e| Error::io(path, "read", e))?;
        let d: Dialogue = serde_json::from_str(&line).map_err(|e| {
            Error::data(
                Place::line(path.display().to_string(), number),
                e.to_string(),
                "make the corpus again with this version",
            )
        })?;
        let (source, id) = (&d.license.source_dataset, &d.license.source_image_id);
        let kind = kinds.get(source).unwrap_or(source);
        pictures
            .entry(d.provenance.scene)
            .or_insert_with(|| (id::of_source(source, kind, id, []), folder.join(&d.image)));
    }
    let prints = print_all(pictures.values().map(|p| p.1.clone()).collect());
    for (name, (ids, file)) in pictures {
        let member = Member { name, ids, ..Member::default() };
        split.add(member.with_print(prints.get(&file)));
    }
    Ok(())
}

/// A JSON list of records with `image` (a path, or several), as LLaVA and its kin train on.
fn add_list(path: &Path, split: &mut Split) -> Result<()> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let bad = |what: String| {
        let remedy = "expected a list of records with `image`, as LLaVA's tuning files have it";
        Error::data(Place::file(path.display().to_string()), what, remedy)
    };
    let rows: Vec<serde_json::Value> = serde_json::from_reader(BufReader::new(file)).map_err(|e| bad(e.to_string()))?;
    for row in &rows {
        let images = match row.get("image").or_else(|| row.get("images")) {
            Some(serde_json::Value::String(one)) => vec![one.as_str()],
            Some(serde_json::Value::Array(all)) => all.iter().filter_map(|v| v.as_str()).collect(),
            _ => Vec::new(),
        };
        for name in images {
            split.add(Member { name: name.into(), ids: id::ids("", "", [name]), ..Member::default() });
        }
    }
    if split.is_empty() {
        return Err(bad("no record names a picture whose origin can be told".into()));
    }
    Ok(())
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|e| Error::opening(folder, REMEDY, e))?
        .filter_map(|e| e.ok().map(|e| e.path()))
        .collect();
    entries.sort();
    for path in entries {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
        if path.is_dir() {
            walk(&path, files)?;
        } else if PICTURES.contains(&extension.as_str()) {
            files.push(path);
        }
    }
    Ok(())
}

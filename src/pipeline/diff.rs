//! `diff`: two sets item by item, and their pictures by name and bytes.

use crate::audit::diff::{self, Diff};
use crate::error::{Error, Place, Result};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// How two sets differ.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// Content hashes of the two files.
    pub blake3: [String; 2],
    /// The items.
    pub items: Diff,
    /// Pictures that both name and whose bytes differ, or that one has and the other lacks; by path.
    pub pictures: Vec<String>,
}

impl Comparison {
    /// Whether the two are one set.
    pub fn is_same(&self) -> bool {
        self.items.is_empty() && self.pictures.is_empty()
    }
}

/// Compares two sets (folders, or their JSON lines files).
///
/// # Errors
/// When a set cannot be read, a line is not JSON, or an item has no id.
pub fn compare(before: &Path, after: &Path) -> Result<Comparison> {
    let (first, second) = (file(before), file(after));
    let (a, hash_a) = read(&first)?;
    let (b, hash_b) = read(&second)?;
    let items = diff::diff(&a, &b);
    let pictures = pictures(&first, &a, &second, &b)?;
    Ok(Comparison { blake3: [hash_a, hash_b], items, pictures })
}

fn file(set: &Path) -> PathBuf {
    if !set.is_dir() {
        return set.to_path_buf();
    }
    let names = ["items.jsonl", "plan.jsonl", "dialogues.jsonl", "questions.jsonl"];
    names.iter().map(|n| set.join(n)).find(|p| p.is_file()).unwrap_or_else(|| set.join("items.jsonl"))
}

fn read(path: &Path) -> Result<(Vec<(String, Value)>, String)> {
    let input =
        File::open(path).map_err(|e| Error::opening(path, "give the folder of a set or its file of records", e))?;
    let mut reader = BufReader::with_capacity(1 << 18, input);
    let (mut items, mut line, mut hasher, mut number) = (Vec::new(), Vec::new(), blake3::Hasher::new(), 0);
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))? == 0 {
            return Ok((items, hasher.finalize().to_hex().to_string()));
        }
        number += 1;
        hasher.update(&line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let place = || Place::line(path.display().to_string(), number);
        let item: Value = serde_json::from_slice(&line)
            .map_err(|e| Error::data(place(), format!("not JSON: {e}"), "write one JSON object a line"))?;
        let id = match item.get("id").or_else(|| item.get("question_id")) {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ => return Err(Error::data(place(), "the item has no `id`", "items are compared by their ids")),
        };
        items.push((id, item));
    }
}

/// Pictures that differ. A picture that neither has is no difference.
fn pictures(first: &Path, a: &[(String, Value)], second: &Path, b: &[(String, Value)]) -> Result<Vec<String>> {
    let named = |items: &[(String, Value)]| -> Vec<String> {
        items.iter().filter_map(|(_, v)| Some(v.get("image")?.as_str()?.to_string())).collect()
    };
    let (theirs, mut out) = (named(b), Vec::new());
    let mut shared: BTreeMap<String, ()> = named(a).into_iter().map(|n| (n, ())).collect();
    let second_has: std::collections::BTreeSet<String> = theirs.into_iter().collect();
    shared.retain(|name, ()| second_has.contains(name));
    let (left, right) = (first.parent().unwrap_or(Path::new("")), second.parent().unwrap_or(Path::new("")));
    for (name, ()) in shared {
        if name.starts_with(['/', '\\']) || name.split(['/', '\\']).any(|p| p == "..") {
            continue;
        }
        let hash = |folder: &Path| -> Result<Option<blake3::Hash>> {
            let path = folder.join(&name);
            match File::open(&path) {
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(e) => Err(Error::io(&path, "open", e)),
                Ok(file) => {
                    let mut hasher = blake3::Hasher::new();
                    hasher.update_reader(file).map_err(|e| Error::io(&path, "read", e))?;
                    Ok(Some(hasher.finalize()))
                }
            }
        };
        if hash(left)? != hash(right)? {
            out.push(name);
        }
    }
    Ok(out)
}

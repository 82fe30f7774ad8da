//! Dialogues and messages have no right answer: their answers are shown side by side.

use super::write::thumbnail;
use crate::error::{Error, Place, Result};
use crate::llm::journal::Entry;
use crate::pipeline::{ask, files};
use crate::report::side_by_side::{Talk, render};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Whether a set is dialogues or messages: its first line has no choices.
///
/// # Errors
/// When it cannot be read.
pub fn is_talk(set: &Path) -> Result<bool> {
    if set.is_dir() {
        return Ok(false);
    }
    let file = File::open(set).map_err(|e| Error::opening(set, super::load::SETS, e))?;
    let mut line = String::new();
    BufReader::new(file).read_line(&mut line).map_err(|e| Error::io(set, "read", e))?;
    let row: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
    Ok(row.get("choices").is_none() && (row.get("turns").is_some() || row.get("messages").is_some()))
}

/// Writes `report.html` with every dialogue and what each run said.
///
/// # Errors
/// When a file cannot be read or written, or no answer is to one of the dialogues.
pub fn talk(set: &Path, answers: &[(String, PathBuf)], dir: &Path) -> Result<()> {
    let options =
        ask::Options { set: set.to_path_buf(), no_image: false, system: None, wordings: Vec::new(), max_side: None };
    let questions = ask::read(&options)?;
    let mut said = Vec::new();
    for (_, path) in answers {
        let replies = replies(path)?;
        if !questions.iter().any(|q| replies.contains_key(&q.id)) {
            return Err(Error::data(
                Place::file(path.display().to_string()),
                "none of its answers is to one of the dialogues",
                "give the answers to this file",
            ));
        }
        said.push(replies);
    }
    let talks: Vec<Talk> = questions
        .iter()
        .map(|q| Talk {
            id: q.id.clone(),
            picture: q.image.as_deref().and_then(thumbnail),
            turns: q
                .turns
                .iter()
                .enumerate()
                .map(|(n, asked)| {
                    (
                        asked.clone(),
                        said.iter().map(|run| run.get(&q.id).and_then(|turns| turns.get(n).cloned())).collect(),
                    )
                })
                .collect(),
        })
        .collect();
    let names: Vec<&str> = answers.iter().map(|(n, _)| n.as_str()).collect();
    std::fs::create_dir_all(dir).map_err(|e| Error::io(dir, "create", e))?;
    files::write(&dir.join("report.html"), render(&names, &talks).as_bytes())
}

/// The replies of a run by dialogue, one per turn.
fn replies(path: &Path) -> Result<BTreeMap<String, Vec<String>>> {
    let file =
        File::open(path).map_err(|e| Error::opening(path, "give the answers file that `groundline ask` wrote", e))?;
    let mut out = BTreeMap::new();
    for (n, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| Error::io(path, "read", e))?;
        let entry: Entry = serde_json::from_str(&line).map_err(|e| {
            Error::data(
                Place::line(path.display().to_string(), n as u64 + 1),
                format!("not a line of answers: {e}"),
                "give a file that `groundline ask` wrote",
            )
        })?;
        if let Some(response) = entry.response {
            out.insert(entry.id, if entry.turns.is_empty() { vec![response] } else { entry.turns });
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_side_by_side() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let set = write(
            "d.jsonl",
            "{\"id\":\"d\",\"turns\":[{\"role\":\"user\",\"text\":\"One?\"},{\"role\":\"user\",\"text\":\"Two?\"}]}\n",
        );
        assert!(is_talk(&set).unwrap());
        let a = write(
            "a.jsonl",
            "{\"id\":\"d\",\"response\":\"x\\n\\ny\",\"turns\":[\"first before\",\"second before\"]}\n",
        );
        let b = write("b.jsonl", "{\"id\":\"d\",\"response\":\"only one\"}\n");
        talk(&set, &[("before".into(), a), ("after".into(), b.clone())], &dir.path().join("r")).unwrap();
        let page = std::fs::read_to_string(dir.path().join("r/report.html")).unwrap();
        for text in ["first before", "second before", "only one", "no answer", "Two?"] {
            assert!(page.contains(text), "{text}");
        }
        let other = write("c.jsonl", "{\"id\":\"zzz\",\"response\":\"x\"}\n");
        assert!(talk(&set, &[("c".into(), other)], dir.path()).is_err());
    }
}

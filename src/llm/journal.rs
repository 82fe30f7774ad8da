//! The answers file: one JSON object per line, appended and made durable, so that whatever ends a run, the next one asks
//! only what is missing.

use super::reply::Usage;
use crate::error::{Error, Place, Result};
use crate::journal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// One line: an answer or a failure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Entry {
    /// Item id.
    pub id: String,
    /// The response; null where the request failed.
    pub response: Option<String>,
    /// Failure, by name and message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Name of the wording, where several are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Model asked.
    pub model: String,
    /// Hash of the request.
    pub request: String,
    /// Hash of the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// `stop`, `length`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// The picture was not shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_image: bool,
    /// Log-probability of each letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logprobs: Option<BTreeMap<String, f64>>,
    /// Replies of the turns, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
    /// Tokens.
    pub usage: Usage,
    /// The server's fingerprint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

/// An open answers file.
pub struct Journal {
    lines: journal::Journal,
    /// What is answered, by (id, wording): the hash of the request.
    answered: BTreeMap<(String, String), String>,
}

impl Journal {
    /// Opens or creates the file, reads what is answered and cuts a line that was being written when a run ended.
    ///
    /// # Errors
    /// When it cannot be opened, another run writes it (it would ask everything twice), or a line is no answer.
    pub fn open(path: &Path) -> Result<Journal> {
        let mut answered = BTreeMap::new();
        let lines = journal::Journal::open(path, "wait for it, or give another --answers file", |number, line| {
            let entry: Entry = serde_json::from_slice(line).map_err(|e| {
                Error::data(
                    Place::line(path.display().to_string(), number),
                    format!("not a line of answers: {e}"),
                    "give another --answers file",
                )
            })?;
            if entry.response.is_some() {
                answered.insert((entry.id, entry.prompt.unwrap_or_default()), entry.request);
            }
            Ok(())
        })?;
        Ok(Journal { lines, answered })
    }

    /// The hash of the request that was answered for this item and wording.
    pub fn answered(&self, id: &str, prompt: &str) -> Option<&str> {
        self.answered.get(&(id.to_string(), prompt.to_string())).map(String::as_str)
    }

    /// Appends lines and makes them durable.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn append(&mut self, entries: &[Entry]) -> Result<()> {
        let mut text = String::new();
        for entry in entries {
            let line = serde_json::to_string(entry).map_err(|e| {
                Error::data(
                    Place::record(self.lines.path().display().to_string(), &entry.id),
                    e.to_string(),
                    "report this as a fault",
                )
            })?;
            text.push_str(&line);
            text.push('\n');
        }
        self.lines.append(&text)
    }
}

/// The last response to each item and wording of an answers file; lines that are no answers are passed over.
///
/// # Errors
/// When the file cannot be read.
pub fn replies(path: &Path) -> Result<BTreeMap<(String, String), String>> {
    let mut out = BTreeMap::new();
    journal::read(path, |_, line| {
        if let Ok(Entry { id, prompt, response: Some(response), .. }) = serde_json::from_slice(line) {
            out.insert((id, prompt.unwrap_or_default()), response);
        }
        Ok(())
    })?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::OpenOptions;
    use std::io::Write;

    fn entry(id: &str, response: Option<&str>) -> Entry {
        Entry { id: id.into(), response: response.map(String::from), request: "r".into(), ..Entry::default() }
    }

    #[test]
    fn a_cut_line_is_removed_and_failures_are_asked_again() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let mut journal = Journal::open(&path).unwrap();
        journal.append(&[entry("a", Some("B")), entry("b", None)]).unwrap();
        drop(journal);
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"id\":\"c\",\"resp").unwrap();
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(
            (journal.answered("a", ""), journal.answered("b", ""), journal.answered("c", "")),
            (Some("r"), None, None)
        );
        journal.append(&[entry("c", Some("A"))]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 3);
    }

    #[test]
    fn two_runs_do_not_share_a_file_and_strangers_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let _held = Journal::open(&path).unwrap();
        assert!(Journal::open(&path).map(|_| ()).unwrap_err().to_string().contains("another run is writing"));
        let other = dir.path().join("b.jsonl");
        std::fs::write(&other, "hello\n{\"id\":\"a\"}\n").unwrap();
        assert!(
            Journal::open(&other).map(|_| ()).unwrap_err().to_string().contains("b.jsonl:1: not a line of answers")
        );
    }
}

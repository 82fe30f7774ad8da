//! What one reviewer said in one mode: the journal on disk and what holds by it.

use super::change::Change;
use super::reviewer::Reviewer;
use crate::error::{Error, Place, Result};
use crate::journal::{self, Journal};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Something that holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// What was said.
    pub value: Value,
    /// Hash of the record that it was said of.
    pub item: String,
}

/// A field of a record, before a change.
#[derive(Debug, Clone)]
struct Before {
    n: u64,
    id: String,
    field: String,
    mark: Option<Mark>,
}

/// A reviewer's marks in one mode.
#[derive(Debug)]
pub struct Ledger {
    mode: &'static str,
    reviewer: Reviewer,
    journal: Option<Journal>,
    marks: FxHashMap<String, BTreeMap<String, Mark>>,
    seconds: FxHashMap<String, f64>,
    history: Vec<Before>,
    keys: FxHashSet<String>,
    lines: u64,
}

/// What a reviewer does.
#[derive(Debug, Clone)]
pub struct Action {
    /// Id of the record.
    pub id: String,
    /// Field of the record.
    pub field: String,
    /// What is said.
    pub value: Value,
    /// Seconds of looking.
    pub seconds: f64,
    /// Hash of the record.
    pub item: String,
    /// The page's own id of the action.
    pub key: String,
}

impl Ledger {
    /// Opens a reviewer's journal in a set's folder for writing.
    ///
    /// # Errors
    /// When it cannot be opened, another process writes it, or a line is none of its lines.
    pub fn open(set: &Path, reviewer: Reviewer, mode: &'static str) -> Result<Ledger> {
        let path = reviewer.journal(set);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, "create", e))?;
        }
        let mut ledger = Ledger::empty(reviewer, mode);
        let remedy = "one process serves one reviewer: end the other one, or take another --reviewer";
        let opened = Journal::open(&path, remedy, |n, line| ledger.replay(&path, n, line))?;
        if let Some(folder) = path.parent() {
            // The file's name is to be as durable as its lines; where folders cannot be synced, the system does it.
            let _ = std::fs::File::open(folder).and_then(|f| f.sync_all());
        }
        ledger.journal = Some(opened);
        Ok(ledger)
    }

    /// Reads a journal, which stays as it is and may be written by others.
    ///
    /// # Errors
    /// As [`Ledger::open`].
    pub fn read(path: &Path, reviewer: Reviewer, mode: &'static str) -> Result<Ledger> {
        let mut ledger = Ledger::empty(reviewer, mode);
        if path.exists() {
            journal::read(path, |n, line| ledger.replay(path, n, line))?;
        }
        Ok(ledger)
    }

    fn empty(reviewer: Reviewer, mode: &'static str) -> Ledger {
        Ledger {
            mode,
            reviewer,
            journal: None,
            marks: FxHashMap::default(),
            seconds: FxHashMap::default(),
            history: Vec::new(),
            keys: FxHashSet::default(),
            lines: 0,
        }
    }

    fn replay(&mut self, path: &Path, number: u64, line: &[u8]) -> Result<()> {
        let change: Change = serde_json::from_slice(line).map_err(|e| {
            let place = Place::line(path.display().to_string(), number);
            Error::data(place, format!("not a line of verdicts: {e}"), "restore the file, or move it away")
        })?;
        self.lines = self.lines.max(change.n);
        if change.mode == self.mode {
            self.hold(change);
        }
        Ok(())
    }

    /// Takes a change in.
    fn hold(&mut self, change: Change) {
        *self.seconds.entry(change.id.clone()).or_default() += change.seconds;
        self.keys.insert(change.key);
        let fields = self.marks.entry(change.id.clone()).or_default();
        let before = match change.value {
            Value::Null => fields.remove(&change.field),
            value => fields.insert(change.field.clone(), Mark { value, item: change.item }),
        };
        match change.undoes {
            Some(undone) => self.history.retain(|b| b.n < undone),
            None => self.history.push(Before { n: change.n, id: change.id, field: change.field, mark: before }),
        }
    }

    /// Writes an action down, durably, before it holds. An action that was written already, and one that changes
    /// nothing, are not written again.
    ///
    /// # Errors
    /// When it cannot be written; then nothing holds that did not before.
    pub fn act(&mut self, action: Action) -> Result<()> {
        let same =
            self.mark(&action.id, &action.field).is_some_and(|m| m.value == action.value && m.item == action.item);
        let nothing = action.value.is_null() && self.mark(&action.id, &action.field).is_none();
        if self.keys.contains(&action.key) || same || nothing {
            return Ok(());
        }
        let Action { id, field, value, seconds, item, key } = action;
        self.write(Change {
            n: self.lines + 1,
            mode: self.mode.into(),
            id,
            field,
            value,
            seconds,
            item,
            key,
            undoes: None,
        })
    }

    /// Takes back the last action that was not taken back; the id of its record, or `None` where there is none.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn undo(&mut self, key: &str) -> Result<Option<String>> {
        if self.keys.contains(key) {
            return Ok(self.history.last().map(|b| b.id.clone()));
        }
        let Some(before) = self.history.last().cloned() else { return Ok(None) };
        let (value, item) = match before.mark {
            Some(mark) => (mark.value, mark.item),
            None => (Value::Null, self.mark(&before.id, &before.field).map(|m| m.item.clone()).unwrap_or_default()),
        };
        self.write(Change {
            n: self.lines + 1,
            mode: self.mode.into(),
            id: before.id.clone(),
            field: before.field,
            value,
            seconds: 0.0,
            item,
            key: key.into(),
            undoes: Some(before.n),
        })?;
        Ok(Some(before.id))
    }

    fn write(&mut self, change: Change) -> Result<()> {
        let Some(journal) = &mut self.journal else {
            return Err(Error::usage("this review is read-only", "start it without --read-only"));
        };
        let mut line = serde_json::to_string(&change).map_err(|e| {
            Error::data(
                Place::record(journal.path().display().to_string(), &change.id),
                e.to_string(),
                "report this as a fault",
            )
        })?;
        line.push('\n');
        journal.append(&line)?;
        self.lines = change.n;
        self.hold(change);
        Ok(())
    }

    /// Whose ledger it is.
    pub fn reviewer(&self) -> &Reviewer {
        &self.reviewer
    }

    /// What holds of a field.
    pub fn mark(&self, id: &str, field: &str) -> Option<&Mark> {
        self.marks.get(id)?.get(field)
    }

    /// What holds of a record, by field.
    pub fn of(&self, id: &str) -> impl Iterator<Item = (&str, &Mark)> {
        self.marks.get(id).into_iter().flatten().map(|(field, mark)| (field.as_str(), mark))
    }

    /// Ids of which something holds, sorted.
    pub fn ids(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = self.marks.iter().filter(|(_, m)| !m.is_empty()).map(|(id, _)| id.as_str()).collect();
        ids.sort_unstable();
        ids
    }

    /// Seconds that the reviewer looked at a record.
    pub fn seconds(&self, id: &str) -> f64 {
        self.seconds.get(id).copied().unwrap_or(0.0)
    }

    /// The record of the last action.
    pub fn last(&self) -> Option<&str> {
        self.history.last().map(|b| b.id.as_str())
    }

    /// Median of the seconds spent on the records of which something holds; `None` where there is none.
    pub fn median_seconds(&self) -> Option<f64> {
        let held = self.marks.iter().filter(|(_, m)| !m.is_empty());
        let mut all: Vec<f64> = held.map(|(id, _)| self.seconds(id)).collect();
        all.sort_by(f64::total_cmp);
        let (low, high) = (all.get(all.len().saturating_sub(1) / 2)?, all.get(all.len() / 2)?);
        Some((low + high) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn action(id: &str, value: &str, key: &str) -> Action {
        Action {
            id: id.into(),
            field: "verdict".into(),
            value: json!(value),
            seconds: 1.5,
            item: "h".into(),
            key: key.into(),
        }
    }

    fn ann() -> Reviewer {
        Reviewer::new("ann").unwrap()
    }

    fn held(ledger: &Ledger, id: &str) -> Option<String> {
        ledger.mark(id, "verdict").and_then(|m| m.value.as_str().map(str::to_string))
    }

    #[test]
    fn what_was_said_survives_a_restart_and_is_written_once() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(dir.path(), ann(), "verify").unwrap();
        ledger.act(action("a", "good", "k1")).unwrap();
        ledger.act(action("a", "good", "k1")).unwrap();
        ledger.act(action("a", "good", "k2")).unwrap();
        ledger.act(action("b", "bad_english", "k3")).unwrap();
        drop(ledger);
        let path = ann().journal(dir.path());
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 2);
        let again = Ledger::open(dir.path(), ann(), "verify").unwrap();
        assert_eq!((held(&again, "a"), held(&again, "b")), (Some("good".into()), Some("bad_english".into())));
        assert_eq!((again.last(), again.seconds("a"), again.ids()), (Some("b"), 1.5, vec!["a", "b"]));
        assert!(Ledger::open(dir.path(), ann(), "verify").unwrap_err().to_string().contains("another run is writing"));
        assert_eq!(Ledger::read(&path, ann(), "answer").unwrap().ids(), Vec::<&str>::new());
    }

    #[test]
    fn undo_walks_back_also_after_a_restart() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(dir.path(), ann(), "verify").unwrap();
        for (id, value, key) in [("a", "good", "1"), ("a", "other", "2"), ("b", "good", "3")] {
            ledger.act(action(id, value, key)).unwrap();
        }
        assert_eq!(ledger.undo("u1").unwrap().as_deref(), Some("b"));
        assert_eq!(held(&ledger, "b"), None);
        drop(ledger);
        let mut ledger = Ledger::open(dir.path(), ann(), "verify").unwrap();
        assert_eq!(ledger.undo("u2").unwrap().as_deref(), Some("a"));
        assert_eq!(held(&ledger, "a").as_deref(), Some("good"));
        ledger.undo("u3").unwrap();
        assert_eq!((held(&ledger, "a"), ledger.undo("u4").unwrap()), (None, None));
        assert_eq!(ledger.ids(), Vec::<&str>::new());
    }

    #[test]
    fn a_foreign_file_is_named_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = ann().journal(dir.path());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "{\"id\":1}\n").unwrap();
        let e = Ledger::open(dir.path(), ann(), "verify").unwrap_err().to_string();
        assert!(e.contains("verdicts.ann.jsonl:1: not a line of verdicts"), "{e}");
        let mut reader = Ledger::read(Path::new("nowhere"), ann(), "verify").unwrap();
        assert!(reader.act(action("a", "good", "k")).unwrap_err().to_string().contains("read-only"));
    }
}

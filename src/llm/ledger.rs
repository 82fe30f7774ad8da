//! Replies by the hash of their request, on disk: what was paid for once is never paid for again. Only where each reply
//! stands is in memory.

use super::journal::Entry;
use crate::error::{Error, Place, Result};
use crate::journal::Journal;
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// An open file of replies. Entries are those of the answers files; a request's hash is unique in it.
pub struct Ledger {
    lines: Journal,
    reader: File,
    index: FxHashMap<u128, Range<u64>>,
    end: u64,
}

impl Ledger {
    /// Opens or creates the file and cuts a line that was being written when a run ended. `option` is the one that names
    /// the file, for messages.
    ///
    /// # Errors
    /// When it cannot be opened, another run holds it, or a line is no reply.
    pub fn open(path: &Path, option: &str) -> Result<Ledger> {
        let lines = Journal::open(path, &format!("wait for it, or give another {option} file"), |_, _| Ok(()))?;
        let reader = File::open(path).map_err(|e| Error::io(path, "open", e))?;
        let mut index = FxHashMap::default();
        let (mut end, mut number) = (0, 0);
        let mut text = BufReader::new(&reader);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = text.read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))? as u64;
            if read == 0 {
                break;
            }
            number += 1;
            let at = end..end + read;
            end += read;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let entry: Entry = serde_json::from_slice(&line).map_err(|e| {
                let place = Place::line(path.display().to_string(), number);
                Error::data(place, format!("not a reply: {e}"), format!("give another {option} file"))
            })?;
            if entry.response.is_some() {
                index.insert(key(&entry.request), at);
            }
        }
        Ok(Ledger { lines, reader, index, end })
    }

    /// Whether the request was answered.
    pub fn holds(&self, request: &str) -> bool {
        self.index.contains_key(&key(request))
    }

    /// How many requests were answered.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The reply to a request, if it was answered.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn get(&mut self, request: &str) -> Result<Option<Entry>> {
        let Some(at) = self.index.get(&key(request)).cloned() else { return Ok(None) };
        let mut bytes = vec![0; usize::try_from(at.end - at.start).unwrap_or(0)];
        self.reader
            .seek(SeekFrom::Start(at.start))
            .and_then(|_| self.reader.read_exact(&mut bytes))
            .map_err(|e| Error::io(self.lines.path(), "read", e))?;
        serde_json::from_slice(&bytes).map(Some).map_err(|e| {
            let place = Place::record(self.lines.path().display().to_string(), request);
            Error::data(place, e.to_string(), "the file was changed while it was read: run again")
        })
    }

    /// Appends a reply and makes it durable.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&mut self, entry: &Entry) -> Result<()> {
        let text = serde_json::to_string(entry).map_err(|e| {
            let place = Place::record(self.lines.path().display().to_string(), &entry.id);
            Error::data(place, e.to_string(), "report this as a fault")
        })? + "\n";
        self.lines.append(&text)?;
        let start = self.end;
        self.end += text.len() as u64;
        if entry.response.is_some() {
            self.index.insert(key(&entry.request), start..self.end);
        }
        Ok(())
    }
}

/// A request's hash as the index holds it. Any text will do.
fn key(request: &str) -> u128 {
    u128::from_str_radix(request, 16).unwrap_or_else(|_| {
        let mut head = [0; 16];
        head.copy_from_slice(&blake3::hash(request.as_bytes()).as_bytes()[..16]);
        u128::from_le_bytes(head)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn entry(request: &str, response: &str) -> Entry {
        Entry { id: "d".into(), request: request.into(), response: Some(response.into()), ..Entry::default() }
    }

    #[test]
    fn replies_are_found_again_and_a_cut_line_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.jsonl");
        let mut ledger = Ledger::open(&path, "--journal").unwrap();
        ledger.put(&entry("0a", "one")).unwrap();
        assert_eq!(ledger.get("0a").unwrap().unwrap().response.unwrap(), "one");
        ledger.put(&entry("0b", "two")).unwrap();
        let held = Ledger::open(&path, "--journal").map(|_| ()).unwrap_err();
        assert!(held.to_string().contains("another --journal file"));
        drop(ledger);
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"id\":\"c\"").unwrap();
        let mut ledger = Ledger::open(&path, "--journal").unwrap();
        assert_eq!((ledger.len(), ledger.holds("0b"), ledger.get("0c").unwrap()), (2, true, None));
        ledger.put(&entry("a name", "three")).unwrap();
        drop(ledger);
        let mut ledger = Ledger::open(&path, "--journal").unwrap();
        assert_eq!(ledger.get("a name").unwrap().unwrap().response.unwrap(), "three");
        assert_eq!(ledger.get("0b").unwrap().unwrap().response.unwrap(), "two");
        drop(ledger);
        std::fs::write(&path, "hello\n").unwrap();
        let strange = Ledger::open(&path, "--journal").map(|_| ()).unwrap_err();
        assert!(strange.to_string().contains("r.jsonl:1: not a reply"), "{strange}");
    }
}

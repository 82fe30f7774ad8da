//! The records of a set, found on disk: an index of some 100 bytes a record is in memory, the records are read when
//! they are shown.

use super::record::{Kind, Record};
use crate::error::{Error, Place, Result};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Longest line that is read; no item comes near it.
const LONGEST: u64 = 1 << 24;

/// An index over the records of a set.
pub struct Deck {
    /// The set's folder.
    pub set: PathBuf,
    /// What the records are.
    pub kind: Kind,
    file: Mutex<File>,
    entries: Vec<Entry>,
    facets: Vec<Facet>,
    by_id: FxHashMap<Box<str>, u32>,
}

struct Entry {
    id: Box<str>,
    offset: u64,
    length: u32,
    line: u32,
    /// It is a copy of another item: rotated options, a moved or missing box.
    copy: bool,
    /// For each facet, the index of the record's value.
    codes: [u16; 3],
}

/// A property that records are filtered by, with its values in the order of their first record.
#[derive(Debug, Clone)]
pub struct Facet {
    /// Key in the records.
    pub name: &'static str,
    /// Values with their numbers of records.
    pub values: Vec<(String, u64)>,
}

impl Deck {
    /// Reads the file of a set once.
    ///
    /// # Errors
    /// When it is not there, has no records, a line is none, or an id stands twice.
    pub fn open(set: &Path, kind: Kind) -> Result<Deck> {
        let path = set.join(kind.file());
        let shown = path.display().to_string();
        let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
        let mut facets: Vec<Facet> = kind.facets().iter().map(|name| Facet { name, values: Vec::new() }).collect();
        let mut codes_of: Vec<FxHashMap<String, u16>> = vec![FxHashMap::default(); facets.len()];
        let (mut entries, mut by_id) = (Vec::new(), FxHashMap::default());
        let mut reader = BufReader::with_capacity(1 << 18, &file);
        let (mut line, mut offset, mut number) = (Vec::new(), 0u64, 0u32);
        loop {
            line.clear();
            let read =
                reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(|e| Error::io(&path, "read", e))?;
            if read == 0 {
                break;
            }
            number += 1;
            if !line.trim_ascii().is_empty() {
                let record = Record::parse(kind, &line, &Place::line(&shown, u64::from(number)))?;
                let mut codes = [0; 3];
                for ((facet, known), code) in facets.iter_mut().zip(&mut codes_of).zip(&mut codes) {
                    *code = facet.code(known, &record.json);
                }
                let copy = record.json.pointer("/provenance/variant").is_some_and(|v| !v.is_null());
                let id: Box<str> = record.id.into();
                if by_id.insert(id.clone(), entries.len() as u32).is_some() {
                    return Err(Error::data(
                        Place::line(&shown, u64::from(number)),
                        format!("id `{id}` stands twice"),
                        "build the set again",
                    ));
                }
                entries.push(Entry { id, offset, length: read as u32, line: number, copy, codes });
            }
            offset += read as u64;
        }
        drop(reader);
        if entries.is_empty() {
            return Err(Error::data(
                Place::file(shown),
                "there is nothing in it",
                "review a set that groundline wrote",
            ));
        }
        Ok(Deck { set: set.to_path_buf(), kind, file: Mutex::new(file), entries, facets, by_id })
    }

    /// Number of records.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never: a set without records is refused.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The id of a record.
    pub fn id(&self, at: usize) -> Option<&str> {
        self.entries.get(at).map(|e| &*e.id)
    }

    /// Whether a record is a copy of another one (`--controls`, `--circular`). People review the original.
    pub fn is_copy(&self, at: usize) -> bool {
        self.entries.get(at).is_some_and(|e| e.copy)
    }

    /// Where the record of an id is.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).map(|at| *at as usize)
    }

    /// What records are filtered by.
    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    /// Whether a record has this value of this facet.
    pub fn has(&self, at: usize, facet: &str, value: &str) -> bool {
        let Some(index) = self.facets.iter().position(|f| f.name == facet) else { return false };
        let code = self.entries.get(at).and_then(|e| e.codes.get(index));
        let held = code.and_then(|c| self.facets.get(index)?.values.get(usize::from(*c)));
        held.is_some_and(|(v, _)| v == value)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When it cannot be read, or the file was changed meanwhile.
    pub fn read(&self, at: usize) -> Result<Record> {
        let path = self.set.join(self.kind.file());
        let entry = self.entries.get(at).ok_or_else(|| {
            Error::usage(format!("there is no record {at}"), format!("the set has {}", self.entries.len()))
        })?;
        let mut line = vec![0; entry.length as usize];
        {
            // A poisoned lock holds a file whose position is set anew each time.
            let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(entry.offset)).and_then(|_| file.read_exact(&mut line));
            read.map_err(|e| Error::io(&path, "read", e))?;
        }
        let place = Place::line(path.display().to_string(), u64::from(entry.line));
        let record = Record::parse(self.kind, &line, &place).ok().filter(|r| *r.id == *entry.id);
        record.ok_or_else(|| {
            Error::data(place, "the set was changed while it was being reviewed", "start the review again")
        })
    }
}

impl Facet {
    fn code(&mut self, known: &mut FxHashMap<String, u16>, record: &Value) -> u16 {
        let value = match record.get(self.name) {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Null) => String::new(),
            Some(other) => other.to_string(),
        };
        // A facet with more values than a code can tell apart files the rest under its last one.
        let next = self.values.len().min(usize::from(u16::MAX)) as u16;
        let code = *known.entry(value.clone()).or_insert(next);
        match self.values.get_mut(usize::from(code)) {
            Some((_, n)) => *n += 1,
            None => self.values.push((value, 1)),
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(lines: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("items.jsonl"), lines).unwrap();
        dir
    }

    fn line(id: &str, target: &str) -> String {
        format!(
            "{{\"id\":\"{id}\",\"question\":\"Q\",\"choices\":[\"x\",\"y\"],\"answer_index\":0,\"target\":\"{target}\"}}\n"
        )
    }

    #[test]
    fn records_are_found_and_read_again() {
        let dir = set(&(line("a", "color") + "\n" + &line("b", "number") + &line("c", "color")));
        let deck = Deck::open(dir.path(), Kind::Items).unwrap();
        assert_eq!((deck.len(), deck.find("c"), deck.id(1)), (3, Some(2), Some("b")));
        assert_eq!(deck.read(2).unwrap().id, "c");
        assert!(deck.has(0, "target", "color") && !deck.has(1, "target", "color") && deck.has(1, "kind", ""));
        assert_eq!(deck.facets()[0].values, [("color".to_string(), 2), ("number".to_string(), 1)]);
        std::fs::write(dir.path().join("items.jsonl"), line("zzzzzz", "color") + &line("y", "number")).unwrap();
        assert!(deck.read(1).unwrap_err().to_string().contains("changed while it was being reviewed"));
    }

    #[test]
    fn twice_the_same_id_and_nothing_at_all_are_errors() {
        let twice = set(&(line("a", "x") + &line("a", "y")));
        assert!(
            Deck::open(twice.path(), Kind::Items)
                .map(|_| ())
                .unwrap_err()
                .to_string()
                .contains(":2: id `a` stands twice")
        );
        assert!(Deck::open(set("\n").path(), Kind::Items).is_err());
    }
}

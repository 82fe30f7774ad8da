//! What all reviewers of a set said in one mode.

use super::ledger::Ledger;
use super::mode::Mode;
use super::reviewer::{Reviewer, journals, of_journal};
use crate::error::Result;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The ledgers of all reviewers, by name.
pub struct Opinions {
    /// One ledger a reviewer.
    pub ledgers: Vec<Ledger>,
}

/// What one reviewer said of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Opinion<'a> {
    /// Who.
    pub reviewer: &'a str,
    /// What.
    pub value: &'a Value,
    /// Hash of the record that it was said of.
    pub item: &'a str,
}

impl Opinions {
    /// Reads the journals of a set's folder.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn of_set(set: &Path, mode: &'static str) -> Result<Opinions> {
        Opinions::read(journals(set)?, mode)
    }

    /// Reads journals that were given one by one; the names of other files become reviewers too.
    ///
    /// # Errors
    /// When a journal cannot be read.
    pub fn of_files(files: &[PathBuf], mode: &'static str) -> Result<Opinions> {
        let mut named = Vec::new();
        for (n, path) in files.iter().enumerate() {
            match path.is_dir() {
                true => named.extend(journals(path)?),
                false => {
                    let reviewer = of_journal(path).map_or_else(|| Reviewer::new(&format!("file-{}", n + 1)), Ok)?;
                    // What is named must be there, unlike what a folder may hold.
                    std::fs::metadata(path).map_err(|e| {
                        crate::error::Error::opening(path, "give a journal of `review`, or a reviewed set's folder", e)
                    })?;
                    named.push((reviewer, path.clone()));
                }
            }
        }
        Opinions::read(named, mode)
    }

    fn read(journals: Vec<(Reviewer, PathBuf)>, mode: &'static str) -> Result<Opinions> {
        let ledgers = journals.into_iter().map(|(who, path)| Ledger::read(&path, who, mode)).collect::<Result<_>>()?;
        Ok(Opinions { ledgers })
    }

    /// All opinions by (id, field), in the order of the reviewers' names.
    pub fn by_field(&self) -> BTreeMap<(&str, &str), Vec<Opinion<'_>>> {
        let mut out: BTreeMap<(&str, &str), Vec<Opinion<'_>>> = BTreeMap::new();
        for ledger in &self.ledgers {
            for id in ledger.ids() {
                for (field, mark) in ledger.of(id) {
                    let opinion = Opinion { reviewer: ledger.reviewer().name(), value: &mark.value, item: &mark.item };
                    out.entry((id, field)).or_default().push(opinion);
                }
            }
        }
        out
    }

    /// Fields on which reviewers other than `except` differ, by id, with the categories that they gave in order.
    pub fn disputed(&self, mode: &dyn Mode, except: &str) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut out: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for ((id, field), opinions) in self.by_field() {
            let others = opinions.iter().filter(|o| o.reviewer != except);
            let mut given: Vec<String> = others.filter_map(|o| mode.category(o.value)).collect();
            given.sort();
            given.dedup();
            if given.len() > 1 {
                out.entry(id.to_string()).or_default().insert(field.to_string(), given);
            }
        }
        out
    }
}

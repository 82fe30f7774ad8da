//! Names of reviewers. They become file names, so they are plain.

use crate::error::{Error, Result};
use crate::review::FOLDER;
use std::fmt;
use std::path::{Path, PathBuf};

/// Most characters of a name.
const LONGEST: usize = 40;

/// A reviewer's name: letters, digits, `-`, `_` and inner dots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reviewer(String);

impl Reviewer {
    /// Checks a name.
    ///
    /// # Errors
    /// When it is empty, too long, or has other characters.
    pub fn new(name: &str) -> Result<Reviewer> {
        let fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let plain = !name.is_empty() && !name.starts_with('.') && name.chars().all(fine);
        if plain && name.chars().count() <= LONGEST {
            return Ok(Reviewer(name.to_string()));
        }
        Err(Error::usage(
            format!("`{}` cannot name a reviewer", name.chars().take(2 * LONGEST).collect::<String>()),
            format!("use letters, digits, `-`, `_` and dots, at most {LONGEST} of them, e.g. ann"),
        ))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// The reviewer's journal in a set's folder.
    pub fn journal(&self, set: &Path) -> PathBuf {
        set.join(FOLDER).join(format!("{PREFIX}{}{SUFFIX}", self.0))
    }
}

const PREFIX: &str = "verdicts.";
const SUFFIX: &str = ".jsonl";

impl fmt::Display for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The journals in a set's folder by reviewer; none where nobody reviewed it.
///
/// # Errors
/// When the folder cannot be listed.
pub fn journals(set: &Path) -> Result<Vec<(Reviewer, PathBuf)>> {
    let folder = set.join(FOLDER);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(|e| Error::io(&folder, "list", e))? {
        let path = entry.map_err(|e| Error::io(&folder, "list", e))?.path();
        if let Some(reviewer) = of_journal(&path) {
            found.push((reviewer, path));
        }
    }
    found.sort();
    Ok(found)
}

/// The reviewer that a journal's file name names.
pub fn of_journal(path: &Path) -> Option<Reviewer> {
    let name = path.file_name()?.to_str()?;
    Reviewer::new(name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_leave_the_folder_are_refused() {
        for name in ["", "..", ".x", "a/b", "a\\b", "a b", "a\0", "x:y", "<script>", &"x".repeat(41)] {
            assert!(Reviewer::new(name).is_err(), "{name}");
        }
        for name in ["ann", "Jörg", "r-2", "a.b", "王"] {
            let reviewer = Reviewer::new(name).unwrap();
            assert_eq!(of_journal(&reviewer.journal(Path::new("set"))), Some(reviewer));
        }
        assert_eq!(of_journal(Path::new("review/answers.ann.jsonl")), None);
    }
}

//! A set of community questions, read back.

use super::folder::QUESTIONS;
use crate::error::{Error, Place, Result};
use crate::model::vqa::VqaQuestion;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A set in memory: its texts, not its pictures.
#[derive(Debug, Clone)]
pub struct Set {
    /// Its folder.
    pub folder: PathBuf,
    /// Its questions, in the file's order.
    pub questions: Vec<VqaQuestion>,
}

impl Set {
    /// Reads the set of a folder.
    ///
    /// # Errors
    /// When there is none, or a line is no question.
    pub fn read(folder: &Path) -> Result<Set> {
        let path = folder.join(QUESTIONS);
        let file = File::open(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => Error::data(
                Place::file(folder.display().to_string()),
                format!("the folder holds no {QUESTIONS}"),
                "give a set that `groundline forum build` made",
            ),
            _ => Error::io(&path, "open", e),
        })?;
        let mut questions: Vec<VqaQuestion> = Vec::new();
        let mut ids = std::collections::BTreeSet::new();
        for (n, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|e| Error::io(&path, "read", e))?;
            if line.trim().is_empty() {
                continue;
            }
            let place = || Place::line(path.display().to_string(), n as u64 + 1);
            let question: VqaQuestion = serde_json::from_str(&line)
                .map_err(|e| Error::data(place(), format!("no question: {e}"), "build the set again"))?;
            if !ids.insert(question.id.clone()) {
                let what = format!("the id {} comes twice", question.id);
                return Err(Error::data(place(), what, "build the set again"));
            }
            questions.push(question);
        }
        if questions.is_empty() {
            let place = Place::file(path.display().to_string());
            return Err(Error::data(place, "it holds no question", "build the set from other dumps"));
        }
        Ok(Set { folder: folder.to_path_buf(), questions })
    }
}

//! The data that METEOR needs, read from a folder.

use super::normalize::Prefixes;
use super::paraphrase::Paraphrases;
use super::synonyms::Synonyms;
use crate::error::{Error, Place, Result};
use flate2::read::MultiGzDecoder;
use rustc_hash::FxHashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Files of the reference program's archive, with the path inside it.
pub const FILES: [(&str, &str); 4] = [
    ("english.words", "function/english.words"),
    ("english.prefixes", "nonbreaking/english.prefixes"),
    ("english.synsets", "synonym/english.synsets"),
    ("english.exceptions", "synonym/english.exceptions"),
];

/// The published table of paraphrases.
pub const TABLE: &str = "paraphrase-en.gz";

/// Its compiled form, which is read in its place where it is there.
pub const COMPILED: &str = "paraphrase-en.compiled";

/// All data. Without synonyms or paraphrases their stages are left out, and the metric has another name.
pub struct Resources {
    /// Words that count less than others.
    pub function_words: FxHashSet<String>,
    /// Words that keep their full stop.
    pub prefixes: Prefixes,
    /// The synonym stage.
    pub synonyms: Option<Synonyms>,
    /// The paraphrase stage.
    pub paraphrases: Option<Paraphrases>,
}

impl Resources {
    /// Reads a folder. The function words and the prefixes must be there; the other files may be missing.
    ///
    /// # Errors
    /// When a file that must be there is missing, or one cannot be read.
    pub fn read(folder: &Path) -> Result<Resources> {
        let text = |name: &str| -> Result<Option<String>> {
            let path = folder.join(name);
            match std::fs::read(&path) {
                // Two of the published files are Latin-1 in places; what is no UTF-8 matches nothing either way.
                Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(e) => Err(Error::io(path, "read", e)),
            }
        };
        let needed = |name: &str| {
            text(name)?.ok_or_else(|| {
                Error::data(
                    Place::file(folder.join(name).display().to_string()),
                    "METEOR's data are not there",
                    "run `groundline download meteor --out DIR` and give --models DIR",
                )
            })
        };
        let words = needed("english.words")?;
        let prefixes = Prefixes::parse(&needed("english.prefixes")?);
        let synonyms = match (text("english.synsets")?, text("english.exceptions")?) {
            (Some(sets), Some(exceptions)) => Some(Synonyms::parse(&sets, &exceptions)),
            _ => None,
        };
        Ok(Resources {
            function_words: words.lines().map(str::to_string).collect(),
            prefixes,
            synonyms,
            paraphrases: paraphrases(folder)?,
        })
    }

    /// The stages that the data allow, in their order.
    pub fn stages(&self) -> Vec<&'static str> {
        let there = [true, true, self.synonyms.is_some(), self.paraphrases.is_some()];
        super::STAGES.iter().zip(there).filter(|(_, there)| *there).map(|(name, _)| *name).collect()
    }
}

fn paraphrases(folder: &Path) -> Result<Option<Paraphrases>> {
    let compiled = folder.join(COMPILED);
    match std::fs::read(&compiled) {
        Ok(bytes) => {
            return Paraphrases::parse(&bytes).map(Some).ok_or_else(|| {
                Error::data(
                    Place::file(compiled.display().to_string()),
                    "not a table of paraphrases of this version",
                    format!("remove it: {TABLE} will be read"),
                )
            });
        }
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
        Err(e) => return Err(Error::io(compiled, "read", e)),
    }
    let table = folder.join(TABLE);
    match File::open(&table) {
        Ok(file) => Paraphrases::compile(BufReader::with_capacity(1 << 18, MultiGzDecoder::new(BufReader::new(file))))
            .map(Some)
            .map_err(|e| Error::io(&table, "read", e)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Error::io(&table, "open", e)),
    }
}

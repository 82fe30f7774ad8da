//! The thesaurus files: embedded, or a folder's that replace them one by one.

use crate::error::{Error, Result};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// Every file of the thesaurus with its embedded text, in the order of their hash.
pub(super) const EMBEDDED: &[(&str, &str)] = &[
    ("actions.csv", include_str!("../../thesaurus/actions.csv")),
    ("colors.csv", include_str!("../../thesaurus/colors.csv")),
    ("conflicts.csv", include_str!("../../thesaurus/conflicts.csv")),
    ("entities.csv", include_str!("../../thesaurus/entities.csv")),
    ("exceptions.csv", include_str!("../../thesaurus/exceptions.csv")),
    ("groups.csv", include_str!("../../thesaurus/groups.csv")),
    ("materials.csv", include_str!("../../thesaurus/materials.csv")),
    ("numbers.csv", include_str!("../../thesaurus/numbers.csv")),
    ("spatial.csv", include_str!("../../thesaurus/spatial.csv")),
];

/// The texts in use.
pub(super) struct Files(Vec<(&'static str, Cow<'static, str>)>);

impl Files {
    /// The embedded files, each replaced by the folder's file of that name where there is one.
    pub fn load(overrides: Option<&Path>) -> Result<Files> {
        if let Some(folder) = overrides {
            std::fs::read_dir(folder).map_err(|e| Error::opening(folder, "give a folder with thesaurus files", e))?;
        }
        let mut files = Vec::with_capacity(EMBEDDED.len());
        for &(name, text) in EMBEDDED {
            let own = overrides.map(|folder| folder.join(name)).filter(|path| path.is_file());
            let text = match own {
                Some(path) => Cow::Owned(std::fs::read_to_string(&path).map_err(|e| Error::io(&path, "read", e))?),
                None => Cow::Borrowed(text),
            };
            files.push((name, text));
        }
        Ok(Files(files))
    }

    /// The text of a file of [`EMBEDDED`].
    pub fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(n, _)| *n == name).map_or("", |(_, text)| text)
    }

    /// The hashes of the files in use.
    pub fn hashes(&self) -> FileHashes {
        FileHashes::of(self.0.iter().map(|(name, text)| (*name, text.as_ref())))
    }
}

/// BLAKE3 hashes of resource files, in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileHashes {
    /// By file name.
    pub each: BTreeMap<String, String>,
    /// Over names and texts, each length-prefixed.
    pub all: String,
}

impl FileHashes {
    /// The hashes of files given as (name, text), in the order that `all` takes them in.
    pub(super) fn of<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut each = BTreeMap::new();
        let mut all = blake3::Hasher::new();
        for (name, text) in files {
            for part in [name, text] {
                all.update(&(part.len() as u64).to_le_bytes());
                all.update(part.as_bytes());
            }
            each.insert(name.to_owned(), blake3::hash(text.as_bytes()).to_hex().to_string());
        }
        FileHashes { each, all: all.finalize().to_hex().to_string() }
    }
}

//! The thesaurus files: embedded, or a folder's that replace them one by one.

use crate::error::{Error, Result};
use std::borrow::Cow;
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

    /// BLAKE3 over names and texts, each length-prefixed, as hexadecimal.
    pub fn hash(&self) -> String {
        hash_files(self.0.iter().map(|(name, text)| (*name, text.as_ref())))
    }
}

/// BLAKE3 over names and texts, each length-prefixed, as hexadecimal.
pub(super) fn hash_files<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in files {
        for part in [name, text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    hasher.finalize().to_hex().to_string()
}

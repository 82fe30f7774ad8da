//! Class and attribute descriptions: MIDs to words, whatever the version or the re-saved copy.

use super::table::{Table, clean};
use crate::error::{Error, Place, Result};
use crate::model::reject::Reject;
use crate::source::names::plain_names;
use crate::source::vault::Vault;
use csv::ByteRecord;
use rustc_hash::FxHashMap;

/// Number of a class in [`Classes`].
pub(super) type ClassId = u32;

/// All classes of a description file and of the hierarchy. Names differ between versions and so does the order of
/// the files: classes are joined on the MID only.
#[derive(Default)]
pub(super) struct Classes {
    by_mid: FxHashMap<Box<[u8]>, ClassId>,
    /// Empty for a hierarchy node that no file names (the root).
    labels: Vec<String>,
}

impl Classes {
    /// Reads the descriptions; rows without a name are reported.
    pub fn read(vault: &dyn Vault, path: &str, rejects: &mut Vec<Reject>) -> Result<Self> {
        let rows = descriptions(vault, path, rejects)?;
        let names: Vec<&str> = rows.iter().map(|(_, name)| name.as_str()).collect();
        let mut classes = Classes::default();
        for ((mid, _), label) in rows.iter().zip(plain_names(&names)) {
            let id = classes.add(mid.as_bytes());
            if let Some(slot) = classes.labels.get_mut(id as usize) {
                *slot = label;
            }
        }
        Ok(classes)
    }

    /// The class of a MID, if it has a name.
    pub fn named(&self, mid: &[u8]) -> Option<ClassId> {
        self.by_mid.get(mid).copied().filter(|id| !self.label(*id).is_empty())
    }

    /// The class of a MID, made without a name where there is none.
    pub fn add(&mut self, mid: &[u8]) -> ClassId {
        if let Some(id) = self.by_mid.get(mid) {
            return *id;
        }
        let id = self.labels.len() as ClassId;
        self.by_mid.insert(mid.into(), id);
        self.labels.push(String::new());
        id
    }

    /// Plain words; empty for a node without a name.
    pub fn label(&self, id: ClassId) -> &str {
        self.labels.get(id as usize).map_or("", String::as_str)
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.labels.len()
    }
}

/// `(MID, name)` rows of a description file: with or without a header, any of three delimiters, any newline, a
/// byte-order mark, more columns. A header is any row before the first MID.
pub(super) fn descriptions(vault: &dyn Vault, path: &str, rejects: &mut Vec<Reject>) -> Result<Vec<(String, String)>> {
    let mut table = Table::headless(vault, path)?;
    let (mut row, mut rows) = (ByteRecord::new(), Vec::new());
    let mut line = 0;
    while table.next(&mut row)? {
        line += 1;
        let mut fields = row.iter().map(clean);
        let (mid, name) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let candidate = format!("{}:{line}", table.shown);
        match (is_mid(&mid), name.is_empty()) {
            (true, false) => rows.push((mid, name)),
            (true, true) => rejects.push(Reject::new(candidate, "class_without_name", mid)),
            (false, _) if rows.is_empty() && line == 1 => {}
            (false, _) => rejects.push(Reject::new(candidate, "bad_class_row", format!("`{mid}` is not a MID"))),
        }
    }
    if rows.is_empty() {
        return Err(Error::data(
            Place::file(&table.shown),
            "no row has a MID such as `/m/011k07` and a name",
            "expected an Open Images description file: `LabelName,DisplayName`",
        ));
    }
    Ok(rows)
}

fn is_mid(text: &str) -> bool {
    ["/m/", "/g/", "/t/"].iter().any(|prefix| text.starts_with(prefix)) && text.len() > 3
}

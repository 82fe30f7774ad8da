//! `LICENSES.csv`: whose pictures a set holds and on what terms, one row a source picture.

use crate::error::{Error, Result};
use crate::model::item::ItemLicense;
use std::collections::BTreeMap;

/// Rows by source dataset and picture id.
#[derive(Default)]
pub struct Licenses {
    rows: BTreeMap<(String, String), Row>,
}

struct Row {
    license: String,
    url: String,
    author: String,
    modified: bool,
    items: u64,
}

impl Licenses {
    /// Takes the picture of an item or a dialogue in.
    pub fn add(&mut self, l: &ItemLicense) {
        let key = (l.source_dataset.clone(), l.source_image_id.clone());
        let row = self.rows.entry(key).or_insert_with(|| Row {
            license: l.license.clone(),
            url: l.license_url.clone().unwrap_or_default(),
            author: l.author.clone().unwrap_or_default(),
            modified: false,
            items: 0,
        });
        row.modified |= l.modified;
        row.items += 1;
    }

    /// The file, sorted.
    ///
    /// # Errors
    /// Never in memory; the writer's signature has one.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let fail = |e: csv::Error| Error::io("LICENSES.csv", "write", std::io::Error::other(e));
        writer
            .write_record([
                "source_dataset",
                "source_image_id",
                "license",
                "license_url",
                "author",
                "modified",
                "items",
            ])
            .map_err(fail)?;
        for ((dataset, id), row) in &self.rows {
            let (modified, items) = (if row.modified { "true" } else { "false" }, row.items.to_string());
            writer.write_record([dataset, id, &row.license, &row.url, &row.author, modified, &items]).map_err(fail)?;
        }
        writer.into_inner().map_err(|e| Error::io("LICENSES.csv", "write", std::io::Error::other(e.to_string())))
    }

    /// Links of the licences that have one.
    pub fn links(&self) -> impl Iterator<Item = &str> {
        self.rows.values().map(|row| row.url.as_str()).filter(|url| !url.is_empty())
    }

    /// Number of pictures by (dataset, license).
    pub fn summary(&self) -> BTreeMap<(&str, &str), u64> {
        let mut out = BTreeMap::new();
        for ((dataset, _), row) in &self.rows {
            *out.entry((dataset.as_str(), row.license.as_str())).or_default() += 1;
        }
        out
    }
}

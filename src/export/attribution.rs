//! Whom a record's picture is from and on what terms: in every record of every format.

use super::columns::{Cell, Column, Kind};
use super::record::Record;
use crate::model::item::ItemLicense;
use serde::Serialize;
use serde_json::{Value, json};

/// Whom a picture is from and what its license asks.
pub const ATTRIBUTION: &[Column] = &[
    ("source_dataset", Kind::Text),
    ("source_image_id", Kind::Text),
    ("license", Kind::Text),
    ("license_url", Kind::Text),
    ("author", Kind::Text),
    ("modified", Kind::Flag),
];

/// Its values, in the order of [`ATTRIBUTION`].
pub fn cells(l: &ItemLicense) -> [Cell; 6] {
    let text = |t: &str| Cell::Text(Some(t.to_string()));
    [
        text(&l.source_dataset),
        text(&l.source_image_id),
        text(&l.license),
        Cell::Text(l.license_url.clone()),
        Cell::Text(l.author.clone()),
        Cell::Flag(l.modified),
    ]
}

/// Attribution of a record as one JSON object, for formats whose readers want few columns.
pub fn object(record: &Record) -> Value {
    json!(Attribution::of(record))
}

/// The same on its way out; the fields are [`ATTRIBUTION`], and the empty text stands for null.
#[derive(Serialize)]
pub struct Attribution<'a> {
    source_dataset: &'a str,
    source_image_id: &'a str,
    license: &'a str,
    license_url: &'a str,
    author: &'a str,
    modified: bool,
}

impl<'a> Attribution<'a> {
    /// Of a record's picture.
    pub fn of(record: &'a Record) -> Self {
        Self::of_license(record.license())
    }

    fn of_license(l: &'a ItemLicense) -> Self {
        Attribution {
            source_dataset: &l.source_dataset,
            source_image_id: &l.source_image_id,
            license: &l.license,
            license_url: l.license_url.as_deref().unwrap_or_default(),
            author: l.author.as_deref().unwrap_or_default(),
            modified: l.modified,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_it_have_the_same_fields() {
        let l = ItemLicense {
            source_dataset: "paco".into(),
            source_image_id: "7".into(),
            license: "CC BY 2.0".into(),
            license_url: None,
            author: Some("Ann".into()),
            modified: true,
        };
        let object = json!(Attribution::of_license(&l));
        let names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ATTRIBUTION.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for ((name, _), cell) in ATTRIBUTION.iter().zip(cells(&l)) {
            let want = match cell {
                Cell::Text(text) => json!(text.unwrap_or_default()),
                Cell::Flag(flag) => json!(flag),
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(object[*name], want, "{name}");
        }
    }
}

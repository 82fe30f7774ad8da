//! `imagefolder`: pictures as files, everything else in `metadata.jsonl`.

use super::lines::{self, unreadable};
use super::record::{Form, Record, Said, Seen, Shown};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written, columns, splits};
use crate::error::Result;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// `<split>/metadata.jsonl` beside `<split>/images/`. A picture is one file per record, because older readers yield
/// one record per file.
pub struct ImageFolder;

impl Exporter for ImageFolder {
    fn name(&self) -> &'static str {
        "imagefolder"
    }

    fn audience(&self) -> &'static str {
        "Hugging Face `datasets` (small sets), people who want to see the files"
    }

    fn pictures(&self) -> Pictures {
        Pictures::PerRecord
    }

    fn limits(&self) -> Option<Limits> {
        None
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        format!("{}/metadata.jsonl", shard.split)
    }

    fn encoder<'a>(&self, _context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        Ok(lines::lines(out, |record: &Record| {
            let mut row = serde_json::Map::new();
            // Relative to the metadata's folder.
            let inside = record.picture.path.split_once('/').map_or("", |(_, rest)| rest);
            row.insert("file_name".into(), inside.into());
            row.extend(columns::object(record));
            Value::Object(row)
        }))
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        record.said()
    }

    fn reread(&self, _context: &Context, shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        let mut keys: Option<Vec<String>> = None;
        lines::read_lines(path, |row, place| {
            let own: Vec<String> = row.as_object().into_iter().flat_map(|o| o.keys().cloned()).collect();
            if *keys.get_or_insert_with(|| own.clone()) != own {
                return Err(unreadable(place, "its columns differ from those of the first record"));
            }
            let name = lines::text(&row, "file_name", place)?;
            if name.starts_with('/') || name.contains("://") || name.split('/').any(|p| p == "..") {
                return Err(unreadable(place, format!("file_name `{name}` is not relative")));
            }
            see(Seen {
                said: columns::said(&row, place)?,
                picture: Shown::Beside(format!("{}/{name}", shard.split).into()),
            })
        })
    }

    fn front(&self, _context: &Context, shards: &[Written]) -> String {
        let mut out = String::from("configs:\n- config_name: default\n  data_files:\n");
        for split in splits(shards) {
            let _ = write!(out, "  - split: {split}\n    path: {split}/**\n");
        }
        out
    }

    fn command(&self, _context: &Context, _shards: &[Written]) -> String {
        "python -c \"from datasets import load_dataset; print(load_dataset('OUT'))\"".into()
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import os\n\
         from datasets import concatenate_datasets, load_dataset\n\n\
         items = concatenate_datasets(list(load_dataset(os.getcwd()).values()))\n\
         items[0][\"image\"].load()  # a PIL picture\n"
    }
}

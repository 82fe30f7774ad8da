//! The corpus as files that training programs load, written while the dialogues stream by. The records are those of
//! `export`; `groundline export` also cuts splits and shards.

use super::settings::FileFormat;
use crate::error::{Error, Result};
use crate::export::record::{Body, Picture, Record};
use crate::export::{llava, openai};
use crate::model::dialogue::Dialogue;
use crate::pipeline::files::{self, Pending};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// One file in the making.
pub struct Export {
    format: FileFormat,
    path: PathBuf,
    file: Pending,
    rows: u64,
}

impl Export {
    /// Starts a file in OUT.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(out: &Path, format: FileFormat) -> Result<Self> {
        let path = out.join(format.file());
        let mut export = Export { format, file: Pending::create(&path)?, path, rows: 0 };
        if format != FileFormat::Openai {
            export.put("[\n")?;
        }
        Ok(export)
    }

    /// Adds a dialogue; `picture` is its file.
    ///
    /// # Errors
    /// When the picture cannot be read or the file not be written.
    pub fn add(&mut self, d: &Dialogue, picture: &Path) -> Result<()> {
        let bytes = match self.format {
            FileFormat::Openai => std::fs::read(picture).map_err(|e| Error::io(picture, "read", e))?,
            _ => Vec::new(),
        };
        let record =
            Record { body: Body::Dialogue(Box::new(d.clone())), picture: Picture { path: d.image.clone(), bytes } };
        let row = match self.format {
            FileFormat::Llava => json!(llava::Row::of(&record)),
            FileFormat::Sharegpt => sharegpt(json!(llava::Row::of(&record))),
            FileFormat::Openai => openai::chat(&record),
        };
        let between = match (self.format, self.rows) {
            (_, 0) => "",
            (FileFormat::Openai, _) => "\n",
            _ => ",\n",
        };
        self.rows += 1;
        self.put(between)?;
        self.put(&row.to_string())
    }

    /// Ends the file and gives it its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self, out: &Path) -> Result<()> {
        self.put(if self.format == FileFormat::Openai { "\n" } else { "\n]\n" })?;
        self.file.commit()?;
        if self.format == FileFormat::Sharegpt {
            let info = json!({"groundline": {
                "file_name": self.format.file(), "formatting": "sharegpt",
                "columns": {"messages": "conversations", "images": "images"},
            }});
            files::write(&out.join(INFO), format!("{info:#}\n").as_bytes())?;
        }
        Ok(())
    }

    fn put(&mut self, text: &str) -> Result<()> {
        self.file.write_all(text.as_bytes()).map_err(|e| Error::io(&self.path, "write", e))
    }
}

/// What LLaMA-Factory reads beside its file.
pub const INFO: &str = "dataset_info.json";

/// LLaVA's record with its picture in a list.
fn sharegpt(mut row: Value) -> Value {
    if let Some(fields) = row.as_object_mut()
        && let Some(image) = fields.remove("image")
    {
        fields.insert("images".to_owned(), json!([image]));
    }
    row
}

//! The corpus as files that training programs load, written while the dialogues stream by.
//!
//! LLaVA and Qwen-VL read one JSON array with one picture path and `<image>` in the first human turn; LLaMA-Factory one
//! array and a `dataset_info.json`; OpenAI's fine-tuning JSON lines of messages with the picture inside.

use super::settings::FileFormat;
use crate::error::{Error, Result};
use crate::llm::base64;
use crate::model::dialogue::{Dialogue, Speaker};
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
        let row = match self.format {
            FileFormat::Llava => json!({"id": d.id, "image": d.image, "conversations": turns(d)}),
            FileFormat::Sharegpt => json!({"id": d.id, "conversations": turns(d), "images": [d.image]}),
            FileFormat::Openai => openai(d, picture)?,
        };
        let text = row.to_string();
        let between = match (self.format, self.rows) {
            (FileFormat::Openai, 0) | (_, 0) => "",
            (FileFormat::Openai, _) => "\n",
            _ => ",\n",
        };
        self.rows += 1;
        self.put(between)?;
        self.put(&text)
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

fn turns(d: &Dialogue) -> Value {
    let turns = d.turns.iter().enumerate().map(|(i, turn)| {
        let from = if turn.role == Speaker::User { "human" } else { "gpt" };
        let value = if i == 0 { format!("<image>\n{}", turn.text) } else { turn.text.clone() };
        json!({"from": from, "value": value})
    });
    turns.collect()
}

fn openai(d: &Dialogue, picture: &Path) -> Result<Value> {
    let bytes = std::fs::read(picture).map_err(|e| Error::io(picture, "read", e))?;
    let kind = if picture.extension().is_some_and(|e| e == "png") { "png" } else { "jpeg" };
    let url = format!("data:image/{kind};base64,{}", base64::encode(&bytes));
    let messages: Vec<Value> = d
        .turns
        .iter()
        .enumerate()
        .map(|(i, turn)| match (turn.role, i) {
            (Speaker::User, 0) => json!({"role": "user", "content": [
                {"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": turn.text},
            ]}),
            (Speaker::User, _) => json!({"role": "user", "content": turn.text}),
            (Speaker::Assistant, _) => json!({"role": "assistant", "content": turn.text}),
        })
        .collect();
    Ok(json!({"messages": messages}))
}

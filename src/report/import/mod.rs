//! Answers from files: JSONL, CSV, VLMEvalKit's tables, lmms-eval's samples, inspect_ai's logs.

mod inspect;
mod lines;
mod table;

use crate::error::{Error, Place, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// What may be given as answers.
const REMEDY: &str = "give a file of answers, as `groundline ask` and other programs write them (docs/scoring.md)";

/// What an answer names its item by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The item's id.
    Id(String),
    /// Its place in the set, counted from 0 (lmms-eval's `doc_id`, an integer `index` of VLMEvalKit).
    Place(usize),
}

/// One answer as a file gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// Its item.
    pub key: Key,
    /// The response; `None` where the request failed.
    pub response: Option<String>,
    /// The server's filter held the response back.
    pub filtered: bool,
    /// The model ran out of tokens.
    pub truncated: bool,
    /// Hash of the item that was asked, where the file has one.
    pub item: Option<String>,
    /// Which wording was asked (`ask --prompts`).
    pub prompt: Option<String>,
    /// Probability of each option's letter (`ask --logprobs`).
    pub logprobs: Option<BTreeMap<String, f64>>,
    /// The picture was not shown (`ask --no-image`).
    pub no_image: bool,
    /// Line, row or sample number, from 1.
    pub line: u64,
}

impl Given {
    /// An answer with a response and nothing else.
    pub fn new(key: Key, response: Option<String>, line: u64) -> Given {
        Given {
            key,
            response,
            filtered: false,
            truncated: false,
            item: None,
            prompt: None,
            logprobs: None,
            no_image: false,
            line,
        }
    }
}

/// All answers of a file, and what was odd about it (name and count).
#[derive(Debug, Default)]
pub struct Answers {
    /// In file order.
    pub given: Vec<Given>,
    /// Oddities.
    pub notes: BTreeMap<String, u64>,
}

/// Reads a file of any known kind; the kind is told by the name's ending, then by the content.
///
/// # Errors
/// When it cannot be read or has no answers in a known shape; the message names the line and what was expected.
pub fn read(path: &Path) -> Result<Answers> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    let answers = match ending.as_str() {
        "xlsx" | "xls" | "ods" => table::sheet(path)?,
        "tsv" => table::delimited(path, b'\t')?,
        "csv" => table::delimited(path, b',')?,
        "json" | "eval" => inspect::log(path)?,
        _ => lines::read(path)?,
    };
    if answers.given.is_empty() {
        return Err(Error::data(
            Place::file(path.display().to_string()),
            "there are no answers in it",
            "give a file with one answer per line: {\"id\": …, \"response\": …}",
        ));
    }
    Ok(answers)
}

/// A JSON value as an item id.
fn id_of(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(s) => Some(s.clone()),
        serde_json::Value::Number(n) => Some(n.to_string()),
        _ => None,
    }
}

/// A response as text: a string, the first of nested lists, or the text parts of a chat message's content.
fn text_of(value: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    match value {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        Value::Array(parts) if parts.iter().any(|p| p.get("type").is_some()) => {
            Some(parts.iter().filter_map(|p| p.get("text").and_then(Value::as_str)).collect())
        }
        Value::Array(all) => all.first().and_then(text_of),
        _ => None,
    }
}

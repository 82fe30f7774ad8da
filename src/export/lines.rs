//! Formats of one JSON value a record: lines, or one array with a record a line.

use super::record::Record;
use super::{Encoder, Sink};
use crate::error::{Error, Place, Result};
use crate::source::json::Elements;
use crate::source::lines::Lines;
use crate::source::vault::DirVault;
use rayon::prelude::*;
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// Writes a JSON value a record.
pub struct Json<'a, F> {
    out: Sink<'a>,
    render: F,
    between: &'static str,
    end: &'static str,
    /// Pieces written.
    pieces: u64,
}

/// Records rendered into one piece.
const TOGETHER: usize = 16;

/// JSON lines.
pub fn lines<'a, F: Fn(&Record) -> Value + Sync + 'a>(out: Sink<'a>, render: F) -> Box<dyn Encoder + 'a> {
    let render = move |record: &Record, json: &mut Vec<u8>| serde_json::to_writer(json, &render(record));
    Box::new(Json { out, render, between: "\n", end: "\n", pieces: 0 })
}

/// One JSON array of what `render` appends.
///
/// # Errors
/// When its beginning cannot be written.
pub fn array<'a, F>(mut out: Sink<'a>, render: F) -> Result<Box<dyn Encoder + 'a>>
where
    F: Fn(&Record, &mut Vec<u8>) -> serde_json::Result<()> + Sync + 'a,
{
    out.write_all(b"[\n").map_err(failed)?;
    Ok(Box::new(Json { out, render, between: ",\n", end: "\n]\n", pieces: 0 }))
}

/// A failure to write into a shard; the pipeline knows its name.
pub fn failed(e: std::io::Error) -> Error {
    Error::io("the shard", "write", e)
}

impl<F: Fn(&Record, &mut Vec<u8>) -> serde_json::Result<()> + Sync> Encoder for Json<'_, F> {
    fn add(&mut self, records: &mut [Record]) -> Result<()> {
        let render = |piece: &[Record]| -> serde_json::Result<Vec<u8>> {
            let mut json = Vec::with_capacity(TOGETHER << 10);
            for (n, record) in piece.iter().enumerate() {
                if n > 0 {
                    json.extend_from_slice(self.between.as_bytes());
                }
                (self.render)(record, &mut json)?;
            }
            Ok(json)
        };
        let rendered: Vec<Vec<u8>> =
            records.par_chunks(TOGETHER).map(render).collect::<Result<_, _>>().map_err(|e| failed(e.into()))?;
        for json in rendered {
            let between = if self.pieces > 0 { self.between } else { "" };
            self.pieces += 1;
            self.out.write_all(between.as_bytes()).and_then(|()| self.out.write_all(&json)).map_err(failed)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.out.write_all(self.end.as_bytes()).and_then(|()| self.out.flush()).map_err(failed)
    }
}

/// Reads JSON lines back.
///
/// # Errors
/// When a line is not JSON, or `each` fails.
pub fn read_lines(path: &Path, mut each: impl FnMut(Value, &Place) -> Result<()>) -> Result<()> {
    let (vault, name) = vault(path)?;
    for line in Lines::open(&vault, &name)? {
        let line = line?;
        let place = Place::line(path.display().to_string(), line.number);
        let text = line.text.ok_or_else(|| unreadable(&place, "it is not UTF-8"))?;
        each(serde_json::from_str(&text).map_err(|e| unreadable(&place, e))?, &place)?;
    }
    Ok(())
}

/// Reads a JSON array back: the text of each element, which is not parsed yet.
///
/// # Errors
/// When it is none, or `each` fails.
pub fn read_array(path: &Path, mut each: impl FnMut(&[u8], &Place) -> Result<()>) -> Result<()> {
    let (vault, name) = vault(path)?;
    let mut elements = Elements::open(&vault, &name, None)?;
    while let Some(element) = elements.next_element()? {
        let place = Place::line(path.display().to_string(), element.line);
        each(element.json, &place)?;
    }
    Ok(())
}

fn vault(path: &Path) -> Result<(DirVault, String)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((DirVault::new(path.parent().unwrap_or(Path::new(".")))?, name))
}

/// What a consumer could not read.
pub fn unreadable(place: &Place, what: impl std::fmt::Display) -> Error {
    Error::data(
        place.clone(),
        what.to_string(),
        "the export is not what its reader expects; report it as a fault of groundline",
    )
}

/// A text of a JSON object; an error where there is none.
///
/// # Errors
/// When the key is missing or no text.
pub fn text<'a>(value: &'a Value, key: &str, place: &Place) -> Result<&'a str> {
    value.get(key).and_then(Value::as_str).ok_or_else(|| unreadable(place, format!("there is no text `{key}`")))
}

/// A list of a JSON object; an error where there is none.
///
/// # Errors
/// When the key is missing or no list.
pub fn list<'a>(value: &'a Value, key: &str, place: &Place) -> Result<&'a [Value]> {
    let list = value.get(key).and_then(Value::as_array);
    list.map(Vec::as_slice).ok_or_else(|| unreadable(place, format!("there is no list `{key}`")))
}

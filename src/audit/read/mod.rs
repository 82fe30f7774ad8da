//! Sets that were made elsewhere: JSON lines with `question`, `choices` or `options` and `answer`; VLMEvalKit's TSV
//! (columns A, B, C …, pictures as base64), CSV; parquet as on public hubs. Rows become [`Entry`]s; rows that are no
//! question with a key are counted by name. Pictures inside a file are printed as they are read and not kept.

mod row;
mod value;

pub use row::{Fault, NO_KEY, NO_OPTIONS, NO_QUESTION};

use super::entry::Entry;
use super::leak::id::{self, PictureId};
use super::leak::print::{Looker, Print};
use crate::error::{Error, Place, Result};
use crate::llm::base64;
use parquet::file::reader::{FileReader, SerializedFileReader};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use value::Value;

/// Rows handled at once: their pictures are decoded on all threads and dropped.
const CHUNK: usize = 64;

/// Where the picture of a question is.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Picture {
    /// The row names none.
    #[default]
    None,
    /// A file.
    File(PathBuf),
    /// It stood in the file and is gone; these are its prints, unless it could not be decoded.
    Embedded(Option<Box<Print>>),
}

/// A set as read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The questions, in file order.
    pub entries: Vec<Entry>,
    /// The picture of each.
    pub pictures: Vec<Picture>,
    /// Origins of each picture, where names give them away.
    pub ids: Vec<Vec<PictureId>>,
    /// Rows that are no question with a key, by reason.
    pub dropped: BTreeMap<Fault, u64>,
}

/// Formats by a file's extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON lines.
    Lines,
    /// Tab-separated.
    Tsv,
    /// Comma-separated.
    Csv,
    /// Parquet.
    Parquet,
}

impl Format {
    /// By the extension.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Some(Format::Lines),
            "tsv" => Some(Format::Tsv),
            "csv" => Some(Format::Csv),
            "parquet" => Some(Format::Parquet),
            _ => None,
        }
    }
}

/// Reads foreign files, one after the other, as one set.
///
/// # Errors
/// When a file cannot be read or is not of its format, or none of its rows is a question with a key.
pub fn read(files: &[PathBuf]) -> Result<Loaded> {
    let mut loaded = Loaded::default();
    let mut rows = Vec::new();
    for path in files {
        let mut take = Taker {
            path,
            loaded: &mut loaded,
            rows: &mut rows,
            waiting: Vec::new(),
            number: 0,
            looker: Looker::default(),
        };
        match Format::of(path) {
            Some(Format::Lines) => lines(path, &mut take)?,
            Some(Format::Tsv) => table(path, b'\t', &mut take)?,
            Some(Format::Csv) => table(path, b',', &mut take)?,
            Some(Format::Parquet) => parquet(path, &mut take)?,
            None => {
                return Err(Error::data(
                    Place::file(path.display().to_string()),
                    "its name has no extension of a known format",
                    "give a folder of a set, or a .jsonl, .tsv, .csv or .parquet file",
                ));
            }
        }
        take.flush();
    }
    finish(&mut loaded, rows);
    if loaded.entries.is_empty() {
        let named = files.first().map_or_else(String::new, |f| f.display().to_string());
        let why: Vec<String> = loaded.dropped.iter().map(|(fault, n)| format!("{n} {fault}")).collect();
        return Err(Error::data(
            Place::file(named),
            format!(
                "no row is a question with a key ({})",
                if why.is_empty() { "there are no rows".into() } else { why.join(", ") }
            ),
            "name the columns question, choices (or options, or A, B, C …) and answer",
        ));
    }
    Ok(loaded)
}

fn finish(loaded: &mut Loaded, rows: Vec<Settled>) {
    let (mut reads, mut pictures) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    for (read, picture, ids) in rows {
        reads.push(read);
        pictures.push((picture, ids));
    }
    let good = row::settle(&mut reads);
    for ((read, (picture, ids)), good) in reads.into_iter().zip(pictures).zip(good) {
        if good {
            loaded.entries.push(read.entry);
            loaded.pictures.push(picture);
            loaded.ids.push(ids);
        } else {
            *loaded.dropped.entry(NO_KEY).or_default() += 1;
        }
    }
}

type Settled = (row::Read, Picture, Vec<PictureId>);

/// Takes rows in, a chunk at a time.
struct Taker<'a> {
    path: &'a Path,
    loaded: &'a mut Loaded,
    rows: &'a mut Vec<Settled>,
    waiting: Vec<row::Read>,
    number: u64,
    looker: Looker,
}

impl Taker<'_> {
    fn row(&mut self, row: Vec<(String, Value)>) {
        self.number += 1;
        match row::read(row, self.number) {
            Ok(read) => self.waiting.push(read),
            Err(fault) => *self.loaded.dropped.entry(fault).or_default() += 1,
        }
        if self.waiting.len() >= CHUNK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let looker = &self.looker;
        let done: Vec<Settled> = std::mem::take(&mut self.waiting)
            .into_par_iter()
            .map(|mut read| {
                let (picture, name) =
                    read.picture.take().map_or((Picture::None, None), |v| picture(&v, folder, looker));
                read.entry.picture = match &picture {
                    Picture::Embedded(Some(print)) => Some(print.bytes.to_hex()[..32].to_string()),
                    Picture::File(path) => Some(path.display().to_string()),
                    _ => name.clone(),
                };
                let ids = id::ids("", "", name.as_deref());
                (read, picture, ids)
            })
            .collect();
        self.rows.extend(done);
    }
}

/// Shorter texts are names; base64 of any picture is longer.
const SHORTEST_BASE64: usize = 120;

/// What a row says of its picture: where it is, and a name that may give its origin away.
fn picture(value: &Value, folder: &Path, looker: &Looker) -> (Picture, Option<String>) {
    let embedded = |bytes: &[u8], name| (Picture::Embedded(looker.print(bytes).ok().map(Box::new)), name);
    match value {
        Value::Bytes(bytes) if bytes.len() > 8 => embedded(bytes, None),
        Value::List(all) => all.first().map_or((Picture::None, None), |v| picture(v, folder, looker)),
        Value::Map(_) => {
            let name = ["path", "file_name", "url"].iter().find_map(|n| value.get(n)?.text());
            match value.get("bytes") {
                Some(Value::Bytes(bytes)) => embedded(bytes, name),
                _ => name.map_or((Picture::None, None), |n| (Picture::File(folder.join(&n)), Some(n))),
            }
        }
        other => {
            let Some(text) = other.text() else { return (Picture::None, None) };
            let data = text.split_once(";base64,").map(|(_, data)| data);
            if let Some(data) = data.or((text.len() >= SHORTEST_BASE64).then_some(&text))
                && let Some(bytes) = base64::decode(data)
            {
                return embedded(&bytes, None);
            }
            let is_file = text.contains('.') && !text.starts_with("http");
            (if is_file { Picture::File(folder.join(&text)) } else { Picture::None }, Some(text))
        }
    }
}

fn lines(path: &Path, take: &mut Taker) -> Result<()> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    for (line, number) in BufReader::new(file).lines().zip(1u64..) {
        let line = line.map_err(|e| Error::io(path, "read", e))?;
        let text = line.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            continue;
        }
        match serde_json::from_str::<serde_json::Value>(text).map(Value::from) {
            Ok(Value::Map(fields)) => take.row(fields),
            Ok(_) => return Err(not_an_object(path, number, "the line is no JSON object")),
            Err(e) => return Err(not_an_object(path, number, &format!("not JSON: {e}"))),
        }
    }
    Ok(())
}

fn not_an_object(path: &Path, line: u64, what: &str) -> Error {
    Error::data(Place::line(path.display().to_string(), line), what, "write one JSON object a line")
}

fn table(path: &Path, delimiter: u8, take: &mut Taker) -> Result<()> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(BufReader::new(file));
    let bad = |e: csv::Error| {
        let line = e.position().map_or(0, csv::Position::line);
        Error::data(
            Place::line(path.display().to_string(), line),
            format!("not a table: {e}"),
            "save it as UTF-8 with one header line",
        )
    };
    let header: Vec<String> = reader.headers().map_err(bad)?.iter().map(str::to_string).collect();
    for record in reader.records() {
        let record = record.map_err(bad)?;
        let field = |(n, v): (&String, &str)| {
            (n.clone(), if v.trim().is_empty() { Value::Null } else { Value::Text(v.to_string()) })
        };
        take.row(header.iter().zip(record.iter()).map(field).collect());
    }
    Ok(())
}

fn parquet(path: &Path, take: &mut Taker) -> Result<()> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let bad = |e: parquet::errors::ParquetError| {
        Error::data(
            Place::file(path.display().to_string()),
            format!("it cannot be read as parquet: {e}"),
            "write it uncompressed or with snappy, which is what this program reads",
        )
    };
    let reader = SerializedFileReader::new(file).map_err(bad)?;
    for row in reader.get_row_iter(None).map_err(bad)? {
        let row = row.map_err(bad)?;
        take.row(row.get_column_iter().map(|(name, v)| (name.clone(), Value::from(v))).collect());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    use std::sync::Arc;

    fn png(seed: u8) -> Vec<u8> {
        let picture = image::RgbImage::from_fn(48, 40, |x, y| image::Rgb([(x * 5) as u8, (y * 6) as u8, seed]));
        crate::draw::codec::encode(&picture, crate::model::settings::PictureFormat::Png, 90).unwrap()
    }

    /// As on public hubs: a list of options, an index, a picture as {bytes, path}.
    #[test]
    fn parquet_with_pictures_is_read() {
        let schema = "message schema {
            required binary question (UTF8);
            required group options (LIST) { repeated group list { required binary element (UTF8); } }
            required int64 answer;
            required group image { optional binary bytes; optional binary path (UTF8); }
        }";
        let file = tempfile::Builder::new().suffix(".parquet").tempfile().unwrap();
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let properties = Arc::new(WriterProperties::builder().build());
        let mut writer = SerializedFileWriter::new(file.reopen().unwrap(), schema, properties).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let texts = |all: &[&str]| -> Vec<ByteArray> { all.iter().map(|t| ByteArray::from(*t)).collect() };
        let pictures: Vec<ByteArray> = [png(1), png(2)].into_iter().map(ByteArray::from).collect();
        let columns = [
            (texts(&["What is it?", "What is that?"]), None, None),
            (texts(&["a", "b", "c", "d", "e"]), Some(vec![1; 5]), Some(vec![0, 1, 1, 0, 1])),
            (pictures, Some(vec![1; 2]), None),
            (texts(&["COCO_val2014_000000000042.jpg", "x.jpg"]), Some(vec![1; 2]), None),
        ];
        for (at, (values, definition, repetition)) in columns.iter().enumerate() {
            if at == 2 {
                let mut column = group.next_column().unwrap().unwrap();
                column.typed::<Int64Type>().write_batch(&[2, 0], None, None).unwrap();
                column.close().unwrap();
            }
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<ByteArrayType>().write_batch(values, definition.as_deref(), repetition.as_deref()).unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
        writer.close().unwrap();

        let set = read(&[file.path().to_path_buf()]).unwrap();
        let got: Vec<(&str, usize, usize)> =
            set.entries.iter().map(|e| (e.question.as_str(), e.choices.len(), e.gold)).collect();
        assert_eq!(got, [("What is it?", 3, 2), ("What is that?", 2, 0)]);
        assert_eq!(set.ids[0].iter().map(PictureId::to_string).collect::<Vec<_>>(), ["coco:42"]);
        let prints: Vec<_> = set.pictures.iter().map(|p| matches!(p, Picture::Embedded(Some(_)))).collect();
        assert_eq!(prints, [true, true]);
        assert_ne!(set.entries[0].picture, set.entries[1].picture);
    }

    #[test]
    fn a_broken_line_is_named() {
        let file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
        std::fs::write(file.path(), "{\"question\":\"q\",\"choices\":[\"a\",\"b\"],\"answer\":\"A\"}\n{\"question\"\n")
            .unwrap();
        let e = read(&[file.path().to_path_buf()]).unwrap_err().to_string();
        assert!(e.contains(":2: not JSON"), "{e}");
    }
}

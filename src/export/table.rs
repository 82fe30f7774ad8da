//! Tables in Parquet that Hugging Face `datasets` reads with their types: the picture column is an optional struct of
//! optional `bytes` and `path`, in this order, and the file's metadata has the features as JSON under `huggingface`.
//! Anything else loads as a plain struct without a word. Pictures are stored as they are, in row groups small enough
//! for a reader's batch.

use super::columns::{self, Cell, Column, Kind};
use super::lines::unreadable;
use super::record::{Form, Picture, Record, Said, Seen, Shown};
use super::{Encoder, Limits, See, Shard, Sink};
use crate::error::{Error, Place, Result};
use ::parquet::basic::{Compression, Repetition};
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::record::{Field, Row};
use ::parquet::schema::parser::parse_message_type;
use ::parquet::schema::types::{ColumnPath, Type};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Records of a row group at most, which is what loaders take at once.
const GROUP_ROWS: usize = 100;
/// Bytes of pictures of a row group at most.
const GROUP_BYTES: usize = 64 << 20;

/// Writes one Parquet file.
pub struct Table<'a> {
    writer: SerializedFileWriter<Sink<'a>>,
    columns: Vec<Column>,
    leaves: Vec<Leaf>,
    rows: usize,
    bytes: usize,
}

/// The values of one leaf column, waiting for their row group. Levels are as in the Parquet format: how much of the
/// path is there, and whether the value goes on in the list of its row.
#[derive(Default)]
struct Leaf {
    definition: Vec<i16>,
    repetition: Vec<i16>,
    texts: Vec<ByteArray>,
    ints: Vec<i64>,
    flags: Vec<bool>,
}

/// The schema in Parquet's notation.
fn schema(columns: &[Column]) -> Result<Type> {
    let mut text = String::from("message record {\n");
    let scalar = |kind: Kind| match kind {
        Kind::Int => ("int64", ""),
        Kind::Flag => ("boolean", ""),
        _ => ("binary", " (UTF8)"),
    };
    for (name, kind) in columns {
        let _ = match kind {
            Kind::Picture => {
                writeln!(text, "optional group {name} {{ optional binary bytes; optional binary path (UTF8); }}")
            }
            Kind::Texts => writeln!(
                text,
                "optional group {name} (LIST) {{ repeated group list {{ optional binary element (UTF8); }} }}"
            ),
            Kind::Rows(fields) => {
                let mut inner = String::new();
                for (field, kind) in *fields {
                    let (physical, logical) = scalar(*kind);
                    let _ = write!(inner, "optional {physical} {field}{logical}; ");
                }
                writeln!(
                    text,
                    "optional group {name} (LIST) {{ repeated group list {{ optional group element {{ {inner}}} }} }}"
                )
            }
            kind => {
                let (physical, logical) = scalar(*kind);
                writeln!(text, "optional {physical} {name}{logical};")
            }
        };
    }
    text.push('}');
    parse_message_type(&text).map_err(failed)
}

/// The JSON that `datasets` looks for.
fn metadata(columns: &[Column]) -> String {
    json!({"info": {"features": columns::features(columns)}}).to_string()
}

fn failed(e: ParquetError) -> Error {
    Error::io("the shard", "write", std::io::Error::other(e))
}

/// Starts a file of a form's columns.
///
/// # Errors
/// When its beginning cannot be written.
pub fn table<'a>(form: Form, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
    let columns = columns::columns(form);
    // Statistics and dictionaries of pictures would cost time and say nothing.
    let bytes = ColumnPath::new(vec!["image".into(), "bytes".into()]);
    let properties = WriterProperties::builder()
        .set_created_by(format!("groundline {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::SNAPPY)
        .set_column_compression(bytes.clone(), Compression::UNCOMPRESSED)
        .set_column_dictionary_enabled(bytes.clone(), false)
        .set_column_statistics_enabled(bytes, EnabledStatistics::None)
        .set_key_value_metadata(Some(vec![KeyValue::new("huggingface".to_string(), metadata(&columns))]))
        .build();
    let writer = SerializedFileWriter::new(out, Arc::new(schema(&columns)?), Arc::new(properties)).map_err(failed)?;
    let leaves = leaves(&columns);
    Ok(Box::new(Table { writer, columns, leaves, rows: 0, bytes: 0 }))
}

fn leaves(columns: &[Column]) -> Vec<Leaf> {
    let count = |kind: &Kind| match kind {
        Kind::Picture => 2,
        Kind::Rows(fields) => fields.len(),
        _ => 1,
    };
    (0..columns.iter().map(|(_, kind)| count(kind)).sum()).map(|_| Leaf::default()).collect()
}

impl Leaf {
    fn level(&mut self, definition: i16, repetition: i16) {
        self.definition.push(definition);
        self.repetition.push(repetition);
    }

    fn text(&mut self, text: String) {
        self.texts.push(ByteArray::from(text.into_bytes()));
    }

    /// A scalar whose path is `whole` levels deep.
    fn scalar(&mut self, cell: Cell, whole: i16, repetition: i16) {
        let there = !matches!(cell, Cell::Text(None));
        self.level(if there { whole } else { whole - 1 }, repetition);
        match cell {
            Cell::Text(Some(text)) => self.text(text),
            Cell::Int(n) => self.ints.push(n),
            Cell::Flag(b) => self.flags.push(b),
            _ => {}
        }
    }
}

/// Puts one record's cells into the leaves.
fn spread(leaves: &mut [Leaf], columns: &[Column], cells: Vec<Cell>, picture: Picture) {
    let mut leaves = leaves.iter_mut();
    let mut picture = Some(picture);
    for ((_, kind), cell) in columns.iter().zip(cells) {
        match (kind, cell) {
            (Kind::Picture, _) => {
                let name = picture.as_ref().map(|p| p.name().to_string()).unwrap_or_default();
                let bytes = picture.take().map(|p| p.bytes).unwrap_or_default();
                if let Some(leaf) = leaves.next() {
                    leaf.level(2, 0);
                    leaf.texts.push(ByteArray::from(bytes));
                }
                if let Some(leaf) = leaves.next() {
                    leaf.level(2, 0);
                    leaf.text(name);
                }
            }
            (Kind::Texts, Cell::Texts(list)) => {
                let Some(leaf) = leaves.next() else { return };
                if list.is_empty() {
                    leaf.level(1, 0);
                }
                for (i, text) in list.into_iter().enumerate() {
                    leaf.level(3, i16::from(i > 0));
                    leaf.text(text);
                }
            }
            (Kind::Rows(fields), Cell::Rows(rows)) => {
                let mut own: Vec<&mut Leaf> = leaves.by_ref().take(fields.len()).collect();
                if rows.is_empty() {
                    own.iter_mut().for_each(|leaf| leaf.level(1, 0));
                }
                for (i, row) in rows.into_iter().enumerate() {
                    for (leaf, cell) in own.iter_mut().zip(row) {
                        leaf.scalar(cell, 4, i16::from(i > 0));
                    }
                }
            }
            (_, cell) => {
                if let Some(leaf) = leaves.next() {
                    leaf.scalar(cell, 1, 0);
                }
            }
        }
    }
}

impl Table<'_> {
    /// Writes the waiting records as a row group.
    fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        (self.rows, self.bytes) = (0, 0);
        let done = std::mem::replace(&mut self.leaves, leaves(&self.columns));
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for leaf in done {
            column(&mut group, &leaf).map_err(failed)?;
        }
        group.close().map(drop).map_err(failed)
    }
}

fn column<W: std::io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    leaf: &Leaf,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer columns than the records".into()));
    };
    let (definition, repetition) = (Some(leaf.definition.as_slice()), Some(leaf.repetition.as_slice()));
    match column.untyped() {
        ColumnWriter::BoolColumnWriter(w) => w.write_batch(&leaf.flags, definition, repetition)?,
        ColumnWriter::Int64ColumnWriter(w) => w.write_batch(&leaf.ints, definition, repetition)?,
        ColumnWriter::ByteArrayColumnWriter(w) => w.write_batch(&leaf.texts, definition, repetition)?,
        _ => return Err(ParquetError::General("a column of another type".into())),
    };
    column.close()
}

impl Encoder for Table<'_> {
    fn add(&mut self, records: &mut [Record]) -> Result<()> {
        for record in records {
            let cells = columns::cells(record);
            self.rows += 1;
            self.bytes += record.picture.bytes.len();
            spread(&mut self.leaves, &self.columns, cells, std::mem::take(&mut record.picture));
            if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.flush()?;
        self.writer.finish().map(drop).map_err(failed)
    }
}

/// Reads a file as `datasets` does: the features of the metadata must agree with the columns, or the picture would be
/// no picture.
///
/// # Errors
/// When `datasets` could not read it, or would read other types.
pub fn reread(form: Form, path: &Path, see: See<'_>) -> Result<()> {
    let place = Place::file(path.display().to_string());
    let bad = |what: String| unreadable(&place, what);
    let file = std::fs::File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let reader = SerializedFileReader::new(file).map_err(|e| bad(e.to_string()))?;
    let about = reader.metadata().file_metadata();
    let columns = columns::columns(form);
    let pairs = about.key_value_metadata().into_iter().flatten();
    let features = pairs.filter(|kv| kv.key == "huggingface").find_map(|kv| kv.value.as_deref());
    if features != Some(metadata(&columns).as_str()) {
        return Err(bad("its metadata does not name the features, so the pictures would load as plain structs".into()));
    }
    check_schema(about.schema()).map_err(bad)?;
    let rows = reader.get_row_iter(None).map_err(|e| bad(e.to_string()))?;
    for (number, row) in rows.enumerate() {
        let place = Place::record(path.display().to_string(), number + 1);
        let row = row.map_err(|e| unreadable(&place, e))?;
        see(seen(form, &row).ok_or_else(|| unreadable(&place, "a column is not of its type"))?)?;
    }
    Ok(())
}

/// The rules under which a struct column becomes a picture.
fn check_schema(schema: &Type) -> Result<(), String> {
    for field in schema.get_fields() {
        if field.get_basic_info().repetition() != Repetition::OPTIONAL {
            return Err(format!("column {} is not optional", field.name()));
        }
        if field.name() == "image" {
            let names: Vec<&str> = field.get_fields().iter().map(|f| f.name()).collect();
            let optional = field.get_fields().iter().all(|f| f.get_basic_info().repetition() == Repetition::OPTIONAL);
            if names != ["bytes", "path"] || !optional {
                return Err("the picture column is not an optional struct of optional bytes and path".into());
            }
        }
    }
    Ok(())
}

fn seen(form: Form, row: &Row) -> Option<Seen<'_>> {
    let (mut said, mut picture, mut answer) = (Said::default(), None, None);
    for (name, field) in row.get_column_iter() {
        match (name.as_str(), field) {
            ("id", Field::Str(id)) => said.id = id.into(),
            ("image", Field::Group(parts)) => {
                let mut parts = parts.get_column_iter().map(|(_, part)| part);
                let (Some(Field::Bytes(bytes)), Some(Field::Str(path))) = (parts.next(), parts.next()) else {
                    return None;
                };
                let extension = path.rsplit_once('.').map_or("", |(_, e)| e);
                picture = Some(Shown::Inside(extension.into(), bytes.data().into()));
            }
            ("question", Field::Str(text)) => said.push("question", text),
            ("choices", Field::ListInternal(list)) => {
                for (i, element) in list.elements().iter().enumerate() {
                    let Field::Str(text) = element else { return None };
                    said.push(format!("option {}", super::record::option(i)), text);
                }
            }
            ("answer", Field::Str(letter)) => answer = Some(letter),
            ("messages", Field::ListInternal(list)) => {
                for element in list.elements() {
                    let Field::Group(message) = element else { return None };
                    let mut fields = message.get_column_iter().map(|(_, f)| f);
                    let (Some(Field::Str(role)), Some(Field::Str(text))) = (fields.next(), fields.next()) else {
                        return None;
                    };
                    said.push(role, text);
                }
            }
            _ => {}
        }
    }
    if form == Form::Benchmark {
        said.push("answer", answer?);
    }
    Some(Seen { said, picture: picture? })
}

/// The hub's YAML for the columns (`dataset_info.features`), indented by two spaces.
pub fn yaml_features(form: Form) -> String {
    let mut out = String::new();
    for (name, kind) in columns::columns(form) {
        let _ = writeln!(out, "  - name: {name}");
        yaml_kind(&mut out, kind, "    ");
    }
    out
}

fn yaml_kind(out: &mut String, kind: Kind, indent: &str) {
    let _ = match kind {
        Kind::Text => writeln!(out, "{indent}dtype: string"),
        Kind::Int => writeln!(out, "{indent}dtype: int64"),
        Kind::Flag => writeln!(out, "{indent}dtype: bool"),
        Kind::Picture => writeln!(out, "{indent}dtype: image"),
        Kind::Texts => writeln!(out, "{indent}list: string"),
        Kind::Rows(fields) => {
            let _ = writeln!(out, "{indent}list:");
            for (field, kind) in fields {
                let _ = writeln!(out, "{indent}- name: {field}");
                yaml_kind(out, *kind, &format!("{indent}  "));
            }
            Ok(())
        }
    };
}

/// Where Parquet shards end, as the hub likes them.
pub const LIMITS: Limits = Limits { rows: u64::MAX, bytes: 500_000_000 };

/// Path of a Parquet shard, by the hub's names.
pub fn file(shard: &Shard) -> String {
    format!("data/{}-{:05}-of-{:05}.parquet", shard.split, shard.index, shard.of)
}

/// The pattern of a split's shards.
pub fn files(split: &str) -> String {
    format!("data/{split}-*.parquet")
}

/// The front matter of a card by which the hub finds Parquet shards: configurations, features, sizes of the splits.
pub fn front(form: Form, splits: &[(&str, u64, u64)]) -> String {
    let mut out = String::from("configs:\n- config_name: default\n  data_files:\n");
    for (split, ..) in splits {
        let _ = writeln!(out, "  - split: {split}\n    path: {}", files(split));
    }
    let _ = writeln!(out, "dataset_info:\n  features:\n{}  splits:", yaml_features(form));
    for (split, rows, bytes) in splits {
        let _ = writeln!(out, "  - name: {split}\n    num_bytes: {bytes}\n    num_examples: {rows}");
    }
    let total: u64 = splits.iter().map(|s| s.2).sum();
    let _ = writeln!(out, "  download_size: {total}\n  dataset_size: {total}");
    out
}

/// Records and bytes by split, in order of appearance.
pub fn sizes(shards: &[super::Written]) -> Vec<(&str, u64, u64)> {
    super::splits(shards)
        .into_iter()
        .map(|split| {
            let own = shards.iter().filter(|w| w.shard.split == split);
            let (rows, bytes) = own.fold((0, 0), |(r, b), w| (r + w.rows, b + w.bytes));
            (split, rows, bytes)
        })
        .collect()
}

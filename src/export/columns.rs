//! The columns of formats that hold tables: one list of names and kinds, from which Parquet leaves, JSON records and
//! the hub's description of features follow. Attribution (source, license, author) stands in every record.

use super::attribution::{self, ATTRIBUTION};
use super::lines::{list, text as text_of, unreadable};
use super::provenance;
use super::record::{Body, Form, Record, Said, option, speaker};
use crate::error::{Place, Result};
use crate::model::evidence::{Evidence, GoldTier, Tier};
use crate::model::item::DrawnBox;
use crate::model::plan::{Change, Level};
use serde_json::{Map, Value, json};

/// What a column holds. Every column may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// 64-bit integer.
    Int,
    /// True or false.
    Flag,
    /// List of texts.
    Texts,
    /// List of records with these fields (texts and integers).
    Rows(&'static [(&'static str, Kind)]),
    /// The picture.
    Picture,
}

/// A value of a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Of [`Kind::Text`]; `None` is null.
    Text(Option<String>),
    /// Of [`Kind::Int`].
    Int(i64),
    /// Of [`Kind::Flag`].
    Flag(bool),
    /// Of [`Kind::Texts`].
    Texts(Vec<String>),
    /// Of [`Kind::Rows`]: cells per record, in the order of the fields.
    Rows(Vec<Vec<Cell>>),
    /// The picture's place.
    Picture,
}

/// A name and a kind.
pub type Column = (&'static str, Kind);

const BOX: &[Column] = &[("color", Kind::Text), ("x", Kind::Int), ("y", Kind::Int), ("w", Kind::Int), ("h", Kind::Int)];
const MESSAGE: &[Column] = &[("role", Kind::Text), ("content", Kind::Text)];

const BENCHMARK: &[Column] = &[
    ("id", Kind::Text),
    ("image", Kind::Picture),
    ("question", Kind::Text),
    ("choices", Kind::Texts),
    ("answer", Kind::Text),
    ("answer_index", Kind::Int),
    ("target", Kind::Text),
    ("kind", Kind::Text),
    ("boxes", Kind::Rows(BOX)),
    ("evidence", Kind::Texts),
    ("gold_tier", Kind::Text),
    ("group", Kind::Text),
    ("copy_of", Kind::Text),
    ("change", Kind::Text),
    ("level", Kind::Text),
];

const CORPUS: &[Column] = &[
    ("id", Kind::Text),
    ("image", Kind::Picture),
    ("messages", Kind::Rows(MESSAGE)),
    ("form", Kind::Text),
    ("boxes", Kind::Rows(BOX)),
    ("targets", Kind::Texts),
    ("verdict", Kind::Text),
];

/// The columns of sets of a form: its own, then where a record is from.
pub fn columns(form: Form) -> Vec<Column> {
    let own = match form {
        Form::Benchmark => BENCHMARK,
        Form::Corpus => CORPUS,
    };
    [own, &[("scene", Kind::Text), ("source", Kind::Text)], ATTRIBUTION, &[("provenance", Kind::Text)]].concat()
}

/// The values of a record, in the order of [`columns`].
pub fn cells(record: &Record) -> Vec<Cell> {
    let mut out = match &record.body {
        Body::Item(item, _) => vec![
            text(&item.id),
            Cell::Picture,
            text(&item.question),
            Cell::Texts(item.choices.clone()),
            text(&item.answer),
            Cell::Int(item.answer_index as i64),
            text(&item.target),
            text(&item.kind),
            boxes(&item.boxes),
            Cell::Texts(item.provenance.options.iter().map(|o| tier(o.evidence.as_ref()).to_string()).collect()),
            text(gold_tier(item.provenance.gold_tier)),
            Cell::Text(item.provenance.group.clone()),
            Cell::Text(item.provenance.variant.as_ref().map(|v| v.of.clone())),
            Cell::Text(item.provenance.variant.as_ref().map(|v| change(v.change).to_string())),
            text(level(item.provenance.level)),
            text(&item.provenance.scene),
            text(&item.source),
        ],
        Body::Dialogue(d) => vec![
            text(&d.id),
            Cell::Picture,
            Cell::Rows(d.turns.iter().map(|t| vec![text(speaker(t.role)), text(&t.text)]).collect()),
            text(&d.form),
            boxes(&d.boxes),
            Cell::Texts(d.provenance.targets.clone()),
            Cell::Text(d.provenance.verdict.map(|v| v.to_string())),
            text(&d.provenance.scene),
            text(&d.provenance.source),
        ],
    };
    out.extend(attribution::cells(record.license()));
    out.push(Cell::Text(provenance::text(&record.body)));
    out
}

fn text(t: &str) -> Cell {
    Cell::Text(Some(t.to_string()))
}

fn boxes(boxes: &[DrawnBox]) -> Cell {
    let int = |n: u32| Cell::Int(i64::from(n));
    Cell::Rows(boxes.iter().map(|b| vec![text(&b.color), int(b.x), int(b.y), int(b.w), int(b.h)]).collect())
}

fn tier(evidence: Option<&Evidence>) -> &'static str {
    match evidence.map(Evidence::tier) {
        Some(Tier::VerifiedFalse) => "verified_false",
        Some(Tier::Exhaustive) => "exhaustive",
        Some(Tier::Geometry) => "geometry",
        Some(Tier::Exclusive) => "exclusive",
        None => "",
    }
}

fn gold_tier(tier: GoldTier) -> &'static str {
    match tier {
        GoldTier::Agreed => "agreed",
        GoldTier::Verified => "verified",
        GoldTier::Single => "single",
        GoldTier::Weak => "weak",
    }
}

fn change(change: Change) -> &'static str {
    match change {
        Change::OptionsRotated => "options_rotated",
        Change::OtherColor => "other_color",
        Change::BoxMoved => "box_moved",
        Change::BoxRemoved => "box_removed",
    }
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Picture => "picture",
        Level::Noun => "noun",
        Level::Pattern => "pattern",
        Level::Cell => "cell",
        Level::None => "none",
    }
}

/// A record as a JSON object without its picture. Null becomes the empty text: readers that infer a column's type
/// from its first rows fail where those are all null.
pub fn object(record: &Record) -> Map<String, Value> {
    let form = match &record.body {
        Body::Item(..) => Form::Benchmark,
        Body::Dialogue(_) => Form::Corpus,
    };
    let columns = columns(form).into_iter().zip(cells(record));
    columns
        .filter(|(_, cell)| *cell != Cell::Picture)
        .map(|((name, kind), cell)| (name.to_string(), value(kind, cell)))
        .collect()
}

fn value(kind: Kind, cell: Cell) -> Value {
    match cell {
        Cell::Text(t) => Value::String(t.unwrap_or_default()),
        Cell::Int(n) => n.into(),
        Cell::Flag(b) => b.into(),
        Cell::Texts(list) => list.into(),
        Cell::Rows(rows) => {
            let fields = if let Kind::Rows(fields) = kind { fields } else { &[] };
            let row = |cells: Vec<Cell>| {
                fields.iter().zip(cells).map(|((n, k), c)| (n.to_string(), value(*k, c))).collect::<Map<_, _>>()
            };
            rows.into_iter().map(|r| Value::Object(row(r))).collect()
        }
        Cell::Picture => Value::Null,
    }
}

/// What a JSON record of these columns says.
///
/// # Errors
/// When a column is missing or of another type.
pub fn said<'r>(row: &'r Value, place: &Place) -> Result<Said<'r>> {
    let mut said = Said::new(text_of(row, "id", place)?);
    if row.get("messages").is_some() {
        for message in list(row, "messages", place)? {
            said.push(text_of(message, "role", place)?, text_of(message, "content", place)?);
        }
        return Ok(said);
    }
    said.push("question", text_of(row, "question", place)?);
    for (i, choice) in list(row, "choices", place)?.iter().enumerate() {
        let choice = choice.as_str().ok_or_else(|| unreadable(place, "an option is no text"))?;
        said.push(format!("option {}", option(i)), choice);
    }
    said.push("answer", text_of(row, "answer", place)?);
    Ok(said)
}

/// Hugging Face's JSON for a table's columns (`info.features`).
pub fn features(columns: &[Column]) -> Value {
    let fields: Map<_, _> = columns.iter().map(|(name, kind)| (name.to_string(), feature(*kind))).collect();
    Value::Object(fields)
}

fn feature(kind: Kind) -> Value {
    let value = |dtype: &str| json!({"dtype": dtype, "_type": "Value"});
    match kind {
        Kind::Text => value("string"),
        Kind::Int => value("int64"),
        Kind::Flag => value("bool"),
        Kind::Picture => json!({"_type": "Image"}),
        Kind::Texts => json!([value("string")]),
        Kind::Rows(fields) => json!([features(fields)]),
    }
}

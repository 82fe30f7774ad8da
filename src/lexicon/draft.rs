//! Rows of the thesaurus files as terms whose references to other terms are still words.

use super::files::Files;
use super::sheet::{Row, Sheet};
use super::term::{Count, Detail, Transitivity, Verb};
use crate::error::Result;
use crate::model::term::Domain;

/// A term before names became ids.
pub(super) struct Draft {
    pub domain: Domain,
    pub name: String,
    pub group: String,
    pub hypernyms: Vec<String>,
    pub parts: Vec<String>,
    pub synonyms: Vec<String>,
    pub labels: Vec<String>,
    pub detail: Detail,
    /// Colors: hue families that people confuse with this one.
    pub neighbors: Vec<String>,
    /// Spatial: predicates that exclude this one, and those that can hold with it.
    pub opposite: Vec<String>,
    pub together: Vec<String>,
    pub inverse: Option<String>,
    pub file: &'static str,
    pub line: u64,
}

/// Columns of `entities.csv`.
pub(super) const ENTITIES: &[&str] =
    &["term", "number", "plural", "article", "group", "hypernyms", "synonyms", "labels", "parts"];
/// Columns of `colors.csv`.
pub(super) const COLORS: &[&str] = &["term", "family", "neighbors", "synonyms", "labels"];
/// Columns of `materials.csv`.
pub(super) const MATERIALS: &[&str] = &["term", "hypernyms", "synonyms", "labels"];
/// Columns of `numbers.csv`.
pub(super) const NUMBERS: &[&str] = &["term", "value", "synonyms"];
/// Columns of `actions.csv`.
pub(super) const ACTIONS: &[&str] =
    &["term", "third", "ing", "past", "participle", "object", "group", "exclusive", "hypernyms", "synonyms", "labels"];
/// Columns of `spatial.csv`.
pub(super) const SPATIAL: &[&str] = &["term", "inverse", "opposite", "together", "rule", "synonyms", "labels"];

/// All terms of all files, in file order.
pub(super) fn drafts(files: &Files) -> Result<Vec<Draft>> {
    let mut all = Vec::new();
    read(files, "entities.csv", ENTITIES, &mut all, entity)?;
    read(files, "numbers.csv", NUMBERS, &mut all, number)?;
    read(files, "colors.csv", COLORS, &mut all, color)?;
    read(files, "materials.csv", MATERIALS, &mut all, material)?;
    read(files, "actions.csv", ACTIONS, &mut all, action)?;
    read(files, "spatial.csv", SPATIAL, &mut all, spatial)?;
    Ok(all)
}

fn read(
    files: &Files,
    file: &'static str,
    header: &[&str],
    all: &mut Vec<Draft>,
    make: fn(&Sheet, &Row, &mut Draft) -> Result<()>,
) -> Result<()> {
    let sheet = Sheet::read(file, files.text(file), header)?;
    for row in &sheet.rows {
        let mut draft = Draft {
            domain: Domain::Entity,
            name: row.text(0).to_owned(),
            group: String::new(),
            hypernyms: Vec::new(),
            parts: Vec::new(),
            synonyms: Vec::new(),
            labels: Vec::new(),
            detail: Detail::Material,
            neighbors: Vec::new(),
            opposite: Vec::new(),
            together: Vec::new(),
            inverse: None,
            file,
            line: row.line,
        };
        make(&sheet, row, &mut draft)?;
        all.push(draft);
    }
    Ok(())
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn entity(sheet: &Sheet, row: &Row, draft: &mut Draft) -> Result<()> {
    let count = match row.text(1) {
        "count" => Count::Count,
        "mass" => Count::Mass,
        "plural" => Count::Plural,
        "pair" => Count::Pair,
        other => return Err(sheet.fault(row, format!("number is `{other}`"), "write count, mass, plural or pair")),
    };
    draft.detail = Detail::Noun { count, plural: some(row.text(2)), article: some(row.text(3)) };
    draft.group = row.text(4).to_owned();
    draft.hypernyms = row.strings(5);
    draft.synonyms = row.strings(6);
    draft.labels = row.strings(7);
    draft.parts = row.strings(8);
    Ok(())
}

fn number(sheet: &Sheet, row: &Row, draft: &mut Draft) -> Result<()> {
    let value = row
        .text(1)
        .parse()
        .map_err(|_| sheet.fault(row, format!("value is `{}`", row.text(1)), "write the number in digits"))?;
    draft.domain = Domain::Number;
    draft.detail = Detail::Number { value };
    draft.synonyms = row.strings(2);
    Ok(())
}

fn color(_: &Sheet, row: &Row, draft: &mut Draft) -> Result<()> {
    draft.domain = Domain::Color;
    draft.detail = Detail::Color;
    draft.group = row.text(1).to_owned();
    draft.neighbors = row.strings(2);
    draft.synonyms = row.strings(3);
    draft.labels = row.strings(4);
    Ok(())
}

fn material(_: &Sheet, row: &Row, draft: &mut Draft) -> Result<()> {
    draft.domain = Domain::Material;
    draft.hypernyms = row.strings(1);
    draft.synonyms = row.strings(2);
    draft.labels = row.strings(3);
    Ok(())
}

fn action(sheet: &Sheet, row: &Row, draft: &mut Draft) -> Result<()> {
    let object = match row.text(5) {
        "none" => Transitivity::None,
        "direct" => Transitivity::Direct,
        "both" => Transitivity::Both,
        other => return Err(sheet.fault(row, format!("object is `{other}`"), "write none, direct or both")),
    };
    draft.domain = Domain::Action;
    draft.detail = Detail::Verb(Box::new(Verb {
        third: row.text(1).to_owned(),
        ing: row.text(2).to_owned(),
        past: row.text(3).to_owned(),
        participle: row.text(4).to_owned(),
        object,
        exclusive: row.strings(7),
    }));
    draft.group = row.text(6).to_owned();
    draft.hypernyms = row.strings(8);
    draft.synonyms = row.strings(9);
    draft.labels = row.strings(10);
    Ok(())
}

fn spatial(_: &Sheet, row: &Row, draft: &mut Draft) -> Result<()> {
    draft.domain = Domain::Spatial;
    draft.inverse = some(row.text(1));
    draft.opposite = row.strings(2);
    draft.together = row.strings(3);
    draft.detail = Detail::Spatial { rule: row.text(4).to_owned(), inverse: None };
    draft.synonyms = row.strings(5);
    draft.labels = row.strings(6);
    Ok(())
}

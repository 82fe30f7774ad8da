//! What people said, in the files that other commands read: answers for `score`, ratings and labels for `agree`,
//! columns for `--group-by`. They are made anew from the journals each time.

use super::Current;
use crate::error::Result;
use crate::pipeline::files::write;
use crate::review::FOLDER;
use crate::review::deck::Deck;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A file that was written, and the number of its lines.
pub type Written = (PathBuf, usize);

/// Writes the files of a mode into the set's review folder; `verify` has none, its journals are read as they are.
///
/// # Errors
/// When a journal cannot be read or a file not be written.
pub fn write_all(deck: &Deck, mode: &'static str) -> Result<Vec<Written>> {
    let current = Current::read(deck, mode)?;
    let folder = deck.set.join(FOLDER);
    let mut out = Vec::new();
    let mut put = |name: String, lines: Vec<Value>| {
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let path = folder.join(name);
        write(&path, text.as_bytes())?;
        out.push((path, lines.len()));
        Ok::<(), crate::Error>(())
    };
    match mode {
        "answer" => {
            for (reviewer, lines) in answers(&current) {
                put(format!("answers.{reviewer}.jsonl"), lines)?;
            }
        }
        "rate" => put("ratings.jsonl".into(), ratings(&current))?,
        "label" => {
            for (field, lines) in labels(&current) {
                put(format!("labels.{field}.jsonl"), lines)?;
            }
            put("columns.jsonl".into(), columns(&current))?;
        }
        _ => {}
    }
    Ok(out)
}

/// `{id, response, item}` by reviewer, as `score` reads answers of models.
fn answers(current: &Current) -> BTreeMap<String, Vec<Value>> {
    let mut out: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for ((id, _), all) in current.opinions.by_field() {
        for o in all.iter().filter(|o| current.holds(id, o.item)) {
            let line = json!({"id": id, "response": o.value, "item": o.item});
            out.entry(o.reviewer.to_string()).or_default().push(line);
        }
    }
    out
}

/// `{id, model, rater, score}`, as `agree` reads what people said.
fn ratings(current: &Current) -> Vec<Value> {
    let mut out = Vec::new();
    for ((id, model), all) in current.opinions.by_field() {
        for o in all.iter().filter(|o| current.holds(id, o.item)) {
            out.push(json!({"id": id, "model": model, "rater": o.reviewer, "score": o.value}));
        }
    }
    out
}

/// `{id, rater, label}` by field, as `agree` reads labels.
fn labels(current: &Current) -> BTreeMap<String, Vec<Value>> {
    let mut out: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for ((id, field), all) in current.opinions.by_field() {
        for o in all.iter().filter(|o| current.holds(id, o.item)) {
            out.entry(field.to_string()).or_default().push(json!({"id": id, "rater": o.reviewer, "label": o.value}));
        }
    }
    out
}

/// `{id, field: label, …}` with the label that most people gave; a field on which they are tied is left out.
fn columns(current: &Current) -> Vec<Value> {
    let mut rows: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for ((id, field), all) in current.opinions.by_field() {
        let held = all.iter().filter(|o| current.holds(id, o.item)).filter_map(|o| o.value.as_str());
        if let Some(label) = majority(held) {
            let row = rows.entry(id.to_string()).or_insert_with(|| Map::from_iter([("id".to_string(), json!(id))]));
            row.insert(field.to_string(), json!(label));
        }
    }
    rows.into_values().map(Value::Object).collect()
}

/// What was said most often; `None` of nothing, and where several were said equally often.
pub(super) fn majority<'a>(all: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    all.for_each(|v| *counts.entry(v).or_default() += 1);
    let most = counts.values().max()?;
    let mut first = counts.iter().filter(|(_, n)| *n == most).map(|(v, _)| *v);
    first.next().filter(|_| first.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::majority;

    #[test]
    fn a_tie_has_no_majority() {
        assert_eq!(majority(["a", "b", "a"].into_iter()), Some("a"));
        assert_eq!(majority(["a", "b"].into_iter()), None);
        assert_eq!(majority([].into_iter()), None);
    }
}

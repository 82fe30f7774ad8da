//! What is scored: the items of a set, and one run of answers over them.

use crate::answer::Options;
use crate::error::{Error, Place, Result};
use crate::model::item::shown_hash;
use crate::model::plan::Variant;
use crate::model::score::{Outcome, Scored};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What scoring needs of an item. Only the first five fields are required, so that hand-made sets can be scored too.
#[derive(Debug, Clone, Deserialize)]
pub struct Item {
    /// Unique id.
    pub id: String,
    /// Stem.
    pub question: String,
    /// Option texts.
    pub choices: Vec<String>,
    /// Index of the right option.
    pub answer_index: usize,
    /// Picture, relative to the set's folder.
    #[serde(default)]
    pub image: String,
    /// Grounding target.
    #[serde(default)]
    pub target: String,
    /// Question kind.
    #[serde(default)]
    pub kind: String,
    /// Source dataset.
    #[serde(default)]
    pub source: String,
    /// What it rests on.
    #[serde(default)]
    pub provenance: Basis,
    /// Values of the `--group-by` columns, in their order.
    #[serde(skip)]
    pub columns: Vec<String>,
}

/// The parts of an item's provenance that tables are made by.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Basis {
    /// Scene id; items of one picture are one cluster.
    pub scene: String,
    /// Fact key within (scene, target).
    pub fact: String,
    /// Of which item this is a copy; copies are in no table of accuracies.
    pub variant: Option<Variant>,
    /// Exchange group.
    pub group: Option<String>,
    /// Level of the exchange group.
    pub level: String,
    /// How well the gold is founded.
    pub gold_tier: String,
    /// What is known about each option.
    pub options: Vec<Ground>,
}

/// Evidence of one option.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Ground {
    /// Why it is false; `tier` names how well.
    pub evidence: Option<Tiered>,
}

/// An evidence's tier.
#[derive(Debug, Clone, Deserialize)]
pub struct Tiered {
    /// Name of the tier.
    pub tier: String,
}

/// Tiers from strong to weak.
const TIERS: [&str; 4] = ["verified_false", "exhaustive", "geometry", "exclusive"];

impl Item {
    /// Parses one line of `items.jsonl`; `columns` are dotted paths whose values are kept for `--group-by`, empty where
    /// the item has none.
    ///
    /// # Errors
    /// When the line is no item.
    pub fn parse(line: &str, place: &Place, columns: &[String]) -> Result<Item> {
        let bad = |e: serde_json::Error| {
            Error::data(place.clone(), format!("not an item: {e}"), "score a set that `groundline build` wrote")
        };
        let mut item: Item = serde_json::from_str(line).map_err(bad)?;
        if item.answer_index >= item.choices.len() {
            return Err(Error::data(
                place.clone(),
                format!("answer_index is {} of {} choices", item.answer_index, item.choices.len()),
                "fix the item",
            ));
        }
        if !columns.is_empty() {
            let whole: Value = serde_json::from_str(line).map_err(bad)?;
            for column in columns {
                item.columns.push(match column.split('.').try_fold(&whole, |v, key| v.get(key)) {
                    None | Some(Value::Null) => String::new(),
                    Some(Value::String(s)) => s.clone(),
                    Some(other) => other.to_string(),
                });
            }
        }
        Ok(item)
    }

    /// A hash of what a model is shown.
    pub fn hash(&self) -> String {
        shown_hash([&self.id, &self.question].into_iter().chain(&self.choices).map(String::as_str))
    }

    /// What this item's picture is known by; an item without a picture stands for itself.
    pub fn cluster(&self) -> &str {
        [&self.provenance.scene, &self.image].into_iter().find(|s| !s.is_empty()).unwrap_or(&self.id)
    }

    /// The weakest tier of evidence among its distractors; `none` where no option carries one (yes/no).
    pub fn evidence(&self) -> &str {
        let rank = |o: &Ground| o.evidence.as_ref().and_then(|e| TIERS.iter().position(|t| *t == e.tier));
        self.provenance.options.iter().filter_map(rank).max().and_then(|i| TIERS.get(i).copied()).unwrap_or("none")
    }

    /// Whether it is a copy of another item.
    pub fn is_copy(&self) -> bool {
        self.provenance.variant.is_some()
    }

    /// Letter of the right option.
    pub fn gold(&self) -> String {
        letter(self.answer_index)
    }

    /// Its options, folded for reading answers.
    pub fn options(&self) -> Options {
        Options::new(&self.choices)
    }
}

/// `A` for 0.
pub fn letter(index: usize) -> String {
    char::from(b'A' + (index.min(25) as u8)).to_string()
}

/// What a run of answers is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// A model that saw the pictures.
    Model,
    /// People.
    Human,
    /// A model that did not see the pictures.
    TextOnly,
}

/// One run: answers of one model (or of people) to the items of a set.
#[derive(Debug, Clone)]
pub struct Run {
    /// Name, as given on the command line.
    pub name: String,
    /// What it is.
    pub who: Who,
    /// One entry per item of the set; `None` where the run is left out of account (`--partial`).
    pub scored: Vec<Option<Scored>>,
    /// The raw responses, for the browser of answers.
    pub responses: Vec<Option<String>>,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
}

impl Run {
    /// Whether the item at `index` was answered rightly.
    pub fn right(&self, index: usize) -> bool {
        self.scored.get(index).and_then(Option::as_ref).is_some_and(|s| s.correct)
    }

    /// The run over the items at the given indices alone.
    pub fn over(&self, indices: &[usize]) -> Run {
        let pick = |i: &usize| self.scored.get(*i).cloned().flatten();
        Run {
            name: self.name.clone(),
            who: self.who,
            scored: indices.iter().map(pick).collect(),
            responses: indices.iter().map(|i| self.responses.get(*i).cloned().flatten()).collect(),
            notes: self.notes.clone(),
        }
    }

    /// The outcome at `index`.
    pub fn outcome(&self, index: usize) -> Option<Outcome> {
        self.scored.get(index).and_then(Option::as_ref).map(|s| s.outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_read_with_its_columns() {
        let line = r#"{"id":"x","question":"Q?","choices":["a","b"],"answer_index":1,"target":"color","n":3,
            "provenance":{"scene":"s","level":"noun","options":[{"evidence":{"tier":"exclusive","rule":"r"}},{"evidence":null}]}}"#;
        let item = Item::parse(line, &Place::file("items.jsonl"), &["provenance.level".into(), "n".into()]).unwrap();
        assert_eq!((item.columns.clone(), item.gold().as_str()), (vec!["noun".to_string(), "3".to_string()], "B"));
        let item = Item::parse(line, &Place::file("items.jsonl"), &[]).unwrap();
        assert_eq!((item.evidence(), item.cluster()), ("exclusive", "s"));
        let item = Item::parse(line, &Place::file("items.jsonl"), &["provenance.nothing".into()]).unwrap();
        assert_eq!(item.columns, [""], "whether any item has it is known when all are read");
    }

    #[test]
    fn the_hash_tells_items_apart() {
        let item = |q: &str| {
            Item::parse(
                &format!(r#"{{"id":"x","question":"{q}","choices":["a","b"],"answer_index":0}}"#),
                &Place::default(),
                &[],
            )
            .unwrap()
        };
        assert_eq!(item("Q").hash(), item("Q").hash());
        assert_ne!(item("Q").hash(), item("R").hash());
    }
}

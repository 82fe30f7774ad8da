//! What a set holds, counted while it streams by: for the card and the datasheet.

use super::picture::Probe;
use super::terms::{self, SetLicense};
use crate::export::record::{Body, Record};
use crate::model::dialogue::Speaker;
use crate::pipeline::licenses::Licenses;
use serde_json::Value;
use std::collections::BTreeMap;

/// Counts of a set.
#[derive(Default)]
pub struct Summary {
    /// Records.
    pub records: u64,
    /// Distinct pictures.
    pub pictures: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Turns, of dialogues.
    pub turns: u64,
    /// Words said by users and by assistants, of dialogues.
    pub words: [u64; 2],
    /// Records whose picture was modified (boxes drawn).
    pub modified: u64,
    /// By what, by value.
    pub tables: BTreeMap<&'static str, BTreeMap<String, u64>>,
    /// Smallest and largest sides of pictures.
    pub sides: Option<(u32, u32)>,
    /// Whose pictures.
    pub licenses: Licenses,
    /// Records by license.
    pub by_license: BTreeMap<String, u64>,
}

impl Summary {
    fn count(&mut self, table: &'static str, value: &str) {
        let table = self.tables.entry(table).or_default();
        match table.get_mut(value) {
            Some(n) => *n += 1,
            None => drop(table.insert(value.to_string(), 1)),
        }
    }

    /// Counts a picture that was not counted before.
    pub fn picture(&mut self, probe: &Probe) {
        self.pictures += 1;
        self.bytes += probe.bytes;
        let (w, h) = (probe.header.size.w, probe.header.size.h);
        let (low, high) = self.sides.unwrap_or((u32::MAX, 0));
        self.sides = Some((low.min(w).min(h), high.max(w).max(h)));
        self.count("picture format", probe.header.format.name());
    }

    /// Counts a record; `words` are those of its users and assistants.
    pub fn record(&mut self, record: &Record, words: [u64; 2]) {
        self.records += 1;
        self.words = [self.words[0] + words[0], self.words[1] + words[1]];
        let license = record.license();
        self.modified += u64::from(license.modified);
        *self.by_license.entry(license.license.clone()).or_default() += 1;
        self.licenses.add(license);
        match &record.body {
            Body::Item(item, _) => {
                if let Some(variant) = &item.provenance.variant {
                    self.count("copies of items, by what differs", &name(&variant.change));
                    return;
                }
                self.count("target", &item.target);
                self.count("kind", &item.kind);
                self.count("options", &item.choices.len().to_string());
                self.count("source", &item.source);
                self.count("right answer", &item.answer);
                self.count("exchange group", &name(&item.provenance.level));
                self.count("ground of the right answer", &name(&item.provenance.gold_tier));
                for evidence in item.provenance.options.iter().filter_map(|o| o.evidence.as_ref()) {
                    self.count("evidence of wrong options", &name(&evidence.tier()));
                }
            }
            Body::Dialogue(d) => {
                self.count("form", &d.form);
                self.count("source", &d.provenance.source);
                d.provenance.targets.iter().for_each(|t| self.count("target", t));
                if let Some(verdict) = d.provenance.verdict {
                    self.count("verdict of fact checks", if verdict { "true" } else { "false" });
                }
                self.count("turns", &d.turns.len().to_string());
                self.turns += d.turns.len() as u64;
            }
        }
    }

    /// The set's licence.
    pub fn license(&self) -> SetLicense {
        terms::of_set(&self.by_license)
    }

    /// A table's rows.
    pub fn table(&self, name: &str) -> impl Iterator<Item = (&str, u64)> {
        self.tables.get(name).into_iter().flatten().map(|(value, n)| (value.as_str(), *n))
    }
}

/// Words said by users and by assistants.
pub fn words(record: &Record) -> [u64; 2] {
    let Body::Dialogue(dialogue) = &record.body else { return [0; 2] };
    let said = |by: Speaker| {
        let turns = dialogue.turns.iter().filter(|turn| turn.role == by);
        turns.map(|turn| turn.text.split_whitespace().count() as u64).sum()
    };
    [said(Speaker::User), said(Speaker::Assistant)]
}

/// The name of an enumeration's value, as in the set's files.
fn name<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}

//! After planning: the cells that a blind solver beats are planned again with other draws, three times at most. What
//! is beaten then is reported as such.

use super::Resources;
use crate::audit::blind::{self, Meaning, Offer, Question, Settings};
use crate::error::Result;
use crate::kind::{self, Shown};
use crate::lexicon::Lexicon;
use crate::model::plan::PlanRow;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How often a cell is planned again.
pub const ROUNDS: u32 = 3;

/// The cells among the rows that a blind rule beats, with the rules.
///
/// # Errors
/// When a row cannot be worded.
pub fn beaten(rows: &[&PlanRow], resources: &Resources, seed: u64) -> Result<BTreeMap<String, Vec<&'static str>>> {
    let stem = |row: &&PlanRow| kind::question(row, &resources.lexicon, &resources.templates);
    let stems = rows.par_iter().map(stem).collect::<Result<Vec<String>>>()?;
    let mut cells: FxHashMap<(&str, &str), String> = FxHashMap::default();
    for row in rows.chunk_by(|a, b| (&a.target, &a.kind) == (&b.target, &b.kind)).filter_map(<[_]>::first) {
        let name = || format!("{}.{}", row.target, row.kind);
        cells.entry((&row.target, &row.kind)).or_insert_with(name);
    }
    let stems = stems.par_iter().map(String::as_str);
    let question = |(row, stem)| question(row, stem, cells.get(&(&row.target, &row.kind)), &resources.lexicon);
    let mut questions = rows.par_iter().copied().zip(stems).map(question).collect::<Result<Vec<_>>>()?;
    questions.retain(|q| q.gold < q.offers.len());
    let cosine = |a, b| resources.similarity.cosine(a, b);
    Ok(blind::beaten_by_rules(&questions, &cosine, Settings { seed, ..Settings::default() }))
}

/// A row as the blind solvers see it.
fn question<'a>(
    row: &'a PlanRow,
    stem: &'a str,
    cell: Option<&'a String>,
    lexicon: &'a Lexicon,
) -> Result<Question<'a>> {
    Ok(Question {
        id: &row.id,
        stem,
        offers: kind::options(row, lexicon, offer)?,
        gold: usize::from(row.answer_index),
        cell: cell.map_or("", String::as_str),
        group: row.group.as_deref(),
        picture: Some(&row.picture.scene),
    })
}

fn offer(shown: Shown) -> Offer {
    Offer { text: shown.text, meaning: shown.term.map_or(Meaning::Fixed, |t| Meaning::Concept(Some(t))) }
}

//! Answers joined with what they answer, by id or by place. What does not fit is counted by name or is an error.

use crate::error::{Error, Place, Result};
use crate::report::contest::WORDING;
use crate::report::import::{self, Given, Key};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::Path;

/// Answers of one file in one wording.
pub struct Joined {
    /// The given name; with the wording, where the file has several.
    pub name: String,
    /// By item; `None` where there is no answer.
    pub slots: Vec<Option<Given>>,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
}

/// Reads an answers file and joins it with the items of these ids; several wordings in it become several runs. `check`
/// sees every answer that fits, with the index of its item.
///
/// # Errors
/// When the file cannot be read, no answer fits, two answers to one item differ, or `check` fails.
pub fn join(
    name: &str,
    path: &Path,
    ids: &[&str],
    mut check: impl FnMut(usize, &Given, &mut BTreeMap<String, u64>) -> Result<()>,
) -> Result<Vec<Joined>> {
    let answers = import::read(path)?;
    let places: FxHashMap<&str, usize> = ids.iter().enumerate().map(|(i, id)| (*id, i)).collect();
    let mut notes = answers.notes;
    let mut by_wording: BTreeMap<String, Vec<Option<Given>>> = BTreeMap::new();
    for given in answers.given {
        let index = match &given.key {
            Key::Id(id) => places.get(id.as_str()).copied(),
            Key::Place(n) => places.get(n.to_string().as_str()).copied().or(Some(*n).filter(|n| *n < ids.len())),
        };
        let Some(index) = index else {
            *notes.entry("unknown_id".into()).or_default() += 1;
            continue;
        };
        check(index, &given, &mut notes)?;
        let wording = given.prompt.clone().unwrap_or_default();
        let slots = by_wording.entry(wording).or_insert_with(|| vec![None; ids.len()]);
        if let Some(slot) = slots.get_mut(index) {
            keep(slot, given, path, &mut notes)?;
        }
    }
    if by_wording.is_empty() {
        return Err(Error::data(
            Place::file(path.display().to_string()),
            "none of its answers is to an item of the set",
            format!("ids look like `{}`; give the answers to this set", ids.first().unwrap_or(&"")),
        ));
    }
    let several = by_wording.len() > 1;
    let named = |wording: String| match (several, wording.is_empty()) {
        (false, _) => name.to_string(),
        (true, true) => format!("{name}{WORDING}default"),
        (true, false) => format!("{name}{WORDING}{wording}"),
    };
    Ok(by_wording.into_iter().map(|(w, slots)| Joined { name: named(w), slots, notes: notes.clone() }).collect())
}

/// Keeps one answer to an item: the same twice counts once, a response outranks a failure, two responses are an error.
fn keep(slot: &mut Option<Given>, given: Given, path: &Path, notes: &mut BTreeMap<String, u64>) -> Result<()> {
    let Some(held) = slot else {
        *slot = Some(given);
        return Ok(());
    };
    match (&held.response, &given.response) {
        (Some(a), Some(b)) if a == b => *notes.entry("duplicate".into()).or_default() += 1,
        (Some(_), Some(_)) => {
            let what = format!("it answers the same item as line {}, differently", held.line);
            return Err(Error::data(
                Place::line(path.display().to_string(), given.line),
                what,
                "keep one answer per item",
            ));
        }
        (None, Some(_)) => {
            *notes.entry("failed_then_answered".into()).or_default() += 1;
            *slot = Some(given);
        }
        (_, None) => *notes.entry("failed_again".into()).or_default() += 1,
    }
    Ok(())
}

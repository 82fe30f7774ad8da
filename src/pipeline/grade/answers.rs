//! The answers of a model, joined with the questions.

use super::load::Question;
use crate::error::Result;
use crate::metric::Text;
use crate::pipeline::score::join;
use std::collections::BTreeMap;
use std::path::Path;

/// One run of answers.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// Name, as given; with the wording, where the file has several.
    pub name: String,
    /// By question; `None` where there is no answer. An empty answer is one.
    pub answers: Vec<Option<Text>>,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
}

/// Reads an answers file. Several wordings in it become several runs.
///
/// # Errors
/// When it cannot be read, no answer fits a question, or two answers to one question differ.
pub fn runs(name: &str, path: &Path, questions: &[Question], prepare: bool) -> Result<Vec<Run>> {
    let ids: Vec<&str> = questions.iter().map(|q| q.row.id.as_str()).collect();
    let joined = join(name, path, &ids, |_, _, _| Ok(()))?;
    Ok(joined
        .into_iter()
        .map(|mut run| {
            let slots = run.slots;
            let given = || slots.iter().flatten();
            for (note, n) in [
                ("missing", slots.iter().filter(|s| s.is_none()).count()),
                ("failed", given().filter(|g| g.response.is_none()).count()),
                ("truncated", given().filter(|g| g.truncated).count()),
            ] {
                if n > 0 {
                    run.notes.insert(note.into(), n as u64);
                }
            }
            let answers =
                slots.into_iter().map(|s| s.and_then(|g| g.response).map(|r| Text::new(r, prepare))).collect();
            Run { name: run.name, answers, notes: run.notes }
        })
        .collect())
}

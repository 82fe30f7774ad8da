//! `ask`: the items of a set, the user turns of dialogues, or any messages, put to a model.

mod picture;
mod questions;
mod run;
mod wording;

pub use questions::{Question, read};
pub use run::{Asked, Progress, Settings, run};
pub use wording::Wording;

use crate::error::Result;
use crate::llm::endpoint::Endpoint;
use std::path::{Path, PathBuf};

/// What is asked, beyond how.
#[derive(Debug, Clone)]
pub struct Options {
    /// A set's folder, its items.jsonl, dialogues, or a JSONL of `{id, messages}`.
    pub set: PathBuf,
    /// Do not show the pictures.
    pub no_image: bool,
    /// System message.
    pub system: Option<String>,
    /// Wordings; the first alone is nameless.
    pub wordings: Vec<Wording>,
    /// Pictures larger than this are made smaller.
    pub max_side: Option<u32>,
}

/// Asks everything that `answers` does not hold yet.
///
/// # Errors
/// When the set cannot be read, the answers file belongs to other requests, or the server refuses every request.
pub fn ask(
    options: &Options,
    endpoint: &Endpoint,
    settings: &Settings,
    answers: &Path,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Asked> {
    let questions = read(options)?;
    run(questions, endpoint, settings, answers, progress)
}

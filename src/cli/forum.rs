//! `forum`: sets of community questions.

mod build;
mod describe;
mod intent;
mod prompt;
mod subset;

use super::Verdict;
use crate::error::Result;
use clap::{Args, Subcommand};

/// Arguments of `forum`.
#[derive(Args)]
#[command(after_help = "Dumps are at https://archive.org/details/stackexchange, one .7z a site. docs/forum.md walks \
through an example.")]
pub(super) struct Forum {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a set of visual questions from dumps: read, filter, get the pictures, split.
    Build(build::Build),
    /// Show what a set is like: lengths, topics, repeated questions, licenses, beside the paper's figures.
    Describe(describe::Describe),
    /// Write prompts that `ask` sends: zero-shot or one-shot, with any of question, context and image.
    Prompt(prompt::Prompt),
    /// Find the intent behind each question by votes of a model, and how far raters agree.
    Intent(intent::Intent),
    /// Draw a sample of the test split as a set of its own.
    Subset(subset::Subset),
}

impl Forum {
    pub fn execute(self) -> Result<Verdict> {
        match self.command {
            Command::Build(c) => c.execute(),
            Command::Describe(c) => c.execute(),
            Command::Prompt(c) => c.execute(),
            Command::Intent(c) => c.execute(),
            Command::Subset(c) => c.execute(),
        }
    }
}

//! `forum describe`: what a set is like.

use crate::cli::{Verdict, output};
use crate::error::{Error, Place, Result};
use crate::pipeline::forum::describe;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `forum describe`.
#[derive(Args)]
pub(super) struct Describe {
    /// Folder of a set.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    /// Write describe.json, describe.md and the charts (topics, lengths) into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
}

impl Describe {
    pub fn execute(self) -> Result<Verdict> {
        let described = describe::describe(&self.set)?;
        if self.json {
            let text = serde_json::to_string_pretty(&describe::json(&described))
                .map_err(|e| Error::data(Place::file("describe.json"), e.to_string(), "report this as a fault"))?;
            output::print(&(text + "\n"))?;
        } else {
            output::print(&describe::text(&described))?;
        }
        if let Some(folder) = &self.report {
            let names = describe::report(&described, folder)?;
            output::message(&format!("{}: wrote {}", folder.display(), names.join(", ")));
        }
        Ok(Verdict::Done)
    }
}

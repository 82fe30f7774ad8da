//! `download`: data and models that are not shipped.

use super::{Verdict, output};
use crate::error::Result;
use crate::pipeline::download;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `download`.
#[derive(Args)]
pub(super) struct Download {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// METEOR 1.5's data (synonyms, paraphrases, function words) from the Python package pycocoevalcap, with your pip.
    Meteor(Meteor),
}

#[derive(Args)]
#[command(
    after_help = "The data are those of the reference program and under its licences (LGPL 2.1, WordNet); they are \
100 MB to fetch and 130 MB on disk.\n`groundline grade … --metrics meteor --models DIR` then uses them."
)]
struct Meteor {
    /// Folder of models; the data go into DIR/meteor.
    #[arg(long, value_name = "DIR", default_value = "models")]
    out: PathBuf,
    /// Take them from here instead: a wheel of pycocoevalcap, meteor-1.5.jar with data/paraphrase-en.gz beside it, or a folder of these.
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
}

impl Download {
    pub fn execute(self) -> Result<Verdict> {
        let What::Meteor(c) = self.what;
        let got = download::meteor(&c.out, c.from.as_deref())?;
        if !got.other.is_empty() {
            output::message(&format!(
                "not those of METEOR 1.5 as published, so scores may differ: {}",
                got.other.join(", ")
            ));
        }
        output::message(&format!("wrote {}; use it with --models {}", got.folder.display(), c.out.display()));
        Ok(Verdict::Done)
    }
}

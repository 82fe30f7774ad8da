//! `forum subset`: a sample of the test split.

use crate::cli::{Verdict, output};
use crate::error::Result;
use crate::pipeline::forum::subset::subset;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `forum subset`.
#[derive(Args)]
pub(super) struct Subset {
    /// Folder of a set.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    /// Questions of each topic; all where there are fewer.
    #[arg(long, value_name = "N", default_value_t = 20)]
    per_topic: usize,
    /// Seed of the draw.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Folder of the sample [default: DIR/subset-N].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Subset {
    pub fn execute(self) -> Result<Verdict> {
        let out = self.out.unwrap_or_else(|| self.set.join(format!("subset-{}", self.per_topic)));
        let sampled = subset(&self.set, self.per_topic, self.seed, &out)?;
        let short = match sampled.short {
            0 => String::new(),
            1 => format!("; one topic has fewer than {}: all of it", self.per_topic),
            n => format!("; {n} topics have fewer than {}: all of them", self.per_topic),
        };
        output::message(&format!("{}: {} questions{short}", out.display(), sampled.questions));
        Ok(Verdict::Done)
    }
}

//! `apply-review`: a reviewed set without what people rejected.

use super::{Verdict, output};
use crate::error::Result;
use crate::pipeline::overview::grouped;
use crate::pipeline::review::apply::{self, Applied, Options};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `apply-review`.
#[derive(Args)]
#[command(after_help = "An item stays when more people found it good than found a fault; in doubt it goes, for the \
commonest fault. It goes with its exchange group, so that no rule on the options beats chance in what stays. The \
reviewed set is not changed.")]
pub(super) struct ApplyReview {
    /// Folder of the reviewed set.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    /// Folder of the new set.
    #[arg(long, value_name = "DIR2")]
    out: PathBuf,
    /// A journal of a reviewer, or a reviewed set's folder [default: the journals in DIR/review]. May be repeated.
    #[arg(long, value_name = "FILE|DIR")]
    verdicts: Vec<PathBuf>,
    /// Set a wrong key right, where all who found it wrong name the same option and the item is in no exchange group.
    #[arg(long)]
    fix_keys: bool,
    /// No messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

impl ApplyReview {
    pub fn execute(self) -> Result<Verdict> {
        let options = Options { set: self.set, out: self.out, verdicts: self.verdicts, fix_keys: self.fix_keys };
        let applied = apply::apply(&options)?;
        if !self.quiet {
            for (what, n) in &applied.notes {
                output::message(&format!("{} {what}", grouped(*n)));
            }
            output::message(&format!("gallery: {}", options.out.join("index.html").display()));
        }
        output::print(&report(&applied))?;
        Ok(Verdict::Done)
    }
}

fn report(applied: &Applied) -> String {
    let dropped: u64 = applied.dropped.values().sum();
    let mut out = format!(
        "{} of {} items stay, {} were dropped\n",
        grouped(applied.before - dropped),
        grouped(applied.before),
        grouped(dropped)
    );
    for (reason, n) in &applied.dropped {
        let _ = writeln!(out, "  {reason:<28}{:>8}", grouped(*n));
    }
    if let Some(review) = applied.run.build.as_ref().and_then(|b| b.review.as_ref()).filter(|r| r.fixed > 0) {
        let _ = writeln!(out, "{} keys were set right", grouped(review.fixed));
    }
    out
}

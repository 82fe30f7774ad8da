//! `check`: is a set solvable without its pictures, is it what it claims to be, does it leak?

use super::{Verdict, output, progress};
use crate::audit::blind;
use crate::error::{Error, Result};
use crate::pipeline::check::{self, Options, REPORT_FILE};
use crate::pipeline::files;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `check`.
#[derive(Args)]
#[command(after_help = "Exit code 0: all checks hold; 1: one failed. docs/validity.md explains each check.\n\
The set may come from elsewhere: a folder or file of JSON lines (question, choices or options, answer), VLMEvalKit's \
TSV, CSV or parquet. What needs provenance is then skipped by name.")]
pub(super) struct Check {
    /// Folder of a set (built, or planned only), or a file of questions.
    #[arg(value_name = "OUT")]
    set: PathBuf,
    /// A tuning corpus or another benchmark that may share no picture with it: a folder of a set, dialogues, pictures,
    /// a split file, or a file of questions. May be repeated.
    #[arg(long, value_name = "CORPUS")]
    against: Vec<PathBuf>,
    /// Derive every item anew from the sources of this configuration, and compare pictures with theirs.
    #[arg(long, value_name = "CONFIG")]
    sources: Option<PathBuf>,
    /// Write the report as JSON here instead of OUT/check.json.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Warnings are failures.
    #[arg(long)]
    strict: bool,
    /// Open no picture.
    #[arg(long, conflicts_with = "sources")]
    texts_only: bool,
    /// Write the set without its N most biased exchange groups into --out, and show before and after.
    #[arg(long, value_name = "N", requires = "out")]
    prune: Option<usize>,
    /// The folder of the pruned set.
    #[arg(long, value_name = "DIR", requires = "prune")]
    out: Option<PathBuf>,
    /// Seed of the folds.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Check {
    pub fn execute(self) -> Result<Verdict> {
        let solvers = blind::Settings { seed: self.seed, ..blind::Settings::default() };
        let options = Options {
            set: self.set,
            against: self.against,
            sources: self.sources,
            texts_only: self.texts_only,
            solvers,
        };
        let bar = progress::spinner("pictures looked at", self.quiet);
        let (set, report) = check::check(&options, &|n| bar.inc(n))?;
        bar.finish_and_clear();

        let json = check::json(&report, self.strict)?;
        let in_set = options.set.is_dir().then(|| options.set.join(REPORT_FILE));
        if let Some(path) = self.json.or(in_set) {
            files::write(&path, json.as_bytes())?;
            if !self.quiet {
                output::message(&format!("wrote {}", path.display()));
            }
        }
        if options.set.is_dir() && set.origin != check::Origin::Elsewhere {
            check::write_page(&options.set, &report, self.strict)?;
        }
        let mut text = check::text(&report, self.strict);
        if let (Some(n), Some(out)) = (self.prune, &self.out) {
            if n == 0 {
                return Err(Error::usage("--prune 0 drops nothing", "give the number of groups to drop"));
            }
            let pruned = check::prune(&set, &report.attack, n, out, solvers)?;
            text.push_str(&before_and_after(&report.attack, &pruned));
        }
        output::print(&text)?;
        Ok(if report.holds(self.strict) { Verdict::Done } else { Verdict::Short })
    }
}

/// The solvers on the whole set before and after pruning.
fn before_and_after(before: &blind::Attack, pruned: &check::Pruned) -> String {
    let mut out = format!(
        "\npruned {} groups (bias above chance {}); {} items are left\n\n",
        pruned.dropped.len(),
        match (pruned.dropped.first(), pruned.dropped.last()) {
            (Some(first), Some(last)) => format!("{:.3} to {:.3}", first.1, last.1),
            _ => "none".into(),
        },
        pruned.left
    );
    let _ = writeln!(out, "{:<24}{:>9}{:>9}", "solver", "before", "after");
    let mut rows = |title: &str, a: &blind::CellAttack, b: Option<&blind::CellAttack>| {
        let _ = writeln!(out, "{title}");
        for s in &a.solvers {
            let after = b.and_then(|b| b.solvers.iter().find(|r| r.solver == s.solver));
            let after = after.map_or_else(|| "–".into(), |r| format!("{:.1}", 100.0 * r.stat.accuracy));
            let _ = writeln!(out, "  {:<22}{:>9.1}{after:>9}", s.solver, 100.0 * s.stat.accuracy);
        }
    };
    rows("all", &before.all, Some(&pruned.after.all));
    if before.parts.len() > 1 {
        for (name, part) in &before.parts {
            rows(name, part, pruned.after.parts.get(name));
        }
    }
    out
}

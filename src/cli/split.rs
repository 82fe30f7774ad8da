//! `split`: deal pictures out to questions and dialogues.

use super::args::on_threads;
use super::{Verdict, output, progress};
use crate::error::Result;
use crate::pipeline::config::RunConfig;
use crate::pipeline::guard::{self, Dealt, Fraction, Terms};
use clap::Args;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `split`.
#[derive(Args)]
#[command(after_help = "Make it once, over the sources of both sets, and keep it with them:\n  \
groundline split --config all.toml --out split.jsonl\n  \
groundline generate --config all.toml --split split.jsonl --out benchmark\n  \
groundline converse --config all.toml --split split.jsonl --out corpus\n  \
groundline check benchmark --against corpus\n\
`split = \"split.jsonl\"` in a configuration does the same as --split. Pictures that the file does not know are used by \
neither command (reject `not_in_split`). The format: docs/validity.md, Leakage.")]
pub(super) struct Split {
    /// Configuration file with the sources; without it the embedded sample is dealt out.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The split file. Another one that is there already is never written over [default: `split` of the configuration,
    /// or split.jsonl].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The benchmark's share of the photos, above 0 and below 1; the rest is for tuning.
    #[arg(long, value_name = "SHARE", default_value = "0.5")]
    benchmark: Fraction,
    /// Another seed deals otherwise [default: `seed` of the configuration].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Open no picture: copies of one photo are then found by the ids of their origin alone.
    #[arg(long)]
    no_pictures: bool,
    /// Threads [default: one per core]. The output does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

impl Split {
    pub fn execute(self) -> Result<Verdict> {
        let config = match &self.config {
            Some(path) => RunConfig::read(path)?,
            None => RunConfig::quickstart()?,
        };
        let out = self.out.or(config.split.clone()).unwrap_or_else(|| "split.jsonl".into());
        let seed = self.seed.unwrap_or(config.seed);
        let terms = Terms { benchmark: self.benchmark, seed, pictures: !self.no_pictures };
        let bar = progress::spinner("scenes read", self.quiet);
        let dealt = on_threads(self.threads, || guard::deal(&config, &terms, &|n| bar.inc(n)))?;
        bar.finish_and_clear();
        let written = dealt.write(&out)?;
        output::print(&table(&dealt))?;
        if !self.quiet {
            let what = if written { "wrote" } else { "the same is there already:" };
            output::message(&format!("{what} {}", out.display()));
        }
        Ok(Verdict::Done)
    }
}

/// How many pictures of each source went where.
fn table(dealt: &Dealt) -> String {
    let mut out = format!("{} pictures of {} photos\n", dealt.split.len(), dealt.photos);
    let width = dealt.sources.keys().map(String::len).max().unwrap_or(0);
    let _ = writeln!(out, "{:<width$} {:>10} {:>10}", "", "benchmark", "tuning");
    for (source, (benchmark, tuning)) in &dealt.sources {
        let _ = writeln!(out, "{source:<width$} {benchmark:>10} {tuning:>10}");
    }
    if dealt.unopened > 0 {
        let _ = writeln!(out, "{} pictures could not be opened: they are told by their origin only", dealt.unopened);
    }
    for (source, (benchmark, tuning)) in dealt.sources.iter().filter(|(_, (b, t))| *b == 0 || *t == 0) {
        let part = if *benchmark == 0 { "benchmark" } else { "tuning" };
        let _ = writeln!(
            out,
            "all {} pictures of {source} are on one side: a {part} cannot use this source (another --seed or --benchmark deals otherwise)",
            benchmark + tuning
        );
    }
    out
}

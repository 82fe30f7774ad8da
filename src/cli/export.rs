//! `export`: a set in the format of another program.

use super::{Verdict, output, progress};
use crate::error::Result;
use crate::export::record::Form;
use crate::export::{EXPORTERS, Exporter};
use crate::pipeline::export::{self, Allowed, Exported, Look, Options, Size, Splits};
use crate::pipeline::overview::grouped;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `export`.
#[derive(Args)]
#[command(after_help = help())]
pub(super) struct Export {
    /// Folder of a benchmark or a corpus, or its items.jsonl or dialogues.jsonl.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    /// Format; see below.
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(EXPORTERS.iter().map(|e| e.name())), hide_possible_values = true)]
    to: String,
    /// Output folder. A run that was stopped goes on where it was.
    #[arg(long, value_name = "DIR2")]
    out: PathBuf,
    /// Name of the one split, or shares such as train=0.95,validation=0.05: records that share a picture or an exchange
    /// group stay together [default: test for a benchmark, train for a corpus].
    #[arg(long, value_name = "SPLITS")]
    split: Option<String>,
    /// Where files end: a number of records, or bytes such as 500MB [default: as suits the format].
    #[arg(long, value_name = "SIZE")]
    shard_size: Option<String>,
    /// Write absolute paths, for readers that look up relative ones in the working directory.
    #[arg(long)]
    absolute_paths: bool,
    /// Licenses whose pictures may go out, separated by commas, with or without version: "CC BY,CC0 1.0".
    #[arg(long, value_name = "LIST", default_value = "")]
    license_allow: String,
    /// Name of the set in the files [default: that of the output folder].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Model that the batch lines of `openai` ask.
    #[arg(long, value_name = "MODEL", default_value = "gpt-4o-mini")]
    model: String,
    /// Check pictures by their headers and ends only. Without it every picture is decoded once, which takes most of the time.
    #[arg(long)]
    no_decode: bool,
    /// No progress and no messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

/// The table of formats.
fn help() -> String {
    let carries = |e: &dyn Exporter| match (e.refuses(Form::Benchmark), e.refuses(Form::Corpus)) {
        (None, Some(_)) => " (benchmarks only)",
        (Some(_), None) => " (dialogues only)",
        _ => "",
    };
    let mut out = String::from("Formats:\n");
    for e in EXPORTERS {
        let _ = writeln!(out, "  {:<14}{}{}", e.name(), e.audience(), carries(*e));
    }
    out.push_str(
        "\nEvery export has a card (README.md), DATASHEET.md, croissant.json, LICENSES.csv and export.json, and is read back \
         by the rules of its reader before it gets its name. docs/exports.md has a loading snippet for each.\n\n\
         Example: groundline export groundline-out --to parquet --out hub",
    );
    out
}

impl Export {
    pub fn execute(self) -> Result<Verdict> {
        let options = Options {
            set: self.set,
            to: self.to,
            out: self.out,
            splits: self.split.as_deref().map(Splits::parse).transpose()?,
            size: self.shard_size.as_deref().map(Size::parse).transpose()?,
            absolute: self.absolute_paths,
            allowed: Allowed::parse(&self.license_allow)?,
            name: self.name,
            model: self.model,
            look: if self.no_decode { Look::Header } else { Look::Decode },
        };
        let bar = progress::spinner("records written", self.quiet);
        let done = export::export(&options, &|n| bar.inc(n))?;
        bar.finish_and_clear();
        if !self.quiet {
            output::print(&report(&options, &done))?;
        }
        Ok(Verdict::Done)
    }
}

/// What became of it.
fn report(options: &Options, done: &Exported) -> String {
    let file = &done.file;
    let bytes: u64 = file.files.iter().map(|f| f.bytes).sum();
    let records: u64 = file.splits.values().sum();
    let mut out = format!(
        "{}: {} {} about {} pictures in {} ({:.1} MB), in {}\n",
        file.format,
        grouped(records),
        file.records,
        grouped(file.pictures),
        match file.files.len() {
            1 => "1 file".to_string(),
            n => format!("{n} files"),
        },
        bytes as f64 / 1e6,
        options.out.display()
    );
    if file.splits.len() > 1 {
        let splits: Vec<String> = file.splits.iter().map(|(s, n)| format!("{s} {}", grouped(*n))).collect();
        let _ = writeln!(out, "splits: {}", splits.join(", "));
    }
    if done.kept > 0 {
        let _ = writeln!(out, "{} of {} files were there already", done.kept, file.files.len());
    }
    if !file.left_out.is_empty() {
        let reasons: Vec<String> = file.left_out.iter().map(|(r, n)| format!("{} {r}", grouped(*n))).collect();
        let _ = writeln!(out, "left out: {} (see rejects.jsonl)", reasons.join(", "));
    }
    if file.spaced_tokens.records > 0 {
        let _ = writeln!(out, "special tokens in texts got a space in {} records", grouped(file.spaced_tokens.records));
    }
    let _ = writeln!(out, "license: {} ({})", file.license.name, file.license.terms);
    let _ = writeln!(out, "next: {}", done.command);
    out
}

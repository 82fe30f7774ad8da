//! The command line. stdout has data or the report and nothing else; stderr has messages and, on a terminal, progress.
//! Exit codes: 0 done; 1 done, but a quota is unmet, a check failed or `--strict` met an unreadable row; 2 usage;
//! 3 bad data or configuration, or a named file that is not there; 4 I/O or network. A reader of stdout that goes away
//! is success.

mod agree;
mod apply_review;
mod args;
mod ask;
mod check;
mod converse;
mod diff;
mod download;
mod export;
mod forum;
mod generate;
mod grade;
mod inspect;
mod list;
mod output;
mod pace;
mod progress;
mod rephrase_args;
mod review;
mod score;
mod split;

use crate::error::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Semantic-grounding benchmarks from annotation datasets.
#[derive(Parser)]
#[command(
    name = "groundline",
    version,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true
)]
#[command(after_help = "Start with `groundline generate`: without --config it makes a benchmark from the embedded \
sample in seconds.\nThen open groundline-out/index.html.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a benchmark: plan, then build.
    Generate(generate::Generate),
    /// Decide what is asked: read annotations, write plan.jsonl. No picture is decoded.
    Plan(generate::Plan),
    /// Deal the pictures of all sources out to `generate` and `converse`, so that the two never meet.
    Split(split::Split),
    /// Turn plan.jsonl into items and pictures.
    Build(generate::Build),
    /// Make a tuning corpus: multi-round dialogues from the same facts, in other words than the benchmark's.
    Converse(converse::Converse),
    /// Show what there is: sources, targets, kinds, the matrix of cells, templates, thresholds, facts.
    List(list::List),
    /// Show one item of a set with its evidence, or one scene of a source as JSON.
    Inspect(inspect::Inspect),
    /// Put the items of a set, or any messages, to a model behind an OpenAI-compatible endpoint.
    Ask(ask::Ask),
    /// Make sets of visual questions from Stack Exchange dumps (VQAonline).
    Forum(forum::Forum),
    /// Let people verify, answer, rate or label the records of a set on a local page.
    Review(review::Review),
    /// Make a new set without what people rejected.
    ApplyReview(apply_review::ApplyReview),
    /// Attack a set with solvers that see no picture; check its texts, pictures and provenance; find leaks.
    Check(check::Check),
    /// Compare two versions of a set: items added, removed, changed, and which fields.
    Diff(diff::Diff),
    /// Read, count and compare the answers of models to a set.
    Score(score::Score),
    /// Write a benchmark or a corpus in the format of another program: datasets, VLMEvalKit, LLaVA, …
    Export(export::Export),
    /// Score long answers against references: ROUGE-L, METEOR and others, by model and group.
    Grade(grade::Grade),
    /// Tell how far scores agree with people, and raters with each other.
    Agree(agree::Agree),
    /// Get data that some metrics need.
    Download(download::Download),
}

/// How a command that did not fail ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All that was asked for.
    Done,
    /// Done, but not all: exit code 1.
    Short,
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            let code = if e.use_stderr() { 2 } else { 0 };
            // Nothing is left to report a failure of this print to.
            let _ = e.print();
            return ExitCode::from(code);
        }
    };
    match run(cli.command) {
        Ok(Verdict::Done) => ExitCode::SUCCESS,
        Ok(Verdict::Short) => ExitCode::from(1),
        Err(e) if e.is_broken_pipe() => ExitCode::SUCCESS,
        Err(e) => {
            output::message(&format!("error: {e}"));
            ExitCode::from(e.exit_code())
        }
    }
}

fn run(command: Command) -> Result<Verdict> {
    match command {
        Command::Generate(c) => c.execute(),
        Command::Plan(c) => c.execute(),
        Command::Split(c) => c.execute(),
        Command::Build(c) => c.execute(),
        Command::Converse(c) => c.execute(),
        Command::List(c) => c.execute(),
        Command::Inspect(c) => c.execute(),
        Command::Ask(c) => c.execute(),
        Command::Forum(c) => c.execute(),
        Command::Review(c) => c.execute(),
        Command::ApplyReview(c) => c.execute(),
        Command::Check(c) => c.execute(),
        Command::Diff(c) => c.execute(),
        Command::Score(c) => c.execute(),
        Command::Export(c) => c.execute(),
        Command::Grade(c) => c.execute(),
        Command::Agree(c) => c.execute(),
        Command::Download(c) => c.execute(),
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}

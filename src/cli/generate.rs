//! `generate`, `plan` and `build`.

use super::args::RunArgs;
use super::{Verdict, output, progress};
use crate::error::Result;
use crate::pipeline::build::{Outcome, Shard};
use crate::pipeline::config::RunConfig;
use crate::pipeline::plan::Resources;
use crate::pipeline::review::rejected::{self, Rejected};
use crate::pipeline::run::RunFile;
use crate::pipeline::{generate, report};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `generate`.
#[derive(Args)]
pub(super) struct Generate {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    verdicts: Verdicts,
    /// Plan, tell how many items there would be and about how much disk they take, and write nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Arguments of `plan`.
#[derive(Args)]
pub(super) struct Plan {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    verdicts: Verdicts,
    /// Tell how many items there would be, and write nothing.
    #[arg(long)]
    dry_run: bool,
}

/// Arguments of `build`.
#[derive(Args)]
pub(super) struct Build {
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    verdicts: Verdicts,
}

/// What people said of an earlier build.
#[derive(Args)]
struct Verdicts {
    /// Leave out items that people rejected: a journal of `review` (DIR/review/verdicts.NAME.jsonl) or a reviewed set's
    /// folder. May be repeated. A plan asks other candidates in their place; a build of a plan that has them leaves out
    /// the rest of their exchange groups, too.
    #[arg(long = "verdicts", value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
}

impl Generate {
    pub fn execute(self) -> Result<Verdict> {
        let config = self.run.load()?;
        let resources = Resources::load(&config)?;
        let rejected = rejected::read(&self.verdicts.files)?;
        if self.dry_run {
            return dry_run(&self.run, &config, &resources, &rejected);
        }
        let planned = plan(&self.run, &config, &resources, &rejected)?;
        build(&self.run, &config, &resources, &planned, &rejected)
    }
}

impl Plan {
    pub fn execute(self) -> Result<Verdict> {
        let config = self.run.load()?;
        let resources = Resources::load(&config)?;
        let rejected = rejected::read(&self.verdicts.files)?;
        if self.dry_run {
            return dry_run(&self.run, &config, &resources, &rejected);
        }
        let planned = plan(&self.run, &config, &resources, &rejected)?;
        output::print(&report::plan(&planned))?;
        Ok(verdict(&self.run, &config, &planned))
    }
}

impl Build {
    pub fn execute(self) -> Result<Verdict> {
        let config = self.run.load()?;
        let resources = Resources::load(&config)?;
        let planned = generate::planned(&config.out)?;
        build(&self.run, &config, &resources, &planned, &rejected::read(&self.verdicts.files)?)
    }
}

fn dry_run(args: &RunArgs, config: &RunConfig, resources: &Resources, rejected: &Rejected) -> Result<Verdict> {
    let bar = progress::spinner("scenes read", args.quiet);
    let plan = args.on_threads(|| generate::dry_run(config, resources, rejected, &|n| bar.set_position(n)))?;
    bar.finish_and_clear();
    output::print(&report::dry_run(&plan, config.draw))?;
    Ok(Verdict::Done)
}

fn plan(args: &RunArgs, config: &RunConfig, resources: &Resources, rejected: &Rejected) -> Result<RunFile> {
    let bar = progress::spinner("scenes read", args.quiet);
    let planned = args.on_threads(|| generate::plan(config, resources, rejected, &|n| bar.set_position(n)))?;
    bar.finish_and_clear();
    Ok(planned)
}

fn build(
    args: &RunArgs,
    config: &RunConfig,
    resources: &Resources,
    planned: &RunFile,
    rejected: &Rejected,
) -> Result<Verdict> {
    let bar = progress::bar("items built", report::planned_items(planned), args.quiet);
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let outcome = args.on_threads(|| generate::build(config, resources, rejected, shard, &|n| bar.inc(n)))?;
    bar.finish_and_clear();
    match outcome {
        Outcome::Complete(run) => {
            output::print(&report::build(&run))?;
            if !args.quiet {
                output::message(&format!("gallery: {}", config.out.join("index.html").display()));
            }
            Ok(verdict(args, config, &run))
        }
        Outcome::Waiting { done, of } => {
            if !args.quiet {
                output::message(&format!(
                    "{done} of {of} buckets are built; the shard that builds the last one completes the set"
                ));
            }
            Ok(Verdict::Done)
        }
    }
}

fn verdict(args: &RunArgs, config: &RunConfig, run: &RunFile) -> Verdict {
    let unmet = config.limit.is_none() && !run.unmet().is_empty();
    if unmet || (args.strict && report::unreadable(run) > 0) { Verdict::Short } else { Verdict::Done }
}

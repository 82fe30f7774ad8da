//! `generate`, `plan` and `build`.

use super::args::RunArgs;
use super::{Verdict, output, progress};
use crate::audit::leak::Part;
use crate::error::Result;
use crate::pipeline::build::{Outcome, Shard};
use crate::pipeline::config::RunConfig;
use crate::pipeline::guard::Guard;
use crate::pipeline::plan::{Resources, Without};
use crate::pipeline::review::rejected::{self, Rejected};
use crate::pipeline::run::RunFile;
use crate::pipeline::{generate, report};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `generate`.
#[derive(Args)]
#[command(
    after_help = "Test on pictures that no model was tuned on: --exclude CORPUS keeps the pictures of a corpus out; \
or deal the pictures out once with `groundline split`, and give --split FILE to both `generate` and `converse`."
)]
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

impl Verdicts {
    /// What must not be asked: items that people rejected, and pictures of other sets.
    fn read(&self, run: &RunArgs, config: &RunConfig, resources: &Resources) -> Result<(Rejected, Guard)> {
        let guard = run.on_threads(|| Guard::read(config, Part::Benchmark, resources))?;
        Ok((rejected::read(&self.files)?, guard))
    }
}

impl Generate {
    pub fn execute(self) -> Result<Verdict> {
        let config = self.run.load()?;
        let resources = Resources::load(&config)?;
        let (rejected, guard) = self.verdicts.read(&self.run, &config, &resources)?;
        let without = Without { rejected: &rejected, guard: &guard };
        if self.dry_run {
            return dry_run(&self.run, &config, &resources, without);
        }
        let planned = plan(&self.run, &config, &resources, without)?;
        build(&self.run, &config, &resources, &planned, without)
    }
}

impl Plan {
    pub fn execute(self) -> Result<Verdict> {
        let config = self.run.load()?;
        let resources = Resources::load(&config)?;
        let (rejected, guard) = self.verdicts.read(&self.run, &config, &resources)?;
        let without = Without { rejected: &rejected, guard: &guard };
        if self.dry_run {
            return dry_run(&self.run, &config, &resources, without);
        }
        let planned = plan(&self.run, &config, &resources, without)?;
        output::print(&report::plan(&planned))?;
        Ok(verdict(&self.run, &config, &planned))
    }
}

impl Build {
    pub fn execute(self) -> Result<Verdict> {
        let config = self.run.load()?;
        let resources = Resources::load(&config)?;
        let planned = generate::planned(&config.out)?;
        let (rejected, guard) = self.verdicts.read(&self.run, &config, &resources)?;
        build(&self.run, &config, &resources, &planned, Without { rejected: &rejected, guard: &guard })
    }
}

fn dry_run(args: &RunArgs, config: &RunConfig, resources: &Resources, without: Without) -> Result<Verdict> {
    let bar = progress::spinner("scenes read", args.quiet);
    let plan = args.on_threads(|| generate::dry_run(config, resources, without, &|n| bar.set_position(n)))?;
    bar.finish_and_clear();
    output::print(&report::dry_run(&plan, config.draw))?;
    Ok(Verdict::Done)
}

fn plan(args: &RunArgs, config: &RunConfig, resources: &Resources, without: Without) -> Result<RunFile> {
    let bar = progress::spinner("scenes read", args.quiet);
    let planned = args.on_threads(|| generate::plan(config, resources, without, &|n| bar.set_position(n)))?;
    bar.finish_and_clear();
    Ok(planned)
}

fn build(
    args: &RunArgs,
    config: &RunConfig,
    resources: &Resources,
    planned: &RunFile,
    without: Without,
) -> Result<Verdict> {
    let bar = progress::bar("items built", report::planned_items(planned), args.quiet);
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let outcome = args.on_threads(|| generate::build(config, resources, without, shard, &|n| bar.inc(n)))?;
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

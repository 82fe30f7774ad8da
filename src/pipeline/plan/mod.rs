//! The first half of `generate`: from annotation files to `plan.jsonl` and its account, `plan.json`.
//!
//! Pass 1 streams scenes, derives facts and keeps the smallest hashes of every stratum; the planner then fills the
//! cells one by one in the order of the registries. No pixel is decoded here.

mod gather;
mod rejects;
mod report;
mod resources;
mod write;

pub use rejects::RejectLog;
pub use report::{CellName, PlanReport, SourceReport};
pub use resources::Resources;
pub use write::{PLAN_FILE, REPORT_FILE, write};

use super::config::RunConfig;
use crate::distract::Judge;
use crate::draw::palette;
use crate::error::Result;
use crate::kind::{KINDS, Kind};
use crate::model::plan::PlanRow;
use crate::model::scene::Scene;
use crate::model::term::Domain;
use crate::rng::Digest;
use crate::select::candidate::{CellPool, Sampling};
use crate::select::cell::{self, Order};
use crate::select::lane::Walk;
use crate::select::quota::{CellQuota, RunCaps};
use crate::select::rows::Writer;
use crate::target::{TARGETS, Target};
use std::collections::BTreeMap;

/// Candidates kept per gold concept: at least this many times the items that one concept may take.
const OVERSAMPLE: usize = 8;

/// A finished plan.
#[derive(Debug)]
pub struct Plan {
    /// The rows, groups together, in plan order.
    pub rows: Vec<PlanRow>,
    /// The account.
    pub report: PlanReport,
    /// What was dropped.
    pub rejects: RejectLog,
}

/// Called after every chunk of scenes with the number read so far.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Plans a run: reads all sources and selects the items.
///
/// # Errors
/// When a source cannot be read or is not of its format, or a quota names a cell that is not legal.
pub fn plan(config: &RunConfig, resources: &Resources, progress: Progress) -> Result<Plan> {
    config.quota.check_cells(&legal_cells(resources))?;
    let judges = judges(config, resources)?;
    let gathered = gather::gather(config, resources, &judges, sampling(config), progress)?;
    Ok(select(config, resources, &judges, gathered))
}

/// Plans from scenes in memory, by source name; `config.sources` is not read.
///
/// # Errors
/// When a quota names a cell that is not legal.
pub fn plan_scenes(config: &RunConfig, resources: &Resources, scenes: &BTreeMap<String, Vec<Scene>>) -> Result<Plan> {
    config.quota.check_cells(&legal_cells(resources))?;
    let judges = judges(config, resources)?;
    let gathered = gather::gather_scenes(config, resources, &judges, sampling(config), scenes);
    Ok(select(config, resources, &judges, gathered))
}

fn judges<'r>(config: &RunConfig, resources: &'r Resources) -> Result<BTreeMap<&'static str, Judge<'r>>> {
    TARGETS.iter().map(|t| Ok((t.name(), resources.judge(config, t.domain())?))).collect()
}

/// `<target>.<kind>` of every cell that has templates.
pub fn legal_cells(resources: &Resources) -> Vec<String> {
    let cells = TARGETS.iter().flat_map(|t| KINDS.iter().map(move |k| (t.name(), k.name())));
    cells.filter(|(t, k)| has_wordings(resources, t, k)).map(|(t, k)| format!("{t}.{k}")).collect()
}

fn has_wordings(resources: &Resources, target: &str, kind: &str) -> bool {
    resources.templates.pools().any(|(t, k, _, pool)| t == target && k == kind && !pool.is_empty())
}

fn sampling(config: &RunConfig) -> Sampling {
    let options = config.select.options.get();
    let largest = config.quota.cells.values().copied().chain([config.quota.per_cell]).max().unwrap_or(0) as usize;
    Sampling {
        seed: config.seed,
        options,
        // A cap of items per picture turns many candidates away.
        per_concept: (OVERSAMPLE * largest / if config.select.max_per_picture.is_some() { 4 } else { 16 }).max(64),
        per_cell: (OVERSAMPLE * largest / 2).max(64),
    }
}

/// The share of a cell that one gold concept may take: 1/K unless the configuration says otherwise.
fn share(config: &RunConfig, kind: &dyn Kind) -> f64 {
    config.select.max_concept_share.map_or(1.0 / kind.group_size(config.select.options.get()) as f64, |s| s.get())
}

fn select(
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    gathered: gather::Gathered,
) -> Plan {
    let mut report = gathered.report;
    let mut rejects = gathered.rejects;
    let mut caps = RunCaps::new(config.select.max_per_picture.map(|n| n as usize));
    let mut pools = gathered.pool.into_cells();
    let mut groups: Vec<(Digest, Vec<PlanRow>)> = Vec::new();
    for (target, kind) in scarcest_first(&pools) {
        let quota = config.quota.of(target.name(), kind.name()) as usize;
        if let Some(judge) = judges.get(target.name())
            && quota > 0
            && has_wordings(resources, target.name(), kind.name())
        {
            let walk = Walk {
                kind,
                judge,
                seed: config.seed,
                options: config.select.options.get(),
                draws: config.distract.candidates as usize,
            };
            let filled = cell::fill(
                take_cell(&mut pools, target, kind),
                &Order { levels: &config.select.levels, symmetry: config.select.symmetry },
                &walk,
                &mut Writer::new(&walk, &resources.templates, palette::NAMES),
                &mut CellQuota::new(quota, share(config, kind)),
                &mut caps,
            );
            for reject in filled.rejects {
                rejects.add(reject);
            }
            for (reason, n) in &filled.report.reasons {
                rejects.account(reason, *n);
            }
            groups.extend(filled.rows);
            report.cells.insert(CellName::new(target.name(), kind.name()), filled.report);
        }
    }
    // Groups stay together; their order is the order of their hashes, so that any prefix is a fair mix of cells.
    groups.sort_by_cached_key(|(priority, rows)| (*priority, rows.first().map(|r| r.id.clone())));
    let rows = limited(groups, config.limit);
    report.items = rows.len();
    Plan { rows, report, rejects }
}

/// All cells, those that the fewest sources bear first and of these the poorer ones: under a cap of items per
/// picture, what many sources can give must not take the pictures that others depend on.
fn scarcest_first(
    pools: &BTreeMap<crate::select::candidate::Cell, CellPool>,
) -> Vec<(&'static dyn Target, &'static dyn Kind)> {
    let mut cells: Vec<(&'static dyn Target, &'static dyn Kind)> =
        TARGETS.iter().flat_map(|t| KINDS.iter().map(move |k| (*t, *k))).collect();
    cells.sort_by_cached_key(|(t, k)| {
        let of_cell = pools.iter().filter(|((_, target, kind), _)| *target == t.name() && *kind == k.name());
        let sizes: Vec<u64> = of_cell.map(|(_, pool)| pool.singles.len() as u64 + pool.dropped).collect();
        (sizes.len(), sizes.iter().sum::<u64>())
    });
    cells
}

/// Whole groups in order, as many as fit into the limit.
fn limited(groups: Vec<(Digest, Vec<PlanRow>)>, limit: Option<u64>) -> Vec<PlanRow> {
    let limit = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let mut rows: Vec<PlanRow> = Vec::new();
    for (_, group) in groups {
        if rows.len() + group.len() <= limit {
            rows.extend(group);
        }
    }
    rows
}

fn take_cell(
    pools: &mut BTreeMap<crate::select::candidate::Cell, CellPool>,
    target: &dyn Target,
    kind: &dyn Kind,
) -> Vec<(String, CellPool)> {
    let keys: Vec<_> = pools.keys().filter(|(_, t, k)| *t == target.name() && *k == kind.name()).cloned().collect();
    keys.into_iter().filter_map(|key| pools.remove(&key).map(|pool| (key.0.to_string(), pool))).collect()
}

impl Resources {
    /// The judge of a domain's distractors under a configuration.
    fn judge(&self, config: &RunConfig, domain: Domain) -> Result<Judge<'_>> {
        Ok(Judge {
            lexicon: &self.lexicon,
            similarity: &*self.similarity,
            band: resources::band(config, domain)?,
            min_evidence: config.distract.min_evidence,
        })
    }
}

//! The first half of `generate`: from annotation files to `plan.jsonl` and its account, `plan.json`.
//!
//! Pass 1 streams scenes, derives facts and keeps the smallest hashes of every stratum; the planner then fills the
//! cells one by one in the order of the registries. No pixel is decoded here.

mod facets;
mod gather;
mod regroup;
mod rejects;
mod report;
mod resources;
mod write;

pub use gather::{GOLD_TOO_WEAK, read};
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
use crate::select::cell::{self, Filled, Order};
use crate::select::lane::Walk;
use crate::select::quota::{CellQuota, RunCaps};
use crate::select::rows::Writer;
use crate::select::variants::Maker;
use crate::target::{TARGETS, Target};
use rayon::prelude::*;
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
    select(config, resources, &judges, gathered)
}

/// Plans from scenes in memory, by source name; `config.sources` is not read.
///
/// # Errors
/// When a quota names a cell that is not legal.
pub fn plan_scenes(config: &RunConfig, resources: &Resources, scenes: &BTreeMap<String, Vec<Scene>>) -> Result<Plan> {
    config.quota.check_cells(&legal_cells(resources))?;
    let judges = judges(config, resources)?;
    let gathered = gather::gather_scenes(config, resources, &judges, sampling(config), scenes);
    select(config, resources, &judges, gathered)
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
) -> Result<Plan> {
    let mut report = gathered.report;
    let mut rejects = gathered.rejects;
    let mut pools = gathered.pool.into_cells();
    let per_picture = config.select.max_per_picture.map(|n| n as usize);
    let mut order = scarcest_first(&pools);
    order.retain(|(target, kind)| {
        let quota = config.quota.of(target.name(), kind.name());
        quota > 0 && has_wordings(resources, target.name(), kind.name())
    });
    let mut facets: BTreeMap<&'static str, Vec<&'static dyn Kind>> = BTreeMap::new();
    if config.select.facets {
        facets = facets::lead(&mut order, &pools, resources);
    }
    let cells: Vec<CellTask> = order
        .into_iter()
        .filter_map(|(target, kind)| {
            let judge = judges.get(target.name())?;
            let quota = config.quota.of(target.name(), kind.name()) as usize;
            let facets = facets.remove(target.name()).unwrap_or_default();
            Some(CellTask { target, kind, judge, quota, facets, pools: take_cell(&mut pools, target, kind) })
        })
        .collect();
    let mut filled: Vec<(CellName, Filled)> = if per_picture.is_some() {
        // What one cell takes of a picture, the next may not have: one after the other.
        let mut caps = RunCaps::new(per_picture);
        cells.iter().map(|cell| cell.fill(config, resources, 0, &mut caps)).collect()
    } else {
        cells.par_iter().map(|cell| cell.fill(config, resources, 0, &mut RunCaps::new(None))).collect()
    };
    if config.select.regroup {
        regroup_beaten(config, resources, &cells, &mut filled)?;
    }
    let mut groups: Vec<(Digest, Vec<PlanRow>)> = Vec::new();
    for (name, cell) in filled {
        facets::account(&name, &cell.rows, &mut report.cells);
        cell.rejects.into_iter().for_each(|reject| rejects.add(reject));
        for (reason, n) in &cell.report.reasons {
            rejects.account(reason, *n);
        }
        groups.extend(cell.rows);
        report.cells.insert(name, cell.report);
    }
    // Groups stay together; their order is the order of their hashes, so that any prefix is a fair mix of cells.
    groups.sort_by_cached_key(|(priority, rows)| (*priority, rows.first().map(|r| r.id.clone())));
    let maker =
        Maker { wanted: config.select.copies, lexicon: &resources.lexicon, palette: palette::NAMES, seed: config.seed };
    let rows = limited(groups, config.limit, &maker);
    report.variants = rows.iter().filter(|r| r.variant.is_some()).count();
    report.items = rows.len() - report.variants;
    Ok(Plan { rows, report, rejects })
}

/// Plans cells that a blind solver beats again, with other draws.
fn regroup_beaten(
    config: &RunConfig,
    resources: &Resources,
    cells: &[CellTask],
    filled: &mut [(CellName, Filled)],
) -> Result<()> {
    for round in 0..=regroup::ROUNDS {
        let rows: Vec<&PlanRow> = filled.iter().flat_map(|(_, f)| &f.rows).flat_map(|(_, rows)| rows).collect();
        let beaten = regroup::beaten(&rows, resources, config.seed)?;
        // A cell asked in other kinds as well is planned anew when one of those is beaten.
        let by = |cell: &CellTask| -> Vec<&'static str> {
            let kinds = std::iter::once(&cell.kind).chain(&cell.facets);
            let names = kinds.map(|kind| CellName::new(cell.target.name(), kind.name()));
            names.filter_map(|name| beaten.get(name.as_str())).flatten().copied().collect()
        };
        let mut caps = RunCaps::new(config.select.max_per_picture.map(|n| n as usize));
        for (_, (_, kept)) in cells.iter().zip(filled.iter()).filter(|(cell, _)| by(cell).is_empty()) {
            kept.rows.iter().flat_map(|(_, rows)| rows).for_each(|row| caps.count(&row.picture.scene));
        }
        for (cell, slot) in cells.iter().zip(filled.iter_mut()).filter(|(cell, _)| !by(cell).is_empty()) {
            if round == regroup::ROUNDS {
                slot.1.report.beaten_by = by(cell);
            } else {
                *slot = cell.fill(config, resources, round + 1, &mut caps);
                slot.1.report.regrouped = round + 1;
            }
        }
        if beaten.is_empty() {
            break;
        }
    }
    Ok(())
}

/// One cell to be filled.
struct CellTask<'a> {
    target: &'static dyn Target,
    kind: &'static dyn Kind,
    judge: &'a Judge<'a>,
    quota: usize,
    /// The kinds in which every group is asked as well.
    facets: Vec<&'static dyn Kind>,
    pools: Vec<(String, CellPool)>,
}

impl CellTask<'_> {
    /// Fills the cell. Rounds after the first draw otherwise.
    fn fill(&self, config: &RunConfig, resources: &Resources, round: u32, caps: &mut RunCaps) -> (CellName, Filled) {
        let &CellTask { target, kind, judge, quota, .. } = self;
        let options = config.select.options.get();
        let seed = config.seed ^ (u64::from(round) << 48);
        let walk = Walk { kind, judge, seed, options, draws: config.distract.candidates as usize };
        let other = |kind| Writer::of_kind(kind, &walk, &resources.templates, palette::NAMES);
        let filled = cell::fill(
            self.pools.clone(),
            &Order { levels: &config.select.levels, symmetry: config.select.symmetry },
            &walk,
            &mut Writer::new(&walk, &resources.templates, palette::NAMES),
            &mut self.facets.iter().map(|kind| other(*kind)).collect::<Vec<_>>(),
            &mut CellQuota::new(quota, share(config, kind)),
            caps,
        );
        (CellName::new(target.name(), kind.name()), filled)
    }
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

/// Whole groups in order, as many as fit into the limit, each followed by the copies of its items.
fn limited(groups: Vec<(Digest, Vec<PlanRow>)>, limit: Option<u64>, maker: &Maker) -> Vec<PlanRow> {
    let limit = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let (mut rows, mut items): (Vec<PlanRow>, usize) = (Vec::new(), 0);
    for (_, group) in groups {
        if items + group.len() > limit {
            continue;
        }
        items += group.len();
        // A group asked in several kinds is one exchange group in each.
        let copies: Vec<PlanRow> =
            group.chunk_by(|a, b| a.group.is_some() && a.group == b.group).flat_map(|one| maker.copies(one)).collect();
        rows.extend(group);
        rows.extend(copies);
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

//! The first half of `generate`: from annotation files to `plan.jsonl` and its account, `plan.json`.
//!
//! Pass 1 streams scenes, derives facts and keeps the smallest hashes of every stratum; the planner then fills the
//! cells one by one in the order of the registries. No pixel is decoded here.

mod cells;
mod facets;
mod gather;
mod read;
mod regroup;
mod rejects;
mod report;
mod resources;
mod write;

pub use gather::{BARRED, GOLD_TOO_WEAK};
pub use read::read;
pub use rejects::RejectLog;
pub use report::{CellName, PlanReport, SourceReport};
pub use resources::Resources;
pub use write::{PLAN_FILE, REPORT_FILE, write};

use super::config::RunConfig;
use super::guard::Guard;
use super::review::rejected::Rejected;
use crate::distract::Judge;
use crate::draw::palette;
use crate::error::Result;
use crate::kind::KINDS;
use crate::model::plan::PlanRow;
use crate::model::reject::Reason;
use crate::model::scene::Scene;
use crate::model::term::Domain;
use crate::rng::Digest;
use crate::select::candidate::{Dropped, Sampling};
use crate::select::cell::Filled;
use crate::select::variants::Maker;
use crate::target::TARGETS;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Candidates kept for each item that is asked for, before caps and rooms are reckoned with.
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

/// What must not be asked, whatever the annotations say.
#[derive(Clone, Copy)]
pub struct Without<'a> {
    /// Items that people rejected; other candidates take their place.
    pub rejected: &'a Rejected,
    /// Pictures that belong to other sets.
    pub guard: &'a Guard,
}

/// Called after every chunk of scenes with the number read so far.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Plans a run: reads all sources and selects the items. What people rejected is not asked again; other candidates take
/// its place. Pictures that belong to other sets are not read any further.
///
/// # Errors
/// When a source cannot be read or is not of its format, or holds nothing but pictures of other sets, or a quota names
/// a cell that is not legal.
pub fn plan(config: &RunConfig, resources: &Resources, without: Without, progress: Progress) -> Result<Plan> {
    config.quota.check_cells(&legal_cells(resources))?;
    let judges = judges(config, resources)?;
    let gathered = gather::gather(config, resources, &judges, sampling(config), without, progress)?;
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
    // A cap of items per picture turns many candidates away.
    let capped = if config.select.max_per_picture.is_some() { 4 } else { 1 };
    Sampling {
        seed: config.seed,
        options,
        per_concept: (capped * OVERSAMPLE * largest / 16).max(64),
        per_vocabulary: 4 * OVERSAMPLE * largest,
        per_kind: (capped * 2 * OVERSAMPLE * largest).max(4_096),
        per_cell: (OVERSAMPLE * largest / 2).max(64),
    }
}

fn select(
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    gathered: gather::Gathered,
) -> Result<Plan> {
    let mut report = gathered.report;
    let mut rejects = gathered.rejects;
    let mut filled = cells::fill(config, resources, judges, gathered.pool.into_cells())?;
    let dropped: Vec<Vec<Dropped>> = filled.iter_mut().map(|(_, cell)| std::mem::take(&mut cell.rejects)).collect();
    // To let go of the candidates that were not asked takes as long as to put the rows in order.
    let (logs, (rows, reasons)) = rayon::join(
        || dropped.into_par_iter().map(log).collect::<Vec<RejectLog>>(),
        || ordered(config, resources, filled, &mut report),
    );
    logs.into_iter().for_each(|log| rejects.merge(log));
    reasons.into_iter().for_each(|(reason, n)| rejects.account(reason, n));
    Ok(Plan { rows, report, rejects })
}

/// The rows of all cells in plan order, and how many candidates all cells dropped for each reason, listed or not. The
/// cells are accounted for.
fn ordered(
    config: &RunConfig,
    resources: &Resources,
    filled: Vec<(CellName, Filled)>,
    report: &mut PlanReport,
) -> (Vec<PlanRow>, BTreeMap<Reason, u64>) {
    let mut groups: Vec<(Digest, Vec<PlanRow>)> = Vec::new();
    let mut reasons: BTreeMap<Reason, u64> = BTreeMap::new();
    for (name, cell) in filled {
        facets::account(&name, &cell.rows, &mut report.cells);
        for (reason, n) in &cell.report.reasons {
            *reasons.entry(reason).or_default() += n;
        }
        groups.extend(cell.rows);
        report.cells.insert(name, cell.report);
    }
    // Groups stay together; their order is the order of their hashes, so that any prefix is a fair mix of cells.
    groups.par_sort_unstable_by(|(p, a), (q, b)| p.cmp(q).then_with(|| first_id(a).cmp(&first_id(b))));
    let maker =
        Maker { wanted: config.select.copies, lexicon: &resources.lexicon, palette: palette::NAMES, seed: config.seed };
    let rows = limited(groups, config.limit, &maker);
    report.variants = rows.iter().filter(|r| r.variant.is_some()).count();
    report.items = rows.len() - report.variants;
    (rows, reasons)
}

fn first_id(group: &[PlanRow]) -> Option<&str> {
    group.first().map(|row| row.id.as_str())
}

/// The account of candidates that did not become items.
fn log(dropped: Vec<Dropped>) -> RejectLog {
    let mut log = RejectLog::default();
    for Dropped { candidate, kind, reason } in dropped {
        log.offer(reason, candidate.id, || (candidate.item_id(kind), candidate.fact.picture.scene.clone()));
    }
    log
}

/// Whole groups in order, as many as fit into the limit, each followed by the copies of its items.
fn limited(groups: Vec<(Digest, Vec<PlanRow>)>, limit: Option<u64>, maker: &Maker) -> Vec<PlanRow> {
    let limit = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let planned = groups.iter().map(|(_, group)| group.len()).sum::<usize>();
    let (mut rows, mut items): (Vec<PlanRow>, usize) = (Vec::with_capacity(planned.min(limit)), 0);
    for (_, group) in groups {
        if items + group.len() > limit {
            continue;
        }
        items += group.len();
        // A group asked in several kinds is one exchange group in each.
        let one_kind = group.chunk_by(|a, b| a.group.is_some() && a.group == b.group);
        let copies: Vec<PlanRow> = one_kind.flat_map(|one| maker.copies(one)).collect();
        rows.extend(group);
        rows.extend(copies);
    }
    rows
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

//! The cells of a run, filled one after the other where they share pictures under a cap, else all at once, and again
//! where a blind solver beats them.

use super::super::config::RunConfig;
use super::report::CellName;
use super::{Resources, facets, has_wordings, regroup};
use crate::distract::Judge;
use crate::draw::palette;
use crate::error::Result;
use crate::kind::{self, KINDS, Kind};
use crate::model::plan::PlanRow;
use crate::select::candidate::{Cell, CellPool};
use crate::select::cell::{self, Filled, Order};
use crate::select::lane::Walk;
use crate::select::quota::{CellQuota, RunCaps};
use crate::select::rows::Writer;
use crate::target::{TARGETS, Target};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Fills every cell that has a quota and wordings.
///
/// # Errors
/// When a planned row cannot be worded.
pub fn fill(
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    mut pools: BTreeMap<Cell, CellPool>,
) -> Result<Vec<(CellName, Filled)>> {
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
    let mut filled: Vec<(CellName, Filled)> = if per_picture.is_some() || config.select.facets {
        // What one cell takes of a picture, or claims of a caption in another kind, the next may not have: one after
        // the other.
        let mut caps = RunCaps::new(per_picture);
        cells.iter().map(|cell| cell.fill(config, resources, 0, &mut caps)).collect()
    } else {
        // Questions that claim a caption know of each other, all others need not.
        let (claiming, others): (Vec<_>, Vec<_>) = cells.iter().enumerate().partition(|(_, cell)| !cell.kind.mutual());
        let mut claims = RunCaps::new(None);
        let (claiming, others): (Vec<_>, Vec<_>) = rayon::join(
            || claiming.iter().map(|(i, cell)| (*i, cell.fill(config, resources, 0, &mut claims))).collect(),
            || {
                let fill =
                    |(i, cell): &(usize, &CellTask)| (*i, cell.fill(config, resources, 0, &mut RunCaps::new(None)));
                others.par_iter().map(fill).collect()
            },
        );
        let mut filled: Vec<(usize, (CellName, Filled))> = claiming.into_iter().chain(others).collect();
        filled.sort_by_key(|(i, _)| *i);
        filled.into_iter().map(|(_, cell)| cell).collect()
    };
    if config.select.regroup {
        regroup_beaten(config, resources, &cells, &mut filled)?;
    }
    Ok(filled)
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
        if beaten.is_empty() {
            break;
        }
        // A cell asked in other kinds as well is planned anew when one of those is beaten.
        let by = |cell: &CellTask| -> Vec<&'static str> {
            let kinds = std::iter::once(&cell.kind).chain(&cell.facets);
            let names = kinds.map(|kind| CellName::new(cell.target.name(), kind.name()));
            names.filter_map(|name| beaten.get(name.as_str())).flatten().copied().collect()
        };
        let mut caps = RunCaps::new(config.select.max_per_picture.map(|n| n as usize));
        for (_, (_, kept)) in cells.iter().zip(filled.iter()).filter(|(cell, _)| by(cell).is_empty()) {
            for row in kept.rows.iter().flat_map(|(_, rows)| rows) {
                caps.count(&row.picture.scene);
                let claims = kind::find(&row.kind).is_some_and(|kind| !kind.mutual());
                if claims && row.statement.as_ref().is_some_and(|s| s.holds) {
                    caps.claim(&row.picture.scene, &row.slots);
                }
            }
        }
        for (cell, slot) in cells.iter().zip(filled.iter_mut()).filter(|(cell, _)| !by(cell).is_empty()) {
            if round == regroup::ROUNDS {
                slot.1.report.beaten_by = by(cell);
            } else {
                *slot = cell.fill(config, resources, round + 1, &mut caps);
                slot.1.report.regrouped = round + 1;
            }
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
    /// By source, in the order of their names.
    pools: Vec<CellPool>,
}

impl CellTask<'_> {
    /// Fills the cell. Rounds after the first draw otherwise.
    fn fill(&self, config: &RunConfig, resources: &Resources, round: u32, caps: &mut RunCaps) -> (CellName, Filled) {
        let &CellTask { target, kind, judge, quota, .. } = self;
        let options = config.select.options.get();
        let draws = config.distract.candidates as usize;
        let walk = Walk { kind, judge, seed: config.seed, round, options, draws };
        let other = |kind| Writer::of_kind(kind, &walk, &resources.templates, palette::NAMES);
        let filled = cell::fill(
            &self.pools,
            &Order {
                levels: &config.select.levels,
                symmetry: config.select.symmetry,
                fewer: config.select.fewer_options.map(|n| n.get()),
            },
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
fn scarcest_first(pools: &BTreeMap<Cell, CellPool>) -> Vec<(&'static dyn Target, &'static dyn Kind)> {
    let mut cells: Vec<(&'static dyn Target, &'static dyn Kind)> =
        TARGETS.iter().flat_map(|t| KINDS.iter().map(move |k| (*t, *k))).collect();
    cells.sort_by_cached_key(|(t, k)| {
        let of_cell = pools.iter().filter(|((_, target, kind), _)| *target == t.name() && *kind == k.name());
        let sizes: Vec<u64> = of_cell.map(|(_, pool)| pool.singles.len() as u64 + pool.dropped).collect();
        (sizes.len(), sizes.iter().sum::<u64>())
    });
    cells
}

fn take_cell(pools: &mut BTreeMap<Cell, CellPool>, target: &dyn Target, kind: &dyn Kind) -> Vec<CellPool> {
    let keys: Vec<_> = pools.keys().filter(|(_, t, k)| *t == target.name() && *k == kind.name()).cloned().collect();
    keys.iter().filter_map(|key| pools.remove(key)).collect()
}

/// The share of a cell that one gold concept may take: 1/K unless the configuration says otherwise.
fn share(config: &RunConfig, kind: &dyn Kind) -> f64 {
    config.select.max_concept_share.map_or(1.0 / kind.group_size(config.select.options.get()) as f64, |s| s.get())
}

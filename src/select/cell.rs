//! One target × kind cell: levels from fine to coarse, sources in turn, whole groups until the quota is full.

use super::candidate::{Candidate, CellPool, Dropped};
use super::lane::{Lane, Walk};
use super::quota::{BEYOND_SAMPLE, CellQuota, NO_EXCHANGE_PARTNER, QUOTA_FULL, RunCaps};
use super::rows::Writer;
use super::single;
use super::stem::Stems;
use crate::model::plan::{Level, PlanRow};
use crate::model::reject::Reason;
use crate::model::settings::Symmetry;
use crate::rng::Digest;
use std::collections::BTreeMap;

/// No template serves the group's form, or no box color is free of the question's own words.
pub const NO_WORDING: Reason = "no_wording";

/// The concept cap is divided by these in turn: rare concepts come in before common ones fill the cell.
const TIGHTENING: [usize; 3] = [16, 4, 1];

/// In which order a cell is filled.
pub struct Order<'a> {
    /// Levels, finest first.
    pub levels: &'a [Level],
    /// Whether ungrouped items may fill what is left.
    pub symmetry: Symmetry,
    /// Options of the groups that fill what whole groups leave open, before ungrouped items do.
    pub fewer: Option<usize>,
}

/// What became of one cell.
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct CellReport {
    /// Items asked for.
    pub quota: usize,
    /// Items planned.
    pub made: usize,
    /// Items by level.
    pub levels: BTreeMap<Level, usize>,
    /// Items with fewer options than asked for.
    #[serde(skip_serializing_if = "is_zero")]
    pub fewer_options: u32,
    /// Items by source.
    pub sources: BTreeMap<String, usize>,
    /// Candidates kept by pass 1.
    pub candidates: usize,
    /// Candidates that did not become items, by reason.
    pub reasons: BTreeMap<Reason, u64>,
    /// How often it was planned again because a blind solver beat it.
    #[serde(skip_serializing_if = "is_zero")]
    pub regrouped: u32,
    /// The blind solvers that beat it still.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beaten_by: Vec<&'static str>,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Rows with the priority of their group (or of themselves), and what was dropped.
#[derive(Debug, Default)]
pub struct Filled {
    /// Whole groups in a row.
    pub rows: Vec<(Digest, Vec<PlanRow>)>,
    /// Candidates that did not become items.
    pub rejects: Vec<Dropped>,
    /// The account.
    pub report: CellReport,
}

/// Fills one cell from the pools of its sources (sorted by source name). `facets` write every group again in other
/// kinds.
pub fn fill(
    pools: &[CellPool],
    order: &Order,
    walk: &Walk,
    writer: &mut Writer,
    facets: &mut [Writer],
    cell: &mut CellQuota,
    caps: &mut RunCaps,
) -> Filled {
    let mut filled = Filled::default();
    filled.report.quota = cell.quota;
    let mut stems = Stems::default();
    let mut lanes: Vec<Lane> = pools.iter().map(|pool| Lane::new(pool, &mut stems, walk.judge)).collect();
    filled.report.candidates = lanes.iter().map(|l| l.candidates().len()).sum();

    let mut go = |lanes: &mut Vec<Lane>, level: Level, walk: &Walk, writer: &mut Writer, cell: &mut CellQuota| {
        lanes.iter_mut().for_each(|lane| lane.start(level));
        for divisor in TIGHTENING {
            cell.loosen(divisor);
            lanes.iter_mut().for_each(Lane::rewind);
            take_turns(lanes, walk, (&mut *writer, &mut *facets), (&mut stems, &mut *cell, &mut *caps), &mut filled);
        }
    };
    for &level in order.levels {
        go(&mut lanes, level, walk, writer, cell);
    }
    // Groups inside a picture were made in pass 1, of one size.
    let fewer = order.fewer.filter(|&n| walk.kind.group_size(n) < walk.kind.group_size(walk.options));
    if let Some(options) = fewer {
        let walk = Walk { options, ..*walk };
        let mut writer = writer.with_options(options);
        for &level in order.levels.iter().filter(|l| **l != Level::Picture) {
            go(&mut lanes, level, &walk, &mut writer, cell);
        }
    }
    if order.symmetry == Symmetry::Matched {
        for lane in &mut lanes {
            let rows = single::fill(lane, walk, writer, cell, caps, &mut filled.rejects);
            filled.rows.extend(rows.into_iter().map(|(priority, row)| (priority, vec![row])));
        }
    }
    account(&lanes, cell, order.symmetry, walk, &mut filled);
    filled
}

/// One group of each lane in turn until none has any.
fn take_turns(
    lanes: &mut [Lane],
    walk: &Walk,
    (writer, facets): (&mut Writer, &mut [Writer]),
    (stems, cell, caps): (&mut Stems, &mut CellQuota, &mut RunCaps),
    filled: &mut Filled,
) {
    let kind = walk.kind.name();
    let mut active: Vec<usize> = (0..lanes.len()).collect();
    while !active.is_empty() {
        active.retain(|&l| {
            let Some(group) = lanes[l].next(walk, stems, cell, caps) else { return false };
            match writer.group(&group) {
                Some(mut rows) => {
                    rows.extend(facets.iter_mut().flat_map(|other| other.facets(&group, caps)));
                    filled.rows.push((group.priority, rows));
                }
                None => {
                    cell.made -= group.members.len();
                    cell.refuse(NO_WORDING, group.members.len() as u64);
                    let members = group.members.into_iter();
                    filled.rejects.extend(members.map(|m| Dropped { candidate: m, kind, reason: NO_WORDING }));
                }
            }
            true
        });
    }
}

/// Names what did not become an item.
fn account(lanes: &[Lane], cell: &mut CellQuota, symmetry: Symmetry, walk: &Walk, filled: &mut Filled) {
    let full = cell.left() < walk.kind.group_size(walk.options);
    let reason = if full { QUOTA_FULL } else { NO_EXCHANGE_PARTNER };
    for lane in lanes {
        cell.refuse(BEYOND_SAMPLE, lane.dropped);
        if symmetry == Symmetry::Strict || full {
            let before = filled.rejects.len();
            let drop = |candidate: &Candidate| Dropped { candidate: candidate.clone(), kind: walk.kind.name(), reason };
            filled.rejects.extend(lane.leftover().map(drop));
            cell.refuse(reason, (filled.rejects.len() - before) as u64);
        }
    }
    for (_, rows) in &filled.rows {
        for row in rows.iter().filter(|row| row.kind == walk.kind.name()) {
            *filled.report.levels.entry(row.level).or_default() += 1;
            filled.report.fewer_options += u32::from(row.options.len() < walk.kind.options(walk.options));
            match filled.report.sources.get_mut(&*row.picture.source) {
                Some(n) => *n += 1,
                None => drop(filled.report.sources.insert(row.picture.source.to_string(), 1)),
            }
        }
    }
    filled.report.made = cell.made;
    filled.report.reasons = cell.refused.iter().filter(|(_, n)| **n > 0).map(|(r, n)| (*r, *n)).collect();
}

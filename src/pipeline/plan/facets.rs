//! `--facets`: the facts of one cell's groups are asked in all kinds that can ask them.

use super::report::CellName;
use super::{Resources, has_wordings};
use crate::kind::{KINDS, Kind};
use crate::model::plan::PlanRow;
use crate::rng::Digest;
use crate::select::candidate::{Cell, CellPool};
use crate::select::cell::CellReport;
use crate::target::Target;
use std::collections::BTreeMap;

/// Leaves one cell of each target in the order: the kind whose groups all other kinds can use (every gold false of
/// every other member) and that most facts can be asked in. Returns the other kinds by target.
pub fn lead(
    order: &mut Vec<(&'static dyn Target, &'static dyn Kind)>,
    pools: &BTreeMap<Cell, CellPool>,
    resources: &Resources,
) -> BTreeMap<&'static str, Vec<&'static dyn Kind>> {
    let candidates = |target: &str, kind: &str| -> u64 {
        let of_cell = pools.iter().filter(|((_, t, k), _)| *t == target && *k == kind);
        of_cell.map(|(_, pool)| pool.singles.len() as u64 + pool.dropped).sum()
    };
    let mut leads: BTreeMap<&'static str, (u64, &'static str)> = BTreeMap::new();
    for (target, kind) in order.iter().filter(|(_, kind)| kind.mutual()) {
        let n = candidates(target.name(), kind.name());
        let best = leads.entry(target.name()).or_insert((n, kind.name()));
        // Equal numbers: by name, so that nothing hangs on the order.
        if (n, std::cmp::Reverse(kind.name())) > (best.0, std::cmp::Reverse(best.1)) {
            *best = (n, kind.name());
        }
    }
    order.retain(|(target, kind)| leads.get(target.name()).is_some_and(|(_, lead)| *lead == kind.name()));
    let others = |(target, kind): &(&'static dyn Target, &'static dyn Kind)| {
        let kinds = KINDS.iter().copied().filter(|other| other.name() != kind.name());
        let legal = kinds.filter(|other| has_wordings(resources, target.name(), other.name()));
        (target.name(), legal.collect())
    };
    order.iter().map(others).collect()
}

/// Moves the rows of other kinds from the cell's own account to theirs.
pub fn account(name: &CellName, groups: &[(Digest, Vec<PlanRow>)], cells: &mut BTreeMap<CellName, CellReport>) {
    for row in groups.iter().flat_map(|(_, rows)| rows) {
        if !name.is(&row.target, &row.kind) {
            let report = cells.entry(CellName::new(&row.target, &row.kind)).or_default();
            report.quota += 1;
            report.made += 1;
            *report.levels.entry(row.level).or_default() += 1;
            *report.sources.entry(row.picture.source.to_string()).or_default() += 1;
        }
    }
}

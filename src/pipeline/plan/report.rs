//! The account of a plan, as written to `plan.json`.

use crate::model::reject::Reason;
use crate::select::cell::CellReport;
use serde::Serialize;
use std::collections::BTreeMap;

/// `<target>.<kind>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CellName(String);

impl CellName {
    /// The name of a cell.
    pub fn new(target: &str, kind: &str) -> Self {
        CellName(format!("{target}.{kind}"))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the cell of this target and kind.
    pub fn is(&self, target: &str, kind: &str) -> bool {
        self.0.strip_prefix(target).and_then(|rest| rest.strip_prefix('.')) == Some(kind)
    }
}

/// What was read from one source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SourceReport {
    /// Pictures with annotations.
    pub scenes: u64,
    /// Rows, boxes and captions that could not be used.
    pub rejected_rows: u64,
    /// Pictures among `scenes` that belong to other sets (`--exclude`, `--split`), by reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub excluded: BTreeMap<Reason, u64>,
    /// Facts by target.
    pub facts: BTreeMap<String, u64>,
}

/// The account of a plan.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PlanReport {
    /// Items planned.
    pub items: usize,
    /// Copies of them (`--controls`, `--circular`).
    #[serde(skip_serializing_if = "is_zero")]
    pub variants: usize,
    /// By source name.
    pub sources: BTreeMap<String, SourceReport>,
    /// Candidates seen, by `<target>.<kind>`.
    pub candidates: BTreeMap<String, u64>,
    /// Every cell with a quota.
    pub cells: BTreeMap<CellName, CellReport>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl PlanReport {
    /// Cells that got fewer items than asked for.
    pub fn unmet(&self) -> impl Iterator<Item = (&CellName, &CellReport)> {
        self.cells.iter().filter(|(_, c)| c.made < c.quota)
    }

    /// Rows that could not be read, over all sources; `--strict` fails on any.
    pub fn rejected_rows(&self) -> u64 {
        self.sources.values().map(|s| s.rejected_rows).sum()
    }
}

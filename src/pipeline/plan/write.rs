//! `plan.jsonl` (rows) and `plan.json` (account), each complete or not there.

use super::{Plan, Resources};
use crate::error::{Error, Result};
use crate::model::plan::PlanRow;
use crate::model::reject::Reject;
use crate::pipeline::config::RunConfig;
use crate::pipeline::files;
use rayon::prelude::*;
use serde_json::json;
use std::path::Path;

/// Name of the rows' file.
pub const PLAN_FILE: &str = "plan.jsonl";
/// Name of the account's file.
pub const REPORT_FILE: &str = "plan.json";

/// Rows that are made text at once, on all threads.
const AT_ONCE: usize = 8_192;

/// Rows as lines of JSON.
fn lines(rows: &[PlanRow]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut out, row)?;
        out.push(b'\n');
    }
    Ok(out)
}

/// Writes a plan into `out`; returns the rejects for the build to add to.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(plan: Plan, config: &RunConfig, resources: &Resources, out: &Path) -> Result<Vec<Reject>> {
    std::fs::create_dir_all(out).map_err(|e| Error::io(out, "create", e))?;
    files::write_whole(&out.join(PLAN_FILE), |w| {
        for rows in plan.rows.chunks(AT_ONCE) {
            let parts = rows.par_chunks(AT_ONCE / 16).map(lines).collect::<std::io::Result<Vec<_>>>()?;
            parts.iter().try_for_each(|part| w.write_all(part))?;
        }
        Ok(())
    })?;
    let report = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "settings": config.settings(),
        "resources": resources.hash(),
        "plan": plan.report,
        "rejects": plan.rejects.counts(),
    });
    files::write_whole(&out.join(REPORT_FILE), |w| {
        serde_json::to_writer_pretty(&mut *w, &report).map_err(std::io::Error::from)?;
        w.write_all(b"\n")
    })?;
    Ok(plan.rejects.into_sorted())
}

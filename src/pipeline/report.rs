//! What a run says on stdout: unmet quotas with what emptied them, drops by reason, and at the end the overview table.

use super::config::Draw;
use super::overview::{Line, Overview, grouped};
use super::plan::Plan;
use super::run::{Counts, RunFile, Unmet};
use crate::model::plan::PlanRow;
use crate::model::settings::PictureFormat;
use crate::target::TARGETS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Reasons listed for an unmet cell.
const REASONS_SHOWN: usize = 4;

/// The report of a finished set; its last lines are the paper's overview table.
pub fn build(run: &RunFile) -> String {
    let mut out = left_out(run) + &unmet(run, &run.unmet());
    if let Some(build) = &run.build {
        if !build.rejects.is_empty() {
            let _ = writeln!(out, "rows that could not be built: {}\n", reasons(&build.rejects, usize::MAX));
        }
        let targets: Vec<&str> = TARGETS.iter().map(|t| t.name()).collect();
        if build.variants > 0 {
            let _ = writeln!(out, "{} copies of items, which no table counts\n", grouped(build.variants));
        }
        out.push_str(&build.overview.text(&targets));
    }
    out
}

/// The report of a plan.
pub fn plan(run: &RunFile) -> String {
    let mut out = left_out(run) + &unmet(run, &run.unmet());
    let copies = run.plan.pointer("/plan/variants").and_then(Value::as_u64).unwrap_or(0);
    let copies = if copies > 0 { format!(", and {} copies of them", grouped(copies)) } else { String::new() };
    let _ = writeln!(out, "{} items planned{copies}", grouped(planned_items(run)));
    out
}

/// The report of a plan that is not written, with an estimate of the disk that its pictures take.
pub fn dry_run(plan: &Plan, draw: Draw) -> String {
    let mut out = String::new();
    for (cell, c) in plan.report.unmet() {
        let counts: Counts = c.reasons.iter().map(|(r, n)| (r.to_string(), *n)).collect();
        let _ =
            writeln!(out, "{}: {} of {} items ({})", cell.as_str(), c.made, c.quota, reasons(&counts, REASONS_SHOWN));
    }
    let targets: Vec<&str> = TARGETS.iter().map(|t| t.name()).collect();
    let originals: Vec<&PlanRow> = plan.rows.iter().filter(|r| r.variant.is_none()).collect();
    out.push_str(&estimate(&originals).text(&targets));
    let bytes: f64 = plan.rows.iter().map(|row| picture_bytes(row, draw)).sum();
    let _ = writeln!(out, "about {:.1} MB of pictures; nothing was written", bytes / 1e6);
    out
}

/// Items in the plan of a run.
pub fn planned_items(run: &RunFile) -> u64 {
    run.plan.pointer("/plan/items").and_then(Value::as_u64).unwrap_or(0)
}

/// Input rows that could not be read, over all sources.
pub fn unreadable(run: &RunFile) -> u64 {
    let sources = run.plan.pointer("/plan/sources").and_then(Value::as_object);
    sources.into_iter().flatten().filter_map(|(_, s)| s.get("rejected_rows").and_then(Value::as_u64)).sum()
}

/// Pictures of other sets.
fn left_out(run: &RunFile) -> String {
    let counts = run.left_out();
    if counts.is_empty() {
        return String::new();
    }
    format!("pictures of other sets, not used: {}\n\n", reasons(&counts, usize::MAX))
}

fn unmet(run: &RunFile, cells: &[Unmet]) -> String {
    let mut out = String::new();
    for u in cells {
        let lost: Counts = run
            .plan
            .pointer("/plan/cells")
            .and_then(|cells| cells.get(&u.cell)?.get("reasons")?.as_object())
            .into_iter()
            .flatten()
            .filter_map(|(reason, n)| Some((reason.clone(), n.as_u64()?)))
            .collect();
        let _ = write!(out, "quota unmet: {}: {} of {} items", u.cell, grouped(u.items), grouped(u.quota));
        match lost.is_empty() {
            true => out.push('\n'),
            false => {
                let _ = writeln!(out, " (lost: {})", reasons(&lost, REASONS_SHOWN));
            }
        }
    }
    for (cell, report) in run.plan.pointer("/plan/cells").and_then(Value::as_object).into_iter().flatten() {
        let by: Vec<&str> =
            report.get("beaten_by").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        if !by.is_empty() {
            let _ = writeln!(out, "beaten blindly: {cell}: {} (`groundline check` tells by how much)", by.join(", "));
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The commonest reasons first.
fn reasons(counts: &Counts, shown: usize) -> String {
    let mut sorted: Vec<(&String, &u64)> = counts.iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let mut parts: Vec<String> = sorted.iter().take(shown).map(|(r, n)| format!("{r} {}", grouped(**n))).collect();
    if sorted.len() > shown {
        parts.push(format!("{} more reasons", sorted.len() - shown));
    }
    parts.join(", ")
}

/// The overview that the rows will have; unique questions are known only once texts are written.
fn estimate(rows: &[&PlanRow]) -> Overview {
    let line = |rows: &[&PlanRow]| {
        let unique = |of: &dyn Fn(&PlanRow) -> String| rows.iter().map(|r| of(r)).collect::<BTreeSet<_>>().len() as u64;
        Line {
            items: rows.len() as u64,
            images: unique(&|r| r.picture.scene.clone()),
            questions: unique(&|r| format!("{} {:?} {:?}", r.template, r.slots.noun, r.slots.gap)),
            answers: unique(&|r| {
                r.options.get(usize::from(r.answer_index)).map(|o| o.term.to_string()).unwrap_or_default()
            }),
        }
    };
    let mut overview = Overview { total: line(rows), ..Overview::default() };
    for target in TARGETS {
        let own: Vec<&PlanRow> = rows.iter().copied().filter(|r| r.target == target.name()).collect();
        overview.targets.insert(target.name().to_string(), line(&own));
    }
    overview
}

/// Bytes that a row's own picture takes: none where it is linked, else by photos of this format and quality.
fn picture_bytes(row: &PlanRow, draw: Draw) -> f64 {
    if !row.is_boxed() || row.picture_id() != row.id {
        return 0.0;
    }
    let pixels = f64::from(row.picture.image.size.w) * f64::from(row.picture.image.size.h);
    pixels
        * match draw.format {
            PictureFormat::Png => 1.6,
            PictureFormat::Jpeg => 0.05 + 0.45 * (f64::from(draw.quality.get()) / 100.0).powi(4),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_listed_by_weight() {
        let counts: Counts = [("a".into(), 1), ("b".into(), 2000), ("c".into(), 5)].into();
        assert_eq!(reasons(&counts, 2), "b 2,000, c 5, 1 more reasons");
        assert_eq!(reasons(&counts, 9), "b 2,000, c 5, a 1");
    }
}

//! The report of `check`, as text and as JSON.

use super::Report;
use crate::audit::blind::{self, CellAttack};
use crate::audit::finding::{Finding, Verdict};
use crate::audit::hygiene::{FLAWS, How};
use crate::error::{Error, Place, Result};
use crate::pipeline::overview::grouped;
use serde_json::{Value, json};
use std::fmt::Write;

/// The tables and findings for a terminal.
pub fn text(report: &Report, strict: bool) -> String {
    let mut out = String::new();
    let copies = if report.copies > 0 { format!(", {} copies", grouped(report.copies as u64)) } else { String::new() };
    let _ = writeln!(
        out,
        "{} items{copies} on {} pictures, content {}\n",
        grouped(report.items as u64),
        grouped(report.pictures as u64),
        report.blake3.get(..12).unwrap_or_default()
    );
    out.push_str(&cells(report));
    out.push_str(&solvers(report));
    out.push_str(&oracles(report));
    out.push_str(&findings(&report.findings, strict));
    let failed = report.findings.iter().filter(|f| f.fails(strict)).count();
    let _ = match failed {
        0 => writeln!(out, "all checks hold"),
        1 => writeln!(out, "1 check failed"),
        n => writeln!(out, "{n} checks failed"),
    };
    out
}

fn percent(v: f64) -> String {
    format!("{:.1}", 100.0 * v)
}

/// One row a cell: the honest best (chosen on the other folds) and the luckiest solver.
fn cells(report: &Report) -> String {
    let mut out = String::from("Answering without the picture, in percent; * beats chance (Holm)\n\n");
    let _ = writeln!(out, "{:<26}{:>7}{:>8}{:>8}  {:<24}{:>6}  95 %", "cell", "n", "chance", "chosen", "highest", "");
    let row = |out: &mut String, name: &str, c: &CellAttack| {
        let chosen = c.solvers.iter().find(|s| s.solver == "best_of_all");
        let Some(best) = c.best() else { return };
        let mark = if c.beaten_by().next().is_some() { "*" } else { "" };
        let _ = writeln!(
            out,
            "{name:<26}{:>7}{:>8}{:>8}  {:<24}{:>6}  {}–{} {mark}",
            grouped(c.items as u64),
            percent(c.chance),
            chosen.map_or_else(String::new, |s| percent(s.stat.accuracy)),
            best.solver,
            percent(best.stat.accuracy),
            percent(best.stat.low),
            percent(best.stat.high),
        );
    };
    for (name, cell) in &report.attack.cells {
        row(&mut out, name, cell);
    }
    if report.attack.cells.len() > 1 {
        row(&mut out, "all", &report.attack.all);
    }
    if report.attack.parts.len() > 1 {
        for (name, part) in &report.attack.parts {
            row(&mut out, &format!("  {name} only"), part);
        }
    }
    out.push_str(
        "\n“chosen” is the solver that did best on the other folds; “highest” is picked with hindsight, so luck alone \
         lifts it above chance.\n\n",
    );
    out
}

/// One row a solver, over the whole set.
fn solvers(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{:<24}{:>7}{:>9}  {:<13}what it picks", "solver", "decided", "accuracy", "95 %");
    for (name, what) in blind::solvers() {
        let Some(r) = report.attack.all.solvers.iter().find(|s| s.solver == name) else { continue };
        let s = &r.stat;
        let interval = format!("{}–{}", percent(s.low), percent(s.high));
        let mark = if r.beats_chance { "*" } else { "" };
        let _ = writeln!(
            out,
            "{name:<24}{:>7}{:>9}  {interval:<13}{what}{mark}",
            grouped(s.decided as u64),
            percent(s.accuracy)
        );
    }
    let _ = writeln!(out, "{:<24}{:>7}{:>9}\n", "chance", "", percent(report.attack.all.chance));
    out
}

fn oracles(report: &Report) -> String {
    let Some(oracles) = &report.oracles else { return String::new() };
    let mut out = String::from("Knowing every label of the picture, in percent\n\n");
    let _ = writeln!(out, "{:<12}{:>7}{:>8}{:>10}{:>15}", "level", "n", "chance", "box-free", "question-free");
    for (level, o) in &oracles.levels {
        let _ = writeln!(
            out,
            "{level:<12}{:>7}{:>8}{:>10}{:>15}",
            grouped(o.box_free.n as u64),
            percent(o.box_free.chance),
            percent(o.box_free.accuracy),
            percent(o.question_free.accuracy)
        );
    }
    out.push('\n');
    out
}

fn findings(all: &[Finding], strict: bool) -> String {
    let mut out = String::new();
    let mut sorted: Vec<&Finding> = all.iter().filter(|f| f.verdict != Verdict::Pass).collect();
    sorted.sort_by_key(|f| std::cmp::Reverse(f.verdict));
    for f in sorted {
        let name = if f.fails(strict) { Verdict::Fail.name() } else { f.verdict.name() };
        if f.verdict < Verdict::Warn {
            let _ = writeln!(out, "{name:<8}{}: {}", f.check, f.what);
            continue;
        }
        let _ = writeln!(out, "{name:<8}{}: {}, not so in {}", f.check, f.what, cases(f.count));
        for example in &f.examples {
            let _ = writeln!(out, "          {example}");
        }
        if f.count > f.examples.len() as u64 {
            let _ = writeln!(out, "          … and {} more", grouped(f.count - f.examples.len() as u64));
        }
        let _ = writeln!(out, "        → {}", f.remedy);
    }
    let passed: Vec<&str> = all.iter().filter(|f| f.verdict == Verdict::Pass).map(|f| f.check.as_str()).collect();
    if !passed.is_empty() {
        let _ = writeln!(out, "pass    {}", passed.join(", "));
    }
    out
}

fn cases(n: u64) -> String {
    if n == 1 { "1 case".into() } else { format!("{} cases", grouped(n)) }
}

fn rounded(v: f64) -> f64 {
    (v * 1e4).round() / 1e4
}

/// Rounds every number of a JSON value to four digits, p-values apart.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, v) in map.iter_mut().filter(|(key, _)| *key != "p") {
                let _ = key;
                tidy(v);
            }
        }
        Value::Array(all) => all.iter_mut().for_each(tidy),
        Value::Number(n) if n.is_f64() => *value = json!(rounded(n.as_f64().unwrap_or(0.0))),
        _ => {}
    }
}

/// The whole report as JSON: no times, no paths.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn json(report: &Report, strict: bool) -> Result<String> {
    let bias: serde_json::Map<String, Value> =
        report.ids.iter().zip(&report.attack.bias).map(|(id, b)| (id.clone(), json!(rounded(*b)))).collect();
    let flaws: Vec<Value> = FLAWS
        .iter()
        .map(|(flaw, how)| {
            let (how, note) = match how {
                How::Rule => ("rule", ""),
                How::RuleButFor(kind) => ("declared", *kind),
                How::Elsewhere(name) => ("elsewhere", *name),
                How::NotChecked(why) => ("not checked", *why),
            };
            json!({"flaw": flaw, "how": how, "note": note})
        })
        .collect();
    let solvers: serde_json::Map<String, Value> =
        blind::solvers().into_iter().map(|(name, what)| (name.to_string(), json!(what))).collect();
    let mut value = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "set": {
            "made": report.origin,
            "items": report.items,
            "copies": report.copies,
            "pictures": report.pictures,
            "blake3": report.blake3,
        },
        "strict": strict,
        "holds": report.holds(strict),
        "findings": report.findings,
        "solvers": solvers,
        "blind": report.attack,
        "oracles": report.oracles,
        "balance": report.balance,
        "item_writing_flaws": flaws,
        "bias": bias,
    });
    tidy(&mut value);
    let mut text = serde_json::to_string_pretty(&value).map_err(|e| {
        Error::data(Place::file(super::REPORT_FILE), e.to_string(), "report this as a fault of groundline")
    })?;
    text.push('\n');
    Ok(text)
}

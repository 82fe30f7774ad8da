//! The section of `index.html` that tells how the checks ended. It stands between two comments and is replaced whole.

use super::Report;
use crate::audit::finding::Verdict;
use crate::error::{Error, Result};
use crate::pipeline::files;
use crate::report::svg::escape;
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- check -->";
const END: &str = "<!-- end of check -->";

/// Writes the section into the page of a set; `false` where the set has no page.
///
/// # Errors
/// When the page cannot be read or written.
pub fn write(folder: &Path, report: &Report, strict: bool) -> Result<bool> {
    let path = folder.join("index.html");
    let page = match std::fs::read_to_string(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        other => other.map_err(|e| Error::io(&path, "read", e))?,
    };
    let Some(page) = placed(&page, &section(report, strict)) else { return Ok(false) };
    files::write(&path, page.as_bytes())?;
    Ok(true)
}

/// The page with the section: in place of an earlier one, else below the header.
fn placed(page: &str, section: &str) -> Option<String> {
    let (before, after) = match (page.find(BEGIN), page.find(END)) {
        (Some(from), Some(to)) if from < to => (page.get(..from)?, page.get(to + END.len()..)?),
        _ => page.split_at_checked(page.find("</header>")? + "</header>\n".len())?,
    };
    Some(format!("{before}{BEGIN}{section}{END}{after}"))
}

fn section(report: &Report, strict: bool) -> String {
    let failed = report.findings.iter().filter(|f| f.fails(strict)).count();
    let summary = match failed {
        0 => "Checks: all hold".to_string(),
        1 => "Checks: 1 failed".to_string(),
        n => format!("Checks: {n} failed"),
    };
    let mut out = format!(
        "\n<details class=\"check\" style=\"margin:0 1.5rem 1rem\"><summary><b>{summary}</b></summary>\n\
         <p>What solvers score without the picture, in percent. “Chosen” is the solver that did best on the other \
         folds.</p>\n<table style=\"border-spacing:1rem 0.1rem\"><tr><th>cell</th><th>items</th><th>chance</th><th>chosen</th><th>highest</th><th></th></tr>\n"
    );
    let rows = report.attack.cells.iter().map(|(n, c)| (n.as_str(), c)).chain([("all", &report.attack.all)]);
    for (name, cell) in rows {
        let chosen = cell.solvers.iter().find(|s| s.solver == "best_of_all").map_or(0.0, |s| s.stat.accuracy);
        let (best, solver) = cell.best().map_or((0.0, ""), |b| (b.stat.accuracy, b.solver));
        let beaten = if cell.beaten_by().next().is_some() { " ✗ beats chance" } else { "" };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{:.1}</td><td>{:.1}</td><td>{:.1}</td><td>{}{beaten}</td></tr>",
            escape(name),
            cell.items,
            100.0 * cell.chance,
            100.0 * chosen,
            100.0 * best,
            escape(&solver.replace('_', " "))
        );
    }
    out.push_str("</table>\n<ul>\n");
    let mut findings: Vec<_> = report.findings.iter().filter(|f| f.verdict != Verdict::Pass).collect();
    findings.sort_by_key(|f| std::cmp::Reverse(f.verdict));
    for f in findings {
        let verdict = if f.fails(strict) { "failed" } else { f.verdict.name() };
        let _ = write!(out, "<li><b>{verdict}</b> {}: {}", escape(&f.check.replace('_', " ")), escape(&f.what));
        if f.verdict >= Verdict::Warn {
            let _ = write!(out, ", not so in {}: {}", f.count, escape(&f.examples.join("; ")));
        }
        out.push_str("</li>\n");
    }
    let passed = report.findings.iter().filter(|f| f.verdict == Verdict::Pass).count();
    let _ = write!(out, "<li>{passed} checks hold</li>\n</ul>\n</details>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_placed_once() {
        let page = "<body>\n<header>x</header>\n<main></main>";
        let once = placed(page, "one").unwrap();
        assert_eq!(once, format!("<body>\n<header>x</header>\n{BEGIN}one{END}<main></main>"));
        let twice = placed(&once, "two").unwrap();
        assert_eq!(twice, once.replace("one", "two"));
        assert_eq!(placed("no header", "x"), None);
    }
}

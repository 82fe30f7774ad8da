//! The files of a grading.

use crate::error::{Error, Result};
use crate::model::grade::Scores;
use crate::pipeline::files;
use crate::pipeline::score::{draw, json, thumbnail};
use crate::report::grades::{Grades, Report, browser, grids, topic_chart};
use crate::report::html::{self, Chart};
use crate::report::markdown;
use std::path::Path;

/// Writes `report.json`, `report.md`, `report.html`, `scores.jsonl` and the charts into `dir`; the chart by topic compares
/// two models (their indices). Returns what could not be drawn, in a sentence, if anything.
///
/// # Errors
/// When a file cannot be written.
pub fn write(dir: &Path, report: &Report, grades: &Grades, versus: Option<(usize, usize)>) -> Result<Option<String>> {
    std::fs::create_dir_all(dir).map_err(|e| Error::io(dir, "create", e))?;
    let mut charts = Vec::new();
    if let Some(versus) = versus {
        for (k, metric) in report.metrics.iter().enumerate() {
            if let Some((svg, caption)) = topic_chart(report, grades, k, versus) {
                charts.push(Chart { name: format!("topics_{}", metric.key), caption, svg });
            }
        }
    }
    let tables = grids(report);
    files::write(&dir.join("report.json"), json(report)?.as_bytes())?;
    files::write(&dir.join("report.md"), (title(report) + &markdown::tables(&tables)).as_bytes())?;
    scores(&dir.join("scores.jsonl"), grades)?;
    let lack = draw(dir, &charts)?;
    let names: Vec<&str> = report.models.iter().map(|m| m.name.as_str()).collect();
    let note = format!("groundline {}; {} questions.", report.version, report.questions);
    let page = html::tables(
        &format!("Grades of {}", names.join(", ")),
        &note,
        &tables,
        &charts,
        Some(&browser(grades, &thumbnail)),
    );
    files::write(&dir.join("report.html"), page.as_bytes())?;
    Ok(lack)
}

fn title(report: &Report) -> String {
    let names: Vec<&str> = report.models.iter().map(|m| m.name.as_str()).collect();
    format!("# Grades of {}\n\n", names.join(", "))
}

/// Writes `scores.jsonl`: one line an answer that has a score.
///
/// # Errors
/// When it cannot be written.
pub fn scores(path: &Path, grades: &Grades) -> Result<()> {
    files::write_whole(path, |out| {
        for model in &grades.models {
            for (i, row) in grades.rows.iter().enumerate() {
                let of = |(metric, scores): (&crate::report::grades::MetricName, &Vec<Option<f64>>)| {
                    Some((metric.key.clone(), scores.get(i).copied().flatten()?))
                };
                let scores: std::collections::BTreeMap<String, f64> =
                    grades.metrics.iter().zip(&model.scores).filter_map(of).collect();
                if !scores.is_empty() {
                    let line = Scores { id: row.id.clone(), model: model.name.clone(), scores };
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                }
            }
        }
        Ok(())
    })
}

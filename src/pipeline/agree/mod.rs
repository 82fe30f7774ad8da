//! `agree`: scores against people's ratings, or raters against each other.

use crate::error::{Error, Place, Result};
use crate::model::grade::{Rating, Scores};
use crate::pipeline::files;
use crate::pipeline::grade::{read_ratings, rows};
use crate::pipeline::score::{draw, json};
use crate::report::agree::{Field, Label, Report, Settings, between_raters, people_grids, rater_grids, with_people};
use crate::report::grades::{Plot, people_chart};
use crate::report::grid::{Grid, p_text};
use crate::report::html::{self, Chart};
use crate::report::markdown;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reads `scores.jsonl` files; scores of one answer in several files are put together.
///
/// # Errors
/// When one cannot be read, a line is no scores, or two files score one answer differently by the same metric.
pub fn scores(paths: &[PathBuf]) -> Result<Vec<Scores>> {
    let mut out: Vec<Scores> = Vec::new();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for path in paths {
        let before = out.len();
        rows(path, |row, place| {
            let line: Scores = serde_json::from_value(Value::Object(row)).map_err(|e| {
                Error::data(place.clone(), format!("no line of scores: {e}"), "give scores.jsonl of `groundline grade`")
            })?;
            let at = *places.entry((line.model.clone(), line.id.clone())).or_insert(out.len());
            let Some(held) = out.get_mut(at) else {
                out.push(line);
                return Ok(());
            };
            for (metric, score) in line.scores {
                if held.scores.insert(metric.clone(), score).is_some_and(|s| s != score) {
                    let what = format!("{} of {} by {metric} is scored twice, differently", line.id, line.model);
                    return Err(Error::data(place, what, "give one score a metric and answer"));
                }
            }
            Ok(())
        })?;
        if out.len() == before && out.is_empty() {
            return Err(Error::data(
                Place::file(path.display().to_string()),
                "there are no scores in it",
                "give scores.jsonl of `groundline grade`",
            ));
        }
    }
    Ok(out)
}

/// Compares scores with people.
///
/// # Errors
/// When no rated answer has a score.
pub fn people(scores: &[Scores], ratings: &[Rating], human: &Path, settings: &Settings) -> Result<Report> {
    let report = with_people(scores, ratings, settings);
    if report.metrics.is_empty() {
        let (a, b) = (scores.first(), ratings.first());
        let name = |id: Option<&String>, model: Option<&String>| {
            format!("`{}` of `{}`", id.map_or("", |s| s), model.map_or("", |s| s))
        };
        return Err(Error::data(
            Place::file(human.display().to_string()),
            format!("no rated answer has a score: it rates {}", name(b.map(|r| &r.id), b.map(|r| &r.model))),
            format!(
                "the scores are of {}: ids and names of models must be the same",
                name(a.map(|s| &s.id), a.map(|s| &s.model))
            ),
        ));
    }
    Ok(report)
}

/// Reads a file of ratings.
///
/// # Errors
/// When it cannot be read or has no ratings.
pub fn ratings(path: &Path) -> Result<Vec<Rating>> {
    read_ratings(path)
}

/// Reads files of labels (`id`, `rater`, `label`) and compares the raters. Files with one rater each are one field; a
/// file with several raters is a field of its own.
///
/// # Errors
/// When a file cannot be read, a line lacks a field, or there are fewer than two raters.
pub fn raters(paths: &[PathBuf]) -> Result<Vec<Field>> {
    let mut sheets: Vec<(String, Vec<Label>)> = Vec::new();
    for path in paths {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut labels = Vec::new();
        rows(path, |row, place| {
            let text = |key: &str| match row.get(key) {
                Some(Value::String(s)) => Some(s.trim().to_string()).filter(|s| !s.is_empty()),
                Some(v @ (Value::Number(_) | Value::Bool(_))) => Some(v.to_string()),
                _ => None,
            };
            let missing =
                |key: &str| Error::data(place.clone(), format!("there is no `{key}`"), "write id, rater, label");
            let mut id = text("id").ok_or_else(|| missing("id"))?;
            // Ratings of answers are labels too: the item is an answer.
            if let Some(model) = text("model") {
                id = format!("{id} · {model}");
            }
            let label = text("label").or_else(|| text("score")).ok_or_else(|| missing("label"))?;
            labels.push(Label { id, rater: text("rater").unwrap_or_else(|| stem.clone()), label });
            Ok(())
        })?;
        sheets.push((stem, labels));
    }
    let several = |labels: &[Label]| labels.iter().map(|l| &l.rater).collect::<BTreeSet<_>>().len() > 1;
    if !sheets.iter().any(|(_, labels)| several(labels)) {
        // One file a rater: two files of one rater's name are told apart by the file.
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let mut all = Vec::new();
        for (stem, labels) in sheets {
            let rater = labels.first().map(|l| l.rater.clone()).unwrap_or_default();
            let known = names.entry(rater).or_default();
            *known += 1;
            let again = *known > 1;
            all.extend(
                labels
                    .into_iter()
                    .map(|l| Label { rater: if again { format!("{} ({stem})", l.rater) } else { l.rater }, ..l }),
            );
        }
        sheets = vec![("label".into(), all)];
    }
    let fields: Vec<Field> = sheets.iter().map(|(name, labels)| between_raters(name, labels)).collect();
    if let Some(alone) = fields.iter().find(|f| f.raters.len() < 2) {
        return Err(Error::usage(
            format!("`{}` has the labels of fewer than two raters", alone.name),
            "give a file with a `rater` column, or one file a rater",
        ));
    }
    Ok(fields)
}

/// The tables as Markdown.
pub fn people_text(report: &Report) -> String {
    markdown::tables(&people_grids(report))
}

/// The tables as Markdown.
pub fn raters_text(fields: &[Field]) -> String {
    markdown::tables(&rater_grids(fields))
}

/// Writes `report.json`, `report.md`, `report.html` and the chart of metrics against people.
///
/// # Errors
/// When a file cannot be written.
pub fn write_people(dir: &Path, report: &Report) -> Result<Option<String>> {
    let plots: Vec<Plot> = report
        .metrics
        .iter()
        .map(|m| Plot {
            title: match &m.models_pearson {
                Some(a) => {
                    format!("{}: r {:.3}{}", m.metric, a.r, a.p.map_or(String::new(), |p| format!(", p {}", p_text(p))))
                }
                None => m.metric.clone(),
            },
            points: m.models.iter().map(|p| (p.model.clone(), p.metric, p.people)).collect(),
        })
        .collect();
    let charts = people_chart(&plots).map(|svg| Chart {
        name: "people".into(),
        caption: "Each dot is a model: the metric's mean to the right, the mean rating by people upwards.".into(),
        svg,
    });
    let note = format!("groundline {}; {} rated answers.", report.version, report.rated);
    write(dir, report, ("Metrics against people", &note), &people_grids(report), charts.as_slice())
}

/// Writes `report.json`, `report.md` and `report.html`.
///
/// # Errors
/// When a file cannot be written.
pub fn write_raters(dir: &Path, fields: &[Field]) -> Result<Option<String>> {
    let note = format!("groundline {}.", env!("CARGO_PKG_VERSION"));
    write(dir, &fields, ("Agreement of raters", &note), &rater_grids(fields), &[])
}

fn write(
    dir: &Path,
    report: &impl Serialize,
    (title, note): (&str, &str),
    grids: &[Grid],
    charts: &[Chart],
) -> Result<Option<String>> {
    std::fs::create_dir_all(dir).map_err(|e| Error::io(dir, "create", e))?;
    files::write(&dir.join("report.json"), json(report)?.as_bytes())?;
    files::write(&dir.join("report.md"), format!("# {title}\n\n{}", markdown::tables(grids)).as_bytes())?;
    files::write(&dir.join("report.html"), html::tables(title, note, grids, charts, None).as_bytes())?;
    draw(dir, charts)
}

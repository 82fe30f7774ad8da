//! The files of a report.

use super::load::Scoring;
use crate::error::{Error, Place, Result};
use crate::pipeline::files;
use crate::report::browser::SHOWN;
use crate::report::html::{self, Chart, browsed};
use crate::report::radar::{self, Radar};
use crate::report::sheet::Item;
use crate::report::tally::Report;
use crate::report::{cd_diagram, markdown, svg};
use std::io::{Cursor, Write};
use std::path::Path;

/// How many pixels wide pictures on the page are.
const THUMB: u32 = 360;

/// Writes `report.json`, `report.md`, `report.html`, the charts and `scored.jsonl` into `dir`. Returns what could not
/// be drawn, in a sentence, if anything.
///
/// # Errors
/// When a file cannot be written.
pub fn write(dir: &Path, set: &Path, report: &Report, scoring: &Scoring) -> Result<Option<String>> {
    std::fs::create_dir_all(dir).map_err(|e| Error::io(dir, "create", e))?;
    files::write(&dir.join("report.json"), json(report)?.as_bytes())?;
    files::write(&dir.join("report.md"), markdown::render(report).as_bytes())?;
    files::write_whole(&dir.join("scored.jsonl"), |out| scored(out, scoring))?;
    let charts = charts(report);
    let lack = draw(dir, &charts)?;
    let folder = if set.is_dir() { set } else { set.parent().unwrap_or(Path::new(".")) };
    let shown = browsed(&scoring.items, &scoring.runs, SHOWN);
    let picture = |item: &Item| if item.image.is_empty() { None } else { thumbnail(&folder.join(&item.image)) };
    let page = html::render(report, &scoring.items, &scoring.runs, &charts, &shown, &picture);
    files::write(&dir.join("report.html"), page.as_bytes())?;
    Ok(lack)
}

/// Writes charts as SVG and PNG. Returns what could not be drawn, in a sentence, if anything.
///
/// # Errors
/// When a file cannot be written.
pub fn draw(dir: &Path, charts: &[Chart]) -> Result<Option<String>> {
    let mut drawn = true;
    for chart in charts {
        files::write(&dir.join(format!("{}.svg", chart.name)), chart.svg.as_bytes())?;
        match svg::png(&chart.svg) {
            Some(png) => files::write(&dir.join(format!("{}.png", chart.name)), &png)?,
            None => drawn = false,
        }
    }
    Ok((!drawn).then(|| "there is no font on this machine, so the charts are SVG only".to_string()))
}

/// `report.json`.
///
/// # Errors
/// When a number cannot be written as JSON.
pub fn json(report: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string_pretty(report)
        .map(|t| t + "\n")
        .map_err(|e| Error::data(Place::file("report.json"), e.to_string(), "report this as a fault"))
}

fn scored(out: &mut dyn Write, scoring: &Scoring) -> std::io::Result<()> {
    for run in &scoring.runs {
        for scored in run.scored.iter().flatten() {
            let mut row = serde_json::to_value(scored)?;
            if scoring.runs.len() > 1
                && let Some(object) = row.as_object_mut()
            {
                object.insert("model".into(), run.name.clone().into());
            }
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

/// The charts that this report has data for.
pub fn charts(report: &Report) -> Vec<Chart> {
    let names: Vec<&str> = report.models.iter().map(|m| m.name.as_str()).collect();
    let mut out = Vec::new();
    for (by, name, title) in
        [("target", "radar_targets", "Accuracy by target, %"), ("kind", "radar_kinds", "Accuracy by question kind, %")]
    {
        let Some(table) = report.tables.iter().find(|t| t.by == by) else { continue };
        let spoken: Vec<String> = table.rows.iter().map(|r| r.key.replace('_', " ")).collect();
        let radar = Radar {
            title,
            axes: spoken.iter().map(String::as_str).collect(),
            chance: table.rows.iter().map(|r| r.chance).collect(),
            runs: names
                .iter()
                .enumerate()
                .map(|(i, n)| (*n, table.rows.iter().map(|r| r.scores.get(i)?.as_ref().map(|s| s.accuracy)).collect()))
                .collect(),
        };
        out.push(Chart { name: name.into(), caption: String::new(), svg: radar::draw(&radar, 420.0) });
    }
    if let Some(ranks) = report.comparison.as_ref().and_then(|c| c.ranks.as_ref()) {
        out.push(Chart {
            name: "cd".into(),
            caption: "Mean rank over target × kind cells; 1 is best.".into(),
            svg: cd_diagram::draw(ranks, report.alpha, 900.0),
        });
    }
    out
}

/// A picture as a small JPEG in a data URL; `None` where it cannot be read.
pub fn thumbnail(path: &Path) -> Option<String> {
    let image = image::open(path).ok()?;
    let small = if image.width() > THUMB { image.thumbnail(THUMB, THUMB * 2) } else { image };
    let mut bytes = Cursor::new(Vec::new());
    small.to_rgb8().write_with_encoder(image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 76)).ok()?;
    Some(format!("data:image/jpeg;base64,{}", crate::llm::base64::encode(bytes.get_ref())))
}

#[cfg(test)]
mod tests {
    use super::super::{Options, score};
    use super::*;

    #[test]
    fn all_files_are_written() {
        let dir = tempfile::tempdir().unwrap();
        let mut items = String::new();
        let mut answers = String::new();
        for i in 0..24 {
            let (target, kind) = (["color", "entity", "number"][i % 3], ["what", "yes_no"][i % 2]);
            items += &format!(
                "{{\"id\":\"i{i}\",\"image\":\"images/x.png\",\"question\":\"Q{i}\",\"choices\":[\"red\",\"blue\"],\"answer_index\":{},\"target\":\"{target}\",\"kind\":\"{kind}\"}}\n",
                i % 2
            );
            answers += &format!("{{\"id\":\"i{i}\",\"response\":\"{}\"}}\n", ["A", "It is blue."][i % 2]);
        }
        std::fs::write(dir.path().join("items.jsonl"), items).unwrap();
        std::fs::create_dir(dir.path().join("images")).unwrap();
        image::RgbImage::from_pixel(600, 300, image::Rgb([200, 30, 30])).save(dir.path().join("images/x.png")).unwrap();
        let file = dir.path().join("m.jsonl");
        std::fs::write(&file, answers).unwrap();
        let options = Options {
            set: dir.path().into(),
            answers: vec![("m".into(), file.clone()), ("n".into(), file)],
            ..Options::default()
        };
        let (report, scoring) = score(&options).unwrap();
        let out = dir.path().join("report");
        write(&out, dir.path(), &report, &scoring).unwrap();
        for name in [
            "report.json",
            "report.md",
            "report.html",
            "scored.jsonl",
            "radar_targets.svg",
            "radar_kinds.svg",
            "cd.svg",
        ] {
            assert!(out.join(name).metadata().unwrap().len() > 200, "{name}");
        }
        assert!(std::fs::read_to_string(out.join("report.html")).unwrap().contains("data:image/jpeg;base64,/9j/"));
        let first = std::fs::read_to_string(out.join("scored.jsonl")).unwrap();
        let row: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
        assert_eq!(
            (row["id"].as_str(), row["choice"].as_str(), row["outcome"].as_str(), row["correct"].as_bool()),
            (Some("i0"), Some("A"), Some("chosen"), Some(true))
        );
    }
}

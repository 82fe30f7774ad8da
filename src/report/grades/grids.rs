//! The tables of graded answers.

use super::summary::{GroupTable, Mean, ModelSummary, PARTS, Report};
use crate::report::grid::{Cell, Grid};

/// All tables, in the report's order.
pub fn grids(report: &Report) -> Vec<Grid> {
    let mut out = vec![overall(report)];
    out.extend(parts(report));
    for table in &report.tables {
        out.extend(by_column(report, table));
    }
    out.extend(misfits(report));
    out
}

/// A score with three decimals.
fn score(mean: &Mean) -> String {
    mean.mean.map_or_else(|| "–".into(), |m| format!("{m:.3}"))
}

fn with_interval(mean: &Mean) -> Cell {
    Cell::with(score(mean), mean.interval.map_or(String::new(), |(low, high)| format!("{low:.3}–{high:.3}")))
}

/// Marks the best and the second of each column but the first; where all are alike, none.
fn mark(rows: &mut [Vec<Cell>], values: &[Vec<Option<f64>>]) {
    for column in 0..values.iter().map(Vec::len).max().unwrap_or(0) {
        let of = |row: &Vec<Option<f64>>| row.get(column).copied().flatten();
        let mut all: Vec<f64> = values.iter().filter_map(of).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all.dedup();
        let (Some(best), Some(second)) = (all.first(), all.get(1)) else { continue };
        for (row, value) in rows.iter_mut().zip(values) {
            if let Some(cell) = row.get_mut(column + 1) {
                (cell.best, cell.second) = (of(value) == Some(*best), of(value) == Some(*second));
            }
        }
    }
}

fn overall(report: &Report) -> Grid {
    let rated = report.models.iter().any(|m| m.people.is_some());
    let mut header = vec!["model".to_string()];
    header.extend(report.metrics.iter().map(|m| m.key.clone()));
    if rated {
        header.push("people".into());
    }
    header.push("answers".into());
    let all = |m: &ModelSummary| m.means.iter().chain(&m.people).cloned().collect::<Vec<Mean>>();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for model in &report.models {
        let mut row = vec![Cell::new(&model.name)];
        row.extend(all(model).iter().map(with_interval));
        row.push(Cell::new(model.means.iter().map(|m| m.n).max().unwrap_or(0).to_string()));
        rows.push(row);
    }
    let values: Vec<Vec<Option<f64>>> = report.models.iter().map(|m| all(m).iter().map(|m| m.mean).collect()).collect();
    mark(&mut rows, &values);
    let names: Vec<String> = report.metrics.iter().map(|m| format!("{}: {}", m.key, m.label)).collect();
    let people = if rated { " people: mean rating (0, 0.5, 1) of the rated answers." } else { "" };
    let note = format!(
        "Means over the answered of {} questions, with {:.0} % intervals of the bootstrap over questions. {}.{people}",
        report.questions,
        (1.0 - report.alpha) * 100.0,
        names.join("; ")
    );
    Grid { title: "Overall".into(), note, header, rows }
}

/// Models that were asked with different parts of the question (VQAonline, Tables 3 and 10).
fn parts(report: &Report) -> Option<Grid> {
    let split = |m: &ModelSummary| m.name.split_once(PARTS).map(|(a, b)| (a.to_string(), b.to_string()));
    let shown: Vec<(&ModelSummary, (String, String))> =
        report.models.iter().filter_map(|m| Some((m, split(m)?))).collect();
    if shown.is_empty() {
        return None;
    }
    let mut header = vec!["model".to_string(), "shown".to_string()];
    header.extend(report.metrics.iter().map(|m| m.key.clone()));
    let rows = shown
        .iter()
        .map(|(m, (name, parts))| {
            let mut row = vec![Cell::new(name), Cell::new(spelled(parts))];
            row.extend(m.means.iter().map(|mean| Cell::new(score(mean))));
            row
        })
        .collect();
    let note = "By what a model was shown: Q question, C context, I picture. The part after @ in its name says so.";
    Some(Grid { title: "Input parts".into(), note: note.into(), header, rows })
}

/// `qci` as "Q+C+I"; other words as they are.
fn spelled(parts: &str) -> String {
    let letters = parts.len() <= 3 && parts.chars().all(|c| "qci".contains(c));
    if !letters || parts.is_empty() {
        return parts.to_string();
    }
    parts.to_uppercase().chars().map(String::from).collect::<Vec<_>>().join("+")
}

/// One table for each metric: a row a group, a column a model.
fn by_column(report: &Report, table: &GroupTable) -> Vec<Grid> {
    let title = |by: &str| by.replace('_', if by == "super_category" { "-" } else { " " });
    let mut header = vec![title(&table.by)];
    header.extend(report.models.iter().map(|m| m.name.clone()));
    header.push("questions".into());
    let one = |name: &str, note: String, pick: &dyn Fn(usize, &super::Group) -> Option<Mean>| {
        let rows = table
            .groups
            .iter()
            .map(|group| {
                let mut row = vec![Cell::new(&group.value)];
                for model in 0..report.models.len() {
                    let mean = pick(model, group).unwrap_or(Mean { mean: None, interval: None, n: 0 });
                    let less = if mean.n < group.questions { format!("n {}", mean.n) } else { String::new() };
                    row.push(Cell::with(score(&mean), less));
                }
                row.push(Cell::new(group.questions.to_string()));
                row
            })
            .collect();
        Grid { title: format!("{name} by {}", title(&table.by)), note, header: header.clone(), rows }
    };
    let mut out: Vec<Grid> = report
        .metrics
        .iter()
        .enumerate()
        .map(|(k, metric)| {
            let pick = |m: usize, g: &super::Group| g.means.get(m)?.get(k).cloned();
            one(&metric.key, format!("Mean of {}.", metric.label), &pick)
        })
        .collect();
    if table.groups.iter().any(|g| g.people.iter().any(|m| m.n > 0)) {
        let note = "Mean rating by people (0, 0.5, 1) of the rated answers.".to_string();
        out.push(one("people", note, &|m, g| g.people.get(m).cloned()));
    }
    out
}

fn misfits(report: &Report) -> Option<Grid> {
    let notes: std::collections::BTreeSet<&String> = report.models.iter().flat_map(|m| m.notes.keys()).collect();
    if notes.is_empty() {
        return None;
    }
    let mut header = vec!["model".to_string()];
    header.extend(notes.iter().map(|n| n.replace('_', " ")));
    let rows = report
        .models
        .iter()
        .map(|m| {
            let counts = notes.iter().map(|n| Cell::new(m.notes.get(*n).copied().unwrap_or(0).to_string()));
            std::iter::once(Cell::new(&m.name)).chain(counts).collect()
        })
        .collect();
    let note = "Answers and ratings that have no score, or did not fit the set. They are in no mean.";
    Some(Grid { title: "What did not fit".into(), note: note.into(), header, rows })
}

#[cfg(test)]
mod tests {
    use super::super::summary::{Settings, fixture, summarize};
    use super::*;

    #[test]
    fn tables_name_what_they_hold() {
        let settings = Settings { replicates: 20, group_by: vec!["text".into()], ..Settings::default() };
        let grids = grids(&summarize(&fixture::grades(), &settings));
        let titles: Vec<&str> = grids.iter().map(|g| g.title.as_str()).collect();
        assert_eq!(titles[..4], ["Overall", "Input parts", "rouge_l by super-category", "meteor by super-category"]);
        assert!(titles.contains(&"people by text") && titles.last() == Some(&"What did not fit"));
        assert!(grids.iter().all(|g| g.rows.iter().all(|r| r.len() == g.header.len())));
        let best: Vec<bool> = grids[0].rows.iter().map(|r| r[1].best).collect();
        assert_eq!((best, grids[1].rows[0][1].text.as_str()), (vec![false, true], "Q+C"));
    }
}

//! Tables of accuracies.

use super::super::tally::{Row, Score, Table};
use super::*;

pub(super) fn overall(report: &Report) -> Grid {
    let level = (1.0 - report.alpha) * 100.0;
    let header = [
        "",
        "n",
        "accuracy",
        "interval",
        "bootstrap",
        "effective n",
        "above chance",
        "answered",
        "of answered",
        "low–high",
    ];
    let row = report.tables.first().and_then(|t| t.rows.first());
    let line = |i: usize, m: &Model| {
        let Some(s) = row.and_then(|r| r.scores.get(i)?.as_ref()) else { return vec![Cell::new(label(m))] };
        let small = if s.n <= 100 { format!("exact {}", range(s.exact)) } else { String::new() };
        vec![
            Cell::new(label(m)),
            Cell::new(s.n.to_string()),
            Cell::new(percent(s.accuracy)),
            Cell::with(range(s.interval), small),
            Cell::new(s.bootstrap.map_or("–".into(), range)),
            Cell::new(format!("{:.0}", s.effective_n)),
            Cell::new(format!("{:+.2}", s.corrected * 100.0)),
            Cell::new(percent(s.parse_rate)),
            Cell::new(s.answered_accuracy.map_or("–".into(), percent)),
            Cell::new(if s.low == s.high { percent(s.accuracy) } else { range((s.low, s.high)) }),
        ]
    };
    let order = printed(report);
    let mut rows: Vec<Vec<Cell>> = order.iter().map(|(i, m)| line(*i, m)).collect();
    let values: Vec<Option<f64>> =
        order
            .iter()
            .map(|(i, m)| {
                if m.who == Who::Model {
                    row.and_then(|r| r.scores.get(*i)?.as_ref()).map(|s| s.accuracy)
                } else {
                    None
                }
            })
            .collect();
    rank_column(&mut rows, 2, &values);
    let people = order.iter().filter(|(_, m)| m.who == Who::Human).count();
    rows.insert(people, chance_row(report, header.len()));
    Grid {
        title: "Overall".into(),
        note: format!(
            "{} items on {} pictures. Accuracy counts every response that chooses no option as wrong. The interval ({level:.0} %) is Wilson's over the effective n; \
             the bootstrap draws pictures {} times. Low and high are the accuracies if the ambiguous responses were all wrong or, where they name the right option, all right.",
            report.items, report.pictures, report.replicates
        ),
        header: header.map(String::from).into(),
        rows,
    }
}

fn chance_row(report: &Report, columns: usize) -> Vec<Cell> {
    let mut row =
        vec![Cell::new("Random guess"), Cell::new(report.items.to_string()), Cell::new(percent(report.chance))];
    row.resize(columns, Cell::new(""));
    if let Some(cell) = row.get_mut(6) {
        *cell = Cell::new("+0.00");
    }
    row
}

fn cell_of(score: Option<&Score>, base: Option<&Score>, own: bool) -> Cell {
    match (score, base) {
        (None, _) => Cell::new("–"),
        (Some(s), Some(b)) if !own => {
            Cell::with(percent(s.accuracy), format!("{:+.2}", (s.accuracy - b.accuracy) * 100.0))
        }
        (Some(s), _) => Cell::with(percent(s.accuracy), range(s.interval)),
    }
}

/// Runs as rows, values as columns, the overall accuracy last (the paper's Tables 3 to 6).
pub(super) fn across(report: &Report, table: &Table, title: &str) -> Grid {
    let whole = report.tables.first().and_then(|t| t.rows.first());
    let columns: Vec<(&str, &Row)> =
        table.rows.iter().map(|r| (r.key.as_str(), r)).chain(whole.map(|r| ("all", r))).collect();
    let baseline = report.baseline.as_ref().and_then(|b| report.models.iter().position(|m| m.name == *b));
    let order = printed(report);
    let score = |row: &Row, i: usize| row.scores.get(i).cloned().flatten();
    let mut rows: Vec<Vec<Cell>> = order
        .iter()
        .map(|(i, m)| {
            let mut cells = vec![Cell::new(label(m))];
            for (_, row) in &columns {
                let base = baseline.and_then(|b| score(row, b));
                cells.push(cell_of(score(row, *i).as_ref(), base.as_ref(), baseline == Some(*i)));
            }
            cells
        })
        .collect();
    for (c, (_, row)) in columns.iter().enumerate() {
        let values: Vec<Option<f64>> = order
            .iter()
            .map(|(i, m)| if m.who == Who::Model { score(row, *i).map(|s| s.accuracy) } else { None })
            .collect();
        rank_column(&mut rows, c + 1, &values);
    }
    let people = order.iter().filter(|(_, m)| m.who == Who::Human).count();
    let mut chance = vec![Cell::new("Random guess")];
    chance.extend(columns.iter().map(|(_, r)| Cell::new(percent(r.chance))));
    rows.insert(people, chance);
    let gain = report
        .baseline
        .as_ref()
        .map_or(String::new(), |b| format!(" The small number is the gain over {b}, in points."));
    Grid {
        title: title.into(),
        note: format!("Per cent right.{gain} Best bold, second underlined."),
        header: std::iter::once(String::new()).chain(columns.iter().map(|(k, r)| format!("{k} (n {})", r.n))).collect(),
        rows,
    }
}

/// Values as rows, runs as columns.
pub(super) fn down(report: &Report, table: &Table) -> Grid {
    let order = printed(report);
    let rows = table
        .rows
        .iter()
        .map(|row| {
            let mut cells = vec![
                Cell::new(if row.key.is_empty() { "(none)" } else { &row.key }),
                Cell::new(row.n.to_string()),
                Cell::new(percent(row.chance)),
            ];
            let values: Vec<Option<f64>> = order
                .iter()
                .map(|(i, m)| if m.who == Who::Model { row.scores.get(*i)?.as_ref().map(|s| s.accuracy) } else { None })
                .collect();
            let mut own: Vec<Vec<Cell>> = order
                .iter()
                .map(|(i, _)| vec![cell_of(row.scores.get(*i).and_then(Option::as_ref), None, true)])
                .collect();
            rank_column(&mut own, 0, &values);
            cells.extend(own.into_iter().flatten());
            cells
        })
        .collect();
    let header = [table.by.clone(), "n".into(), "chance".into()]
        .into_iter()
        .chain(order.iter().map(|(_, m)| label(m)))
        .collect();
    Grid {
        title: format!("By {}", table.by),
        note: "Per cent right, with Wilson's interval over the effective n.".into(),
        header,
        rows,
    }
}

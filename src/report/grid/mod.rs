//! The report's tables as text cells, laid out once for Markdown and HTML.

mod accuracy;
mod answers;
mod compare;

pub use compare::ranks_text;

use super::sheet::Who;
use super::tally::{Model, Report};

/// One cell.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// Small text after it, e.g. an interval or a gain.
    pub more: String,
    /// The best of its column.
    pub best: bool,
    /// The second of its column.
    pub second: bool,
}

impl Cell {
    /// Plain text.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }
    /// Text and small text.
    pub fn with(text: impl Into<String>, more: impl Into<String>) -> Cell {
        Cell { text: text.into(), more: more.into(), ..Cell::default() }
    }
}

/// One table.
#[derive(Debug, Clone)]
pub struct Grid {
    /// Title.
    pub title: String,
    /// What the numbers are.
    pub note: String,
    /// Column heads; the first column is text.
    pub header: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<Cell>>,
}

/// A share as a percentage with two decimals, as the paper prints it.
pub fn percent(share: f64) -> String {
    format!("{:.2}", share * 100.0)
}

fn range(interval: (f64, f64)) -> String {
    format!("{:.1}–{:.1}", interval.0 * 100.0, interval.1 * 100.0)
}

/// A p-value for people.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "<.0001".into() } else { format!("{p:.4}").trim_start_matches('0').to_string() }
}

/// The same after the letter p: "= .0123" or "< .0001".
pub fn p_text(p: f64) -> String {
    if p < 0.0001 { "< .0001".into() } else { format!("= {}", p_value(p)) }
}

/// All tables of a report, in its order.
pub fn grids(report: &Report) -> Vec<Grid> {
    let mut out = vec![accuracy::overall(report)];
    for (by, title) in [("target", "Accuracy by target"), ("kind", "Accuracy by question kind")] {
        out.extend(report.tables.iter().find(|t| t.by == by).map(|t| accuracy::across(report, t, title)));
    }
    for table in report.tables.iter().filter(|t| !["overall", "target", "kind"].contains(&t.by.as_str())) {
        out.push(accuracy::down(report, table));
    }
    out.push(answers::outcomes(report));
    out.extend(answers::stages(report));
    out.extend(answers::groups(report));
    out.extend(answers::controls(report));
    out.extend(answers::bias(report));
    out.extend(compare::pairs(report));
    out.extend(compare::wordings(report));
    out.extend(answers::misfits(report));
    out.push(answers::rules(report));
    out
}

/// Runs in the order of printing: people first, then those that did not see the pictures, then models.
fn printed(report: &Report) -> Vec<(usize, &Model)> {
    let mut all: Vec<(usize, &Model)> = report.models.iter().enumerate().collect();
    all.sort_by_key(|(i, m)| {
        (
            match m.who {
                Who::Human => 0,
                Who::TextOnly => 1,
                Who::Model => 2,
            },
            *i,
        )
    });
    all
}

fn label(model: &Model) -> String {
    match model.who {
        // Unless the name says so itself.
        Who::TextOnly if !model.name.to_lowercase().contains("text") => format!("{} (text only)", model.name),
        _ => model.name.clone(),
    }
}

/// Marks the best and the second value of each column among models; equal values share the mark.
fn rank_column(rows: &mut [Vec<Cell>], column: usize, values: &[Option<f64>]) {
    let mut distinct: Vec<f64> = values.iter().flatten().copied().collect();
    distinct.sort_by(|a, b| b.total_cmp(a));
    distinct.dedup();
    if values.iter().flatten().count() < 2 {
        return;
    }
    for (row, value) in rows.iter_mut().zip(values) {
        if let (Some(cell), Some(v)) = (row.get_mut(column), value) {
            cell.best = distinct.first() == Some(v);
            cell.second = distinct.get(1) == Some(v);
        }
    }
}

/// The distinct names that models have in one of their accounts, sorted.
fn names<'a, I: Iterator<Item = &'a str>>(report: &'a Report, of: impl Fn(&'a Model) -> I) -> Vec<&'a str> {
    let mut names: Vec<&str> = report.models.iter().flat_map(of).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// One row per run, its name first.
fn by_model(report: &Report, cells: impl Fn(&Model) -> Vec<Cell>) -> Vec<Vec<Cell>> {
    let row = |(_, m): &(usize, &Model)| std::iter::once(Cell::new(label(m))).chain(cells(m)).collect();
    printed(report).iter().map(row).collect()
}

/// A table whose columns bear the given names, after one for the run's name.
fn grid(title: &str, note: &str, columns: &[&str], rows: Vec<Vec<Cell>>) -> Grid {
    let header = std::iter::once("").chain(columns.iter().copied()).map(String::from).collect();
    Grid { title: title.into(), note: note.into(), header, rows }
}

#[cfg(test)]
mod tests {
    use super::super::tally::fixture::{items, run};
    use super::super::tally::{Settings, report};
    use super::*;

    #[test]
    fn best_is_bold_second_underlined_and_gains_have_signs() {
        let items = items(96);
        let runs = [
            run("base", &items, |i| i % 2 == 0),
            run("tuned", &items, |i| i % 4 != 3),
            run("human one", &items, |_| true),
        ];
        let mut runs = runs.to_vec();
        runs[2].who = Who::Human;
        let r = report(&items, &runs, &Settings { replicates: 10, baseline: Some(0), ..Settings::default() });
        let all = grids(&r);
        let targets = all.iter().find(|g| g.title == "Accuracy by target").unwrap();
        let names: Vec<&str> = targets.rows.iter().map(|r| r[0].text.as_str()).collect();
        assert_eq!(names, ["human one", "Random guess", "base", "tuned"]);
        let last = targets.rows[3].last().unwrap();
        assert_eq!((last.text.as_str(), last.more.as_str(), last.best), ("75.00", "+25.00", true));
        assert!(targets.rows[2].last().unwrap().second && !targets.rows[0].last().unwrap().best);
        assert!(ranks_text(&r).unwrap().contains("Friedman χ²"));
    }

    #[test]
    fn every_row_has_as_many_cells_as_its_header() {
        let items = items(48);
        let runs = [run("m · one", &items, |i| i % 2 == 0), run("m · two", &items, |i| i % 3 == 0)];
        let r = report(&items, &runs, &Settings { replicates: 10, ..Settings::default() });
        for grid in grids(&r) {
            for row in &grid.rows {
                assert_eq!(row.len(), grid.header.len(), "{}", grid.title);
            }
        }
    }
}

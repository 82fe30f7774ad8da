//! The report's tables as text cells, laid out once for Markdown and HTML.

use super::sheet::Who;
use super::tally::{Model, Report, Score, Table};

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
    let mut out = vec![overall(report)];
    for (by, title) in [("target", "Accuracy by target"), ("kind", "Accuracy by question kind")] {
        out.extend(report.tables.iter().find(|t| t.by == by).map(|t| across(report, t, title)));
    }
    for table in report.tables.iter().filter(|t| !["overall", "target", "kind"].contains(&t.by.as_str())) {
        out.push(down(report, table));
    }
    out.push(outcomes(report));
    out.extend(stages(report));
    out.extend(groups(report));
    out.extend(bias(report));
    out.extend(pairs(report));
    out.extend(wordings(report));
    out.extend(misfits(report));
    out.push(rules(report));
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

fn overall(report: &Report) -> Grid {
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
fn across(report: &Report, table: &Table, title: &str) -> Grid {
    let whole = report.tables.first().and_then(|t| t.rows.first());
    let columns: Vec<(&str, &super::tally::Row)> =
        table.rows.iter().map(|r| (r.key.as_str(), r)).chain(whole.map(|r| ("all", r))).collect();
    let baseline = report.baseline.as_ref().and_then(|b| report.models.iter().position(|m| m.name == *b));
    let order = printed(report);
    let score = |row: &super::tally::Row, i: usize| row.scores.get(i).cloned().flatten();
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
fn down(report: &Report, table: &Table) -> Grid {
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

fn outcomes(report: &Report) -> Grid {
    let names: Vec<&str> = crate::model::score::Outcome::ALL.iter().map(|o| o.name()).collect();
    let rows = printed(report)
        .iter()
        .map(|(_, m)| {
            let mut cells = vec![Cell::new(label(m))];
            cells.extend(names.iter().map(|n| Cell::new(m.outcomes.get(n).copied().unwrap_or(0).to_string())));
            cells.push(Cell::new(m.conflicts.to_string()));
            cells
        })
        .collect();
    let header = std::iter::once(String::new())
        .chain(names.iter().map(|n| n.replace('_', " ")))
        .chain(["letter ≠ text".to_string()])
        .collect();
    Grid {
        title: "Outcomes".into(),
        note: "How many responses were read as what. Nothing is guessed.".into(),
        header,
        rows,
    }
}

fn stages(report: &Report) -> Option<Grid> {
    let rows: Vec<Vec<Cell>> = printed(report)
        .iter()
        .filter_map(|(_, m)| {
            let r = m.read_by_model.as_ref()?;
            let counts = [r.read, r.chosen, r.right].map(|n| Cell::new(n.to_string()));
            Some(
                [Cell::new(label(m))]
                    .into_iter()
                    .chain(counts)
                    .chain([Cell::new(percent(r.rules_accuracy)), Cell::new(percent(r.accuracy))])
                    .collect(),
            )
        })
        .collect();
    let header =
        ["", "read by the model", "an option chosen", "of them right", "accuracy by rules", "accuracy of both"]
            .map(String::from)
            .into();
    let note = "What the rules left open was read by a model, which may name only an offered letter.";
    (!rows.is_empty()).then(|| Grid { title: "Read by a model".into(), note: note.into(), header, rows })
}

fn groups(report: &Report) -> Option<Grid> {
    let mut names: Vec<&str> = report.models.iter().flat_map(|m| m.groups.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return None;
    }
    let rows = printed(report)
        .iter()
        .map(|(_, m)| {
            let mut cells = vec![Cell::new(label(m))];
            cells.extend(names.iter().map(|n| match m.groups.get(n) {
                Some(g) => {
                    Cell::with(percent(g.accuracy), format!("{} of {}; chance {}", g.right, g.n, percent(g.chance)))
                }
                None => Cell::new("–"),
            }));
            cells
        })
        .collect();
    let header = std::iter::once(String::new()).chain(names.iter().map(|n| (*n).to_string())).collect();
    let note = "A group counts only when all of its items are right. Exchange: items that share one option set. Picture: all items on a picture. \
                Circular: one question with its options in other orders. Facets: one fact asked in several kinds.";
    Some(Grid { title: "All or nothing".into(), note: note.into(), header, rows })
}

fn bias(report: &Report) -> Option<Grid> {
    let mut letters: Vec<&str> =
        report.models.iter().flat_map(|m| m.letters.iter().map(|l| l.letter.as_str())).collect();
    letters.sort_unstable();
    letters.dedup();
    if letters.is_empty() {
        return None;
    }
    let rows = printed(report)
        .iter()
        .map(|(_, m)| {
            let mut cells = vec![Cell::new(label(m))];
            cells.push(
                m.yes
                    .as_ref()
                    .map_or(Cell::new("–"), |y| Cell::with(percent(y.said), format!("right {}", percent(y.gold)))),
            );
            cells.push(Cell::new(percent(m.position_bias)));
            cells.extend(letters.iter().map(|l| match m.letters.iter().find(|s| s.letter == *l) {
                Some(s) => Cell::with(percent(s.chosen), format!("right {}", percent(s.gold))),
                None => Cell::new("–"),
            }));
            cells
        })
        .collect();
    let header = ["", "said yes", "position bias"].into_iter().chain(letters).map(String::from).collect();
    let note = "Of the answered items: how often yes was said, and each letter chosen, beside how often it was right. \
                Position bias is half the sum of the differences (0: none).";
    Some(Grid { title: "Bias".into(), note: note.into(), header, rows })
}

fn pairs(report: &Report) -> Option<Grid> {
    let comparison = report.comparison.as_ref()?;
    let rows = comparison
        .pairs
        .iter()
        .map(|p| {
            vec![
                Cell::new(format!("{} − {}", p.a, p.b)),
                Cell::new(p.n.to_string()),
                Cell::with(
                    format!("{:+.2}", p.difference * 100.0),
                    p.bootstrap.map_or(String::new(), |(a, b)| format!("{:+.1} to {:+.1}", a * 100.0, b * 100.0)),
                ),
                Cell::new(p.a_only.to_string()),
                Cell::new(p.b_only.to_string()),
                Cell::with(p_value(p.mcnemar_holm), format!("uncorrected {}", p_value(p.mcnemar))),
                Cell::new(format!("{:.3}", p.a_better)),
                p.wilcoxon_holm.map_or(Cell::new("–"), |w| {
                    Cell::with(p_value(w), p.wilcoxon.map_or(String::new(), |u| format!("uncorrected {}", p_value(u))))
                }),
            ]
        })
        .collect();
    let header = [
        "pair",
        "n",
        "difference",
        "only first right",
        "only second right",
        "McNemar p (Holm)",
        "P(first better)",
        "Wilcoxon p over cells (Holm)",
    ];
    let note = "Difference in points with its bootstrap interval over pictures. McNemar's test is exact; Holm's correction is over all pairs.";
    Some(Grid { title: "Pairs".into(), note: note.into(), header: header.map(String::from).into(), rows })
}

fn wordings(report: &Report) -> Option<Grid> {
    if report.wordings.is_empty() {
        return None;
    }
    let rows = report
        .wordings
        .iter()
        .map(|w| {
            vec![
                Cell::new(&w.model),
                Cell::new(w.n.to_string()),
                Cell::new(percent(w.min)),
                Cell::new(percent(w.median)),
                Cell::new(percent(w.max)),
                Cell::new(w.rank_stability.map_or("–".into(), percent)),
            ]
        })
        .collect();
    let header = ["model", "wordings", "minimum", "median", "maximum", "rank stability"].map(String::from).into();
    let note = "The same items asked in several wordings. Rank stability: the share of other models that stay on the same side under every wording.";
    Some(Grid { title: "Wordings".into(), note: note.into(), header, rows })
}

fn misfits(report: &Report) -> Option<Grid> {
    let mut names: Vec<&str> = report.models.iter().flat_map(|m| m.notes.keys().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return None;
    }
    let rows = printed(report)
        .iter()
        .map(|(_, m)| {
            let mut cells = vec![Cell::new(label(m))];
            cells.extend(names.iter().map(|n| Cell::new(m.notes.get(*n).copied().unwrap_or(0).to_string())));
            cells
        })
        .collect();
    let header = std::iter::once(String::new()).chain(names.iter().map(|n| n.replace('_', " "))).collect();
    Some(Grid {
        title: "Answers that did not fit".into(),
        note: "Counted, never dropped silently.".into(),
        header,
        rows,
    })
}

fn rules(report: &Report) -> Grid {
    let mut names: Vec<&str> = report.models.iter().flat_map(|m| m.rules.keys().map(String::as_str)).collect();
    names.sort_unstable();
    names.dedup();
    let order = printed(report);
    let rows = names
        .iter()
        .map(|name| {
            let mut cells = vec![Cell::new(*name)];
            cells.extend(order.iter().map(|(_, m)| Cell::new(m.rules.get(*name).copied().unwrap_or(0).to_string())));
            cells
        })
        .collect();
    let header = std::iter::once("rule".to_string()).chain(order.iter().map(|(_, m)| label(m))).collect();
    Grid {
        title: "Rules".into(),
        note: "Which rule read how many responses (docs/scoring.md explains each).".into(),
        header,
        rows,
    }
}

/// What the rank tests say, in sentences.
pub fn ranks_text(report: &Report) -> Option<String> {
    let ranks = report.comparison.as_ref()?.ranks.as_ref()?;
    let name = |i: &usize| ranks.names.get(*i).cloned().unwrap_or_default();
    let list = |all: &[Vec<usize>]| {
        if all.is_empty() {
            "none".to_string()
        } else {
            all.iter()
                .map(|c| format!("{{{}}}", c.iter().map(name).collect::<Vec<_>>().join(", ")))
                .collect::<Vec<_>>()
                .join("; ")
        }
    };
    let mut out = format!("Over {} target × kind cells: ", ranks.cells);
    match (ranks.friedman_chi2, ranks.friedman_p) {
        (Some(chi2), Some(p)) => {
            out += &format!("Friedman χ² = {chi2:.2}, p {}", p_text(p));
            if let (Some(f), Some(p)) = (ranks.iman_davenport_f, ranks.iman_davenport_p) {
                out += &format!("; Iman–Davenport F = {f:.2}, p {}", p_text(p));
            }
        }
        _ => out += "all runs tie in every cell",
    }
    out += &format!(
        ". Nemenyi's critical difference at {} is {:.3} ranks. Not told apart by Wilcoxon–Holm: {}; within the critical difference: {}.",
        report.alpha,
        ranks.critical_difference,
        list(&ranks.cliques),
        list(&ranks.nemenyi_cliques)
    );
    if ranks.missing > 0 {
        out += &format!(" {} cells were left out because a run has no answers there.", ranks.missing);
    }
    Some(out)
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

//! `report.md`.

use super::grid::{Cell, Grid, grids, ranks_text};
use super::tally::Report;
use std::fmt::Write;

/// The whole report as Markdown.
pub fn render(report: &Report) -> String {
    let mut out = format!("# {}\n", escape(&report.title()));
    for grid in grids(report) {
        table(&mut out, &grid);
        if grid.title == "Pairs"
            && let Some(text) = ranks_text(report)
        {
            let _ = writeln!(out, "\n{text}");
        }
    }
    out
}

/// The overall table only, for the terminal.
pub fn summary(report: &Report) -> String {
    let mut out = String::new();
    for grid in grids(report).iter().filter(|g| {
        ["Overall", "Accuracy by target", "Accuracy by question kind", "Outcomes"].contains(&g.title.as_str())
    }) {
        table(&mut out, grid);
    }
    if let Some(content) = &report.content {
        out.push_str(&format!("\nContent of the set: {content}\n"));
    }
    out.trim_start().to_string()
}

/// Any tables as Markdown.
pub fn tables(grids: &[Grid]) -> String {
    let mut out = String::new();
    grids.iter().for_each(|grid| table(&mut out, grid));
    out.trim_start().to_string()
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

fn cell(c: &Cell) -> String {
    let text = escape(&c.text);
    let text = if c.best {
        format!("**{text}**")
    } else if c.second {
        format!("<u>{text}</u>")
    } else {
        text
    };
    if c.more.is_empty() { text } else { format!("{text} ({})", escape(&c.more)) }
}

/// Appends one table with its title and note.
pub fn table(out: &mut String, grid: &Grid) {
    let _ = writeln!(out, "\n## {}\n\n{}\n", grid.title, grid.note);
    let _ = writeln!(out, "| {} |", grid.header.iter().map(|h| escape(h)).collect::<Vec<_>>().join(" | "));
    let rule = grid.header.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "---:" }).collect::<Vec<_>>();
    let _ = writeln!(out, "| {} |", rule.join(" | "));
    for row in &grid.rows {
        let _ = writeln!(out, "| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::fixture::{items, run};
    use super::super::tally::{Settings, report};

    #[test]
    fn tables_are_well_formed() {
        let items = items(48);
        let runs = [run("a|b", &items, |i| i % 2 == 0), run("c<b>", &items, |_| true)];
        let text = super::render(&report(&items, &runs, &Settings { replicates: 10, ..Settings::default() }));
        let mut columns = 0;
        for line in text.lines() {
            let pipes = line.replace("\\|", "").matches('|').count();
            if line.starts_with('|') {
                assert!(columns == 0 || columns == pipes, "{line}");
                columns = pipes;
            } else {
                columns = 0;
            }
        }
        assert!(text.starts_with("# Scores of a\\|b, c&lt;b>\n") && !text.contains("<b>"));
        assert!(text.contains("a\\|b") && text.contains("| Random guess |") && text.contains("**100.00**"));
    }
}

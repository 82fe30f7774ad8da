//! `report.html`: one file with tables, charts and a browser of single answers; it needs no network.

use super::browser::{Browser, choices, pick};
use super::grid::{Cell, Grid, grids, ranks_text};
use super::sheet::{Item, Run};
use super::svg::escape;
use super::tally::Report;
use crate::model::score::{Outcome, Scored};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Bytes of a response shown before and after the deciding span.
const CONTEXT: usize = 1_200;

/// A chart: file name without ending, caption and SVG text.
pub struct Chart {
    /// e.g. `cd`.
    pub name: String,
    /// Caption.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// Indices of the items whose answers are shown: first those on which a response chose nothing or runs disagree, then
/// the others, at most `limit`, in the set's order.
pub fn browsed(items: &[Item], runs: &[Run], limit: usize) -> Vec<usize> {
    let notable = |i: usize| {
        let outcomes: Vec<Option<Outcome>> = runs.iter().map(|r| r.outcome(i)).collect();
        let right: BTreeSet<bool> = runs.iter().map(|r| r.right(i)).collect();
        right.len() > 1 || outcomes.iter().flatten().any(|o| *o != Outcome::Chosen)
    };
    pick(items.len(), notable, limit)
}

/// Renders the page. `picture` gives an item's picture as a data URL, where there is one.
pub fn render(
    report: &Report,
    items: &[Item],
    runs: &[Run],
    charts: &[Chart],
    shown: &[usize],
    picture: &dyn Fn(&Item) -> Option<String>,
) -> String {
    let all = grids(report);
    let title = report.title();
    let mut out = opening(&title);
    let _ = write!(
        out,
        "<p class=\"note\">groundline {}; {} items on {} pictures; random guess {:.2} %.</p>\n<nav>",
        report.version,
        report.items,
        report.pictures,
        report.chance * 100.0
    );
    for grid in &all {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", anchor(&grid.title), escape(&grid.title));
    }
    out.push_str("<a href=\"#single\">Single answers</a></nav>\n");
    for grid in &all {
        table(&mut out, grid);
        if grid.title == "Accuracy by question kind" {
            figures(&mut out, charts.iter().filter(|c| c.name.starts_with("radar")), "charts");
        }
        if grid.title == "Pairs" {
            if let Some(text) = ranks_text(report) {
                let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(&text));
            }
            figures(&mut out, charts.iter().filter(|c| c.name == "cd"), "one");
        }
    }
    browser(items, runs, shown, picture).write(&mut out);
    out.push_str("</main></body></html>\n");
    out
}

/// The page up to its heading.
fn opening(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title>\n<style>\n{}</style></head><body><main>\n<h1>{}</h1>\n",
        escape(title),
        include_str!("page/style.css"),
        escape(title)
    )
}

/// A page of charts and tables, and single answers where there is a browser of them: the charts come after the first table.
pub fn tables(title: &str, note: &str, grids: &[Grid], charts: &[Chart], browser: Option<&Browser>) -> String {
    let mut out = opening(title);
    let _ = write!(out, "<p class=\"note\">{}</p>\n<nav>", escape(note));
    for grid in grids {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", anchor(&grid.title), escape(&grid.title));
    }
    out.push_str(if browser.is_some() { "<a href=\"#single\">Single answers</a></nav>\n" } else { "</nav>\n" });
    for (i, grid) in grids.iter().enumerate() {
        table(&mut out, grid);
        if i == 0 {
            figures(&mut out, charts.iter(), "charts");
        }
    }
    if let Some(browser) = browser {
        browser.write(&mut out);
    }
    out.push_str("</main></body></html>\n");
    out
}

fn anchor(title: &str) -> String {
    title.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

fn figures<'a>(out: &mut String, charts: impl Iterator<Item = &'a Chart>, class: &str) {
    let _ = write!(out, "<div class=\"{class}\">");
    for chart in charts {
        let _ = writeln!(
            out,
            "<figure>{}<figcaption class=\"count\">{}</figcaption></figure>",
            chart.svg,
            escape(&chart.caption)
        );
    }
    out.push_str("</div>\n");
}

fn table(out: &mut String, grid: &Grid) {
    let _ = write!(
        out,
        "<h2 id=\"{}\">{}</h2>\n<p class=\"note\">{}</p>\n<div class=\"wide\"><table><tr>",
        anchor(&grid.title),
        escape(&grid.title),
        escape(&grid.note)
    );
    for head in &grid.header {
        let head = escape(head);
        let _ = write!(out, "<th title=\"{head}\"><span>{head}</span></th>");
    }
    out.push_str("</tr>\n");
    for row in &grid.rows {
        out.push_str("<tr>");
        for (i, cell) in row.iter().enumerate() {
            cell_html(out, cell, i == 0);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

fn cell_html(out: &mut String, cell: &Cell, name: bool) {
    let class = if cell.best {
        " class=\"best\""
    } else if cell.second {
        " class=\"second\""
    } else {
        ""
    };
    let title = if name { format!(" title=\"{}\"", escape(&cell.text)) } else { String::new() };
    let more = if cell.more.is_empty() { String::new() } else { format!("<small>{}</small>", escape(&cell.more)) };
    let text = escape(&cell.text);
    let text = if cell.best {
        format!("<b>{text}</b>")
    } else if cell.second {
        format!("<u>{text}</u>")
    } else {
        text
    };
    let _ = write!(out, "<td{class}{title}>{text}{more}</td>");
}

fn browser(items: &[Item], runs: &[Run], shown: &[usize], picture: &dyn Fn(&Item) -> Option<String>) -> Browser {
    let rows: Vec<Value> = shown
        .iter()
        .filter_map(|&i| {
            let item = items.get(i)?;
            let answers: Vec<Value> = runs.iter().enumerate().filter_map(|(m, run)| answer(m, run.scored.get(i)?.as_ref()?, run.responses.get(i)?.as_deref())).collect();
            Some(json!({"id": item.id, "q": item.question, "c": item.choices, "g": item.answer_index, "t": item.target, "k": item.kind, "img": item.image, "a": answers}))
        })
        .collect();
    // Items share pictures: each is embedded once.
    let pictures: BTreeMap<&str, String> = shown
        .iter()
        .filter_map(|&i| items.get(i))
        .map(|item| (item.image.as_str(), item))
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .filter_map(|(path, item)| Some((path, picture(item)?)))
        .collect();
    let own = || shown.iter().filter_map(|&i| items.get(i));
    let outcomes = shown.iter().flat_map(|&i| runs.iter().filter_map(move |r| r.outcome(i))).map(Outcome::name);
    let named = runs.iter().enumerate().map(|(i, r)| (i.to_string(), r.name.clone()));
    let rights = [("", "right and wrong"), ("wrong", "wrong"), ("right", "right"), ("differ", "runs disagree")];
    Browser {
        note: format!(
            "{} of {} items: first those on which runs disagree or a response chooses nothing. The marked words decided.",
            shown.len(),
            items.len()
        ),
        menus: vec![
            ("model".into(), std::iter::once((String::new(), "all runs".to_string())).chain(named).collect()),
            ("target".into(), choices("all targets", own().map(|i| i.target.as_str()))),
            ("kind".into(), choices("all kinds", own().map(|i| i.kind.as_str()))),
            ("outcome".into(), choices("all outcomes", outcomes)),
            ("right".into(), rights.map(|(value, text)| (value.to_string(), text.to_string())).into()),
        ],
        data: json!({"pictures": pictures, "models": runs.iter().map(|r| &r.name).collect::<Vec<_>>(), "items": rows}),
        script: include_str!("page/browse.js"),
    }
}

fn answer(model: usize, scored: &Scored, response: Option<&str>) -> Option<Value> {
    let text = response.unwrap_or("");
    let (start, end) = scored.span.unwrap_or((0, 0));
    let (start, end) = (floor(text, start), floor(text, end));
    let (from, to) = (floor(text, start.saturating_sub(CONTEXT)), floor(text, end.saturating_add(CONTEXT)));
    let cut = |more: bool| if more { "…" } else { "" };
    let before = format!("{}{}", cut(from > 0), text.get(from..start)?);
    let after = format!("{}{}", text.get(end..to)?, cut(to < text.len()));
    Some(
        json!({"m": model, "r": [before, text.get(start..end)?, after], "o": scored.outcome.name(), "rule": scored.rule, "ch": scored.choice, "ok": scored.correct, "x": scored.conflict}),
    )
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::tally::fixture::{items, run};
    use super::super::tally::{Settings, report};
    use super::*;

    #[test]
    fn the_page_is_closed_and_holds_no_markup_of_responses() {
        let items = items(48);
        let mut runs = vec![run("<m>", &items, |i| i % 2 == 0), run("n", &items, |_| true)];
        runs[0].responses[0] = Some("</script><script>alert(1)</script> é".repeat(100));
        runs[0].scored[0].as_mut().unwrap().span = Some((1, 3_604));
        let r = report(&items, &runs, &Settings { replicates: 10, ..Settings::default() });
        let page = render(&r, &items, &runs, &[], &browsed(&items, &runs, 20), &|_| None);
        assert!(page.contains("&lt;m&gt;") && !page.contains("<m>"));
        assert!(page.contains("<h1>Scores of &lt;m&gt;, n</h1>"));
        assert!(
            page.contains("<th title=\"&lt;m&gt;\"><span>&lt;m&gt;</span></th>"),
            "a long name is cut, and told by its title"
        );
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("http://") && !page.contains("https://"));
        let data = page.split("id=\"answers\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["items"].as_array().unwrap().len(), 20);
    }

    #[test]
    fn disagreements_come_first_and_the_limit_holds() {
        let items = items(100);
        let runs = [run("a", &items, |i| i % 10 != 0), run("b", &items, |_| true)];
        let shown = browsed(&items, &runs, 15);
        assert_eq!(shown.len(), 15);
        assert_eq!(shown.iter().filter(|i| *i % 10 == 0).count(), 10);
        assert_eq!(browsed(&items, &runs, 500).len(), 100);
    }
}

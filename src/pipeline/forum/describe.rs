//! `forum describe`: tables, JSON and charts of a set.

use super::set::Set;
use super::{charts, write};
use crate::error::{Error, Result};
use crate::forum::describe::{Description, Group, Lengths, describe as figures};
use crate::forum::{paper, site::SITES};
use crate::pipeline::files;
use crate::pipeline::overview::grouped;
use crate::report::grid::{Cell, Grid};
use crate::report::{markdown, svg};
use serde_json::{Value, json};
use std::path::Path;

/// The figures of a set, with those of the paper beside them, as JSON.
pub fn json(d: &Description) -> Value {
    json!({
        "set": d,
        "paper": {"table_1": paper::TABLE_1, "table_4": paper::TABLE_4, "question": paper::QUESTION,
            "context": paper::CONTEXT, "answer": paper::ANSWER, "repeated_share": paper::REPEATED},
    })
}

/// Reads a set and describes it.
///
/// # Errors
/// When the set cannot be read.
pub fn describe(folder: &Path) -> Result<Description> {
    Ok(figures(&Set::read(folder)?.questions))
}

/// The tables as Markdown.
pub fn text(d: &Description) -> String {
    let mut out = String::new();
    for grid in [overview(d), lengths(d), groups(d), topics(d), licenses(d), sources()] {
        markdown::table(&mut out, &grid);
    }
    out.trim_start().to_string()
}

/// Writes `describe.json`, `describe.md` and the charts into a folder. Returns their names.
///
/// # Errors
/// When they cannot be written.
pub fn report(d: &Description, folder: &Path) -> Result<Vec<String>> {
    std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, "create", e))?;
    write::write_json(&folder.join("describe.json"), &json(d))?;
    let mut names = vec!["describe.json".to_string(), "describe.md".to_string()];
    let mut pictures = String::new();
    for (name, chart) in [("topics", charts::topics(d)), ("lengths", charts::lengths(d))] {
        files::write(&folder.join(format!("{name}.svg")), chart.as_bytes())?;
        names.push(format!("{name}.svg"));
        if let Some(png) = svg::png(&chart) {
            files::write(&folder.join(format!("{name}.png")), &png)?;
            names.push(format!("{name}.png"));
        }
        pictures.push_str(&format!("\n![{name}]({name}.svg)\n"));
    }
    files::write(&folder.join("describe.md"), format!("# What is in the set\n\n{}{pictures}", text(d)).as_bytes())?;
    Ok(names)
}

fn grid(title: &str, note: &str, header: &[&str], rows: Vec<Vec<Cell>>) -> Grid {
    let header = header.iter().map(|h| (*h).to_string()).collect();
    Grid { title: title.to_string(), note: note.to_string(), header, rows }
}

fn one(value: f64) -> Cell {
    Cell::new(format!("{value:.1}"))
}

fn mark(yes: bool) -> Cell {
    Cell::new(if yes { "✓" } else { "✗" })
}

/// The paper's Table 1 with a row for this set.
fn overview(d: &Description) -> Grid {
    let number = |n: u64| Cell::new(grouped(n));
    let mut rows = vec![vec![
        Cell::new("this set"),
        one(d.all.question.mean),
        one(d.all.answer.mean),
        number(d.all.pictures),
        number(d.all.topics),
        mark(true),
        mark(true),
        mark(true),
        mark(true),
    ]];
    rows.extend(paper::TABLE_1.iter().map(|r| {
        let topics = r.topics.map_or_else(|| "✗".into(), |n| n.to_string());
        let mut row = vec![Cell::new(r.name), one(r.question), one(r.answer), Cell::new(r.pictures), Cell::new(topics)];
        row.extend(r.marks.map(mark));
        row
    }));
    grid(
        "Beside other datasets",
        "Mean words of question and answer, pictures, authentic topics; the lower rows are the paper's Table 1.",
        &[
            "dataset",
            "question",
            "answer",
            "pictures",
            "topics",
            "context",
            "authentic question",
            "authentic context",
            "validated answer",
        ],
        rows,
    )
}

fn lengths(d: &Description) -> Grid {
    let of = |name: &str, l: &Lengths, p: paper::Lengths| {
        let whole = |n: Option<usize>| n.map_or_else(|| "-".to_string(), |n| n.to_string());
        vec![
            Cell::new(name),
            one(l.mean),
            one(p.mean),
            one(l.median),
            p.median.map_or_else(|| Cell::new("-"), one),
            Cell::new(whole(l.sentences)),
            Cell::new(whole(p.sentences)),
            Cell::new(grouped(l.most as u64)),
            Cell::new(grouped(l.empty)),
        ]
    };
    let rows = vec![
        of("question", &d.all.question, paper::QUESTION),
        of("context", &d.all.context, paper::CONTEXT),
        of("answer", &d.all.answer, paper::ANSWER),
    ];
    let note = format!(
        "Words, and the commonest number of sentences. Repeated questions: {} of {} ({:.1} %; the paper: {:.1} %).",
        grouped(d.repeated),
        grouped(d.all.questions),
        d.repeated_share * 100.0,
        paper::REPEATED * 100.0
    );
    grid(
        "Lengths",
        &note,
        &["text", "mean", "paper", "median", "paper", "sentences", "paper", "longest", "empty"],
        rows,
    )
}

const GROUP: [&str; 8] = [
    "questions",
    "pictures",
    "question mean",
    "context mean",
    "context median",
    "answer mean",
    "answer median",
    "answer sentences",
];

fn figures_of(g: &Group) -> Vec<Cell> {
    vec![
        Cell::new(grouped(g.questions)),
        Cell::new(grouped(g.pictures)),
        one(g.question.mean),
        one(g.context.mean),
        one(g.context.median),
        one(g.answer.mean),
        one(g.answer.median),
        Cell::new(g.answer.sentences.map_or_else(|| "-".to_string(), |n| n.to_string())),
    ]
}

fn groups(d: &Description) -> Grid {
    let splits: Vec<String> = d.splits.iter().map(|(split, n)| format!("{} {split}", grouped(*n))).collect();
    let row = |g: &Group, name: &str| {
        let mut row = vec![Cell::new(name), Cell::new(grouped(g.topics))];
        row.extend(figures_of(g));
        row
    };
    let mut rows: Vec<Vec<Cell>> = d.super_categories.iter().map(|g| row(g, &g.name)).collect();
    rows.push(row(&d.all, "all"));
    let mut header = vec!["super-category", "topics"];
    header.extend(GROUP);
    grid("Super-categories", &format!("Splits: {}.", splits.join(", ")), &header, rows)
}

fn topics(d: &Description) -> Grid {
    let rows = d
        .topics
        .iter()
        .map(|g| {
            let mark = if SITES.uncertain(&g.name) { " *" } else { "" };
            let mut row = vec![Cell::new(g.name.clone()), Cell::new(format!("{}{mark}", g.super_category))];
            row.extend(figures_of(g));
            row
        })
        .collect();
    let starred = d.topics.iter().any(|g| SITES.uncertain(&g.name));
    let note = if starred {
        "\\* placed by its subject; Stack Exchange's own category could not be read."
    } else {
        "By site."
    };
    let mut header = vec!["topic", "super-category"];
    header.extend(GROUP);
    grid("Topics", note, &header, rows)
}

fn licenses(d: &Description) -> Grid {
    let rows = d.licenses.iter().map(|(name, n)| vec![Cell::new(name.clone()), Cell::new(grouped(*n))]).collect();
    grid("Licenses", "Questions and answers by the license of the post.", &["license", "posts"], rows)
}

/// The paper's Table 4 with a row for this set.
fn sources() -> Grid {
    let row = |name: &str, pictures: &str, asked: &str, user: bool| {
        vec![Cell::new(name), Cell::new(pictures), Cell::new(asked), mark(user)]
    };
    let users = "StackExchange Users";
    let mut rows = vec![row("this set", users, users, true)];
    rows.extend(paper::TABLE_4.iter().map(|(name, pictures, asked, user)| row(name, pictures, asked, *user)));
    grid(
        "Where pictures and questions come from",
        "The lower rows are the paper's Table 4.",
        &["dataset", "which pictures", "who asked", "from users"],
        rows,
    )
}

//! The tables of agreement.

use super::people::{Agreed, PAPER, Report};
use super::raters::Field;
use crate::metric::agreement::pearson_p;
use crate::report::grid::{Cell, Grid, p_text};

/// A coefficient with its p-value and interval.
fn cell(agreed: Option<&Agreed>) -> Cell {
    let Some(a) = agreed else { return Cell::new("undefined") };
    let p = a.p.map_or(String::new(), |p| format!("p {}", p_text(p)));
    let interval = a.interval.map_or(String::new(), |(low, high)| format!("{low:.3} to {high:.3}"));
    let more: Vec<String> = [p, interval].into_iter().filter(|s| !s.is_empty()).collect();
    Cell::with(format!("{:.3}", a.r), more.join(", "))
}

/// Metrics against people.
pub fn people_grids(report: &Report) -> Vec<Grid> {
    let level = (1.0 - report.alpha) * 100.0;
    let heads = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<String>>();
    let row = |name: &str, cells: [Option<&Agreed>; 2], n: usize| {
        let [a, b] = cells.map(cell);
        vec![Cell::new(name), a, b, Cell::new(n.to_string())]
    };
    let models = report
        .metrics
        .iter()
        .map(|m| row(&m.metric, [m.models_pearson.as_ref(), m.models_spearman.as_ref()], m.models.len()));
    let items = report.metrics.iter().map(|m| {
        let mut row =
            row(&m.metric, [m.items_pearson.as_ref(), m.items_spearman.as_ref()], m.models.iter().map(|m| m.n).sum());
        row.push(Cell::new(m.kappa.map_or_else(|| "–".into(), |k| format!("{k:.3}"))));
        row
    });
    let mut out = vec![
        Grid {
            title: "Over models".into(),
            note: format!(
                "Correlation of the models' mean score with their mean rating over the answers that have both: the paper's way. \
                 p-values are two-sided; {level:.0} % intervals of the bootstrap over questions. With few models they are wide, and a p-value says little.",
            ),
            header: heads(&["metric", "Pearson", "Spearman", "models"]),
            rows: models.collect(),
        },
        Grid {
            title: "Over answers".into(),
            note: format!(
                "Correlation of the score with the rating over single answers; {level:.0} % intervals of the bootstrap over questions, \
                 whose answers stay together. Kappa (quadratic weights) is for a metric that itself says 0, 0.5 or 1.",
            ),
            header: heads(&["metric", "Pearson", "Spearman", "answers", "kappa"]),
            rows: items.collect(),
        },
    ];
    let mut header = heads(&["model", "people", "answers"]);
    header.extend(report.metrics.iter().map(|m| m.metric.clone()));
    let mut names: Vec<&str> = Vec::new();
    report.metrics.iter().flat_map(|m| &m.models).for_each(|m| {
        if !names.contains(&m.model.as_str()) {
            names.push(&m.model);
        }
    });
    let means = names.iter().map(|name| {
        let of = |m: &super::MetricAgreement| m.models.iter().find(|x| x.model == *name).cloned();
        let most = report.metrics.iter().filter_map(of).max_by_key(|m| m.n);
        let mut row = vec![
            Cell::new(*name),
            Cell::new(most.as_ref().map_or_else(|| "–".into(), |m| format!("{:.3}", m.people))),
            Cell::new(most.map_or(0, |m| m.n).to_string()),
        ];
        row.extend(
            report.metrics.iter().map(|m| Cell::new(of(m).map_or_else(|| "–".into(), |x| format!("{:.3}", x.metric)))),
        );
        row
    });
    out.push(Grid {
        title: "Means of the models".into(),
        note: "Over the answers that have both a score and a rating.".into(),
        header,
        rows: means.collect(),
    });
    out.push(paper());
    if !report.notes.is_empty() {
        let rows =
            report.notes.iter().map(|(note, n)| vec![Cell::new(note.replace('_', " ")), Cell::new(n.to_string())]);
        out.push(Grid {
            title: "What did not fit".into(),
            note: "Answers that are in no number above.".into(),
            header: heads(&["what", "answers"]),
            rows: rows.collect(),
        });
    }
    out
}

/// What the paper found, for comparison.
fn paper() -> Grid {
    let rows = PAPER.iter().map(|p| {
        let r = Cell::with(format!("{:.3}", p.pearson), format!("p {}", p_text(pearson_p(p.pearson, 6))));
        vec![Cell::new(p.metric), r, Cell::new(format!("{:.3}", p.spearman))]
    });
    Grid {
        title: "The paper's values".into(),
        note:
            "VQAonline over the means of its six models on 200 rated questions; the p-values follow from r and n = 6. \
               Its judge was LLaMA2, its BERTScore of another encoder."
                .into(),
        header: ["metric", "Pearson", "Spearman"].map(String::from).into(),
        rows: rows.collect(),
    }
}

/// Raters against each other.
pub fn rater_grids(fields: &[Field]) -> Vec<Grid> {
    let number = |v: Option<f64>| Cell::new(v.map_or_else(|| "undefined".into(), |v| format!("{v:.3}")));
    let optional = |v: Option<f64>| Cell::new(v.map_or_else(|| "–".into(), |v| format!("{v:.3}")));
    let heads = |names: &[&str]| names.iter().map(|n| n.to_string()).collect::<Vec<String>>();
    let rows = fields.iter().map(|f| {
        let counts = [f.raters.len(), f.items, f.complete].map(|n| Cell::new(n.to_string()));
        let mut row = vec![Cell::new(&f.name)];
        row.extend(counts);
        row.extend([number(f.observed), number(f.fleiss)]);
        row
    });
    let repeated: usize = fields.iter().map(|f| f.repeated).sum();
    let mut note = "Fleiss' kappa and the share of agreeing pairs of ratings, over the items that all raters rated. \
                    Kappa is undefined where all use one label only."
        .to_string();
    if repeated > 0 {
        note += &format!(" {repeated} repeated labels of one rater on one item were left out.");
    }
    let mut out = vec![Grid {
        title: "All raters".into(),
        note,
        header: heads(&["field", "raters", "items", "rated by all", "agreement", "Fleiss' kappa"]),
        rows: rows.collect(),
    }];
    for field in fields {
        let rows = field.pairs.iter().map(|p| {
            vec![
                Cell::new(format!("{} and {}", p.a, p.b)),
                Cell::new(p.n.to_string()),
                number(p.observed),
                number(p.kappa),
                optional(p.linear),
                optional(p.quadratic),
            ]
        });
        out.push(Grid {
            title: format!("Pairs of raters: {}", field.name),
            note: format!(
                "Cohen's kappa, plain and weighted by distance where labels are numbers. Labels: {}.",
                field.labels.join(", ")
            ),
            header: heads(&["raters", "items", "agreement", "kappa", "linear", "quadratic"]),
            rows: rows.collect(),
        });
    }
    out
}

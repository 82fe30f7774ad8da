//! Tables of comparisons between runs.

use super::*;

pub(super) fn pairs(report: &Report) -> Option<Grid> {
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

pub(super) fn wordings(report: &Report) -> Option<Grid> {
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

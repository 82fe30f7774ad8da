//! Tables of what was answered: outcomes, groups, controls, bias, misfits, rules.

use super::super::tally::{Controls, Steady};
use super::*;
use crate::model::score::Outcome;

/// How many responses were read as what.
pub(super) fn outcomes(report: &Report) -> Grid {
    let rows = by_model(report, |m| {
        let counts = Outcome::ALL.iter().map(|o| m.outcomes.get(o.name()).copied().unwrap_or(0));
        counts.chain([m.conflicts]).map(|n| Cell::new(n.to_string())).collect()
    });
    let columns: Vec<String> = Outcome::ALL.iter().map(|o| o.name().replace('_', " ")).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).chain(["letter ≠ text"]).collect();
    grid("Outcomes", "How many responses were read as what. Nothing is guessed.", &columns, rows)
}

/// What a model read where the rules found nothing.
pub(super) fn stages(report: &Report) -> Option<Grid> {
    let mut rows = by_model(report, |m| {
        m.read_by_model.as_ref().map_or_else(Vec::new, |r| {
            let counts = [r.read, r.chosen, r.right].map(|n| n.to_string());
            let shares = [percent(r.rules_accuracy), percent(r.accuracy)];
            counts.into_iter().chain(shares).map(Cell::new).collect()
        })
    });
    rows.retain(|row| row.len() > 1);
    let columns = ["read by the model", "an option chosen", "of them right", "accuracy by rules", "accuracy of both"];
    let note = "What the rules left open was read by a model, which may name only an offered letter.";
    (!rows.is_empty()).then(|| grid("Read by a model", note, &columns, rows))
}

/// All-or-nothing accuracies.
pub(super) fn groups(report: &Report) -> Option<Grid> {
    let names = names(report, |m| m.groups.keys().copied());
    let rows = by_model(report, |m| {
        let cell = |n: &&str| match m.groups.get(n) {
            Some(g) => Cell::with(percent(g.accuracy), format!("{} of {}; chance {}", g.right, g.n, percent(g.chance))),
            None => Cell::new("–"),
        };
        names.iter().map(cell).collect()
    });
    let note = "A group counts only when all of its items are right. Exchange: items that share one option set. Picture: all items on a picture. \
                Circular: one question with its options in other orders. Facets: one fact asked in several kinds.";
    (!names.is_empty()).then(|| grid("All or nothing", note, &names, rows))
}

/// What became of the answers when the boxes changed.
pub(super) fn controls(report: &Report) -> Option<Grid> {
    let cell = |steady: Option<&Steady>| match steady {
        None => Cell::new("–"),
        Some(s) => {
            let right = format!("right {} → {}", percent(s.before), percent(s.after));
            Cell::with(percent(s.same), format!("{} of {} pairs; {right}", range(s.interval), s.n))
        }
    };
    let mut rows = by_model(report, |m| {
        let of =
            |c: &Controls| vec![cell(c.other_color.as_ref()), cell(c.box_moved.as_ref()), cell(c.box_removed.as_ref())];
        m.controls.as_ref().map(of).unwrap_or_default()
    });
    rows.retain(|row| row.len() > 1);
    let columns = ["same answer, boxes in another color", "same answer, boxes moved", "same answer, boxes not drawn"];
    let note = "How often the answer stays the option it was when only the boxes change, with the accuracy before and after. \
                A model that looks at the box keeps its answer in the first column and gives it up in the second; in the third nothing tells the answer.";
    (!rows.is_empty()).then(|| grid("Box controls", note, &columns, rows))
}

/// Yes-rate and letters.
pub(super) fn bias(report: &Report) -> Option<Grid> {
    let letters = names(report, |m| m.letters.iter().map(|l| l.letter.as_str()));
    let against = |said: f64, gold: f64| Cell::with(percent(said), format!("right {}", percent(gold)));
    let rows = by_model(report, |m| {
        let letter = |l: &&str| m.letters.iter().find(|s| s.letter == *l);
        let mut cells = vec![m.yes.as_ref().map_or(Cell::new("–"), |y| against(y.said, y.gold))];
        cells.push(Cell::new(percent(m.position_bias)));
        cells.extend(letters.iter().map(|l| letter(l).map_or(Cell::new("–"), |s| against(s.chosen, s.gold))));
        cells
    });
    let note = "Of the answered items: how often yes was said, and each letter chosen, beside how often it was right. \
                Position bias is half the sum of the differences (0: none).";
    let columns: Vec<&str> = ["said yes", "position bias"].into_iter().chain(letters.iter().copied()).collect();
    (!letters.is_empty()).then(|| grid("Bias", note, &columns, rows))
}

/// What did not fit.
pub(super) fn misfits(report: &Report) -> Option<Grid> {
    let names = names(report, |m| m.notes.keys().map(String::as_str));
    let rows = by_model(report, |m| {
        let count = |n: &&str| Cell::new(m.notes.get(*n).copied().unwrap_or(0).to_string());
        names.iter().map(count).collect()
    });
    let columns: Vec<String> = names.iter().map(|n| n.replace('_', " ")).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| grid("Answers that did not fit", "Counted, never dropped silently.", &columns, rows))
}

/// Which rule read how many responses.
pub(super) fn rules(report: &Report) -> Grid {
    let order = printed(report);
    let rows = names(report, |m| m.rules.keys().map(String::as_str))
        .into_iter()
        .map(|name| {
            let counts = order.iter().map(|(_, m)| m.rules.get(name).copied().unwrap_or(0).to_string());
            std::iter::once(name.to_string()).chain(counts).map(Cell::new).collect()
        })
        .collect();
    let columns: Vec<String> = order.iter().map(|(_, m)| label(m)).collect();
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut grid = grid("Rules", "Which rule read how many responses (docs/scoring.md explains each).", &columns, rows);
    if let Some(first) = grid.header.first_mut() {
        "rule".clone_into(first);
    }
    grid
}

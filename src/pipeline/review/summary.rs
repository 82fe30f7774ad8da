//! `review --summary`: how far everybody is, what was said, how much people agree, what is decided.

use super::files::majority;
use super::{Current, bare_mode, kind_of, rejected};
use crate::error::{Error, Place, Result};
use crate::metric::agreement::{Agreement, Weights, cohen, fleiss};
use crate::pipeline::overview::grouped;
use crate::review::deck::Deck;
use crate::review::mode::{Mode, NAMES};
use crate::review::verdict::{Decision, GOOD, KINDS};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Categories by reviewer, of one field of one record.
type Votes<'a> = BTreeMap<&'a str, String>;

/// The deck of a set and the modes in which something was said of it.
///
/// # Errors
/// When the set or a journal cannot be read, or nobody reviewed it.
pub fn reviewed(set: &Path, mode: Option<&str>) -> Result<(Deck, Vec<&'static str>)> {
    let deck = Deck::open(set, kind_of(set)?)?;
    let mut found = Vec::new();
    for name in NAMES.into_iter().filter(|n| mode.is_none_or(|m| m == *n)) {
        if Current::read(&deck, name)?.opinions.ledgers.iter().any(|l| !l.ids().is_empty()) {
            found.push(name);
        }
    }
    if found.is_empty() {
        let what = mode.map_or("nobody has reviewed it".to_string(), |m| format!("nobody has reviewed it in mode {m}"));
        return Err(Error::data(Place::file(set.display().to_string()), what, "start with `groundline review DIR`"));
    }
    Ok((deck, found))
}

/// The summary of a mode.
///
/// # Errors
/// When a journal or a record cannot be read.
pub fn text(deck: &Deck, name: &'static str, labels: Option<&Path>) -> Result<String> {
    let mode = bare_mode(name, labels)?;
    let current = Current::read(deck, name)?;
    let mut out = format!("{name}: {} records\n\n", grouped(deck.len() as u64));
    let _ = writeln!(out, "{:<20}{:>10}{:>12}", "reviewer", "records", "median s");
    for ledger in current.opinions.ledgers.iter().filter(|l| !l.ids().is_empty()) {
        let median = ledger.median_seconds().unwrap_or(0.0);
        let n = grouped(ledger.ids().len() as u64);
        let _ = writeln!(out, "{:<20}{n:>10}{median:>12.1}", ledger.reviewer().name());
    }
    for (what, n) in &current.notes {
        let _ = writeln!(out, "left out: {} {what}", grouped(*n));
    }
    let by_field = current.opinions.by_field();
    let mut fields: BTreeMap<&str, BTreeMap<&str, Votes<'_>>> = BTreeMap::new();
    for ((id, field), all) in &by_field {
        for o in all.iter().filter(|o| current.holds(id, o.item)) {
            if let Some(category) = mode.category(o.value) {
                fields.entry(field).or_default().entry(id).or_default().insert(o.reviewer, category);
            }
        }
    }
    match name {
        "verify" => verify(&mut out, &*mode, deck, &current, &fields)?,
        "answer" => {
            for votes in fields.values() {
                agreement(&mut out, "the chosen option", votes, Weights::Unweighted);
            }
            out.push_str(
                "\nwho is right is counted by `groundline score`, with the answers files as runs named human…\n",
            );
        }
        "rate" => rate(&mut out, &fields),
        _ => labelled(&mut out, &*mode, &fields),
    }
    Ok(out)
}

fn verify(
    out: &mut String,
    mode: &dyn Mode,
    deck: &Deck,
    current: &Current,
    fields: &BTreeMap<&str, BTreeMap<&str, Votes<'_>>>,
) -> Result<()> {
    let votes = fields.values().next().cloned().unwrap_or_default();
    let _ = writeln!(out, "\n{:<28}{:>10}", "verdicts", "given");
    let by_field = current.opinions.by_field();
    let holding =
        by_field.iter().flat_map(|((id, _), all)| all.iter().filter(|o| current.holds(id, o.item)).map(|o| o.value));
    let holding: Vec<&serde_json::Value> = holding.collect();
    for kind in KINDS {
        let n = holding.iter().filter(|value| mode.is(value, kind.name)).count();
        if n > 0 {
            let _ = writeln!(out, "{:<28}{:>10}", kind.title.to_lowercase(), grouped(n as u64));
        }
    }
    let decided = rejected::decisions(&current.opinions, &|id, item| current.holds(id, item))?;
    let dropped: BTreeMap<&str, usize> = decided.values().fold(BTreeMap::new(), |mut all, d| {
        if let Decision::Drop { reason, .. } = d {
            *all.entry(*reason).or_default() += 1;
        }
        all
    });
    let n: usize = dropped.values().sum();
    let _ = writeln!(
        out,
        "\ndecided by majority, in doubt dropped: {} kept, {} dropped, {} not reviewed",
        grouped((decided.len() - n) as u64),
        grouped(n as u64),
        grouped((deck.len() - decided.len()) as u64)
    );
    for (reason, n) in dropped {
        let _ = writeln!(out, "  {reason} {}", grouped(n as u64));
    }
    shares(out, deck, &decided);
    let good: BTreeMap<&str, Votes<'_>> = votes
        .iter()
        .map(|(id, v)| (*id, v.iter().map(|(r, c)| (*r, if c == GOOD { GOOD } else { "not" }.to_string())).collect()))
        .collect();
    agreement(out, "good or not", &good, Weights::Unweighted);
    agreement(out, "the verdict", &votes, Weights::Unweighted);
    Ok(())
}

/// The share of kept items among the reviewed ones, by target and kind.
fn shares(out: &mut String, deck: &Deck, decided: &BTreeMap<String, Decision>) {
    for facet in deck.facets().iter().filter(|f| f.values.len() > 1) {
        let _ = writeln!(out, "\n{:<20}{:>10}{:>10}{:>10}", facet.name, "reviewed", "kept", "share");
        for (value, _) in &facet.values {
            let own: Vec<&Decision> = decided
                .iter()
                .filter(|(id, _)| deck.find(id).is_some_and(|at| deck.has(at, facet.name, value)))
                .map(|(_, d)| d)
                .collect();
            let kept = own.iter().filter(|d| ***d == Decision::Keep).count();
            if !own.is_empty() {
                let share = 100.0 * kept as f64 / own.len() as f64;
                let (n, kept) = (grouped(own.len() as u64), grouped(kept as u64));
                let _ = writeln!(out, "{value:<20}{n:>10}{kept:>10}{share:>9.1}%");
            }
        }
    }
}

fn rate(out: &mut String, fields: &BTreeMap<&str, BTreeMap<&str, Votes<'_>>>) {
    let _ = writeln!(out, "\n{:<24}{:>10}{:>10}", "model", "ratings", "mean");
    for (model, votes) in fields {
        let scores: Vec<f64> = votes.values().flat_map(BTreeMap::values).filter_map(|v| v.parse().ok()).collect();
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        let _ = writeln!(out, "{model:<24}{:>10}{mean:>10.3}", grouped(scores.len() as u64));
    }
    let keys: Vec<(String, &Votes<'_>)> =
        fields.iter().flat_map(|(m, v)| v.iter().map(move |(id, votes)| (format!("{id}\0{m}"), votes))).collect();
    let all: BTreeMap<&str, Votes<'_>> = keys.iter().map(|(key, votes)| (key.as_str(), (*votes).clone())).collect();
    agreement(out, "the rating (linear weights for two raters)", &all, Weights::Linear);
}

fn labelled(out: &mut String, mode: &dyn Mode, fields: &BTreeMap<&str, BTreeMap<&str, Votes<'_>>>) {
    let order = mode.categories();
    for (field, votes) in fields {
        let _ = writeln!(out, "\n{field:<24}{:>10}{:>10}", "given", "majority");
        let mut given: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for of_record in votes.values() {
            for label in of_record.values() {
                given.entry(label).or_default().0 += 1;
            }
            if let Some(label) = majority(of_record.values().map(String::as_str)) {
                given.entry(label).or_default().1 += 1;
            }
        }
        let mut rows: Vec<(&&str, &(usize, usize))> = given.iter().collect();
        rows.sort_by_key(|(label, _)| order.iter().position(|o| o == *label));
        for (label, (all, most)) in rows {
            let _ = writeln!(out, "  {label:<22}{:>10}{:>10}", grouped(*all as u64), grouped(*most as u64));
        }
        let tied = votes.values().filter(|v| majority(v.values().map(String::as_str)).is_none()).count();
        if tied > 0 {
            let _ = writeln!(out, "  {:<22}{:>10}{:>10}", "tied", "", grouped(tied as u64));
        }
        agreement(out, "the label", votes, Weights::Unweighted);
    }
}

/// Agreement of all pairs of reviewers, and of all where three or more said something.
fn agreement(out: &mut String, what: &str, votes: &BTreeMap<&str, Votes<'_>>, weights: Weights) {
    let doubled: Vec<&Votes<'_>> = votes.values().filter(|v| v.len() > 1).collect();
    if doubled.is_empty() {
        let _ = writeln!(out, "\nagreement on {what}: nothing was seen by two people");
        return;
    }
    let categories: BTreeSet<&str> = doubled.iter().flat_map(|v| v.values()).map(String::as_str).collect();
    let number = |c: &str| categories.iter().position(|k| *k == c).unwrap_or(0);
    let _ = writeln!(out, "\nagreement on {what}: {} seen by two or more", grouped(doubled.len() as u64));
    let people: BTreeSet<&str> = doubled.iter().flat_map(|v| v.keys().copied()).collect();
    let people: Vec<&str> = people.into_iter().collect();
    for (i, a) in people.iter().enumerate() {
        for b in people.iter().skip(i + 1) {
            let both = doubled.iter().filter_map(|v| Some((number(v.get(a)?), number(v.get(b)?))));
            let (x, y): (Vec<usize>, Vec<usize>) = both.unzip();
            let same = x.iter().zip(&y).filter(|(x, y)| x == y).count();
            if let Some(found) = cohen(&x, &y, weights) {
                let accuracy = 100.0 * same as f64 / found.n as f64;
                let _ = writeln!(
                    out,
                    "  {a} and {b}: {accuracy:.1} % of {} alike, Cohen's kappa {}",
                    grouped(found.n as u64),
                    kappa(&found)
                );
            }
        }
    }
    let sizes: BTreeSet<usize> = doubled.iter().map(|v| v.len()).filter(|n| *n > 2).collect();
    for size in sizes {
        let table: Vec<Vec<u64>> = doubled
            .iter()
            .filter(|v| v.len() == size)
            .map(|v| categories.iter().map(|c| v.values().filter(|x| x == c).count() as u64).collect())
            .collect();
        if let Some(found) = fleiss(&table) {
            let _ = writeln!(
                out,
                "  {size} people: {:.1} % of pairs alike on {}, Fleiss' kappa {}",
                100.0 * found.observed,
                grouped(found.n as u64),
                kappa(&found)
            );
        }
    }
}

fn kappa(found: &Agreement) -> String {
    found.kappa.map_or("undefined (one category only)".into(), |k| format!("{k:.3}"))
}

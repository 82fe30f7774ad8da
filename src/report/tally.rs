//! From answers to numbers: every table of the report.

use super::interval::{Interval, Resampler, effective_n, exact, percentile, wilson};
use super::sheet::{Item, Run, Who, letter};
use crate::model::score::Outcome;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::BTreeMap;

/// How numbers are computed.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Intervals have level 1 − alpha; tests reject below it.
    pub alpha: f64,
    /// Bootstrap replicates.
    pub replicates: usize,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Index of the run that gains are counted from.
    pub baseline: Option<usize>,
    /// Names of the `--group-by` columns.
    pub group_by: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { alpha: 0.05, replicates: 1_000, seed: 0, baseline: None, group_by: Vec::new() }
    }
}

/// Everything in `report.json`.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Version of groundline.
    pub version: &'static str,
    /// Items of the set.
    pub items: usize,
    /// Pictures of the set: the clusters of the intervals.
    pub pictures: usize,
    /// Accuracy of guessing, as a share.
    pub chance: f64,
    /// Level of tests and intervals.
    pub alpha: f64,
    /// Bootstrap replicates.
    pub replicates: usize,
    /// Seed of the bootstrap.
    pub seed: u64,
    /// Name of the run that gains are counted from.
    pub baseline: Option<String>,
    /// One entry per run.
    pub models: Vec<Model>,
    /// Accuracy by everything; the first table is `overall`.
    pub tables: Vec<Table>,
    /// Tests between runs; `None` of a single run.
    pub comparison: Option<super::contest::Comparison>,
    /// Runs that are one model under several wordings.
    pub wordings: Vec<super::contest::Wordings>,
}

/// One run's account.
#[derive(Debug, Clone, Serialize)]
pub struct Model {
    /// Name.
    pub name: String,
    /// What it is.
    pub who: Who,
    /// How many responses were read as what.
    pub outcomes: BTreeMap<&'static str, usize>,
    /// How many responses each rule decided.
    pub rules: BTreeMap<String, usize>,
    /// What a model read where the rules found nothing (`--extract-with`); `None` where none was asked.
    pub read_by_model: Option<ReadByModel>,
    /// Responses whose letter and option text disagree.
    pub conflicts: usize,
    /// Of yes/no items: how often yes was said and how often it was right to.
    pub yes: Option<YesRate>,
    /// By letter: how often it was chosen, how often it was right, among the answered.
    pub letters: Vec<LetterShare>,
    /// Half the sum of the differences between the two letter distributions: 0 is no position bias.
    pub position_bias: f64,
    /// All-or-nothing accuracies of groups of items.
    pub groups: BTreeMap<&'static str, Grouped>,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
}

/// The second stage of reading, apart from the first.
#[derive(Debug, Clone, Serialize)]
pub struct ReadByModel {
    /// Responses that the rules left open and the model read.
    pub read: usize,
    /// Of those, how many it found to choose an option.
    pub chosen: usize,
    /// Of those, how many are right.
    pub right: usize,
    /// Accuracy by rules alone.
    pub rules_accuracy: f64,
    /// Accuracy of both stages.
    pub accuracy: f64,
}

/// Yes-rate of a run.
#[derive(Debug, Clone, Serialize)]
pub struct YesRate {
    /// Answered yes/no items.
    pub n: usize,
    /// Share answered with yes.
    pub said: f64,
    /// Share whose right answer is yes.
    pub gold: f64,
}

/// One letter of a run.
#[derive(Debug, Clone, Serialize)]
pub struct LetterShare {
    /// The letter.
    pub letter: String,
    /// Share of answers with it.
    pub chosen: f64,
    /// Share of the same items whose right letter it is.
    pub gold: f64,
}

/// Groups of items that count only when all of them are right.
#[derive(Debug, Clone, Serialize)]
pub struct Grouped {
    /// Groups.
    pub n: usize,
    /// Groups answered rightly throughout.
    pub right: usize,
    /// Their share.
    pub accuracy: f64,
    /// Wilson's interval.
    pub interval: Interval,
    /// The share that independent guesses would reach.
    pub chance: f64,
}

/// One table.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// What the rows are: `overall`, `target`, `kind`, `target × kind`, `source`, `letter`, …
    pub by: String,
    /// Rows.
    pub rows: Vec<Row>,
}

/// One row of a table.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// Its value, e.g. `color`, or `color × what`.
    pub key: String,
    /// Items.
    pub n: usize,
    /// Accuracy of guessing.
    pub chance: f64,
    /// One entry per run; `None` where it has no counted item.
    pub scores: Vec<Option<Score>>,
}

/// One run's numbers over some items.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// Items counted.
    pub n: usize,
    /// Right answers.
    pub correct: usize,
    /// Their share: what is not chosen is wrong.
    pub accuracy: f64,
    /// Wilson's interval over `effective_n` items: the interval that tables print.
    pub interval: Interval,
    /// How many independent items these are worth, given how alike answers within a picture are.
    pub effective_n: f64,
    /// Wilson's interval if all items were independent.
    pub wilson: Interval,
    /// Exact Beta (Clopper–Pearson) interval if all items were independent.
    pub exact: Interval,
    /// Percentile interval of the bootstrap over pictures; `None` where it was not drawn or has no width.
    pub bootstrap: Option<Interval>,
    /// (accuracy − chance) / (1 − chance).
    pub corrected: f64,
    /// Items with a chosen option.
    pub answered: usize,
    /// Accuracy over those.
    pub answered_accuracy: Option<f64>,
    /// Accuracy if every ambiguous response were wrong.
    pub low: f64,
    /// Accuracy if every ambiguous response that names the right option were right.
    pub high: f64,
    /// Share of responses that choose an option.
    pub parse_rate: f64,
}

const TARGETS: [&str; 6] = ["entity", "number", "color", "material", "action", "spatial"];
const KINDS: [&str; 4] = ["yes_no", "fill_blank", "what", "correction"];

/// A column of the items: its name and each item's value.
struct Dimension {
    name: String,
    values: Vec<String>,
    bootstrap: bool,
}

/// Computes all tables.
pub fn report(items: &[Item], runs: &[Run], settings: &Settings) -> Report {
    let clusters = number(items.iter().map(Item::cluster));
    let pictures = clusters.iter().copied().max().map_or(0, |m| m as usize + 1);
    let chances: Vec<f64> = items.iter().map(|i| 1.0 / i.choices.len().max(1) as f64).collect();
    let plan = Resampler::new(clusters, settings.replicates, settings.seed);
    let right: Vec<Vec<Option<bool>>> =
        runs.iter().map(|r| r.scored.iter().map(|s| s.as_ref().map(|s| s.correct)).collect()).collect();
    let tables: Vec<Table> =
        dimensions(items, settings).iter().map(|d| table(d, items, runs, &right, &chances, &plan, settings)).collect();
    let models = runs.iter().map(|r| model(r, items, settings)).collect();
    Report {
        version: env!("CARGO_PKG_VERSION"),
        items: items.len(),
        pictures,
        chance: mean(&chances),
        alpha: settings.alpha,
        replicates: settings.replicates,
        seed: settings.seed,
        baseline: settings.baseline.and_then(|b| runs.get(b)).map(|r| r.name.clone()),
        models,
        comparison: super::contest::compare(runs, &right, &plan, &tables, settings.alpha),
        wordings: super::contest::wordings(runs, &tables),
        tables,
    }
}

fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// Numbers values in order of first appearance.
fn number<'a>(values: impl Iterator<Item = &'a str>) -> Vec<u32> {
    let mut seen: FxHashMap<&str, u32> = FxHashMap::default();
    values
        .map(|v| {
            let next = seen.len() as u32;
            *seen.entry(v).or_insert(next)
        })
        .collect()
}

fn dimensions(items: &[Item], settings: &Settings) -> Vec<Dimension> {
    let mut out = Vec::new();
    let mut add = |name: &str, bootstrap: bool, value: &dyn Fn(&Item) -> String| {
        let values: Vec<String> = items.iter().map(value).collect();
        if values.iter().any(|v| !v.is_empty()) {
            out.push(Dimension { name: name.to_string(), values, bootstrap });
        }
    };
    add("overall", true, &|_| "all".into());
    add("target", true, &|i| i.target.clone());
    add("kind", true, &|i| i.kind.clone());
    add("target × kind", true, &|i| {
        if i.target.is_empty() && i.kind.is_empty() { String::new() } else { format!("{} × {}", i.target, i.kind) }
    });
    add("source", false, &|i| i.source.clone());
    add("letter", false, &|i| i.gold());
    add("options", false, &|i| i.choices.len().to_string());
    add("level", false, &|i| i.provenance.level.clone());
    add("evidence", false, &|i| if i.provenance.options.is_empty() { String::new() } else { i.evidence().to_string() });
    add("gold tier", false, &|i| i.provenance.gold_tier.clone());
    for (at, column) in settings.group_by.iter().enumerate() {
        add(column, true, &|i| i.columns.get(at).cloned().unwrap_or_default());
    }
    out
}

fn table(
    d: &Dimension,
    items: &[Item],
    runs: &[Run],
    right: &[Vec<Option<bool>>],
    chances: &[f64],
    plan: &Resampler,
    settings: &Settings,
) -> Table {
    let mut keys: Vec<&str> = d.values.iter().map(String::as_str).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.sort_by_key(|k| rank(k));
    let index: FxHashMap<&str, u32> = keys.iter().enumerate().map(|(i, k)| (*k, i as u32)).collect();
    let cell: Vec<u32> = d.values.iter().map(|v| index.get(v.as_str()).copied().unwrap_or(0)).collect();
    let drawn = d.bootstrap.then(|| plan.replicate(right, &cell, keys.len()));
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); keys.len()];
    for (i, &c) in cell.iter().enumerate() {
        if let Some(m) = members.get_mut(c as usize) {
            m.push(i);
        }
    }
    let rows = keys
        .iter()
        .zip(&members)
        .enumerate()
        .map(|(c, (key, inside))| Row {
            key: (*key).to_string(),
            n: inside.len(),
            chance: mean(&inside.iter().filter_map(|&i| chances.get(i).copied()).collect::<Vec<_>>()),
            scores: runs
                .iter()
                .enumerate()
                .map(|(m, run)| {
                    let mut score = score(run, items, inside, &plan.clusters, settings.alpha)?;
                    score.bootstrap = drawn.as_ref().and_then(|d| percentile(d.get(m)?.get(c)?, settings.alpha));
                    Some(score)
                })
                .collect(),
        })
        .collect();
    Table { by: d.name.clone(), rows }
}

/// The paper's order of targets and kinds; anything else by its text.
fn rank(key: &str) -> (usize, usize, String) {
    let (first, second) = key.split_once(" × ").unwrap_or((key, ""));
    let at = |list: &[&str], k: &str| list.iter().position(|x| *x == k);
    let target = at(&TARGETS, first).or_else(|| at(&KINDS, first)).unwrap_or(usize::MAX);
    (target, at(&KINDS, second).unwrap_or(usize::MAX), key.to_string())
}

fn score(run: &Run, items: &[Item], inside: &[usize], clusters: &[u32], alpha: f64) -> Option<Score> {
    let mut right = Vec::with_capacity(inside.len());
    let mut own = Vec::with_capacity(inside.len());
    let (mut answered, mut unsure, mut possible, mut chance) = (0, 0, 0, 0.0);
    for &i in inside {
        let (Some(Some(s)), Some(item)) = (run.scored.get(i), items.get(i)) else { continue };
        right.push(s.correct);
        own.push(clusters.get(i).copied().unwrap_or(0));
        answered += usize::from(s.outcome == Outcome::Chosen);
        unsure += usize::from(s.correct && s.conflict);
        possible += usize::from(s.outcome == Outcome::Several && s.several.contains(&item.gold()));
        chance += 1.0 / item.choices.len().max(1) as f64;
    }
    let n = right.len();
    if n == 0 {
        return None;
    }
    let correct = right.iter().filter(|r| **r).count();
    let (k, m) = (correct as f64, n as f64);
    let (accuracy, chance) = (k / m, chance / m);
    let effective = effective_n(&right, &own);
    Some(Score {
        n,
        correct,
        accuracy,
        interval: wilson(accuracy * effective, effective, alpha),
        effective_n: effective,
        wilson: wilson(k, m, alpha),
        exact: exact(correct as u64, n as u64, alpha),
        bootstrap: None,
        corrected: if chance < 1.0 { (accuracy - chance) / (1.0 - chance) } else { 0.0 },
        answered,
        answered_accuracy: (answered > 0).then(|| k / answered as f64),
        low: (k - unsure as f64) / m,
        high: (k + possible as f64) / m,
        parse_rate: answered as f64 / m,
    })
}

fn model(run: &Run, items: &[Item], settings: &Settings) -> Model {
    let mut outcomes: BTreeMap<&'static str, usize> = Outcome::ALL.iter().map(|o| (o.name(), 0)).collect();
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    let mut conflicts = 0;
    let (mut yes_n, mut said, mut gold_yes) = (0, 0, 0);
    let mut letters: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut answered = 0;
    for (item, scored) in items.iter().zip(&run.scored) {
        let Some(s) = scored else { continue };
        *outcomes.entry(s.outcome.name()).or_default() += 1;
        *rules.entry(s.rule.clone()).or_default() += 1;
        conflicts += usize::from(s.conflict);
        let Some(choice) = s.choice.as_ref().and_then(|c| c.bytes().next()).map(|b| usize::from(b.wrapping_sub(b'A')))
        else {
            continue;
        };
        answered += 1;
        letters.entry(choice).or_default().0 += 1;
        letters.entry(item.answer_index).or_default().1 += 1;
        if let Some(yes) = yes_option(item) {
            yes_n += 1;
            said += usize::from(choice == yes);
            gold_yes += usize::from(item.answer_index == yes);
        }
    }
    let share = |k: usize, n: usize| k as f64 / n.max(1) as f64;
    let letters: Vec<LetterShare> = letters
        .into_iter()
        .map(|(i, (chosen, gold))| LetterShare {
            letter: letter(i),
            chosen: share(chosen, answered),
            gold: share(gold, answered),
        })
        .collect();
    Model {
        name: run.name.clone(),
        who: run.who,
        outcomes,
        read_by_model: read_by_model(run),
        rules,
        conflicts,
        yes: (yes_n > 0).then(|| YesRate { n: yes_n, said: share(said, yes_n), gold: share(gold_yes, yes_n) }),
        position_bias: letters.iter().map(|l| (l.chosen - l.gold).abs()).sum::<f64>() / 2.0,
        letters,
        groups: groups(run, items, settings.alpha),
        notes: run.notes.clone(),
    }
}

fn read_by_model(run: &Run) -> Option<ReadByModel> {
    let all: Vec<_> = run.scored.iter().flatten().collect();
    let read = all.iter().filter(|s| s.rule == "model" || s.rule == "model_none").count();
    let chosen = all.iter().filter(|s| s.rule == "model").count();
    let right = all.iter().filter(|s| s.rule == "model" && s.correct).count();
    let correct = all.iter().filter(|s| s.correct).count();
    let n = all.len().max(1) as f64;
    (read > 0).then(|| ReadByModel {
        read,
        chosen,
        right,
        rules_accuracy: (correct - right) as f64 / n,
        accuracy: correct as f64 / n,
    })
}

fn yes_option(item: &Item) -> Option<usize> {
    (item.choices.len() == 2).then(|| item.choices.iter().position(|c| c.eq_ignore_ascii_case("yes"))).flatten()
}

/// Exchange groups, pictures, circular sets (the same question with its options in other orders) and facets (the same
/// fact asked in several kinds), of at least two items each, counted right when all their items are.
fn groups(run: &Run, items: &[Item], alpha: f64) -> BTreeMap<&'static str, Grouped> {
    let mut keyed: BTreeMap<&'static str, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        if run.scored.get(i).is_none_or(Option::is_none) {
            continue;
        }
        let mut add = |name: &'static str, key: String| keyed.entry(name).or_default().entry(key).or_default().push(i);
        if let Some(group) = &item.provenance.group {
            add("exchange", group.clone());
        }
        if !item.cluster().is_empty() {
            add("picture", item.cluster().to_string());
        }
        if !item.provenance.fact.is_empty() {
            add("facets", format!("{}\u{0}{}\u{0}{}", item.provenance.scene, item.target, item.provenance.fact));
        }
        let mut sorted: Vec<&str> = item.choices.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        add(
            "circular",
            format!(
                "{}\u{0}{}\u{0}{}\u{0}{}",
                item.image,
                item.question,
                sorted.join("\u{0}"),
                item.choices.get(item.answer_index).map_or("", String::as_str)
            ),
        );
    }
    let mut out = BTreeMap::new();
    for (name, groups) in keyed {
        let (mut n, mut right, mut chance) = (0, 0, 0.0);
        for members in groups.values() {
            let kinds = || {
                members
                    .iter()
                    .filter_map(|&i| items.get(i))
                    .map(|i| i.kind.as_str())
                    .collect::<std::collections::BTreeSet<_>>()
                    .len()
            };
            if members.len() < 2 || name == "facets" && kinds() < 2 {
                continue;
            }
            n += 1;
            right += usize::from(members.iter().all(|&i| run.right(i)));
            chance += members
                .iter()
                .filter_map(|&i| items.get(i))
                .map(|i| 1.0 / i.choices.len().max(1) as f64)
                .product::<f64>();
        }
        if n > 0 {
            let accuracy = right as f64 / n as f64;
            out.insert(
                name,
                Grouped {
                    n,
                    right,
                    accuracy,
                    interval: wilson(right as f64, n as f64, alpha),
                    chance: chance / n as f64,
                },
            );
        }
    }
    out
}

#[cfg(test)]
pub(crate) mod fixture {
    use super::*;
    use crate::error::Place;
    use crate::model::score::Scored;

    /// A set of `n` items over targets and kinds, two items a picture, four options each (yes/no has two).
    pub fn items(n: usize) -> Vec<Item> {
        (0..n)
            .map(|i| {
                let kind = KINDS[i % 4];
                let choices = if kind == "yes_no" { r#"["Yes","No"]"# } else { r#"["red","blue","green","none of the above"]"# };
                let answer = i % if kind == "yes_no" { 2 } else { 4 };
                let line = format!(
                    r#"{{"id":"i{i}","image":"images/{p}.jpg","question":"Which color is thing {i}?","choices":{choices},"answer_index":{answer},
                    "target":"{t}","kind":"{kind}","source":"paco","provenance":{{"scene":"s{p}","fact":"f{p}","group":"g{g}","level":"noun",
                    "gold_tier":"single","options":[{{"evidence":{{"tier":"exclusive","rule":"hue_family"}}}}]}}}}"#,
                    p = i / 2,
                    g = i / 4,
                    t = TARGETS[(i / 4) % 6]
                );
                Item::parse(&line, &Place::default(), &[]).unwrap()
            })
            .collect()
    }

    /// A run that is right on item `i` when `right(i)`, and otherwise chooses the next letter.
    pub fn run(name: &str, items: &[Item], right: impl Fn(usize) -> bool) -> Run {
        let scored = items
            .iter()
            .enumerate()
            .map(|(i, item)| {
                let index = if right(i) { item.answer_index } else { (item.answer_index + 1) % item.choices.len() };
                Some(Scored {
                    id: item.id.clone(),
                    choice: Some(letter(index)),
                    outcome: Outcome::Chosen,
                    rule: "whole".into(),
                    span: Some((0, 1)),
                    correct: right(i),
                    several: Vec::new(),
                    conflict: false,
                })
            })
            .collect();
        let responses = items.iter().map(|i| Some(i.gold())).collect();
        Run { name: name.into(), who: Who::Model, scored, responses, notes: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::{items, run};
    use super::*;

    #[test]
    fn accuracy_by_everything() {
        let items = items(240);
        let runs = [run("half", &items, |i| i % 2 == 0), run("all", &items, |_| true)];
        let r = report(&items, &runs, &Settings { replicates: 50, ..Settings::default() });
        assert_eq!((r.items, r.pictures), (240, 120));
        // A quarter of the items has two options, the rest four.
        assert!((r.chance - (0.25 * 0.5 + 0.75 * 0.25)).abs() < 1e-12);
        let names: Vec<&str> = r.tables.iter().map(|t| t.by.as_str()).collect();
        assert_eq!(
            names,
            [
                "overall",
                "target",
                "kind",
                "target × kind",
                "source",
                "letter",
                "options",
                "level",
                "evidence",
                "gold tier"
            ]
        );
        let overall = r.tables[0].rows[0].scores[0].as_ref().unwrap();
        assert_eq!((overall.n, overall.correct, overall.accuracy), (240, 120, 0.5));
        let kinds: Vec<(&str, f64)> =
            r.tables[2].rows.iter().map(|row| (row.key.as_str(), row.scores[0].as_ref().unwrap().accuracy)).collect();
        assert_eq!(kinds, [("yes_no", 1.0), ("fill_blank", 0.0), ("what", 1.0), ("correction", 0.0)]);
        for table in &r.tables {
            for row in &table.rows {
                for s in row.scores.iter().flatten() {
                    assert!(s.interval.1 > s.interval.0, "{} {}", table.by, row.key);
                    assert!(s.interval.0 <= s.accuracy + 1e-12 && s.accuracy <= s.interval.1 + 1e-12);
                }
            }
        }
        // Each picture has one right and one wrong answer of the first run: no picture is right throughout.
        assert_eq!(r.models[0].groups["picture"].right, 0);
        assert_eq!((r.models[1].groups["exchange"].n, r.models[1].groups["exchange"].right), (60, 60));
        assert_eq!(r.models[1].yes.as_ref().unwrap().n, 60);
        assert!(r.models[1].position_bias.abs() < 1e-12 && r.models[0].position_bias > 0.1);
    }

    #[test]
    fn what_is_not_chosen_is_wrong_but_counted_apart() {
        let items = items(8);
        let mut run = run("m", &items, |_| true);
        for (i, outcome) in [(0, Outcome::Several), (1, Outcome::Refused)] {
            let s = run.scored[i].as_mut().unwrap();
            (s.outcome, s.choice, s.correct) = (outcome, None, false);
            s.several = vec![items[0].gold(), "D".into()];
        }
        run.scored[7] = None;
        let r = report(&items, &[run], &Settings { replicates: 20, ..Settings::default() });
        let s = r.tables[0].rows[0].scores[0].as_ref().unwrap();
        assert_eq!((s.n, s.correct, s.answered), (7, 5, 5));
        assert_eq!((s.answered_accuracy, s.low, s.high), (Some(1.0), 5.0 / 7.0, 6.0 / 7.0));
        assert_eq!(r.models[0].outcomes["refused"], 1);
        assert!(r.comparison.is_none());
    }
}

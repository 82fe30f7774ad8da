//! `forum intent`: the intent behind every question, by votes of a model, and how far raters agree.

use super::labels::{self, Labels};
use super::set::Set;
use super::write;
use crate::error::{Error, Place, Result};
use crate::forum::intent::{CATEGORIES, majority, number, read, system, user};
use crate::forum::split::sample;
use crate::llm::endpoint::Endpoint;
use crate::llm::journal::Entry;
use crate::metric::agreement::{Agreement, Weights, cohen, fleiss};
use crate::model::vqa::VqaQuestion;
use crate::pipeline::ask::{self, Asked, Progress, Question};
use crate::pipeline::files;
use crate::report::grid::{Cell, Grid};
use crate::report::markdown;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Options {
    /// The set.
    pub set: PathBuf,
    /// Votes on each question.
    pub votes: usize,
    /// So many questions of each topic; `None` for all.
    pub per_topic: Option<usize>,
    /// Do not show the pictures.
    pub no_image: bool,
    /// Pictures larger than this are made smaller.
    pub max_side: Option<u32>,
    /// Files of labels that people gave.
    pub labels: Vec<PathBuf>,
    /// Seed of the sample and of the order of the categories.
    pub seed: u64,
    /// The votes: an answers file as `ask` writes it.
    pub answers: PathBuf,
}

/// How two raters, or all of them, agree.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// The raters.
    pub raters: Vec<String>,
    /// Items that all of them labeled.
    pub items: usize,
    /// Share of agreeing pairs of labels.
    pub accuracy: f64,
    /// Cohen's kappa of two, Fleiss' of more; `None` where chance alone makes all agree.
    pub kappa: Option<f64>,
}

/// Share of one intent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Share {
    /// Its name.
    pub intent: &'static str,
    /// Questions.
    pub questions: usize,
    /// Percent of the questions with a majority.
    pub percent: f64,
    /// Percent in the paper (105 questions).
    pub paper: u32,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Model asked.
    pub model: String,
    /// Questions.
    pub questions: usize,
    /// Questions whose votes have a majority.
    pub labeled: usize,
    /// Questions with all votes but no majority.
    pub no_majority: usize,
    /// Votes that name no intent, or several.
    pub unreadable: usize,
    /// Votes that were not cast: failed or not asked.
    pub missing: usize,
    /// By intent, in the order of the definitions.
    pub shares: Vec<Share>,
    /// By super-category: questions of each intent, in the same order.
    pub super_categories: BTreeMap<String, Vec<usize>>,
    /// Each pair of raters: votes, their majority, people.
    pub pairs: Vec<Pair>,
    /// Votes of the model together, and people together where there are three or more.
    pub groups: Vec<Pair>,
}

/// One question's votes.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Line {
    id: String,
    intent: Option<&'static str>,
    votes: Vec<Option<&'static str>>,
}

fn vote_name(vote: usize) -> String {
    format!("vote-{}", vote + 1)
}

/// Asks for the votes that are missing and counts all of them. Writes `intents.jsonl`, `intent.json` and
/// `intent-labels.csv` beside the set's questions.
///
/// # Errors
/// When the set or a file of labels cannot be read, a label is no intent, or the server refuses every request.
pub fn intent(
    options: &Options,
    endpoint: &Endpoint,
    settings: &ask::Settings,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<(Report, Asked)> {
    let set = Set::read(&options.set)?;
    let people = people(&options.labels)?;
    let asked: Vec<&VqaQuestion> = match options.per_topic {
        None => set.questions.iter().collect(),
        Some(n) => {
            let ids = sample(set.questions.iter().map(|q| (q.topic.as_str(), q.id.as_str())), n, options.seed);
            set.questions.iter().filter(|q| ids.contains(q.id.as_str())).collect()
        }
    };
    let questions =
        asked.iter().flat_map(|q| (0..options.votes).map(|v| question(q, v, options, &set.folder))).collect();
    let run = ask::run(questions, endpoint, settings, &options.answers, progress)?;
    let replies = replies(&options.answers)?;
    let mut unreadable = 0;
    let mut missing = 0;
    let votes: Vec<Vec<Option<usize>>> = asked
        .iter()
        .map(|q| {
            (0..options.votes)
                .map(|v| {
                    let Some(reply) = replies.get(&(q.id.clone(), vote_name(v))) else {
                        missing += 1;
                        return None;
                    };
                    let vote = read(reply);
                    unreadable += usize::from(vote.is_none());
                    vote
                })
                .collect()
        })
        .collect();
    let report = count(&asked, &votes, &people, &endpoint.model, unreadable, missing);
    save(&set.folder, &asked, &votes, &report)?;
    Ok((report, run))
}

fn question(q: &VqaQuestion, vote: usize, options: &Options, folder: &Path) -> Question {
    Question {
        id: q.id.clone(),
        prompt: Some(vote_name(vote)),
        before: vec![json!({"role": "system", "content": system(&q.id, vote, options.seed)})],
        turns: vec![user(q)],
        image: q.image.as_ref().filter(|_| !options.no_image).map(|image| folder.join(image)),
        no_image: options.no_image && q.image.is_some(),
        max_side: options.max_side,
        ..Question::default()
    }
}

fn people(files: &[PathBuf]) -> Result<BTreeMap<String, BTreeMap<String, usize>>> {
    let mut all = Labels::new();
    for file in files {
        labels::read(file, &mut all)?;
    }
    let known = CATEGORIES.map(|c| c.name).join(", ");
    let numbered = |rater: &str, labels: BTreeMap<String, String>| {
        let of = |(id, label): (String, String)| match number(&label) {
            Some(n) => Ok((id, n)),
            None => Err(Error::data(
                Place::record(rater, id),
                format!("`{label}` is no intent"),
                format!("the intents are {known}"),
            )),
        };
        labels.into_iter().map(of).collect::<Result<BTreeMap<_, _>>>()
    };
    all.into_iter().map(|(rater, labels)| Ok((rater.clone(), numbered(&rater, labels)?))).collect()
}

/// The last reply to each question and vote.
fn replies(path: &Path) -> Result<BTreeMap<(String, String), String>> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    let mut out = BTreeMap::new();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|e| Error::io(path, "read", e))?;
        // The journal was checked when the run opened it.
        if let Ok(Entry { id, prompt, response: Some(response), .. }) = serde_json::from_str(&line) {
            out.insert((id, prompt.unwrap_or_default()), response);
        }
    }
    Ok(out)
}

fn count(
    asked: &[&VqaQuestion],
    votes: &[Vec<Option<usize>>],
    people: &BTreeMap<String, BTreeMap<String, usize>>,
    model: &str,
    unreadable: usize,
    missing: usize,
) -> Report {
    let intents: Vec<Option<usize>> = votes.iter().map(|v| majority(v)).collect();
    let labeled = intents.iter().flatten().count();
    let of = |c: usize| intents.iter().filter(|i| **i == Some(c)).count();
    let mut super_categories: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (q, intent) in asked.iter().zip(&intents) {
        let counts = super_categories.entry(q.super_category.clone()).or_insert_with(|| vec![0; CATEGORIES.len()]);
        if let Some(n) = intent.and_then(|i| counts.get_mut(i)) {
            *n += 1;
        }
    }
    let by_id = |get: &dyn Fn(usize) -> Option<usize>| -> BTreeMap<String, usize> {
        asked.iter().enumerate().filter_map(|(i, q)| Some((q.id.clone(), get(i)?))).collect()
    };
    let rounds = votes.first().map_or(0, Vec::len);
    let machine: Vec<(String, BTreeMap<String, usize>)> = (0..rounds)
        .map(|v| (format!("{model} {}", vote_name(v)), by_id(&|i| votes.get(i)?.get(v).copied().flatten())))
        .collect();
    let whole = (format!("{model} majority"), by_id(&|i| intents.get(i).copied().flatten()));
    let persons: Vec<(String, BTreeMap<String, usize>)> = people.iter().map(|(r, l)| (r.clone(), l.clone())).collect();
    let mut pairs = within(&machine);
    pairs.extend(persons.iter().filter_map(|p| together(&[&whole, p])));
    pairs.extend(within(&persons));
    let groups = [&machine, &persons].into_iter().filter(|g| g.len() > 2);
    Report {
        model: model.to_string(),
        questions: asked.len(),
        labeled,
        no_majority: intents.iter().zip(votes).filter(|(i, v)| i.is_none() && v.iter().all(Option::is_some)).count(),
        unreadable,
        missing,
        shares: CATEGORIES
            .iter()
            .enumerate()
            .map(|(i, c)| Share {
                intent: c.name,
                questions: of(i),
                percent: 100.0 * of(i) as f64 / labeled.max(1) as f64,
                paper: c.paper,
            })
            .collect(),
        super_categories,
        pairs,
        groups: groups.filter_map(|g| together(&g.iter().collect::<Vec<_>>())).collect(),
    }
}

type Rater = (String, BTreeMap<String, usize>);

fn within(raters: &[Rater]) -> Vec<Pair> {
    let pairs = raters.iter().enumerate().flat_map(|(i, a)| raters.iter().skip(i + 1).map(move |b| [a, b]));
    pairs.filter_map(|pair| together(&pair)).collect()
}

/// Agreement on the items that all of these raters labeled; `None` where there are none.
fn together(raters: &[&Rater]) -> Option<Pair> {
    let (first, rest) = raters.split_first()?;
    let shared: BTreeSet<&String> = first.1.keys().filter(|id| rest.iter().all(|r| r.1.contains_key(*id))).collect();
    let of = |r: &Rater| -> Vec<usize> { shared.iter().filter_map(|id| r.1.get(*id).copied()).collect() };
    let Agreement { observed, kappa, n } = if let [a, b] = raters {
        cohen(&of(a), &of(b), Weights::Unweighted)?
    } else {
        let columns: Vec<Vec<usize>> = raters.iter().map(|r| of(r)).collect();
        let table: Vec<Vec<u64>> = (0..shared.len())
            .map(|i| {
                let mut row = vec![0; CATEGORIES.len()];
                for label in columns.iter().filter_map(|c| c.get(i)) {
                    if let Some(n) = row.get_mut(*label) {
                        *n += 1;
                    }
                }
                row
            })
            .collect();
        fleiss(&table)?
    };
    Some(Pair { raters: raters.iter().map(|r| r.0.clone()).collect(), items: n, accuracy: observed, kappa })
}

fn save(folder: &Path, asked: &[&VqaQuestion], votes: &[Vec<Option<usize>>], report: &Report) -> Result<()> {
    let name = |n: Option<usize>| n.and_then(|n| CATEGORIES.get(n)).map(|c| c.name);
    let line = |(q, v): (&&VqaQuestion, &Vec<Option<usize>>)| Line {
        id: q.id.clone(),
        intent: name(majority(v)),
        votes: v.iter().map(|n| name(*n)).collect(),
    };
    let lines: Vec<Line> = asked.iter().zip(votes).map(line).collect();
    write::lines(&folder.join("intents.jsonl"), &lines)?;
    write::write_json(&folder.join("intent.json"), report)?;
    let mut csv = csv::Writer::from_writer(Vec::new());
    let path = folder.join("intent-labels.csv");
    let fail = |e: csv::Error| Error::io(&path, "write", std::io::Error::other(e));
    csv.write_record(["id", "rater", "label"]).map_err(fail)?;
    for line in &lines {
        for (v, vote) in line.votes.iter().enumerate().filter_map(|(v, vote)| Some((v, (*vote)?))) {
            csv.write_record([&line.id, &format!("{} {}", report.model, vote_name(v)), vote]).map_err(fail)?;
        }
    }
    let bytes = csv.into_inner().map_err(|e| Error::io(&path, "write", std::io::Error::other(e.to_string())))?;
    files::write(&path, &bytes)
}

/// The report as Markdown.
pub fn text(report: &Report) -> String {
    let kappa = |k: Option<f64>| k.map_or_else(|| "-".to_string(), |k| format!("{k:.3}"));
    let row = |p: &Pair| {
        let names = p.raters.join(" · ");
        vec![
            Cell::new(names),
            Cell::new(p.items.to_string()),
            Cell::new(format!("{:.1} %", p.accuracy * 100.0)),
            Cell::new(kappa(p.kappa)),
        ]
    };
    let grid = |title: &str, note: String, header: &[&str], rows| Grid {
        title: title.to_string(),
        note,
        header: header.iter().map(|h| (*h).to_string()).collect(),
        rows,
    };
    let note = format!(
        "{} of {} questions have a majority; {} have none, {} votes name no intent or several, {} are missing. The \
         paper labeled 105 questions.",
        report.labeled, report.questions, report.no_majority, report.unreadable, report.missing
    );
    let shares = report
        .shares
        .iter()
        .map(|s| {
            vec![
                Cell::new(s.intent),
                Cell::new(s.questions.to_string()),
                Cell::new(format!("{:.1}", s.percent)),
                Cell::new(s.paper.to_string()),
            ]
        })
        .collect();
    let mut out = String::new();
    markdown::table(&mut out, &grid("Intents", note, &["intent", "questions", "%", "paper %"], shares));
    let categories = report
        .super_categories
        .iter()
        .map(|(name, counts)| {
            std::iter::once(Cell::new(name.clone())).chain(counts.iter().map(|n| Cell::new(n.to_string()))).collect()
        })
        .collect();
    let mut header = vec!["super-category"];
    header.extend(CATEGORIES.iter().map(|c| c.name));
    markdown::table(&mut out, &grid("By super-category", "Questions.".into(), &header, categories));
    let rows = report.groups.iter().chain(&report.pairs).map(row).collect();
    let note = "Share of agreeing pairs of labels, and kappa: Cohen's of two raters, Fleiss' of more.".to_string();
    markdown::table(&mut out, &grid("Agreement", note, &["raters", "items", "accuracy", "kappa"], rows));
    out.trim_start().to_string()
}

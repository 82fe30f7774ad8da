//! Solvers that know every label of the picture, but not what is asked about.
//!
//! The **box-free oracle** reads the question and the options, and knows what the annotation says is in the picture, but
//! not which thing the box is around: it picks uniformly among the options that are present. Where distractors are
//! simply absent from the picture it scores 100 %, and the box tests nothing. The **question-free oracle** does not read
//! the question either.

use super::question::{Question, Ratings};
use super::{Credits, Folds, Settings, Stat};
use crate::audit::entry::{Entry, Origin};
use crate::model::plan::{Level, Role};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What is in each picture: concepts by picture and target.
#[derive(Debug, Default)]
pub struct Present {
    known: BTreeMap<(String, String), BTreeSet<String>>,
}

impl Present {
    /// What the items themselves tell: golds, true claims, and distractors marked as seen elsewhere in the picture. What
    /// no item mentions stays unknown, so the oracle is weaker than with the annotation.
    pub fn of_items(entries: &[Entry]) -> Self {
        let mut present = Present::default();
        for entry in entries {
            let (Some(o), Some(picture)) = (&entry.origin, &entry.picture) else { continue };
            present.add(picture, &o.target, &o.gold);
            for option in o.options.iter().filter(|p| p.visible) {
                present.add(picture, &o.target, &option.term);
            }
        }
        present
    }

    /// Adds a concept that the annotation says is in a picture.
    pub fn add(&mut self, picture: &str, target: &str, term: &str) {
        self.known.entry((picture.to_string(), target.to_string())).or_default().insert(term.to_string());
    }

    fn has(&self, picture: &str, target: &str, term: &str) -> bool {
        self.known.get(&(picture.to_string(), target.to_string())).is_some_and(|terms| terms.contains(term))
    }
}

/// How the two oracles did on some items.
#[derive(Debug, Clone, Serialize)]
pub struct Oracles {
    /// Knows the labels and the question, not the box.
    pub box_free: Stat,
    /// Knows the labels, neither question nor box.
    pub question_free: Stat,
}

/// The oracles over a set.
#[derive(Debug, Clone, Serialize)]
pub struct OracleReport {
    /// By level of the group: `picture`, `noun`, `pattern`, `cell`, `none`.
    pub levels: BTreeMap<String, Oracles>,
    /// By cell.
    pub cells: BTreeMap<String, Oracles>,
}

/// Whether an option may be right of a picture in which these concepts are.
fn plausible(o: &Origin, option: usize, present: &dyn Fn(&str) -> bool, question: bool) -> bool {
    let claimed = o.statement.as_ref().filter(|_| question);
    let Some(p) = o.options.get(option) else { return false };
    match p.role {
        Role::Gold | Role::Distractor => present(&p.term),
        // "None of the above" is right when the claim holds, which it may where the claimed thing is in the picture.
        Role::NoneOfTheAbove => claimed.is_none_or(|s| present(&s.term)),
        Role::Verdict => claimed.is_none_or(|s| present(&s.term) == p.term.eq_ignore_ascii_case("yes")),
    }
}

/// Sends both oracles over the items of ours; `None` where none is.
pub fn consult(entries: &[Entry], present: &Present, settings: Settings) -> Option<OracleReport> {
    let known =
        |i: usize| Some((entries.get(i)?, entries.get(i)?.origin.as_deref()?, entries.get(i)?.picture.as_ref()?));
    let ours: Vec<usize> = (0..entries.len()).filter(|&i| known(i).is_some()).collect();
    if ours.is_empty() {
        return None;
    }
    let questions: Vec<Question> = entries.iter().map(Question::without_terms).collect();
    let solve = |question: bool| {
        Credits::of(&questions, |i| {
            let (entry, origin, picture) = known(i)?;
            let has = |term: &str| present.has(picture, &origin.target, term);
            let rate = |o| f32::from(u8::from(plausible(origin, o, &has, question)));
            Some((0..entry.choices.len()).map(rate).collect::<Ratings>())
        })
    };
    let (box_free, question_free) = (solve(true), solve(false));
    let folds = Folds::of(&questions, settings.folds, settings.seed);
    let chances: Vec<f64> = questions.iter().map(Question::chance).collect();
    let stat =
        |credits: &Credits, items: &[usize]| Stat::of(&chances, credits, folds.clusters(), items, settings.alpha);
    let oracles =
        |items: Vec<usize>| Oracles { box_free: stat(&box_free, &items), question_free: stat(&question_free, &items) };
    let by = |name: &dyn Fn(usize) -> Option<String>| {
        let mut parts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for &i in &ours {
            if let Some(name) = name(i) {
                parts.entry(name).or_default().push(i);
            }
        }
        parts.into_iter().map(|(name, items)| (name, oracles(items))).collect()
    };
    Some(OracleReport {
        levels: by(&|i| known(i).map(|(_, o, _)| level_name(o.level).to_string())),
        cells: by(&|i| entries.get(i).map(|e| e.cell.clone())),
    })
}

/// The name of a level, as in the files.
pub fn level_name(level: Level) -> &'static str {
    match level {
        Level::Picture => "picture",
        Level::Noun => "noun",
        Level::Pattern => "pattern",
        Level::Cell => "cell",
        Level::None => "none",
    }
}

//! The paper's overview table (Table 2 of Msg-Mcq): what a set holds, per target.

use crate::model::item::McqItem;
use crate::rng;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Numbers of one row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Items.
    pub items: u64,
    /// Unique source pictures.
    pub images: u64,
    /// Unique question texts.
    pub questions: u64,
    /// Unique texts of right answers.
    pub answers: u64,
}

/// The whole table: by target and in total.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overview {
    /// By target name.
    pub targets: BTreeMap<String, Line>,
    /// Over all targets; what is unique is unique over the set.
    pub total: Line,
}

#[derive(Default)]
struct Seen {
    items: u64,
    images: FxHashSet<[u8; 16]>,
    questions: FxHashSet<[u8; 16]>,
    answers: FxHashSet<[u8; 16]>,
}

impl Seen {
    fn add(&mut self, item: &McqItem) {
        let hash = |what: &str, text: &str| rng::digest(0, what, &[text.as_bytes()]).0;
        self.items += 1;
        self.images.insert(hash("image", &item.provenance.scene));
        self.questions.insert(hash("question", &item.question));
        if let Some(answer) = item.choices.get(item.answer_index) {
            self.answers.insert(hash("answer", answer));
        }
    }

    fn line(&self) -> Line {
        Line {
            items: self.items,
            images: self.images.len() as u64,
            questions: self.questions.len() as u64,
            answers: self.answers.len() as u64,
        }
    }
}

/// Counts items as they stream by.
#[derive(Default)]
pub struct Counter {
    targets: BTreeMap<String, Seen>,
    total: Seen,
}

impl Counter {
    /// Counts one item.
    pub fn add(&mut self, item: &McqItem) {
        match self.targets.get_mut(&item.target) {
            Some(seen) => seen.add(item),
            None => self.targets.entry(item.target.clone()).or_default().add(item),
        }
        self.total.add(item);
    }

    /// The table.
    pub fn finish(&self) -> Overview {
        Overview {
            targets: self.targets.iter().map(|(t, seen)| (t.clone(), seen.line())).collect(),
            total: self.total.line(),
        }
    }
}

impl Overview {
    /// The table as text, with the paper's figures below the total. `order` lists the targets.
    pub fn text(&self, order: &[&str]) -> String {
        let mut out = String::new();
        let mut row = |cells: [&str; 5]| {
            let [name, rest @ ..] = cells;
            let _ = write!(out, "{name:<12}");
            for cell in rest {
                let _ = write!(out, "{cell:>9}");
            }
            out.push('\n');
        };
        row(["target", "#MCQ", "#IMG", "#Q", "#A"]);
        let missing = self.targets.keys().map(String::as_str).filter(|t| !order.contains(t));
        for target in order.iter().copied().chain(missing) {
            let n = self.targets.get(target).copied().unwrap_or_default();
            let [a, b, c, d] = [n.items, n.images, n.questions, n.answers].map(grouped);
            row([target, &a, &b, &c, &d]);
        }
        let [a, b, c, d] = [self.total.items, self.total.images, self.total.questions, self.total.answers].map(grouped);
        row(["total", &a, &b, &c, &d]);
        row(["the paper", "9K", "8.1K", "-", "1.7K"]);
        out
    }
}

/// `12345` as `12,345`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn the_table_has_every_target_and_the_paper() {
        let line = Line { items: 1500, images: 3, questions: 2, answers: 1 };
        let overview = Overview { targets: [("color".to_string(), line)].into(), total: line };
        let text = overview.text(&["entity", "color"]);
        let rows: Vec<Vec<&str>> = text.lines().map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["entity", "0", "0", "0", "0"]);
        assert_eq!(rows[2], ["color", "1,500", "3", "2", "1"]);
        assert_eq!(rows[4], ["the", "paper", "9K", "8.1K", "-", "1.7K"]);
        assert!(text.lines().all(|l| l.len() == 48));
    }
}

//! Long answers, graded: what was scored, the tables and the charts.

mod browse;
mod grids;
mod people;
mod summary;
mod topics;

pub use browse::browser;
pub use grids::grids;
pub use people::{Plot, people_chart};
pub use summary::{Group, GroupTable, Mean, MetricName, ModelSummary, PARTS, Report, Settings, summarize};
pub use topics::{LEAST, topic_chart};

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A question as the tables see it.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Values by column: `topic`, `super_category`, `split` where the set has them, and what was added.
    pub columns: BTreeMap<String, String>,
    /// What people see of it.
    pub asked: Asked,
}

/// A question as people see it.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The question; empty where the set has none.
    pub question: String,
    /// What was said beside it; empty where nothing was.
    pub context: String,
    /// What an answer should match.
    pub references: Vec<String>,
    /// The picture's file, where there is one.
    pub image: Option<PathBuf>,
}

impl Row {
    /// The value of a column; `–` where the question has none.
    pub fn column(&self, name: &str) -> &str {
        self.columns.get(name).map_or("–", String::as_str)
    }
}

/// One model's scores.
#[derive(Debug, Clone, Default)]
pub struct Graded {
    /// Name, as given.
    pub name: String,
    /// By metric, then by question; `None` where there is no score.
    pub scores: Vec<Vec<Option<f64>>>,
    /// Its answers, by question; `None` where there is none.
    pub answers: Vec<Option<String>>,
    /// Mean rating by people, by question; `None` where nobody rated.
    pub people: Vec<Option<f64>>,
    /// What did not fit: name and count.
    pub notes: BTreeMap<String, u64>,
}

/// Everything that was scored.
#[derive(Debug, Clone, Default)]
pub struct Grades {
    /// Questions, in the set's order.
    pub rows: Vec<Row>,
    /// Metrics: key and exact name.
    pub metrics: Vec<MetricName>,
    /// Models, in the order given.
    pub models: Vec<Graded>,
}

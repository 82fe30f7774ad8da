//! What a check found: a name, a verdict, a count, examples, and what to do.

use serde::Serialize;

/// How a check ended, from harmless to failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It could not be made; the text says what is missing.
    Skipped,
    /// A number to know; nothing is wrong.
    Info,
    /// It holds.
    Pass,
    /// To be looked at; a failure under `--strict`.
    Warn,
    /// It does not hold.
    Fail,
}

impl Verdict {
    /// As printed.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Skipped => "skipped",
            Verdict::Info => "info",
            Verdict::Pass => "pass",
            Verdict::Warn => "warn",
            Verdict::Fail => "FAIL",
        }
    }
}

/// Examples kept of a finding.
const EXAMPLES: usize = 5;

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Which check, e.g. `duplicate_items`.
    pub check: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Cases found; 0 where none.
    pub count: u64,
    /// What was found, in words.
    pub what: String,
    /// The first cases: item ids with what is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// What to do; empty where there is nothing to do.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub remedy: &'static str,
}

impl Finding {
    /// Something to know.
    pub fn info(check: impl Into<String>, what: impl Into<String>) -> Self {
        Finding::new(check, Verdict::Info, what)
    }

    /// A check that could not be made.
    pub fn skipped(check: impl Into<String>, why: impl Into<String>) -> Self {
        Finding::new(check, Verdict::Skipped, why)
    }

    /// A check that holds.
    pub fn pass(check: impl Into<String>, what: impl Into<String>) -> Self {
        Finding::new(check, Verdict::Pass, what)
    }

    /// A check by its cases: it holds where there are none, else it ends as `bad`.
    pub fn of(
        check: impl Into<String>,
        bad: Verdict,
        cases: Vec<String>,
        what: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        let none = cases.is_empty();
        Finding {
            check: check.into(),
            verdict: if none { Verdict::Pass } else { bad },
            count: cases.len() as u64,
            what: what.into(),
            examples: cases.into_iter().take(EXAMPLES).collect(),
            remedy: if none { "" } else { remedy },
        }
    }

    fn new(check: impl Into<String>, verdict: Verdict, what: impl Into<String>) -> Self {
        Finding { check: check.into(), verdict, count: 0, what: what.into(), examples: Vec::new(), remedy: "" }
    }

    /// Whether the set fails by it.
    pub fn fails(&self, strict: bool) -> bool {
        self.verdict == Verdict::Fail || (strict && self.verdict == Verdict::Warn)
    }
}

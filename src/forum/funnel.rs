//! The filters in the paper's order (VQAonline, section I.1), and how many questions each leaves.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A filter: its name, what passes it, and how many questions passed in the paper.
pub struct Filter {
    /// Name in files.
    pub name: &'static str,
    /// What passes.
    pub passes: &'static str,
    /// The paper's count.
    pub paper: u64,
}

/// All filters, in order.
pub const FILTERS: [Filter; 6] = [
    Filter { name: "picture", passes: "question with a picture", paper: 330_705 },
    Filter { name: "accepted", passes: "accepted answer", paper: 165_766 },
    Filter { name: "positive_score", passes: "scores of both above 0", paper: 119_177 },
    Filter { name: "one_picture", passes: "exactly one picture, no GIF", paper: 85_573 },
    Filter { name: "text_answer", passes: "no picture in the answer", paper: 65_849 },
    Filter { name: "obtained", passes: "picture obtained", paper: 64_696 },
];

/// Index of the last filter, which is applied after the pictures were looked for.
pub const OBTAINED: usize = 5;

/// Why a question with a picture was dropped by one of the filters that read the dump only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drop {
    /// No answer was accepted.
    NoAcceptedAnswer,
    /// The accepted answer is not in the dump.
    AnswerMissing,
    /// The question's score is 0 or less.
    QuestionScore,
    /// The answer's score is 0 or less.
    AnswerScore,
    /// The question has several pictures.
    SeveralPictures,
    /// Its only picture is a GIF.
    Gif,
    /// The answer has a picture.
    PictureInAnswer,
    /// The answer has no text.
    EmptyAnswer,
    /// A text holds a reference that XML does not know.
    Unreadable,
}

impl Drop {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Drop::NoAcceptedAnswer => "no_accepted_answer",
            Drop::AnswerMissing => "answer_missing",
            Drop::QuestionScore => "question_score",
            Drop::AnswerScore => "answer_score",
            Drop::SeveralPictures => "several_pictures",
            Drop::Gif => "gif",
            Drop::PictureInAnswer => "picture_in_answer",
            Drop::EmptyAnswer => "empty_answer",
            Drop::Unreadable => "text_unreadable",
        }
    }

    /// The filter that it did not pass, as an index of [`FILTERS`].
    pub fn filter(self) -> usize {
        match self {
            Drop::NoAcceptedAnswer | Drop::AnswerMissing => 1,
            Drop::QuestionScore | Drop::AnswerScore => 2,
            Drop::SeveralPictures | Drop::Gif => 3,
            Drop::PictureInAnswer | Drop::EmptyAnswer | Drop::Unreadable => 4,
        }
    }
}

/// Counts of one filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The filter's name.
    pub filter: String,
    /// Questions that passed it; `None` where it was not applied.
    pub passed: Option<u64>,
    /// Questions that did not, by reason.
    pub dropped: BTreeMap<String, u64>,
}

/// Counts of one site, or of all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Funnel {
    /// Questions in the dump.
    pub questions: u64,
    /// Answers in the dump.
    pub answers: u64,
    /// Other posts: wikis of tags and the like.
    pub others: u64,
    /// Rows that are no posts, by reason.
    pub unreadable: BTreeMap<String, u64>,
    /// One for each filter.
    pub steps: Vec<Step>,
}

impl Default for Funnel {
    fn default() -> Self {
        let step = |f: &Filter| Step { filter: f.name.to_string(), ..Step::default() };
        let steps = FILTERS.iter().map(step).collect();
        Funnel { questions: 0, answers: 0, others: 0, unreadable: BTreeMap::new(), steps }
    }
}

impl Funnel {
    /// Sets the counts of the first five filters: `pictures` questions have a picture, `drops` were dropped.
    pub fn settle(&mut self, pictures: u64, drops: impl Iterator<Item = Drop>) {
        for drop in drops {
            if let Some(step) = self.steps.get_mut(drop.filter()) {
                *step.dropped.entry(drop.name().to_string()).or_default() += 1;
            }
        }
        let mut left = pictures;
        for step in self.steps.iter_mut().take(OBTAINED) {
            left = left.saturating_sub(step.dropped.values().sum());
            step.passed = Some(left);
        }
    }

    /// Sets the counts of the last filter: why pictures were not obtained.
    pub fn obtain(&mut self, dropped: BTreeMap<String, u64>) {
        let before = self.steps.get(OBTAINED - 1).and_then(|s| s.passed).unwrap_or(0);
        if let Some(step) = self.steps.get_mut(OBTAINED) {
            step.passed = Some(before.saturating_sub(dropped.values().sum()));
            step.dropped = dropped;
        }
    }

    /// Adds another site's counts.
    pub fn add(&mut self, other: &Funnel) {
        self.questions += other.questions;
        self.answers += other.answers;
        self.others += other.others;
        merge(&mut self.unreadable, &other.unreadable);
        for (ours, theirs) in self.steps.iter_mut().zip(&other.steps) {
            ours.passed = match (ours.passed, theirs.passed) {
                (Some(a), Some(b)) => Some(a + b),
                (a, b) => a.or(b),
            };
            merge(&mut ours.dropped, &theirs.dropped);
        }
    }

    /// The funnel as a table for people.
    pub fn text(&self) -> String {
        let mut out =
            format!("{:<30} {:>9} {:>10} {:>9}  {}\n", "filter", "questions", "of before", "paper", "dropped");
        let mut before = self.questions;
        for (step, filter) in self.steps.iter().zip(&FILTERS) {
            let passed = step.passed.map_or("-".to_string(), |n| n.to_string());
            let share = match step.passed {
                Some(n) if before > 0 => format!("{:.1} %", 100.0 * n as f64 / before as f64),
                _ => "-".into(),
            };
            let dropped: Vec<String> =
                step.dropped.iter().map(|(reason, n)| format!("{n} {}", reason.replace('_', " "))).collect();
            let line =
                format!("{:<30} {passed:>9} {share:>10} {:>9}  {}", filter.passes, filter.paper, dropped.join(", "));
            out.push_str(line.trim_end());
            out.push('\n');
            before = step.passed.unwrap_or(before);
        }
        out
    }
}

fn merge(ours: &mut BTreeMap<String, u64>, theirs: &BTreeMap<String, u64>) {
    for (reason, n) in theirs {
        *ours.entry(reason.clone()).or_default() += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_counted_once() {
        let mut funnel = Funnel { questions: 100, ..Funnel::default() };
        let drops = [Drop::NoAcceptedAnswer, Drop::AnswerMissing, Drop::AnswerScore, Drop::Gif, Drop::PictureInAnswer];
        funnel.settle(10, drops.into_iter());
        funnel.obtain(BTreeMap::from([("http_404".to_string(), 2)]));
        let passed: Vec<Option<u64>> = funnel.steps.iter().map(|s| s.passed).collect();
        assert_eq!(passed, [10, 8, 7, 6, 5, 3].map(Some));
        let mut twice = funnel.clone();
        twice.add(&funnel);
        assert_eq!((twice.questions, twice.steps[5].passed, twice.steps[5].dropped["http_404"]), (200, Some(6), 4));
        assert!(twice.text().lines().last().unwrap().contains("4 http 404"));
    }
}

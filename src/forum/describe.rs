//! What a set is like: lengths, topics, repeated questions, licences (the paper's section 3.2, Table 1 and Figure 2).

use super::counts::{mean, median, mode, sentences, words};
use crate::model::vqa::VqaQuestion;
use serde::Serialize;
use std::collections::BTreeMap;

/// Lengths of one kind of text.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Lengths {
    /// Mean number of words.
    pub mean: f64,
    /// Median number of words.
    pub median: f64,
    /// Most words.
    pub most: usize,
    /// Commonest number of sentences; `None` of no texts.
    pub sentences: Option<usize>,
    /// Texts without a word.
    pub empty: u64,
}

/// Figures of some questions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Group {
    /// Topic or super-category; empty for all.
    pub name: String,
    /// Super-category of a topic.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub super_category: String,
    /// Questions.
    pub questions: u64,
    /// Questions with a picture in the set.
    pub pictures: u64,
    /// Topics among them.
    pub topics: u64,
    /// Lengths of the titles.
    pub question: Lengths,
    /// Lengths of the contexts.
    pub context: Lengths,
    /// Lengths of the answers.
    pub answer: Lengths,
}

/// A whole description.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Description {
    /// All questions.
    pub all: Group,
    /// By super-category, sorted.
    pub super_categories: Vec<Group>,
    /// By topic, sorted.
    pub topics: Vec<Group>,
    /// Questions by split.
    pub splits: BTreeMap<String, u64>,
    /// Questions whose title stands in the set before them (case, blanks and final marks aside).
    pub repeated: u64,
    /// Their share of all.
    pub repeated_share: f64,
    /// Posts (questions and answers) by licence.
    pub licenses: BTreeMap<String, u64>,
    /// Texts of each kind by number of words: upper bounds 1, 2, 4, 8, … and counts of question, context, answer.
    pub histogram: Vec<(usize, [u64; 3])>,
}

/// Words and sentences of the three texts of a question.
#[derive(Clone, Copy)]
struct Measured {
    words: [usize; 3],
    sentences: [usize; 3],
}

#[derive(Default)]
struct Pile {
    measured: Vec<Measured>,
    pictures: u64,
    topics: std::collections::BTreeSet<String>,
}

impl Pile {
    fn add(&mut self, q: &VqaQuestion, m: Measured) {
        self.measured.push(m);
        self.pictures += u64::from(q.image.is_some());
        if !self.topics.contains(&q.topic) {
            self.topics.insert(q.topic.clone());
        }
    }

    fn group(&self, name: &str, super_category: &str) -> Group {
        let lengths = |part: usize| {
            let of = |get: fn(&Measured) -> &[usize; 3]| -> Vec<usize> {
                self.measured.iter().filter_map(|m| get(m).get(part).copied()).collect()
            };
            let (words, sentences) = (of(|m| &m.words), of(|m| &m.sentences));
            Lengths {
                mean: mean(&words),
                median: median(&words),
                most: words.iter().copied().max().unwrap_or(0),
                sentences: mode(&sentences),
                empty: words.iter().filter(|w| **w == 0).count() as u64,
            }
        };
        Group {
            name: name.to_string(),
            super_category: super_category.to_string(),
            questions: self.measured.len() as u64,
            pictures: self.pictures,
            topics: self.topics.len() as u64,
            question: lengths(0),
            context: lengths(1),
            answer: lengths(2),
        }
    }
}

/// Describes a set.
pub fn describe(questions: &[VqaQuestion]) -> Description {
    let mut out = Description::default();
    let mut all = Pile::default();
    let mut categories: BTreeMap<&str, Pile> = BTreeMap::new();
    let mut topics: BTreeMap<(&str, &str), Pile> = BTreeMap::new();
    let mut titles = std::collections::BTreeSet::new();
    let mut histogram: BTreeMap<usize, [u64; 3]> = BTreeMap::new();
    for q in questions {
        let texts = [&q.question, &q.context, &q.answer];
        let m = Measured { words: texts.map(|t| words(t)), sentences: texts.map(|t| sentences(t)) };
        all.add(q, m);
        categories.entry(&q.super_category).or_default().add(q, m);
        topics.entry((&q.topic, &q.super_category)).or_default().add(q, m);
        *out.splits.entry(q.split.clone()).or_default() += 1;
        for credit in [&q.question_credit, &q.answer_credit] {
            *out.licenses.entry(credit.license.clone()).or_default() += 1;
        }
        out.repeated += u64::from(!titles.insert(plain(&q.question)));
        for (part, n) in m.words.into_iter().enumerate() {
            if let Some(count) = histogram.entry(n.max(1).next_power_of_two()).or_default().get_mut(part) {
                *count += 1;
            }
        }
    }
    out.all = all.group("", "");
    out.super_categories = categories.into_iter().map(|(name, pile)| pile.group(name, "")).collect();
    out.topics = topics.into_iter().map(|((topic, category), pile)| pile.group(topic, category)).collect();
    out.repeated_share = out.repeated as f64 / (questions.len() as f64).max(1.0);
    out.histogram = histogram.into_iter().collect();
    out
}

fn plain(title: &str) -> String {
    let words: Vec<String> = title.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_end_matches(['.', '?', '!', ' ']).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::prompt::tests::question;
    use super::*;

    #[test]
    fn figures_by_topic_and_category() {
        let mut set = vec![question("coffee-1", "coffee"), question("coffee-2", "coffee"), question("beer-1", "beer")];
        set[0].question = "What is  this?".into();
        set[1].question = "what is this".into();
        set[1].image = None;
        set[2].answer = "One. Two. Three words here.".into();
        set[2].super_category = "other".into();
        let d = describe(&set);
        assert_eq!((d.all.questions, d.all.pictures, d.all.topics), (3, 2, 2));
        assert_eq!((d.repeated, d.topics.len(), d.super_categories.len()), (1, 2, 2));
        assert_eq!(d.topics[0].name, "beer");
        let answer = &d.topics[0].answer;
        assert_eq!((answer.mean, answer.median, answer.sentences), (5.0, 5.0, Some(3)));
        assert_eq!(d.licenses.values().sum::<u64>(), 6);
        assert_eq!(d.histogram.iter().map(|(_, c)| c.iter().sum::<u64>()).sum::<u64>(), 9);
    }
}

//! Figures that the paper prints (VQAonline), for reference beside those of a set.

use serde::Serialize;

/// A row of the paper's Table 1; `None` where it has a cross.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Dataset {
    /// Name.
    pub name: &'static str,
    /// Mean words of a question.
    pub question: f64,
    /// Mean words of an answer.
    pub answer: f64,
    /// Pictures.
    pub pictures: &'static str,
    /// Authentic topics.
    pub topics: Option<u32>,
    /// Context; authentic questions; authentic context; answers that the askers validated.
    pub marks: [bool; 4],
}

const fn row(
    name: &'static str,
    (question, answer): (f64, f64),
    pictures: &'static str,
    topics: Option<u32>,
    marks: [bool; 4],
) -> Dataset {
    Dataset { name, question, answer, pictures, topics, marks }
}

/// Table 1.
pub const TABLE_1: [Dataset; 9] = [
    row("VQAonline (the paper)", (9.3, 173.2), "64.7K", Some(105), [true; 4]),
    // The paper's row has "42" under pictures, a reference number that slipped in.
    row("Context-VQA", (6.5, 11.0), "", None, [true, false, false, false]),
    row("VQAv2", (6.1, 1.2), "204.7K", None, [false; 4]),
    row("VizWiz-VQA", (6.7, 1.7), "20.5K", None, [false, true, false, false]),
    row("OK-VQA", (8.1, 1.3), "14K", None, [false; 4]),
    row("DocVQA", (9.5, 2.4), "12.8K", None, [false; 4]),
    row("ScienceQA", (12.11, 4.4), "6.5K", Some(26), [true, false, false, false]),
    row("InfographicVQA", (11.5, 1.6), "5.5K", None, [false; 4]),
    row("INFOSEEK", (8.9, 1.5), "1.36M", None, [false; 4]),
];

/// Table 4: dataset, whose pictures, who asked, whether they come from users.
pub const TABLE_4: [(&str, &str, &str, bool); 10] = [
    ("VQAonline (the paper)", "StackExchange Users", "StackExchange Users", true),
    ("Context-VQA", "Six types of websites", "Annotators", false),
    ("VQAv2", "MSCOCO", "Crowd workers (AMT)", false),
    ("VizWiz-VQA", "Captured by Blind people", "Blind people", true),
    ("OKVQA", "MSCOCO", "Crowd workers (AMT)", false),
    ("DocVQA", "UCSF Industry Documents Library", "Remote workers", false),
    ("ScienceQA", "Online K-12 learning platform", "Online K-12 learning platform", false),
    ("InfographicVQA", "MSCOCO", "Crowd workers (AMT)", false),
    ("INFOSEEK-Wikidata", "9 datasets following OVEN", "Template-based auto-generation", false),
    ("INFOSEEK-Human", "9 datasets following OVEN", "Annotators", false),
];

/// Lengths of a text in the paper (section 3.2): mean and median words, commonest number of sentences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Lengths {
    /// Mean words.
    pub mean: f64,
    /// Median words, where it is told.
    pub median: Option<f64>,
    /// Commonest number of sentences, where it is told.
    pub sentences: Option<usize>,
}

/// Of the question.
pub const QUESTION: Lengths = Lengths { mean: 9.3, median: None, sentences: None };
/// Of the context.
pub const CONTEXT: Lengths = Lengths { mean: 127.0, median: Some(94.0), sentences: Some(4) };
/// Of the answer.
pub const ANSWER: Lengths = Lengths { mean: 173.0, median: Some(120.0), sentences: Some(3) };
/// Share of questions that repeat another.
pub const REPEATED: f64 = 0.002;

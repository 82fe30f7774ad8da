//! The description numbers of a corpus: counts over all of it, variety of wording over its first dialogues, which are
//! a fair mix because their order is that of hashes.

use crate::model::dialogue::{Dialogue, Speaker};
use crate::pipeline::run::Counts;
use crate::rng::digest;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Dialogues over which variety is measured: distinct-n falls with size, so it is told at one size.
pub const SAMPLE: u64 = 10_000;
/// Answers of a cell whose likeness to each other is measured.
const ANSWERS: usize = 200;

/// The numbers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Description {
    /// Dialogues by form.
    pub forms: Counts,
    /// Dialogues that talk about a target.
    pub targets: Counts,
    /// Dialogues by source.
    pub sources: Counts,
    /// Dialogues by number of rounds (a question and its answer).
    pub rounds: BTreeMap<u64, u64>,
    /// Fact checks by verdict.
    pub verdicts: Counts,
    /// Turns of the user and of the assistant.
    pub turns: u64,
    /// Mean words of a user turn, of an assistant turn.
    pub words: [f64; 2],
    /// Shortest and longest assistant turn, in words.
    pub answer_words: [u64; 2],
    /// Unique source pictures.
    pub scenes: u64,
    /// Unique written pictures.
    pub pictures: u64,
    /// What rephrasing did to turns, by outcome.
    pub rephrased: Counts,
    /// Dialogues over which the following is measured.
    pub sample: u64,
    /// Distinct-1, -2 and -3 of questions: distinct n-grams over all.
    pub distinct_questions: [f64; 3],
    /// The same of answers.
    pub distinct_answers: [f64; 3],
    /// By form, target and speaker: wordings in use and the share of the commonest.
    pub wordings: BTreeMap<String, Use>,
}

/// How one cell uses its wordings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Use {
    /// Turns of the cell.
    pub turns: u64,
    /// Distinct wordings (opening, core and closing together).
    pub wordings: u64,
    /// Share of the commonest.
    pub top: f64,
    /// Mean likeness of two answers of the cell: shared word pairs over all word pairs (Jaccard).
    pub likeness: f64,
}

/// Counts as dialogues stream by.
#[derive(Default)]
pub struct Describer {
    out: Description,
    words: [u64; 2],
    spoken: [u64; 2],
    scenes: FxHashSet<[u8; 16]>,
    questions: Grams,
    answers: Grams,
    cells: BTreeMap<String, Cell>,
}

#[derive(Default)]
struct Grams {
    seen: [FxHashSet<u64>; 3],
    all: [u64; 3],
}

#[derive(Default)]
struct Cell {
    turns: u64,
    wordings: FxHashMap<u64, u64>,
    texts: Vec<FxHashSet<u64>>,
}

fn hash(parts: &[&str]) -> u64 {
    let parts: Vec<&[u8]> = parts.iter().map(|p| p.as_bytes()).collect();
    let mut out = [0; 8];
    out.copy_from_slice(&digest(0, "grams", &parts).0[..8]);
    u64::from_le_bytes(out)
}

fn words(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    split.filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

impl Grams {
    fn add(&mut self, words: &[String]) {
        for (n, (seen, all)) in self.seen.iter_mut().zip(&mut self.all).enumerate() {
            for gram in words.windows(n + 1) {
                let gram: Vec<&str> = gram.iter().map(String::as_str).collect();
                seen.insert(hash(&gram));
                *all += 1;
            }
        }
    }

    fn distinct(&self) -> [f64; 3] {
        let mut out = [0.0; 3];
        for (out, (seen, all)) in out.iter_mut().zip(self.seen.iter().zip(self.all)) {
            *out = if all == 0 { 0.0 } else { rounded(seen.len() as f64 / all as f64) };
        }
        out
    }
}

fn rounded(x: f64) -> f64 {
    (x * 1e4).round() / 1e4
}

impl Describer {
    /// Counts a dialogue.
    pub fn add(&mut self, d: &Dialogue) {
        let out = &mut self.out;
        *out.forms.entry(d.form.clone()).or_default() += 1;
        *out.sources.entry(d.provenance.source.clone()).or_default() += 1;
        *out.rounds.entry(d.turns.len() as u64 / 2).or_default() += 1;
        for target in &d.provenance.targets {
            *out.targets.entry(target.clone()).or_default() += 1;
        }
        if let Some(verdict) = d.provenance.verdict {
            *out.verdicts.entry(verdict.to_string()).or_default() += 1;
        }
        for outcome in &d.provenance.rephrased {
            *out.rephrased.entry(outcome.clone()).or_default() += 1;
        }
        self.scenes.insert(digest(0, "scene", &[d.provenance.scene.as_bytes()]).0);
        let sampled = out.sample < SAMPLE;
        out.sample += u64::from(sampled);
        for (i, turn) in d.turns.iter().enumerate() {
            let who = usize::from(turn.role == Speaker::Assistant);
            let n = turn.text.split_whitespace().count() as u64;
            if let (Some(words), Some(spoken)) = (self.words.get_mut(who), self.spoken.get_mut(who)) {
                *words += n;
                *spoken += 1;
            }
            if who == 1 {
                let [shortest, longest] = &mut self.out.answer_words;
                *shortest = if *longest == 0 { n } else { n.min(*shortest) };
                *longest = n.max(*longest);
            }
            if sampled {
                self.sampled(d, i, who);
            }
        }
    }

    fn sampled(&mut self, d: &Dialogue, i: usize, who: usize) {
        let Some(turn) = d.turns.get(i) else { return };
        let tokens = words(&turn.text);
        if who == 0 {
            self.questions.add(&tokens)
        } else {
            self.answers.add(&tokens)
        }
        let target = turn.facts.first().and_then(|f| f.split_once(':')).map_or("none", |(t, _)| t);
        let speaker = if who == 0 { "question" } else { "answer" };
        let cell = self.cells.entry(format!("{}.{target}.{speaker}", d.form)).or_default();
        cell.turns += 1;
        if let Some(wording) = d.provenance.wordings.get(i) {
            *cell.wordings.entry(hash(&[wording])).or_default() += 1;
        }
        if who == 1 && cell.texts.len() < ANSWERS {
            let pairs = tokens.windows(2).map(|p| hash(&p.iter().map(String::as_str).collect::<Vec<_>>()));
            cell.texts.push(pairs.collect());
        }
    }

    /// The numbers; `pictures` is the number of written ones.
    pub fn finish(self, pictures: u64) -> Description {
        let mut out = self.out;
        out.pictures = pictures;
        out.scenes = self.scenes.len() as u64;
        out.turns = self.spoken.iter().sum();
        for (mean, (words, spoken)) in out.words.iter_mut().zip(self.words.iter().zip(self.spoken)) {
            *mean = (*words as f64 / spoken.max(1) as f64 * 10.0).round() / 10.0;
        }
        out.distinct_questions = self.questions.distinct();
        out.distinct_answers = self.answers.distinct();
        out.wordings = self.cells.into_iter().map(|(name, cell)| (name, cell.usage())).collect();
        out
    }
}

impl Cell {
    fn usage(&self) -> Use {
        let top = self.wordings.values().max().copied().unwrap_or(0);
        Use {
            turns: self.turns,
            wordings: self.wordings.len() as u64,
            top: rounded(top as f64 / self.turns.max(1) as f64),
            likeness: rounded(likeness(&self.texts)),
        }
    }
}

/// Mean Jaccard overlap over all pairs.
fn likeness(texts: &[FxHashSet<u64>]) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0u64);
    for (i, a) in texts.iter().enumerate() {
        for b in texts.iter().skip(i + 1) {
            let shared = a.intersection(b).count();
            let all = a.len() + b.len() - shared;
            sum += if all == 0 { 1.0 } else { shared as f64 / all as f64 };
            pairs += 1;
        }
    }
    if pairs == 0 { 0.0 } else { sum / pairs as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinct_n_counts_each_gram_once() {
        let mut grams = Grams::default();
        grams.add(&words("The cup is red. The cup is blue."));
        assert_eq!(grams.distinct(), [0.625, 0.7143, 1.0 - 1.0 / 6.0].map(rounded));
    }

    #[test]
    fn likeness_is_one_of_copies_and_nought_of_strangers() {
        let set = |text: &str| words(text).windows(2).map(|p| hash(&[&p[0], &p[1]])).collect::<FxHashSet<_>>();
        assert_eq!(likeness(&[set("a b c"), set("a b c")]), 1.0);
        assert_eq!(likeness(&[set("a b c"), set("d e f")]), 0.0);
    }
}

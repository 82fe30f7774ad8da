//! From chosen matches to the score.

use super::Resources;
use super::align::Aligner;
use super::lexicon::Lexicon;
use super::stages::{Match, Stager};

/// Parameters of the ranking task for English: the published ones.
const ALPHA: f64 = 0.85;
const BETA: f64 = 0.2;
const GAMMA: f64 = 0.6;
const DELTA: f64 = 0.75;
/// Weight of a match by stage.
const WEIGHTS: [f64; 4] = [1.0, 0.6, 0.8, 0.6];

/// Working memory, one a thread; it also remembers words.
pub struct Scratch {
    lexicon: Lexicon,
    stager: Stager,
    aligner: Aligner,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { lexicon: Lexicon::new(), stager: Stager::default(), aligner: Aligner::default() }
    }
}

/// Matched words of one text by stage: content words and function words.
#[derive(Default, Clone, Copy)]
struct Side {
    content: [f64; 4],
    function: [f64; 4],
}

impl Side {
    fn add(&mut self, stage: u8, function: bool) {
        let list = if function { &mut self.function } else { &mut self.content };
        if let Some(n) = list.get_mut(usize::from(stage)) {
            *n += 1.0;
        }
    }

    fn total(&self) -> f64 {
        self.content.iter().chain(&self.function).sum()
    }

    fn weighted(&self) -> f64 {
        let sum = |list: &[f64; 4], share: f64| list.iter().zip(WEIGHTS).map(|(n, w)| n * w * share).sum::<f64>();
        sum(&self.content, DELTA) + sum(&self.function, 1.0 - DELTA)
    }
}

/// METEOR of a candidate: the best over its references, in [0, 1]. The texts are prepared here (`-norm`). 0 where a side
/// is empty.
pub fn score(candidate: &str, references: &[&str], resources: &Resources, scratch: &mut Scratch) -> f64 {
    scratch.lexicon.tidy();
    let one = scratch.words(candidate, resources);
    references
        .iter()
        .map(|reference| {
            let two = scratch.words(reference, resources);
            scratch.pair(&one, &two, resources)
        })
        .fold(0.0, f64::max)
}

impl Scratch {
    fn words(&mut self, text: &str, resources: &Resources) -> Vec<u32> {
        let line = resources.prefixes.normalize(text);
        line.split_ascii_whitespace().map(|token| self.lexicon.id(token, resources)).collect()
    }

    fn pair(&mut self, one: &[u32], two: &[u32], resources: &Resources) -> f64 {
        self.stager.run(one, two, &self.lexicon, resources);
        self.aligner.run(&self.stager, one.len(), two.len());
        let function = |id: &u32| self.lexicon.word(*id).is_some_and(|w| w.function);
        let of = |words: &[u32], at: u32| words.get(at as usize).is_some_and(&function);
        let (mut first, mut second) = (Side::default(), Side::default());
        for m in self.aligner.matches(&self.stager).flatten() {
            (m.other..m.other + u32::from(m.other_length)).for_each(|i| first.add(m.stage, of(one, i)));
            (m.start..m.start + u32::from(m.length)).for_each(|j| second.add(m.stage, of(two, j)));
        }
        let chunks = chunks(self.aligner.matches(&self.stager));
        let weighted = |words: &[u32]| {
            let function = words.iter().filter(|w| function(w)).count() as f64;
            DELTA * (words.len() as f64 - function) + (1.0 - DELTA) * function
        };
        let precision = first.weighted() / weighted(one);
        let recall = second.weighted() / weighted(two);
        let mean = 1.0 / ((1.0 - ALPHA) / precision + ALPHA / recall);
        let (all1, all2) = (first.total(), second.total());
        let whole = all1 == one.len() as f64 && all2 == two.len() as f64 && chunks == 1.0;
        let fragmentation = if whole { 0.0 } else { chunks / ((all1 + all2) / 2.0) };
        let score = mean * (1.0 - GAMMA * fragmentation.powf(BETA));
        if score.is_nan() { 0.0 } else { score.max(0.0) }
    }
}

/// Runs of matches that are adjacent and in order in both texts.
fn chunks<'a>(matches: impl Iterator<Item = Option<&'a Match>>) -> f64 {
    let (mut chunks, mut end, mut next) = (0.0, None, 0);
    for (m, j) in matches.zip(0u32..) {
        if j < next {
            continue;
        }
        match m {
            None => {
                chunks += f64::from(u8::from(end.is_some()));
                end = None;
            }
            Some(m) => {
                chunks += f64::from(u8::from(end.is_some_and(|end| end != m.other)));
                next = m.start + u32::from(m.length);
                end = Some(m.other + u32::from(m.other_length));
            }
        }
    }
    chunks + f64::from(u8::from(end.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::testing::{golden_lines, meteor};

    /// Agrees with the reference on at least 99 of 100 golden pairs, and tells which do not.
    fn compare(file: &str, key: &str, texts: impl Fn(&serde_json::Value) -> Option<(String, String)>) {
        let (Some(rows), Some(folder)) = (golden_lines(file), meteor()) else { return };
        let resources = Resources::read(&folder).unwrap();
        let mut scratch = Scratch::default();
        let (mut right, mut all) = (0, 0);
        for row in &rows {
            let (Some(want), Some((candidate, reference))) = (row[key].as_f64(), texts(row)) else { continue };
            let got = score(&candidate, &[&reference], &resources, &mut scratch);
            all += 1;
            if (got - want).abs() < 1e-4 {
                right += 1;
            } else {
                println!("{file} {key}: pair {} ({}): {got} for {want}", row["id"], row["tag"]);
            }
        }
        println!("{file} {key}: {right} of {all}");
        assert!(all > 80 && right * 100 >= all * 99, "{file} {key}: {right} of {all}");
    }

    #[test]
    fn golden_pairs_on_raw_text() {
        let Some(pairs) = golden_lines("pairs.jsonl") else { return };
        let text = |v: &serde_json::Value| v.as_str().unwrap().to_string();
        let by_id = |id: &serde_json::Value| {
            pairs.iter().find(|p| p["id"] == *id).map(|p| (text(&p["candidate"]), text(&p["reference"])))
        };
        compare("meteor.jsonl", "raw_norm", |row| by_id(&row["id"]));
    }

    #[test]
    fn golden_pairs_on_prepared_text() {
        let text = |v: &serde_json::Value| v.as_str().map(str::to_string);
        compare("meteor.jsonl", "ptb", |r| Some((text(&r["ptb_candidate"])?, text(&r["ptb_reference"])?)));
        compare("vqaonline.jsonl", "meteor15", |r| Some((text(&r["candidate"])?, text(&r["reference"])?)));
    }
}

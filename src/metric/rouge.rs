//! ROUGE-L: how long a subsequence of words two texts share.

use super::{Metric, Pair, Progress, Resources, Scorer, Text};
use crate::error::Result;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// As pycocoevalcap computes it and the paper reports it.
pub struct RougeL;

/// As `rouge-score` computes it.
pub struct RougeLF1;

/// Weight of recall in the COCO variant.
const BETA: f64 = 1.2;

impl Metric for RougeL {
    fn name(&self) -> &'static str {
        "rouge-l"
    }
    fn about(&self) -> &'static str {
        "ROUGE-L as in COCO's evaluation (beta 1.2), the paper's"
    }
    fn open<'a>(&self, _: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        Ok(Box::new(Opened { key: "rouge_l", label: "ROUGE-L, beta 1.2 (pycocoevalcap)", score: coco_of }))
    }
}

impl Metric for RougeLF1 {
    fn name(&self) -> &'static str {
        "rouge-l-f1"
    }
    fn about(&self) -> &'static str {
        "ROUGE-L F1 as in the package rouge-score (ASCII letters and digits only, no stemming)"
    }
    fn open<'a>(&self, _: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        Ok(Box::new(Opened { key: "rouge_l_f1", label: "ROUGE-L F1 (rouge-score, no stemming)", score: f1_of }))
    }
}

struct Opened {
    key: &'static str,
    label: &'static str,
    score: fn(&Text, &[Text]) -> f64,
}

impl Scorer for Opened {
    fn key(&self) -> String {
        self.key.into()
    }
    fn label(&self) -> String {
        self.label.into()
    }
    fn score(&mut self, pairs: &[Pair], progress: Progress) -> Result<Vec<Option<f64>>> {
        let one = |p: &Pair| {
            let score = (self.score)(p.candidate, p.references);
            progress(1);
            Some(score)
        };
        Ok(pairs.par_iter().map(one).collect())
    }
}

fn coco_of(candidate: &Text, references: &[Text]) -> f64 {
    let references: Vec<&str> = references.iter().map(Text::prepared).collect();
    coco(candidate.prepared(), &references)
}

fn f1_of(candidate: &Text, references: &[Text]) -> f64 {
    references.iter().map(|r| f1(candidate.raw(), r.raw())).fold(0.0, f64::max)
}

/// pycocoevalcap's ROUGE-L: texts are cut at single spaces (an empty text is one empty word), precision and recall are
/// the largest over the references, and recall weighs 1.2 times.
pub fn coco(candidate: &str, references: &[&str]) -> f64 {
    let mut numbers = Numbers::default();
    let one: Vec<u32> = candidate.split(' ').map(|w| numbers.of(w)).collect();
    let (mut precision, mut recall) = (0.0f64, 0.0f64);
    for reference in references {
        let two: Vec<u32> = reference.split(' ').map(|w| numbers.of(w)).collect();
        let common = f64::from(common(&two, &one));
        precision = precision.max(common / one.len() as f64);
        recall = recall.max(common / two.len() as f64);
    }
    if precision == 0.0 || recall == 0.0 {
        return 0.0;
    }
    (1.0 + BETA * BETA) * precision * recall / (recall + BETA * BETA * precision)
}

/// rouge-score's ROUGE-L F1: runs of ASCII letters and digits of the lower-cased texts; 0 where a side has none.
pub fn f1(candidate: &str, reference: &str) -> f64 {
    let mut numbers = Numbers::default();
    let (one, two) = (numbers.ascii(candidate), numbers.ascii(reference));
    if one.is_empty() || two.is_empty() {
        return 0.0;
    }
    let common = f64::from(common(&two, &one));
    let (precision, recall) = (common / one.len() as f64, common / two.len() as f64);
    if precision + recall == 0.0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
}

/// Words numbered in the order of appearance.
#[derive(Default)]
struct Numbers<'a> {
    known: FxHashMap<std::borrow::Cow<'a, str>, u32>,
}

impl<'a> Numbers<'a> {
    fn of(&mut self, word: impl Into<std::borrow::Cow<'a, str>>) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry(word.into()).or_insert(next)
    }

    fn ascii(&mut self, text: &str) -> Vec<u32> {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
        words.map(|w| self.of(w.to_string())).collect()
    }
}

/// Length of the longest common subsequence, 64 words of the first text at a time (Hyyrö 2004).
fn common(one: &[u32], two: &[u32]) -> u32 {
    let blocks = one.len().div_ceil(64);
    let top = one.iter().max().map_or(0, |m| *m as usize + 1);
    let mut masks = vec![0u64; top * blocks];
    for (i, &word) in one.iter().enumerate() {
        if let Some(mask) = masks.get_mut(word as usize * blocks + i / 64) {
            *mask |= 1 << (i % 64);
        }
    }
    let mut state = vec![u64::MAX; blocks];
    for &word in two {
        // A word that the first text does not have changes nothing.
        let Some(own) = masks.get(word as usize * blocks..(word as usize + 1) * blocks) else { continue };
        let mut carry = false;
        for (v, &mask) in state.iter_mut().zip(own) {
            let u = *v & mask;
            let (sum, over1) = v.overflowing_add(u);
            let (sum, over2) = sum.overflowing_add(u64::from(carry));
            carry = over1 || over2;
            *v = sum | (*v & !mask);
        }
    }
    let tail = if one.len().is_multiple_of(64) { u64::MAX } else { (1 << (one.len() % 64)) - 1 };
    state.iter().enumerate().map(|(i, v)| (!v & if i + 1 == blocks { tail } else { u64::MAX }).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::testing::golden_lines;
    use proptest::prelude::*;

    fn slow(one: &[u32], two: &[u32]) -> u32 {
        let mut row = vec![0u32; two.len() + 1];
        for a in one {
            let mut corner = 0;
            for (j, b) in two.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if a == b { corner + 1 } else { above.max(row[j]) };
                corner = above;
            }
        }
        row[two.len()]
    }

    proptest! {
        #[test]
        fn the_fast_subsequence_is_the_longest(
            one in prop::collection::vec(0u32..12, 0..200), two in prop::collection::vec(0u32..12, 0..200)
        ) {
            prop_assert_eq!(common(&one, &two), slow(&one, &two));
        }
    }

    #[test]
    fn golden_pairs() {
        let (Some(pairs), Some(rows), Some(prepared)) =
            (golden_lines("pairs.jsonl"), golden_lines("rouge.jsonl"), golden_lines("vqaonline.jsonl"))
        else {
            return;
        };
        let text = |v: &serde_json::Value| v.as_str().unwrap().to_string();
        let close = |got: f64, want: &serde_json::Value, id: &serde_json::Value| {
            assert!((got - want.as_f64().unwrap()).abs() < 1e-6, "{id}: {got} for {want}");
        };
        assert!(rows.len() > 100 && prepared.len() > 100);
        for row in &rows {
            let pair = pairs.iter().find(|p| p["id"] == row["id"]).unwrap();
            let (candidate, reference) = (text(&pair["candidate"]), text(&pair["reference"]));
            if row["rougeL"].is_object() {
                close(f1(&candidate, &reference), &row["rougeL"]["f"], &row["id"]);
            }
            if !row["coco_rougeL_beta1.2"].is_null() {
                close(coco(&candidate, &[&reference]), &row["coco_rougeL_beta1.2"], &row["id"]);
            }
        }
        for row in &prepared {
            close(coco(&text(&row["candidate"]), &[&text(&row["reference"])]), &row["rougeL_beta1.2"], &row["id"]);
        }
    }

    #[test]
    fn edges_are_those_of_the_packages() {
        assert_eq!((coco("", &[""]), f1("", "")), (1.0, 0.0));
        assert_eq!((coco("a", &["b"]), f1("中文", "中文")), (0.0, 0.0));
        // Precision from one reference, recall from another, as pycocoevalcap does.
        assert!((coco("a b", &["a b c d", "a"]) - 1.0).abs() < 1e-12);
    }
}

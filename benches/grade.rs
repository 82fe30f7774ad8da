//! Pairs scored per CPU second of one thread: texts of about 150 words that differ in a third of their words, and one pair of
//! 5,000 words. `cargo bench --bench grade [-- FOLDER_OF_METEOR]`; METEOR needs its data.

use groundline::metric::meteor::{self, Resources, Scratch};
use groundline::metric::{prepare, rouge};
use groundline::rng::item_rng;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// CPU seconds of this thread, where the system tells (Linux); a busy machine makes wall time useless.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
}

fn seconds(work: impl FnOnce()) -> f64 {
    let (start, before) = (Instant::now(), cpu());
    work();
    before.zip(cpu()).map_or(start.elapsed().as_secs_f64(), |(a, b)| b - a)
}

const SENTENCES: [&str; 12] = [
    "The inscription reads \"to my dear friend\" and it was probably engraved around 1890.",
    "You are looking at a juvenile herring gull; the mottled plumage turns white in its fourth year.",
    "Those brown spots are caused by a fungus that spreads quickly in warm, wet weather.",
    "The graph shows that unemployment fell from 7.4% to 5.1% between 2010 and 2016.",
    "She asked whether the passport stamp was issued at the airport or at the land border.",
    "I would replace the cracked washer first and then tighten the nut by a quarter turn.",
    "Your chess position is drawn, because the bishop can't control the promotion square.",
    "Light bends toward the normal when it enters a denser medium, which explains the picture.",
    "The statue was moved, restored and finally displayed in the museum's main hall.",
    "In this diagram the current flows from the positive terminal through the resistor to ground.",
    "Add 250 ml of water, bring it to a boil, and simmer for 12-15 minutes until it is soft.",
    "The red valve should be closed before the pump is drained, otherwise air enters the line.",
];

/// A reference of about `words` words, and a candidate with words dropped, repeated and in other forms.
fn pair(words: usize, number: u64) -> (String, String) {
    let mut rng = item_rng(number, "bench", &[]);
    let mut reference = String::new();
    while reference.split(' ').count() < words {
        reference += SENTENCES[rng.below(SENTENCES.len())];
        reference += " ";
    }
    let mut candidate = Vec::new();
    for word in reference.split_whitespace() {
        match rng.below(9) {
            0 => {}
            1 => candidate.extend([word.to_string(), "the".to_string()]),
            2 => candidate.push(format!("{}s", word.trim_end_matches(['.', ',']))),
            _ => candidate.push(word.to_string()),
        }
    }
    (candidate.join(" "), reference.trim().to_string())
}

fn rate(name: &str, pairs: &[(String, String)], mut score: impl FnMut(&str, &str) -> f64) {
    let mut done = 0;
    let start = Instant::now();
    let spent = seconds(|| {
        while start.elapsed().as_secs_f64() < 3.0 {
            for (candidate, reference) in pairs {
                black_box(score(black_box(candidate), black_box(reference)));
            }
            done += pairs.len();
        }
    });
    println!("{name:<44} {:>9.0} pairs per CPU second", done as f64 / spent);
}

fn once(name: &str, work: impl FnOnce() -> f64) {
    let mut score = 0.0;
    let spent = seconds(|| score = black_box(work()));
    println!("{name:<44} {:>9.3} s ({score:.4})", spent);
}

fn main() {
    let folder = std::env::args().skip(1).find(|a| !a.starts_with("--"));
    let raw: Vec<(String, String)> = (0..200).map(|n| pair(150, n)).collect();
    let ready: Vec<(String, String)> = raw.iter().map(|(a, b)| (prepare::prepare(a), prepare::prepare(b))).collect();
    let words = raw.iter().map(|p| p.1.split(' ').count()).sum::<usize>() / raw.len();
    println!("pairs of {words} words, one thread");
    rate("ROUGE-L (COCO), prepared texts", &ready, |a, b| rouge::coco(a, &[b]));
    rate("ROUGE-L (COCO), preparing included", &raw, |a, b| rouge::coco(&prepare::prepare(a), &[&prepare::prepare(b)]));
    rate("ROUGE-L F1 (rouge-score), raw texts", &raw, rouge::f1);
    let (long_a, long_b) = pair(5_000, 1);
    once("ROUGE-L, one pair of 5,000 words", || rouge::coco(&prepare::prepare(&long_a), &[&prepare::prepare(&long_b)]));
    let Some(folder) = folder else {
        println!("METEOR left out: give the folder of its data");
        return;
    };
    let mut resources = None;
    once("METEOR, loading its data", || {
        resources = Resources::read(Path::new(&folder)).map_err(|e| println!("{e}")).ok();
        0.0
    });
    let Some(resources) = resources else { return };
    let mut scratch = Scratch::default();
    rate("METEOR 1.5, prepared texts", &ready, |a, b| meteor::score(a, &[b], &resources, &mut scratch));
    rate("METEOR 1.5, raw texts (-norm only)", &raw, |a, b| meteor::score(a, &[b], &resources, &mut scratch));
    once("METEOR 1.5, one pair of 5,000 words", || meteor::score(&long_a, &[&long_b], &resources, &mut scratch));
}

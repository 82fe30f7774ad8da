//! A tree ensemble over hand-made features of an option among its neighbors: extremely randomized trees of the crate
//! `smartcore`, cross-validated. It finds rules that nobody listed: "the second longest unless it is last".

use super::linear::{Answers, Solved};
use super::measure::Item;
use super::text::Choice;
use super::{Credits, Cx, Feature};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smartcore::ensemble::extra_trees_regressor::{ExtraTreesRegressor, ExtraTreesRegressorParameters};
use smartcore::linalg::basic::matrix::DenseMatrix;

/// Name and description.
pub(super) const ABOUT: (&str, &str) = ("trees", "randomized trees over features of form, cross-validated");

const TREES: usize = 24;
const DEPTH: u16 = 8;
/// Features tried at a split.
const TRIED: usize = 6;
/// Options in a leaf at least: a rule on fewer is luck.
const LEAF: usize = 20;
/// Training options of a fold at most; more make no better rules and cost time.
const MOST: usize = 12_000;

/// Names of the features, in order.
const FEATURES: [&str; 19] = [
    "letter",
    "is the last option",
    "number of options",
    "length",
    "length rank",
    "length against the mean",
    "number of words",
    "begins with a capital",
    "ends with a mark",
    "begins with an article",
    "is a fixed text",
    "overlap with the question",
    "value as a number",
    "rank as a number",
    "distance to the other numbers",
    "similarity to the other options",
    "rank of similarity",
    "fits the word before the gap",
    "how often it is offered in the cell",
];

/// The features of every option of an item.
fn features(cx: &Cx, item: usize, offered: &FxHashMap<(u32, u32), f32>) -> Vec<[f32; FEATURES.len()]> {
    let item = Item::of(cx, item, cx.cosine);
    let n = item.choices.len();
    let lengths: Vec<f32> = item.choices.iter().map(|c| c.length as f32).collect();
    let mean = lengths.iter().sum::<f32>() / n.max(1) as f32;
    let numbers: Vec<Option<f64>> = item.choices.iter().map(|c| c.number).collect();
    let rank = |values: &[Option<f64>], o: usize| {
        let own = values.get(o).copied().flatten();
        own.map_or(-1.0, |v| values.iter().flatten().filter(|w| **w < v).count() as f32)
    };
    let similar = item.similar.unwrap_or_default();
    let similarity: Vec<Option<f64>> = (0..n).map(|o| similar.get(o).copied().flatten().map(f64::from)).collect();
    let before = item.asked.before_gap.as_deref().unwrap_or_default();
    let flag = |b: bool| f32::from(u8::from(b));
    let texts = item.question.offers.iter().map(|o| o.text.trim());
    let of_option = |(o, (choice, text)): (usize, (&&Choice, &str))| {
        let said = choice.words.iter().filter(|w| item.asked.words.contains(w)).count() as f32;
        let apart = choice.number.map_or(-1.0, |v| {
            let others = numbers.iter().enumerate().filter(|(p, _)| *p != o).filter_map(|(_, w)| *w);
            others.map(|w| (w - v).abs()).sum::<f64>() as f32 / (n.max(2) - 1) as f32
        });
        let length = choice.length as f32;
        [
            o as f32,
            flag(o + 1 == n),
            n as f32,
            length,
            lengths.iter().filter(|l| **l < length).count() as f32,
            length - mean,
            choice.words.len() as f32,
            flag(text.starts_with(char::is_uppercase)),
            flag(text.ends_with(['.', '!', '?'])),
            flag(["a ", "an ", "the "].iter().any(|a| text.starts_with(a))),
            flag(item.question.is_fixed(o)),
            said / choice.words.len().max(1) as f32,
            choice.number.map_or(-1.0, |v| v.clamp(-1e6, 1e6) as f32),
            rank(&numbers, o),
            apart.min(1e6),
            similarity.get(o).copied().flatten().map_or(-2.0, |s| s as f32),
            rank(&similarity, o),
            choice.noun.fit(before),
            offered.get(&(item.asked.cell, choice.text)).copied().unwrap_or(0.0),
        ]
    };
    item.choices.iter().zip(texts).enumerate().map(of_option).collect()
}

/// How often each option is offered in its cell. Nothing is learned from keys here.
fn offered(cx: &Cx) -> FxHashMap<(u32, u32), f32> {
    let mut out: FxHashMap<(u32, u32), f32> = FxHashMap::default();
    for i in 0..cx.questions.len() {
        cx.texts.choices(i).for_each(|c| *out.entry((cx.texts.cell(i), c.text)).or_default() += 1.0);
    }
    out
}

type Forest = ExtraTreesRegressor<f32, f32, DenseMatrix<f32>, Vec<f32>>;

/// Learns on the other folds and answers every item.
pub(super) fn solve(cx: &Cx) -> Solved {
    let offered = offered(cx);
    let all: Vec<Vec<[f32; FEATURES.len()]>> =
        (0..cx.questions.len()).into_par_iter().map(|i| features(cx, i, &offered)).collect();
    let folds: Vec<usize> = (0..cx.folds.count()).collect();
    let answered: Vec<(Answers, Vec<f64>)> =
        folds.par_iter().map(|&fold| answer(cx, &all, fold).unwrap_or_default()).collect();

    let mut ratings: Vec<Option<Vec<f32>>> = vec![None; cx.questions.len()];
    let mut shares = vec![0.0; FEATURES.len()];
    for (of_fold, importance) in answered {
        for (i, r) in of_fold {
            if let Some(at) = ratings.get_mut(i) {
                *at = Some(r);
            }
        }
        shares.iter_mut().zip(importance).for_each(|(s, v)| *s += v / cx.folds.count() as f64);
    }
    let right = cx
        .questions
        .iter()
        .zip(&ratings)
        .map(|(question, r)| {
            // Ratings are shares above chance.
            let p: Vec<f64> = r.iter().flatten().map(|v| (f64::from(*v) + question.chance()).max(0.0)).collect();
            let sum: f64 = p.iter().sum();
            p.get(question.gold).filter(|_| sum > 0.0).map_or(question.chance(), |v| v / sum)
        })
        .collect();
    let mut features: Vec<Feature> = FEATURES
        .iter()
        .zip(shares)
        .filter(|(_, share)| *share > 0.0)
        .map(|(name, s)| Feature {
            feature: (*name).into(),
            weight: (s * 1e3).round() / 1e3,
            items: cx.questions.len(),
        })
        .collect();
    features.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.feature.cmp(&b.feature)));
    Solved { credits: Credits::of(cx.questions, |i| ratings.get(i).cloned().flatten()), right, features }
}

/// Ratings of the items of a fold and the importance of each feature; nothing where there is too little to learn from.
fn answer(cx: &Cx, all: &[Vec<[f32; FEATURES.len()]>], fold: usize) -> Option<(Answers, Vec<f64>)> {
    let mut train = cx.folds.train(fold);
    crate::rng::item_rng(cx.seed, "trees", &[&(fold as u64).to_le_bytes()]).shuffle(&mut train);
    let (mut rows, mut targets) = (Vec::new(), Vec::new());
    for i in train {
        let (question, options) = (cx.questions.get(i)?, all.get(i)?);
        if targets.len() + options.len() > MOST {
            break;
        }
        for (o, f) in options.iter().enumerate() {
            rows.extend_from_slice(f);
            targets.push(f32::from(u8::from(o == question.gold)) - question.chance() as f32);
        }
    }
    if targets.len() < 4 * LEAF {
        return None;
    }
    let x = DenseMatrix::new(targets.len(), FEATURES.len(), rows, false).ok()?;
    let parameters = ExtraTreesRegressorParameters::default()
        .with_n_trees(TREES)
        .with_max_depth(DEPTH)
        .with_min_samples_leaf(LEAF)
        .with_m(TRIED)
        .with_seed(cx.seed ^ fold as u64);
    let forest = Forest::fit(&x, &targets, parameters).ok()?;
    let test = cx.folds.test(fold);
    let flat: Vec<f32> = test.iter().filter_map(|i| all.get(*i)).flatten().flatten().copied().collect();
    let height = flat.len() / FEATURES.len();
    if height == 0 {
        return None;
    }
    let ratings = forest.predict(&DenseMatrix::new(height, FEATURES.len(), flat, false).ok()?).ok()?;
    let mut left = ratings.into_iter();
    let answered = test.iter().map(|&i| (i, left.by_ref().take(all.get(i).map_or(0, Vec::len)).collect())).collect();
    Some((answered, forest.compute_feature_importances().unwrap_or_default()))
}

//! A linear model over words × options: a conditional logit on hashed, sparse features, trained by stochastic gradient
//! with a rate per feature (Adagrad), cross-validated. Why it is written here: docs/decisions/006.

use super::question::USUAL;
use super::text::{Asked, Choice};
use super::{Credits, Cx, Feature};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Name and description.
pub(super) const ABOUT: (&str, &str) =
    ("words", "a linear model over words × options (conditional logit), cross-validated");

/// Size of the weight table, a power of two.
const TABLE: usize = 1 << 20;
/// Passes over the training items.
const PASSES: usize = 5;
/// Step of the first update of a weight.
const RATE: f32 = 0.3;
/// Pull of every weight towards zero, per update.
const SHRINK: f32 = 2e-3;
/// Features that the report names.
const NAMED: usize = 12;

/// A feature that speaks for the right option of fewer items is not named: it is luck.
const FEWEST: usize = 5;

/// What a model made of a set.
pub(super) struct Solved {
    /// Credit on every item.
    pub credits: Credits,
    /// Probability that it gives the right option.
    pub right: Vec<f64>,
    /// What it goes by.
    pub features: Vec<Feature>,
}

/// Items with the ratings of their options.
pub(super) type Answers = Vec<(usize, Vec<f32>)>;

/// By slot: what it adds in sum, and on how many items.
type Weights = FxHashMap<u32, (f64, usize)>;

/// One feature of one option.
#[derive(Clone, Copy, Hash)]
enum Trait {
    Text(u32),
    TextInCell(u32, u32),
    Word(u32),
    Letter(u32, u32, u32),
    Asked(u32, u32),
    AskedPair(u32, u32, u32),
    Beside(u32, u32),
    Length(u32, u32),
}

impl Trait {
    fn slot(self) -> u32 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        // The high bits of this hash are the well-mixed ones.
        (hasher.finish() >> (64 - TABLE.trailing_zeros())) as u32
    }

    fn name(self, cx: &Cx) -> String {
        let n = |w: u32| cx.texts.name(w);
        match self {
            Trait::Text(o) => format!("option “{}”", n(o)),
            Trait::TextInCell(c, o) => format!("option “{}” in {}", n(o), n(c)),
            Trait::Word(w) => format!("the word “{}” in an option", n(w)),
            Trait::Letter(c, l, _) => format!("letter {} in {}", crate::model::plan::letter(l as u8), n(c)),
            Trait::Asked(q, o) => format!("option “{}” where the question says “{}”", n(o), n(q)),
            Trait::AskedPair(a, b, o) => format!("option “{}” where the question says “{}” and “{}”", n(o), n(a), n(b)),
            Trait::Beside(o, p) => format!("option “{}” beside “{}”", n(o), n(p)),
            Trait::Length(c, rank) => format!("length rank {} in {}", rank + 1, n(c)),
        }
    }
}

/// Calls `each` with every feature of an option.
fn traits(asked: &Asked, choices: &[&Choice], option: usize, mut each: impl FnMut(Trait)) {
    let Some(&choice) = choices.get(option) else { return };
    let (cell, text) = (asked.cell, choice.text);
    each(Trait::Text(text));
    each(Trait::TextInCell(cell, text));
    for &w in &choice.words {
        each(Trait::Word(w));
    }
    each(Trait::Letter(cell, option as u32, choices.len() as u32));
    for &q in &asked.words {
        each(Trait::Asked(q, text));
    }
    for (i, &a) in asked.rare.iter().enumerate() {
        for &b in asked.rare.iter().skip(i + 1) {
            each(Trait::AskedPair(a.min(b), a.max(b), text));
        }
    }
    for (o, other) in choices.iter().enumerate() {
        if o != option {
            each(Trait::Beside(text, other.text));
        }
    }
    each(Trait::Length(cell, choices.iter().filter(|c| c.length < choice.length).count() as u32));
}

/// The slots of all options of all items, one after the other.
struct Slots {
    flat: Vec<u32>,
    /// Where each option begins; one more at the end.
    starts: Vec<u32>,
    /// The first option of each item; one more at the end.
    items: Vec<u32>,
}

impl Slots {
    fn of(cx: &Cx) -> Self {
        let mut slots = Slots { flat: Vec::new(), starts: vec![0], items: vec![0] };
        for i in 0..cx.questions.len() {
            let choices: SmallVec<[&Choice; USUAL]> = cx.texts.choices(i).collect();
            for o in 0..choices.len() {
                traits(cx.texts.asked(i), &choices, o, |t| slots.flat.push(t.slot()));
                slots.starts.push(slots.flat.len() as u32);
            }
            slots.items.push(slots.starts.len() as u32 - 1);
        }
        slots
    }

    fn options(&self, item: usize) -> impl Iterator<Item = &[u32]> {
        let range = self.items.get(item).zip(self.items.get(item + 1)).map_or(0..0, |(a, b)| *a..*b);
        range.filter_map(|o| {
            let (from, to) = (*self.starts.get(o as usize)?, *self.starts.get(o as usize + 1)?);
            self.flat.get(from as usize..to as usize)
        })
    }
}

struct Model {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Model {
    fn score(&self, slots: &[u32]) -> f32 {
        slots.iter().filter_map(|s| self.weights.get(*s as usize)).sum()
    }

    fn probabilities(&self, slots: &Slots, item: usize) -> Vec<f32> {
        let scores: Vec<f32> = slots.options(item).map(|o| self.score(o)).collect();
        let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut p: Vec<f32> = scores.iter().map(|s| (s - top).exp()).collect();
        let sum: f32 = p.iter().sum();
        p.iter_mut().for_each(|v| *v /= sum);
        p
    }

    fn train(cx: &Cx, slots: &Slots, items: &[usize], fold: usize) -> Self {
        let mut model = Model { weights: vec![0.0; TABLE], squares: vec![1e-2; TABLE] };
        let mut order = items.to_vec();
        for pass in 0..PASSES {
            let key = [(fold as u64).to_le_bytes(), (pass as u64).to_le_bytes()];
            crate::rng::item_rng(cx.seed, "words", &[&key[0], &key[1]]).shuffle(&mut order);
            for &i in &order {
                let p = model.probabilities(slots, i);
                let gold = cx.questions.get(i).map_or(0, |q| q.gold);
                for (o, option) in slots.options(i).enumerate() {
                    let gradient = p.get(o).copied().unwrap_or(0.0) - f32::from(u8::from(o == gold));
                    for slot in option {
                        let at = *slot as usize;
                        if let (Some(w), Some(s)) = (model.weights.get_mut(at), model.squares.get_mut(at)) {
                            let g = gradient + SHRINK * *w;
                            *s += g * g;
                            *w -= RATE * g / s.sqrt();
                        }
                    }
                }
            }
        }
        model
    }
}

/// Learns on the other folds and answers every item.
pub(super) fn solve(cx: &Cx) -> Solved {
    let slots = Slots::of(cx);
    let folds: Vec<usize> = (0..cx.folds.count()).collect();
    let answered: Vec<(Answers, Weights)> = folds
        .par_iter()
        .map(|&fold| {
            let model = Model::train(cx, &slots, &cx.folds.train(fold), fold);
            let test = cx.folds.test(fold);
            (test.iter().map(|&i| (i, model.probabilities(&slots, i))).collect(), attributed(cx, &slots, &model, &test))
        })
        .collect();
    let mut probabilities: Vec<Vec<f32>> = vec![Vec::new(); cx.questions.len()];
    let mut weights = Weights::default();
    for (of_fold, of_slots) in answered {
        for (i, p) in of_fold {
            if let Some(at) = probabilities.get_mut(i) {
                *at = p;
            }
        }
        for (slot, (sum, n)) in of_slots {
            let (s, m) = weights.entry(slot).or_default();
            *s += sum;
            *m += n;
        }
    }
    let right = cx
        .questions
        .iter()
        .zip(&probabilities)
        .map(|(q, p)| p.get(q.gold).map_or(q.chance(), |p| f64::from(*p)))
        .collect();
    let credits = Credits::of(cx.questions, |i| probabilities.get(i).cloned());
    Solved { credits, right, features: named(cx, weights) }
}

/// By slot: how much it adds to the right option over the others, summed over the items that it speaks on.
fn attributed(cx: &Cx, slots: &Slots, model: &Model, test: &[usize]) -> Weights {
    let mut out = Weights::default();
    for &i in test {
        let Some(question) = cx.questions.get(i) else { continue };
        let share = 1.0 / (question.offers.len().max(2) - 1) as f64;
        for (o, option) in slots.options(i).enumerate() {
            for slot in option {
                let weight = f64::from(model.weights.get(*slot as usize).copied().unwrap_or(0.0));
                let (sum, n) = out.entry(*slot).or_default();
                *sum += if o == question.gold { weight } else { -weight * share };
                *n += usize::from(o == question.gold);
            }
        }
    }
    out
}

/// The features that help most over all items, by name.
fn named(cx: &Cx, weights: Weights) -> Vec<Feature> {
    let told = weights.into_iter().filter(|(_, (_, n))| *n >= FEWEST);
    let mut sorted: Vec<(u32, f64, usize)> = told.map(|(s, (w, n))| (s, w, n)).collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    sorted.truncate(NAMED);
    let mut names: FxHashMap<u32, Trait> = FxHashMap::default();
    for i in 0..cx.questions.len() {
        let choices: SmallVec<[&Choice; USUAL]> = cx.texts.choices(i).collect();
        for o in 0..choices.len() {
            traits(cx.texts.asked(i), &choices, o, |t| {
                let slot = t.slot();
                if sorted.iter().any(|s| s.0 == slot) {
                    names.entry(slot).or_insert(t);
                }
            });
        }
    }
    sorted
        .into_iter()
        .filter_map(|(slot, weight, items)| {
            let weight = weight / items.max(1) as f64;
            Some(Feature { feature: names.get(&slot)?.name(cx), weight: (weight * 1e3).round() / 1e3, items })
        })
        .collect()
}

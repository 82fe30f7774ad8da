//! What was right elsewhere: letters and option texts by how often they were right on the other folds, alone or given
//! what the question is about.

use super::question::Ratings;
use super::text::Asked;
use super::{Credits, Cx};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Name and description of the solver by letters: the letter that was right most often.
pub(super) const LETTER: (&str, &str) =
    ("letter_prior", "the letter that is right most often in the cell, learned on the other folds");

/// Names and descriptions of the solvers by options: the option that was right most often where it was offered, alone
/// and given each of [`ABOUT`].
pub(super) const CONCEPTS: [(&str, &str); 4] = [
    ("concept_prior", "the option that is right most often where it is offered, learned on the other folds"),
    ("concept_given_noun", "the same, given the question's rarest word"),
    ("concept_given_pair", "the same, given the question's two rarest words"),
    ("concept_given_question", "the same, given the whole question"),
];

/// What an item is about, for the conditional shares.
type Context = Option<(u32, u32)>;

/// The rarest word of the question, its two rarest words, and the whole question.
const ABOUT: [fn(&Asked) -> Context; 3] = [
    |q| q.rare.first().map(|n| (*n, u32::MAX)),
    |q| q.rare.first().zip(q.rare.get(1)).map(|(a, b)| (*a.min(b), *a.max(b))),
    |q| Some((q.stem, u32::MAX - 1)),
];

/// So many imaginary items of the prior stand behind every conditional share.
const SHRINK: f32 = 2.0;

/// How often something was right and how often it was offered.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    right: u32,
    offered: u32,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.right += other.right;
        self.offered += other.offered;
    }
}

/// What every item offers under which question, each pair of them once, with its counts.
struct Offered {
    /// Where each item's options begin in `pairs`.
    starts: Vec<u32>,
    /// The pair of each option, item after item.
    pairs: Vec<u32>,
    /// By pair: the place of the question in [`Texts::asked`](super::text::Texts::asked), and what is offered.
    keys: Vec<(u32, u32)>,
    /// By pair, see [`Counts::counts`].
    counts: Vec<Count>,
}

impl Offered {
    /// Of every item; `keys` numbers what its options are counted under.
    fn of<K: Iterator<Item = u32>>(cx: &Cx, keys: impl Fn(usize) -> K) -> Self {
        let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let options = cx.questions.iter().map(|q| q.offers.len()).sum();
        let mut offered = Offered {
            starts: Vec::with_capacity(cx.questions.len()),
            pairs: Vec::with_capacity(options),
            keys: Vec::new(),
            counts: Vec::new(),
        };
        let width = cx.folds.count() + 1;
        for (i, question) in cx.questions.iter().enumerate() {
            offered.starts.push(offered.pairs.len() as u32);
            let asked = cx.texts.place(i);
            for (o, key) in keys(i).enumerate() {
                let pair = *known.entry((asked, key)).or_insert_with(|| {
                    offered.keys.push((asked, key));
                    offered.counts.resize(offered.keys.len() * width, Count::default());
                    offered.keys.len() as u32 - 1
                });
                offered.pairs.push(pair);
                let counts = &mut offered.counts[pair as usize * width..];
                let one = Count { right: u32::from(o == question.gold), offered: 1 };
                counts[0].add(one);
                cx.folds.barred(i).for_each(|fold| counts[1 + fold].add(one));
            }
        }
        offered
    }

    /// The pairs of an item's options.
    fn pairs(&self, cx: &Cx, item: usize) -> &[u32] {
        let from = self.starts[item] as usize;
        &self.pairs[from..from + cx.questions[item].offers.len()]
    }
}

/// Counts of pairs that are one to a solver.
struct Counts {
    /// By pair: where it is counted; [`NONE`] where the question is about nothing.
    slots: Vec<u32>,
    /// By slot: over all items, then over the items that may not be learned on before each fold is answered.
    counts: Vec<Count>,
    /// Counts of a slot.
    width: usize,
}

const NONE: u32 = u32::MAX;

impl Counts {
    /// Counts together what is offered alike under questions that `parts` numbers alike.
    fn of(cx: &Cx, offered: &Offered, parts: &[u32]) -> Self {
        let width = cx.folds.count() + 1;
        let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut counts = Counts { slots: Vec::with_capacity(offered.keys.len()), counts: Vec::new(), width };
        for ((asked, key), of_pair) in offered.keys.iter().zip(offered.counts.chunks_exact(width)) {
            let part = parts[*asked as usize];
            if part == NONE {
                counts.slots.push(NONE);
                continue;
            }
            let fresh = known.len() as u32;
            let slot = *known.entry((part, *key)).or_insert(fresh);
            counts.slots.push(slot);
            counts.counts.resize(known.len() * width, Count::default());
            let all = &mut counts.counts[slot as usize * width..];
            all.iter_mut().zip(of_pair).for_each(|(all, one)| all.add(*one));
        }
        counts
    }

    /// The share of a pair that was right where a fold may learn, with the imaginary items of a prior behind it.
    fn share(&self, pair: u32, fold: usize, prior: f32) -> f32 {
        let slot = self.slots[pair as usize];
        if slot == NONE {
            return prior;
        }
        let at = slot as usize * self.width;
        let (all, barred) = (self.counts[at], self.counts[at + 1 + fold]);
        let (hits, offered) = ((all.right - barred.right) as f32, (all.offered - barred.offered) as f32);
        (hits + SHRINK * prior) / (offered + SHRINK)
    }
}

/// Credits by the shares of what is offered, those of each of `layers` being the prior of the next.
fn by_shares(cx: &Cx, offered: &Offered, layers: &[&Counts]) -> Credits {
    Credits::of(cx.questions, |i| {
        let (fold, chance) = (cx.folds.fold(i), cx.questions[i].chance() as f32);
        let share = |pair: &u32| layers.iter().fold(chance, |prior, counts| counts.share(*pair, fold, prior));
        Some(offered.pairs(cx, i).iter().map(share).collect::<Ratings>())
    })
}

/// Credits of [`LETTER`].
pub(super) fn letter(cx: &Cx) -> Credits {
    let offered = Offered::of(cx, |i| 0..cx.questions[i].offers.len() as u32);
    by_shares(cx, &offered, &[&Counts::of(cx, &offered, &cells(&cx.texts.asked))])
}

/// Credits of [`CONCEPTS`].
pub(super) fn concepts(cx: &Cx) -> Vec<Credits> {
    let offered = Offered::of(cx, |i| cx.texts.choices(i).map(|c| c.text));
    let base = Counts::of(cx, &offered, &cells(&cx.texts.asked));
    let given = |about: &fn(&Asked) -> Context| {
        let counts = Counts::of(cx, &offered, &parts(&cx.texts.asked, *about));
        by_shares(cx, &offered, &[&base, &counts])
    };
    let mut credits = vec![by_shares(cx, &offered, &[&base])];
    credits.par_extend(ABOUT.par_iter().map(given));
    credits
}

fn cells(asked: &[Asked]) -> Vec<u32> {
    asked.iter().map(|q| q.cell).collect()
}

/// Numbers what questions are about in their cells; [`NONE`] where nothing is known.
fn parts(asked: &[Asked], about: fn(&Asked) -> Context) -> Vec<u32> {
    let mut known: FxHashMap<(u32, (u32, u32)), u32> = FxHashMap::default();
    let mut number = |q: &Asked| {
        let fresh = known.len() as u32;
        about(q).map_or(NONE, |context| *known.entry((q.cell, context)).or_insert(fresh))
    };
    asked.iter().map(&mut number).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entry, with_cx};
    use super::*;
    use crate::audit::entry::Entry;

    #[test]
    fn what_is_right_of_each_thing_is_learned_given_the_thing() {
        let one = |i: usize| {
            let (thing, color) = if i.is_multiple_of(2) { ("dog", "red") } else { ("cat", "blue") };
            let options = if i % 4 < 2 { ["red", "blue"] } else { ["blue", "red"] };
            let gold = options.iter().position(|o| *o == color).unwrap();
            entry(&i.to_string(), &format!("What color is the {thing}?"), &options, gold)
        };
        let entries: Vec<Entry> = (0..80).map(one).collect();
        let credits = with_cx(&entries, concepts);
        let sure = Credits { credit: vec![1.0; 80], decided: vec![true; 80] };
        assert_eq!([&credits[1], &credits[2], &credits[3]], [&sure; 3]);
        // Each color is right in half of all items, and where more of a fold are dogs, fewer of the others are.
        assert!(credits[0].credit.iter().sum::<f32>() <= 40.0);
    }

    #[test]
    fn a_letter_is_learned_in_its_cell_and_not_in_its_own_fold() {
        let one = |i: usize| {
            let mut e = entry(&i.to_string(), "What is it?", &["a dog", "a cat", "a cow"], i % 2);
            e.cell = ["even", "odd"][i % 2].into();
            e
        };
        let entries: Vec<Entry> = (0..40).map(one).collect();
        let all = with_cx(&entries, letter);
        assert_eq!(all, Credits { credit: vec![1.0; 40], decided: vec![true; 40] });
        // One item of a cell has nothing to learn on: all letters tie.
        let alone = with_cx(&entries[..1], letter);
        assert_eq!(alone, Credits { credit: vec![1.0f32 / 3.0], decided: vec![false] });
    }
}

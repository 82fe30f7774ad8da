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

/// What is counted together, option after option of all items, and the counts.
struct Counts {
    /// Where each item's options begin in `slots`.
    starts: Vec<u32>,
    /// What each option is counted under; `NONE` under nothing.
    slots: Vec<u32>,
    /// By slot: over all items, then over the items that may not be learned on before each fold is answered.
    counts: Vec<Count>,
    folds: usize,
}

const NONE: u32 = u32::MAX;

impl Counts {
    /// Counts the options of every item under what `keys` gives for them, within what `part` numbers: a cell, or what
    /// the question is about in the cell.
    fn of<K: Iterator<Item = u32>>(cx: &Cx, part: impl Fn(usize) -> u32, keys: impl Fn(usize) -> K) -> Self {
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        let options = cx.questions.iter().map(|q| q.offers.len()).sum();
        let mut counts = Counts {
            starts: Vec::with_capacity(cx.questions.len()),
            slots: Vec::with_capacity(options),
            counts: Vec::new(),
            folds: cx.folds.count(),
        };
        let width = counts.folds + 1;
        for (i, question) in cx.questions.iter().enumerate() {
            counts.starts.push(counts.slots.len() as u32);
            let part = part(i);
            for (o, key) in keys(i).enumerate() {
                if part == NONE {
                    counts.slots.push(NONE);
                    continue;
                }
                let fresh = known.len() as u32;
                let slot = *known.entry(u64::from(part) << 32 | u64::from(key)).or_insert(fresh);
                counts.slots.push(slot);
                let at = slot as usize * width;
                if slot == fresh {
                    counts.counts.resize(at + width, Count::default());
                }
                let right = u32::from(o == question.gold);
                let mut add = |at: usize| {
                    counts.counts[at].right += right;
                    counts.counts[at].offered += 1;
                };
                add(at);
                cx.folds.barred(i).for_each(|fold| add(at + 1 + fold));
            }
        }
        counts
    }

    /// Of every option of an item how often it was right and offered where its fold may learn; `None` where it is
    /// counted under nothing.
    fn learned(&self, cx: &Cx, item: usize) -> impl Iterator<Item = Option<(f32, f32)>> {
        let (from, fold) = (self.starts[item] as usize, cx.folds.fold(item));
        self.slots[from..from + cx.questions[item].offers.len()].iter().map(move |&slot| {
            (slot != NONE).then(|| {
                let at = slot as usize * (self.folds + 1);
                let (all, barred) = (self.counts[at], self.counts[at + 1 + fold]);
                ((all.right - barred.right) as f32, (all.offered - barred.offered) as f32)
            })
        })
    }

    /// The share of each option of an item that was right, with the imaginary items of `priors` behind it.
    fn shares(&self, cx: &Cx, item: usize, priors: impl Iterator<Item = f32>) -> Ratings {
        let share = |(learned, prior): (Option<(f32, f32)>, f32)| {
            learned.map_or(prior, |(hits, offered)| (hits + SHRINK * prior) / (offered + SHRINK))
        };
        self.learned(cx, item).zip(priors).map(share).collect()
    }

    /// The same with chance behind it.
    fn alone(&self, cx: &Cx, item: usize) -> Ratings {
        self.shares(cx, item, std::iter::repeat(cx.questions[item].chance() as f32))
    }
}

/// Credits of [`LETTER`].
pub(super) fn letter(cx: &Cx) -> Credits {
    let counts = Counts::of(cx, |i| cx.texts.cell(i), |i| 0..cx.questions[i].offers.len() as u32);
    Credits::of(cx.questions, |i| Some(counts.alone(cx, i)))
}

/// Credits of [`CONCEPTS`].
pub(super) fn concepts(cx: &Cx) -> Vec<Credits> {
    let options = |i: usize| cx.texts.choices(i).map(|c| c.text);
    let base = Counts::of(cx, |i| cx.texts.cell(i), options);
    let given = |about: &fn(&Asked) -> Context| {
        let parts = parts(&cx.texts.asked, *about);
        let counts = Counts::of(cx, |i| parts[cx.texts.place(i) as usize], options);
        Credits::of(cx.questions, |i| Some(counts.shares(cx, i, base.alone(cx, i).into_iter())))
    };
    let mut credits = vec![Credits::of(cx.questions, |i| Some(base.alone(cx, i)))];
    credits.par_extend(ABOUT.par_iter().map(given));
    credits
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

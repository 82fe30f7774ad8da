//! What was right elsewhere: letters and option texts by how often they were right on the other folds, alone or given
//! what the question is about.

use super::text::Words;
use super::{Credits, Cx, Solver};
use rustc_hash::FxHashMap;

/// The letter that was right most often.
pub(super) struct Letter;
/// The option that was right most often where it was offered.
pub(super) struct Concept;
/// The same, given the rarest word of the question.
pub(super) struct GivenNoun;
/// The same, given the two rarest words.
pub(super) struct GivenPair;
/// The same, given the whole question.
pub(super) struct GivenQuestion;

/// So many imaginary items of the prior stand behind every conditional share.
const SHRINK: f32 = 2.0;

/// What an item is about, for the conditional shares.
type Context = Option<(u32, u32)>;

/// Counts of (right, offered) of an option, by cell and context.
#[derive(Default)]
struct Counts(FxHashMap<(u32, Context, u32), (f32, f32)>);

impl Counts {
    fn add(&mut self, cell: u32, context: Context, option: u32, right: bool) {
        let (hits, offered) = self.0.entry((cell, context, option)).or_default();
        *hits += f32::from(u8::from(right));
        *offered += 1.0;
    }

    fn get(&self, cell: u32, context: Context, option: u32) -> (f32, f32) {
        self.0.get(&(cell, context, option)).copied().unwrap_or_default()
    }
}

/// Learns on the other folds, then rates the options of every item. `key` numbers the options of an item.
fn learned(cx: &Cx, key: impl Fn(&Words, usize) -> u32 + Sync, context: Option<fn(&Words) -> Context>) -> Credits {
    let learn = |fold: usize| {
        let mut counts = Counts::default();
        for i in cx.folds.train(fold) {
            let (Some(words), Some(entry), Some(&cell)) =
                (cx.texts.items.get(i), cx.entries.get(i), cx.texts.cells.get(i))
            else {
                continue;
            };
            for o in 0..entry.choices.len() {
                let option = key(words, o);
                counts.add(cell, None, option, o == entry.gold);
                if let Some(context) = context.and_then(|c| c(words)) {
                    counts.add(cell, Some(context), option, o == entry.gold);
                }
            }
        }
        counts
    };
    let counts: Vec<Counts> = (0..cx.folds.count()).map(learn).collect();
    Credits::of(cx.entries, |i| {
        let (words, entry, &cell) = (cx.texts.items.get(i)?, cx.entries.get(i)?, cx.texts.cells.get(i)?);
        let counts = counts.get(cx.folds.fold(i))?;
        let chance = entry.chance() as f32;
        let rate = |o: usize| {
            let option = key(words, o);
            let (hits, offered) = counts.get(cell, None, option);
            let prior = (hits + SHRINK * chance) / (offered + SHRINK);
            match context.and_then(|c| c(words)) {
                None => prior,
                Some(about) => {
                    let (hits, offered) = counts.get(cell, Some(about), option);
                    (hits + SHRINK * prior) / (offered + SHRINK)
                }
            }
        };
        Some((0..entry.choices.len()).map(rate).collect())
    })
}

impl Solver for Letter {
    fn name(&self) -> &'static str {
        "letter_prior"
    }
    fn what(&self) -> &'static str {
        "the letter that is right most often in the cell, learned on the other folds"
    }
    fn solve(&self, cx: &Cx) -> Credits {
        learned(cx, |_, o| o as u32, None)
    }
}

impl Solver for Concept {
    fn name(&self) -> &'static str {
        "concept_prior"
    }
    fn what(&self) -> &'static str {
        "the option that is right most often where it is offered, learned on the other folds"
    }
    fn solve(&self, cx: &Cx) -> Credits {
        learned(cx, |w, o| w.options.get(o).copied().unwrap_or(u32::MAX), None)
    }
}

fn option(words: &Words, option: usize) -> u32 {
    words.options.get(option).copied().unwrap_or(u32::MAX)
}

impl Solver for GivenNoun {
    fn name(&self) -> &'static str {
        "concept_given_noun"
    }
    fn what(&self) -> &'static str {
        "the same, given the question's rarest word"
    }
    fn solve(&self, cx: &Cx) -> Credits {
        learned(cx, option, Some(|w| w.rare.first().map(|n| (*n, u32::MAX))))
    }
}

impl Solver for GivenPair {
    fn name(&self) -> &'static str {
        "concept_given_pair"
    }
    fn what(&self) -> &'static str {
        "the same, given the question's two rarest words"
    }
    fn solve(&self, cx: &Cx) -> Credits {
        learned(cx, option, Some(|w| w.rare.first().zip(w.rare.get(1)).map(|(a, b)| (*a.min(b), *a.max(b)))))
    }
}

impl Solver for GivenQuestion {
    fn name(&self) -> &'static str {
        "concept_given_question"
    }
    fn what(&self) -> &'static str {
        "the same, given the whole question"
    }
    fn solve(&self, cx: &Cx) -> Credits {
        learned(cx, option, Some(|w| Some((w.stem, u32::MAX - 1))))
    }
}

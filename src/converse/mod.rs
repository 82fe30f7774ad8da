//! Dialogues from the facts of one picture: three forms, each with its own pools of wordings.
//!
//! A scene's facts become a [`Matter`], what may be said of it without doubt; a form picks from it, a `Script`
//! words it. The k-th dialogue of a form about a scene depends on the seed, the scene and k alone.

mod fact_check;
mod falsehood;
pub mod hygiene;
mod matter;
mod multi_round;
pub mod pools;
pub mod rephrase;
mod script;
#[cfg(test)]
mod tests;
mod vision_prompted;

pub use falsehood::Vocabulary;
pub use matter::Matter;
pub use script::Draft;

use crate::lexicon::Lexicon;
use crate::rng::{ItemRng, item_rng};
use pools::Pools;

/// The form of a dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Several rounds about the whole picture, no boxes.
    MultiRound,
    /// One or two drawn boxes.
    VisionPrompted,
    /// A statement, checked in steps.
    FactCheck,
}

impl Form {
    /// All forms, in the order of the paper.
    pub const ALL: [Form; 3] = [Form::MultiRound, Form::VisionPrompted, Form::FactCheck];

    /// Name, as in `dialogues.jsonl`.
    pub fn name(self) -> &'static str {
        match self {
            Form::MultiRound => "multi_round",
            Form::VisionPrompted => "vision_prompted",
            Form::FactCheck => "fact_check",
        }
    }

    /// The form of that name.
    pub fn find(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|f| f.name() == name)
    }

    /// Place in [`Form::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What every form needs beside the matter.
#[derive(Clone, Copy)]
pub struct Stock<'a> {
    /// Words.
    pub lexicon: &'a Lexicon,
    /// Wordings.
    pub pools: &'a Pools,
    /// The concepts of the run, from which false ones are drawn.
    pub vocabulary: &'a Vocabulary,
    /// Seed of the run.
    pub seed: u64,
}

/// Times that a dialogue is worded anew before its scene counts as exhausted.
const ATTEMPTS: u64 = 24;

/// How many dialogues of a form the matter can give before they would only repeat each other in other words.
pub fn capacity(matter: &Matter, form: Form) -> u32 {
    match form {
        Form::MultiRound => multi_round::capacity(matter),
        Form::VisionPrompted => vision_prompted::capacity(matter),
        Form::FactCheck => fact_check::capacity(matter),
    }
}

/// The dialogues `0..count` of a form about a scene, each unlike those before it; `None` where nothing new came up.
/// `verdict` is that of the first fact check; the others alternate.
pub fn dialogues(matter: &Matter, form: Form, count: u32, verdict: bool, stock: &Stock) -> Vec<Option<Draft>> {
    let mut told = rustc_hash::FxHashSet::default();
    (0..count)
        .map(|k| {
            (0..ATTEMPTS).find_map(|attempt| {
                let mut rng = stream(matter, form, k, attempt, stock);
                let draft = match form {
                    Form::MultiRound => multi_round::compose(matter, stock, &mut rng),
                    Form::VisionPrompted => vision_prompted::compose(matter, stock, &mut rng),
                    Form::FactCheck => fact_check::compose(matter, (k % 2 == 0) == verdict, stock, &mut rng),
                };
                draft.filter(|d| told.insert(d.fingerprint()))
            })
        })
        .collect()
}

fn stream(matter: &Matter, form: Form, k: u32, attempt: u64, stock: &Stock) -> ItemRng {
    let ids = [form.name().as_bytes(), matter.scene.id.as_bytes(), &k.to_le_bytes(), &attempt.to_le_bytes()];
    item_rng(stock.seed, "converse", &ids)
}

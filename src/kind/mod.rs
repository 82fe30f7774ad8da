//! How it is asked. A kind says how big its exchange groups are, what each member of a group shows, and
//! how a planned row becomes a question. Kinds know targets only through the slots of a fact.

mod correction;
mod fill_blank;
mod text;
mod what;
mod yes_no;

pub use correction::NONE_OF_THE_ABOVE;

use crate::error::{Error, Place, Result};
use crate::lexicon::Lexicon;
use crate::lexicon::template::Templates;
use crate::model::plan::PlanRow;
use crate::model::term::TermId;
use crate::rng::ItemRng;

/// What one member of an exchange group shows. Numbers are indices into the group's concepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// The concept that the statement claims, for kinds that have one.
    pub statement: Option<usize>,
    /// The options in the order shown.
    pub options: Vec<Choice>,
    /// Index of the right option.
    pub answer: usize,
}

/// One option of an arrangement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A concept of the group.
    Concept(usize),
    /// A fixed text: "Yes", "No", "none of the above".
    Fixed(&'static str),
}

/// A question and its options as shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The stem.
    pub question: String,
    /// The option texts in order.
    pub choices: Vec<String>,
}

/// An option as shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown<'a> {
    /// Its text.
    pub text: &'a str,
    /// The term of a concept; `None` of a fixed text.
    pub term: Option<TermId>,
}

/// A kind of question.
pub trait Kind: Sync {
    /// Name, as in templates, configuration and items.
    fn name(&self) -> &'static str;

    /// Number of options shown when the configuration asks for `options`.
    fn options(&self, options: usize) -> usize {
        options
    }

    /// Number of items in an exchange group.
    fn group_size(&self, options: usize) -> usize {
        options
    }

    /// Whether every member's gold must be false of every other member (`true`), or only the first member's
    /// gold of the others (`false`).
    fn mutual(&self) -> bool {
        true
    }

    /// What each member shows, given that member `i` holds concept `i`. Over the group every option is right
    /// equally often and no letter is right more often than another.
    fn arrange(&self, options: usize, rng: &mut ItemRng) -> Vec<Arrangement>;

    /// What a single item shows that has no group: concept 0 is its gold, 1.. are its distractors. `turn` counts
    /// the ungrouped items of the cell, so that letters and verdicts stay balanced in blocks.
    fn arrange_single(&self, concepts: usize, turn: usize, rng: &mut ItemRng) -> Arrangement;
}

/// All kinds, in the paper's order.
pub const KINDS: &[&dyn Kind] = &[&yes_no::YesNo, &fill_blank::FillBlank, &what::What, &correction::Correction];

/// The kind of that name.
pub fn find(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|k| k.name() == name)
}

/// Turns a planned row into its question and options.
///
/// # Errors
/// When the row names a template, term or slot that the resources at hand do not have: the plan was made with
/// other templates or another thesaurus.
pub fn render(row: &PlanRow, lexicon: &Lexicon, templates: &Templates) -> Result<Rendered> {
    let question = question(row, lexicon, templates)?;
    Ok(Rendered { question, choices: options(row, lexicon, |shown| shown.text.to_string())? })
}

/// The question of a planned row alone.
///
/// # Errors
/// As [`render`].
pub fn question(row: &PlanRow, lexicon: &Lexicon, templates: &Templates) -> Result<String> {
    text::question(row, lexicon, templates).map_err(|what| unfit(row, what))
}

/// What `make` makes of the options of a planned row, in order.
///
/// # Errors
/// As [`render`].
pub fn options<'a, T, C: FromIterator<T>>(
    row: &'a PlanRow,
    lexicon: &'a Lexicon,
    make: impl Fn(Shown<'a>) -> T,
) -> Result<C> {
    let all = text::options(row, lexicon).and_then(|options| options.map(|o| o.map(&make)).collect());
    all.map_err(|what| unfit(row, what))
}

fn unfit(row: &PlanRow, what: String) -> Error {
    Error::data(
        Place::record("plan.jsonl", &row.id),
        what,
        "plan again with the templates and thesaurus that you build with",
    )
}

/// Options in random order with the gold (concept `gold`) at `letter`.
fn place_gold(gold: usize, concepts: usize, letter: usize, rng: &mut ItemRng) -> Vec<Choice> {
    let mut rest: Vec<Choice> = (0..concepts).filter(|&c| c != gold).map(Choice::Concept).collect();
    rng.shuffle(&mut rest);
    rest.insert(letter.min(rest.len()), Choice::Concept(gold));
    rest
}

/// A block of `0..n` in random order, the same for all turns of one block of `n`.
fn letter_in_block(turn: usize, n: usize, rng: &mut ItemRng) -> usize {
    // The stream belongs to the block, so consecutive turns walk one permutation.
    let mut letters: Vec<usize> = (0..n).collect();
    rng.shuffle(&mut letters);
    letters.get(turn % n.max(1)).copied().unwrap_or(0)
}

/// The shared arrangement of fill-in-the-blank and what: every member shows all concepts, each letter is right once.
fn arrange_open(options: usize, rng: &mut ItemRng) -> Vec<Arrangement> {
    let mut letters: Vec<usize> = (0..options).collect();
    rng.shuffle(&mut letters);
    letters
        .iter()
        .enumerate()
        .map(|(member, &letter)| Arrangement {
            statement: None,
            options: place_gold(member, options, letter, rng),
            answer: letter,
        })
        .collect()
}

fn arrange_open_single(concepts: usize, turn: usize, rng: &mut ItemRng) -> Arrangement {
    let letter = letter_in_block(turn, concepts, rng);
    Arrangement { statement: None, options: place_gold(0, concepts, letter, rng), answer: letter }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::item_rng;

    /// Over a group, every letter is right once and every concept is gold once and offered in every item.
    #[test]
    fn open_groups_are_balanced() {
        for kind in KINDS.iter().filter(|k| k.mutual() && k.group_size(4) == 4) {
            for g in 0..50u64 {
                let group = kind.arrange(4, &mut item_rng(g, "test", &[]));
                let mut letters: Vec<usize> = group.iter().map(|a| a.answer).collect();
                letters.sort_unstable();
                assert_eq!(letters, [0, 1, 2, 3], "{} group {g}", kind.name());
                for a in &group {
                    assert_eq!(a.options.len(), 4);
                    assert!(a.answer < a.options.len());
                }
            }
        }
    }

    #[test]
    fn kinds_have_distinct_names_in_snake_case() {
        let mut names: Vec<&str> = KINDS.iter().map(|k| k.name()).collect();
        names.dedup();
        assert_eq!(names.len(), 4);
        assert!(names.iter().all(|n| n.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
    }
}

//! What became of the turns, and what it cost.

use super::turn::NETWORK;
use crate::llm::budget::Spent;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A turn that reads as the model wrote it.
pub const KEPT: &str = "kept";
/// A turn of which nothing can be checked; it is not asked about.
pub const UNREADABLE: &str = "unreadable";
/// The budget was spent before the turn was asked about.
pub const BUDGET: &str = "budget";

/// Turns by what became of them. Equal for equal dialogues and an equal journal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Dialogues.
    pub dialogues: u64,
    /// Turns.
    pub turns: u64,
    /// Turns that read as the model wrote them.
    pub kept: u64,
    /// Of these, at the second try.
    pub second: u64,
    /// Turns by outcome: `kept`, or the reason for the template text.
    pub outcomes: BTreeMap<String, u64>,
    /// Replies that the verifier turned down, the first tries too, by reason.
    pub refused: BTreeMap<String, u64>,
}

impl Account {
    /// Adds what became of one turn.
    pub fn add(&mut self, outcome: &str, tries: u32, refused: &[&str]) {
        self.turns += 1;
        if outcome == KEPT {
            self.kept += 1;
            self.second += u64::from(tries > 1);
        }
        *self.outcomes.entry(outcome.to_string()).or_default() += 1;
        for reason in refused {
            *self.refused.entry((*reason).to_string()).or_default() += 1;
        }
    }
}

/// Turns that another run may still ask about, of turns by outcome: the budget was spent, or requests failed.
pub fn left(outcomes: &BTreeMap<String, u64>) -> u64 {
    let again = |name: &&String| *name == BUDGET || name.starts_with("http_") || NETWORK.contains(&name.as_str());
    outcomes.iter().filter(|(name, _)| again(name)).map(|(_, n)| n).sum()
}

/// What this run spent; a run that finds all replies in the journal spends nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spending {
    /// Requests and tokens.
    pub spent: Spent,
    /// Money, where prices are given.
    pub cost: f64,
    /// Replies taken from the journal.
    pub known: u64,
    /// The budget ended it.
    pub stopped: bool,
}

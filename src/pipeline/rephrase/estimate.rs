//! `--dry-run`: what rephrasing would ask and cost, without asking.

use super::turn::Task;
use super::{JOURNAL_OPTION, Options};
use crate::converse::rephrase::{Reason, Verifier};
use crate::error::Result;
use crate::llm::budget::Spent;
use crate::llm::ledger::Ledger;
use crate::llm::reply::Usage;
use crate::model::dialogue::Dialogue;

/// An estimate: at least where every first reply is kept, at most where every turn is asked twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Estimate {
    /// Dialogues.
    pub dialogues: u64,
    /// Turns.
    pub turns: u64,
    /// Turns that are left alone, since nothing of them can be checked.
    pub unreadable: u64,
    /// First requests that the journal answers.
    pub known: u64,
    /// Requests and tokens at least.
    pub least: Spent,
    /// Requests and tokens at most.
    pub most: Spent,
    /// Price of the least and of the most, where prices are given.
    pub cost: (f64, f64),
}

/// Estimates. Tokens are counted as a quarter of the bytes.
///
/// # Errors
/// When a dialogue or the journal cannot be read.
pub fn estimate(
    dialogues: impl Iterator<Item = Result<Dialogue>>,
    verifier: &Verifier,
    options: &Options,
) -> Result<Estimate> {
    let ledger = if options.journal.exists() { Some(Ledger::open(&options.journal, JOURNAL_OPTION)?) } else { None };
    let (model, p) = (&options.endpoint.model, &options.settings.parameters);
    let mut out = Estimate::default();
    for dialogue in dialogues {
        let dialogue = dialogue?;
        out.dialogues += 1;
        for (at, turn) in dialogue.turns.iter().enumerate() {
            out.turns += 1;
            let Ok(task) = Task::new(&dialogue, at, verifier) else {
                out.unreadable += 1;
                continue;
            };
            let request = task.request(verifier, model, p, None);
            let reply = turn.text.len().div_ceil(4) as u64 + 4;
            if ledger.as_ref().is_some_and(|l| l.holds(&request.hash)) {
                out.known += 1;
                continue;
            }
            let reason = Reason { name: "tie_lost", told: turn.text.clone() };
            let second = task.request(verifier, model, p, Some((&turn.text, &reason)));
            let both = request.most.prompt_tokens + second.most.prompt_tokens;
            for (sum, requests, prompt) in [(&mut out.least, 1, request.most.prompt_tokens), (&mut out.most, 2, both)] {
                sum.requests += requests;
                sum.usage = Usage {
                    prompt_tokens: sum.usage.prompt_tokens + prompt,
                    completion_tokens: sum.usage.completion_tokens + reply * requests,
                };
            }
        }
    }
    let budget = &options.settings.budget;
    out.cost = (budget.cost(&out.least), budget.cost(&out.most));
    Ok(out)
}

//! Dialogues in, dialogues out, their turns reworded by a model where the verifier keeps what it wrote
//! ([`crate::converse::rephrase`]). Nothing else of a dialogue changes, and their order stays.

mod account;
mod estimate;
mod purse;
mod run;
mod turn;

pub use account::{Account, Spending, left};
pub use estimate::{Estimate, estimate};
pub use run::{Progress, run};

use crate::llm::capability::Parameters;
use crate::llm::endpoint::Endpoint;
use crate::pipeline::ask::Settings;
use std::path::PathBuf;

/// The option that names the journal, for messages.
pub const JOURNAL_OPTION: &str = "--rephrase-journal";

/// Most tokens of a reply, unless set otherwise: room for a short thought and a long turn.
pub const MAX_TOKENS: u32 = 400;

/// Who rewords, and how it is asked.
#[derive(Debug, Clone)]
pub struct Options {
    /// The model.
    pub endpoint: Endpoint,
    /// Concurrency, rate, budget, parameters, patience.
    pub settings: Settings,
    /// The file of replies.
    pub journal: PathBuf,
}

/// How turns are asked for by default: some variety, since a corpus needs it.
pub fn parameters() -> Parameters {
    Parameters { max_tokens: MAX_TOKENS, temperature: 0.7, seed: 0, logprobs: false }
}

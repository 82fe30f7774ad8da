//! The run: dialogues stream through, several at once, and come out in their order.

use super::account::{Account, BUDGET, KEPT, Spending};
use super::purse::Purse;
use super::turn::{Request, Task};
use super::{JOURNAL_OPTION, Options};
use crate::converse::rephrase::Verifier;
use crate::error::{Error, Result};
use crate::llm::capability::Capabilities;
use crate::llm::client::{Client, Failure};
use crate::llm::journal::Entry;
use crate::llm::ledger::Ledger;
use crate::model::dialogue::Dialogue;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Dialogues in work for each request that may be in flight: the turns of a dialogue wait for each other.
const AHEAD: usize = 4;

/// Where a run stands.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// What became of turns so far.
    pub account: Account,
    /// What was spent so far.
    pub spending: Spending,
    /// Requests that may be in flight.
    pub concurrency: usize,
}

/// What the tasks share.
struct Shared {
    verifier: Arc<Verifier>,
    client: Client,
    options: Options,
    ledger: Mutex<Ledger>,
    purse: Purse,
    known: AtomicU64,
    /// What ends the run: the first failure that every other request would share, or a journal that cannot be written.
    ended: Mutex<Option<Ended>>,
}

enum Ended {
    Refused(Failure),
    Broken(Error),
}

/// What became of a turn.
struct Done {
    outcome: String,
    tries: u32,
    refused: Vec<&'static str>,
}

/// Rewords the turns of dialogues and hands each dialogue on, in order, with `provenance.rephrased` set for each turn. A
/// turn keeps its template text where the verifier turns down two replies, a request fails, or the budget is spent.
///
/// # Errors
/// When a dialogue cannot be read, `emit` fails, the journal cannot be written or belongs to another run, or the server
/// refuses every request (wrong key, unknown model, no quota). Replies so far are in the journal.
pub fn run(
    dialogues: impl Iterator<Item = Result<Dialogue>>,
    verifier: Arc<Verifier>,
    options: &Options,
    emit: &mut dyn FnMut(Dialogue) -> Result<()>,
    progress: &dyn Fn(&Progress),
) -> Result<(Account, Spending)> {
    let s = &options.settings;
    let client = Client::new(
        options.endpoint.clone(),
        Capabilities::default(),
        s.concurrency,
        s.per_minute,
        s.timeout,
        s.retries,
    )?;
    let shared = Arc::new(Shared {
        verifier,
        client,
        ledger: Mutex::new(Ledger::open(&options.journal, JOURNAL_OPTION)?),
        purse: Purse::new(s.budget),
        options: options.clone(),
        known: AtomicU64::new(0),
        ended: Mutex::new(None),
    });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| Error::io("tokio runtime", "start", e))?;
    let done = runtime.block_on(stream(dialogues, &shared, emit, progress));
    // Requests in flight after a failure are not waited for.
    runtime.shutdown_background();
    Ok((done?, shared.spending()))
}

async fn stream(
    mut dialogues: impl Iterator<Item = Result<Dialogue>>,
    shared: &Arc<Shared>,
    emit: &mut dyn FnMut(Dialogue) -> Result<()>,
    progress: &dyn Fn(&Progress),
) -> Result<Account> {
    let ahead = shared.options.settings.concurrency.max(1) * AHEAD;
    let mut account = Account::default();
    let mut row = VecDeque::with_capacity(ahead);
    let mut more = true;
    loop {
        while more && row.len() < ahead {
            match dialogues.next() {
                Some(dialogue) => row.push_back(tokio::spawn(reword(shared.clone(), dialogue?))),
                None => more = false,
            }
        }
        let Some(front) = row.pop_front() else { break };
        let (dialogue, turns) = front
            .await
            .map_err(|e| Error::network(format!("a task of rephrasing ended: {e}"), "report this as a fault"))?;
        if let Some(ended) = shared.ended.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(match ended {
                Ended::Broken(e) => e,
                Ended::Refused(f) => refused(&shared.options, &f),
            });
        }
        account.dialogues += 1;
        for turn in &turns {
            account.add(&turn.outcome, turn.tries, &turn.refused);
        }
        emit(dialogue)?;
        progress(&Progress {
            account: account.clone(),
            spending: shared.spending(),
            concurrency: shared.client.concurrency(),
        });
    }
    Ok(account)
}

fn refused(options: &Options, failure: &Failure) -> Error {
    let remedy = match failure.kind.as_str() {
        "http_401" | "http_403" => "set the key in the environment variable that --key-env names",
        "http_404" => "check --rephrase and --model",
        _ => "check the account's quota; replies so far are in the journal, run again to continue",
    };
    Error::network(format!("{} refuses: {} ({})", options.endpoint.shown(), failure.message, failure.kind), remedy)
}

/// Rewords one dialogue, turn by turn.
async fn reword(shared: Arc<Shared>, mut dialogue: Dialogue) -> (Dialogue, Vec<Done>) {
    let mut texts = Vec::with_capacity(dialogue.turns.len());
    let mut turns = Vec::with_capacity(dialogue.turns.len());
    for at in 0..dialogue.turns.len() {
        let (text, done) = match Task::new(&dialogue, at, &shared.verifier) {
            Ok(task) => shared.turn(&task, &dialogue.id, at).await,
            Err(why) => (None, Done { outcome: why.into(), tries: 0, refused: Vec::new() }),
        };
        texts.push(text);
        turns.push(done);
    }
    for (turn, text) in dialogue.turns.iter_mut().zip(texts) {
        if let Some(text) = text {
            turn.text = text;
        }
    }
    dialogue.provenance.rephrased = turns.iter().map(|t| t.outcome.clone()).collect();
    (dialogue, turns)
}

impl Shared {
    fn ledger(&self) -> std::sync::MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spending(&self) -> Spending {
        let (spent, cost, stopped) = self.purse.counted();
        Spending { spent, cost, known: self.known.load(Ordering::Relaxed), stopped }
    }

    fn end(&self, why: Ended) {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }

    /// Two tries; the second is told what was wrong with the first.
    async fn turn(&self, task: &Task<'_>, id: &str, at: usize) -> (Option<String>, Done) {
        let (model, p) = (&self.options.endpoint.model, &self.options.settings.parameters);
        let mut request = task.request(&self.verifier, model, p, None);
        let mut refused = Vec::new();
        for tries in 1..=2 {
            let reply = match self.reply(&request, &format!("{id}#{at}")).await {
                Ok(reply) => reply,
                Err(why) => return (None, Done { outcome: why, tries, refused }),
            };
            match task.judge(&self.verifier, &reply) {
                Ok(text) => return (Some(text), Done { outcome: KEPT.into(), tries, refused }),
                Err(reason) => {
                    refused.push(reason.name);
                    request = task.request(
                        &self.verifier,
                        model,
                        p,
                        Some((reply.response.as_deref().unwrap_or(""), &reason)),
                    );
                }
            }
        }
        let last = refused.last().copied().unwrap_or_default();
        (None, Done { outcome: last.into(), tries: 2, refused })
    }

    /// The reply to a request: the journal's, or a new one. An error is the name of why there is none.
    async fn reply(&self, request: &Request, name: &str) -> Result<Entry, String> {
        let known = self.ledger().get(&request.hash);
        match known {
            Ok(Some(entry)) => {
                self.known.fetch_add(1, Ordering::Relaxed);
                return Ok(entry);
            }
            Ok(None) => {}
            Err(e) => {
                self.end(Ended::Broken(e));
                return Err("stopped".into());
            }
        }
        if self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return Err("stopped".into());
        }
        if !self.purse.take(request.most) {
            return Err(BUDGET.into());
        }
        match self.client.ask(&request.hash, &request.messages, &request.parameters).await {
            Ok(reply) => {
                self.purse.book(request.most, Some(reply.usage));
                let entry = Entry {
                    id: name.to_string(),
                    response: Some(reply.text),
                    model: self.options.endpoint.model.clone(),
                    request: request.hash.clone(),
                    finish_reason: reply.finish_reason,
                    usage: reply.usage,
                    fingerprint: reply.fingerprint,
                    ..Entry::default()
                };
                let put = self.ledger().put(&entry);
                if let Err(e) = put {
                    self.end(Ended::Broken(e));
                    return Err("stopped".into());
                }
                Ok(entry)
            }
            Err(failure) => {
                self.purse.book(request.most, None);
                let kind = failure.kind.clone();
                if failure.fatal {
                    self.end(Ended::Refused(failure));
                }
                Err(kind)
            }
        }
    }
}

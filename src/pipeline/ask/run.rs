//! Questions in, lines of the answers file out.

use super::picture;
use super::questions::Question;
use crate::error::{Error, Result};
use crate::llm::budget::{Budget, Spent};
use crate::llm::capability::{Capabilities, Parameters};
use crate::llm::client::{Client, Failure};
use crate::llm::endpoint::Endpoint;
use crate::llm::journal::{Entry, Journal};
use crate::pipeline::files;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// How it is asked.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Most requests in flight.
    pub concurrency: usize,
    /// Most requests started in a minute.
    pub per_minute: Option<u32>,
    /// What may be spent in this run.
    pub budget: Budget,
    /// What each request asks for.
    pub parameters: Parameters,
    /// Time for one request.
    pub timeout: Duration,
    /// How often a request is tried again.
    pub retries: u32,
}

impl Default for Settings {
    fn default() -> Self {
        let parameters = Parameters { max_tokens: 1_024, temperature: 0.0, seed: 0, logprobs: false };
        Settings {
            concurrency: 16,
            per_minute: None,
            budget: Budget::default(),
            parameters,
            timeout: Duration::from_secs(120),
            retries: 5,
        }
    }
}

/// Where a run stands.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    /// Questions to ask in this run.
    pub total: usize,
    /// Answered in this run.
    pub answered: usize,
    /// Failed in this run.
    pub failed: usize,
    /// Spent in this run.
    pub spent: Spent,
    /// Money, where prices are given.
    pub cost: f64,
    /// Requests that may be in flight.
    pub concurrency: usize,
}

/// How a run ended.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Answered by an earlier run.
    pub before: usize,
    /// Where it stands.
    pub progress: Progress,
    /// Failures by name.
    pub failures: BTreeMap<String, usize>,
    /// Not asked: the budget is spent or the run was interrupted.
    pub left: usize,
    /// Why it ended before its end.
    pub stopped: Option<String>,
}

/// What is known about a server, beside its answers file.
#[derive(Serialize, Deserialize)]
struct Known {
    url: String,
    model: String,
    capabilities: Capabilities,
}

fn known_path(answers: &Path) -> PathBuf {
    let mut name = answers.file_name().unwrap_or_default().to_os_string();
    name.push(".endpoint.json");
    answers.with_file_name(name)
}

fn recall(answers: &Path, endpoint: &Endpoint) -> Capabilities {
    let text = std::fs::read_to_string(known_path(answers)).unwrap_or_default();
    match serde_json::from_str::<Known>(&text) {
        Ok(k) if k.url == endpoint.shown() && k.model == endpoint.model => k.capabilities,
        _ => Capabilities::default(),
    }
}

/// Asks every question that `answers` has no response to. Ctrl-C ends the run with the file in order.
///
/// # Errors
/// When the answers file belongs to other requests or cannot be written, or the server refuses every request.
pub fn run(
    questions: Vec<Question>,
    endpoint: &Endpoint,
    settings: &Settings,
    answers: &Path,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Asked> {
    let p = &settings.parameters;
    let parameters =
        json!({"max_tokens": p.max_tokens, "temperature": p.temperature, "seed": p.seed, "logprobs": p.logprobs});
    let mut journal = Journal::open(answers)?;
    let mut asked = Asked::default();
    let mut open = Vec::new();
    for question in questions {
        let hash = question.hash(&endpoint.model, &parameters);
        match journal.answered(&question.id, question.prompt.as_deref().unwrap_or("")) {
            Some(held) if held == hash => asked.before += 1,
            Some(_) => {
                let what = format!("{} holds an answer to another request for {}", answers.display(), question.id);
                return Err(Error::usage(
                    what,
                    "the model, the prompt or the parameters changed: give another --answers file",
                ));
            }
            None => open.push((question, hash)),
        }
    }
    asked.progress.total = open.len();
    let client = Client::new(
        endpoint.clone(),
        recall(answers, endpoint),
        settings.concurrency,
        settings.per_minute,
        settings.timeout,
        settings.retries,
    )?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| Error::io("tokio runtime", "start", e))?;
    let fatal = runtime.block_on(all(&open, &client, endpoint, settings, &mut journal, &mut asked, progress))?;
    drop(runtime);
    asked.left = open.len() - asked.progress.answered - asked.progress.failed;
    let known =
        Known { url: endpoint.shown().to_string(), model: endpoint.model.clone(), capabilities: client.capabilities() };
    if let Ok(text) = serde_json::to_string_pretty(&known) {
        files::write(&known_path(answers), (text + "\n").as_bytes())?;
    }
    match fatal {
        Some(f) => Err(Error::network(format!("{} refuses: {} ({})", endpoint.shown(), f.message, f.kind), remedy(&f))),
        None => Ok(asked),
    }
}

fn remedy(failure: &Failure) -> &'static str {
    match failure.kind.as_str() {
        "http_401" | "http_403" => "set the key in the environment variable that --key-env names",
        "http_404" => "check --endpoint and --model",
        _ => "check the account's quota; answers so far are kept, run again to continue",
    }
}

/// Runs the workers and writes what they bring. Returns the failure that ended it, if one did.
async fn all(
    open: &[(Question, String)],
    client: &Client,
    endpoint: &Endpoint,
    settings: &Settings,
    journal: &mut Journal,
    asked: &mut Asked,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Option<Failure>> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let spent = Mutex::new(Spent::default());
    let (send, mut receive) = mpsc::channel::<(Entry, Option<Failure>)>(256);
    let worker = |send: mpsc::Sender<(Entry, Option<Failure>)>| {
        let (next, stop, spent) = (&next, &stop, &spent);
        async move {
            while !stop.load(Ordering::Relaxed) {
                let within = {
                    let mut s = spent.lock().unwrap_or_else(PoisonError::into_inner);
                    let within = settings.budget.allows(&s);
                    s.requests += u64::from(within);
                    within
                };
                if !within {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                let Some((question, hash)) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    spent.lock().unwrap_or_else(PoisonError::into_inner).requests -= 1;
                    return;
                };
                let done = one(question, hash, client, endpoint, settings).await;
                {
                    let mut s = spent.lock().unwrap_or_else(PoisonError::into_inner);
                    s.usage.prompt_tokens += done.0.usage.prompt_tokens;
                    s.usage.completion_tokens += done.0.usage.completion_tokens;
                }
                if send.send(done).await.is_err() {
                    return;
                }
            }
        }
    };
    let workers = futures_all((0..settings.concurrency.max(1)).map(|_| worker(send.clone())).collect());
    drop(send);
    tokio::pin!(workers);
    let mut fatal = None;
    let mut running = true;
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            biased;
            n = receive.recv_many(&mut batch, 128) => {
                if n == 0 {
                    break;
                }
                let mut entries = Vec::with_capacity(n);
                for (entry, failure) in batch.drain(..) {
                    match failure {
                        Some(f) => {
                            asked.progress.failed += 1;
                            *asked.failures.entry(f.kind.clone()).or_default() += 1;
                            if f.fatal && fatal.is_none() {
                                stop.store(true, Ordering::Relaxed);
                                fatal = Some(f);
                            }
                        }
                        None => asked.progress.answered += 1,
                    }
                    entries.push(entry);
                }
                journal.append(&entries)?;
                asked.progress.spent = *spent.lock().unwrap_or_else(PoisonError::into_inner);
                asked.progress.cost = settings.budget.cost(&asked.progress.spent);
                asked.progress.concurrency = client.concurrency();
                progress(&asked.progress);
            }
            () = &mut workers, if running => running = false,
            _ = tokio::signal::ctrl_c() => {
                asked.stopped = Some("interrupted".into());
                break;
            }
        }
        if !running && receive.is_empty() {
            break;
        }
    }
    if asked.stopped.is_none() && fatal.is_none() && stop.load(Ordering::Relaxed) {
        asked.stopped = Some("the budget is spent".into());
    }
    Ok(fatal)
}

/// Drives all futures to their end.
async fn futures_all<F: Future<Output = ()>>(futures: Vec<F>) {
    let mut pinned: Vec<std::pin::Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    std::future::poll_fn(move |cx| {
        pinned.retain_mut(|f| f.as_mut().poll(cx).is_pending());
        if pinned.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}

/// Asks one question, turn by turn.
async fn one(
    question: &Question,
    hash: &str,
    client: &Client,
    endpoint: &Endpoint,
    settings: &Settings,
) -> (Entry, Option<Failure>) {
    let mut entry = Entry {
        id: question.id.clone(),
        prompt: question.prompt.clone(),
        model: endpoint.model.clone(),
        request: hash.to_string(),
        item: question.item.clone(),
        no_image: question.no_image,
        ..Entry::default()
    };
    let fail = |mut entry: Entry, failure: Failure| {
        entry.error = Some(format!("{}: {}", failure.kind, failure.message));
        (entry, Some(failure))
    };
    let image = match &question.image {
        Some(path) => match tokio::task::block_in_place(|| picture::data_url(path, question.max_side)) {
            Ok(url) => Some(url),
            Err(e) => return fail(entry, Failure { kind: "picture".into(), message: e.to_string(), fatal: false }),
        },
        None => None,
    };
    let mut messages = question.before.clone();
    if let Err(e) = tokio::task::block_in_place(|| picture::inline(&mut messages, &question.folder, question.max_side))
    {
        return fail(entry, Failure { kind: "picture".into(), message: e.to_string(), fatal: false });
    }
    let turns = question.turns.len().max(1);
    for turn in 0..turns {
        if let Some(text) = question.turns.get(turn) {
            messages.push(user(text, image.as_deref().filter(|_| turn == 0)));
        }
        match client.ask(hash, &Value::Array(messages.clone()), &settings.parameters).await {
            Ok(reply) => {
                messages.push(json!({"role": "assistant", "content": reply.text}));
                entry.usage.prompt_tokens += reply.usage.prompt_tokens;
                entry.usage.completion_tokens += reply.usage.completion_tokens;
                entry.finish_reason = reply.finish_reason;
                entry.logprobs = reply.letters.filter(|_| settings.parameters.logprobs);
                entry.fingerprint = reply.fingerprint;
                entry.turns.push(reply.text);
            }
            Err(failure) => {
                entry.turns.clear();
                return fail(entry, failure);
            }
        }
    }
    entry.response = Some(entry.turns.join("\n\n"));
    if turns == 1 {
        entry.turns.clear();
    }
    (entry, None)
}

/// A user message; the picture first, since some servers keep the order and models are trained with it so.
fn user(text: &str, image: Option<&str>) -> Value {
    match image {
        Some(url) => {
            json!({"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": text}]})
        }
        None => json!({"role": "user", "content": text}),
    }
}

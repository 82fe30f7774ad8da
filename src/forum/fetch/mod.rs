//! Pictures over HTTP: several at once, tried again where that helps, and never more than the pictures themselves.

pub mod address;
mod one;

use crate::error::{Error, Result};
use crate::llm::limiter::Limiter;
use crate::llm::retry::{PATIENCE, backoff};
use address::{Private, Resolver};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// How pictures are fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Most requests in flight.
    pub concurrency: usize,
    /// Time for one request, its body included.
    pub timeout: Duration,
    /// How often a request is tried again.
    pub retries: u32,
    /// Most bytes of a file.
    pub max_bytes: u64,
    /// Which addresses may be asked.
    pub private: Private,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            concurrency: 16,
            timeout: Duration::from_secs(60),
            retries: 3,
            max_bytes: 20 << 20,
            private: Private::Refused,
        }
    }
}

/// A picture to get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Id of the question.
    pub id: String,
    /// Its link.
    pub url: String,
}

/// Why a picture was not obtained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Name: `http_404`, `timeout`, `private_address`, `picture_format`, …
    pub reason: String,
    /// What was found.
    pub detail: String,
}

/// How a job ended.
pub struct Done<T> {
    /// Index of the job.
    pub index: usize,
    /// Where the picture was found in the end, and what was kept of it; or why not.
    pub outcome: Result<(String, T), Trouble>,
}

/// Makes something of a picture's bytes, e.g. converts and stores it. It runs on a thread of its own.
pub type Keep<T> = dyn Fn(&Job, Vec<u8>) -> Result<T, Trouble> + Send + Sync;

/// Gets all pictures. `done` is called with each as it ends, in any order. Returns how many were not begun: Ctrl-C ends
/// the run in order.
///
/// # Errors
/// When no client can be set up, and what `done` returns.
pub fn run<T: Send + 'static>(
    jobs: Vec<Job>,
    settings: &Settings,
    keep: Arc<Keep<T>>,
    done: &mut dyn FnMut(&Job, Done<T>) -> Result<()>,
) -> Result<usize> {
    // A second installation fails, which is fine: there is a provider then.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .timeout(settings.timeout)
        .connect_timeout(settings.timeout.min(Duration::from_secs(20)))
        .redirect(reqwest::redirect::Policy::none())
        // Behind a proxy the addresses could not be checked.
        .no_proxy()
        .dns_resolver(Resolver(settings.private.clone()))
        .pool_max_idle_per_host(settings.concurrency)
        .user_agent(concat!("groundline/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|e| Error::network(format!("no HTTP client: {e}"), "check the system's certificates"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        // Conversion of pictures: as many at once as there are cores, which bounds memory.
        .max_blocking_threads(std::thread::available_parallelism().map_or(2, usize::from).max(2))
        .enable_all()
        .build()
        .map_err(|e| Error::io("tokio runtime", "start", e))?;
    let shared = Arc::new(Shared {
        client,
        settings: settings.clone(),
        limiter: Limiter::new(settings.concurrency, None),
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        jobs,
    });
    let ended = runtime.block_on(async {
        let (send, mut receive) = mpsc::channel::<Done<T>>(64);
        for _ in 0..settings.concurrency.clamp(1, shared.jobs.len().max(1)) {
            tokio::spawn(worker(shared.clone(), keep.clone(), send.clone()));
        }
        drop(send);
        let mut ended = 0;
        let mut interrupted = false;
        loop {
            tokio::select! {
                biased;
                got = receive.recv() => {
                    let Some(got) = got else { break };
                    ended += 1;
                    if let Some(job) = shared.jobs.get(got.index) {
                        done(job, got)?;
                    }
                }
                // What is in flight still ends, so that nothing is half done.
                _ = tokio::signal::ctrl_c(), if !interrupted => {
                    interrupted = true;
                    shared.stop.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok::<usize, Error>(ended)
    })?;
    Ok(shared.jobs.len() - ended)
}

struct Shared {
    client: reqwest::Client,
    settings: Settings,
    limiter: Limiter,
    next: AtomicUsize,
    stop: AtomicBool,
    jobs: Vec<Job>,
}

async fn worker<T: Send + 'static>(shared: Arc<Shared>, keep: Arc<Keep<T>>, send: mpsc::Sender<Done<T>>) {
    while !shared.stop.load(Ordering::Relaxed) {
        let index = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(job) = shared.jobs.get(index) else { return };
        let outcome = match fetch(&shared, job).await {
            Ok(body) => {
                let (job, keep) = (job.clone(), keep.clone());
                let kept = tokio::task::spawn_blocking(move || keep(&job, body.bytes)).await;
                let broken = |_| Trouble { reason: "picture_broken".into(), detail: "its decoder failed".into() };
                kept.map_err(broken).and_then(|k| k).map(|k| (body.url, k))
            }
            Err(trouble) => Err(trouble),
        };
        if send.send(Done { index, outcome }).await.is_err() {
            return;
        }
    }
}

async fn fetch(shared: &Shared, job: &Job) -> Result<one::Body, Trouble> {
    let url = one::rewritten(&job.url)?;
    let mut attempt = 0;
    loop {
        let flight = shared.limiter.take().await;
        let got = one::get(&shared.client, &url, &shared.settings).await;
        drop(flight);
        let failed = match got {
            Ok(body) => {
                shared.limiter.succeeded();
                return Ok(body);
            }
            Err(failed) => failed,
        };
        if !failed.again || attempt >= shared.settings.retries || failed.wait.is_some_and(|w| w > PATIENCE) {
            return Err(failed.trouble);
        }
        let wait = failed.wait.unwrap_or_else(|| backoff(&job.id, attempt));
        if matches!(failed.trouble.reason.as_str(), "http_429" | "http_503") {
            shared.limiter.crowded(wait);
        }
        tokio::time::sleep(wait).await;
        attempt += 1;
    }
}

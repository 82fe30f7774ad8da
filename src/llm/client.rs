//! One question to one endpoint: sent, tried again where that helps, and answered or failed by name.

use super::capability::{Capabilities, Parameters};
use super::endpoint::Endpoint;
use super::limiter::Limiter;
use super::reply::{self, Reply};
use super::retry::{PATIENCE, asked, backoff, retryable};
use crate::error::{Error, Result};
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// What servers call a quota that no waiting mends: OpenAI's, and LiteLLM's (with status 400 or 429).
const USED_UP: [&str; 2] = ["insufficient_quota", "budget_exceeded"];

/// A request that brought no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Name: `http_429`, `timeout`, `connection`, `not_json`, …
    pub kind: String,
    /// What the server or the system said, without the key.
    pub message: String,
    /// Every other request will fail in the same way (wrong key, unknown model, no quota).
    pub fatal: bool,
}

/// A client for one endpoint, shared by all requests.
pub struct Client {
    http: reqwest::Client,
    endpoint: Endpoint,
    capabilities: Mutex<Capabilities>,
    limiter: Limiter,
    retries: u32,
    requests: AtomicU64,
}

impl Client {
    /// A client with at most `concurrency` requests in flight, each given `timeout`.
    ///
    /// # Errors
    /// When no HTTP client can be set up.
    pub fn new(
        endpoint: Endpoint,
        known: Capabilities,
        concurrency: usize,
        per_minute: Option<u32>,
        timeout: Duration,
        retries: u32,
    ) -> Result<Client> {
        // A second installation fails, which is fine: there is a provider then.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(timeout)
            .connect_timeout(timeout.min(Duration::from_secs(20)))
            .pool_max_idle_per_host(concurrency)
            .user_agent(concat!("groundline/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| Error::network(format!("no HTTP client: {e}"), "check the system's certificates"))?;
        Ok(Client {
            http,
            endpoint,
            capabilities: Mutex::new(known),
            limiter: Limiter::new(concurrency, per_minute),
            retries,
            requests: AtomicU64::new(0),
        })
    }

    /// What was learned about the server.
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Requests sent so far, repeated ones included.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// How many requests may be in flight now.
    pub fn concurrency(&self) -> usize {
        self.limiter.limit()
    }

    /// Asks. `name` identifies the request for its waits.
    ///
    /// # Errors
    /// When no attempt brought a reply.
    pub async fn ask(&self, name: &str, messages: &Value, parameters: &Parameters) -> Result<Reply, Failure> {
        let mut attempt = 0;
        loop {
            let flight = self.limiter.take().await;
            let known = self.capabilities();
            let body = known.body(&self.endpoint.model, messages, parameters);
            self.requests.fetch_add(1, Ordering::Relaxed);
            let outcome = self.send(&body).await;
            drop(flight);
            let (failure, wait) = match outcome {
                Sent::Reply(reply) => {
                    self.limiter.succeeded();
                    return Ok(*reply);
                }
                // Learning costs no attempt: each parameter is learned once.
                Sent::Refused(error, text) if self.learned(&known, &error, &text) => continue,
                Sent::Refused(_, text) => return Err(self.failure("http_400", &text, false)),
                Sent::Failed(failure, again, wait) => {
                    if !again {
                        return Err(failure);
                    }
                    (failure, wait)
                }
            };
            if attempt >= self.retries || wait.is_some_and(|w| w > PATIENCE) {
                return Err(failure);
            }
            let wait = wait.unwrap_or_else(|| backoff(name, attempt));
            if failure.kind == "http_429" || failure.kind == "http_503" {
                self.limiter.crowded(wait);
            }
            tokio::time::sleep(wait).await;
            attempt += 1;
        }
    }

    /// Learns from a refusal; true where another request has learned something meanwhile, too.
    fn learned(&self, used: &Capabilities, error: &Value, text: &str) -> bool {
        let mut shared = self.capabilities.lock().unwrap_or_else(PoisonError::into_inner);
        *shared != *used || shared.learn(error, text)
    }

    fn failure(&self, kind: &str, message: &str, fatal: bool) -> Failure {
        Failure { kind: kind.to_string(), message: self.endpoint.redact(message), fatal }
    }

    async fn send(&self, body: &Value) -> Sent {
        let mut request =
            self.http.post(&self.endpoint.url).header("content-type", "application/json").body(body.to_string());
        if let Some(key) = &self.endpoint.key {
            request = if self.endpoint.azure {
                request.header("api-key", key.expose())
            } else {
                request.bearer_auth(key.expose())
            };
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(e) => return Sent::Failed(self.broken(&e), true, None),
        };
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let bytes = match response.bytes().await {
            Ok(bytes) => bytes,
            Err(e) => return Sent::Failed(self.broken(&e), true, None),
        };
        if (200..300).contains(&status) {
            return match reply::read(&bytes) {
                Ok(reply) => Sent::Reply(Box::new(reply)),
                Err(u) => Sent::Failed(self.failure(u.kind, &u.message, false), u.again, None),
            };
        }
        let whole: Value = serde_json::from_slice(&bytes)
            .unwrap_or_else(|_| String::from_utf8_lossy(&bytes).chars().take(300).collect::<String>().into());
        let error = whole.get("error").filter(|e| e.is_object()).cloned().unwrap_or_else(|| whole.clone());
        let text = reply::message_of(&error);
        let named = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or("");
        let quota = USED_UP.iter().any(|name| named("code") == *name || named("type") == *name);
        if !quota && (status == 400 || status == 422) {
            return Sent::Refused(error, text);
        }
        let fatal = quota || matches!(status, 401 | 403 | 404);
        let again = !fatal && retryable(status, header(&headers, "x-should-retry"));
        let wait = asked(header(&headers, "retry-after-ms"), header(&headers, "retry-after"), SystemTime::now());
        Sent::Failed(self.failure(&format!("http_{status}"), &text, fatal), again, wait)
    }

    fn broken(&self, e: &reqwest::Error) -> Failure {
        let kind = if e.is_timeout() {
            "timeout"
        } else if e.is_connect() {
            "connection"
        } else if e.is_body() || e.is_decode() {
            "half_body"
        } else {
            "reset"
        };
        // The system's own words stand at the end of the chain; the URL may hold a key in its query.
        let mut cause: &dyn std::error::Error = e;
        while let Some(next) = cause.source() {
            cause = next;
        }
        self.failure(kind, &cause.to_string(), false)
    }
}

enum Sent {
    Reply(Box<Reply>),
    /// A 400 with its error object and message: perhaps something can be learned.
    Refused(Value, String),
    /// The failure, whether to try again, and the wait that was asked for.
    Failed(Failure, bool, Option<Duration>),
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|v| v.to_str().ok())
}

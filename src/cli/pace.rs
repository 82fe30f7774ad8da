//! How a server is asked: the key, how fast, for how much. Shared by the commands that ask one.

use crate::error::{Error, Result};
use crate::llm::budget::Budget;
use crate::llm::capability::Parameters;
use crate::llm::endpoint::Secret;
use crate::pipeline::ask::Settings;
use clap::Args;
use std::time::Duration;

/// Key, speed and budget.
#[derive(Args)]
pub(super) struct Pace {
    /// Environment variable that holds the key.
    #[arg(long, value_name = "VARIABLE", default_value = "GROUNDLINE_API_KEY")]
    key_env: String,
    /// Most requests in flight; fewer after "too many requests".
    #[arg(long, value_name = "N", default_value_t = 16)]
    concurrency: usize,
    /// Most requests started in a minute.
    #[arg(long, value_name = "N")]
    rpm: Option<u32>,
    /// What may be spent, e.g. requests=500,tokens=2000000 or usd=3.5,in=0.15,out=0.6 (prices per million tokens).
    #[arg(long, value_name = "BOUNDS", default_value = "")]
    budget: String,
    /// Seconds for one request.
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    timeout: f64,
    /// How often a request is tried again.
    #[arg(long, value_name = "N", default_value_t = 5)]
    retries: u32,
}

impl Pace {
    /// The key, from the environment.
    pub fn key(&self) -> Option<Secret> {
        std::env::var(&self.key_env).ok().filter(|k| !k.is_empty()).map(Secret::new)
    }

    /// The settings of a run.
    pub fn settings(&self, parameters: Parameters) -> Result<Settings> {
        if !(self.timeout > 0.0 && self.timeout < 1e6) {
            return Err(Error::usage("--timeout is no number of seconds", "give e.g. --timeout 120"));
        }
        Ok(Settings {
            concurrency: self.concurrency.clamp(1, 1_024),
            per_minute: self.rpm,
            budget: Budget::parse(&self.budget)?,
            parameters,
            timeout: Duration::from_secs_f64(self.timeout),
            retries: self.retries,
        })
    }
}

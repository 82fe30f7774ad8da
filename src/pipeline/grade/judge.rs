//! The judging model behind an OpenAI-compatible endpoint. Its replies are kept in a journal, so that grading again asks
//! nothing again.

use crate::error::Result;
use crate::llm::endpoint::Endpoint;
use crate::llm::journal;
use crate::metric::{Ask, Asker};
use crate::pipeline::ask::{self, Progress, Question, Settings};
use serde_json::json;
use std::path::PathBuf;

/// The judge.
pub struct Judge<'a> {
    /// The model.
    pub endpoint: Endpoint,
    /// How it is asked; the temperature is 0.
    pub settings: Settings,
    /// Where its replies are kept.
    pub journal: PathBuf,
    /// Told where a run stands.
    pub progress: &'a (dyn Fn(&Progress) + Sync),
}

impl Asker for Judge<'_> {
    fn model(&self) -> &str {
        &self.endpoint.model
    }

    fn ask(&self, asks: &[Ask]) -> Result<Vec<Option<String>>> {
        let question = |a: &Ask| Question {
            id: a.of.0.clone(),
            prompt: Some(a.of.1.clone()),
            before: vec![json!({"role": "system", "content": a.system})],
            turns: vec![a.user.clone()],
            ..Question::default()
        };
        ask::run(asks.iter().map(question).collect(), &self.endpoint, &self.settings, &self.journal, self.progress)?;
        let mut replies = journal::replies(&self.journal)?;
        Ok(asks.iter().map(|a| replies.remove(&a.of)).collect())
    }
}

//! One turn: what is asked, and what becomes of a reply.

use super::account::UNREADABLE;
use crate::answer::thinking;
use crate::converse::rephrase::{Reason, Verifier, messages};
use crate::llm::capability::Parameters;
use crate::llm::journal::Entry;
use crate::llm::reply::Usage;
use crate::model::dialogue::{Dialogue, Turn};
use crate::rng::digest;
use serde_json::{Value, json};

/// Names of failures on the way to the server and back (`http_…` aside).
pub(super) const NETWORK: &[&str] =
    &["timeout", "connection", "reset", "half_body", "not_json", "empty_choices", "error_in_200"];

/// A request for one turn.
pub(super) struct Request {
    /// Messages.
    pub messages: Value,
    /// Parameters, with the turn's own seed, so that equal turns of different dialogues may be worded differently.
    pub parameters: Parameters,
    /// Hash of all that is sent.
    pub hash: String,
    /// What it may cost at most.
    pub most: Usage,
}

/// A turn of a dialogue, as the verifier needs it.
pub(super) struct Task<'a> {
    dialogue: &'a Dialogue,
    at: usize,
    turn: &'a Turn,
}

impl<'a> Task<'a> {
    /// The turn at a position, unless the verifier does not understand it.
    ///
    /// # Errors
    /// The outcome of a turn that is left alone.
    pub fn new(dialogue: &'a Dialogue, at: usize, verifier: &Verifier) -> Result<Task<'a>, &'static str> {
        let turn = dialogue.turns.get(at).ok_or(UNREADABLE)?;
        let task = Task { dialogue, at, turn };
        if verifier.understands(turn, task.boxes()) { Ok(task) } else { Err(UNREADABLE) }
    }

    fn boxes(&self) -> bool {
        !self.dialogue.boxes.is_empty()
    }

    /// The request; `failed` is the first reply and why it was not kept.
    pub fn request(
        &self,
        verifier: &Verifier,
        model: &str,
        p: &Parameters,
        failed: Option<(&str, &Reason)>,
    ) -> Request {
        let protected = verifier.protected(self.turn.role, &self.turn.text, self.boxes());
        let context = self.at.checked_sub(1).and_then(|i| self.dialogue.turns.get(i)).map(|t| t.text.as_str());
        let messages = messages(self.turn.role, &self.turn.text, context, &protected, failed);
        // A seed that every server takes: some hold it in 31 bits.
        let own = digest(p.seed, "rephrase", &[self.dialogue.id.as_bytes(), &(self.at as u64).to_le_bytes()]);
        let seed = own.0.iter().take(4).fold(0u64, |n, b| n << 8 | u64::from(*b)) & 0x7fff_ffff;
        let parameters = Parameters { seed, ..*p };
        let sent = json!([model, p.max_tokens, p.temperature, seed, messages]);
        let hash = blake3::hash(sent.to_string().as_bytes()).to_hex().as_str().get(..32).unwrap_or("").to_string();
        let most = Usage { prompt_tokens: tokens(&messages), completion_tokens: u64::from(p.max_tokens) };
        Request { messages, parameters, hash, most }
    }

    /// The text to keep, or why the reply is not kept.
    pub fn judge(&self, verifier: &Verifier, reply: &Entry) -> Result<String, Reason> {
        let fault = |name, told: &str| Reason { name, told: told.to_string() };
        match reply.finish_reason.as_deref() {
            Some("length") => {
                return Err(fault("cut_short", "the reply ended in the middle; reply with the turn alone"));
            }
            Some("content_filter") => return Err(fault("filtered", "write the turn itself")),
            _ => {}
        }
        let whole = reply.response.as_deref().unwrap_or("");
        let thought = thinking::strip(whole);
        let said = whole.get(thought.from..).unwrap_or("");
        if thought.open || said.trim().is_empty() {
            return Err(fault("empty", "write the turn itself"));
        }
        verifier.verify(self.turn.role, &self.turn.text, self.boxes(), said)
    }
}

/// An estimate of the tokens of messages: a token is about four bytes of English, and each message has a frame.
fn tokens(messages: &Value) -> u64 {
    let texts = messages.as_array().into_iter().flatten().filter_map(|m| m.get("content")?.as_str());
    texts.map(|t| t.len().div_ceil(4) as u64 + 4).sum()
}

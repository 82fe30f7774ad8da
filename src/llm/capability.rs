//! What a server understands: learned from its refusals and remembered.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The parameters that a server takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Capabilities {
    /// Name of the token limit: `max_tokens` or `max_completion_tokens`; `None` where it takes neither.
    pub limit: Option<String>,
    /// Takes `temperature`.
    pub temperature: bool,
    /// Takes `seed`.
    pub seed: bool,
    /// Takes `logprobs` and `top_logprobs`.
    pub logprobs: bool,
}

impl Default for Capabilities {
    /// The assumption before the first refusal: `max_tokens`, which every server but the newest of OpenAI takes
    /// (Ollama knows no other and would run without a limit).
    fn default() -> Self {
        Capabilities { limit: Some("max_tokens".into()), temperature: true, seed: true, logprobs: true }
    }
}

/// What a request asks for beyond its messages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// Most tokens to generate.
    pub max_tokens: u32,
    /// Temperature.
    pub temperature: f64,
    /// Seed.
    pub seed: u64,
    /// Ask for the log-probabilities of the first token.
    pub logprobs: bool,
}

impl Capabilities {
    /// The body of a request, with what the server takes.
    pub fn body(&self, model: &str, messages: &Value, p: &Parameters) -> Value {
        let mut body = Map::new();
        body.insert("model".into(), json!(model));
        body.insert("messages".into(), messages.clone());
        if let Some(limit) = &self.limit {
            body.insert(limit.clone(), json!(p.max_tokens));
        }
        if self.temperature {
            body.insert("temperature".into(), json!(p.temperature));
        }
        if self.seed {
            body.insert("seed".into(), json!(p.seed));
        }
        if self.logprobs && p.logprobs {
            body.insert("logprobs".into(), json!(true));
            body.insert("top_logprobs".into(), json!(20));
        }
        Value::Object(body)
    }

    /// Learns from a 400: whether the message names a parameter that can be left out or renamed. `false` where there is
    /// nothing to learn, so that the request is a failure.
    pub fn learn(&mut self, error: &Value, text: &str) -> bool {
        let named = error.get("param").and_then(Value::as_str).unwrap_or("");
        let text = text.to_lowercase();
        let about = |name: &str| named == name || named.is_empty() && text.contains(name);
        if about("max_tokens") && self.limit.as_deref() == Some("max_tokens") {
            self.limit = Some("max_completion_tokens".into());
        } else if about("max_completion_tokens") && self.limit.as_deref() == Some("max_completion_tokens") {
            self.limit = None;
        } else if (about("logprobs") || about("top_logprobs")) && self.logprobs {
            self.logprobs = false;
        } else if about("temperature") && self.temperature {
            self.temperature = false;
        } else if about("seed") && self.seed {
            self.seed = false;
        } else {
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_learned_one_by_one() {
        let p = Parameters { max_tokens: 9, temperature: 0.0, seed: 1, logprobs: true };
        let mut c = Capabilities::default();
        let error = json!({"code": "unsupported_parameter", "param": "max_tokens", "message": "Use 'max_completion_tokens' instead."});
        assert!(c.learn(&error, "Use 'max_completion_tokens' instead."));
        assert_eq!(c.body("m", &json!([]), &p)["max_completion_tokens"], 9);
        assert!(c.learn(&json!({"param": null}), "This model does not support logprobs"));
        assert!(c.body("m", &json!([]), &p).get("logprobs").is_none());
        assert!(c.learn(&json!({"param": "temperature"}), ""));
        assert!(!c.learn(&json!({"param": "temperature"}), ""), "known already: nothing more to learn");
        assert!(!c.learn(&json!({}), "context length exceeded"));
        assert_eq!(
            c.body("m", &json!([]), &p).as_object().unwrap().keys().collect::<Vec<_>>(),
            ["model", "messages", "max_completion_tokens", "seed"]
        );
    }
}

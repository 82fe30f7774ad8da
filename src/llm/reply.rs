//! Reading a chat completion, in all the shapes that servers send.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a model said.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reply {
    /// Its text; empty where the content was null.
    pub text: String,
    /// `stop`, `length`, `content_filter`, …
    pub finish_reason: Option<String>,
    /// Log-probability of each letter as first token, token variants summed.
    pub letters: Option<BTreeMap<String, f64>>,
    /// Tokens.
    pub usage: Usage,
    /// Model as the server names it.
    pub model: Option<String>,
    /// The server's fingerprint.
    pub fingerprint: Option<String>,
}

/// Tokens of one or many requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Tokens sent.
    pub prompt_tokens: u64,
    /// Tokens generated.
    pub completion_tokens: u64,
}

/// Why a body is no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Name of the fault.
    pub kind: &'static str,
    /// What was found.
    pub message: String,
    /// Asking again may help.
    pub again: bool,
}

/// Reads a body that came with a success status.
///
/// # Errors
/// When it is no JSON, holds an error, or has no choice.
pub fn read(body: &[u8]) -> Result<Reply, Unreadable> {
    let fault = |kind, message: String, again| Unreadable { kind, message, again };
    let whole: Value = serde_json::from_slice(body).map_err(|e| {
        let start: String = String::from_utf8_lossy(body).chars().take(80).collect();
        fault("not_json", format!("{e}: {start}"), true)
    })?;
    if let Some(error) = whole.get("error").filter(|e| !e.is_null()) {
        return Err(fault("error_in_200", message_of(error), true));
    }
    if whole.get("object").and_then(Value::as_str) == Some("error") {
        return Err(fault("error_in_200", message_of(&whole), true));
    }
    let Some(choice) = whole.pointer("/choices/0") else {
        return Err(fault("empty_choices", "the reply has no choice".into(), true));
    };
    let message = choice.get("message").unwrap_or(&Value::Null);
    let mut text = content(message.get("content").unwrap_or(&Value::Null));
    if text.is_empty() {
        text = message
            .get("refusal")
            .and_then(Value::as_str)
            .or_else(|| choice.get("text").and_then(Value::as_str))
            .unwrap_or("")
            .to_string();
    }
    let number = |path: &str| whole.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    let name = |key: &str| whole.get(key).and_then(Value::as_str).map(str::to_string);
    Ok(Reply {
        text,
        finish_reason: choice.get("finish_reason").and_then(Value::as_str).map(str::to_string),
        letters: choice.pointer("/logprobs/content/0/top_logprobs").and_then(Value::as_array).map(|all| letters(all)),
        usage: Usage {
            prompt_tokens: number("/usage/prompt_tokens"),
            completion_tokens: number("/usage/completion_tokens"),
        },
        model: name("model"),
        fingerprint: name("system_fingerprint"),
    })
}

/// A content: a string, a list of parts of which the text ones count, or null. Reasoning stands in fields of its own
/// (`reasoning`, `reasoning_content`) and is not part of what is said.
fn content(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter(|p| p.get("type").and_then(Value::as_str).is_none_or(|t| t == "text" || t == "output_text"))
            .filter_map(|p| p.as_str().or_else(|| p.get("text").and_then(Value::as_str)))
            .collect(),
        _ => String::new(),
    }
}

/// The message of an error object in any of the shapes that servers use.
pub fn message_of(error: &Value) -> String {
    let text = |v: &Value| match v {
        Value::String(s) => Some(s.clone()),
        Value::Null => None,
        other => Some(other.to_string()),
    };
    error
        .get("message")
        .or_else(|| error.get("detail"))
        .and_then(text)
        .or_else(|| text(error))
        .unwrap_or_default()
        .chars()
        .take(300)
        .collect()
}

/// Sums the variants of each letter: `A`, ` A`, `(A`, `▁A`, `a`.
fn letters(top: &[Value]) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for entry in top {
        let (Some(token), Some(p)) =
            (entry.get("token").and_then(Value::as_str), entry.get("logprob").and_then(Value::as_f64))
        else {
            continue;
        };
        let bare = token.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '*' | '.' | ':' | '"' | '\u{2581}' | '\u{120}')
        });
        let mut chars = bare.chars();
        if let (Some(c), None) = (chars.next(), chars.next())
            && c.is_ascii_alphabetic()
            // -9999 stands for never.
            && p > -1_000.0
        {
            *sums.entry(c.to_ascii_uppercase().to_string()).or_default() += p.exp();
        }
    }
    sums.into_iter().map(|(letter, p)| (letter, p.ln())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(body: Value) -> Result<String, &'static str> {
        read(body.to_string().as_bytes()).map(|r| r.text).map_err(|e| e.kind)
    }

    #[test]
    fn contents_of_all_shapes() {
        let with = |message: Value| json!({"choices": [{"message": message, "finish_reason": "stop"}]});
        assert_eq!(text(with(json!({"content": "B"}))), Ok("B".into()));
        assert_eq!(text(with(json!({"content": null}))), Ok(String::new()));
        assert_eq!(text(with(json!({"content": null, "refusal": "I can't."}))), Ok("I can't.".into()));
        assert_eq!(
            text(with(json!({"content": [{"type": "reasoning", "text": "A?"}, {"type": "text", "text": "B"}]}))),
            Ok("B".into())
        );
        assert_eq!(text(with(json!({"content": "B", "reasoning_content": "A, or B"}))), Ok("B".into()));
        assert_eq!(text(json!({"choices": [{"text": "B"}]})), Ok("B".into()));
    }

    #[test]
    fn bodies_that_are_no_reply() {
        assert_eq!(text(json!({"choices": []})), Err("empty_choices"));
        assert_eq!(text(json!({"error": {"message": "overloaded"}})), Err("error_in_200"));
        assert_eq!(text(json!({"object": "error", "message": "x"})), Err("error_in_200"));
        assert_eq!(read(b"<html>").unwrap_err().kind, "not_json");
        assert_eq!(read(b"{\"choices\":[{\"mess").unwrap_err().kind, "not_json");
        assert_eq!(message_of(&json!({"detail": [{"msg": "bad"}]})), "[{\"msg\":\"bad\"}]");
    }

    #[test]
    fn token_variants_are_summed() {
        let top = json!([{"token": "A", "logprob": -1.0}, {"token": " A", "logprob": -1.0}, {"token": "(B", "logprob": -0.9}, {"token": "C", "logprob": -9999.0}, {"token": "The", "logprob": -0.1}]);
        let l = letters(top.as_array().unwrap());
        assert_eq!(l.keys().collect::<Vec<_>>(), ["A", "B"]);
        assert!((l["A"] - (2.0 * (-1.0f64).exp()).ln()).abs() < 1e-12);
    }
}

//! `json`: the response is an object with an answer in it: `{"answer": "B"}`, also inside a code fence.

use super::super::reading::Reading;
use super::super::{Found, Rule, read};
use crate::model::score::Outcome;
use serde_json::Value;

pub struct Json;

const KEYS: &[&str] = &[
    "final_answer",
    "answer",
    "choice",
    "option",
    "prediction",
    "letter",
    "label",
    "selected",
    "result",
    "output",
    "response",
];

impl Rule for Json {
    fn name(&self) -> &'static str {
        "json"
    }
    fn tier(&self) -> u8 {
        0
    }
    fn find(&self, r: &Reading) -> Option<Found> {
        let (start, end) = (memchr::memchr(b'{', r.text.as_bytes())?, memchr::memrchr(b'}', r.text.as_bytes())?);
        let before = r.text.get(..start)?.trim();
        if !(before.is_empty() || before.starts_with("```") || before == "json") {
            return None;
        }
        let object: Value = serde_json::from_str(r.text.get(start..=end)?).ok()?;
        let object = object.as_object()?;
        let (key, value) = KEYS.iter().find_map(|k| object.iter().find(|(name, _)| name.eq_ignore_ascii_case(k)))?;
        let text = match value {
            Value::String(s) => s.clone(),
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            Value::Number(n) => n.to_string(),
            Value::Bool(b) => if *b { "yes" } else { "no" }.to_string(),
            _ => return None,
        };
        let inner = read(r.options, &text);
        let at = r.text.find(&format!("\"{key}\"")).unwrap_or(start);
        let open = at + key.len() + 2;
        let span = match r.text.get(open..).and_then(|rest| rest.find(&text)) {
            Some(offset) if !text.is_empty() => (open + offset, open + offset + text.len()),
            _ => (at, open),
        };
        let outcome = if inner.outcome == Outcome::Truncated { Outcome::NoneOffered } else { inner.outcome };
        Some(Found { outcome, set: inner.set, span, conflict: inner.conflict, off: false })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;

    #[test]
    fn objects() {
        let cases = [
            (r#"{"answer": "B"}"#, "B"),
            (r#"{"reason": "A is wrong, the answer is not A", "answer": "(B) dog"}"#, "B"),
            ("```json\n{\"choice\": \"dog\"}\n```", "B"),
            (r#"{"answer": ["A", "B"]}"#, "several"),
            (r#"{"answer": "E"}"#, "none_offered"),
            (r#"{"Answer": "a"}"#, "A"),
        ];
        check(&["cat", "dog"], "json", &cases);
    }
}

//! inspect_ai's JSON log (`--log-format json`), or any JSON array of answers.

use super::{Answers, Given, Key, id_of, text_of};
use crate::error::{Error, Place, Result};
use serde_json::Value;
use std::path::Path;

/// Reads a log: `samples[].id` and the first choice of `samples[].output`.
pub fn log(path: &Path) -> Result<Answers> {
    let place = || Place::file(path.display().to_string());
    let bytes = std::fs::read(path).map_err(|e| Error::opening(path, super::REMEDY, e))?;
    if bytes.starts_with(b"PK") {
        return Err(Error::data(
            place(),
            "it is a compressed .eval log",
            "convert it: inspect log convert --to json --output-dir OUT FILE",
        ));
    }
    let whole: Value = serde_json::from_slice(&bytes).map_err(|e| {
        Error::data(place(), format!("not JSON: {e}"), "give an inspect_ai log in JSON, or answers as JSONL")
    })?;
    let samples = whole.get("samples").unwrap_or(&whole);
    let Some(samples) = samples.as_array() else {
        return Err(Error::data(
            place(),
            "there is no `samples` array in it",
            "give an inspect_ai log in JSON, or answers as JSONL",
        ));
    };
    let mut out = Answers::default();
    for (n, sample) in samples.iter().enumerate() {
        let Some(id) = sample.get("id").and_then(id_of) else {
            return Err(Error::data(
                Place::record(path.display().to_string(), n + 1),
                "the sample has no id",
                "keep `id` in the log",
            ));
        };
        let choice = sample.pointer("/output/choices/0");
        let failed = sample.get("error").is_some_and(|e| !e.is_null());
        let text = choice
            .and_then(|c| c.pointer("/message/content"))
            .or_else(|| sample.pointer("/output/completion"))
            .or_else(|| sample.get("response"))
            .and_then(text_of);
        let mut given = Given::new(Key::Id(id), if failed { None } else { text }, n as u64 + 1);
        let stop = choice.and_then(|c| c.get("stop_reason")).and_then(Value::as_str);
        (given.truncated, given.filtered) = (stop == Some("max_tokens"), stop == Some("content_filter"));
        // Epochs repeat a sample: each is a run of its own.
        given.prompt = sample.get("epoch").and_then(Value::as_u64).filter(|e| *e > 1).map(|e| format!("epoch {e}"));
        out.given.push(given);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_with_contents_of_both_shapes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            file.path(),
            r#"{"version":2,"samples":[
            {"id":"a","epoch":1,"output":{"choices":[{"message":{"role":"assistant","content":"ANSWER: B"},"stop_reason":"stop"}]}},
            {"id":2,"epoch":2,"output":{"choices":[{"message":{"content":[{"type":"reasoning","reasoning":"hm"},{"type":"text","text":"C"}]},"stop_reason":"max_tokens"}]}},
            {"id":"c","output":{"choices":[]},"error":{"message":"timeout"}}]}"#,
        )
        .unwrap();
        let got = log(file.path()).unwrap().given;
        assert_eq!(got[0].response.as_deref(), Some("ANSWER: B"));
        assert_eq!(
            (got[1].key.clone(), got[1].response.as_deref(), got[1].truncated),
            (Key::Id("2".into()), Some("C"), true)
        );
        assert_eq!(got[1].prompt.as_deref(), Some("epoch 2"));
        assert_eq!(got[2].response, None);
    }
}

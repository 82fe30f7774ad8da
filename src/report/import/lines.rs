//! JSONL: `{"id", "response"}` and anything more, and lmms-eval's samples.

use super::{Answers, Given, Key, id_of, text_of};
use crate::error::{Error, Place, Result};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

const IDS: [&str; 5] = ["id", "item_id", "question_id", "custom_id", "index"];
const RESPONSES: [&str; 8] =
    ["response", "prediction", "answer", "output", "text", "completion", "pred", "model_answer"];

/// Reads line by line. Invalid UTF-8 is replaced and counted; an unreadable last line without a line break was cut
/// while being written, is left out and counted; any other unreadable line is an error.
pub fn read(path: &Path) -> Result<Answers> {
    let mut reader =
        BufReader::with_capacity(1 << 18, File::open(path).map_err(|e| Error::opening(path, super::REMEDY, e))?);
    let mut out = Answers::default();
    let mut buffer = Vec::new();
    let mut line = 0;
    loop {
        buffer.clear();
        let read = reader.read_until(b'\n', &mut buffer).map_err(|e| Error::opening(path, super::REMEDY, e))?;
        if read == 0 {
            return Ok(out);
        }
        line += 1;
        let complete = buffer.last() == Some(&b'\n');
        let text = String::from_utf8_lossy(&buffer);
        if matches!(text, std::borrow::Cow::Owned(_)) {
            *out.notes.entry("invalid_utf8".into()).or_default() += 1;
        }
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            continue;
        }
        let place = || Place::line(path.display().to_string(), line);
        match serde_json::from_str::<Value>(text) {
            Ok(row) => out.given.push(given(&row, line).ok_or_else(|| {
                Error::data(
                    place(),
                    "the line has no id or no response",
                    "write {\"id\": …, \"response\": …} on each line",
                )
            })?),
            Err(_) if !complete => *out.notes.entry("truncated_last_line".into()).or_default() += 1,
            Err(e) => return Err(Error::data(place(), format!("not JSON: {e}"), "write one JSON object per line")),
        }
    }
}

fn given(row: &Value, line: u64) -> Option<Given> {
    if let Some(responses) = row.get("resps").or_else(|| row.get("filtered_resps"))
        && row.get("doc_id").is_some()
    {
        return Some(Given::new(sample_key(row)?, text_of(responses), line));
    }
    let id = IDS.iter().find_map(|k| row.get(k).and_then(id_of))?;
    let value = RESPONSES.iter().find_map(|k| row.get(k));
    let failed = row.get("error").is_some_and(|e| !e.is_null() && e != false);
    if value.is_none() && !failed && row.get("logprobs").is_none() {
        return None;
    }
    let mut out = Given::new(Key::Id(id), if failed { None } else { value.and_then(text_of) }, line);
    let finish = row.get("finish_reason").and_then(Value::as_str);
    (out.truncated, out.filtered) = (finish == Some("length"), finish == Some("content_filter"));
    out.item = row.get("item").and_then(Value::as_str).map(str::to_string);
    out.prompt = row.get("prompt").and_then(Value::as_str).map(str::to_string);
    out.no_image = row.get("no_image").and_then(Value::as_bool).unwrap_or(false);
    out.logprobs = row
        .get("logprobs")
        .and_then(Value::as_object)
        .map(|o| o.iter().filter_map(|(k, v)| Some((k.clone(), v.as_f64()?))).collect());
    Some(out)
}

/// lmms-eval: the document's own id where it kept one, else its place.
fn sample_key(row: &Value) -> Option<Key> {
    if let Some(id) = row.get("doc").and_then(|d| IDS.iter().find_map(|k| d.get(k).and_then(id_of))) {
        return Some(Key::Id(id));
    }
    row.get("doc_id")?.as_u64().map(|n| Key::Place(n as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    #[test]
    fn shapes_of_lines() {
        let file = write(
            br#"{"id":"a","response":"B","model":"m"}
{"question_id":7,"text":"C"}

{"id":"b","response":null,"error":"429"}
{"id":"c","response":[{"type":"text","text":"D"}],"finish_reason":"length"}
{"doc_id":3,"doc":{"q":1},"resps":["A"],"filtered_resps":"A"}
{"doc_id":4,"doc":{"id":"z"},"resps":[["A"]]}
{"doc_id":5,"target":"B","filtered_resps":["C"],"doc_hash":"5fe","input":"Which one?\nA. x","exact_match":0.0}
"#,
        );
        let got = read(file.path()).unwrap().given;
        let short: Vec<_> = got.iter().map(|g| (g.key.clone(), g.response.as_deref())).collect();
        let id = |s: &str| Key::Id(s.into());
        assert_eq!(
            short,
            [
                (id("a"), Some("B")),
                (id("7"), Some("C")),
                (id("b"), None),
                (id("c"), Some("D")),
                (Key::Place(3), Some("A")),
                (id("z"), Some("A")),
                // What lmms-eval's tracker writes: without the document, and without `resps` where they are the same.
                (Key::Place(5), Some("C"))
            ]
        );
        assert!(got[3].truncated);
        assert_eq!(got[2].line, 4);
    }

    #[test]
    fn a_cut_last_line_is_counted_and_a_bad_line_is_an_error() {
        let cut = read(write(b"{\"id\":\"a\",\"response\":\"B\"}\n{\"id\":\"b\",\"resp").path()).unwrap();
        assert_eq!((cut.given.len(), cut.notes["truncated_last_line"]), (1, 1));
        let e = read(write(b"{\"id\":\"a\",\"resp\n{\"id\":\"b\",\"response\":\"B\"}\n").path()).unwrap_err();
        assert!(e.to_string().contains(":1: not JSON"), "{e}");
        let e = read(write(b"{\"id\":\"a\"}\n").path()).unwrap_err();
        assert!(e.to_string().contains(":1: the line has no id or no response"), "{e}");
        let odd = read(write(b"{\"id\":\"a\",\"response\":\"\xff B\"}\n").path()).unwrap();
        assert_eq!((odd.given[0].response.as_deref(), odd.notes["invalid_utf8"]), (Some("\u{fffd} B"), 1));
    }
}

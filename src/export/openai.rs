//! `openai`: chat records with the answer, for fine-tuning, and batch lines without it, for asking.

use super::lines::{self, unreadable};
use super::record::{Form, Record, Said, Seen, Shown, speaker};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written};
use crate::error::{Place, Result};
use crate::llm::base64;
use crate::model::dialogue::Speaker;
use serde_json::{Value, json};
use std::path::Path;

/// `chat/<split>.jsonl` and `batch/<split>.jsonl`, pictures as data URLs.
pub struct OpenAi;

const CHAT: &str = "chat";
const BATCH: &str = "batch";

/// The turns that a part shows: a batch line ends with the last question.
fn shown(record: &Record, part: &str) -> Vec<(Speaker, String)> {
    let mut turns: Vec<(Speaker, String)> = record.turns().into_iter().map(|(r, t)| (r, t.to_string())).collect();
    if part == BATCH {
        turns.pop();
    }
    turns
}

fn messages(record: &Record, part: &str) -> Value {
    let turn = |(i, (role, text)): (usize, (Speaker, String))| {
        let content = if i == 0 {
            let url = format!("data:{};base64,{}", record.picture.media(), base64::encode(&record.picture.bytes));
            json!([{"type": "image_url", "image_url": {"url": url, "detail": "auto"}}, {"type": "text", "text": text}])
        } else {
            Value::from(text)
        };
        json!({"role": speaker(role), "content": content})
    };
    shown(record, part).into_iter().enumerate().map(turn).collect()
}

/// A chat record: `messages`, the picture inside the first.
pub fn chat(record: &Record) -> Value {
    json!({"messages": messages(record, CHAT)})
}

impl Exporter for OpenAi {
    fn name(&self) -> &'static str {
        "openai"
    }

    fn audience(&self) -> &'static str {
        "OpenAI's batch and fine-tuning services and servers that copy them"
    }

    fn pictures(&self) -> Pictures {
        Pictures::InText
    }

    fn limits(&self) -> Option<Limits> {
        // What the batch service takes in one file.
        Some(Limits { rows: 50_000, bytes: 180_000_000 })
    }

    fn parts(&self, _record: &Record) -> Vec<String> {
        vec![CHAT.into(), BATCH.into()]
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        format!("{}/{}", shard.part, shard.numbered(&shard.split, "jsonl"))
    }

    fn encoder<'a>(&self, context: &'a Context, shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        Ok(lines::lines(out, move |record: &Record| {
            if shard.part == CHAT {
                return chat(record);
            }
            let messages = messages(record, &shard.part);
            json!({
                "custom_id": record.id(),
                "method": "POST",
                "url": "/v1/chat/completions",
                "body": {"model": context.model, "messages": messages},
            })
        }))
    }

    fn said<'r>(&self, _context: &Context, shard: &Shard, record: &'r Record) -> Said<'r> {
        // A chat record may hold nothing but messages, so it has no id.
        let mut said = Said::new(if shard.part == BATCH { record.id() } else { "" });
        for (role, text) in shown(record, &shard.part) {
            said.push(speaker(role), text);
        }
        said
    }

    fn reread(&self, _context: &Context, shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        lines::read_lines(path, |row, place| {
            if shard.part == CHAT {
                return see(seen(&row, Said::default(), Speaker::Assistant, place)?);
            }
            let body = row.get("body").ok_or_else(|| unreadable(place, "there is no `body`"))?;
            lines::text(body, "model", place)?;
            let id = lines::text(&row, "custom_id", place)?;
            if lines::text(&row, "method", place)? != "POST" || !lines::text(&row, "url", place)?.starts_with("/v1/") {
                return Err(unreadable(place, "it is no request"));
            }
            see(seen(body, Said::new(id), Speaker::User, place)?)
        })
    }

    fn command(&self, _context: &Context, shards: &[Written]) -> String {
        let batch = shards.iter().find(|w| w.shard.part == BATCH).map_or("batch/test.jsonl", |w| w.path.as_str());
        format!("openai api files.create --purpose batch --file OUT/{batch}")
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import json\n\n\
         files = [f[\"path\"] for f in json.load(open(\"export.json\"))[\"files\"]]\n\
         lines = [json.loads(line) for name in files for line in open(name, encoding=\"utf-8\")]\n\
         items = [line for line in lines if \"custom_id\" in line]  # the rest are chat records with answers\n"
    }
}

fn seen<'r>(row: &'r Value, mut said: Said<'r>, last: Speaker, place: &Place) -> Result<Seen<'r>> {
    let mut picture = None;
    let messages = lines::list(row, "messages", place)?;
    if messages.last().and_then(|m| m.get("role")).and_then(Value::as_str) != Some(speaker(last)) {
        return Err(unreadable(place, format!("the last message is not the {}'s", speaker(last))));
    }
    for message in messages {
        let role = lines::text(message, "role", place)?;
        match message.get("content") {
            Some(Value::String(text)) => said.push(role, text),
            Some(Value::Array(parts)) if role == "user" => {
                for part in parts {
                    match lines::text(part, "type", place)? {
                        "text" => said.push(role, lines::text(part, "text", place)?),
                        "image_url" if picture.is_none() => {
                            let url = part.pointer("/image_url/url").and_then(Value::as_str);
                            picture = url.and_then(data_url);
                        }
                        other => return Err(unreadable(place, format!("a second picture, or a part `{other}`"))),
                    }
                }
            }
            _ => return Err(unreadable(place, "a message without text, or a picture that is not the user's")),
        }
    }
    Ok(Seen { said, picture: picture.ok_or_else(|| unreadable(place, "there is no picture as a data URL"))? })
}

fn data_url(url: &str) -> Option<Shown<'static>> {
    let (media, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
    let extension = match media {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        _ => return None,
    };
    Some(Shown::Inside(extension.into(), base64::decode(data)?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_data_urls_of_pictures_are_read() {
        assert_eq!(data_url("data:image/png;base64,Zm9v"), Some(Shown::Inside("png".into(), b"foo".into())));
        for bad in
            ["https://x/y.png", "data:text/plain;base64,Zm9v", "data:image/png,Zm9v", "data:image/png;base64,Zm9!"]
        {
            assert_eq!(data_url(bad), None, "{bad}");
        }
    }
}

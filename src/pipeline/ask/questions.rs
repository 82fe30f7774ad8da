//! What is asked: one question per item and wording, per dialogue, or per line of messages.

use super::{Options, Wording, picture};
use crate::error::{Error, Place, Result};
use crate::report::sheet::Item;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// One question; its pictures are read when it is asked.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// Item id.
    pub id: String,
    /// Wording, where there are several.
    pub prompt: Option<String>,
    /// Hash of the item.
    pub item: Option<String>,
    /// Messages before the first turn.
    pub before: Vec<Value>,
    /// Texts of the user's turns, in order; each is asked with the replies to those before.
    pub turns: Vec<String>,
    /// Folder that links of pictures inside messages are relative to.
    pub folder: PathBuf,
    /// Picture of the first turn.
    pub image: Option<PathBuf>,
    /// Whether a picture was left out.
    pub no_image: bool,
    /// Pictures larger than this are made smaller.
    pub max_side: Option<u32>,
}

impl Question {
    /// A hash of what is asked: an answers file holds answers to one request per item and wording.
    pub fn hash(&self, model: &str, parameters: &Value) -> String {
        let image = self.image.as_ref().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
        let whole = json!([model, parameters, self.before, self.turns, image, self.no_image, self.max_side]);
        blake3::hash(whole.to_string().as_bytes()).to_hex().as_str().get(..16).unwrap_or("").to_string()
    }
}

/// Reads what `options` name.
///
/// # Errors
/// When the file cannot be read or a line is neither an item, a dialogue nor messages.
pub fn read(options: &Options) -> Result<Vec<Question>> {
    let path = if options.set.is_dir() { options.set.join("items.jsonl") } else { options.set.clone() };
    let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    let file = File::open(&path).map_err(|e| {
        Error::opening(&path, "give the folder of a built set, or a file of items, dialogues or messages", e)
    })?;
    let mut out = Vec::new();
    for (n, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| Error::io(&path, "read", e))?;
        if line.trim().is_empty() {
            continue;
        }
        let place = Place::line(path.display().to_string(), n as u64 + 1);
        let row: Value = serde_json::from_str(&line)
            .map_err(|e| Error::data(place.clone(), format!("not JSON: {e}"), "write one JSON object per line"))?;
        if row.get("choices").is_some() {
            items(&Item::parse(&line, &place, &[])?, options, &folder, &mut out);
        } else {
            out.push(talk(&row, options, &folder).ok_or_else(|| {
                Error::data(
                    place,
                    "it is neither an item, a dialogue nor messages",
                    "give a set's folder, or lines of {\"id\", \"messages\"} or {\"id\", \"turns\"}",
                )
            })?);
        }
    }
    if out.is_empty() {
        return Err(Error::data(
            Place::file(path.display().to_string()),
            "there is nothing to ask in it",
            "give a set's folder, or lines of {\"id\", \"messages\"}",
        ));
    }
    Ok(out)
}

fn system(options: &Options) -> Vec<Value> {
    options.system.iter().map(|text| json!({"role": "system", "content": text})).collect()
}

fn items(item: &Item, options: &Options, folder: &Path, out: &mut Vec<Question>) {
    let several = options.wordings.len() > 1;
    let default = [Wording::default()];
    let wordings = if options.wordings.is_empty() { &default[..] } else { &options.wordings };
    for wording in wordings {
        out.push(Question {
            id: item.id.clone(),
            prompt: several.then(|| wording.name.clone()),
            item: Some(item.hash()),
            folder: folder.to_path_buf(),
            before: system(options),
            turns: vec![wording.render(&item.question, &item.choices)],
            image: (!options.no_image && !item.image.is_empty()).then(|| folder.join(&item.image)),
            no_image: options.no_image && !item.image.is_empty(),
            max_side: options.max_side,
        });
    }
}

/// A dialogue (`turns` of role and text) or messages (`messages` of role and content).
fn talk(row: &Value, options: &Options, folder: &Path) -> Option<Question> {
    let id =
        row.get("id").and_then(|v| v.as_str().map(str::to_string).or_else(|| v.as_u64().map(|n| n.to_string())))?;
    let mut question = Question { id, before: system(options), max_side: options.max_side, ..Question::default() };
    question.folder = folder.to_path_buf();
    if let Some(image) = row.get("image").and_then(Value::as_str) {
        question.no_image = options.no_image;
        question.image = (!options.no_image).then(|| folder.join(image));
    }
    if let Some(turns) = row.get("turns").and_then(Value::as_array) {
        for turn in turns.iter().filter(|t| matches!(t.get("role").and_then(Value::as_str), Some("user" | "human"))) {
            question.turns.push(
                turn.get("text")
                    .or_else(|| turn.get("content"))
                    .or_else(|| turn.get("value"))?
                    .as_str()?
                    .replace("<image>", "")
                    .trim()
                    .to_string(),
            );
        }
        return (!question.turns.is_empty()).then_some(question);
    }
    let mut messages = row.get("messages")?.as_array().filter(|m| !m.is_empty())?.clone();
    if options.no_image {
        question.no_image |= picture::left_out(&mut messages);
    }
    // The last message is the turn, when it is plain text of the user; otherwise all go as they are.
    let (last, before) = messages.split_last()?;
    match last.get("content").and_then(Value::as_str) {
        Some(text) if last.get("role").and_then(Value::as_str) == Some("user") => {
            question.before.extend(before.iter().cloned());
            question.turns.push(text.to_string());
        }
        _ => question.before.extend(messages.iter().cloned()),
    }
    Some(question)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(lines: &str, no_image: bool) -> Result<Vec<Question>> {
        let dir = tempfile::tempdir().unwrap();
        let set = dir.path().join("q.jsonl");
        std::fs::write(&set, lines).unwrap();
        read(&Options { set, no_image, system: Some("Be brief.".into()), wordings: Vec::new(), max_side: None })
    }

    #[test]
    fn items_dialogues_and_messages() {
        let q = ask(
            "{\"id\":\"a\",\"image\":\"x.jpg\",\"question\":\"Q?\",\"choices\":[\"u\",\"v\"],\"answer_index\":0}\n\
             {\"id\":\"b\",\"image\":\"y.jpg\",\"turns\":[{\"role\":\"user\",\"text\":\"<image>\\nOne?\"},{\"role\":\"assistant\",\"text\":\"Yes.\"},{\"role\":\"user\",\"text\":\"Two?\"}]}\n\
             {\"id\":3,\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":\"Hi\"}]}\n",
            false,
        )
        .unwrap();
        assert_eq!(q[0].turns[0].lines().next(), Some("Q?"));
        assert!(q[0].image.as_ref().unwrap().ends_with("x.jpg") && q[0].item.is_some());
        assert_eq!(q[1].turns, ["One?", "Two?"]);
        assert_eq!((q[2].id.as_str(), q[2].before.len(), q[2].turns[0].as_str()), ("3", 2, "Hi"));
        let blind = ask(
            "{\"id\":\"a\",\"image\":\"x.jpg\",\"question\":\"Q?\",\"choices\":[\"u\"],\"answer_index\":0}\n",
            true,
        )
        .unwrap();
        assert!(blind[0].image.is_none() && blind[0].no_image);
        assert_ne!(q[0].hash("m", &json!({})), q[0].hash("n", &json!({})));
        assert!(ask("{\"id\":\"a\"}\n", false).unwrap_err().to_string().contains(":1: it is neither an item"));
    }
}

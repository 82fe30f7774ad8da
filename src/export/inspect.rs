//! `inspect`: samples for inspect_ai, and a task that asks them.

use super::lines::{self, unreadable};
use super::record::{Body, Form, Record, Said, Seen, Shown, option};
use super::{Context, Encoder, Exporter, Limits, Pictures, Refusal, See, Shard, Sink, Written, columns};
use crate::error::Result;
use serde_json::{Value, json};
use std::path::Path;

/// `<split>.jsonl` with pictures relative to its folder. The options are not in the question: the solver adds them.
pub struct Inspect;

impl Exporter for Inspect {
    fn name(&self) -> &'static str {
        "inspect"
    }

    fn audience(&self) -> &'static str {
        "inspect_ai: evaluation with logs"
    }

    fn refuses(&self, form: Form) -> Option<&'static str> {
        (form == Form::Corpus).then_some("its multiple-choice samples hold no dialogues")
    }

    fn pictures(&self) -> Pictures {
        Pictures::Beside
    }

    fn limits(&self) -> Option<Limits> {
        // The reader holds a whole file in memory.
        Some(Limits { rows: 500_000, bytes: u64::MAX })
    }

    fn cannot_carry(&self, record: &Record) -> Option<Refusal> {
        let Body::Item(item, _) = &record.body else { return None };
        let blank = item.choices.iter().position(|c| c.trim().is_empty())?;
        Some(Refusal { reason: "blank_option", detail: format!("option {} is blank", option(blank)) })
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        shard.numbered(&shard.split, "jsonl")
    }

    fn encoder<'a>(&self, _context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        Ok(lines::lines(out, |record: &Record| {
            let Body::Item(item, _) = &record.body else { return Value::Null };
            let mut metadata = columns::object(record);
            for key in ["id", "question", "choices", "answer"] {
                metadata.remove(key);
            }
            json!({
                "id": item.id,
                "input": [{"role": "user", "content": [
                    {"type": "image", "image": record.picture.path},
                    {"type": "text", "text": item.question},
                ]}],
                "choices": item.choices,
                "target": item.answer,
                "metadata": metadata,
            })
        }))
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        record.said()
    }

    fn reread(&self, _context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        lines::read_lines(path, |row, place| {
            let [message] = lines::list(&row, "input", place)? else {
                return Err(unreadable(place, "the input is not one message"));
            };
            let [image, text] = lines::list(message, "content", place)? else {
                return Err(unreadable(place, "the message is not a picture and a text"));
            };
            let mut said = Said::new(lines::text(&row, "id", place)?);
            said.push("question", lines::text(text, "text", place)?);
            for (i, choice) in lines::list(&row, "choices", place)?.iter().enumerate() {
                let choice = choice.as_str().filter(|c| !c.trim().is_empty());
                said.push(format!("option {}", option(i)), choice.ok_or_else(|| unreadable(place, "a blank option"))?);
            }
            said.push("answer", lines::text(&row, "target", place)?);
            see(Seen { said, picture: Shown::Beside(lines::text(image, "image", place)?.into()) })
        })
    }

    fn beside(&self, _context: &Context, shards: &[Written]) -> Vec<(String, String)> {
        let mut files: serde_json::Map<String, Value> = serde_json::Map::new();
        for w in shards {
            if let Some(list) = files.entry(w.shard.split.clone()).or_insert_with(|| json!([])).as_array_mut() {
                list.push(w.path.clone().into());
            }
        }
        let first = shards.first().map_or("test", |w| w.shard.split.as_str());
        let text = TASK.replace("FIRST", &json!(first).to_string()).replace("FILES", &Value::Object(files).to_string());
        vec![("task.py".into(), text)]
    }

    fn command(&self, _context: &Context, _shards: &[Written]) -> String {
        "inspect eval OUT/task.py --model MODEL".into()
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import json\n\
         from inspect_ai.dataset import json_dataset\n\n\
         files = [f[\"path\"] for f in json.load(open(\"export.json\"))[\"files\"]]\n\
         items = [sample for name in files for sample in json_dataset(name)]\n"
    }
}

const TASK: &str = r#""""The set as an inspect_ai task: inspect eval task.py --model MODEL [-T split=NAME]."""
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, json_dataset
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice

HERE = Path(__file__).resolve().parent
SPLITS = FILES


@task
def groundline(split=FIRST):
    samples = [sample for name in SPLITS[split] for sample in json_dataset(str(HERE / name))]
    return Task(dataset=MemoryDataset(samples), solver=multiple_choice(), scorer=choice())
"#;

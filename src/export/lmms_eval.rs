//! `lmms-eval`: a task in YAML, its functions in Python, the items in Parquet.

use super::record::{Form, Record, Said};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written, splits, table};
use crate::error::Result;
use serde_json::Value;
use std::path::Path;

/// `<name>_<split>.yaml`, `utils.py` and `data/<split>-….parquet`. Paths in the YAML are looked up in the working
/// directory, so lmms-eval is run in the export's folder, or the paths are written absolute.
pub struct LmmsEval;

impl Exporter for LmmsEval {
    fn name(&self) -> &'static str {
        "lmms-eval"
    }

    fn audience(&self) -> &'static str {
        "lmms-eval: evaluation of many models"
    }

    fn refuses(&self, form: Form) -> Option<&'static str> {
        (form == Form::Corpus).then_some("its tasks ask single questions, no dialogues")
    }

    fn pictures(&self) -> Pictures {
        Pictures::Inside
    }

    fn has_paths(&self) -> bool {
        true
    }

    fn limits(&self) -> Option<Limits> {
        Some(table::LIMITS)
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        table::file(shard)
    }

    fn encoder<'a>(&self, context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        table::table(context.form, out)
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        record.said()
    }

    fn reread(&self, context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        table::reread(context.form, path, see)
    }

    fn beside(&self, context: &Context, shards: &[Written]) -> Vec<(String, String)> {
        let mut out = vec![("utils.py".to_string(), UTILS.to_string())];
        for split in splits(shards) {
            let data = Value::from(context.path(&table::files(split))).to_string();
            let task = format!("{}_{split}", context.name);
            let yaml = TASK.replace("TASK", &task).replace("SPLIT", split).replace("DATA", &data);
            out.push((format!("{task}.yaml"), yaml));
        }
        out
    }

    fn front(&self, context: &Context, shards: &[Written]) -> String {
        table::front(context.form, &table::sizes(shards))
    }

    fn command(&self, context: &Context, shards: &[Written]) -> String {
        let split = shards.first().map_or("test", |w| w.shard.split.as_str());
        format!(
            "(cd OUT && python -m lmms_eval --include_path . --tasks {}_{split} --model MODEL --batch_size 1 --log_samples)",
            context.name
        )
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "from datasets import load_dataset\n\
         import utils  # the task's own functions\n\n\
         items = load_dataset(\"parquet\", data_files=\"data/*.parquet\", split=\"train\")\n\
         utils.doc_to_text(items[0]), utils.doc_to_visual(items[0])\n"
    }
}

const TASK: &str = "\
task: TASK
dataset_path: parquet
dataset_kwargs:
  data_files:
    SPLIT: DATA
test_split: SPLIT
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.doc_to_text
doc_to_target: answer
process_results: !function utils.process_results
generation_kwargs:
  max_new_tokens: 64
  temperature: 0
  do_sample: false
metric_list:
- metric: accuracy
  aggregation: mean
  higher_is_better: true
lmms_eval_specific_kwargs:
  default:
    pre_prompt: \"\"
    post_prompt: \"\\nAnswer with the option's letter from the given choices directly.\"
metadata:
- version: 1.0
";

const UTILS: &str = r#""""What lmms-eval asks of an item and makes of an answer."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def doc_to_visual(doc):
    return [doc["image"].convert("RGB")]


def doc_to_text(doc, lmms_eval_specific_kwargs=None):
    words = lmms_eval_specific_kwargs or {}
    options = [f"{letter}. {text}" for letter, text in zip(LETTERS, doc["choices"])]
    body = "\n".join([doc["question"], *options])
    return words.get("pre_prompt", "") + body + words.get("post_prompt", "")


def process_results(doc, results):
    from lmms_eval.tasks._task_utils.mcq_extract import extract_mcq_answer

    letters = list(LETTERS[: len(doc["choices"])])
    return {"accuracy": float(extract_mcq_answer(results[0], choices=letters) == doc["answer"])}
"#;

//! `llamafactory`: messages in JSON lines, and the `dataset_info.json` that describes them.

use super::messages::Messages;
use super::record::Form;
use super::{Context, Shard, Written, splits};
use serde_json::{Map, Value, json};

/// `<split>.jsonl`, or a folder `<split>/` of several: the reader takes every file of a folder, so nothing else is in
/// it. Pictures are relative to `media_dir`, which is the dataset's folder unless it is given.
pub const LLAMA_FACTORY: Messages = Messages {
    name: "llamafactory",
    audience: "LLaMA-Factory: instruction tuning",
    taken: &[],
    file,
    beside,
    command,
    snippet: SNIPPET,
};

fn file(shard: &Shard) -> String {
    match shard.of {
        1 => format!("{}.jsonl", shard.split),
        _ => format!("{}/{}", shard.split, shard.numbered(&shard.split, "jsonl")),
    }
}

fn beside(context: &Context, shards: &[Written]) -> Vec<(String, String)> {
    let mut info = Map::new();
    let splits = splits(shards);
    for split in &splits {
        let own: Vec<&Written> = shards.iter().filter(|w| w.shard.split == *split).collect();
        let file = match own.as_slice() {
            [one] => one.path.clone(),
            _ => (*split).to_string(),
        };
        let entry = json!({
            "file_name": file,
            "formatting": "sharegpt",
            "columns": {"messages": "messages", "images": "images"},
            "tags": {
                "role_tag": "role", "content_tag": "content",
                "user_tag": "user", "assistant_tag": "assistant", "system_tag": "system",
            },
        });
        info.insert(dataset(context, split), entry);
    }
    let mut out = vec![("dataset_info.json".to_string(), format!("{:#}\n", Value::Object(info)))];
    if let Some(first) = splits.first().filter(|_| context.form == Form::Corpus) {
        let folder = context.root.as_deref().unwrap_or(".");
        let recipe = RECIPE
            .replace("FOLDER", &Value::from(folder).to_string())
            .replace("DATASET", &dataset(context, first))
            .replace("NAME", &context.name);
        out.push(("train.yaml".into(), recipe));
    }
    out
}

fn command(context: &Context, shards: &[Written]) -> String {
    match (context.form, splits(shards).first()) {
        (Form::Benchmark, Some(split)) => {
            format!("llamafactory-cli train … --dataset_dir OUT --dataset {}", dataset(context, split))
        }
        _ => "(cd OUT && llamafactory-cli train train.yaml)".into(),
    }
}

const SNIPPET: &str = "import json\n\
 from datasets import concatenate_datasets, load_dataset\n\n\
 info = json.load(open(\"dataset_info.json\"))\n\
 names = [entry[\"file_name\"] for entry in info.values()]\n\
 where = [name if name.endswith(\".jsonl\") else name + \"/*.jsonl\" for name in names]\n\
 items = concatenate_datasets([load_dataset(\"json\", data_files=w, split=\"train\") for w in where])\n";

/// The name of a split in `dataset_info.json`.
fn dataset(context: &Context, split: &str) -> String {
    format!("{}_{split}", context.name)
}

const RECIPE: &str = "\
# Instruction tuning as in the appendix of Msg-Mcq: three epochs, everything else as LLaMA-Factory has it by default.
# Run in this folder: llamafactory-cli train train.yaml
### model
model_name_or_path: llava-hf/llava-1.5-7b-hf
template: llava
### method
stage: sft
do_train: true
# As for LLaVA in the paper: the projector and the language model learn, the vision tower is frozen.
finetuning_type: full
freeze_vision_tower: true
freeze_multi_modal_projector: false
### dataset
dataset_dir: FOLDER
dataset: DATASET
# The loss is on the answers alone, on those of every turn.
train_on_prompt: false
mask_history: false
### output
output_dir: saves/NAME
### train
num_train_epochs: 3.0
bf16: true
";

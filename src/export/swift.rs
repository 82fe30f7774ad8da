//! `swift`: messages for ms-swift.

use super::messages::Messages;
use super::record::Form;
use super::{Context, Shard, Written};

/// `<split>.jsonl`. Relative paths are looked up in the working directory, so ms-swift is run in the export's folder,
/// or the paths are written absolute.
pub const SWIFT: Messages = Messages {
    name: "swift",
    audience: "ms-swift: instruction tuning",
    taken: &["label", "channel", "objects", "query", "response", "rejected_response", "system", "tools"],
    file,
    beside,
    command,
    snippet: SNIPPET,
};

fn file(shard: &Shard) -> String {
    shard.numbered(&shard.split, "jsonl")
}

fn beside(context: &Context, shards: &[Written]) -> Vec<(String, String)> {
    let Some(split) = shards.first().map(|w| w.shard.split.as_str()).filter(|_| context.form == Form::Corpus) else {
        return Vec::new();
    };
    let own: Vec<&str> = shards.iter().filter(|w| w.shard.split == split).map(|w| w.path.as_str()).collect();
    vec![("train.sh".into(), RECIPE.replace("DATA", &own.join(" ")).replace("NAME", &context.name))]
}

fn command(context: &Context, shards: &[Written]) -> String {
    match context.form {
        Form::Corpus => "bash OUT/train.sh".into(),
        Form::Benchmark => {
            let file = shards.first().map_or("test.jsonl", |w| w.path.as_str());
            format!("(cd OUT && swift infer --model MODEL --val_dataset {file})")
        }
    }
}

const SNIPPET: &str = "import json\n\n\
 files = [f[\"path\"] for f in json.load(open(\"export.json\"))[\"files\"]]\n\
 items = [json.loads(line) for name in files for line in open(name, encoding=\"utf-8\")]\n";

const RECIPE: &str = r#"#!/usr/bin/env bash
# Instruction tuning as in the appendix of Msg-Mcq: three epochs, everything else as ms-swift has it by default, but all
# weights of the projector and the language model learn, as for LLaVA in the paper. The loss is on the answers alone
# (`--loss_scale default`). `--strict` stops at a row that would otherwise be left out without a word.
set -euo pipefail
cd "$(dirname "$0")" # pictures are relative to this folder
swift sft \
    --model "${MODEL:-llava-hf/llava-1.5-7b-hf}" \
    --dataset DATA \
    --tuner_type full \
    --freeze_vit true \
    --freeze_aligner false \
    --loss_scale default \
    --num_train_epochs 3 \
    --strict true \
    --output_dir "${OUTPUT:-output/NAME}"
"#;

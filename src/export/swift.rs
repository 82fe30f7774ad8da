//! `swift`: messages for ms-swift.

use super::lines::{self, unreadable};
use super::record::{Form, Record, Said};
use super::talk;
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written};
use crate::error::Result;
use std::path::Path;

/// `<split>.jsonl`. Relative paths are looked up in the working directory, so ms-swift is run in the export's folder,
/// or the paths are written absolute.
pub struct Swift;

/// Columns that ms-swift gives a meaning of its own.
const TAKEN: &[&str] = &["label", "channel", "objects", "query", "response", "rejected_response", "system", "tools"];

impl Exporter for Swift {
    fn name(&self) -> &'static str {
        "swift"
    }

    fn audience(&self) -> &'static str {
        "ms-swift: instruction tuning"
    }

    fn pictures(&self) -> Pictures {
        Pictures::Beside
    }

    fn has_paths(&self) -> bool {
        true
    }

    fn spaces_tokens(&self) -> bool {
        true
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits { rows: 500_000, bytes: u64::MAX })
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        shard.numbered(&shard.split, "jsonl")
    }

    fn encoder<'a>(&self, context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        Ok(lines::lines(out, |record: &Record| talk::with_images(context, record)))
    }

    fn said(&self, _context: &Context, _shard: &Shard, record: &Record) -> Said {
        talk::said(record)
    }

    fn reread(&self, context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        lines::read_lines(path, |row, place| {
            if let Some(key) = row.as_object().and_then(|o| o.keys().find(|k| TAKEN.contains(&k.as_str()))) {
                return Err(unreadable(place, format!("column `{key}` means something else to ms-swift")));
            }
            see(talk::read_with_images(context, &row, place)?)
        })
    }

    fn beside(&self, context: &Context, shards: &[Written]) -> Vec<(String, String)> {
        let Some(split) = shards.first().map(|w| w.shard.split.as_str()).filter(|_| context.form == Form::Corpus)
        else {
            return Vec::new();
        };
        let own: Vec<&str> = shards.iter().filter(|w| w.shard.split == split).map(|w| w.path.as_str()).collect();
        vec![("train.sh".into(), RECIPE.replace("DATA", &own.join(" ")).replace("NAME", &context.name))]
    }

    fn command(&self, context: &Context, shards: &[Written]) -> String {
        match context.form {
            Form::Corpus => "bash OUT/train.sh".into(),
            Form::Benchmark => {
                let file = shards.first().map_or("test.jsonl", |w| w.path.as_str());
                format!("(cd OUT && swift infer --model MODEL --val_dataset {file})")
            }
        }
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import json\n\n\
         files = [f[\"path\"] for f in json.load(open(\"export.json\"))[\"files\"]]\n\
         items = [json.loads(line) for name in files for line in open(name, encoding=\"utf-8\")]\n"
    }
}

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

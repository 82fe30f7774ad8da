//! `llava`: conversations in one JSON array a file.

use super::attribution::Attribution;
use super::record::{Form, Record, Said, Seen, Shown};
use super::talk::{self, Names};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written, lines};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::path::Path;

/// `<split>.json`; pictures are relative to `--image_folder`, which is the export's folder.
pub struct Llava;

const NAMES: Names = Names { role: "from", content: "value", user: "human", assistant: "gpt", mark: "<image>\n" };

/// A record on its way out.
#[derive(Serialize)]
pub struct Row<'a> {
    id: &'a str,
    image: &'a str,
    conversations: talk::Turns<'a>,
    attribution: Attribution<'a>,
}

impl<'a> Row<'a> {
    /// Of a record, whose texts stay where they are.
    pub fn of(record: &'a Record) -> Self {
        Row {
            id: record.id(),
            image: &record.picture.path,
            conversations: talk::Turns(record, &NAMES),
            attribution: Attribution::of(record),
        }
    }
}

/// What the reader takes of a record. Texts without escapes stay where they are.
#[derive(Deserialize)]
struct Taken<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    image: Cow<'a, str>,
    #[serde(borrow)]
    conversations: Vec<Turn<'a>>,
}

/// A turn by the names in [`NAMES`].
#[derive(Deserialize)]
struct Turn<'a> {
    #[serde(borrow)]
    from: Cow<'a, str>,
    #[serde(borrow)]
    value: Cow<'a, str>,
}

impl Exporter for Llava {
    fn name(&self) -> &'static str {
        "llava"
    }

    fn audience(&self) -> &'static str {
        "LLaVA, and Qwen-VL's finetuning, which reads the same shape"
    }

    fn pictures(&self) -> Pictures {
        Pictures::Beside
    }

    fn spaces_tokens(&self) -> bool {
        true
    }

    fn limits(&self) -> Option<Limits> {
        // The reader holds a whole file in memory.
        Some(Limits { rows: 500_000, bytes: u64::MAX })
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        shard.numbered(&shard.split, "json")
    }

    fn encoder<'a>(&self, _context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        lines::array(out, |record, json| serde_json::to_writer(json, &Row::of(record)))
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        talk::said(record)
    }

    fn reread(&self, _context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        lines::read_array(path, |json, place| {
            let row: Taken = serde_json::from_slice(json).map_err(|e| lines::unreadable(place, e))?;
            let turns = row.conversations.iter().map(|t| (&*t.from, &*t.value)).collect();
            let said = talk::heard(&row.id, turns, &NAMES, place)?;
            see(Seen { said, picture: Shown::Beside(row.image.as_ref().into()) })
        })
    }

    fn beside(&self, context: &Context, shards: &[Written]) -> Vec<(String, String)> {
        let Some(first) = shards.first().filter(|_| context.form == Form::Corpus) else { return Vec::new() };
        vec![("train.sh".into(), RECIPE.replace("DATA", &first.path).replace("NAME", &context.name))]
    }

    fn command(&self, context: &Context, shards: &[Written]) -> String {
        let file = shards.first().map_or("train.json", |w| w.path.as_str());
        match context.form {
            Form::Corpus => "LLAVA=../LLaVA bash OUT/train.sh".into(),
            Form::Benchmark => {
                format!("deepspeed llava/train/train_mem.py … --data_path OUT/{file} --image_folder OUT")
            }
        }
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import json\n\n\
         files = [f[\"path\"] for f in json.load(open(\"export.json\"))[\"files\"]]\n\
         items = [record for name in files for record in json.load(open(name, encoding=\"utf-8\"))]\n"
    }
}

/// LLaVA's own `scripts/v1_5/finetune_task.sh` for the 7B model, with three epochs.
const RECIPE: &str = r#"#!/usr/bin/env bash
# Instruction tuning as in the appendix of Msg-Mcq: LLaVA's own settings (scripts/v1_5/finetune_task.sh), three epochs.
# The projector and the language model learn, the vision tower is frozen; the loss is on the answers alone, which is
# what LLaVA's reader makes of conversations. Run it with LLAVA set to a checkout of LLaVA.
set -euo pipefail
data="$(cd "$(dirname "$0")" && pwd)"
cd "${LLAVA:?set LLAVA to a checkout of https://github.com/haotian-liu/LLaVA}"
deepspeed llava/train/train_mem.py \
    --deepspeed ./scripts/zero3.json \
    --model_name_or_path "${MODEL:-liuhaotian/llava-v1.5-7b}" \
    --version v1 \
    --data_path "$data/DATA" \
    --image_folder "$data" \
    --vision_tower openai/clip-vit-large-patch14-336 \
    --mm_projector_type mlp2x_gelu \
    --mm_vision_select_layer -2 \
    --mm_use_im_start_end False \
    --mm_use_im_patch_token False \
    --image_aspect_ratio pad \
    --group_by_modality_length True \
    --bf16 True \
    --output_dir "${OUTPUT:-./checkpoints/NAME}" \
    --num_train_epochs 3 \
    --per_device_train_batch_size 16 \
    --per_device_eval_batch_size 4 \
    --gradient_accumulation_steps 1 \
    --evaluation_strategy "no" \
    --save_strategy "steps" \
    --save_steps 50000 \
    --save_total_limit 1 \
    --learning_rate 2e-5 \
    --weight_decay 0. \
    --warmup_ratio 0.03 \
    --lr_scheduler_type "cosine" \
    --logging_steps 1 \
    --tf32 True \
    --model_max_length 2048 \
    --gradient_checkpointing True \
    --dataloader_num_workers 4 \
    --lazy_preprocess True \
    --report_to none
"#;

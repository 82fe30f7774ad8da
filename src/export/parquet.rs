//! `parquet`: for Hugging Face `datasets`.

use super::record::{Form, Record, Said};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written, table};
use crate::error::Result;
use std::path::Path;

/// Shards `data/<split>-00000-of-0000N.parquet` with the pictures inside, and a card that names them.
pub struct Parquet;

impl Exporter for Parquet {
    fn name(&self) -> &'static str {
        "parquet"
    }

    fn audience(&self) -> &'static str {
        "Hugging Face `datasets`, the hub, pandas, Polars, DuckDB"
    }

    fn pictures(&self) -> Pictures {
        Pictures::Inside
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

    fn front(&self, context: &Context, shards: &[Written]) -> String {
        table::front(context.form, &table::sizes(shards))
    }

    fn command(&self, _context: &Context, _shards: &[Written]) -> String {
        "hf upload-large-folder USER/NAME --repo-type dataset OUT".into()
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import os\n\
         from datasets import concatenate_datasets, load_dataset\n\n\
         items = concatenate_datasets(list(load_dataset(os.getcwd()).values()))\n\
         items[0][\"image\"].load()  # a PIL picture\n"
    }
}

//! Formats of `messages` and `images` in JSON lines, pictures beside them: LLaMA-Factory's and ms-swift's. They differ in
//! names, and in what stands beside the lines.

use super::lines::{self, unreadable};
use super::record::{Form, Record, Said};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written, talk};
use crate::error::Result;
use std::path::Path;

/// Makes files beside the shards: path inside the export, content.
pub type Beside = fn(&Context, &[Written]) -> Vec<(String, String)>;

/// Such a format; the fields are what [`Exporter`] asks for.
pub struct Messages {
    /// Name on the command line.
    pub name: &'static str,
    /// Program that reads it, and for whom.
    pub audience: &'static str,
    /// Columns that the program gives a meaning of its own.
    pub taken: &'static [&'static str],
    /// Path of a shard inside the export.
    pub file: fn(&Shard) -> String,
    /// Files beside the shards.
    pub beside: Beside,
    /// A command that uses the export.
    pub command: fn(&Context, &[Written]) -> String,
    /// Python that loads it.
    pub snippet: &'static str,
}

impl Exporter for Messages {
    fn name(&self) -> &'static str {
        self.name
    }

    fn audience(&self) -> &'static str {
        self.audience
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
        (self.file)(shard)
    }

    fn encoder<'a>(&self, context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        Ok(lines::lines(out, |record: &Record| talk::with_images(context, record)))
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        talk::said(record)
    }

    fn reread(&self, context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        lines::read_lines(path, |row, place| {
            if let Some(key) = row.as_object().and_then(|o| o.keys().find(|k| self.taken.contains(&k.as_str()))) {
                return Err(unreadable(place, format!("column `{key}` means something else to {}", self.name)));
            }
            see(talk::read_with_images(context, &row, place)?)
        })
    }

    fn beside(&self, context: &Context, shards: &[Written]) -> Vec<(String, String)> {
        (self.beside)(context, shards)
    }

    fn command(&self, context: &Context, shards: &[Written]) -> String {
        (self.command)(context, shards)
    }

    fn snippet(&self, _form: Form) -> &'static str {
        self.snippet
    }
}

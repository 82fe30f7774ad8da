//! Sets in the formats of other programs: one [`Exporter`] per file, listed in [`EXPORTERS`]. An exporter says how one
//! shard is written and how its consumer reads it back; where the records come from, how shards are cut, and that files
//! appear only when complete, is `pipeline::export`'s affair.

pub mod attribution;
pub mod columns;
mod imagefolder;
mod inspect;
pub mod lines;
mod llamafactory;
pub mod llava;
mod lmms_eval;
mod messages;
pub mod openai;
pub mod parquet;
mod provenance;
pub mod record;
mod swift;
pub mod table;
mod talk;
pub mod text;
mod vlmevalkit;
mod webdataset;

use crate::error::Result;
use record::{Form, Record, Said, Seen};
use std::io::Write;
use std::path::Path;

/// Where a format keeps its pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictures {
    /// Inside the shards, byte for byte.
    Inside,
    /// Inside the shards, as base64, which takes a third more.
    InText,
    /// As files under `images/`, one per picture.
    Beside,
    /// As files under `<split>/images/`, one per record even where records share a picture.
    PerRecord,
}

/// Where shards end, whichever comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Records.
    pub rows: u64,
    /// Bytes: of the record's line, and of its picture where the format holds pictures inside.
    pub bytes: u64,
}

/// What all shards of an export share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// Benchmark or corpus.
    pub form: Form,
    /// Name of the set, of letters, digits, `-` and `_`.
    pub name: String,
    /// The model that `openai` batch lines ask.
    pub model: String,
    /// The export's folder as an absolute path, where paths are to be absolute.
    pub root: Option<String>,
}

impl Context {
    /// A path inside the export as a consumer is to read it.
    pub fn path(&self, inside: &str) -> String {
        match &self.root {
            Some(root) => format!("{root}/{inside}"),
            None => inside.to_string(),
        }
    }

    /// The path inside the export of what a consumer reads; `None` where it leads elsewhere.
    pub fn inside<'a>(&self, path: &'a str) -> Option<&'a str> {
        match &self.root {
            Some(root) => path.strip_prefix(root.as_str())?.strip_prefix('/'),
            None => Some(path),
        }
    }
}

/// One file of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shard {
    /// Split, e.g. `test`.
    pub split: String,
    /// What else parts the records, e.g. the number of options; empty where nothing does.
    pub part: String,
    /// Position among the shards of the split and part, from 0.
    pub index: usize,
    /// How many they are.
    pub of: usize,
}

impl Shard {
    /// `stem.ext`, or `stem-00001-of-00004.ext` where there are several.
    pub fn numbered(&self, stem: &str, extension: &str) -> String {
        match self.of {
            1 => format!("{stem}.{extension}"),
            of => format!("{stem}-{:05}-of-{of:05}.{extension}", self.index),
        }
    }
}

/// A finished shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Which.
    pub shard: Shard,
    /// Path inside the export.
    pub path: String,
    /// Records.
    pub rows: u64,
    /// Bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// Why a format cannot carry a record: the reason's name, and what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Name that is counted.
    pub reason: &'static str,
    /// Value and cause.
    pub detail: String,
}

/// Takes the records of one shard.
pub trait Encoder {
    /// Writes records, many at a time so that they can be rendered side by side. It may take the pictures' bytes.
    ///
    /// # Errors
    /// When the shard cannot be written.
    fn add(&mut self, records: &mut [Record]) -> Result<()>;
    /// Completes the shard.
    ///
    /// # Errors
    /// When it cannot be written.
    fn finish(self: Box<Self>) -> Result<()>;
}

/// Where an encoder writes.
pub type Sink<'a> = Box<dyn Write + Send + 'a>;

/// Takes what a consumer sees of each record, in order.
pub type See<'a> = &'a mut dyn FnMut(Seen<'_>) -> Result<()>;

/// A format.
pub trait Exporter: Sync {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// Program that reads it, and for whom.
    fn audience(&self) -> &'static str;
    /// Why it cannot carry sets of this form; `None` where it can.
    fn refuses(&self, _form: Form) -> Option<&'static str> {
        None
    }
    /// Where its pictures are.
    fn pictures(&self) -> Pictures;
    /// Whether `--absolute-paths` changes anything.
    fn has_paths(&self) -> bool {
        false
    }
    /// Where shards end unless the user says so; `None` where a split is one file.
    fn limits(&self) -> Option<Limits>;
    /// Whether special tokens in texts are written with a space, since its reader would obey them.
    fn spaces_tokens(&self) -> bool {
        false
    }
    /// Why the name of a set cannot be used; the reader does something else by it.
    fn misnamed(&self, _name: &str) -> Option<String> {
        None
    }
    /// Why a record cannot be carried unchanged.
    fn cannot_carry(&self, _record: &Record) -> Option<Refusal> {
        None
    }
    /// The parts (see [`Shard::part`]) that a record belongs to.
    fn parts(&self, _record: &Record) -> Vec<String> {
        vec![String::new()]
    }
    /// Path of a shard inside the export.
    fn file(&self, context: &Context, shard: &Shard) -> String;
    /// Starts a shard.
    ///
    /// # Errors
    /// When it cannot be written.
    fn encoder<'a>(&self, context: &'a Context, shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>>;
    /// What the consumer must see of a record, apart from its picture.
    fn said<'r>(&self, context: &Context, shard: &Shard, record: &'r Record) -> Said<'r>;
    /// Reads a shard at `path` by the consumer's rules.
    ///
    /// # Errors
    /// When the consumer could not read it: the message names the record.
    fn reread(&self, context: &Context, shard: &Shard, path: &Path, see: See<'_>) -> Result<()>;
    /// Files beside the shards: path inside the export, content. `export.json`, the card, the datasheet,
    /// `croissant.json` and `LICENSES.csv` are not its affair.
    fn beside(&self, _context: &Context, _shards: &[Written]) -> Vec<(String, String)> {
        Vec::new()
    }
    /// YAML of the card's front matter by which dataset hubs find the files; empty where there is none.
    fn front(&self, _context: &Context, _shards: &[Written]) -> String {
        String::new()
    }
    /// A command that uses the export, with `OUT` for its folder.
    fn command(&self, context: &Context, shards: &[Written]) -> String;
    /// Python that loads the export, run in its folder; it ends with `items` (any sized sequence of records).
    fn snippet(&self, form: Form) -> &'static str;
}

/// All formats; help and validation derive from it.
pub const EXPORTERS: &[&dyn Exporter] = &[
    &parquet::Parquet,
    &imagefolder::ImageFolder,
    &webdataset::WebDataset,
    &vlmevalkit::VlmEvalKit,
    &lmms_eval::LmmsEval,
    &inspect::Inspect,
    &llava::Llava,
    &llamafactory::LLAMA_FACTORY,
    &swift::SWIFT,
    &openai::OpenAi,
];

/// The format of that name.
pub fn find(name: &str) -> Option<&'static dyn Exporter> {
    EXPORTERS.iter().copied().find(|e| e.name() == name)
}

/// Splits that shards have, in order of appearance.
pub fn splits(shards: &[Written]) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for s in shards {
        if !out.contains(&s.shard.split.as_str()) {
            out.push(&s.shard.split);
        }
    }
    out
}

//! A run's configuration: TOML in, a validated [`RunConfig`] out. Nothing below the pipeline sees the
//! file or the command line.

mod file;
pub mod value;

use crate::error::{Error, Place, Result};
use crate::model::evidence::{GoldTier, Tier};
use crate::model::plan::Level;
use crate::model::settings::{Difficulty, PictureFormat, Symmetry};
use crate::select::variants::Wanted;
use crate::source::SourceOptions;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use value::{Band, OptionCount, Quality, Share};

/// The configuration used when none is given: the embedded sample.
pub const QUICKSTART: &str = include_str!("../../../examples/quickstart.toml");

/// A validated run. Fields are public so that the command line can override them; every type holds only legal values.
#[derive(Debug, Clone)]
pub struct RunConfig {
    /// Seed of every draw.
    pub seed: u64,
    /// Output folder.
    pub out: PathBuf,
    /// Sources in the order listed; the order changes nothing in the output.
    pub sources: Vec<SourceConfig>,
    /// `[quota]`.
    pub quota: Quota,
    /// `[select]`.
    pub select: Select,
    /// `[distract]`.
    pub distract: Distract,
    /// `[gold] min_tier`: items whose gold is founded worse are not selected.
    pub min_gold: GoldTier,
    /// `[limits]`: thresholds of the targets, passed through to `target::Limits`.
    pub limits: toml::Table,
    /// `[draw]`.
    pub draw: Draw,
    /// Folder whose files replace embedded thesaurus files.
    pub thesaurus: Option<PathBuf>,
    /// Folder whose files replace embedded templates.
    pub templates: Option<PathBuf>,
    /// Embedding model for words that have no shipped vector: a name or a folder.
    pub embed_model: Option<String>,
    /// At most this many items, in plan order; a group that does not fit whole is left out.
    pub limit: Option<u64>,
    /// Sets, corpora and lists of pictures that the run may not meet; the command line names them.
    pub exclude: Vec<PathBuf>,
    /// The split file that deals pictures out to `generate` and `converse`.
    pub split: Option<PathBuf>,
}

/// One `[[source]]`.
#[derive(Debug, Clone)]
pub struct SourceConfig {
    /// Format, a name of `source::SOURCES`.
    pub kind: String,
    /// Name in items; the kind unless two sources share it. Unique in a run.
    pub name: String,
    /// Where its files are.
    pub root: Root,
    /// File roles, picture folder, declarations.
    pub options: SourceOptions,
}

/// Where a source's files are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// The sample that is embedded in the program.
    Sample,
    /// A folder.
    Folder(PathBuf),
}

/// How many items of each cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Quota {
    /// Items of every legal cell that `cells` does not name.
    pub per_cell: u32,
    /// Items by cell, `<target>.<kind>`; 0 leaves a cell out.
    pub cells: BTreeMap<String, u32>,
}

impl Quota {
    /// The quota of a cell.
    pub fn of(&self, target: &str, kind: &str) -> u32 {
        self.cells.get(&format!("{target}.{kind}")).copied().unwrap_or(self.per_cell)
    }

    /// Refuses cells that are not legal; `legal` are all `<target>.<kind>` that the registries allow.
    ///
    /// # Errors
    /// Naming the cell and the legal ones.
    pub fn check_cells(&self, legal: &[String]) -> Result<()> {
        match self.cells.keys().find(|cell| !legal.contains(cell)) {
            None => Ok(()),
            Some(cell) => Err(Error::data(
                Place::file("[quota.cells]"),
                format!("`{cell}` is not a legal cell"),
                format!("use one of {}", legal.join(", ")),
            )),
        }
    }
}

/// What is selected, and in which groups.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Select {
    /// Whether ungrouped items are admitted.
    pub symmetry: Symmetry,
    /// Levels at which groups are formed, finest first.
    pub levels: Vec<Level>,
    /// Options of an item; a correction item has one more concept than shown ("none of the above" is the last option).
    pub options: OptionCount,
    /// Options of the groups that fill what groups of `options` leave open; `None` leaves it open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewer_options: Option<OptionCount>,
    /// Items on one picture at most; `None` is no cap.
    pub max_per_picture: Option<u32>,
    /// Largest share of a cell that one gold concept may take; `None` is 1/K.
    pub max_concept_share: Option<Share>,
    /// Whether every group is asked in all kinds that can ask it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub facets: bool,
    /// Whether cells that a blind solver beats are planned again.
    pub regroup: bool,
    /// Which copies of items are made.
    #[serde(flatten)]
    pub copies: Wanted,
}

/// Which distractors are drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Distract {
    /// Candidates sampled before the vetoes.
    pub candidates: u32,
    /// Names the similarity band, unless `band` is given.
    pub difficulty: Difficulty,
    /// Similarity to the gold that a distractor must have.
    pub band: Option<Band>,
    /// Weakest evidence of falsehood that is admitted.
    pub min_evidence: Tier,
}

/// How pictures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// Format of pictures with boxes.
    pub format: PictureFormat,
    /// JPEG quality.
    pub quality: Quality,
}

impl RunConfig {
    /// Reads a configuration file; relative paths in it start from its folder.
    ///
    /// # Errors
    /// When it cannot be read, is not TOML of this shape (file, line, what was expected), or contradicts itself.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|e| {
            Error::opening(path, "give a configuration file; examples/quickstart.toml shows every key", e)
        })?;
        let base = path.parent().unwrap_or(Path::new(""));
        Self::parse(&text, &path.display().to_string(), base)
    }

    /// The embedded quickstart: the sample, a few items of every cell.
    ///
    /// # Errors
    /// Only when `examples/quickstart.toml` is broken, which a test rules out.
    pub fn quickstart() -> Result<Self> {
        Self::parse(QUICKSTART, "examples/quickstart.toml", Path::new(""))
    }

    /// Parses a configuration text; `shown` names it in messages, `base` is where its relative paths start.
    ///
    /// # Errors
    /// As [`RunConfig::read`].
    pub fn parse(text: &str, shown: &str, base: &Path) -> Result<Self> {
        file::parse(text, shown, base)
    }

    /// The source that a plan row's picture belongs to, by its name.
    pub fn source(&self, name: &str) -> Option<&SourceConfig> {
        self.sources.iter().find(|s| s.name == name)
    }

    /// What decides the content of the output, without paths of this machine: hashed and written to `run.json`.
    /// The sources are sorted by name.
    pub fn settings(&self) -> serde_json::Value {
        let mut sources: Vec<&SourceConfig> = self.sources.iter().collect();
        sources.sort_by(|a, b| a.name.cmp(&b.name));
        let sources: Vec<serde_json::Value> = sources
            .iter()
            .map(|s| {
                serde_json::json!({
                    "kind": s.kind, "name": s.name, "sample": s.root == Root::Sample,
                    "files": s.options.files, "images": s.options.images, "declares": s.options.declares,
                })
            })
            .collect();
        serde_json::json!({
            "seed": self.seed, "sources": sources, "quota": self.quota, "select": self.select,
            "distract": self.distract, "min_gold": self.min_gold, "limits": self.limits, "draw": self.draw,
            "embed_model": self.embed_model.as_deref().map(model_name), "limit": self.limit,
        })
    }
}

/// A model's name; of a folder only its last part, so that no path of this machine is recorded.
fn model_name(model: &str) -> &str {
    let path = Path::new(model);
    if path.is_dir() { path.file_name().and_then(|n| n.to_str()).unwrap_or("model") } else { model }
}

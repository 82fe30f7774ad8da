//! `inspect`: one item of a set with everything that it rests on, or one scene of a source.

use super::args::ConfigArgs;
use super::{Verdict, output};
use crate::error::{Error, Place, Result};
use crate::model::evidence::Evidence;
use crate::model::item::McqItem;
use crate::model::plan::{Role, letter};
use crate::pipeline::survey;
use clap::Args;
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Arguments of `inspect`.
#[derive(Args)]
pub(super) struct Inspect {
    /// Folder of a set.
    #[arg(value_name = "OUT", required_unless_present = "scene")]
    out: Option<PathBuf>,
    /// Id of an item, or the beginning of one.
    #[arg(value_name = "ITEM_ID", required_unless_present = "scene")]
    item: Option<String>,
    /// Print a scene of the configured sources as JSON, in the format that the source `scenes` reads.
    #[arg(long, value_name = "ID", conflicts_with_all = ["out", "item"])]
    scene: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
}

impl Inspect {
    pub fn execute(self) -> Result<Verdict> {
        let text = match (&self.scene, &self.out, &self.item) {
            (Some(id), _, _) => {
                let scene = survey::scene(&self.config.load()?, id)?;
                let json = serde_json::to_string(&scene)
                    .map_err(|e| Error::data(Place::record("scene", id), e.to_string(), "report this as a fault"))?;
                json + "\n"
            }
            (None, Some(out), Some(id)) => item(&find(out, id)?),
            _ => return Err(Error::usage("nothing to inspect", "give OUT and ITEM_ID, or --scene ID")),
        };
        output::print(&text)?;
        Ok(Verdict::Done)
    }
}

fn find(out: &Path, id: &str) -> Result<McqItem> {
    let path = out.join("items.jsonl");
    let file = File::open(&path).map_err(|e| Error::opening(&path, "give the folder of a built set", e))?;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| Error::io(&path, "read", e))?;
        // Only the line that is sought is parsed.
        if !line.contains(id) {
            continue;
        }
        let item: McqItem = serde_json::from_str(&line).map_err(|e| {
            let place = Place::line(path.display().to_string(), number as u64 + 1);
            Error::data(place, e.to_string(), "build the set again with this version")
        })?;
        if item.id.starts_with(id) {
            return Ok(item);
        }
    }
    Err(Error::usage(format!("no item `{id}` in {}", path.display()), "ids stand in items.jsonl and in the gallery"))
}

fn item(item: &McqItem) -> String {
    let p = &item.provenance;
    let mut out = format!("{}  ({})\n{}\n\n", item.id, item.image, item.question);
    for (i, (choice, option)) in item.choices.iter().zip(&p.options).enumerate() {
        let mark = if i == item.answer_index { '*' } else { ' ' };
        let _ = write!(out, "{mark} ({}) {choice}", letter(i as u8));
        if let Some(evidence) = &option.evidence {
            let _ = write!(out, "  - false by {}", because(evidence));
        } else if option.role == Role::Gold {
            let _ = write!(out, "  - {}", word(&p.gold_tier));
        }
        if let Some(similarity) = option.similarity {
            let _ = write!(out, ", similarity {similarity:.2}");
        }
        if option.visible {
            out.push_str(", seen elsewhere in the picture");
        }
        out.push('\n');
    }
    if let Some(statement) = &p.statement {
        let _ = write!(out, "\nthe statement claims `{}`, which ", statement.term);
        match &statement.evidence {
            Some(evidence) => {
                let _ = writeln!(out, "is false by {}", because(evidence));
            }
            None => out.push_str(if statement.holds { "holds\n" } else { "is false\n" }),
        }
    }
    out.push('\n');
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(out, "{name:<12}{value}");
    };
    row("target", &item.target);
    row("kind", &item.kind);
    row("scene", &p.scene);
    row("fact", &p.fact);
    row("annotations", &p.annotations.join(", "));
    row("template", &p.template);
    row("group", &format!("{} ({} level)", p.group.as_deref().unwrap_or("none"), word(&p.level)));
    for b in &item.boxes {
        row("box", &format!("{} at x {}, y {}, {} × {}", b.color, b.x, b.y, b.w, b.h));
    }
    let l = &item.license;
    row("license", &format!("{} by {}", l.license, l.author.as_deref().unwrap_or("unknown")));
    out
}

fn because(evidence: &Evidence) -> String {
    let (rule, tier) = match evidence {
        Evidence::VerifiedFalse { by } => (by, "verified_false"),
        Evidence::Exhaustive { list } => (list, "exhaustive"),
        Evidence::Geometry { rule } => (rule, "geometry"),
        Evidence::Exclusive { rule } => (rule, "exclusive"),
    };
    format!("{tier} ({rule})")
}

/// The name of an enumeration's value, as in the files.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_string)).unwrap_or_default()
}

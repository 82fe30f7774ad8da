//! `diff`: what differs between two versions of a set.

use super::{Verdict, output};
use crate::error::{Error, Place, Result};
use crate::pipeline::diff::{self, Comparison};
use clap::Args;
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;

/// Items listed of each sort.
const SHOWN: usize = 10;

/// Arguments of `diff`.
#[derive(Args)]
#[command(after_help = "Exit code 0: the two are one set; 1: they differ.")]
pub(super) struct Diff {
    /// Folder of a set, or its items.jsonl (plan.jsonl, dialogues.jsonl, questions.jsonl).
    #[arg(value_name = "OUT1")]
    before: PathBuf,
    /// The other.
    #[arg(value_name = "OUT2")]
    after: PathBuf,
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
}

impl Diff {
    pub fn execute(self) -> Result<Verdict> {
        let found = diff::compare(&self.before, &self.after)?;
        if self.json {
            let text = serde_json::to_string_pretty(&found)
                .map_err(|e| Error::data(Place::file("diff"), e.to_string(), "report this as a fault of groundline"))?;
            output::print(&(text + "\n"))?;
        } else {
            output::print(&text(&found))?;
        }
        Ok(if found.is_same() { Verdict::Done } else { Verdict::Short })
    }
}

fn text(c: &Comparison) -> String {
    let d = &c.items;
    let short = |h: &String| h.get(..12).unwrap_or_default().to_string();
    let [a, b] = [&c.blake3[0], &c.blake3[1]].map(short);
    if c.is_same() {
        return format!(
            "the same {} items, content {a}{}\n",
            d.same,
            if a == b { String::new() } else { format!(" and {b}, written differently") }
        );
    }
    let mut out = format!(
        "content {a} and {b}: {} items added, {} removed, {} changed, {} the same\n",
        d.added.len(),
        d.removed.len(),
        d.changed.len(),
        d.same
    );
    if d.reordered {
        out.push_str("the items that both have stand in another order\n");
    }
    let mut list = |title: &str, ids: &[String]| {
        for id in ids.iter().take(SHOWN) {
            let _ = writeln!(out, "{title} {id}");
        }
        if ids.len() > SHOWN {
            let _ = writeln!(out, "{title} … {} more", ids.len() - SHOWN);
        }
    };
    list("+", &d.added);
    list("-", &d.removed);
    list("≠ picture", &c.pictures);
    let fields = d.fields();
    if !fields.is_empty() {
        let counted: Vec<String> = fields.iter().map(|(f, n)| format!("{f} {n}")).collect();
        let _ = writeln!(out, "changed fields: {}", counted.join(", "));
    }
    for changed in d.changed.iter().take(SHOWN) {
        for field in &changed.fields {
            let (before, after) = (value(field.before.as_ref()), value(field.after.as_ref()));
            let _ = writeln!(out, "≠ {} {}: {before} → {after}", changed.id, field.path);
        }
    }
    if d.changed.len() > SHOWN {
        let _ = writeln!(out, "≠ … {} more", d.changed.len() - SHOWN);
    }
    out
}

fn value(v: Option<&Value>) -> String {
    let text = v.map_or_else(|| "nothing".into(), Value::to_string);
    if text.chars().count() > 60 { text.chars().take(60).chain(['…']).collect() } else { text }
}

//! `README.md` of a set: what it is, how it was made, how to load it, on what terms.

use super::config::Draw;
use super::licenses::Licenses;
use super::overview::grouped;
use super::run::RunFile;
use crate::model::item::McqItem;
use crate::model::plan::Level;
use crate::model::settings::PictureFormat;
use crate::source::manifest::Manifest;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Counts of a set that stand in its card.
#[derive(Default)]
pub struct Set {
    cells: BTreeMap<(String, String), u64>,
    kinds: BTreeSet<String>,
    levels: BTreeMap<Level, u64>,
    sources: BTreeMap<String, u64>,
}

impl Set {
    /// Counts an item.
    pub fn add(&mut self, item: &McqItem) {
        *self.cells.entry((item.target.clone(), item.kind.clone())).or_default() += 1;
        self.kinds.insert(item.kind.clone());
        *self.levels.entry(item.provenance.level).or_default() += 1;
        *self.sources.entry(item.source.clone()).or_default() += 1;
    }
}

/// The card's text; `overview` is the overview table.
pub fn card(
    run: &RunFile,
    set: &Set,
    licenses: &Licenses,
    manifests: &[(String, Manifest)],
    draw: Draw,
    overview: &str,
) -> String {
    let mut out = String::new();
    let _ = write!(out, "{}", front(run, set));
    out.push_str(
        "# A semantic-grounding benchmark\n\n\
         Multiple-choice questions about pictures. Each asks about one annotated fact, points at its referent with a \
         drawn box where one is needed, and offers options that are *known* to be false by a named rule. Made with \
         [groundline](https://crates.io/crates/groundline) after the method Msg-Mcq (*Evaluation and Enhancement of \
         Semantic Grounding in Large Vision-Language Models*).\n\n",
    );
    let _ = write!(out, "```text\n{overview}```\n\n{}", cells(set));
    if !run.unmet().is_empty() {
        out.push_str(
            "Cells with fewer items than were asked for:\n\n| cell | asked for | made |\n| --- | ---: | ---: |\n",
        );
        for u in run.unmet() {
            let _ = writeln!(out, "| {} | {} | {} |", u.cell, grouped(u.quota), grouped(u.items));
        }
        out.push('\n');
    }
    let _ = write!(
        out,
        "## What is in it\n\n\
         | file | content |\n| --- | --- |\n\
         | `items.jsonl` | one item a line: `id`, `image`, `question`, `choices`, `answer` (letter), `answer_index`, \
         `target`, `kind`, `source`, `boxes`, `provenance`, `license` |\n\
         | `images/` | the pictures; {} |\n\
         | `index.html` | a gallery: open it in a browser, no network is needed |\n\
         | `plan.jsonl`, `plan.json` | what was decided before any picture was opened, and its account |\n\
         | `rejects.jsonl` | what was dropped, with a named reason |\n\
         | `run.json` | version, seed, settings, hashes of every input and resource, counts |\n\
         | `LICENSES.csv` | source, license and author of every picture |\n\n",
        match draw.format {
            PictureFormat::Jpeg => format!("boxed ones are JPEG of quality {}", draw.quality.get()),
            PictureFormat::Png => "boxed ones are PNG".to_string(),
        }
    );
    out.push_str(
        "Boxes are drawn just outside the region they mark: a colored line of a 120th of the picture's shorter side \
         (3 to 32 pixels) between two thin lines of contrasting brightness. `boxes` gives the region itself, in pixels \
         of the written picture. Yes/no items are always (A) Yes (B) No; correction items end with \"none of the \
         above\".\n\n",
    );
    out.push_str(&loading());
    let _ = write!(out, "{}{}", made(run, set), terms(set, licenses, manifests));
    out
}

/// The hub's name for a number of records.
pub fn size_category(records: u64) -> &'static str {
    match records {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        _ => "n>1M",
    }
}

/// Front matter that dataset hubs read.
fn front(run: &RunFile, set: &Set) -> String {
    let size = size_category(run.build.as_ref().map_or(0, |b| b.items));
    let sources: Vec<&str> = set.sources.keys().map(String::as_str).collect();
    format!(
        "---\npretty_name: Semantic grounding, multiple choice\nlanguage: [en]\nlicense: other\n\
         license_name: per-picture\nlicense_link: LICENSES.csv\n\
         task_categories: [visual-question-answering, multiple-choice]\nsize_categories: [\"{size}\"]\n\
         annotations_creators: [machine-generated]\nsource_datasets: [{}]\ntags: [groundline, grounding]\n---\n\n",
        sources.join(", ")
    )
}

fn cells(set: &Set) -> String {
    let kinds: Vec<&String> = set.kinds.iter().collect();
    let targets: BTreeSet<&String> = set.cells.keys().map(|(t, _)| t).collect();
    let mut out = String::from("| items |");
    for kind in &kinds {
        let _ = write!(out, " {kind} |");
    }
    let _ = write!(out, "\n| --- |{}\n", " ---: |".repeat(kinds.len()));
    for target in targets {
        let _ = write!(out, "| {target} |");
        for kind in &kinds {
            let n = set.cells.get(&(target.clone(), (*kind).clone())).copied().unwrap_or(0);
            let _ = write!(out, " {} |", grouped(n));
        }
        out.push('\n');
    }
    out.push('\n');
    out
}

fn loading() -> String {
    "## How to load it\n\n\
     ```python\n\
     import json\n\n\
     with open(\"items.jsonl\", encoding=\"utf-8\") as f:\n    \
     items = [json.loads(line) for line in f]\n\
     for item in items:\n    \
     letters = \"ABCDEFGH\"[: len(item[\"choices\"])]\n    \
     prompt = item[\"question\"] + \"\\n\" + \"\\n\".join(f\"({a}) {c}\" for a, c in zip(letters, item[\"choices\"]))\n    \
     picture = item[\"image\"]  # relative to this folder\n\
     ```\n\n\
     `groundline export` writes it for common evaluation and training programs; `groundline ask` and `groundline score` \
     ask a model and score its answers.\n\n"
        .to_string()
}

fn made(run: &RunFile, set: &Set) -> String {
    let name = |level: &Level| match level {
        Level::Picture => "picture: all members ask about one picture",
        Level::Noun => "noun: same noun, other pictures",
        Level::Pattern => "pattern: same kind of noun",
        Level::Cell => "cell: same target and kind",
        Level::None => "ungrouped",
    };
    let mut out = format!(
        "## How it was made\n\n\
         groundline {}, seed {}. Items come in exchange groups: over a group every concept is right once and offered in \
         every item, so a rule on the options alone scores chance. The finest level at which partners were found:\n\n\
         | level | items |\n| --- | ---: |\n",
        run.version, run.seed
    );
    for (level, n) in &set.levels {
        let _ = writeln!(out, "| {} | {} |", name(level), grouped(*n));
    }
    out.push_str(
        "\nEvery wrong option carries its evidence in `provenance.options[].evidence`, in tiers: `verified_false` (a \
         person said no) > `exhaustive` (the annotation is declared complete) > `geometry` (the boxes contradict it) > \
         `exclusive` (nothing can be both). `provenance.gold_tier` tells how well the right answer is founded.\n\n",
    );
    let left_out: Vec<String> = run.left_out().iter().map(|(why, n)| format!("{why} {}", grouped(*n))).collect();
    if !left_out.is_empty() {
        let _ = writeln!(
            out,
            "Pictures of other sets (`--exclude`, `--split`) are not in it, by origin, bytes and looks: {}.\n",
            left_out.join(", ")
        );
    }
    out
}

fn terms(set: &Set, licenses: &Licenses, manifests: &[(String, Manifest)]) -> String {
    let mut out = String::from(
        "## Licenses and citation\n\n\
         The pictures keep the licenses of their sources; a picture with boxes is a derivative. `LICENSES.csv` has \
         every picture.\n\n| source | license of the pictures | pictures |\n| --- | --- | ---: |\n",
    );
    for ((dataset, license), n) in licenses.summary() {
        let _ = writeln!(out, "| {dataset} | {} | {} |", license.replace('|', "\\|"), grouped(n));
    }
    out.push('\n');
    for (name, manifest) in manifests {
        let used = set.sources.get(name).copied().unwrap_or(0);
        let _ = write!(
            out,
            "**{}** (`{name}`, {} items): annotations {}; pictures {}. <{}>\n\n```text\n{}\n```\n\n",
            manifest.title,
            grouped(used),
            manifest.annotation_license,
            manifest.image_license,
            manifest.homepage,
            manifest.citation.trim()
        );
    }
    out
}

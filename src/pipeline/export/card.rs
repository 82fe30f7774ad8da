//! `README.md` of an export: the card that dataset hubs and people read.

use super::count::Summary;
use super::set::Set;
use super::write::Job;
use crate::error::Result;
use crate::export::record::Form;
use crate::export::{Written, splits};
use crate::pipeline::card::size_category;
use crate::pipeline::overview::grouped;
use crate::source;
use crate::source::manifest::Manifest;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is known of how the set was made.
pub struct About {
    /// Its `run.json`; null where there is none.
    pub run: Value,
    /// Its `check.json`; null where there is none.
    pub check: Value,
    /// Manifests of its sources, by the source's name in the set.
    pub sources: BTreeMap<String, Manifest>,
}

impl About {
    /// Reads what lies beside the set.
    ///
    /// # Errors
    /// When a file is there and is not JSON.
    pub fn read(set: &Set, summary: &Summary) -> Result<About> {
        let json = |name: &str| -> Result<Value> {
            let path = set.folder.join(name);
            match std::fs::read_to_string(&path) {
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Value::Null),
                other => {
                    let text = other.map_err(|e| crate::Error::io(&path, "read", e))?;
                    serde_json::from_str(&text).map_err(|e| {
                        let place = crate::Place::line(path.display().to_string(), e.line() as u64);
                        crate::Error::data(place, e.to_string(), "make the set again, or remove the file")
                    })
                }
            }
        };
        let run = json("run.json")?;
        let mut sources = BTreeMap::new();
        for (name, _) in summary.table("source") {
            let configured = run.pointer("/arguments/sources").and_then(Value::as_array);
            let kind = configured
                .into_iter()
                .flatten()
                .find(|s| s.get("name").and_then(Value::as_str) == Some(name))
                .and_then(|s| s.get("kind").and_then(Value::as_str))
                .unwrap_or(name);
            if let Some(source) = source::find(kind) {
                sources.insert(name.to_string(), Manifest::parse(source.name(), source.manifest())?);
            }
        }
        Ok(About { run, check: json("check.json")?, sources })
    }

    /// A text of `run.json`.
    pub fn text(&self, pointer: &str) -> Option<String> {
        match self.run.pointer(pointer)? {
            Value::String(s) => Some(s.clone()),
            Value::Null => None,
            other => Some(other.to_string()),
        }
    }

    /// What `check` found; empty where it was not run.
    pub fn findings(&self) -> Vec<Finding<'_>> {
        let list = self.check.get("findings").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        list.iter()
            .filter_map(|f| {
                let text = |key: &str| f.get(key).and_then(Value::as_str);
                let cases = f.get("examples").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                Some(Finding {
                    check: text("check")?,
                    verdict: text("verdict")?,
                    what: text("what").unwrap_or_default(),
                    count: f.get("count").and_then(Value::as_u64).unwrap_or(0),
                    examples: cases.iter().filter_map(Value::as_str).collect(),
                })
            })
            .collect()
    }
}

/// One check of `check.json`.
pub struct Finding<'a> {
    /// Its name.
    pub check: &'a str,
    /// `pass`, `info`, `warn`, `fail` or `skipped`.
    pub verdict: &'a str,
    /// What it looks for or found, in words.
    pub what: &'a str,
    /// Cases found.
    pub count: u64,
    /// The first of them.
    pub examples: Vec<&'a str>,
}

impl Finding<'_> {
    /// What was looked for, how many cases there are, and some of them.
    fn sentence(&self) -> String {
        /// Cases named in a table.
        const NAMED: usize = 3;
        let mut out = self.what.to_string();
        if self.count > 0 {
            let _ = write!(out, " ({} found)", grouped(self.count));
        }
        let cases = self.examples.get(..NAMED.min(self.examples.len())).unwrap_or_default();
        if !cases.is_empty() {
            let more = if self.examples.len() > NAMED || self.count > NAMED as u64 { "; …" } else { "" };
            let _ = write!(out, ": {}{more}", cases.join("; "));
        }
        out.replace('|', "\\|").replace('\n', " ")
    }
}

/// How the two papers are cited.
pub const PAPERS: &[&str] = &[
    "Jiaying Lu, Jinmeng Rao, Kezhen Chen, Xiaoyuan Guo, Yawen Zhang, Baochen Sun, Carl Yang and Jie Yang, Evaluation and \
     Enhancement of Semantic Grounding in Large Vision-Language Models, arXiv 2309.04041 (the questions and dialogues)",
    "Fully Authentic Visual Question Answering Dataset from Online Communities (VQAonline), arXiv 2311.15562 (the scoring \
     of long answers)",
];

/// A title for people.
pub fn title(job: &Job<'_>) -> String {
    let what = match job.context.form {
        Form::Benchmark => "a semantic-grounding benchmark",
        Form::Corpus => "a corpus of grounded dialogues",
    };
    format!("{}: {what}", job.context.name)
}

/// One sentence that describes the set.
pub fn sentence(job: &Job<'_>) -> String {
    let summary = &job.scan.summary;
    let (n, pictures) = (grouped(summary.records), grouped(summary.pictures));
    match job.context.form {
        Form::Benchmark => format!(
            "{n} multiple-choice questions about {pictures} pictures: each asks about one annotated fact, points at its \
             referent with a drawn box where one is needed, and offers options that are known to be false by a named rule."
        ),
        Form::Corpus => format!(
            "{n} dialogues about {pictures} pictures: questions and answers of several rounds that state nothing but what \
             the annotations of the picture say."
        ),
    }
}

/// The card.
pub fn card(job: &Job<'_>, about: &About, written: &[Written]) -> String {
    let mut out = front(job, written);
    let _ = write!(
        out,
        "# {}\n\n{} Made with [groundline](https://crates.io/crates/groundline) after the method Msg-Mcq, and exported for \
         {}. `DATASHEET.md` answers the usual questions about a dataset, `croissant.json` describes the files to machines.\n\n",
        title(job),
        sentence(job),
        job.exporter.audience()
    );
    out.push_str(&composition(job, written));
    let _ = write!(
        out,
        "## How to load it\n\nIn this folder:\n\n```python\n{}```\n\n```sh\n{}\n```\n\nwhere OUT is this folder.\n\n",
        job.exporter.snippet(job.context.form),
        job.exporter.command(job.context, written)
    );
    out.push_str(&made(about));
    out.push_str(&limits(job, about));
    out.push_str(&terms(job));
    out.push_str("## Citation\n\n");
    for text in citations(about) {
        let _ = writeln!(out, "- {text}");
    }
    out
}

fn front(job: &Job<'_>, written: &[Written]) -> String {
    let summary = &job.scan.summary;
    let license = summary.license();
    let mut out = format!("---\npretty_name: {}\nlanguage:\n- en\nlicense: {}\n", quoted(&title(job)), license.id);
    if license.id == "other" {
        let _ = write!(out, "license_name: {}\nlicense_link: LICENSES.csv\n", license.name);
    }
    let tasks: &[&str] = match job.context.form {
        Form::Benchmark => &["visual-question-answering", "multiple-choice"],
        Form::Corpus => &["visual-question-answering", "image-text-to-text"],
    };
    let _ = writeln!(out, "task_categories:\n- {}", tasks.join("\n- "));
    let _ = writeln!(out, "size_categories:\n- {}", size_category(summary.records));
    out.push_str("annotations_creators:\n- machine-generated\nsource_datasets:\n");
    for (source, _) in summary.table("source") {
        let _ = writeln!(out, "- {}", quoted(source));
    }
    let _ = write!(out, "tags:\n- groundline\n- grounding\n{}---\n\n", job.exporter.front(job.context, written));
    out
}

/// A YAML text that needs no further thought.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The tables of what is in the set, and its files.
pub fn composition(job: &Job<'_>, written: &[Written]) -> String {
    let summary = &job.scan.summary;
    let mut out = format!(
        "## What is in it\n\n| | |\n| --- | ---: |\n| {} | {} |\n",
        job.context.form.noun(),
        grouped(summary.records)
    );
    let mut row = |name: &str, n: u64| {
        let _ = writeln!(out, "| {name} | {} |", grouped(n));
    };
    row("pictures", summary.pictures);
    row("pictures' bytes", summary.bytes);
    row("records whose picture has boxes drawn on it", summary.modified);
    if job.context.form == Form::Corpus {
        row("turns", summary.turns);
        let [user, assistant] = summary.words;
        row("words of users", user);
        row("words of assistants", assistant);
    }
    if let Some((low, high)) = summary.sides {
        let _ = writeln!(out, "| sides of pictures, pixels | {low} to {high} |");
    }
    out.push('\n');
    for (table, values) in &summary.tables {
        let listed: Vec<String> = values.iter().map(|(v, n)| format!("{v} {}", grouped(*n))).collect();
        let _ = writeln!(out, "- {table}: {}", listed.join(", "));
    }
    out.push_str("\n| file | split | records | bytes |\n| --- | --- | ---: | ---: |\n");
    for w in written.iter().take(30) {
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", w.path, w.shard.split, grouped(w.rows), grouped(w.bytes));
    }
    if written.len() > 30 {
        let _ = writeln!(out, "| and {} more, all in `export.json` | | | |", written.len() - 30);
    }
    out.push('\n');
    out
}

fn made(about: &About) -> String {
    let mut out = String::from("## How it was made\n\n");
    match (about.text("/version"), about.text("/seed"), about.text("/fingerprint")) {
        (Some(version), Some(seed), Some(fingerprint)) => {
            let _ = write!(
                out,
                "groundline {version}, seed {seed}, fingerprint `{fingerprint}`: the same version, inputs and settings give \
                 the same bytes.\n\n"
            );
        }
        _ => out.push_str("The set has no `run.json`, so how it was made is not recorded.\n\n"),
    }
    let findings = about.findings();
    if findings.is_empty() {
        out.push_str("`groundline check` was not run on it, or its account was not beside the set.\n\n");
    } else {
        let passed: Vec<&str> = findings.iter().filter(|f| f.verdict == "pass").map(|f| f.check).collect();
        let _ = write!(
            out,
            "`groundline check` on the set before it was exported: {} of {} checks passed ({}). The others:\n\n\
             | check | outcome | what |\n| --- | --- | --- |\n",
            passed.len(),
            findings.len(),
            passed.join(", ")
        );
        for f in findings.iter().filter(|f| f.verdict != "pass") {
            let _ = writeln!(out, "| {} | {} | {} |", f.check, f.verdict, f.sentence());
        }
        out.push('\n');
    }
    out
}

/// What a user should know before relying on it.
pub fn limits(job: &Job<'_>, about: &About) -> String {
    let mut out = String::from("## Known limits\n\n");
    let mut point = |text: String| {
        let _ = writeln!(out, "- {text}");
    };
    point("All text is English, worded from templates; what is asked is what the sources annotate.".into());
    point("The right answers are as right as the annotations of the sources; `gold_tier` and `evidence` tell how well each is founded.".into());
    point("Left and right are the viewer's. Boxes are in pixels of the picture as it is stored here.".into());
    for (reason, n) in job.scan.reasons() {
        point(format!(
            "{} records of the set are not in this export: {reason} (`rejects.jsonl` names them).",
            grouped(n)
        ));
    }
    let (spaced, _) = job.scan.spaced;
    if spaced > 0 {
        point(format!(
            "In {} records a special token in a text was written with a space, so that it stays text.",
            grouped(spaced)
        ));
    }
    let unmet = about.run.pointer("/plan/plan/cells").and_then(Value::as_object);
    let short: Vec<String> = unmet
        .into_iter()
        .flatten()
        .filter_map(|(cell, c)| {
            let (asked, made) = (c.get("quota")?.as_u64()?, c.get("made")?.as_u64()?);
            (made < asked).then(|| format!("{cell} {made} of {asked}"))
        })
        .collect();
    if !short.is_empty() {
        point(format!("Cells with fewer items than were asked for: {}.", short.join(", ")));
    }
    out.push('\n');
    out
}

/// Licences and what they ask.
pub fn terms(job: &Job<'_>) -> String {
    let summary = &job.scan.summary;
    let license = summary.license();
    let mut out = format!(
        "## Licenses\n\nAll pictures together: **{}**. The pictures keep the licenses of their sources, a picture with boxes \
         drawn on it is a derivative, and `LICENSES.csv` names the license and the author of each.\n\n\
         | source | license of the pictures | pictures |\n| --- | --- | ---: |\n",
        license.terms.words()
    );
    for ((dataset, name), n) in summary.licenses.summary() {
        let _ = writeln!(out, "| {dataset} | {} | {} |", name.replace('|', "\\|"), grouped(n));
    }
    out.push('\n');
    if license.terms.research_only {
        out.push_str(
            "Some pictures are Flickr30K's: they may be used for non-commercial research and education only, and their \
             copyright stays with their Flickr authors.\n\n",
        );
    }
    if license.terms.unknown {
        out.push_str(
            "Some pictures have no known license. Nothing is granted for them; `--license-allow` leaves them out.\n\n",
        );
    }
    out
}

/// Papers and sources.
pub fn citations(about: &About) -> Vec<String> {
    let papers = PAPERS.iter().map(|p| (*p).to_string());
    papers
        .chain(about.sources.values().map(|m| format!("{}: {} <{}>", m.title, m.citation.trim(), m.homepage)))
        .collect()
}

/// Records by split, for texts.
pub fn by_split(written: &[Written]) -> String {
    let splits = splits(written).into_iter().map(|split| {
        let own = written.iter().filter(|w| w.shard.split == split);
        format!("{split} {}", grouped(own.map(|w| w.rows).sum()))
    });
    splits.collect::<Vec<_>>().join(", ")
}

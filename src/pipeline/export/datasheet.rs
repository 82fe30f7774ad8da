//! `DATASHEET.md`: the questions of *Datasheets for Datasets*, answered from what is recorded. What is not recorded is
//! marked TODO for whoever publishes the set.

use super::card::{self, About};
use super::write::Job;
use crate::export::Written;
use crate::export::record::Form;
use crate::pipeline::overview::grouped;
use serde_json::Value;
use std::fmt::Write;

/// The datasheet.
pub fn datasheet(job: &Job<'_>, about: &About, written: &[Written]) -> String {
    let summary = &job.scan.summary;
    let mut out = format!("# Datasheet of {}\n\n", card::title(job));
    let purpose = match job.context.form {
        Form::Benchmark => {
            "It tests whether a vision-language model grounds words in the picture: entities, numbers, colors, materials, \
             actions and spatial relations. Options come in exchange groups, so that a rule on the options alone scores chance."
        }
        Form::Corpus => {
            "It teaches a vision-language model to ground words in the picture, by instruction tuning on dialogues that lead \
             from what is seen to the answer."
        }
    };
    let _ = write!(
        out,
        "## Motivation\n\n{purpose}\n\nWho made it, for whom, with whose funds: TODO.\n\n\
         ## Composition\n\n{} Records by split: {}. A record is a picture with {}. Every record names the annotations it \
         rests on, and its source, license and author.\n\n",
        card::sentence(job),
        card::by_split(written),
        if job.context.form == Form::Benchmark {
            "a question, its options and the right one"
        } else {
            "turns of a user and an assistant"
        },
    );
    out.push_str(&card::composition(job, written).replacen("## What is in it\n\n", "", 1));
    out.push_str(
        "The pictures show people where the sources' pictures do; nothing names them. Whether a picture offends was not \
         looked at: TODO.\n\n## Collection\n\nNothing was collected anew: pictures and annotations are those of the sources.\n\n",
    );
    for (name, m) in &about.sources {
        let n = summary.table("source").find(|(s, _)| s == name).map_or(0, |(_, n)| n);
        let _ = writeln!(
            out,
            "- {} (`{name}`, {} records): annotations {}; pictures {}. <{}>",
            m.title,
            grouped(n),
            m.annotation_license,
            m.image_license,
            m.homepage
        );
    }
    inputs(&mut out, about);
    out.push_str("\n## Preprocessing\n\n");
    let _ = write!(
        out,
        "Facts were read off the annotations, put into templates, and dropped by name where they could not be shown to be \
         true or, for wrong options, false. Boxes were drawn on copies of {} records' pictures. Pictures are upright and \
         stored as they are or, where readers would see different things in them, written anew. {}\n\n",
        grouped(summary.modified),
        match about.text("/fingerprint") {
            Some(f) => format!("The account is the set's `run.json`, fingerprint `{f}`."),
            None => "The set has no `run.json`: what was done is not recorded, TODO.".into(),
        }
    );
    out.push_str(
        "## Uses\n\nEvaluation and tuning of vision-language models. It says nothing about facts that the sources do not \
         annotate, about languages other than English, or about people's traits, and should not be used to judge people.\n\n",
    );
    out.push_str(&card::limits(job, about));
    out.push_str("## Distribution\n\n");
    out.push_str(&card::terms(job).replacen("## Licenses\n\n", "", 1));
    out.push_str(
        "## Maintenance\n\nWho keeps it, and where faults are reported: TODO. A set is made again from its sources by the \
         version and settings named above; `export.json` has the SHA-256 of every file.\n",
    );
    out
}

/// The sources' files by hash.
fn inputs(out: &mut String, about: &About) {
    let Some(inputs) = about.run.get("inputs").and_then(Value::as_array).filter(|i| !i.is_empty()) else { return };
    out.push_str("\n| source | file | bytes | BLAKE3 |\n| --- | --- | ---: | --- |\n");
    for input in inputs {
        let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
        let bytes = input.get("bytes").and_then(Value::as_u64).unwrap_or_default();
        let hash = text("blake3");
        let _ = writeln!(
            out,
            "| {} | {} | {} | `{}…` |",
            text("source"),
            text("path"),
            grouped(bytes),
            hash.get(..16).unwrap_or(hash)
        );
    }
}

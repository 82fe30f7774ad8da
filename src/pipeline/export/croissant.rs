//! `croissant.json`: the files described in MLCommons Croissant 1.0, with the fields of responsible AI.

use super::card::{self, About};
use super::write::Job;
use crate::export::columns::{self, Kind};
use crate::export::record::Form;
use crate::export::{Pictures, Written, splits};
use serde_json::{Value, json};

/// The whole standard context; readers warn about a shorter one.
fn context() -> Value {
    json!({
        "@language": "en", "@vocab": "https://schema.org/", "citeAs": "cr:citeAs", "column": "cr:column",
        "conformsTo": "dct:conformsTo", "cr": "http://mlcommons.org/croissant/", "rai": "http://mlcommons.org/croissant/RAI/",
        "data": {"@id": "cr:data", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/", "equivalentProperty": "cr:equivalentProperty",
        "examples": {"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract", "field": "cr:field",
        "fileProperty": "cr:fileProperty", "fileObject": "cr:fileObject", "fileSet": "cr:fileSet", "format": "cr:format",
        "includes": "cr:includes", "isLiveDataset": "cr:isLiveDataset", "jsonPath": "cr:jsonPath", "key": "cr:key",
        "md5": "cr:md5", "parentField": "cr:parentField", "path": "cr:path", "recordSet": "cr:recordSet",
        "references": "cr:references", "regex": "cr:regex", "repeated": "cr:repeated", "replace": "cr:replace",
        "samplingRate": "cr:samplingRate", "sc": "https://schema.org/", "separator": "cr:separator", "source": "cr:source",
        "subField": "cr:subField", "transform": "cr:transform",
    })
}

/// The media type of a shard.
fn media(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, e)| e) {
        "parquet" => "application/x-parquet",
        "jsonl" => "application/jsonlines",
        "json" => "application/json",
        "tar" => "application/x-tar",
        "tsv" => "text/tab-separated-values",
        _ => "application/octet-stream",
    }
}

/// The description's text.
pub fn croissant(job: &Job<'_>, about: &About, written: &[Written]) -> String {
    let summary = &job.scan.summary;
    let license = summary.license();
    let link = if license.id == "other" {
        "LICENSES.csv".to_string()
    } else {
        summary.licenses.links().next().unwrap_or(&license.id).to_string()
    };
    let mut distribution: Vec<Value> = written
        .iter()
        .map(|w| {
            json!({
                "@type": "cr:FileObject", "@id": w.path, "name": w.path, "contentUrl": w.path,
                "contentSize": format!("{} B", w.bytes), "encodingFormat": media(&w.path), "sha256": w.sha256,
            })
        })
        .collect();
    distribution.extend(file_sets(job, written));
    let sources: Vec<String> = about.sources.values().map(|m| format!("{} <{}>", m.title, m.homepage)).collect();
    let mut out = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "name": job.context.name,
        "description": card::sentence(job),
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "license": link,
        "version": "1.0.0",
        "citeAs": card::citations(about).join("; "),
        "isLiveDataset": false,
        "rai:dataCollection": format!("Derived from annotated datasets: {}", sources.join("; ")),
        "rai:dataLimitations": card::limits(job, about).replacen("## Known limits\n\n", "", 1).trim(),
        "rai:dataUseCases": match job.context.form {
            Form::Benchmark => "Evaluation of semantic grounding in vision-language models",
            Form::Corpus => "Instruction tuning of vision-language models for semantic grounding",
        },
        "rai:dataReleaseMaintenancePlan": "Made again from its sources by the version and settings in run.json",
        "distribution": distribution,
    });
    let records = record_sets(job, written);
    if let Value::Object(fields) = &mut out
        && !records.is_empty()
    {
        fields.insert("recordSet".into(), records.into());
    }
    format!("{out:#}\n")
}

/// Files that are described together: shards of one table, and pictures beside them.
fn file_sets(job: &Job<'_>, written: &[Written]) -> Vec<Value> {
    let mut out = Vec::new();
    if table(written) {
        for split in splits(written) {
            out.push(json!({
                "@type": "cr:FileSet", "@id": format!("{split}-files"), "name": format!("{split}-files"),
                "includes": format!("data/{split}-*.parquet"), "encodingFormat": "application/x-parquet",
            }));
        }
    }
    let folders: Vec<String> = match job.exporter.pictures() {
        Pictures::Inside | Pictures::InText => Vec::new(),
        Pictures::Beside => vec!["images".into()],
        Pictures::PerRecord => splits(written).into_iter().map(|s| format!("{s}/images")).collect(),
    };
    for folder in folders {
        for (extension, media) in [("jpg", "image/jpeg"), ("png", "image/png")] {
            let name = format!("{folder}-{extension}");
            out.push(json!({
                "@type": "cr:FileSet", "@id": name, "name": name, "includes": format!("{folder}/*.{extension}"),
                "encodingFormat": media,
            }));
        }
    }
    out
}

fn table(written: &[Written]) -> bool {
    written.iter().all(|w| w.path.ends_with(".parquet"))
}

/// The columns, where the shards are tables that Croissant can read.
fn record_sets(job: &Job<'_>, written: &[Written]) -> Vec<Value> {
    if !table(written) {
        return Vec::new();
    }
    splits(written)
        .into_iter()
        .map(|split| {
            let columns = columns::columns(job.context.form).into_iter();
            let fields: Vec<Value> = columns.flat_map(|(name, kind)| fields(split, name, kind)).collect();
            json!({"@type": "cr:RecordSet", "@id": split, "name": split, "key": {"@id": format!("{split}/id")}, "field": fields})
        })
        .collect()
}

/// The fields of a column: one, or one for each field of a list of records, which readers cannot take whole.
fn fields(split: &str, column: &str, kind: Kind) -> Vec<Value> {
    match kind {
        Kind::Rows(inner) => {
            let field_of = |(name, kind): &(&str, Kind)| {
                field(split, &format!("{column}_{name}"), column, data_type(*kind), Some(name), true)
            };
            inner.iter().map(field_of).collect()
        }
        Kind::Picture => vec![field(split, column, column, "sc:ImageObject", Some("bytes"), false)],
        Kind::Texts => vec![field(split, column, column, "sc:Text", None, true)],
        kind => vec![field(split, column, column, data_type(kind), None, false)],
    }
}

fn data_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "sc:Integer",
        Kind::Flag => "sc:Boolean",
        _ => "sc:Text",
    }
}

fn field(split: &str, name: &str, column: &str, data_type: &str, inside: Option<&str>, repeated: bool) -> Value {
    let id = format!("{split}/{name}");
    let mut source = json!({"fileSet": {"@id": format!("{split}-files")}, "extract": {"column": column}});
    if let Some(path) = inside {
        source["transform"] = json!({"jsonPath": path});
    }
    let mut out = json!({"@type": "cr:Field", "@id": id, "name": id, "dataType": data_type, "source": source});
    if repeated {
        out["repeated"] = true.into();
    }
    out
}

//! The files of a set, written side by side and complete or not there.

use super::card;
use super::folder::QUESTIONS;
use crate::error::{Error, Result};
use crate::forum::funnel::Funnel;
use crate::forum::license;
use crate::model::vqa::{Credit, VqaQuestion};
use crate::pipeline::files::{self, Pending};
use crate::pipeline::gallery::Page;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A question that was dropped.
#[derive(Debug, Serialize)]
pub(super) struct Reject {
    id: String,
    filter: String,
    reason: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
}

impl Reject {
    pub fn new(id: impl Into<String>, filter: &str, reason: &str, detail: &str) -> Reject {
        Reject { id: id.into(), filter: filter.into(), reason: reason.into(), detail: detail.into() }
    }
}

/// What a set was made from.
pub(super) struct Origin {
    pub command: &'static str,
    pub seed: u64,
    pub arguments: Value,
    pub inputs: Value,
}

/// Counts that the card shows.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Questions by split.
    pub splits: BTreeMap<String, u64>,
    /// Questions by super-category and topic.
    pub topics: BTreeMap<(String, String), u64>,
    /// Posts by licence.
    pub licenses: BTreeMap<String, u64>,
    /// Questions with a picture.
    pub pictures: u64,
    /// Posts whose author's name is known, and all.
    pub named: (u64, u64),
}

/// A set while it is being written.
pub(super) struct Writer {
    out: PathBuf,
    questions: Hashed,
    rejects: Pending,
    licenses: csv::Writer<Pending>,
    page: Page,
    tally: Tally,
}

const COLUMNS: [&str; 10] =
    ["id", "part", "topic", "license", "license_url", "author", "author_url", "post_url", "picture", "picture_url"];

impl Writer {
    pub fn create(out: &Path) -> Result<Writer> {
        files::remove(&out.join("run.json"))?;
        let mut licenses = csv::Writer::from_writer(Pending::create(out.join("LICENSES.csv"))?);
        licenses.write_record(COLUMNS).map_err(|e| csv_fault(out, e))?;
        Ok(Writer {
            out: out.to_path_buf(),
            questions: Hashed { file: Pending::create(out.join(QUESTIONS))?, hasher: blake3::Hasher::new() },
            rejects: Pending::create(out.join("rejects.jsonl"))?,
            licenses,
            page: Page::create(
                &out.join("index.html"),
                include_str!("page/style.css"),
                include_str!("page/body.html"),
                include_str!("page/script.js"),
            )?,
            tally: Tally::default(),
        })
    }

    pub fn reject(&mut self, reject: &Reject) -> Result<()> {
        put_lines(&mut self.rejects, std::slice::from_ref(reject))
            .map_err(|e| Error::io(self.out.join("rejects.jsonl"), "write", e))
    }

    pub fn question(&mut self, q: &VqaQuestion) -> Result<()> {
        put_lines(&mut self.questions, std::slice::from_ref(q))
            .map_err(|e| Error::io(self.out.join(QUESTIONS), "write", e))?;
        for (part, credit) in [("question", &q.question_credit), ("answer", &q.answer_credit)] {
            self.credit(q, part, credit)?;
        }
        let t = &mut self.tally;
        *t.splits.entry(q.split.clone()).or_default() += 1;
        *t.topics.entry((q.super_category.clone(), q.topic.clone())).or_default() += 1;
        t.pictures += u64::from(q.image.is_some());
        self.page.add(|| {
            json!({
                "id": q.id, "t": q.topic, "c": q.super_category, "s": q.split, "q": q.question, "x": q.context,
                "a": q.answer, "img": q.image, "url": q.image_url, "tags": q.tags, "sc": [q.score, q.answer_score],
                "d": q.created, "by": [q.question_credit, q.answer_credit],
            })
        })
    }

    fn credit(&mut self, q: &VqaQuestion, part: &str, credit: &Credit) -> Result<()> {
        *self.tally.licenses.entry(credit.license.clone()).or_default() += 1;
        self.tally.named.0 += u64::from(credit.author.is_some());
        self.tally.named.1 += 1;
        let (picture, link) =
            if part == "question" { (q.image.as_deref().unwrap_or_default(), q.image_url.as_str()) } else { ("", "") };
        let row = [
            q.id.as_str(),
            part,
            &q.topic,
            &credit.license,
            &license::link(&credit.license).unwrap_or_default(),
            credit.author.as_deref().unwrap_or_default(),
            &author_url(credit).unwrap_or_default(),
            &credit.url,
            picture,
            link,
        ];
        self.licenses.write_record(row).map_err(|e| csv_fault(&self.out, e))
    }

    /// Writes the rest and gives all files their names. Returns the questions by split.
    pub fn finish(
        self,
        origin: &Origin,
        funnel: Option<(&Funnel, &BTreeMap<String, Funnel>)>,
    ) -> Result<BTreeMap<String, u64>> {
        let Writer { out, questions, rejects, licenses, page, tally } = self;
        let licenses = licenses
            .into_inner()
            .map_err(|e| Error::io(out.join("LICENSES.csv"), "write", std::io::Error::other(e.to_string())))?;
        let total: u64 = tally.splits.values().sum();
        let hash = questions.hasher.finalize().to_hex().to_string();
        let run = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "command": origin.command,
            "seed": origin.seed,
            "arguments": origin.arguments,
            "resources": {"sites": blake3::hash(include_bytes!("../../../sources/stackexchange.toml")).to_hex().as_str()},
            "inputs": origin.inputs,
            "questions": total,
            "pictures": tally.pictures,
            "splits": tally.splits,
            "blake3": hash,
        });
        questions.file.commit()?;
        licenses.commit()?;
        page.finish()?;
        // A sample drops nothing.
        if let Some((all, sites)) = funnel {
            rejects.commit()?;
            write_json(&out.join("funnel.json"), &json!({"all": all, "sites": sites}))?;
        }
        files::write(&out.join("README.md"), card::card(origin, &tally, funnel.map(|f| f.0)).as_bytes())?;
        // Last: where it is, the set is complete.
        write_json(&out.join("run.json"), &run)?;
        Ok(tally.splits)
    }
}

/// The page of an author, beside that of the post.
fn author_url(credit: &Credit) -> Option<String> {
    let host = credit.url.strip_prefix("https://")?.split('/').next()?;
    Some(format!("https://{host}/users/{}", credit.author_id.filter(|id| *id > 0)?))
}

fn csv_fault(out: &Path, e: csv::Error) -> Error {
    Error::io(out.join("LICENSES.csv"), "write", std::io::Error::other(e))
}

/// Writes one JSON object a line.
pub(super) fn put_lines<T: Serialize>(out: &mut dyn Write, rows: &[T]) -> std::io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *out, row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A whole file of lines.
pub(super) fn lines<T: Serialize>(path: &Path, rows: &[T]) -> Result<()> {
    files::write_whole(path, |out| put_lines(out, rows))
}

/// A whole JSON file, for people to read.
pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    files::write_whole(path, |out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        out.write_all(b"\n")
    })
}

/// A file whose content is hashed on the way.
struct Hashed {
    file: Pending,
    hasher: blake3::Hasher,
}

impl Write for Hashed {
    fn write(&mut self, buf: &[u8]) -> std::io::Result<usize> {
        let n = self.file.write(buf)?;
        self.hasher.update(buf.get(..n).unwrap_or_default());
        Ok(n)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

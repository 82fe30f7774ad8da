//! All buckets are finished: the corpus is put together in the order of its hashes. Everything here can be killed and
//! done again.

use super::bucket::{self, Done, Lines};
use super::describe::Describer;
use super::formats::Export;
use super::gallery::Gallery;
use super::plan::{self, Account};
use super::run::{CorpusReport, CorpusRun};
use super::{Corpus, DIALOGUES, card, reword};
use crate::error::{Error, Place, Result};
use crate::model::dialogue::Dialogue;
use crate::pipeline::build::rows::BUCKETS;
use crate::pipeline::files::{self, Pending, WORK};
use crate::pipeline::guard;
use crate::pipeline::licenses::Licenses;
use crate::pipeline::run::Counts;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// The mark in the work folder that pictures are being moved out of the buckets.
pub const BEGUN: &str = "assembling";

/// Whether an assembly has begun in this folder.
pub fn begun(out: &Path) -> bool {
    out.join(WORK).join(BEGUN).exists()
}

/// Puts the corpus together and removes the work folder.
///
/// # Errors
/// When a source gave nothing but excluded pictures, or the folder cannot be written.
pub fn assemble(corpus: &Corpus, account: Account) -> Result<CorpusRun> {
    let out = corpus.out();
    let buckets: Vec<Done> = (0..BUCKETS).filter_map(|b| bucket::done(out, b)).collect();
    guard::nothing_found(buckets.iter().flat_map(|done| &done.sources))?;
    files::write(&out.join(WORK).join(BEGUN), b"")?;
    let pictures = move_pictures(out, &buckets)?;

    let mut lines = Pending::create(out.join(DIALOGUES))?;
    let mut gallery = Gallery::create(&out.join("index.html"))?;
    let mut exports = corpus.settings.formats.iter().map(|f| Export::create(out, *f)).collect::<Result<Vec<_>>>()?;
    let (mut describer, mut licenses) = (Describer::default(), Licenses::default());
    let mut examples: BTreeMap<String, Dialogue> = BTreeMap::new();
    let mut hasher = blake3::Hasher::new();
    let mut dialogues = 0;
    for json in texts(corpus)? {
        let json = json?;
        let dialogue: Dialogue = serde_json::from_str(&json).map_err(|e| {
            Error::data(Place::file(WORK), e.to_string(), format!("remove the folder {WORK} and run again"))
        })?;
        corpus.guard.admit(&dialogue.provenance.scene, &dialogue.license)?;
        let text = format!("{json}\n");
        lines.write_all(text.as_bytes()).map_err(|e| Error::io(out.join(DIALOGUES), "write", e))?;
        hasher.update(text.as_bytes());
        dialogues += 1;
        describer.add(&dialogue);
        licenses.add(&dialogue.license);
        gallery.add(&dialogue)?;
        for export in &mut exports {
            export.add(&dialogue, &out.join(&dialogue.image))?;
        }
        examples.entry(dialogue.form.clone()).or_insert(dialogue);
    }
    lines.commit()?;
    exports.into_iter().try_for_each(|export| export.finish(out))?;
    let rejects = write_rejects(out, &buckets)?;
    files::write(&out.join("LICENSES.csv"), &licenses.csv()?)?;
    let run = CorpusRun {
        version: env!("CARGO_PKG_VERSION").into(),
        seed: corpus.config.seed,
        arguments: corpus.arguments(),
        resources: corpus.hashes.clone(),
        wordings: corpus.pools.hash().to_owned(),
        excluded: corpus.guard.hash.clone(),
        inputs: corpus.inputs.clone(),
        fingerprint: corpus.fingerprint.clone(),
        plan: account,
        corpus: CorpusReport {
            encoder: crate::draw::codec::JPEG_ENCODER.into(),
            dialogues,
            blake3: hasher.finalize().to_hex().to_string(),
            pictures,
            rejects,
            rephrase: corpus.settings.rephrase.as_ref().and_then(|_| reword::account(out)),
            description: describer.finish(pictures),
        },
    };
    files::write(&out.join("README.md"), card::card(&run, &licenses, &examples, corpus).as_bytes())?;
    gallery.finish()?;
    files::sweep(out)?;
    run.write(out)?;
    files::remove(&out.join(WORK))?;
    Ok(run)
}

/// The corpus's dialogues in order: the reworded ones where they were reworded.
fn texts(corpus: &Corpus) -> Result<Box<dyn Iterator<Item = Result<String>>>> {
    if corpus.settings.rephrase.is_none() {
        return Ok(Box::new(Merged::of_buckets(corpus.out())?));
    }
    let path = reword::lines(corpus.out());
    let file = fs::File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
    Ok(Box::new(BufReader::new(file).lines().map(move |l| l.map_err(|e| Error::io(&path, "read", e)))))
}

/// The dialogues of all buckets in order.
pub struct Merged {
    readers: Vec<Lines>,
    heads: BTreeMap<(String, usize), String>,
}

impl Merged {
    /// Opens the finished buckets.
    ///
    /// # Errors
    /// When one is not there or is broken.
    pub fn of_buckets(out: &Path) -> Result<Merged> {
        let readers = (0..BUCKETS).map(|b| Lines::open(out, b)).collect::<Result<Vec<_>>>()?;
        let mut all = Merged { readers, heads: BTreeMap::new() };
        (0..BUCKETS).try_for_each(|bucket| all.advance(bucket))?;
        Ok(all)
    }

    fn advance(&mut self, bucket: usize) -> Result<()> {
        if let Some((order, json)) = self.readers.get_mut(bucket).map(Lines::next).transpose()?.flatten() {
            self.heads.insert((order, bucket), json);
        }
        Ok(())
    }
}

impl Iterator for Merged {
    type Item = Result<String>;
    fn next(&mut self) -> Option<Self::Item> {
        let ((_, bucket), json) = self.heads.pop_first()?;
        Some(self.advance(bucket).map(|()| json))
    }
}

/// Moves the pictures out of the buckets; their number.
fn move_pictures(out: &Path, buckets: &[Done]) -> Result<u64> {
    let images = out.join("images");
    fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;
    let written = buckets.iter().enumerate().flat_map(|(b, done)| {
        let from = bucket::images(out, b);
        done.pictures.iter().map(move |(name, _)| from.join(name)).filter(|path| path.exists())
    });
    files::settle(out, written.collect::<Vec<PathBuf>>().into_iter())?;
    let mut n = 0;
    for (bucket, done) in buckets.iter().enumerate() {
        let from = bucket::images(out, bucket);
        for (name, _) in &done.pictures {
            let to = images.join(name);
            match fs::rename(from.join(name), &to) {
                // Moved by an assembly that was killed.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound && to.exists() => {}
                other => other.map_err(|e| Error::io(&to, "rename to", e))?,
            }
            n += 1;
        }
    }
    Ok(n)
}

/// The planner's drops, then those of the buckets; the counts of the latter.
fn write_rejects(out: &Path, buckets: &[Done]) -> Result<Counts> {
    let earlier = plan::rejects_file(out);
    let mut earlier = fs::File::open(&earlier).map_err(|e| Error::io(&earlier, "open", e))?;
    let mut lost: Vec<&(String, String, String)> = buckets.iter().flat_map(|d| &d.rejects).collect();
    lost.sort();
    let mut counts = Counts::new();
    files::write_whole(&out.join("rejects.jsonl"), |w| {
        std::io::copy(&mut earlier, w)?;
        for (candidate, reason, detail) in lost {
            *counts.entry(reason.clone()).or_default() += 1;
            writeln!(w, "{}", json!({"candidate": candidate, "reason": reason, "detail": detail}))?;
        }
        Ok(())
    })?;
    Ok(counts)
}

//! `forum subset`: a sample of the test split as a set of its own (the paper's section III: 20 a topic).

use super::folder;
use super::set::Set;
use super::write::{Origin, Writer};
use crate::error::{Error, Result};
use crate::forum::split::{TEST, sample};
use crate::pipeline::files;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sampled {
    /// Questions in the sample.
    pub questions: u64,
    /// Topics that had fewer than were asked for, of which all were taken.
    pub short: usize,
}

/// Writes the sample of `folder` as a set into `out`: `per_topic` questions of each topic of the test split, drawn by
/// their ids, all where there are fewer.
///
/// # Errors
/// When the set cannot be read, has no test questions, or `out` cannot be written.
pub fn subset(set: &Path, per_topic: usize, seed: u64, out: &Path) -> Result<Sampled> {
    let set = Set::read(set)?;
    let test = || set.questions.iter().filter(|q| q.split == TEST);
    let chosen = sample(test().map(|q| (q.topic.as_str(), q.id.as_str())), per_topic, seed);
    if chosen.is_empty() {
        return Err(Error::usage("the sample is empty", "give --per-topic 1 or more, and a set with a test split"));
    }
    files::open(out)?;
    let lock = files::Lock::wait(out)?;
    let images = out.join(folder::IMAGES);
    let mut writer = Writer::create(out)?;
    let mut topics: BTreeMap<&str, usize> = BTreeMap::new();
    test().for_each(|q| *topics.entry(&q.topic).or_default() += 1);
    for question in test().filter(|q| chosen.contains(q.id.as_str())) {
        if let Some(image) = &question.image {
            std::fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;
            share(&set.folder.join(image), &out.join(folder::image(&question.id)))?;
        }
        let image = question.image.as_ref().map(|_| folder::image(&question.id));
        writer.question(&crate::model::vqa::VqaQuestion { image, ..question.clone() })?;
    }
    let hash = blake3::Hasher::new().update_reader(open(&set.folder.join(folder::QUESTIONS))?).map(|h| h.finalize());
    let hash = hash.map_err(|e| Error::io(set.folder.join(folder::QUESTIONS), "read", e))?;
    let origin = Origin {
        command: "forum subset",
        seed,
        arguments: json!({"per_topic": per_topic}),
        inputs: json!([{"file": folder::QUESTIONS, "blake3": hash.to_hex().as_str()}]),
    };
    let splits = writer.finish(&origin, None)?;
    folder::keep_only(&images, chosen.iter().copied())?;
    folder::close(out, lock)?;
    Ok(Sampled { questions: splits.values().sum(), short: topics.values().filter(|n| **n < per_topic).count() })
}

fn open(path: &Path) -> Result<std::fs::File> {
    std::fs::File::open(path).map_err(|e| Error::io(path, "open", e))
}

/// A picture in two folders: linked where the system can, else copied.
fn share(from: &Path, to: &Path) -> Result<()> {
    files::remove(to)?;
    if std::fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let bytes = std::fs::read(from).map_err(|e| Error::io(from, "read", e))?;
    files::write(to, &bytes)
}

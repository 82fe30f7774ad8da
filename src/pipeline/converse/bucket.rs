//! A bucket of scenes: its dialogues and pictures are made in a folder under a temporary name, which is renamed when
//! all of it is there. Memory holds one scene's dialogues and an index of the bucket's.

use super::plan::{self, Task};
use super::text::{self, Written};
use super::{Corpus, Progress, pictures};
use crate::converse::Vocabulary;
use crate::error::{Error, Place, Result};
use crate::model::reject::Reject;
use crate::pipeline::files::{self, WORK};
use crate::pipeline::guard::EXCLUDED_PICTURE;
use crate::rng::digest;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const DONE: &str = "done.json";
const LINES: &str = "dialogues";
const IMAGES: &str = "images";

/// The sidecar of a finished bucket.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Done {
    /// BLAKE3 of its dialogues.
    pub blake3: String,
    /// Dialogues and scenes that were lost: candidate, reason, detail.
    pub rejects: Vec<(String, String, String)>,
    /// Pictures with their sizes in bytes.
    pub pictures: Vec<(String, u64)>,
    /// Scenes planned, and those among them whose picture belongs to another set, by source.
    pub sources: BTreeMap<String, (u64, u64)>,
}

/// The folder of a finished bucket.
pub fn folder(out: &Path, bucket: usize) -> PathBuf {
    out.join(WORK).join(format!("{bucket:02}"))
}

/// The pictures of a finished bucket.
pub fn images(out: &Path, bucket: usize) -> PathBuf {
    folder(out, bucket).join(IMAGES)
}

/// The sidecar of a bucket, if it is finished.
pub fn done(out: &Path, bucket: usize) -> Option<Done> {
    serde_json::from_slice(&fs::read(folder(out, bucket).join(DONE)).ok()?).ok()
}

/// Whether a bucket is finished and what it says of itself is so.
pub fn intact(out: &Path, bucket: usize) -> bool {
    let Some(done) = done(out, bucket) else { return false };
    let there =
        |(name, size): &(String, u64)| fs::metadata(images(out, bucket).join(name)).is_ok_and(|m| m.len() == *size);
    hash_of(&folder(out, bucket).join(LINES)).is_ok_and(|h| h == done.blake3) && done.pictures.iter().all(there)
}

fn hash_of(path: &Path) -> std::io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    std::io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// The order of a dialogue in the corpus: the hash of its id, so that any beginning is a fair mix.
fn order(id: &str) -> String {
    digest(0, "dialogue order", &[id.as_bytes()]).hex()
}

/// Makes a bucket.
///
/// # Errors
/// When its plan or a folder cannot be read or written.
pub fn build(corpus: &Corpus, vocabulary: &Vocabulary, bucket: usize) -> Result<()> {
    let target = folder(corpus.out(), bucket);
    let part = target.with_extension(format!("{}.part", std::process::id()));
    files::remove(&part)?;
    let images = part.join(IMAGES);
    fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;
    let stock = corpus.stock(vocabulary);

    let mut done = Done { blake3: String::new(), rejects: Vec::new(), pictures: Vec::new(), sources: BTreeMap::new() };
    let mut draft = Drafts::create(part.join("draft"))?;
    for task in tasks(corpus.out(), bucket)? {
        let Task { order, scene } = task?;
        let mut rejects = Vec::new();
        let mut written = text::write(&scene, &order, corpus, &stock, &mut rejects);
        let source = done.sources.entry(scene.source.to_string()).or_default();
        source.0 += 1;
        match pictures::draw(&scene, &mut written, corpus, &images)? {
            Ok(pictures) => {
                done.pictures.extend(pictures);
                for one in &written {
                    draft.add(one)?;
                }
            }
            Err((reason, detail)) => {
                source.1 += u64::from(reason == EXCLUDED_PICTURE);
                rejects.extend(written.iter().map(|w| Reject::new(w.dialogue.id.as_str(), reason, detail.as_str())));
            }
        }
        let made: u32 = order.counts.iter().sum();
        done.rejects.extend(rejects.into_iter().map(|r| (r.candidate, r.reason.to_owned(), r.detail)));
        (corpus.progress)(Progress::Made(u64::from(made)));
    }
    done.blake3 = draft.sort_into(&part.join(LINES))?;
    let text = serde_json::to_vec(&done)
        .map_err(|e| Error::data(Place::file(DONE), e.to_string(), "report this as a fault of groundline"))?;
    let path = part.join(DONE);
    fs::write(&path, text).map_err(|e| Error::io(&path, "write", e))?;
    files::remove(&target)?;
    match fs::rename(&part, &target) {
        Ok(()) => Ok(()),
        // A second process of the same shard was faster; its bytes are the same.
        Err(_) if target.join(DONE).exists() => files::remove(&part),
        Err(e) => Err(Error::io(&target, "rename to", e)),
    }
}

/// The scenes of a bucket with what they are asked for.
fn tasks(out: &Path, bucket: usize) -> Result<impl Iterator<Item = Result<Task>>> {
    let path = plan::bucket_file(out, bucket);
    let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
    Ok(BufReader::new(file).lines().map(move |line| {
        let line = line.map_err(|e| Error::io(&path, "read", e))?;
        serde_json::from_str(&line).map_err(|e| {
            let place = Place::file(path.display().to_string());
            Error::data(place, e.to_string(), format!("remove the folder {WORK} and run again"))
        })
    }))
}

/// Lines as they come, with an index to sort them by.
struct Drafts {
    path: PathBuf,
    file: BufWriter<File>,
    index: Vec<(String, u64, u32)>,
    at: u64,
}

impl Drafts {
    fn create(path: PathBuf) -> Result<Self> {
        let file = File::create(&path).map_err(|e| Error::io(&path, "create", e))?;
        Ok(Drafts { path, file: BufWriter::new(file), index: Vec::new(), at: 0 })
    }

    fn add(&mut self, one: &Written) -> Result<()> {
        let line = serde_json::to_vec(&one.dialogue).map_err(|e| Error::io(&self.path, "write", e.into()))?;
        self.file.write_all(&line).map_err(|e| Error::io(&self.path, "write", e))?;
        self.index.push((order(&one.dialogue.id), self.at, line.len() as u32));
        self.at += line.len() as u64;
        Ok(())
    }

    /// Writes `order TAB dialogue` lines in order and removes the draft; the hash of the file.
    fn sort_into(mut self, target: &Path) -> Result<String> {
        let fail = |path: &Path| {
            let path = path.to_path_buf();
            move |e| Error::io(&path, "write", e)
        };
        self.file.flush().map_err(fail(&self.path))?;
        self.index.sort_unstable();
        let mut from = File::open(&self.path).map_err(fail(&self.path))?;
        let mut to = BufWriter::new(File::create(target).map_err(fail(target))?);
        let mut hasher = blake3::Hasher::new();
        let mut line = Vec::new();
        for (order, at, length) in &self.index {
            line.clear();
            line.extend_from_slice(order.as_bytes());
            line.push(b'\t');
            let head = line.len();
            line.resize(head + *length as usize, 0);
            from.seek(SeekFrom::Start(*at)).map_err(fail(&self.path))?;
            from.read_exact(line.get_mut(head..).unwrap_or_default()).map_err(fail(&self.path))?;
            line.push(b'\n');
            hasher.update(&line);
            to.write_all(&line).map_err(fail(target))?;
        }
        to.flush().map_err(fail(target))?;
        files::remove(&self.path)?;
        Ok(hasher.finalize().to_hex().to_string())
    }
}

/// The dialogues of a finished bucket in order.
pub struct Lines {
    reader: BufReader<File>,
    path: PathBuf,
}

impl Lines {
    /// Opens a finished bucket.
    ///
    /// # Errors
    /// When it is not there.
    pub fn open(out: &Path, bucket: usize) -> Result<Self> {
        let path = folder(out, bucket).join(LINES);
        let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
        Ok(Lines { reader: BufReader::with_capacity(1 << 14, file), path })
    }

    /// The next dialogue: its place in the order and its JSON.
    ///
    /// # Errors
    /// When the file cannot be read or is broken.
    pub fn next(&mut self) -> Result<Option<(String, String)>> {
        let mut text = String::new();
        if self.reader.read_line(&mut text).map_err(|e| Error::io(&self.path, "read", e))? == 0 {
            return Ok(None);
        }
        match text.trim_end_matches('\n').split_once('\t') {
            Some((order, json)) => Ok(Some((order.to_owned(), json.to_owned()))),
            None => Err(Error::data(
                Place::file(self.path.display().to_string()),
                "a line is not a dialogue",
                format!("remove the folder {WORK} and run again"),
            )),
        }
    }
}

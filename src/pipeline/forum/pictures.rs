//! The pictures of a set: from a folder or from their links, each with a line that says what became of it. The lines
//! are appended as pictures come in, so that an interrupted run does nothing twice.

use super::build::{Options, Pictures, Progress};
use super::folder;
use super::write;
use crate::error::{Error, Place, Result};
use crate::forum::album::{Album, Found};
use crate::forum::fetch::{self, Job, Settings, Trouble};
use crate::forum::picture::convert;
use crate::pipeline::files;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

/// The file of the lines, in the set's folder.
pub(super) const FILE: &str = "pictures.jsonl";

/// The outcome of a picture that is there.
const OBTAINED: &str = "obtained";

/// Pictures converted before their lines are written.
const CHUNK: usize = 256;

/// What became of one picture.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Entry {
    /// Id of the question.
    pub id: String,
    /// Its link.
    pub url: String,
    /// Where it was found: the link after moved hosts and redirects, or the path in the folder.
    pub found: String,
    /// `obtained`, or why not.
    pub outcome: String,
    /// What was found instead.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Bytes of the original.
    pub bytes: u64,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// BLAKE3 of the original.
    pub blake3: String,
}

impl Entry {
    /// Whether the picture is there.
    pub fn obtained(&self) -> bool {
        self.outcome == OBTAINED
    }

    /// Whether asking again is in vain: the server said that it is gone.
    fn lost(&self) -> bool {
        ["http_404", "http_410", "removed"].contains(&self.outcome.as_str())
    }

    fn failed(job: &Job, trouble: Trouble) -> Entry {
        let Job { id, url } = job.clone();
        Entry { id, url, outcome: trouble.reason, detail: trouble.detail, ..Entry::default() }
    }
}

/// Gets every picture. Returns an entry a job, in their order, and how many were not tried.
///
/// # Errors
/// When the folders cannot be read or written.
pub(super) fn obtain(
    options: &Options,
    images: &Path,
    jobs: Vec<Job>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(Vec<Entry>, usize)> {
    if options.pictures == Pictures::None {
        return Ok((Vec::new(), 0));
    }
    std::fs::create_dir_all(images).map_err(|e| Error::io(images, "create", e))?;
    let partial = options.out.join(files::WORK).join(FILE);
    let mut known = read(&options.out.join(FILE))?;
    known.extend(read(&partial)?);
    // Written anew: a line that a killed run left half must not have another appended to it.
    write::lines(&partial, &known.values().collect::<Vec<_>>())?;
    let mut journal =
        OpenOptions::new().create(true).append(true).open(&partial).map_err(|e| Error::io(&partial, "open", e))?;
    let total = jobs.len() as u64;
    let order: Vec<String> = jobs.iter().map(|j| j.id.clone()).collect();
    let (done, left) = match &options.pictures {
        Pictures::Folder(root) => {
            let album = Album::open(root)?;
            let mut done = Vec::with_capacity(jobs.len());
            for chunk in jobs.chunks(CHUNK) {
                let entries: Vec<Result<Entry>> = chunk
                    .par_iter()
                    .map(|job| from_folder(&album, root, job, known.get(&job.id), images, options.max_pixels))
                    .collect();
                let entries = entries.into_iter().collect::<Result<Vec<_>>>()?;
                note(&mut journal, &partial, &entries)?;
                done.extend(entries);
                progress(Progress::Pictures(done.len() as u64, total));
            }
            (done, 0)
        }
        Pictures::Download(settings) => {
            let (mut done, mut open) = (Vec::new(), Vec::new());
            for job in jobs {
                match known.remove(&job.id) {
                    Some(entry) if entry.url == job.url && (entry.lost() || there(images, &entry)) => done.push(entry),
                    _ => open.push(job),
                }
            }
            let left = download(open, settings, options.max_pixels, images, &mut done, &mut |entry, n| {
                progress(Progress::Pictures(n, total));
                note(&mut journal, &partial, std::slice::from_ref(entry))
            })?;
            (done, left)
        }
        Pictures::None => (Vec::new(), 0),
    };
    journal.sync_all().map_err(|e| Error::io(&partial, "write", e))?;
    let mut by_id: BTreeMap<String, Entry> = done.into_iter().map(|e| (e.id.clone(), e)).collect();
    Ok((order.iter().filter_map(|id| by_id.remove(id)).collect(), left))
}

fn there(images: &Path, entry: &Entry) -> bool {
    entry.obtained() && images.join(format!("{}.png", entry.id)).is_file()
}

fn from_folder(
    album: &Album,
    root: &Path,
    job: &Job,
    known: Option<&Entry>,
    images: &Path,
    max_pixels: u64,
) -> Result<Entry> {
    let trouble = |reason: &str, detail: String| Entry::failed(job, Trouble { reason: reason.into(), detail });
    let inside = |p: &Path| p.strip_prefix(root).unwrap_or(p).to_string_lossy().replace('\\', "/");
    let path = match album.find(&job.id, &job.url) {
        Found::File(path) => path,
        Found::Nothing => return Ok(trouble("not_in_folder", String::new())),
        Found::Several(a, b) => {
            return Ok(trouble("several_in_folder", format!("{} and {}", inside(&a), inside(&b))));
        }
    };
    let bytes = std::fs::read(&path).map_err(|e| Error::io(&path, "read", e))?;
    let hash = blake3::hash(&bytes).to_hex().to_string();
    if let Some(entry) = known
        && entry.blake3 == hash
        && entry.url == job.url
        && entry.found == inside(&path)
        && there(images, entry)
    {
        return Ok(entry.clone());
    }
    match store(images, &job.id, &bytes, max_pixels) {
        Ok((width, height)) => Ok(Entry {
            id: job.id.clone(),
            url: job.url.clone(),
            found: inside(&path),
            outcome: OBTAINED.into(),
            bytes: bytes.len() as u64,
            width,
            height,
            blake3: hash,
            ..Entry::default()
        }),
        Err(t) => Ok(Entry { found: inside(&path), ..Entry::failed(job, t) }),
    }
}

/// Converts a picture and writes it.
fn store(images: &Path, id: &str, bytes: &[u8], max_pixels: u64) -> Result<(u32, u32), Trouble> {
    let png = convert(bytes, max_pixels)
        .map_err(|fault| Trouble { reason: fault.reason().to_string(), detail: fault.to_string() })?;
    let path = images.join(format!("{id}.png"));
    files::write(&path, &png.bytes).map_err(|e| Trouble { reason: "unwritable".into(), detail: e.to_string() })?;
    Ok((png.width, png.height))
}

/// What is kept of a picture that came in.
struct Kept {
    bytes: u64,
    width: u32,
    height: u32,
    blake3: String,
}

fn download(
    jobs: Vec<Job>,
    settings: &Settings,
    max_pixels: u64,
    images: &Path,
    done: &mut Vec<Entry>,
    each: &mut dyn FnMut(&Entry, u64) -> Result<()>,
) -> Result<usize> {
    if jobs.is_empty() {
        return Ok(0);
    }
    let folder = images.to_path_buf();
    let keep: Arc<fetch::Keep<Kept>> = Arc::new(move |job, bytes| {
        let (width, height) = store(&folder, &job.id, &bytes, max_pixels)?;
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        Ok(Kept { bytes: bytes.len() as u64, width, height, blake3 })
    });
    fetch::run(jobs, settings, keep, &mut |job, end| {
        let entry = match end.outcome {
            Ok((found, kept)) => Entry {
                id: job.id.clone(),
                url: job.url.clone(),
                found,
                outcome: OBTAINED.into(),
                bytes: kept.bytes,
                width: kept.width,
                height: kept.height,
                blake3: kept.blake3,
                ..Entry::default()
            },
            // A full disk is no fault of the picture.
            Err(trouble) if trouble.reason == "unwritable" => {
                return Err(Error::io(folder::image(&job.id), "write", std::io::Error::other(trouble.detail)));
            }
            Err(trouble) => Entry::failed(job, trouble),
        };
        done.push(entry);
        match done.last() {
            Some(entry) => each(entry, done.len() as u64),
            None => Ok(()),
        }
    })
}

/// Appends lines. They are not synced one by one: what a crash loses is fetched again.
fn note(journal: &mut File, path: &Path, entries: &[Entry]) -> Result<()> {
    let mut text = Vec::new();
    write::put_lines(&mut text, entries)
        .and_then(|()| journal.write_all(&text))
        .map_err(|e| Error::io(path, "write", e))
}

/// The entries of an earlier run; nothing where there is no file. A line that was being written is passed over.
fn read(path: &Path) -> Result<BTreeMap<String, Entry>> {
    let file = match File::open(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        other => other.map_err(|e| Error::io(path, "open", e))?,
    };
    let mut out = BTreeMap::new();
    let mut fault = None;
    for (n, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|e| Error::io(path, "read", e))?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        match serde_json::from_str::<Entry>(&line) {
            Ok(entry) => drop(out.insert(entry.id.clone(), entry)),
            Err(_) if line.is_empty() => {}
            // Only the last line may be half.
            Err(e) => {
                let place = Place::line(path.display().to_string(), n as u64 + 1);
                fault = Some(Error::data(place, format!("no line of pictures: {e}"), "remove the file"));
            }
        }
    }
    Ok(out)
}

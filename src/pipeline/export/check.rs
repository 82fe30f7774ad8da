//! The self-check: a written shard is read by its consumer's rules, and what is read must be what was meant.

use super::cut::Cut;
use super::picture::{self, Look};
use super::scan::Key;
use super::write::Job;
use crate::error::{Error, Place, Result};
use crate::export::record::{Record, Said, Seen, Shown};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::path::Path;

/// What is expected of a shard, 32 bytes a record.
pub struct Check<'a> {
    job: &'a Job<'a>,
    cut: &'a Cut,
    expected: Vec<(Key, Key)>,
}

/// Records looked at together, and bytes of pictures of them.
const BATCH: (usize, usize) = (512, 8 << 20);

/// A hash of what is said.
fn said_key(said: &Said) -> Key {
    let mut hasher = blake3::Hasher::new();
    let mut part = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    };
    part(&said.id);
    for (name, text) in &said.texts {
        part(name);
        part(text);
    }
    short(&hasher.finalize())
}

fn short(hash: &blake3::Hash) -> Key {
    let mut out = [0; 16];
    out.copy_from_slice(&hash.as_bytes()[..16]);
    out
}

/// A hash of a picture: of its bytes, or of its path where it lies beside the shards.
fn picture_key(bytes: &[u8], path: &str) -> Key {
    short(&blake3::hash(if bytes.is_empty() { path.as_bytes() } else { bytes }))
}

impl<'a> Check<'a> {
    /// Nothing expected yet.
    pub fn new(job: &'a Job<'a>, cut: &'a Cut) -> Self {
        Check { job, cut, expected: Vec::with_capacity(cut.rows.len()) }
    }

    /// Notes what must be read of records.
    pub fn expect(&mut self, records: &[Record]) {
        let (exporter, context, shard) = (self.job.exporter, self.job.context, &self.cut.shard);
        self.expected.par_extend(records.par_iter().map(|record| {
            let said = said_key(&exporter.said(context, shard, record));
            (said, picture_key(&record.picture.bytes, &record.picture.path))
        }));
    }

    /// Reads the shard.
    ///
    /// # Errors
    /// When a record is not what was meant: the message names it.
    pub fn run(&self, path: &Path) -> Result<()> {
        let (mut batch, mut held, mut done): (Vec<Seen>, usize, usize) = (Vec::new(), 0, 0);
        // Files beside the shards are looked for once.
        let mut files: FxHashSet<String> = FxHashSet::default();
        let exporter = self.job.exporter;
        exporter.reread(self.job.context, &self.cut.shard, path, &mut |seen| {
            match &seen.picture {
                Shown::Inside(_, bytes) => held += bytes.len(),
                Shown::Beside(file) if !files.contains(file) => {
                    if !self.job.out.join(file).is_file() {
                        return Err(self.fault(done + batch.len(), format!("there is no picture {file}")));
                    }
                    files.insert(file.clone());
                }
                _ => {}
            }
            batch.push(seen);
            if batch.len() >= BATCH.0 || held >= BATCH.1 {
                self.look(&batch, done)?;
                done += batch.len();
                batch.clear();
                held = 0;
            }
            Ok(())
        })?;
        self.look(&batch, done)?;
        let read = done + batch.len();
        if read != self.expected.len() {
            let what = format!("{} records were written and {read} are read", self.expected.len());
            return Err(self.error(None, what));
        }
        Ok(())
    }

    fn look(&self, batch: &[Seen], first: usize) -> Result<()> {
        batch.par_iter().enumerate().try_for_each(|(i, seen)| {
            let at = first + i;
            let Some((said, picture)) = self.expected.get(at) else {
                return Err(self.error(None, format!("more than {} records are read", self.expected.len())));
            };
            if said_key(&seen.said) != *said {
                return Err(self.fault(at, self.difference(at, &seen.said)?));
            }
            let found = match &seen.picture {
                Shown::Inside(_, bytes) => picture_key(bytes, ""),
                Shown::Again(hash) => short(&blake3::Hash::from_bytes(*hash)),
                Shown::Beside(path) => picture_key(&[], path),
            };
            if found != *picture {
                return Err(self.fault(at, "another picture is read".into()));
            }
            // Its bytes are those that were looked at before they were written; what remains is what they are called here.
            let named = match &seen.picture {
                Shown::Inside(extension, bytes) if self.job.look == Look::Header => {
                    picture::named(bytes, extension).map(drop)
                }
                Shown::Inside(extension, bytes) => picture::check(bytes, extension, self.job.look),
                _ => Ok(()),
            };
            named.map_err(|what| self.fault(at, format!("the picture as read: {what}")))
        })
    }

    /// The record at a position of the shard.
    fn record(&self, at: usize) -> Result<Option<Record>> {
        let row = self.cut.rows.get(at).and_then(|r| self.job.scan.rows.get(*r as usize));
        let Some(row) = row else { return Ok(None) };
        let line = self.job.set.pick()?.line(row.offset, row.length)?;
        self.job.set.parse(&line).map(Some)
    }

    fn difference(&self, at: usize, read: &Said) -> Result<String> {
        let Some(record) = self.record(at)? else { return Ok("it is not in the set".into()) };
        let meant = self.job.exporter.said(self.job.context, &self.cut.shard, &record);
        Ok(meant.differs(read).unwrap_or_else(|| "it is read differently".into()))
    }

    fn fault(&self, at: usize, what: String) -> Error {
        let id = self.record(at).ok().flatten().map(|r| r.id().to_string());
        self.error(id, what)
    }

    fn error(&self, id: Option<String>, what: String) -> Error {
        let file = self.job.exporter.file(self.job.context, &self.cut.shard);
        Error::data(
            Place { file, line: None, record: id },
            format!("what {} would read is not what was meant: {what}", self.job.exporter.name()),
            "take the record out of the set, or use another format",
        )
    }
}

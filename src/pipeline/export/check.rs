//! The self-check: a written shard is read by its consumer's rules, and what is read must be what was meant.

use super::cut::Cut;
use super::picture::{self, Look};
use super::set::Lines;
use super::write::Job;
use crate::error::{Error, Place, Result};
use crate::export::record::{Record, Said, Seen, Shown};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::path::Path;
use twox_hash::XxHash3_128;

/// A hash of what was written, to be found again in what is read. Only chance could mistake one for another here, so it
/// need not withstand anyone who looks for two of the same.
type Trace = u128;

/// What is expected of a shard, 32 bytes a record.
pub struct Check<'a> {
    job: &'a Job<'a>,
    cut: &'a Cut,
    expected: Vec<(Trace, Trace)>,
}

/// Pictures decoded together, and bytes of them.
const BATCH: (usize, usize) = (512, 8 << 20);

/// A picture as read that is still to be decoded.
struct Waiting {
    at: usize,
    extension: String,
    bytes: Vec<u8>,
}

/// Of what is said, which is put together in `all`.
fn said_trace(said: &Said<'_>, all: &mut Vec<u8>) -> Trace {
    all.clear();
    let texts = said.texts.iter().flat_map(|(name, text)| [name, text]);
    for part in std::iter::once(&said.id).chain(texts) {
        all.extend_from_slice(&(part.len() as u64).to_le_bytes());
        all.extend_from_slice(part.as_bytes());
    }
    XxHash3_128::oneshot(all)
}

/// Of a picture: of its bytes, or of its path where it lies beside the shards.
fn picture_trace(bytes: &[u8], path: &str) -> Trace {
    XxHash3_128::oneshot(if bytes.is_empty() { path.as_bytes() } else { bytes })
}

impl<'a> Check<'a> {
    /// Nothing expected yet.
    pub fn new(job: &'a Job<'a>, cut: &'a Cut) -> Self {
        Check { job, cut, expected: Vec::with_capacity(cut.rows.len()) }
    }

    /// Notes what must be read of records.
    pub fn expect(&mut self, records: &[Record]) {
        let (exporter, context, shard) = (self.job.exporter, self.job.context, &self.cut.shard);
        self.expected.par_extend(records.par_iter().map_init(Vec::new, |all, record| {
            let said = said_trace(&exporter.said(context, shard, record), all);
            (said, picture_trace(&record.picture.bytes, &record.picture.path))
        }));
    }

    /// Reads the shard.
    ///
    /// # Errors
    /// When a record is not what was meant: the message names it.
    pub fn run(&self, path: &Path) -> Result<()> {
        let (mut read, mut held, mut waiting): (usize, usize, Vec<Waiting>) = (0, 0, Vec::new());
        let mut all = Vec::new();
        // Files beside the shards are looked for once.
        let mut files: FxHashSet<String> = FxHashSet::default();
        self.job.exporter.reread(self.job.context, &self.cut.shard, path, &mut |seen| {
            let at = read;
            self.compare(at, &seen, &mut all)?;
            match seen.picture {
                // Its bytes are those that were looked at before they were written; what remains is what they are called.
                Shown::Inside(extension, bytes) if self.job.look == Look::Header => {
                    let named = picture::named(&bytes, &extension);
                    named.map_err(|what| self.fault(at, format!("the picture as read: {what}")))?;
                }
                Shown::Inside(extension, bytes) => {
                    held += bytes.len();
                    waiting.push(Waiting { at, extension: extension.into_owned(), bytes: bytes.into_owned() });
                }
                Shown::Beside(file) if !files.contains(&*file) => {
                    if !self.job.out.join(&*file).is_file() {
                        return Err(self.fault(at, format!("there is no picture {file}")));
                    }
                    files.insert(file.into_owned());
                }
                Shown::Beside(_) | Shown::Again(_) => {}
            }
            if waiting.len() >= BATCH.0 || held >= BATCH.1 {
                self.decode(&waiting)?;
                waiting.clear();
                held = 0;
            }
            read += 1;
            Ok(())
        })?;
        self.decode(&waiting)?;
        if read != self.expected.len() {
            let what = format!("{} records were written and {read} are read", self.expected.len());
            return Err(self.error(None, what));
        }
        Ok(())
    }

    /// Whether a record as read says and shows what was written.
    fn compare(&self, at: usize, seen: &Seen<'_>, all: &mut Vec<u8>) -> Result<()> {
        let Some((said, picture)) = self.expected.get(at) else {
            return Err(self.error(None, format!("more than {} records are read", self.expected.len())));
        };
        if said_trace(&seen.said, all) != *said {
            return Err(self.fault(at, self.difference(at, &seen.said)?));
        }
        let found = match &seen.picture {
            Shown::Inside(_, bytes) => Some(picture_trace(bytes, "")),
            // That of an earlier record, which was compared when it was read.
            Shown::Again(first) => self.expected.get(*first).filter(|_| *first < at).map(|(_, picture)| *picture),
            Shown::Beside(path) => Some(picture_trace(&[], path)),
        };
        if found != Some(*picture) {
            return Err(self.fault(at, "another picture is read".into()));
        }
        Ok(())
    }

    /// Decodes pictures as read, side by side.
    fn decode(&self, waiting: &[Waiting]) -> Result<()> {
        waiting.par_iter().try_for_each(|Waiting { at, extension, bytes }| {
            picture::check(bytes, extension, self.job.look)
                .map_err(|what| self.fault(*at, format!("the picture as read: {what}")))
        })
    }

    /// The record at a position of the shard.
    fn record(&self, at: usize) -> Result<Option<Record>> {
        let row = self.cut.rows.get(at).and_then(|r| self.job.scan.rows.get(*r as usize));
        let Some(row) = row else { return Ok(None) };
        let mut lines = Lines::default();
        self.job.set.pick()?.line(row.offset, row.length, &mut lines)?;
        lines.all().first().map(|line| self.job.set.parse(*line)).transpose()
    }

    fn difference(&self, at: usize, read: &Said<'_>) -> Result<String> {
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

//! Pass 2: every plan row becomes an item and its picture.
//!
//! The plan is divided into [`rows::BUCKETS`] fixed buckets by picture. Each is built whole in OUT/.build and never
//! again; whoever finds all of them finished puts the set together in plan order. So any number of threads or shards,
//! and any number of kills and restarts, give the same bytes.

pub(super) mod assemble;
mod bucket;
pub(super) mod realise;
pub mod rows;

use super::config::Draw;
use super::files::{self, Lock, WORK};
use super::guard::{self, Guard};
use super::pictures::Pictures;
use super::review::rejected::Rejected;
use super::run::RunFile;
use super::set_files;
use crate::draw::codec::JPEG_ENCODER;
use crate::error::Result;
use crate::model::item::McqItem;
use crate::model::plan::PlanRow;
use crate::review::verdict;
use crate::source::manifest::Manifest;
use rayon::prelude::*;
use rows::{BUCKETS, Rows};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Turns a row into its question and option texts.
pub type Render<'a> = &'a (dyn Fn(&PlanRow) -> Result<(String, Vec<String>)> + Sync);

/// Which part of the buckets a process handles: those with `bucket % count == index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: usize,
    /// At least 1.
    pub count: usize,
}

impl Shard {
    /// All of them.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };
}

impl std::str::FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parsed {
            Some((index, count)) if index < count && count <= BUCKETS => Ok(Shard { index, count }),
            _ => Err(format!("a shard is i/n with i from 0 to n-1 and n at most {BUCKETS}, not `{text}`")),
        }
    }
}

/// Everything that pass 2 needs. It reads OUT/plan.jsonl and OUT/run.json, which the planner wrote.
pub struct Builder<'a> {
    /// The output folder.
    pub out: &'a Path,
    /// Where the pictures are.
    pub pictures: &'a Pictures,
    /// Writes the texts.
    pub render: Render<'a>,
    /// How pictures are written.
    pub draw: Draw,
    /// Seed of the run, for the items' provenance.
    pub seed: u64,
    /// Hash of the resources, for the items' provenance.
    pub resources: String,
    /// At most so many rows of the plan.
    pub limit: Option<u64>,
    /// Items that people rejected; they and their exchange groups are not built.
    pub rejected: &'a Rejected,
    /// Pictures that belong to other sets; what only bytes and looks give away is found here.
    pub guard: &'a Guard,
    /// The part that this process handles.
    pub shard: Shard,
    /// Names of the sources with their manifests, for the card.
    pub manifests: &'a [(String, Manifest)],
    /// Target names in order, for the overview.
    pub targets: &'a [&'a str],
    /// Called with the number of rows just finished.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// How a build ended.
#[derive(Debug)]
pub enum Outcome {
    /// The set is complete.
    Complete(Box<RunFile>),
    /// Other shards still have buckets to build.
    Waiting {
        /// Finished buckets.
        done: usize,
        /// Of so many.
        of: usize,
    },
}

impl Builder<'_> {
    /// Builds this process's buckets and, when they were the last, the set.
    ///
    /// # Errors
    /// When the plan is missing or broken, a source has nothing but pictures of other sets, or the folder cannot be
    /// written. Pictures that cannot be used are counted rejects.
    pub fn run(&self) -> Result<Outcome> {
        let rows = Rows::index(&self.out.join("plan.jsonl"), self.limit, &self.rejected.reasons)?;
        let base = self.base()?;
        let fingerprint = self.fingerprint(&rows, &base);
        if let Some(run) = self.finished(base, &fingerprint) {
            if self.out.join(WORK).exists() {
                let _lock = Lock::wait(self.out)?;
                files::remove(&self.out.join(WORK))?;
            }
            return Ok(Outcome::Complete(Box::new(run)));
        }
        {
            let _lock = Lock::wait(self.out)?;
            if let Some(run) = self.finished(self.base()?, &fingerprint) {
                files::remove(&self.out.join(WORK))?;
                return Ok(Outcome::Complete(Box::new(run)));
            }
            self.prepare(&fingerprint)?;
        }
        if !assemble::begun(self.out) {
            let mine: Vec<usize> = (0..BUCKETS).filter(|b| b % self.shard.count == self.shard.index).collect();
            mine.par_iter().try_for_each(|&bucket| {
                match bucket::intact(self.out, bucket, rows.bucket_len(bucket)) {
                    // Alone, a run tries again what failed before: the pictures may be there by now.
                    Some(done) if self.shard.count > 1 || !done.rejects.iter().any(|lost| retry(&lost.reason)) => {
                        (self.progress)(done.rows);
                        Ok(())
                    }
                    _ => bucket::build(self, &rows, bucket),
                }
            })?;
        }
        let _lock = Lock::wait(self.out)?;
        if let Some(run) = self.finished(self.base()?, &fingerprint) {
            files::remove(&self.out.join(WORK))?;
            return Ok(Outcome::Complete(Box::new(run)));
        }
        let done = (0..BUCKETS).filter(|&b| bucket::done(self.out, b).is_some()).count();
        if done < BUCKETS {
            return Ok(Outcome::Waiting { done, of: BUCKETS });
        }
        let run = assemble::assemble(self, self.base()?, fingerprint, &rows.excluded)?;
        Ok(Outcome::Complete(Box::new(run)))
    }

    fn base(&self) -> Result<RunFile> {
        super::generate::planned(self.out)
    }

    /// What decides every byte of the build.
    fn fingerprint(&self, rows: &Rows, base: &RunFile) -> String {
        let draw = serde_json::json!([self.draw, JPEG_ENCODER, self.limit, self.seed, base.plan]).to_string();
        let mut hasher = blake3::Hasher::new();
        for part in [env!("CARGO_PKG_VERSION"), &rows.blake3, &draw, &self.resources, &base.fingerprint] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        // Without verdicts the fingerprint is that of sets that were built before there were any.
        for (id, reason) in &self.rejected.reasons {
            hasher.update(id.as_bytes()).update(&[0]).update(reason.as_bytes()).update(&[0]);
        }
        hasher.finalize().to_hex()[..32].to_string()
    }

    /// The run, if it is complete and of this fingerprint. Alone, a run with lost pictures is not taken as complete.
    fn finished(&self, run: RunFile, fingerprint: &str) -> Option<RunFile> {
        let build = run.build.as_ref().filter(|b| b.fingerprint == fingerprint)?;
        let again = self.shard.count == 1 && build.rejects.keys().any(|reason| retry(reason));
        (!again && self.out.join(set_files::ITEMS_FILE).exists()).then_some(run)
    }

    /// Makes OUT ready for this fingerprint: what another run left is removed.
    fn prepare(&self, fingerprint: &str) -> Result<()> {
        let work = self.out.join(WORK);
        let mark = work.join("fingerprint");
        if fs::read_to_string(&mark).is_ok_and(|text| text == fingerprint) {
            return Ok(());
        }
        for bucket in 0..BUCKETS {
            files::remove(&bucket::folder(self.out, bucket))?;
        }
        files::remove(&work.join(assemble::BEGUN))?;
        self.remove_set()?;
        files::write(&mark, fingerprint.as_bytes())
    }

    /// Removes an earlier set: the pictures that its items name, and only those, then the files.
    fn remove_set(&self) -> Result<()> {
        let items = self.out.join(set_files::ITEMS_FILE);
        if let Ok(file) = fs::File::open(&items) {
            let lines = BufReader::new(file).lines().map_while(|line| line.ok());
            for item in lines.filter_map(|line| serde_json::from_str::<McqItem>(&line).ok()) {
                if let Some(name) = item.image.strip_prefix("images/")
                    && !name.contains(['/', '\\'])
                    && !name.starts_with('.')
                {
                    files::remove(&self.out.join("images").join(name))?;
                }
            }
        }
        for name in set_files::FILES {
            files::remove(&self.out.join(name))?;
        }
        let run = self.base()?;
        if run.build.is_some() { RunFile { build: None, ..run }.write(self.out) } else { Ok(()) }
    }
}

/// Whether what was lost for this reason may be had another time.
fn retry(reason: &str) -> bool {
    ![guard::EXCLUDED_PICTURE, assemble::GROUP_INCOMPLETE].contains(&reason) && !verdict::is_reason(reason)
}

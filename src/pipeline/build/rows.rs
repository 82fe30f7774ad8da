//! `plan.jsonl` divided into buckets: by the picture, so that all rows of one picture meet and it is decoded once.

use super::bucket::Lost;
use crate::error::{Error, Place, Result};
use crate::model::plan::{PlanRow, Variant};
use crate::model::reject::Reason;
use crate::review::verdict;
use crate::rng;
use rustc_hash::FxHashSet;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Number of buckets; fixed, so that any number of shards divides the same work.
pub const BUCKETS: usize = 64;

/// Where one row is.
#[derive(Debug, Clone, Copy)]
struct Span {
    row: u64,
    offset: u64,
    length: u32,
}

/// The rows of a plan by bucket: 24 bytes a row, whatever its text.
#[derive(Debug)]
pub struct Rows {
    path: PathBuf,
    buckets: Vec<Vec<Span>>,
    /// BLAKE3 of the whole file.
    pub blake3: String,
    /// Rows that are not built because people rejected them, their original, or a member of their exchange group.
    pub(super) excluded: Vec<Lost>,
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow, default)]
    group: Option<Cow<'a, str>>,
    #[serde(borrow)]
    scene: Cow<'a, str>,
    #[serde(default)]
    variant: Option<Variant>,
}

/// The bucket of a scene.
pub fn bucket_of(scene: &str) -> usize {
    usize::from(rng::digest(0, "bucket", &[scene.as_bytes()]).0[0]) % BUCKETS
}

impl Rows {
    /// Reads a plan; once, unless people rejected some of it. With a limit, only so many items count, each with its copies, without the group that the
    /// limit would cut.
    ///
    /// # Errors
    /// When it cannot be read, or a line is not a plan row, or an id appears twice or cannot name a file.
    pub fn index(path: &Path, limit: Option<u64>, rejected: &BTreeMap<String, Reason>) -> Result<Self> {
        let broken = broken_groups(path, rejected)?;
        let mut excluded = Vec::new();
        let mut reader = open(path)?;
        let mut hasher = blake3::Hasher::new();
        let mut buckets: Vec<Vec<Span>> = (0..BUCKETS).map(|_| Vec::new()).collect();
        let mut groups: FxHashSet<[u8; 16]> = FxHashSet::default();
        let mut cut: FxHashSet<[u8; 16]> = FxHashSet::default();
        let mut spans: Vec<(Span, usize, Option<[u8; 16]>)> = Vec::new();
        let mut ids: FxHashSet<[u8; 16]> = FxHashSet::default();
        let (mut line, mut offset, mut row, mut items) = (Vec::new(), 0u64, 0u64, 0u64);
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))?;
            if length == 0 {
                break;
            }
            hasher.update(&line);
            let head: Head<'_> = parse(path, row + 1, &line)?;
            check_id(path, row + 1, &head.id)?;
            if !ids.insert(rng::digest(0, "id", &[head.id.as_bytes()]).0) {
                return Err(Error::data(place(path, row + 1), format!("id `{}` appears twice", head.id), REMEDY));
            }
            let group = head.group.as_ref().map(|g| rng::digest(0, "group", &[g.as_bytes()]).0);
            items += u64::from(head.variant.is_none());
            let within = limit.is_none_or(|limit| items <= limit);
            if let Some(reason) = dropped(&head, rejected, &broken) {
                if within {
                    let (id, detail) =
                        (head.id.to_string(), head.group.map(|g| format!("group {g}")).unwrap_or_default());
                    excluded.push(Lost { row, id, group: None, reason: reason.into(), detail });
                }
            } else if within {
                groups.extend(group);
                spans.push((Span { row, offset, length: length as u32 }, bucket_of(&head.scene), group));
            } else if let Some(group) = group.filter(|g| groups.contains(g)) {
                cut.insert(group);
            }
            offset += length as u64;
            row += 1;
        }
        for (span, bucket, group) in spans {
            if group.is_none_or(|g| !cut.contains(&g))
                && let Some(spans) = buckets.get_mut(bucket)
            {
                spans.push(span);
            }
        }
        Ok(Rows { path: path.to_path_buf(), buckets, blake3: hasher.finalize().to_hex().to_string(), excluded })
    }

    /// Number of rows that will be built.
    pub fn len(&self) -> u64 {
        self.buckets.iter().map(|b| b.len() as u64).sum()
    }

    /// Whether there is nothing to build.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows of a bucket.
    pub fn bucket_len(&self, bucket: usize) -> u64 {
        self.buckets.get(bucket).map_or(0, |b| b.len() as u64)
    }

    /// The rows of a bucket with their numbers in the plan, in plan order.
    ///
    /// # Errors
    /// When the file cannot be read again or a row does not hold together.
    pub fn load(&self, bucket: usize) -> Result<Vec<(u64, PlanRow)>> {
        let mut reader = open(&self.path)?;
        let mut out = Vec::new();
        for span in self.buckets.get(bucket).into_iter().flatten() {
            let mut line = vec![0; span.length as usize];
            let read = reader.seek(SeekFrom::Start(span.offset)).and_then(|_| reader.read_exact(&mut line));
            read.map_err(|e| Error::io(&self.path, "read", e))?;
            let row: PlanRow = parse(&self.path, span.row + 1, &line)?;
            check_row(&self.path, span.row + 1, &row)?;
            out.push((span.row, row));
        }
        Ok(out)
    }
}

/// Exchange groups with a rejected member.
fn broken_groups(path: &Path, rejected: &BTreeMap<String, Reason>) -> Result<BTreeSet<String>> {
    let mut broken = BTreeSet::new();
    if rejected.is_empty() {
        return Ok(broken);
    }
    let mut reader = open(path)?;
    let (mut line, mut row) = (Vec::new(), 0);
    while reader.read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))? > 0 {
        row += 1;
        let head: Head<'_> = parse(path, row, &line)?;
        if rejected.contains_key(&*head.id) {
            broken.extend(head.group.map(|g| g.into_owned()));
        }
        line.clear();
    }
    Ok(broken)
}

/// Why a row is not built: people rejected it, the item that it is a copy of, or a member of its group.
fn dropped(head: &Head<'_>, rejected: &BTreeMap<String, Reason>, broken: &BTreeSet<String>) -> Option<Reason> {
    let original = head.variant.as_ref().map_or(&*head.id, |v| v.of.as_str());
    rejected.get(original).copied().or_else(|| broken.contains(&**head.group.as_ref()?).then_some(verdict::GROUP))
}

const REMEDY: &str = "write the plan with `groundline plan`; rows may be removed by hand, not changed";

fn open(path: &Path) -> Result<BufReader<File>> {
    File::open(path).map(|f| BufReader::with_capacity(1 << 18, f)).map_err(|e| Error::io(path, "open", e))
}

fn place(path: &Path, line: u64) -> Place {
    Place::line(path.display().to_string(), line)
}

fn parse<'a, T: Deserialize<'a>>(path: &Path, line: u64, bytes: &'a [u8]) -> Result<T> {
    serde_json::from_slice(bytes)
        .map_err(|e| Error::data(place(path, line), format!("it is not a plan row: {e}"), REMEDY))
}

/// Ids become file names.
fn check_id(path: &Path, line: u64, id: &str) -> Result<()> {
    let fine = !id.is_empty() && id.len() <= 120 && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if fine { Ok(()) } else { Err(Error::data(place(path, line), format!("id `{id}` cannot name a picture"), REMEDY)) }
}

fn check_row(path: &Path, line: u64, row: &PlanRow) -> Result<()> {
    let fail = |what: String| Err(Error::data(place(path, line), what, REMEDY));
    if usize::from(row.answer_index) >= row.options.len() {
        return fail(format!("answer_index is {}, there are {} options", row.answer_index, row.options.len()));
    }
    if row.box_colors.len() != row.slots.boxes.len() {
        return fail(format!("there are {} boxes and {} colors", row.slots.boxes.len(), row.box_colors.len()));
    }
    match row.box_colors.iter().find(|c| crate::draw::palette::paint(c).is_none()) {
        Some(color) => fail(format!("`{color}` is not a box color")),
        None => Ok(()),
    }
}

//! The first pass: every record is parsed and its picture's head read; what goes out is decided, and where shards end.

use super::Options;
use super::count::{self, Summary};
use super::key::{Key, key, short};
use super::picture::{self, Probe};
use super::set::{Line, Set};
use super::terms::Terms;
use crate::error::{Error, Result};
use crate::export::record::{Picture, Record};
use crate::export::{Exporter, Pictures, text};
use crate::pipeline::run::Counts;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::RwLock;

/// A record that goes out: 96 bytes, which is all that is kept of it.
#[derive(Debug, Clone)]
pub struct Row {
    /// Place of its line.
    pub offset: u64,
    /// Length of its line.
    pub length: u32,
    /// Parts (see [`crate::export::Shard::part`]) as positions in [`Scan::parts`].
    pub parts: smallvec::SmallVec<[u16; 2]>,
    /// Bytes that it adds to a shard.
    pub weight: u64,
    /// Over its line and its picture's size.
    pub digest: Key,
    /// Of its scene.
    pub scene: Key,
    /// Of its exchange group.
    pub group: Option<Key>,
    /// Whether it is a copy of another item.
    pub copy: bool,
}

/// A record that does not.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Dropped {
    /// Id.
    pub id: String,
    /// Reason.
    pub reason: &'static str,
    /// What was found.
    pub detail: String,
}

/// What the first pass found.
#[derive(Default)]
pub struct Scan {
    /// Records that go out, in order.
    pub rows: Vec<Row>,
    /// Names of parts.
    pub parts: Vec<String>,
    /// Counts.
    pub summary: Summary,
    /// Records left out, in order.
    pub dropped: Vec<Dropped>,
    /// Records in whose texts a token gets a space, with the first of their ids.
    pub spaced: (u64, Vec<String>),
}

impl Scan {
    /// Records left out, by reason.
    pub fn reasons(&self) -> Counts {
        let mut out = Counts::new();
        for d in &self.dropped {
            *out.entry(d.reason.to_string()).or_default() += 1;
        }
        out
    }
}

/// Ids of the first so many records are named where texts were changed.
const NAMED: usize = 20;

/// What is learnt of one line, in parallel.
struct Learnt<'a> {
    line: Line<'a>,
    record: Record,
    probe: Probe,
    id: Key,
    image: Key,
    path: Key,
    scene: Key,
    digest: Key,
    spaced: bool,
    words: [u64; 2],
}

/// Scans the set. A member of an exchange group that is left out takes the others with it: without it they would not
/// be sure of chance any more. So a second round may be needed, and it is enough.
///
/// # Errors
/// When a record or the head of a picture cannot be read, or an id stands twice.
pub fn scan(set: &Set, exporter: &dyn Exporter, options: &Options) -> Result<Scan> {
    let none = FxHashSet::default();
    let first = round(set, exporter, options, &none)?;
    if first.1.is_empty() { Ok(first.0) } else { round(set, exporter, options, &first.1).map(|(scan, _)| scan) }
}

fn round(
    set: &Set,
    exporter: &dyn Exporter,
    options: &Options,
    broken: &FxHashSet<Key>,
) -> Result<(Scan, FxHashSet<Key>)> {
    let mut scan = Scan::default();
    let (mut ids, mut lost) = (FxHashSet::default(), FxHashSet::default());
    let known: RwLock<FxHashMap<Key, Probe>> = RwLock::default();
    // Paths inside the export, and the pictures of the set that they stand for.
    let mut pictures: FxHashMap<Key, Key> = FxHashMap::default();
    set.chunks(|lines| {
        let learnt: Vec<Learnt> =
            lines.par_iter().map(|line| learn(set, exporter, *line, &known)).collect::<Result<_>>()?;
        for learnt in &learnt {
            let Learnt { line, record, probe, .. } = learnt;
            let place = || set.place(*line);
            if !ids.insert(learnt.id) {
                let what = format!("the id {} stands twice", record.id());
                return Err(Error::data(place(), what, "give every record an id of its own"));
            }
            let group = record.group().map(|g| key(g.as_bytes()));
            if let Some((reason, detail)) =
                refused(record, exporter, options, group.is_some_and(|g| broken.contains(&g)))
            {
                lost.extend(group);
                scan.dropped.push(Dropped { id: record.id().to_string(), reason, detail });
                continue;
            }
            match pictures.insert(learnt.path, learnt.image) {
                None => scan.summary.picture(probe),
                Some(other) if other == learnt.image => {}
                Some(_) => {
                    let what = format!("another picture also becomes {}", record.picture.path);
                    return Err(picture::wrong(&place(), record.id(), record.image(), what));
                }
            }
            if learnt.spaced {
                scan.spaced.0 += 1;
                if scan.spaced.1.len() < NAMED {
                    scan.spaced.1.push(record.id().to_string());
                }
            }
            scan.summary.record(record, learnt.words);
            let parts = exporter.parts(record).into_iter().map(|p| part(&mut scan.parts, p)).collect();
            scan.rows.push(row(exporter, learnt, parts, group)?);
        }
        // Giving their memory back takes as long as counting them.
        learnt.into_par_iter().for_each(drop);
        Ok(())
    })?;
    Ok((scan, lost))
}

fn learn<'a>(
    set: &Set,
    exporter: &dyn Exporter,
    line: Line<'a>,
    known: &RwLock<FxHashMap<Key, Probe>>,
) -> Result<Learnt<'a>> {
    let mut record = set.parse(line)?;
    let image = key(record.image().as_bytes());
    let held = known.read().ok().and_then(|k| k.get(&image).copied());
    let bad = |what: String| picture::wrong(&set.place(line), record.id(), record.image(), what);
    let probe = match held {
        Some(probe) => probe,
        None => {
            // The path is judged before the file is touched.
            picture::target(record.image(), "jpg").map_err(bad)?;
            let probe = Probe::of(&set.folder.join(record.image())).map_err(bad)?;
            if let Ok(mut known) = known.write() {
                known.insert(image, probe);
            }
            probe
        }
    };
    let path = picture::target(record.image(), probe.extension()).map_err(bad)?;
    let mut digest = blake3::Hasher::new();
    digest.update(line.text.as_bytes()).update(&probe.bytes.to_le_bytes());
    let (id, path_key, scene) = (key(record.id().as_bytes()), key(path.as_bytes()), key(record.scene().as_bytes()));
    let spaced = exporter.spaces_tokens() && record.turns().iter().any(|(_, t)| text::special(t).is_some());
    record.picture = Picture { path, bytes: Vec::new() };
    let (digest, words) = (short(&digest.finalize()), count::words(&record));
    Ok(Learnt { line, record, probe, id, image, path: path_key, scene, digest, spaced, words })
}

fn refused(
    record: &Record,
    exporter: &dyn Exporter,
    options: &Options,
    broken: bool,
) -> Option<(&'static str, String)> {
    let license = record.license();
    if !options.allowed.admits(&license.license) {
        return Some(("license_not_allowed", license.license.clone()));
    }
    if Terms::of(&license.license).no_derivatives && (license.modified || !record.boxes().is_empty()) {
        return Some(("no_derivatives", format!("{}: a box is drawn on the picture", license.license)));
    }
    if let Some(refusal) = exporter.cannot_carry(record) {
        return Some((refusal.reason, refusal.detail));
    }
    broken.then(|| ("group_incomplete", format!("group {}", record.group().unwrap_or_default())))
}

fn part(parts: &mut Vec<String>, name: String) -> u16 {
    let at = parts.iter().position(|p| *p == name).unwrap_or_else(|| {
        parts.push(name);
        parts.len() - 1
    });
    u16::try_from(at).unwrap_or(u16::MAX)
}

fn row(
    exporter: &dyn Exporter,
    learnt: &Learnt<'_>,
    parts: smallvec::SmallVec<[u16; 2]>,
    group: Option<Key>,
) -> Result<Row> {
    let Learnt { line, record, probe, .. } = learnt;
    let length = line.text.len() as u64;
    let inside = match exporter.pictures() {
        Pictures::Inside => probe.bytes,
        Pictures::InText => probe.bytes.div_ceil(3) * 4,
        Pictures::Beside | Pictures::PerRecord => 0,
    };
    Ok(Row {
        offset: line.offset,
        length: u32::try_from(length).map_err(|_| {
            Error::data(
                crate::error::Place::record("the set", record.id()),
                "its line is longer than 4 GB",
                "make the set again",
            )
        })?,
        parts,
        weight: length + inside,
        digest: learnt.digest,
        scene: learnt.scene,
        group,
        copy: record.copy().is_some(),
    })
}

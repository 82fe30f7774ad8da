//! All buckets are finished: the set is put together in plan order. Everything here can be killed and done again.

use super::Builder;
use super::bucket::{self, Done, Items, Line, Lost};
use super::rows::BUCKETS;
use crate::error::{Error, Place, Result};
use crate::model::item::McqItem;
use crate::model::reject::Reason;
use crate::pipeline::files::{self, WORK};
use crate::pipeline::guard;
use crate::pipeline::run::{Counts, RunFile};
use crate::pipeline::set_files::{About, SetFiles};
use crate::review::verdict;
use rustc_hash::FxHashSet;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The mark in the work folder that the assembly has begun, so that pictures are moved out of buckets.
pub(super) const BEGUN: &str = "assembling";
pub(in crate::pipeline) const REJECTS_FILE: &str = "rejects.jsonl";

/// A member of the item's exchange group could not be built, so no rule could be sure of chance any more.
pub(super) const GROUP_INCOMPLETE: Reason = "group_incomplete";
/// Every reason of this stage; on a second build they are replaced, the planner's stay. So are those of people.
const REASONS: [&str; 13] = [
    GROUP_INCOMPLETE,
    guard::EXCLUDED_PICTURE,
    "picture_broken",
    "picture_format",
    "picture_missing",
    "picture_path",
    "picture_placeholder",
    "picture_source",
    "picture_too_large",
    "picture_truncated",
    "picture_unreadable",
    "picture_unwritable",
    "size_mismatch",
];

/// Whether an assembly has begun in this folder.
pub(super) fn begun(out: &Path) -> bool {
    out.join(WORK).join(BEGUN).exists()
}

/// Puts the set together and removes the work folder. `excluded` are rows that people rejected.
///
/// # Errors
/// When a picture belongs to another set, or all of a source do, or the folder cannot be written.
pub(super) fn assemble(
    builder: &Builder<'_>,
    base: RunFile,
    fingerprint: String,
    excluded: &[Lost],
) -> Result<RunFile> {
    let out = builder.out;
    let buckets: Vec<Done> = (0..BUCKETS).filter_map(|b| bucket::done(out, b)).collect();
    guard::nothing_found(buckets.iter().flat_map(|done| &done.sources))?;
    files::write(&out.join(WORK).join(BEGUN), b"")?;
    let mut lost: Vec<Lost> = buckets.iter().flat_map(|d| d.rejects.iter().cloned()).collect();
    let broken: BTreeSet<String> = lost.iter().filter_map(|l| l.group.clone()).collect();

    let mut set = SetFiles::create(out)?;
    merge(out, |line| {
        let item: McqItem = serde_json::from_str(&line.json).map_err(|e| {
            Error::data(Place::file(WORK), e.to_string(), format!("remove the folder {WORK} and run again"))
        })?;
        if broken.contains(&line.group) {
            let detail = format!("group {}", line.group);
            lost.push(Lost { row: line.row, id: item.id, group: None, reason: GROUP_INCOMPLETE.into(), detail });
            return Ok(());
        }
        builder.guard.admit(&item.provenance.scene, &item.license)?;
        set.add(&line.json, item)
    })?;
    lost.extend(excluded.iter().cloned());
    lost.sort_by_key(|l| l.row);

    move_pictures(out, &buckets, &set.pictures)?;
    let rejects = write_rejects(out, &lost)?;
    let run = set.finish(About {
        base,
        fingerprint,
        encoder: crate::draw::codec::JPEG_ENCODER.into(),
        rejects,
        review: builder.rejected.reviewed(excluded.len() as u64),
        draw: builder.draw,
        manifests: builder.manifests,
        targets: builder.targets,
    })?;
    files::sweep(out)?;
    run.write(out)?;
    files::remove(&out.join(WORK))?;
    Ok(run)
}

/// Walks the items of all buckets in plan order.
fn merge(out: &Path, mut each: impl FnMut(Line) -> Result<()>) -> Result<()> {
    let mut readers = (0..BUCKETS).map(|b| Items::open(out, b)).collect::<Result<Vec<_>>>()?;
    let mut heads: BTreeMap<u64, (usize, Line)> = BTreeMap::new();
    for (bucket, reader) in readers.iter_mut().enumerate() {
        if let Some(line) = reader.next()? {
            heads.insert(line.row, (bucket, line));
        }
    }
    while let Some((_, (bucket, line))) = heads.pop_first() {
        each(line)?;
        if let Some(next) = readers.get_mut(bucket).map(Items::next).transpose()?.flatten() {
            heads.insert(next.row, (bucket, next));
        }
    }
    Ok(())
}

/// Moves the pictures of the set out of the buckets. Those of dropped groups stay behind and go with the work folder.
fn move_pictures(out: &Path, buckets: &[Done], wanted: &FxHashSet<String>) -> Result<()> {
    let images = out.join("images");
    fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;
    let written = buckets.iter().enumerate().flat_map(|(b, done)| {
        let from = bucket::images(out, b);
        done.pictures.iter().map(move |(name, _)| from.join(name)).filter(|path| path.exists())
    });
    files::settle(out, written)?;
    for (bucket, done) in buckets.iter().enumerate() {
        let from = bucket::images(out, bucket);
        for (name, _) in &done.pictures {
            if wanted.contains(&format!("images/{name}")) {
                let to = images.join(name);
                match fs::rename(from.join(name), &to) {
                    // Moved by an assembly that was killed.
                    Err(e) if e.kind() == std::io::ErrorKind::NotFound && to.exists() => {}
                    other => other.map_err(|e| Error::io(&to, "rename to", e))?,
                }
            }
        }
    }
    Ok(())
}

/// The planner's rejects, which are there already, and this stage's; the counts of the latter.
fn write_rejects(out: &Path, lost: &[Lost]) -> Result<Counts> {
    #[derive(serde::Deserialize)]
    struct Named {
        reason: String,
    }
    let path = out.join(REJECTS_FILE);
    let earlier = match fs::File::open(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
        other => Some(other.map_err(|e| Error::io(&path, "open", e))?),
    };
    let mut counts = Counts::new();
    files::write_whole(&path, |w| {
        for line in earlier.into_iter().flat_map(|file| BufReader::new(file).lines()) {
            let line = line?;
            let ours = serde_json::from_str::<Named>(&line)
                .is_ok_and(|n| REASONS.contains(&n.reason.as_str()) || verdict::is_reason(&n.reason));
            if !ours {
                writeln!(w, "{line}")?;
            }
        }
        for l in lost {
            *counts.entry(l.reason.clone()).or_default() += 1;
            writeln!(w, "{}", json!({"candidate": l.id, "reason": l.reason, "detail": l.detail}))?;
        }
        Ok(())
    })?;
    Ok(counts)
}

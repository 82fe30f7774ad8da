//! The layout of a set's folder.

use crate::error::{Error, Result};
use crate::pipeline::files;
use std::collections::BTreeSet;
use std::path::Path;

/// The folder of pictures.
pub(super) const IMAGES: &str = "images";

/// The questions.
pub(super) const QUESTIONS: &str = "questions.jsonl";

/// A question's picture, relative to the set's folder.
pub(super) fn image(id: &str) -> String {
    format!("{IMAGES}/{id}.png")
}

/// Removes pictures of the folder that belong to none of the ids: an earlier run made them of other dumps.
pub(super) fn keep_only<'a>(images: &Path, ids: impl Iterator<Item = &'a str>) -> Result<()> {
    if !images.is_dir() {
        return Ok(());
    }
    let kept: BTreeSet<&str> = ids.collect();
    let fail = |e| Error::io(images, "list", e);
    for entry in std::fs::read_dir(images).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if name.strip_suffix(".png").is_some_and(|id| !kept.contains(id)) {
            files::remove(&path)?;
        }
    }
    files::sweep(images)?;
    if kept.is_empty() {
        // Best effort: it stays where something else is in it.
        let _ = std::fs::remove_dir(images);
    }
    Ok(())
}

/// Removes the work folder and what killed runs left behind.
pub(super) fn close(out: &Path, lock: files::Lock) -> Result<()> {
    files::sweep(out)?;
    files::remove(&out.join(files::WORK))?;
    drop(lock);
    Ok(())
}

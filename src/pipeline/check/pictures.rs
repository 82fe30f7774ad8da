//! Pictures: are they there, can they be decoded, are boxes inside them, do two pictures look the same; and against the
//! source, is everything but the boxes as it was.

use super::load::{Origin, Set};
use super::pixels;
use crate::audit::finding::{Finding, Verdict};
use crate::audit::leak::{Looker, Print};
use crate::audit::read::Picture;
use crate::draw::codec;
use crate::model::fact::Picture as Head;
use crate::model::item::McqItem;
use crate::pipeline::pictures::Pictures;
use image::RgbImage;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is known of the pictures of a set.
#[derive(Default)]
pub struct Looked {
    /// By file name: its prints.
    pub prints: BTreeMap<PathBuf, Print>,
    /// Findings.
    pub findings: Vec<Finding>,
}

/// One picture's result.
struct One {
    path: PathBuf,
    print: Option<Print>,
    missing: Option<String>,
    broken: Option<String>,
    outside: Option<String>,
    pixels: Option<String>,
    compared: bool,
}

/// The sources' pictures, by scene.
pub struct Sources<'a> {
    /// Where they are.
    pub pictures: &'a Pictures,
    /// The heads of the scenes.
    pub heads: &'a BTreeMap<String, Arc<Head>>,
}

/// Looks at every picture once, on all threads.
pub fn look(set: &Set, sources: Option<&Sources>, progress: &(dyn Fn(u64) + Sync)) -> Looked {
    let looker = Looker::default();
    let mut files: BTreeMap<PathBuf, (Option<usize>, String)> = BTreeMap::new();
    match set.origin {
        Origin::Planned => {}
        Origin::Built => {
            for (at, item) in set.items.iter().enumerate() {
                files.entry(set.folder.join(&item.image)).or_insert((Some(at), item.id.clone()));
            }
        }
        Origin::Elsewhere => {
            for (entry, picture) in set.entries.iter().zip(&set.pictures) {
                if let Picture::File(path) = picture {
                    files.entry(path.clone()).or_insert((None, entry.id.clone()));
                }
            }
        }
    }
    let mut of_scene: BTreeMap<String, Vec<(PathBuf, Option<usize>, String)>> = BTreeMap::new();
    for (path, (at, id)) in files {
        let scene = at
            .and_then(|at| set.items.get(at))
            .map_or_else(|| path.display().to_string(), |i| i.provenance.scene.clone());
        of_scene.entry(scene).or_default().push((path, at, id));
    }
    let scenes: Vec<_> = of_scene.into_iter().collect();
    let all: Vec<One> = scenes
        .par_iter()
        .flat_map_iter(|(scene, files)| {
            let source = sources.map(|s| source(s, scene));
            let done: Vec<One> = files
                .iter()
                .map(|(path, at, id)| one(path, id, at.and_then(|at| set.items.get(at)), source.as_ref(), &looker))
                .collect();
            progress(files.len() as u64);
            done
        })
        .collect();
    findings(set, all, sources.is_some())
}

/// The source's pixels, or why there are none.
fn source(sources: &Sources, scene: &str) -> Result<RgbImage, String> {
    let head = sources.heads.get(scene).ok_or_else(|| format!("no source has the scene `{scene}`"))?;
    let bytes = sources.pictures.read(head).map_err(|e| e.detail)?;
    codec::decode(&bytes, &head.image).map_err(|e| e.to_string())
}

fn one(
    path: &Path,
    id: &str,
    item: Option<&McqItem>,
    source: Option<&Result<RgbImage, String>>,
    looker: &Looker,
) -> One {
    let mut one = One {
        path: path.to_path_buf(),
        print: None,
        missing: None,
        broken: None,
        outside: None,
        pixels: None,
        compared: false,
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) => {
            one.missing = Some(format!("{id}: {}: {e}", path.display()));
            return one;
        }
    };
    let picture = match codec::upright(&bytes) {
        Ok(picture) => picture,
        Err(e) => {
            one.broken = Some(format!("{id}: {}: {e}", path.display()));
            return one;
        }
    };
    one.print = Some(Print { bytes: blake3::hash(&bytes), look: looker.look(&picture) });
    let Some(item) = item else { return one };
    let (w, h) = picture.dimensions();
    let inside = |b: &crate::model::item::DrawnBox| {
        b.x.checked_add(b.w).is_some_and(|x| x <= w) && b.y.checked_add(b.h).is_some_and(|y| y <= h)
    };
    if let Some(b) = item.boxes.iter().find(|b| !inside(b)) {
        one.outside = Some(format!("{id}: {} {} {} {} in a picture of {w} × {h}", b.x, b.y, b.w, b.h));
    }
    match source {
        Some(Ok(source)) => {
            one.compared = true;
            one.pixels = pixels::compare(item, &picture, source, is_png(&bytes)).map(|what| format!("{id}: {what}"));
        }
        Some(Err(why)) => one.pixels = Some(format!("{id}: {why}")),
        None => {}
    }
    one
}

fn is_png(bytes: &[u8]) -> bool {
    codec::Format::sniff(bytes) == Some(codec::Format::Png)
}

fn findings(set: &Set, all: Vec<One>, compared: bool) -> Looked {
    let mut looked = Looked::default();
    if set.origin == Origin::Planned {
        looked.findings.push(Finding::skipped("pictures", "the set is planned, not built: there are no pictures yet"));
        return looked;
    }
    if all.is_empty() {
        looked.findings.push(Finding::skipped("pictures", "the file names no picture on disk"));
    } else {
        let n = all.len();
        let of = |get: fn(&One) -> &Option<String>| all.iter().filter_map(|o| get(o).clone()).collect::<Vec<_>>();
        looked.findings.extend([
            Finding::of(
                "missing_pictures",
                Verdict::Fail,
                of(|o| &o.missing),
                format!("all {n} pictures are there"),
                "build again",
            ),
            Finding::of(
                "broken_pictures",
                Verdict::Fail,
                of(|o| &o.broken),
                "all pictures can be decoded",
                "build again",
            ),
        ]);
        if set.origin == Origin::Built {
            looked.findings.push(Finding::of(
                "boxes_inside",
                Verdict::Fail,
                of(|o| &o.outside),
                "all boxes are inside their pictures",
                "build again",
            ));
        }
        if compared {
            let what = format!(
                "{} pictures differ from their sources by the boxes alone",
                all.iter().filter(|o| o.compared).count()
            );
            looked.findings.push(Finding::of(
                "pixels",
                Verdict::Fail,
                of(|o| &o.pixels),
                what,
                "the picture was changed, or its box is not where it should be",
            ));
        } else if set.origin == Origin::Built {
            looked
                .findings
                .push(Finding::skipped("pixels", "give --sources CONFIG to compare pictures with their sources"));
        }
    }
    looked.prints = all.into_iter().filter_map(|o| Some((o.path, o.print?))).collect();
    looked
}

//! SpatialSense: pairs of boxed things with a spatial relation that holds, or that a person said does not hold.
//!
//! `annotations.json` is a list of `{url, nsid, height, width, split, annotations[{_id, predicate, label,
//! subject{name, bbox}, object{name, bbox}}]}`. Rejects: `unreadable_row`, `missing_picture`, `unreadable_picture`,
//! `placeholder_picture` (what Flickr serves for a withdrawn photo: not a JPEG under a `.jpg` name), `size_mismatch`,
//! `duplicate_picture`, `unnamed_region`, `degenerate_box`, `self_relation`, `unknown_predicate`,
//! `contradicts_boxes`, `contradicting_rows`, `duplicate_row`.
//!
//! Thin boxes are kept as they are (the official loader widens them); thresholds are the targets' matter.

mod names;
mod pairs;
mod record;

use super::header::Format;
use super::json::Elements;
use super::manifest::Manifest;
use super::pictures::{self, Fault, Frame, Pictures};
use super::probe::{Probe, Seen};
use super::vault::Vault;
use super::{Read, SceneStream, Source, SourceOptions};
use crate::error::{Place, Result};
use crate::model::geom::Size;
use crate::model::reject::Reject;
use crate::model::scene::{Coverage, Image, License, Scene};
use names::Spelling;
use pairs::Pairs;
use record::{Record, Row};
use std::collections::VecDeque;
use std::sync::Arc;

/// The reader.
pub struct SpatialSense;

impl Source for SpatialSense {
    fn name(&self) -> &'static str {
        "spatialsense"
    }

    fn manifest(&self) -> &'static str {
        include_str!("../../../sources/spatialsense.toml")
    }

    fn open(&self, vault: Arc<dyn Vault>, options: &SourceOptions) -> Result<SceneStream> {
        let manifest = Manifest::parse(self.name(), self.manifest())?;
        manifest.check_options(options)?;
        let path = manifest.file(options, "annotations").unwrap_or_default();
        let records = Elements::open(&*vault, path, None)?;
        let probe = Probe::new(records.shown(), "records with `url`, `height`, `width` and `annotations`");
        Ok(Box::new(Stream {
            pictures: Pictures::open(&vault, &manifest, options)?,
            spelling: Spelling::embedded()?,
            license: manifest.image_license,
            records,
            probe,
            seen: Seen::default(),
            ready: VecDeque::new(),
            done: false,
        }))
    }
}

struct Stream {
    records: Elements,
    pictures: Pictures,
    spelling: Spelling,
    license: String,
    probe: Probe,
    seen: Seen,
    ready: VecDeque<Read>,
    done: bool,
}

impl Iterator for Stream {
    type Item = Result<Read>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(read) = self.ready.pop_front() {
                return Some(Ok(read));
            }
            if self.done {
                return None;
            }
            if let Err(e) = self.advance() {
                self.done = true;
                return Some(Err(e));
            }
        }
    }
}

impl Stream {
    /// Reads one record into `ready`.
    fn advance(&mut self) -> Result<()> {
        let shown = self.records.shown().to_string();
        let Some(element) = self.records.next_element()? else {
            self.done = true;
            return self.probe.end();
        };
        let place = Place { file: shown, line: Some(element.line), record: Some(element.index.to_string()) };
        let record: Record = match serde_json::from_slice(element.json) {
            Ok(record) => record,
            Err(e) => {
                self.reject(place.to_string(), ("unreadable_row", e.to_string()));
                return self.probe.bad(place, &e.to_string());
            }
        };
        self.probe.good();
        if let Err(fault) = self.scene(&place, record) {
            self.reject(place.to_string(), fault);
        }
        Ok(())
    }

    fn reject(&mut self, candidate: String, (reason, detail): Fault) {
        self.ready.push_back(Read::Reject(Reject::new(candidate, reason, detail)));
    }

    fn scene(&mut self, place: &Place, record: Record) -> Result<(), Fault> {
        let (path, source_id) = locate(&record.url)?;
        if !self.seen.is_new(&path) {
            return Err(("duplicate_picture", format!("{path} came before; its first record is used")));
        }
        let frame = self.frame(&path, Size { w: record.width, h: record.height })?;
        let mut pairs = Pairs::new(frame.size, &self.spelling);
        for (n, row) in record.annotations.into_iter().enumerate() {
            let at = |id: Option<&str>| format!("{place} annotation {}", id.unwrap_or(&n.to_string()));
            let (candidate, fault) = match row {
                Row::Bad { id, what } => (at(id.as_deref()), Err(("unreadable_row", what))),
                Row::Good(row) => (at(Some(&row.id)), pairs.add(&row)),
            };
            if let Err((reason, detail)) = fault {
                self.ready.push_back(Read::Reject(Reject::new(candidate, reason, detail)));
            }
        }
        let (regions, relations, contradicting) = pairs.finish();
        for id in contradicting {
            let detail = "another row of the same pair and predicate has the opposite label".to_string();
            self.reject(format!("{place} annotation {id}"), ("contradicting_rows", detail));
        }
        let author = record.nsid.filter(|n| !n.trim().is_empty());
        self.ready.push_back(Read::Scene(Box::new(Scene {
            id: format!("spatialsense/{source_id}"),
            source: "spatialsense".into(),
            image: Image {
                path,
                url: record.url.starts_with("http").then_some(record.url),
                source_id,
                size: frame.size,
                rotate: 0,
                exif_oriented: frame.exif_oriented,
                license: License { name: self.license.clone(), url: None, author },
            },
            regions,
            relations,
            captions: Vec::new(),
            coverage: Coverage::default(),
        })));
        Ok(())
    }

    fn frame(&self, path: &str, size: Size) -> Result<Frame, Fault> {
        if size.w == 0 || size.h == 0 {
            return Err(("unknown_size", "the annotated width or height is 0".to_string()));
        }
        let header = self.pictures.header(path)?;
        let lower = path.to_ascii_lowercase();
        if let Some(h) = header.filter(|h| h.format != Format::Jpeg)
            && (lower.ends_with(".jpg") || lower.ends_with(".jpeg"))
        {
            return Err(("placeholder_picture", format!("{path} is a {} under a JPEG's name", h.format.name())));
        }
        pictures::frame(Some(size), header.as_ref())
    }
}

/// The picture's path and id: `images/flickr/<last segment>` where the url begins with http, else `images/nyu/…`.
fn locate(url: &str) -> Result<(String, String), Fault> {
    let file = url.rsplit('/').next().unwrap_or_default();
    if !pictures::is_inside(file) {
        return Err(("unreadable_row", format!("url `{url}` does not end in a file name")));
    }
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if url.starts_with("http") {
        Ok((format!("flickr/{file}"), stem.to_string()))
    } else {
        Ok((format!("nyu/{file}"), format!("nyu_{stem}")))
    }
}

#[cfg(test)]
mod tests;

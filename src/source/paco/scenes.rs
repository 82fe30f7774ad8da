//! Held records to scenes, in the order of the file's `images`.

use super::draft::Draft;
use super::fold::Document;
use super::records::Picture;
use super::vocabulary::Vocabulary;
use crate::error::Result;
use crate::model::geom::Size;
use crate::model::reject::{Reason, Reject};
use crate::model::scene::{Image, License, Scene};
use crate::source::{Read, license};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, VecDeque};

/// The stream: one picture's rejects and its scene at a time.
pub(super) struct Scenes {
    document: Document,
    vocabulary: Vocabulary,
    coco_licenses: BTreeMap<String, License>,
    shown: String,
    exhaustive: bool,
    /// Annotations by picture, then by place in the file.
    order: Vec<u32>,
    next: usize,
    ready: VecDeque<Read>,
}

impl Scenes {
    pub fn new(
        document: Document,
        vocabulary: Vocabulary,
        coco_licenses: BTreeMap<String, License>,
        shown: String,
        exhaustive: bool,
    ) -> Self {
        let mut order: Vec<u32> = (0..document.annotations.len()).map(|i| i as u32).collect();
        order.sort_unstable_by_key(|&i| (document.annotations.get(i as usize).map(|a| a.image), i));
        let mut scenes =
            Scenes { document, vocabulary, coco_licenses, shown, exhaustive, order, next: 0, ready: VecDeque::new() };
        scenes.report_strays();
        scenes
    }

    fn reject(&mut self, what: &str, id: u64, reason: Reason, detail: String) {
        let candidate = format!("{} {what} {id}", self.shown);
        self.ready.push_back(Read::Reject(Reject::new(candidate, reason, detail)));
    }

    /// Annotations of pictures that the file does not list, and ids that it lists twice.
    fn report_strays(&mut self) {
        let mut known: FxHashSet<u64> = FxHashSet::default();
        let doubles: Vec<u64> = self.document.pictures.iter().map(|p| p.id).filter(|id| !known.insert(*id)).collect();
        for id in doubles {
            self.reject("image", id, "duplicate_image", "the first entry is used".to_string());
        }
        let strays: Vec<(u64, u64)> =
            self.document.annotations.iter().filter(|a| !known.contains(&a.image)).map(|a| (a.id, a.image)).collect();
        for (id, image) in strays {
            self.reject("annotation", id, "missing_image", format!("image_id {image} is not in `images`"));
        }
        let mut kept: FxHashSet<u64> = FxHashSet::default();
        self.document.pictures.retain(|p| kept.insert(p.id));
    }

    fn annotations(&self, image: u64) -> &[u32] {
        let key = |i: &u32| self.document.annotations.get(*i as usize).map_or(0, |a| a.image);
        let start = self.order.partition_point(|i| key(i) < image);
        let rest = self.order.get(start..).unwrap_or_default();
        rest.get(..rest.iter().take_while(|i| key(i) == image).count()).unwrap_or_default()
    }

    fn produce(&mut self, index: usize) {
        let mut draft = Draft::default();
        let Some(picture) = self.document.pictures.get(index) else { return };
        let id = picture.id;
        if let Some((reason, detail)) = unusable(picture) {
            return self.reject("image", id, reason, detail);
        }
        let size = Size { w: picture.width, h: picture.height };
        for &i in self.annotations(id) {
            if let Some(annotation) = self.document.annotations.get(i as usize) {
                draft.add(annotation, size, &self.vocabulary, &self.document.values);
            }
        }
        draft.join_parts();
        let coverage = draft.coverage(picture, &self.vocabulary, self.exhaustive);
        let image = Image {
            path: picture.file_name.to_string(),
            url: picture.coco_url.as_deref().map(str::to_string),
            source_id: id.to_string(),
            size,
            rotate: 0,
            // The official loader (detectron2) applies the orientation before it compares the sizes.
            exif_oriented: true,
            license: self.license(picture.license),
        };
        for (what, id, reason, detail) in draft.rejects {
            self.reject(what, id, reason, detail);
        }
        self.ready.push_back(Read::Scene(Box::new(Scene {
            id: format!("paco/{id}"),
            source: "paco".into(),
            image,
            regions: draft.regions,
            relations: Vec::new(),
            captions: Vec::new(),
            coverage,
        })));
    }

    fn license(&self, id: Option<u32>) -> License {
        let Some(id) = id else { return license::unknown() };
        let named = self.document.licenses.get(&id);
        named.or_else(|| self.coco_licenses.get(&id.to_string())).cloned().unwrap_or_else(license::unknown)
    }
}

impl Iterator for Scenes {
    type Item = Result<Read>;

    fn next(&mut self) -> Option<Result<Read>> {
        while self.ready.is_empty() && self.next < self.document.pictures.len() {
            self.next += 1;
            self.produce(self.next - 1);
        }
        self.ready.pop_front().map(Ok)
    }
}

fn unusable(picture: &Picture) -> Option<(Reason, String)> {
    let path = &*picture.file_name;
    if path.is_empty() || path.starts_with('/') || path.split('/').any(|part| part == "..") {
        return Some(("bad_path", format!("file_name `{path}` does not stay inside the pictures' folder")));
    }
    let empty = picture.width == 0 || picture.height == 0;
    empty.then(|| ("bad_size", format!("{} × {} pixels", picture.width, picture.height)))
}

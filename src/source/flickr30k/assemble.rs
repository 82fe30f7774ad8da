//! One picture's scene out of its captions, markup and boxes.

use super::captions::Group;
use super::tables::stem;
use super::{boxes, chains, markup, readable, tables};
use crate::error::Result;
use crate::model::geom::{BBox, Size};
use crate::model::reject::Reject;
use crate::model::scene::{Caption, Coverage, Flags, Image, License, Region, Scene};
use crate::source::manifest::Manifest;
use crate::source::pictures::{self, Fault, Frame, Pictures};
use crate::source::vault::Vault;
use crate::source::{Read, SourceOptions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Everything beside the captions.
pub(super) struct Assembler {
    vault: Arc<dyn Vault>,
    pictures: Pictures,
    /// Folders of Entities.
    sentences: String,
    annotations: String,
    unrelated: FxHashSet<(String, u32)>,
    sizes: FxHashMap<String, Size>,
    license: License,
}

/// Rejects of one picture.
struct Drops<'a>(&'a mut VecDeque<Read>);

impl Drops<'_> {
    fn add(&mut self, candidate: impl Into<String>, (reason, detail): Fault) {
        self.0.push_back(Read::Reject(Reject::new(candidate, reason, detail)));
    }
}

impl Assembler {
    pub fn open(
        vault: Arc<dyn Vault>,
        manifest: &Manifest,
        options: &SourceOptions,
        pictures: Pictures,
        ready: &mut VecDeque<Read>,
    ) -> Result<Self> {
        // A file that the configuration names must be there; one of the manifest's may be absent.
        let file = |role: &str| {
            let path = manifest.file(options, role)?;
            (options.files.contains_key(role) || vault.exists(path)).then_some(path)
        };
        let mut rejects = Vec::new();
        let unrelated = file("unrelated").map(|p| tables::unrelated(&*vault, p, &mut rejects)).transpose()?;
        let sizes = file("sizes").map(|p| tables::sizes(&*vault, p, &mut rejects)).transpose()?;
        ready.extend(rejects.into_iter().map(Read::Reject));
        let folder = |role| manifest.file(options, role).unwrap_or_default().trim_end_matches('/').to_string();
        Ok(Assembler {
            sentences: folder("sentences"),
            annotations: folder("annotations"),
            unrelated: unrelated.unwrap_or_default(),
            sizes: sizes.unwrap_or_default(),
            license: License {
                name: manifest.image_license.clone(),
                url: manifest.image_license_url.clone(),
                author: None,
            },
            vault,
            pictures,
        })
    }

    /// Adds the scene, or the reason why there is none, and what was dropped of it.
    pub fn scene(&self, group: Group, ready: &mut VecDeque<Read>) {
        let file = group.file.clone();
        let mut drops = Drops(ready);
        match self.build(group, &mut drops) {
            Ok(scene) => ready.push_back(Read::Scene(Box::new(scene))),
            Err(fault) => drops.add(format!("flickr30k/{}", stem(&file)), fault),
        }
    }

    fn build(&self, group: Group, drops: &mut Drops) -> Result<Scene, Fault> {
        let id = stem(&group.file).to_string();
        let header = self.pictures.header(&group.file)?;
        let mut captions = self.captions(&id, &group, drops);
        if captions.is_empty() {
            return Err(("no_captions", format!("no usable caption of {}", group.file)));
        }
        let annotation = self.annotation(&id, drops);
        let annotated = annotation.as_ref().and_then(|a| a.size);
        let known = annotated.or_else(|| self.sizes.get(&id).copied());
        let (frame, boxed) = match pictures::frame(known, header.as_ref()) {
            // Boxes without the size of their own frame fit only a picture that EXIF does not turn.
            Ok(frame) => (frame, known.is_some() || !frame.exif_oriented),
            Err(fault) if header.is_some() => {
                drops.add(format!("flickr30k/{id} boxes"), fault);
                (pictures::frame(None, header.as_ref())?, false)
            }
            Err(fault) => return Err(fault),
        };
        if annotation.is_some() && !boxed && known.is_none() {
            let what = "the annotation does not tell which way up its boxes are".to_string();
            drops.add(format!("flickr30k/{id} boxes"), ("unknown_size", what));
        }
        for (chain, what) in chains::reused(&captions) {
            drops.add(format!("flickr30k/{id} chain {chain}"), ("chain_reused", what));
            for phrase in captions.iter_mut().flat_map(|c| &mut c.phrases) {
                if phrase.chain.as_ref() == Some(&chain) {
                    phrase.chain = None;
                }
            }
        }
        let objects = annotation.filter(|_| boxed).map(|a| a.objects).unwrap_or_default();
        let regions = self.regions(&id, objects, &mut captions, frame, drops);
        Ok(Scene {
            id: format!("flickr30k/{id}"),
            source: "flickr30k".into(),
            image: Image {
                path: group.file,
                url: None,
                source_id: id,
                size: frame.size,
                rotate: 0,
                exif_oriented: frame.exif_oriented,
                license: self.license.clone(),
            },
            regions,
            relations: Vec::new(),
            captions,
            coverage: Coverage::default(),
        })
    }

    /// Captions that can be used, with their phrases; boxes come later.
    fn captions(&self, id: &str, group: &Group, drops: &mut Drops) -> Vec<Caption> {
        let path = format!("{}/{id}.txt", self.sentences);
        let marked = self.lines(&path);
        let shown = |index: u32| format!("{}:{}", self.vault.show(&path), u64::from(index) + 1);
        let from_markup = || marked.keys().map(|n| (*n, None, shown(*n))).collect();
        let from_file = || group.captions.iter().map(|(n, raw, at)| (*n, Some(raw), at.clone())).collect();
        let rows: Vec<(u32, Option<&String>, String)> =
            if group.captions.is_empty() { from_markup() } else { from_file() };
        let mut seen = BTreeSet::new();
        let mut out = Vec::new();
        for (index, raw, at) in rows {
            if !seen.insert(index) {
                drops.add(at, ("duplicate_caption", format!("caption {index} of {} came before", group.file)));
                continue;
            }
            if self.unrelated.contains(&(id.to_string(), index)) {
                drops.add(at, ("unrelated_caption", format!("sentence {} does not describe it", index + 1)));
                continue;
            }
            let plain = raw.map(|raw| readable::readable(raw));
            let (text, phrases) = match (marked.get(&index).map(|line| markup::parse(line)), plain) {
                (None, plain) => (plain.unwrap_or_default(), Vec::new()),
                (Some(Ok(both)), None) => both,
                (Some(Ok((text, phrases))), Some(plain)) if markup::same_words(&text, &plain) => (text, phrases),
                (Some(Ok((text, _))), Some(plain)) => {
                    drops.add(shown(index), ("entities_mismatch", format!("`{text}`, but the caption is `{plain}`")));
                    (plain, Vec::new())
                }
                (Some(Err(what)), plain) => {
                    drops.add(shown(index), ("unreadable_markup", what));
                    let Some(plain) = plain else { continue };
                    (plain, Vec::new())
                }
            };
            if let Err(fault) = complete(&text) {
                drops.add(at, fault);
                continue;
            }
            out.push(Caption { id: format!("{}#{index}", group.file), text, phrases });
        }
        out
    }

    /// The sentences of a picture by caption index; none where Entities is not there.
    fn lines(&self, path: &str) -> BTreeMap<u32, String> {
        let Ok(bytes) = self.vault.read(path) else { return BTreeMap::new() };
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(0..);
        lines.filter(|(line, _)| !line.is_empty()).map(|(line, n)| (n, line.to_string())).collect()
    }

    fn annotation(&self, id: &str, drops: &mut Drops) -> Option<boxes::Annotation> {
        let path = format!("{}/{id}.xml", self.annotations);
        if !self.vault.exists(&path) {
            return None;
        }
        let parsed = match self.vault.read(&path) {
            Ok(bytes) => boxes::parse(&bytes),
            Err(e) => Err(e.to_string()),
        };
        match parsed {
            Ok(annotation) => Some(annotation),
            Err(what) => {
                drops.add(self.vault.show(&path), ("unreadable_annotation", what));
                None
            }
        }
    }

    /// The boxes in file order, named after their chains; every phrase gets all boxes of its chain.
    fn regions(
        &self,
        id: &str,
        objects: Vec<boxes::Object>,
        captions: &mut [Caption],
        frame: Frame,
        drops: &mut Drops,
    ) -> Vec<Region> {
        let names = chains::names(captions);
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        let mut boxed = Vec::with_capacity(objects.len());
        for (object, number) in objects.iter().zip(1..) {
            let Some(corners) = object.corners else { continue };
            let region_id = format!("{}.{number}", object.names.join("+"));
            match bbox(corners, frame.size) {
                Ok(bbox) => {
                    object.names.iter().for_each(|n| *counts.entry(n).or_default() += 1);
                    boxed.push((object, region_id, bbox));
                }
                Err(fault) => drops.add(format!("flickr30k/{id} box {region_id}"), fault),
            }
        }
        let mut regions: Vec<Region> = Vec::new();
        let mut of_chain: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (object, region_id, bbox) in boxed {
            // One box may be in several chains ("two guys", "a man"): the chain with the fewest boxes says most of it.
            let named = object.names.iter().filter(|n| names.contains_key(*n));
            let closest = named.min_by_key(|n| counts.get(n.as_str()).copied());
            let Some(label) = closest.and_then(|n| names.get(n)) else {
                let what = "no phrase of its chains says what it is".to_string();
                drops.add(format!("flickr30k/{id} box {region_id}"), ("unnamed_box", what));
                continue;
            };
            let index = u32::try_from(regions.len()).unwrap_or(u32::MAX);
            object.names.iter().for_each(|n| of_chain.entry(n).or_default().push(index));
            regions.push(Region {
                id: region_id,
                bbox,
                label: label.clone(),
                part_of: None,
                attributes: Vec::new(),
                complete_axes: Vec::new(),
                unknown_axes: Vec::new(),
                flags: Flags::default(),
            });
        }
        for phrase in captions.iter_mut().flat_map(|c| &mut c.phrases) {
            let boxes = phrase.chain.as_deref().and_then(|c| of_chain.get(c));
            phrase.regions = boxes.cloned().unwrap_or_default();
        }
        regions
    }
}

/// An object's box.
fn bbox(corners: [Option<f64>; 4], size: Size) -> Result<BBox, Fault> {
    let [Some(x0), Some(y0), Some(x1), Some(y1)] = corners else {
        return Err(("unreadable_box", format!("corners {corners:?}")));
    };
    BBox::from_voc_one_based([x0, y0, x1, y1], size)
        .map_err(|fault| ("degenerate_box", format!("{x0}, {y0}, {x1}, {y1}: {fault}")))
}

/// Refuses captions that are empty or break off ("A", "A group of").
fn complete(text: &str) -> Result<(), Fault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let open = |w: &&str| {
        let last = w.to_lowercase();
        matches!(last.as_str(), "a" | "an" | "the" | "of" | "and" | "or" | "his" | "her" | "its" | "their")
    };
    match words.as_slice() {
        [] => Err(("empty_caption", "there is no text".to_string())),
        [_] => Err(("truncated_caption", format!("`{text}` is one word"))),
        [.., last] if open(last) => Err(("truncated_caption", format!("`{text}` breaks off"))),
        _ => Ok(()),
    }
}

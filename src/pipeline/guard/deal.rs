//! `groundline split`: deals the pictures of all sources out to questions and dialogues, once, so that the two never
//! meet whatever is made later.

use crate::audit::leak::photos::Photos;
use crate::audit::leak::{Looker, Member, Part, PictureId, Split};
use crate::error::{Error, Place, Result};
use crate::model::scene::Scene;
use crate::pipeline::config::RunConfig;
use crate::pipeline::pictures::Pictures;
use crate::pipeline::{files, plan, vaults};
use crate::rng::digest;
use crate::target;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A share of the pictures: above 0 and below 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fraction(f64);

impl std::str::FromStr for Fraction {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.parse::<f64>().ok().filter(|f| *f > 0.0 && *f < 1.0);
        parsed.map(Fraction).ok_or_else(|| format!("a share is above 0 and below 1, not `{text}`"))
    }
}

/// How pictures are dealt out.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// The benchmark's share of the photos.
    pub benchmark: Fraction,
    /// Another seed deals otherwise.
    pub seed: u64,
    /// Whether pictures are opened, so that copies under other names are found by bytes and looks.
    pub pictures: bool,
}

/// Pictures that were dealt out.
#[derive(Debug)]
pub struct Dealt {
    /// Every picture with its part.
    pub split: Split,
    /// Pictures of the benchmark and of tuning, by source.
    pub sources: BTreeMap<String, (u64, u64)>,
    /// Photos: pictures that are one are counted once.
    pub photos: u64,
    /// Pictures that were to be opened and could not be: they are told by their origin only.
    pub unopened: u64,
}

/// Deals out the pictures of a configuration's sources. Pictures that are one photo, by origin, bytes or looks, go to
/// one part, which a hash of the photo's first id decides.
///
/// # Errors
/// When a source cannot be read, or none has a picture.
pub fn deal(config: &RunConfig, terms: &Terms, progress: &(dyn Fn(u64) + Sync)) -> Result<Dealt> {
    let files = vaults::pictures(config)?;
    let looker = Looker::default();
    let mut sources: Vec<_> = config.sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let (mut pictures, mut of_source, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for source in sources {
        plan::read(source, |scenes, _| {
            let printed = scenes.par_iter().map(|scene| {
                let picture = Member::of_image(scene.id.as_str(), &source.name, &source.kind, &scene.image);
                if terms.pictures { printed(picture, scene, &files, &looker) } else { picture }
            });
            for picture in printed.collect::<Vec<_>>() {
                if seen.insert(picture.name.clone()) {
                    pictures.push(picture);
                    of_source.push(source.name.as_str());
                }
            }
            progress(scenes.len() as u64);
            Ok(())
        })?;
    }
    if pictures.is_empty() {
        let place = Place::file("[[source]]");
        return Err(Error::data(place, "no source has a picture", "give a configuration with sources that have some"));
    }
    let photos = Photos::of(&pictures);
    let mut keys: BTreeMap<usize, PictureId> = BTreeMap::new();
    for (at, picture) in pictures.iter().enumerate() {
        for id in &picture.ids {
            let key = keys.entry(photos.first(at)).or_insert_with(|| id.clone());
            if id < key {
                *key = id.clone();
            }
        }
    }
    let mut dealt = Dealt {
        split: Split::default(),
        sources: BTreeMap::new(),
        photos: keys.len() as u64,
        unopened: pictures.iter().filter(|p| terms.pictures && p.look.is_none()).count() as u64,
    };
    for (at, (picture, source)) in pictures.iter().zip(of_source).enumerate() {
        // Every picture of a source has an id, if only its own.
        let part = keys.get(&photos.first(at)).map(|key| terms.part(key));
        let counts = dealt.sources.entry(source.to_string()).or_default();
        match part {
            Some(Part::Benchmark) => counts.0 += 1,
            _ => counts.1 += 1,
        }
        dealt.split.add(Member { part, ..picture.clone() });
    }
    Ok(dealt)
}

fn printed(picture: Member, scene: &Scene, files: &Pictures, looker: &Looker) -> Member {
    let print = files.read(&target::picture(scene)).ok().and_then(|bytes| looker.print(&bytes).ok());
    picture.with_print(print.as_ref())
}

impl Terms {
    /// The part of a photo, by the hash of its first id.
    fn part(&self, key: &PictureId) -> Part {
        let hash = digest(self.seed, "split", &[key.to_string().as_bytes()]);
        let mut first = [0; 8];
        first.iter_mut().zip(hash.0).for_each(|(to, from)| *to = from);
        // The upper 53 bits are a number below 1 that a double holds exactly.
        let at = (u64::from_le_bytes(first) >> 11) as f64 / (1u64 << 53) as f64;
        if at < self.benchmark.0 { Part::Benchmark } else { Part::Tuning }
    }
}

impl Dealt {
    /// Writes the file, unless the same is there already, which gives `false`. Another split is never written over:
    /// what was made by it would be forgotten.
    ///
    /// # Errors
    /// When another file is there, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<bool> {
        let mut text = Vec::new();
        self.split.write(&mut text).map_err(|e| Error::io(path, "write", e))?;
        match std::fs::read(path) {
            Ok(there) if there == text => Ok(false),
            Ok(_) => Err(Error::data(
                Place::file(path.display().to_string()),
                "another file is there, and sets may have been made by it",
                "give another --out, or remove it if nothing was",
            )),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => files::write(path, &text).map(|()| true),
            Err(e) => Err(Error::opening(path, "give --out the name of a file", e)),
        }
    }
}

//! The pictures that a run must not use: those of the sets and corpora that `--exclude` names, and of a split file all
//! but its own part. They are told by origin before anything is opened, and by bytes and looks where a picture is read
//! anyway.

mod deal;
mod read;

pub use deal::{Dealt, Fraction, Terms, deal};
pub use read::{corpus, members};

use super::config::RunConfig;
use super::plan::Resources;
use crate::audit::leak::split::refusal;
use crate::audit::leak::{Looker, Member, Part, Split, id};
use crate::error::{Error, Place, Result};
use crate::model::item::ItemLicense;
use crate::model::reject::Reason;
use crate::model::scene::Image;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// `--exclude` names the picture, told by its origin.
pub const EXCLUDED: Reason = "excluded";
/// The split file deals the picture to the other part.
pub const OTHER_PART: Reason = "other_part";
/// The split file does not know the picture.
pub const NOT_IN_SPLIT: Reason = "not_in_split";
/// The picture was found to be one that must not be used when its file was read: by its bytes or looks.
pub const EXCLUDED_PICTURE: Reason = "excluded_picture";

/// The pictures that a run must not use.
#[derive(Default)]
pub struct Guard {
    /// The run's part of the split file: nothing else may be used.
    own: Option<(PathBuf, Split)>,
    others: Vec<Other>,
    looker: Looker,
    /// Kind of each source, by name: it says what its plain numbers are.
    kinds: BTreeMap<String, String>,
    /// Hash over what is left out, for the fingerprint of a run; empty where nothing is.
    pub hash: String,
}

/// Pictures that must not be used, and why.
struct Other {
    path: PathBuf,
    pictures: Split,
    reason: Reason,
}

/// Why a picture is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reject's name.
    pub reason: Reason,
    /// Which picture it is, and by what it was told.
    pub detail: String,
}

impl Guard {
    /// Reads what `config.exclude` names and `config.split`; `part` is what this run may use of the latter.
    ///
    /// # Errors
    /// When one of them is not there, is not what may be excluded, or cannot be read.
    pub fn read(config: &RunConfig, part: Part, resources: &Resources) -> Result<Self> {
        let kinds = config.sources.iter().map(|s| (s.name.clone(), s.kind.clone())).collect();
        let mut guard = Guard { kinds, ..Guard::default() };
        let mut hashes = Vec::new();
        for path in &config.exclude {
            let pictures = read::corpus(path, part.other(), resources)?;
            hashes.push(pictures.hash().to_string());
            guard.others.push(Other { path: path.clone(), pictures, reason: EXCLUDED });
        }
        hashes.sort_unstable();
        if let Some(path) = &config.split {
            let split = Split::read(path)?;
            if !split.has_parts() {
                return Err(Error::data(
                    Place::file(path.display().to_string()),
                    "it does not deal pictures out: no line has a `part`",
                    "make it with `groundline split`; a list of pictures to leave out is given as --exclude",
                ));
            }
            hashes.push(format!("{} of {}", part.name(), split.hash()));
            guard.others.push(Other { path: path.clone(), pictures: split.of_part(part.other()), reason: OTHER_PART });
            guard.own = Some((path.clone(), split.of_part(part)));
        }
        if !hashes.is_empty() {
            guard.hash = blake3::hash(hashes.join("\n").as_bytes()).to_hex()[..32].to_string();
        }
        Ok(guard)
    }

    /// Whether every picture may be used.
    pub fn is_empty(&self) -> bool {
        self.own.is_none() && self.others.iter().all(|o| o.pictures.is_empty())
    }

    fn kind<'g>(&'g self, source: &'g str) -> &'g str {
        self.kinds.get(source).map_or(source, String::as_str)
    }

    /// Why a scene's picture may not be used, by its origin alone.
    pub fn meets(&self, scene: &str, source: &str, image: &Image) -> Option<Refused> {
        if self.is_empty() {
            return None;
        }
        let picture = Member::of_image(scene, source, self.kind(source), image);
        if let Some((other, detail)) = self.told(&picture) {
            return Some(Refused { reason: other.reason, detail });
        }
        let (_, own) = self.own.as_ref()?;
        own.meets(&picture).is_none().then(|| Refused { reason: NOT_IN_SPLIT, detail: String::new() })
    }

    /// Why a scene's picture may not be used, by its bytes and looks. What cannot be decoded is left to the builder.
    pub fn resembles(&self, scene: &str, source: &str, image: &Image, bytes: &[u8]) -> Option<Refused> {
        if self.is_empty() {
            return None;
        }
        let print = self.looker.print(bytes).ok()?;
        let picture = Member::of_image(scene, source, self.kind(source), image).with_print(Some(&print));
        let refused = |detail| Some(Refused { reason: EXCLUDED_PICTURE, detail });
        if let Some((_, detail)) = self.told(&picture) {
            return refused(detail);
        }
        let (_, own) = self.own.as_ref()?;
        own.meets(&picture).is_none().then(|| refused("it is not the picture that the split file knows".into()))?
    }

    /// Makes sure, before a set is put together, that a record's picture may be used: whatever came before, nothing
    /// that meets an excluded picture is written.
    ///
    /// # Errors
    /// When it meets one.
    pub fn admit(&self, scene: &str, license: &ItemLicense) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let (source, id) = (license.source_dataset.as_str(), license.source_image_id.as_str());
        let ids = id::of_source(source, self.kind(source), id, []);
        let picture = Member { name: scene.into(), ids, ..Member::default() };
        for other in &self.others {
            if let Some(meeting) = other.pictures.meets(&picture) {
                return Err(refusal(&other.path, scene, &meeting));
            }
        }
        match &self.own {
            Some((path, own)) if own.meets(&picture).is_none() => Err(Error::data(
                Place::record(path.display().to_string(), scene),
                "the split file does not deal this picture to this run",
                "plan again with the same --split",
            )),
            _ => Ok(()),
        }
    }

    fn told(&self, picture: &Member) -> Option<(&Other, String)> {
        self.others.iter().find_map(|other| {
            let meeting = other.pictures.meets(picture)?;
            Some((other, format!("{}: {}", meeting.there, meeting.by)))
        })
    }
}

/// The error of a source of which no picture may be used: all `n`, by reason.
pub fn nothing_left(source: &str, n: u64, reasons: &BTreeMap<Reason, u64>) -> Error {
    let why: Vec<String> = reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
    let remedy = if reasons.len() == 1 && reasons.contains_key(NOT_IN_SPLIT) {
        "make the split file with this source among others: `groundline split --config` of all of them"
    } else {
        "take another source, or a split file that gives each part some of its pictures (`groundline split`)"
    };
    Error::data(
        Place::file(format!("[[source]] {source}")),
        format!("none of its {n} pictures may be used ({})", why.join(", ")),
        remedy,
    )
}

/// Makes sure that of no source all pictures turned out to belong to other sets when they were read: by source, the
/// pictures planned and those found.
///
/// # Errors
/// When one has nothing else.
pub fn nothing_found<'a>(buckets: impl Iterator<Item = (&'a String, &'a (u64, u64))>) -> Result<()> {
    let mut sources: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (source, (planned, found)) in buckets {
        let own = sources.entry(source).or_default();
        *own = (own.0 + planned, own.1 + found);
    }
    match sources.into_iter().find(|(_, (planned, found))| *planned > 0 && planned == found) {
        Some((source, (n, _))) => Err(nothing_left(source, n, &[(EXCLUDED_PICTURE, n)].into())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &str, split: bool) -> Result<Guard> {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("pictures.jsonl");
        std::fs::write(&file, lines).unwrap();
        let mut config = RunConfig::quickstart().unwrap();
        match split {
            true => config.split = Some(file),
            false => config.exclude.push(file),
        }
        Guard::read(&config, Part::Benchmark, &Resources::load(&config).unwrap())
    }

    fn license(source: &str, id: &str) -> ItemLicense {
        ItemLicense {
            source_dataset: source.into(),
            source_image_id: id.into(),
            license: "CC0".into(),
            license_url: None,
            author: None,
            modified: false,
        }
    }

    #[test]
    fn nothing_that_meets_an_excluded_picture_is_admitted() {
        let guard = read("{\"name\":\"there/9\",\"ids\":[\"coco:9\",\"own:mine/4\"]}\n", false).unwrap();
        // PACO's plain numbers are COCO's, whatever the file is called.
        for (source, id) in [("paco", "9"), ("mine", "COCO_val2014_000000000009.jpg"), ("mine", "4")] {
            let e = guard.admit("here/1", &license(source, id)).unwrap_err();
            assert_eq!(e.exit_code(), 3);
            assert!(e.to_string().contains("(record there/9): picture `here/1` of this run is `there/9` there"), "{e}");
        }
        for (source, id) in [("paco", "8"), ("mine", "9"), ("other", "4")] {
            guard.admit("here/1", &license(source, id)).unwrap();
        }
    }

    #[test]
    fn a_split_admits_its_own_part_alone() {
        let line = |id: &str, part: &str| format!("{{\"name\":\"{id}\",\"part\":\"{part}\",\"ids\":[\"{id}\"]}}\n");
        let guard = read(&(line("coco:1", "benchmark") + &line("coco:2", "tuning")), true).unwrap();
        let admitted = |id| guard.admit("here", &license("paco", id)).is_ok();
        assert!(admitted("1") && !admitted("2") && !admitted("3"));
        assert!(Guard::default().admit("here", &license("paco", "2")).is_ok() && Guard::default().hash.is_empty());
        let other = read(&(line("coco:1", "tuning") + &line("coco:2", "benchmark")), true).unwrap();
        assert_ne!(guard.hash, other.hash);
    }
}

//! Where a picture comes from, whatever it is called: ids of COCO, Visual Genome, Flickr and Open Images, read off
//! file names, folders, addresses and dataset names.
//!
//! One photo has many names: `COCO_val2014_000000391895.jpg`, `val2017/000000391895.jpg` and PACO's picture 391895 are
//! one COCO picture; `3573516590_a1f6cf2cbd_z.jpg` on any Flickr farm and Flickr30K's `3573516590.jpg` are one photo.
//! A picture of a collection that nobody else knows is named by its source and its id there.

use crate::model::scene::Image;
use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

/// Who gave the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// COCO, and what is built on it: LVIS, PACO, RefCOCO, VQA, POPE.
    Coco,
    /// Flickr's photo id: Flickr30K, Flickr8K, SpatialSense, and the addresses of COCO and Open Images.
    Flickr,
    /// Open Images: sixteen hexadecimal digits.
    OpenImages,
    /// Visual Genome, and GQA.
    VisualGenome,
    /// A source of the user's own, under the name that the configuration gives it: `mine/17`.
    Own,
}

impl Family {
    /// The name before the colon.
    pub fn name(self) -> &'static str {
        match self {
            Family::Coco => "coco",
            Family::Flickr => "flickr",
            Family::OpenImages => "openimages",
            Family::VisualGenome => "vg",
            Family::Own => "own",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let all = [Family::Coco, Family::Flickr, Family::OpenImages, Family::VisualGenome, Family::Own];
        all.into_iter().find(|f| f.name() == name)
    }
}

/// A picture's id in the collection that first published it, e.g. `coco:391895`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PictureId {
    family: Family,
    key: String,
}

impl PictureId {
    /// An id; leading zeros of numbers are dropped, hexadecimal is in lower case.
    pub fn new(family: Family, key: &str) -> Option<Self> {
        let key = match family {
            Family::OpenImages => {
                let key = key.to_ascii_lowercase();
                (key.len() == 16 && key.bytes().all(|b| b.is_ascii_hexdigit())).then_some(key)
            }
            Family::Own => (!key.is_empty()).then(|| key.to_string()),
            _ => {
                let digits = key.trim_start_matches('0');
                (!digits.is_empty() && digits.len() <= 20 && digits.bytes().all(|b| b.is_ascii_digit()))
                    .then(|| digits.to_string())
            }
        }?;
        Some(PictureId { family, key })
    }

    /// From its text, `coco:391895`.
    pub fn parse(text: &str) -> Option<Self> {
        let (family, key) = text.split_once(':')?;
        PictureId::new(Family::named(family)?, key)
    }

    /// Whether it is only a name that a configuration gave, which another may have given to another picture.
    pub fn is_own(&self) -> bool {
        self.family == Family::Own
    }
}

impl fmt::Display for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.family.name(), self.key)
    }
}

/// What the shapes of names mean. Each has one group, the key.
static SHAPES: LazyLock<Vec<(Family, Regex)>> = LazyLock::new(|| {
    [
        (Family::Coco, r"(?i)COCO_(?:train|val|test)\d{4}_(\d{12})"),
        // Only COCO pads to twelve digits.
        (Family::Coco, r"(?:^|[^0-9a-zA-Z])(0\d{11})(?:[^0-9a-zA-Z]|$)"),
        (Family::Coco, r"(?i)(?:coco|lvis|paco)[^/]*/(?:.*/)?0*(\d{1,12})(?:\.\w+)?$"),
        // The static addresses of Flickr: <id>_<secret of ten hexadecimal digits>[_<size>].
        (Family::Flickr, r"(?:^|[^0-9])(\d{5,12})_[0-9a-f]{10}(?:_\w{1,2})?(?:\.\w+)?(?:[?#].*)?$"),
        (Family::Flickr, r"flickr\.com/photos/[^/]+/(\d+)"),
        (Family::Flickr, r"(?i)flickr(?:30k|8k)[^/]*/(?:.*/)?([1-9]\d{4,11})(?:\.\w+)?$"),
        (Family::OpenImages, r"(?i)(?:^|[^0-9a-f])([0-9a-f]{16})(?:\.\w+)?$"),
        (Family::VisualGenome, r"(?i)VG_100K(?:_2)?/(\d+)"),
        (Family::VisualGenome, r"(?i)(?:visual_?genome|gqa|(?:^|/)vg)[^/]*/(?:.*/)?(\d+)(?:\.\w+)?$"),
    ]
    .into_iter()
    .filter_map(|(family, shape)| Regex::new(shape).ok().map(|r| (family, r)))
    .collect()
});

/// The family that a dataset's plain numbers belong to, by its name.
fn family_of(dataset: &str) -> Option<Family> {
    let name = dataset.to_ascii_lowercase();
    let begins = |names: &[&str]| names.iter().any(|n| name.starts_with(n));
    if begins(&["coco", "mscoco", "lvis", "paco", "refcoco", "pope", "vqav2", "okvqa", "aokvqa"]) {
        Some(Family::Coco)
    } else if begins(&["flickr"]) {
        Some(Family::Flickr)
    } else if begins(&["openimages", "open_images", "open-images", "oid"]) {
        Some(Family::OpenImages)
    } else if begins(&["vg", "visual_genome", "visualgenome", "visual-genome", "gqa"]) {
        Some(Family::VisualGenome)
    } else {
        None
    }
}

/// All ids that a picture's dataset, its id there, and its paths and addresses give away; sorted, distinct.
pub fn ids<'a>(dataset: &str, id: &'a str, names: impl IntoIterator<Item = &'a str>) -> Vec<PictureId> {
    let mut out: Vec<PictureId> = Vec::new();
    for name in std::iter::once(id).chain(names).filter(|n| !n.is_empty()) {
        for (family, shape) in SHAPES.iter() {
            let found = shape.captures(name).and_then(|c| c.get(1)).and_then(|m| PictureId::new(*family, m.as_str()));
            out.extend(found);
        }
    }
    let coco = out.iter().any(|i| i.family == Family::Coco);
    let stem = id.rsplit('/').next().unwrap_or(id);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    match family_of(dataset) {
        // A name of COCO's shape is of COCO, whatever the set calls itself; Flickr's ids do not begin with 0.
        Some(Family::Flickr) if coco || stem.starts_with('0') => {}
        Some(family) => out.extend(PictureId::new(family, stem)),
        None => {}
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// [`ids`] of a picture of one of our sources, by the source's name and kind. Where its dataset and its id there give
/// nothing away, `own:<source>/<id>` names it.
pub fn of_source<'a>(
    source: &str,
    kind: &str,
    id: &'a str,
    names: impl IntoIterator<Item = &'a str>,
) -> Vec<PictureId> {
    let mut out = ids(kind, id, []);
    if out.is_empty() && !source.is_empty() && !id.is_empty() {
        out.extend(PictureId::new(Family::Own, &format!("{source}/{id}")));
    }
    out.extend(ids(kind, id, names));
    out.sort_unstable();
    out.dedup();
    out
}

/// The ids of a scene's picture, by its source's name and kind.
pub fn of_image(source: &str, kind: &str, image: &Image) -> Vec<PictureId> {
    let names = [Some(image.path.as_str()), image.url.as_deref()];
    of_source(source, kind, &image.source_id, names.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(dataset: &str, id: &str, names: &[&str]) -> String {
        let all: Vec<String> = ids(dataset, id, names.iter().copied()).iter().map(PictureId::to_string).collect();
        all.join(" ")
    }

    #[test]
    fn every_shape_is_known() {
        for (names, want) in [
            ("train2014/COCO_train2014_000000391895.jpg", "coco:391895"),
            ("val2017/000000391895.jpg", "coco:391895"),
            ("http://images.cocodataset.org/val2017/000000000030.jpg", "coco:30"),
            ("http://farm4.staticflickr.com/3377/3573516590_a1f6cf2cbd_z.jpg", "flickr:3573516590"),
            ("https://www.flickr.com/photos/someone/3573516590/", "flickr:3573516590"),
            ("flickr30k-images/1000092795.jpg", "flickr:1000092795"),
            ("images/000a1249af2bc5f0.jpg", "openimages:000a1249af2bc5f0"),
            ("VG_100K_2/2315353.jpg", "vg:2315353"),
            ("gqa/images/2405722.jpg", "vg:2405722"),
            ("lvis/val/391895.jpg", "coco:391895"),
            ("images/holiday.jpg", ""),
            ("pictures/1234.jpg", ""),
        ] {
            assert_eq!(found("", "", &[names]), want, "{names}");
        }
    }

    #[test]
    fn the_dataset_says_what_a_plain_number_is() {
        assert_eq!(found("paco", "391895", &[]), "coco:391895");
        assert_eq!(found("flickr30k", "1000092795", &["1000092795.jpg"]), "flickr:1000092795");
        assert_eq!(found("gqa", "2405722", &[]), "vg:2405722");
        assert_eq!(found("mine", "391895", &[]), "");
        // COCO photos in Flickr30K's format are COCO's.
        assert_eq!(found("flickr30k", "000000000030", &["000000000030.jpg"]), "coco:30");
        assert_eq!(
            found(
                "openimages",
                "000a1249af2bc5f0",
                &["https://c1.staticflickr.com/5/4129/5215831864_46f356962f_o.jpg"]
            ),
            "flickr:5215831864 openimages:000a1249af2bc5f0"
        );
    }

    #[test]
    fn what_no_collection_knows_is_named_by_its_source() {
        let of = |source, kind, id, names: &[&'static str]| {
            let all: Vec<String> =
                of_source(source, kind, id, names.iter().copied()).iter().map(PictureId::to_string).collect();
            all.join(" ")
        };
        assert_eq!(of("mine", "scenes", "17", &["17.png"]), "own:mine/17");
        assert_eq!(of("mine", "scenes", "000000391895", &[]), "coco:391895");
        assert_eq!(of("street", "flickr30k", "1000092795", &[]), "flickr:1000092795");
        // An address adds an origin; the name stays, for records that keep no address.
        let address = "http://farm4.staticflickr.com/3377/3573516590_a1f6cf2cbd_z.jpg";
        assert_eq!(of("mine", "scenes", "17", &[address]), "flickr:3573516590 own:mine/17");
        assert_eq!(PictureId::parse("own:mine/17").map(|i| i.is_own()), Some(true));
        assert_eq!(PictureId::parse("own:"), None);
    }

    #[test]
    fn ids_are_read_back() {
        let id = PictureId::parse("coco:000391895").unwrap();
        assert_eq!(id.to_string(), "coco:391895");
        assert_eq!(PictureId::parse("coco:x"), None);
        assert_eq!(PictureId::parse("moon:1"), None);
        assert_eq!(PictureId::parse("openimages:12"), None);
    }
}

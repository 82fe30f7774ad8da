//! Open Images, V3 to V7: boxes, human image labels, visual relationships with attributes, the image list, class
//! descriptions and the hierarchy.
//!
//! The boxes table streams: rows are gathered while the `ImageID` repeats, and an id that comes back is an error.
//! The other tables may have any order; an index of 24 bytes a picture and table finds a picture's rows
//! (`index`). Pictures of the labels and relations tables that have no box follow, sorted.
//!
//! Rules. A picture with a `Rotation` is turned upright, boxes and size with it; EXIF is ignored, since boxes refer to
//! the stored pixels. A relation's box is the region of the same class with an overlap of 0.9 or more, else a region of
//! its own. An ancestor's box that overlaps a descendant's by 0.8 or more is the same instance and is dropped. A
//! verified class brings its ancestors, a verified absence takes its descendants along. What is called complete is
//! declared and explained in the manifest.
//!
//! Reject reasons: `unknown_mid` (in no description file), `class_without_name`, `bad_class_row`, `bad_row`,
//! `bad_id`, `box_outside`, `degenerate_box`, `bad_rotation`, `bad_size`, `picture_unreadable` (no size is to be had),
//! `machine_label`, `unmapped_attribute`, `duplicate_relation`, `relation_with_itself`, `hierarchy_duplicate`,
//! `contradicted_absence`.

mod classes;
mod coverage;
mod draft;
mod hierarchy;
mod index;
mod pictures;
mod rows;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod vocabulary;
mod words;

use super::manifest::Manifest;
use super::vault::Vault;
use super::{SceneStream, Source, SourceOptions};
use crate::error::{Error, Place, Result};
use coverage::Declared;
use std::sync::Arc;

/// The reader.
pub struct OpenImages;

const MANIFEST: &str = include_str!("../../../sources/openimages.toml");

impl Source for OpenImages {
    fn name(&self) -> &'static str {
        "openimages"
    }

    fn manifest(&self) -> &'static str {
        MANIFEST
    }

    fn open(&self, vault: Arc<dyn Vault>, options: &SourceOptions) -> Result<SceneStream> {
        let manifest = Manifest::parse("openimages", MANIFEST)?;
        manifest.check_options(options)?;
        // A file that the options name must be there; the manifest's own names are used where they are.
        let path = |role: &str| {
            let named = options.files.contains_key(role);
            let path = manifest.file(options, role).filter(|p| !p.is_empty());
            path.filter(|p| named || vault.exists(p)).map(str::to_string)
        };
        let Some(classes) = path("classes") else {
            let default = manifest.file(options, "classes").unwrap_or_default();
            return Err(Error::data(
                Place::file(vault.show(default)),
                "there are no class descriptions",
                "name the file as `classes`, e.g. oidv7-class-descriptions-boxable.csv",
            ));
        };
        let files = stream::Files {
            classes,
            boxes: path("boxes"),
            labels: path("labels"),
            relations: path("relations"),
            images: path("images"),
            sizes: path("sizes"),
            attributes: path("attributes"),
            hierarchy: path("hierarchy"),
            folder: manifest.images(options).trim_end_matches('/').to_string(),
        };
        if files.boxes.is_none() && files.labels.is_none() && files.relations.is_none() {
            return Err(Error::data(
                Place::file(vault.show("")),
                "there is no table of boxes, labels or relations",
                "name at least one of `boxes`, `labels`, `relations`, e.g. validation-annotations-bbox.csv",
            ));
        }
        let declared = Declared {
            boxes: manifest.declares(options, "exhaustive_boxes"),
            triplets: manifest.declares(options, "exhaustive_triplets"),
        };
        Ok(Box::new(stream::Stream::open(vault, files, declared)?))
    }
}

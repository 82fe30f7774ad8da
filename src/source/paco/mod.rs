//! PACO (`paco_lvis_v1_*.json`, `paco_ego4d_v1_*.json`), and LVIS files without attributes.
//!
//! One JSON object whose keys may come in any order. It is folded, never held: an annotation becomes a record of
//! fewer than 150 bytes (`records`), `segmentation` never reaches the parser (`skim`), `queries` are skipped, and
//! when the document has ended the scenes follow in the order of its `images` (`scenes`).
//!
//! Decisions. `neg_category_ids_attrs` and `not_exhaustive_category_ids_attrs` concern the attribute benchmark of
//! the dataset's authors, not the presence of classes, and are not used. A file with neither attributes nor negative
//! categories (plain COCO) is refused: nothing in it says what is absent.
//!
//! Reject reasons: `bad_box` (not four numbers), `degenerate_box` (under one pixel), `missing_image`,
//! `missing_category`, `missing_attribute`, `duplicate_image`, `duplicate_annotation`, `bad_path`, `bad_size`,
//! `orphan_part` (its object is not there), `contradicted_absence` (a negative class that has a box),
//! `unknown_with_values` (values of an axis of which the annotator could not tell).

mod draft;
mod fold;
mod records;
mod scenes;
mod skim;
mod vocabulary;

#[cfg(test)]
mod agree;
#[cfg(test)]
mod tests;

use super::manifest::Manifest;
use super::vault::Vault;
use super::{SceneStream, Source, SourceOptions};
use crate::error::{Error, Place, Result};
use scenes::Scenes;
use std::sync::Arc;
use vocabulary::Vocabulary;

/// The reader.
pub struct Paco;

const MANIFEST: &str = include_str!("../../../sources/paco.toml");

impl Source for Paco {
    fn name(&self) -> &'static str {
        "paco"
    }

    fn manifest(&self) -> &'static str {
        MANIFEST
    }

    fn open(&self, vault: Arc<dyn Vault>, options: &SourceOptions) -> Result<SceneStream> {
        let manifest = Manifest::parse("paco", MANIFEST)?;
        manifest.check_options(options)?;
        let path = manifest.file(options, "annotations").unwrap_or_default();
        let shown = vault.show(path);
        let document = fold::read(vault.open(path)?, &shown)?;
        let refuse = |what: &str, remedy: &str| Error::data(Place::file(&shown), what, remedy);
        if !document.has_lists {
            return Err(refuse(
                "there is no list `images`, `annotations` or `categories`",
                "expected a PACO file (paco_lvis_v1_*.json or paco_ego4d_v1_*.json) or an LVIS one",
            ));
        }
        if document.attributes.is_empty() && !document.has_negatives {
            return Err(refuse(
                "the file has neither `attributes` nor `neg_category_ids`: it looks like plain COCO",
                "expected a PACO or LVIS file; plain COCO does not say what is absent",
            ));
        }
        let vocabulary = Vocabulary::new(&document, &shown)?;
        let exhaustive = manifest.declares(options, "exhaustive_boxes");
        Ok(Box::new(Scenes::new(document, vocabulary, manifest.licenses, shown, exhaustive)))
    }
}

//! `sources/<name>.toml`: what is known about a dataset. Data, not code: files, licence, splits, citation,
//! and what its annotation is declared to be complete about.

use super::SourceOptions;
use crate::error::{Error, Place, Result};
use crate::model::scene::License;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A parsed manifest.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Source name.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Project page.
    pub homepage: String,
    /// How to cite it.
    pub citation: String,
    /// Box convention, named after the constructor in `model::geom`.
    pub box_convention: String,
    /// Targets that its annotation can be asked about.
    pub targets: Vec<String>,
    /// Licence of the annotations.
    pub annotation_license: String,
    /// Licence of the pictures where a picture has none of its own.
    pub image_license: String,
    /// Link to the pictures' terms.
    #[serde(default)]
    pub image_license_url: Option<String>,
    /// File roles to default paths inside the dataset's folder.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Default folder of the pictures.
    #[serde(default)]
    pub images: String,
    /// Where each file can be had.
    #[serde(default)]
    pub urls: BTreeMap<String, String>,
    /// Split names to numbers of pictures.
    #[serde(default)]
    pub splits: BTreeMap<String, u64>,
    /// What is declared about the annotation; each may be overridden in the configuration.
    #[serde(default)]
    pub declares: BTreeMap<String, bool>,
    /// Picture licences by the number that the dataset's files use (COCO), where they name none in full.
    #[serde(default)]
    pub licenses: BTreeMap<String, License>,
}

impl Manifest {
    /// Parses a manifest text.
    ///
    /// # Errors
    /// When it is not TOML of this shape.
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        toml::from_str(text).map_err(|e| {
            Error::data(Place::file(format!("sources/{name}.toml")), e.to_string().trim_end(), "fix the manifest")
        })
    }

    /// The path of a file role under these options; `None` where neither names it.
    pub fn file<'a>(&'a self, options: &'a SourceOptions, role: &str) -> Option<&'a str> {
        options.files.get(role).or_else(|| self.files.get(role)).map(String::as_str)
    }

    /// The pictures' folder under these options.
    pub fn images<'a>(&'a self, options: &'a SourceOptions) -> &'a str {
        options.images.as_deref().unwrap_or(&self.images)
    }

    /// Whether something is declared, by the options or else by the manifest; undeclared is `false`.
    pub fn declares(&self, options: &SourceOptions, what: &str) -> bool {
        options.declares.get(what).or_else(|| self.declares.get(what)).copied().unwrap_or(false)
    }

    /// Refuses file roles and declarations that this source does not know.
    ///
    /// # Errors
    /// Naming the unknown key and the known ones.
    pub fn check_options(&self, options: &SourceOptions) -> Result<()> {
        let unknown = |key: &String, known: Vec<&String>, what: &str| {
            let list = known.iter().map(|k| k.as_str()).collect::<Vec<_>>().join(", ");
            Error::usage(format!("source {} has no {what} `{key}`", self.name), format!("known: {list}"))
        };
        if let Some(key) = options.files.keys().find(|k| !self.files.contains_key(*k)) {
            return Err(unknown(key, self.files.keys().collect(), "file"));
        }
        if let Some(key) = options.declares.keys().find(|k| !self.declares.contains_key(*k)) {
            return Err(unknown(key, self.declares.keys().collect(), "declaration"));
        }
        Ok(())
    }
}

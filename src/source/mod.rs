//! Readers: a dataset's files in, a stream of [`Scene`]s out. One file per dataset, listed in [`SOURCES`].

pub mod flickr30k;
pub mod header;
pub mod json;
mod license;
pub mod lines;
pub mod manifest;
mod names;
pub mod openimages;
pub mod paco;
pub mod pictures;
pub mod probe;
pub mod sample;
pub mod scenes;
pub mod spatialsense;
pub mod vault;

use crate::error::Result;
use crate::model::reject::Reject;
use crate::model::scene::Scene;
use std::collections::BTreeMap;
use std::sync::Arc;
use vault::Vault;

/// What a reader yields, in file order.
#[derive(Debug)]
pub enum Read {
    /// A picture with its annotations.
    Scene(Box<Scene>),
    /// A row, box or caption that could not be used, with file, line and value in its text.
    Reject(Reject),
}

/// A stream of scenes. An `Err` ends it: the file is not what it must be.
pub type SceneStream = Box<dyn Iterator<Item = Result<Read>> + Send>;

/// How a source is configured: where its files are and what is declared about them.
#[derive(Debug, Clone, Default)]
pub struct SourceOptions {
    /// File roles (as in the manifest) to paths inside the vault, where they differ from the manifest's.
    pub files: BTreeMap<String, String>,
    /// Folder of the pictures inside the vault, where it differs from the manifest's.
    pub images: Option<String>,
    /// Overrides of the manifest's `[declares]` table, e.g. `exhaustive_boxes = false`.
    pub declares: BTreeMap<String, bool>,
}

/// A dataset format.
pub trait Source: Sync {
    /// Name, as in the configuration and in items.
    fn name(&self) -> &'static str;
    /// The embedded `sources/<name>.toml`.
    fn manifest(&self) -> &'static str;
    /// Starts reading.
    ///
    /// # Errors
    /// When a file is missing or is not of this format: the message names the file and what was expected.
    fn open(&self, vault: Arc<dyn Vault>, options: &SourceOptions) -> Result<SceneStream>;
}

/// All sources; help, validation and listings derive from it.
pub const SOURCES: &[&dyn Source] =
    &[&flickr30k::Flickr30k, &paco::Paco, &openimages::OpenImages, &spatialsense::SpatialSense, &scenes::Scenes];

/// The source of that name.
pub fn find(name: &str) -> Option<&'static dyn Source> {
    SOURCES.iter().copied().find(|s| s.name() == name)
}

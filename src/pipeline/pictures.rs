//! Where the pictures of plan rows are: each source's vault and picture folder.

use crate::model::fact::Picture;
use crate::source::vault::Vault;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// The picture folders of a run's sources.
#[derive(Clone, Default)]
pub struct Pictures {
    folders: Vec<Folder>,
}

#[derive(Clone)]
struct Folder {
    source: String,
    vault: Arc<dyn Vault>,
    images: String,
}

/// Why a picture cannot be read; the path is relative to the source, so that it is the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The reject's name.
    pub reason: &'static str,
    /// What was found.
    pub detail: String,
}

impl Pictures {
    /// Adds a source: its name, its files, and the folder of its pictures in them.
    pub fn add(&mut self, source: impl Into<String>, vault: Arc<dyn Vault>, images: impl Into<String>) {
        self.folders.push(Folder { source: source.into(), vault, images: images.into() });
    }

    fn locate(&self, picture: &Picture) -> Result<(&Folder, String), Unreadable> {
        let path = &picture.image.path;
        if path.starts_with(['/', '\\']) || path.split(['/', '\\']).any(|part| part == "..") {
            let detail = format!("{path}: the path leaves the picture folder");
            return Err(Unreadable { reason: "picture_path", detail });
        }
        let Some(folder) = self.folders.iter().find(|f| f.source == picture.source) else {
            let detail = format!("{path}: the configuration has no source `{}`", picture.source);
            return Err(Unreadable { reason: "picture_source", detail });
        };
        let images = folder.images.trim_end_matches('/');
        Ok((folder, if images.is_empty() { path.clone() } else { format!("{images}/{path}") }))
    }

    /// The bytes of a picture.
    ///
    /// # Errors
    /// When it is not there or cannot be read.
    pub fn read(&self, picture: &Picture) -> Result<Cow<'static, [u8]>, Unreadable> {
        let (folder, path) = self.locate(picture)?;
        folder.vault.read(&path).map_err(|e| match e.kind() {
            crate::ErrorKind::Io { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
                Unreadable { reason: "picture_missing", detail: format!("{path}: there is no such file") }
            }
            crate::ErrorKind::Io { source, .. } => {
                Unreadable { reason: "picture_unreadable", detail: format!("{path}: {}", source.kind()) }
            }
            _ => Unreadable { reason: "picture_unreadable", detail: format!("{path}: it cannot be read") },
        })
    }

    /// The file on disk, where there is one.
    pub fn on_disk(&self, picture: &Picture) -> Option<PathBuf> {
        self.locate(picture).ok().and_then(|(folder, path)| folder.vault.on_disk(&path))
    }
}

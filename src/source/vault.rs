//! Where a source's files live: a folder on disk, or the sample embedded in the binary.

use crate::error::{Error, Place, Result};
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::path::{Path, PathBuf};

/// A buffered, seekable reader.
pub trait Reader: BufRead + Seek + Send {}
impl<T: BufRead + Seek + Send> Reader for T {}

/// A tree of files, addressed by `/`-separated relative paths.
pub trait Vault: Send + Sync {
    /// Opens a file for reading.
    fn open(&self, path: &str) -> Result<Box<dyn Reader>>;
    /// Opens a file of which only the beginning is wanted: as [`Vault::open`], but with a small buffer.
    fn open_head(&self, path: &str) -> Result<Box<dyn Reader>> {
        self.open(path)
    }
    /// Reads a whole file.
    fn read(&self, path: &str) -> Result<Cow<'static, [u8]>>;
    /// Whether a file or folder is there.
    fn exists(&self, path: &str) -> bool;
    /// Names of the files in a folder, sorted; empty when there is no such folder.
    fn list(&self, dir: &str) -> Result<Vec<String>>;
    /// The path for messages: as the user knows it.
    fn show(&self, path: &str) -> String;
    /// The file on disk, where there is one (pictures without boxes are linked from there).
    fn on_disk(&self, path: &str) -> Option<PathBuf>;
}

/// A folder on disk.
#[derive(Debug, Clone)]
pub struct DirVault {
    root: PathBuf,
}

impl DirVault {
    /// The folder must exist.
    ///
    /// # Errors
    /// When `root` is not a folder.
    pub fn new(root: impl Into<PathBuf>) -> Result<Self> {
        let root = root.into();
        if !root.is_dir() {
            return Err(Error::data(
                Place::file(root.display().to_string()),
                "there is no such folder",
                "give the folder that holds the dataset's files as `root`",
            ));
        }
        Ok(DirVault { root })
    }

    fn join(&self, path: &str) -> PathBuf {
        if path.is_empty() { self.root.clone() } else { self.root.join(path) }
    }
}

impl Vault for DirVault {
    fn open(&self, path: &str) -> Result<Box<dyn Reader>> {
        let full = self.join(path);
        let file = File::open(&full).map_err(|e| Error::io(&full, "open", e))?;
        Ok(Box::new(BufReader::with_capacity(1 << 18, file)))
    }

    fn open_head(&self, path: &str) -> Result<Box<dyn Reader>> {
        let full = self.join(path);
        let file = File::open(&full).map_err(|e| Error::io(&full, "open", e))?;
        Ok(Box::new(BufReader::with_capacity(1 << 12, file)))
    }

    fn read(&self, path: &str) -> Result<Cow<'static, [u8]>> {
        let full = self.join(path);
        std::fs::read(&full).map(Cow::Owned).map_err(|e| Error::io(&full, "read", e))
    }

    fn exists(&self, path: &str) -> bool {
        self.join(path).exists()
    }

    fn list(&self, dir: &str) -> Result<Vec<String>> {
        let full = self.join(dir);
        if !full.is_dir() {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&full).map_err(|e| Error::io(&full, "list", e))? {
            let entry = entry.map_err(|e| Error::io(&full, "list", e))?;
            if entry.path().is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    fn show(&self, path: &str) -> String {
        self.join(path).display().to_string()
    }

    fn on_disk(&self, path: &str) -> Option<PathBuf> {
        Some(self.join(path))
    }
}

/// A folder embedded in the binary with `include_dir!`.
#[derive(Debug, Clone)]
pub struct EmbeddedVault {
    root: &'static include_dir::Dir<'static>,
    prefix: &'static str,
}

impl EmbeddedVault {
    /// `prefix` is the subfolder of `root` that is the vault's root.
    pub fn new(root: &'static include_dir::Dir<'static>, prefix: &'static str) -> Self {
        EmbeddedVault { root, prefix }
    }

    fn key(&self, path: &str) -> String {
        match (self.prefix.is_empty(), path.is_empty()) {
            (true, _) => path.to_string(),
            (_, true) => self.prefix.to_string(),
            _ => format!("{}/{path}", self.prefix),
        }
    }

    fn bytes(&self, path: &str) -> Result<&'static [u8]> {
        self.root
            .get_file(self.key(path))
            .map(include_dir::File::contents)
            .ok_or_else(|| Error::io(self.show(path), "open", std::io::Error::from(std::io::ErrorKind::NotFound)))
    }
}

impl Vault for EmbeddedVault {
    fn open(&self, path: &str) -> Result<Box<dyn Reader>> {
        Ok(Box::new(Cursor::new(self.bytes(path)?)))
    }

    fn read(&self, path: &str) -> Result<Cow<'static, [u8]>> {
        self.bytes(path).map(Cow::Borrowed)
    }

    fn exists(&self, path: &str) -> bool {
        self.root.get_entry(self.key(path)).is_some()
    }

    fn list(&self, dir: &str) -> Result<Vec<String>> {
        let key = self.key(dir);
        let dir = if key.is_empty() { Some(self.root) } else { self.root.get_dir(&key) };
        let mut names: Vec<String> = dir
            .into_iter()
            .flat_map(include_dir::Dir::files)
            .filter_map(|f| Path::new(f.path()).file_name())
            .map(|n| n.to_string_lossy().into_owned())
            .collect();
        names.sort();
        Ok(names)
    }

    fn show(&self, path: &str) -> String {
        format!("<sample>/{}", self.key(path))
    }

    fn on_disk(&self, _path: &str) -> Option<PathBuf> {
        None
    }
}

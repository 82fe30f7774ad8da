//! Pictures from a folder. A picture is found by the question's id (`coffee-4.png`), by host and path
//! (`i.stack.imgur.com/H0sqP.jpg`), by the last part of its link (`H0sqP.jpg`), or by that in another format
//! (`H0sqP.png`). Links never lead out of the folder: they are compared with what is in it.

use super::site::SITES;
use crate::error::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What a folder has for a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// This file.
    File(PathBuf),
    /// Nothing.
    Nothing,
    /// Several files of the same name, of which none can be preferred.
    Several(PathBuf, PathBuf),
}

/// A folder of pictures.
pub struct Album {
    root: PathBuf,
    /// Paths inside the folder.
    paths: BTreeSet<String>,
    /// By the last part of the path, and by that without its ending.
    names: BTreeMap<String, Vec<String>>,
    stems: BTreeMap<String, Vec<String>>,
}

const ENDINGS: [&str; 8] = ["png", "jpg", "jpeg", "gif", "bmp", "webp", "jpe", "jfif"];

impl Album {
    /// Lists a folder and those in it.
    ///
    /// # Errors
    /// When it cannot be listed.
    pub fn open(root: &Path) -> Result<Album> {
        let mut album =
            Album { root: root.to_path_buf(), paths: BTreeSet::new(), names: BTreeMap::new(), stems: BTreeMap::new() };
        let mut folders = vec![(root.to_path_buf(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            let fail = |e| Error::opening(&folder, "give the folder of the pictures", e);
            for entry in std::fs::read_dir(&folder).map_err(fail)? {
                let entry = entry.map_err(fail)?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = format!("{prefix}{name}");
                // A link to a folder is not followed: it may lead in a circle.
                let kind = entry.file_type().map_err(fail)?;
                if kind.is_dir() {
                    folders.push((entry.path(), format!("{path}/")));
                } else {
                    let stem = name.rsplit_once('.').map_or(name.as_str(), |(s, _)| s);
                    album.stems.entry(stem.to_string()).or_default().push(path.clone());
                    album.names.entry(name).or_default().push(path.clone());
                    album.paths.insert(path);
                }
            }
        }
        for list in album.names.values_mut().chain(album.stems.values_mut()) {
            list.sort();
        }
        Ok(album)
    }

    /// The picture of a question.
    pub fn find(&self, id: &str, url: &str) -> Found {
        let named = of(self.stems.get(id), false);
        if !named.is_empty() {
            return self.one(&named);
        }
        let bare = url.split(['?', '#']).next().unwrap_or(url);
        let path = bare.split_once("://").map_or(bare, |(_, rest)| rest).trim_start_matches('/');
        for path in [path.to_string(), decoded(path)] {
            let (host, rest) = path.split_once('/').unwrap_or(("", &path));
            let hosts = [Some(host), SITES.moved.get(host).map(String::as_str)];
            for host in hosts.into_iter().flatten() {
                if let Some(path) = self.paths.get(&format!("{host}/{rest}")) {
                    return Found::File(self.root.join(path));
                }
            }
            let last = path.rsplit('/').next().unwrap_or_default();
            let stem = last.rsplit_once('.').map_or(last, |(s, _)| s);
            for list in [of(self.names.get(last), true), of(self.stems.get(stem), false)] {
                if !list.is_empty() && !stem.is_empty() {
                    return self.one(&list);
                }
            }
        }
        Found::Nothing
    }

    fn one(&self, list: &[&String]) -> Found {
        match list {
            [] => Found::Nothing,
            [one] => Found::File(self.root.join(one)),
            [a, b, ..] => Found::Several(self.root.join(a), self.root.join(b)),
        }
    }
}

/// The paths of a list, or those that are named as pictures.
fn of(list: Option<&Vec<String>>, any: bool) -> Vec<&String> {
    let picture = |p: &str| p.rsplit_once('.').is_some_and(|(_, e)| ENDINGS.contains(&e.to_ascii_lowercase().as_str()));
    list.into_iter().flatten().filter(|p| any || picture(p)).collect()
}

/// A link's path with its `%20` and the like decoded, where that gives text.
fn decoded(path: &str) -> String {
    let mut out = Vec::with_capacity(path.len());
    let mut parts = path.split('%');
    out.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let hex = part.get(..2).filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                out.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
            }
            None => {
                out.push(b'%');
                out.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| path.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_by_id_link_and_name() {
        let dir = tempfile::tempdir().unwrap();
        for name in [
            "coffee-4.jpg",
            "i.sstatic.net/a.png",
            "flat/b.jpg",
            "x/c.png",
            "y/c.png",
            "x/d e.png",
            "notes/b.txt",
            "f.webp",
        ] {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let album = Album::open(dir.path()).unwrap();
        let is = |id: &str, url: &str, want: &str| {
            assert_eq!(album.find(id, url), Found::File(dir.path().join(want)), "{url}");
        };
        is("coffee-4", "http://i.stack.imgur.com/zzz.jpg", "coffee-4.jpg");
        is("q", "http://i.stack.imgur.com/a.png?s=1", "i.sstatic.net/a.png");
        is("q", "//h/b.jpg", "flat/b.jpg");
        is("q", "http://h/b.png", "flat/b.jpg");
        is("q", "http://h/w/d%20e.png", "x/d e.png");
        is("q", "http://h/f.jpg", "f.webp");
        is("q", "http://x/c.png", "x/c.png");
        assert!(matches!(album.find("q", "http://h/c.png"), Found::Several(..)));
        for url in ["http://h/../../etc/passwd", "", "http://h/", "http://h/notes.txt", "%zz%", "http://h/."] {
            assert_eq!(album.find("q", url), Found::Nothing, "{url}");
        }
    }
}

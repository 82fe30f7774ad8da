//! What lies in a folder, to compare two of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every file under a folder with the hash of its bytes.
pub fn tree(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut out = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let hash = blake3::hash(&fs::read(&path).unwrap()).to_hex().to_string();
                out.insert(path.strip_prefix(root).unwrap().to_path_buf(), hash);
            }
        }
    }
    out
}

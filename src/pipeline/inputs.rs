//! Hashes of the sources' files, for `run.json` and to know whether a plan is still that of its inputs.

use super::config::RunConfig;
use super::run::FileHash;
use super::vaults;
use crate::error::{Error, Result};
use crate::source::vault::Vault;
use rayon::prelude::*;
use std::io::Read;

/// Hashes every file and folder that the run's sources name and have, sorted by source and role.
///
/// # Errors
/// When a source's folder is not there or a file cannot be read.
pub fn hash_inputs(config: &RunConfig) -> Result<Vec<FileHash>> {
    let mut out = Vec::new();
    let mut sources: Vec<_> = config.sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    for source in sources {
        let manifest = vaults::manifest(source)?;
        let vault = vaults::vault(source)?;
        for role in manifest.files.keys() {
            if let Some(path) = manifest.file(&source.options, role)
                && vault.exists(path)
            {
                let (files, bytes, blake3) = hash_files(&*vault, path)?;
                out.push(FileHash {
                    source: source.name.clone(),
                    role: role.clone(),
                    path: path.into(),
                    files,
                    bytes,
                    blake3,
                });
            }
        }
    }
    Ok(out)
}

/// Number of files, bytes and BLAKE3 of a file, or of all files of a folder: there, over their names and hashes.
///
/// # Errors
/// When one cannot be read.
pub fn hash_files(vault: &dyn Vault, path: &str) -> Result<(u64, u64, String)> {
    let names = vault.list(path)?;
    if names.is_empty() {
        let (bytes, hash) = hash_file(vault, path)?;
        return Ok((1, bytes, hash.to_hex().to_string()));
    }
    let hashes: Vec<(u64, blake3::Hash)> = names
        .par_iter()
        .map(|name| hash_file(vault, &format!("{}/{name}", path.trim_end_matches('/'))))
        .collect::<Result<_>>()?;
    let mut hasher = blake3::Hasher::new();
    for (name, (_, hash)) in names.iter().zip(&hashes) {
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update(hash.as_bytes());
    }
    let bytes = hashes.iter().map(|(bytes, _)| bytes).sum();
    Ok((names.len() as u64, bytes, hasher.finalize().to_hex().to_string()))
}

fn hash_file(vault: &dyn Vault, path: &str) -> Result<(u64, blake3::Hash)> {
    let mut reader = vault.open(path)?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 20];
    let mut bytes = 0;
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok((bytes, hasher.finalize())),
            Ok(n) => {
                hasher.update_rayon(buffer.get(..n).unwrap_or_default());
                bytes += n as u64;
            }
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(Error::io(vault.show(path), "read", e)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::vault::DirVault;

    #[test]
    fn a_folder_hash_depends_on_names_and_contents_alone() {
        let hash = |files: &[(&str, &str)]| {
            let dir = tempfile::tempdir().unwrap();
            std::fs::create_dir(dir.path().join("d")).unwrap();
            files.iter().for_each(|(name, text)| std::fs::write(dir.path().join("d").join(name), text).unwrap());
            hash_files(&DirVault::new(dir.path()).unwrap(), "d").unwrap()
        };
        let a = hash(&[("x", "one"), ("y", "two")]);
        assert_eq!((a.0, a.1), (2, 6));
        assert_eq!(a, hash(&[("y", "two"), ("x", "one")]));
        assert_ne!(a, hash(&[("x", "two"), ("y", "one")]));
    }

    #[test]
    fn a_file_has_its_blake3() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("f"), "abc").unwrap();
        let (files, bytes, hash) = hash_files(&DirVault::new(dir.path()).unwrap(), "f").unwrap();
        assert_eq!((files, bytes, hash), (1, 3, blake3::hash(b"abc").to_hex().to_string()));
    }
}

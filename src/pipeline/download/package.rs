//! Packages of the Python index, fetched by the user's own `pip`, so that its configuration (mirrors, proxies, caches) holds.

use crate::error::{Error, Result};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Fetches the wheel of a package, e.g. `pycocoevalcap==1.2`, into a folder.
///
/// # Errors
/// When there is no `pip`, or it cannot get the package.
pub fn wheel(package: &str, folder: &Path) -> Result<PathBuf> {
    let remedy = |what: String| {
        Error::network(what, format!("get the wheel of {package} on another way and give it with --from FILE"))
    };
    let mut lack = String::new();
    for python in ["python3", "python"] {
        let run = Command::new(python)
            .args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest"])
            .arg(folder)
            .arg(package)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .output();
        match run {
            Ok(done) if done.status.success() => {
                let entries = std::fs::read_dir(folder).map_err(|e| Error::io(folder, "list", e))?;
                let found = entries.flatten().map(|e| e.path()).find(|p| p.extension().is_some_and(|e| e == "whl"));
                return found.ok_or_else(|| remedy(format!("pip left no wheel of {package}")));
            }
            Ok(done) => {
                let text = String::from_utf8_lossy(&done.stderr);
                let last = text.lines().map(str::trim).rfind(|l| l.starts_with("ERROR") || l.contains("No module"));
                lack = format!("pip could not get {package}: {}", last.unwrap_or("it gave no reason"));
            }
            Err(e) if lack.is_empty() => lack = format!("pip could not be run to get {package}: {e}"),
            Err(_) => {}
        }
    }
    Err(remedy(lack))
}

/// A file of a zip archive; `None` where it has none whose path ends so.
///
/// # Errors
/// When the archive cannot be read.
pub fn member(archive: impl Read + Seek, shown: &Path, ending: &str) -> Result<Option<Vec<u8>>> {
    let fault = |e: zip::result::ZipError| Error::io(shown, "read", std::io::Error::other(e));
    let mut archive = zip::ZipArchive::new(archive).map_err(fault)?;
    let name = archive.file_names().flatten().find(|n| n.ends_with(ending)).map(std::borrow::Cow::into_owned);
    let Some(name) = name else { return Ok(None) };
    let mut file = archive.by_name(&name).map_err(fault)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|e| Error::io(shown, "read", e))?;
    Ok(Some(bytes))
}

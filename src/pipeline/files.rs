//! The output folder: files that appear only when they are complete, and the lock that shards share.

use crate::error::{Error, Place, Result};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The folder of a run's unfinished work inside OUT; gone when the run is complete.
pub const WORK: &str = ".build";

/// The extension of temporary names, before the process id.
const PART: &str = "part";

/// A file under a temporary name. [`Pending::commit`] makes it durable and gives it its final name; dropped
/// uncommitted, it is removed.
pub struct Pending {
    target: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl Pending {
    /// Starts writing a file.
    ///
    /// # Errors
    /// When the temporary file cannot be created.
    pub fn create(target: impl Into<PathBuf>) -> Result<Self> {
        let target = target.into();
        let mut name = target.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.{PART}", std::process::id()));
        let temporary = target.with_file_name(name);
        let file = File::create(&temporary).map_err(|e| Error::io(&temporary, "create", e))?;
        Ok(Pending { target, temporary, file: Some(BufWriter::with_capacity(1 << 16, file)) })
    }

    /// Lets the file be looked at before it gets its name: flushes, and hands its temporary path over.
    ///
    /// # Errors
    /// When it cannot be flushed, or `look` fails.
    pub fn inspect(&mut self, look: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        self.flush().map_err(|e| Error::io(&self.temporary, "write", e))?;
        look(&self.temporary)
    }

    /// Flushes and renames, without syncing; see [`settle`].
    fn rename(mut self) -> Result<()> {
        let mut file = self.file.take();
        let flushed = file.as_mut().map_or(Ok(()), Write::flush);
        flushed.map_err(|e| Error::io(&self.temporary, "write", e))?;
        fs::rename(&self.temporary, &self.target).map_err(|e| Error::io(&self.target, "rename to", e))
    }

    /// Flushes, syncs and renames.
    ///
    /// # Errors
    /// When any of it fails; the final name is then untouched.
    pub fn commit(mut self) -> Result<()> {
        let fail = |e| Error::io(&self.temporary, "write", e);
        if let Some(writer) = self.file.take() {
            let file = writer.into_inner().map_err(|e| fail(e.into_error()))?;
            file.sync_all().map_err(fail)?;
        }
        fs::rename(&self.temporary, &self.target).map_err(|e| Error::io(&self.target, "rename to", e))
    }
}

impl Write for Pending {
    fn write(&mut self, buf: &[u8]) -> std::io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(buf),
            None => Err(std::io::ErrorKind::NotConnected.into()),
        }
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.file.is_some() {
            // Best effort: a leftover is swept when the run is assembled.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Writes a whole file: complete under its name, or not there.
///
/// # Errors
/// When it cannot be written.
pub fn write_whole(target: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    let mut file = Pending::create(target)?;
    fill(&mut file).map_err(|e| Error::io(target, "write", e))?;
    file.commit()
}

/// [`write_whole`] of bytes.
///
/// # Errors
/// When they cannot be written.
pub fn write(target: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(target, |w| w.write_all(bytes))
}

/// [`write()`] without syncing: for thousands of small files, which [`settle`] makes durable together.
///
/// # Errors
/// When they cannot be written.
pub fn write_unsettled(target: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = Pending::create(target)?;
    file.write_all(bytes).map_err(|e| Error::io(target, "write", e))?;
    file.rename()
}

/// Makes files that were written without syncing durable, all together: one sync of the file system where there is
/// such a call (thousands of single ones take minutes), else one by one.
///
/// # Errors
/// When the system cannot write them.
#[cfg(target_os = "linux")]
pub fn settle(out: &Path, _files: impl Iterator<Item = PathBuf>) -> Result<()> {
    let folder = File::open(out).map_err(|e| Error::io(out, "open", e))?;
    rustix::fs::syncfs(&folder).map_err(|e| Error::io(out, "sync", e.into()))
}

/// Makes files that were written without syncing durable.
///
/// # Errors
/// When the system cannot write them.
#[cfg(not(target_os = "linux"))]
pub fn settle(_out: &Path, mut files: impl Iterator<Item = PathBuf>) -> Result<()> {
    files.try_for_each(|path| File::open(&path).and_then(|f| f.sync_all()).map_err(|e| Error::io(&path, "sync", e)))
}

/// Makes the folder, or accepts one that this program wrote.
///
/// # Errors
/// When the folder holds other things: the run would mix with them.
pub fn open(out: &Path) -> Result<()> {
    open_marked(out, &["run.json", "plan.jsonl", WORK])
}

/// Makes the folder, or accepts one that holds one of these names.
///
/// # Errors
/// When the folder holds other things.
pub fn open_marked(out: &Path, marks: &[&str]) -> Result<()> {
    fs::create_dir_all(out).map_err(|e| Error::io(out, "create", e))?;
    let ours = marks.iter().any(|name| out.join(name).exists());
    let mut entries = fs::read_dir(out).map_err(|e| Error::io(out, "list", e))?;
    let leftover = |name: &str| name.ends_with(&format!(".{PART}"));
    if ours || !entries.any(|e| e.is_ok_and(|e| !leftover(&e.file_name().to_string_lossy()))) {
        return Ok(());
    }
    Err(Error::data(
        Place::file(out.display().to_string()),
        "the folder is not empty and was not written by groundline",
        "give a new folder as --out",
    ))
}

/// Removes temporary files that killed runs left in a folder.
///
/// # Errors
/// When the folder cannot be listed or a file not be removed.
pub fn sweep(dir: &Path) -> Result<()> {
    for entry in fs::read_dir(dir).map_err(|e| Error::io(dir, "list", e))? {
        let path = entry.map_err(|e| Error::io(dir, "list", e))?.path();
        if path.is_file() && path.extension().is_some_and(|e| e == PART) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes a file or folder, if it is there.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn remove(path: &Path) -> Result<()> {
    let done = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match done {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io(path, "remove", e)),
        _ => Ok(()),
    }
}

/// The lock that the processes of one OUT share. The system releases it when its holder dies, however it dies.
pub struct Lock(#[expect(dead_code, reason = "held for its lock")] File);

impl Lock {
    /// Waits for the lock of OUT's work folder, which it creates.
    ///
    /// # Errors
    /// When the lock file cannot be created or locked.
    pub fn wait(out: &Path) -> Result<Self> {
        let work = out.join(WORK);
        loop {
            fs::create_dir_all(&work).map_err(|e| Error::io(&work, "create", e))?;
            let path = work.join("lock");
            let file = match File::options().create(true).append(true).open(&path) {
                // Another process finished the run and removed the folder in between.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => continue,
                other => other.map_err(|e| Error::io(&path, "create", e))?,
            };
            file.lock().map_err(|e| Error::io(&path, "lock", e))?;
            // While we waited the holder may have finished and removed the file: then others lock another one.
            if same_file(&file, &path) {
                return Ok(Lock(file));
            }
        }
    }
}

#[cfg(unix)]
fn same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn same_file(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Removes the work folder if nothing but the lock is in it.
pub fn close(out: &Path, lock: Lock) {
    let work = out.join(WORK);
    let only_lock = fs::read_dir(&work).is_ok_and(|entries| entries.flatten().all(|e| e.file_name() == "lock"));
    if only_lock {
        // Best effort: a folder that stays is removed by the build.
        let _ = fs::remove_dir_all(&work);
    }
    drop(lock);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_uncommitted_file_never_appears() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("items.jsonl");
        let mut pending = Pending::create(&target).unwrap();
        pending.write_all(b"half").unwrap();
        assert!(!target.exists());
        drop(pending);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        write(&target, b"whole").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"whole");
    }

    #[test]
    fn a_folder_with_other_things_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        assert!(open(dir.path()).is_ok());
        fs::write(dir.path().join("plan.jsonl.77.part"), "").unwrap();
        assert!(open(dir.path()).is_ok(), "a killed run's leftover is not a stranger's file");
        fs::write(dir.path().join("thesis.doc"), "").unwrap();
        assert_eq!(open(dir.path()).unwrap_err().exit_code(), 3);
        fs::write(dir.path().join("plan.jsonl"), "").unwrap();
        assert!(open(dir.path()).is_ok());
        sweep(dir.path()).unwrap();
        assert!(!dir.path().join("plan.jsonl.77.part").exists());
    }
}

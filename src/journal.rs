//! A file of JSON lines that is only appended to and made durable, so that whatever ends a run, nothing that was
//! acknowledged is lost.

use crate::error::{Error, Result};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// An open file of lines. It is locked: one process at a time writes it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Journal {
    /// Opens or creates the file, passes every line to `each` with its number from 1, and cuts off a last line that
    /// was being written when a run ended.
    ///
    /// # Errors
    /// When it cannot be opened, another process writes it (`remedy` says what to do then), or `each` refuses a line.
    pub fn open(path: &Path, remedy: &str, each: impl FnMut(u64, &[u8]) -> Result<()>) -> Result<Journal> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|e| Error::io(path, "open", e))?;
        if file.try_lock().is_err() {
            return Err(Error::usage(format!("another run is writing {}", path.display()), remedy));
        }
        let length = complete_lines(&file, path, each)?;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(|e| Error::io(path, "write", e))?;
        Ok(Journal { path: path.to_path_buf(), file, length })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole lines and makes them durable. Where that fails, none of them stays.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn append(&mut self, lines: &str) -> Result<()> {
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(e) = written {
            // Half a line in the middle of the file would make all of it unreadable.
            let _ = self.file.set_len(self.length);
            return Err(Error::io(&self.path, "write", e));
        }
        self.length += lines.len() as u64;
        Ok(())
    }
}

/// Reads a journal without locking or changing it; a last line without its end is passed over.
///
/// # Errors
/// When it cannot be read, or `each` refuses a line.
pub fn read(path: &Path, each: impl FnMut(u64, &[u8]) -> Result<()>) -> Result<()> {
    let file = File::open(path).map_err(|e| Error::io(path, "open", e))?;
    complete_lines(&file, path, each).map(|_| ())
}

/// Passes the lines that have their end and are not blank; the length of all that have their end.
fn complete_lines(file: &File, path: &Path, mut each: impl FnMut(u64, &[u8]) -> Result<()>) -> Result<u64> {
    let (mut kept, mut number) = (0, 0);
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(|e| Error::io(path, "read", e))?;
        if line.last() != Some(&b'\n') {
            return Ok(kept);
        }
        number += 1;
        kept += read as u64;
        let text = line.trim_ascii();
        if !text.is_empty() {
            each(number, text)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_and_what_follows_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        std::fs::write(&path, "{\"a\":1}\n\n{\"b\":2}\n{\"c\":").unwrap();
        let mut seen = Vec::new();
        let each = |n: u64, line: &[u8]| {
            seen.push((n, String::from_utf8_lossy(line).into_owned()));
            Ok(())
        };
        let mut journal = Journal::open(&path, "wait", each).unwrap();
        assert_eq!(seen, [(1, "{\"a\":1}".to_string()), (3, "{\"b\":2}".to_string())]);
        journal.append("{\"d\":4}\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"a\":1}\n\n{\"b\":2}\n{\"d\":4}\n");
        let mut lines = 0;
        read(&path, |_, _| {
            lines += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(lines, 3);
    }

    #[test]
    fn one_process_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let _held = Journal::open(&path, "wait for it", |_, _| Ok(())).unwrap();
        let e = Journal::open(&path, "wait for it", |_, _| Ok(())).unwrap_err();
        assert!(e.to_string().contains("another run is writing") && e.to_string().ends_with("wait for it"), "{e}");
    }
}

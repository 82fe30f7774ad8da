//! Numbered lines of a text file: byte order mark and CRLF removed, bad UTF-8 told apart.

use super::vault::{Reader, Vault};
use crate::error::{Error, Result};
use std::io::BufRead;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1.
    pub number: u64,
    /// Its text without the line end; `None` where it is not UTF-8.
    pub text: Option<String>,
}

/// The lines of a file, blank ones among them.
pub struct Lines {
    reader: Box<dyn Reader>,
    shown: String,
    number: u64,
    bytes: Vec<u8>,
}

impl Lines {
    /// Opens a file of a vault.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(vault: &dyn Vault, path: &str) -> Result<Self> {
        Ok(Lines { reader: vault.open(path)?, shown: vault.show(path), number: 0, bytes: Vec::new() })
    }

    /// The file's name for messages.
    pub fn shown(&self) -> &str {
        &self.shown
    }
}

impl Iterator for Lines {
    type Item = Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.bytes.clear();
        match self.reader.read_until(b'\n', &mut self.bytes) {
            Err(e) => Some(Err(Error::io(&self.shown, "read", e))),
            Ok(0) => None,
            Ok(_) => {
                self.number += 1;
                let mut bytes = self.bytes.as_slice();
                if self.number == 1 {
                    bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
                }
                bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
                bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
                Some(Ok(Line { number: self.number, text: std::str::from_utf8(bytes).ok().map(str::to_string) }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::vault::DirVault;

    #[test]
    fn bom_crlf_and_bad_bytes_are_dealt_with() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a"), b"\xEF\xBB\xBFone\r\n\r\nt\xFFwo\nthree").unwrap();
        let lines = Lines::open(&DirVault::new(dir.path()).unwrap(), "a").unwrap();
        let got: Vec<_> = lines.map(|l| l.unwrap()).map(|l| (l.number, l.text)).collect();
        let some = |s: &str| Some(s.to_string());
        assert_eq!(got, [(1, some("one")), (2, some("")), (3, None), (4, some("three"))]);
    }
}

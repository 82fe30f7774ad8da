//! Writing to stdout and stderr, where the other end may go away.

use crate::error::{Error, Result};
use std::io::Write;

/// Writes to stdout.
///
/// # Errors
/// When it cannot be written; a closed pipe is an error that ends the program successfully.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| Error::io("stdout", "write", e))
}

/// Writes a line to stderr; where that fails there is nobody to tell.
pub(super) fn message(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

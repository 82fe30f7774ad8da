//! The library's one error type: where it happened, what was found, and what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

/// Result of every fallible function of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error with a place and a remedy. One pointer wide, so that `Result` stays small.
#[derive(Debug)]
pub struct Error(Box<ErrorKind>);

/// Where in an input something was found. Every part is optional; what is known is printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// File, as the user named it.
    pub file: String,
    /// Line, counted from 1.
    pub line: Option<u64>,
    /// Record id or key path inside the file (an annotation id, a TOML key).
    pub record: Option<String>,
}

impl Place {
    /// A place that names a file only.
    pub fn file(file: impl Into<String>) -> Self {
        Place { file: file.into(), ..Place::default() }
    }

    /// A line of a file, counted from 1.
    pub fn line(file: impl Into<String>, line: u64) -> Self {
        Place { file: file.into(), line: Some(line), record: None }
    }

    /// A record of a file, by its id.
    pub fn record(file: impl Into<String>, record: impl fmt::Display) -> Self {
        Place { file: file.into(), line: None, record: Some(record.to_string()) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(record) = &self.record {
            write!(f, " (record {record})")?;
        }
        Ok(())
    }
}

/// The kinds of failure; they map to exit codes (design section 6).
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The command line or a combination of options cannot be meant (exit code 2).
    Usage {
        /// What is wrong.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// An input file or a configuration is not there or not what it must be (exit code 3).
    Data {
        /// Where.
        place: Place,
        /// What was found, with the value.
        what: String,
        /// What was expected, or what to do.
        remedy: String,
    },
    /// Reading or writing failed (exit code 4).
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was being done, e.g. "read".
        action: &'static str,
        /// The system's error.
        source: std::io::Error,
    },
    /// A server could not be reached or answered with a failure (exit code 4).
    Network {
        /// What was asked, without secrets.
        what: String,
        /// What to do.
        remedy: String,
    },
}

impl Error {
    /// A usage error: `what` is wrong, `remedy` says how to call instead.
    pub fn usage(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        ErrorKind::Usage { what: what.into(), remedy: remedy.into() }.into()
    }

    /// Bad data at a place.
    pub fn data(place: Place, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        ErrorKind::Data { place, what: what.into(), remedy: remedy.into() }.into()
    }

    /// An I/O failure on a path; `action` is a bare verb such as "read".
    pub fn io(path: impl AsRef<Path>, action: &'static str, source: std::io::Error) -> Self {
        ErrorKind::Io { path: path.as_ref().to_path_buf(), action, source }.into()
    }

    /// The failure to open a file or folder that the caller named. That there is none, or that it is a folder where a file
    /// is wanted or the reverse, is bad input (exit code 3), and `remedy` says what to give instead; anything else is an
    /// I/O failure.
    pub fn opening(path: impl AsRef<Path>, remedy: impl Into<String>, source: std::io::Error) -> Self {
        let what = match source.kind() {
            std::io::ErrorKind::NotFound => "there is no such file or folder",
            std::io::ErrorKind::IsADirectory => "it is a folder, not a file",
            std::io::ErrorKind::NotADirectory => "it is a file, not a folder",
            _ => return Error::io(path, "open", source),
        };
        Error::data(Place::file(path.as_ref().display().to_string()), what, remedy)
    }

    /// A network failure.
    pub fn network(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        ErrorKind::Network { what: what.into(), remedy: remedy.into() }.into()
    }

    /// What went wrong, for callers that decide by it.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// The process exit code that this error means: 2 usage, 3 data, 4 I/O or network.
    pub fn exit_code(&self) -> u8 {
        match *self.0 {
            ErrorKind::Usage { .. } => 2,
            ErrorKind::Data { .. } => 3,
            ErrorKind::Io { .. } | ErrorKind::Network { .. } => 4,
        }
    }

    /// Whether the reader of our output went away, which counts as success.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(&*self.0, ErrorKind::Io { source, .. } if source.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error(Box::new(kind))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            ErrorKind::Usage { what, remedy } | ErrorKind::Network { what, remedy } => {
                write!(f, "{what}; {remedy}")
            }
            ErrorKind::Data { place, what, remedy } => write!(f, "{place}: {what}; {remedy}"),
            ErrorKind::Io { path, action, source } => {
                write!(f, "cannot {action} {}: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &*self.0 {
            ErrorKind::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_error_names_file_line_value_and_remedy() {
        let e = Error::data(Place::line("boxes.csv", 7), "XMax is `1.4`", "expected a number in [0, 1]");
        assert_eq!(e.to_string(), "boxes.csv:7: XMax is `1.4`; expected a number in [0, 1]");
        assert_eq!(e.exit_code(), 3);
    }

    #[test]
    fn what_is_not_there_is_bad_input_and_what_cannot_be_read_is_not() {
        let failed = |kind: std::io::ErrorKind| Error::opening("answers.jsonl", "give a file of answers", kind.into());
        let missing = failed(std::io::ErrorKind::NotFound);
        assert_eq!(missing.to_string(), "answers.jsonl: there is no such file or folder; give a file of answers");
        assert_eq!(missing.exit_code(), 3);
        assert_eq!(failed(std::io::ErrorKind::PermissionDenied).exit_code(), 4);
    }

    #[test]
    fn an_error_is_one_pointer_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }
}

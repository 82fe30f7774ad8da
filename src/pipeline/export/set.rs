//! A set on disk: which form it has, and its lines by their place in the file.

use crate::error::{Error, Place, Result};
use crate::export::record::{Body, Form, Record};
use crate::pipeline::ask::Wording;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Lines handed on at once, and bytes of them: few enough that what becomes of them stays in the processor's caches.
const CHUNK: (usize, usize) = (512, 8 << 20);

/// A benchmark or a corpus.
#[derive(Debug, Clone)]
pub struct Set {
    /// Its folder; pictures are relative to it.
    pub folder: PathBuf,
    /// Its file.
    pub file: PathBuf,
    /// Form.
    pub form: Form,
}

/// A line and its place.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// First byte.
    pub offset: u64,
    /// Counted from 1; 0 where it is not known.
    pub number: u64,
    /// Text without the line end.
    pub text: &'a str,
}

/// Lines whose texts lie in one piece of memory.
#[derive(Default)]
pub struct Lines {
    text: String,
    /// First byte in the file, number, end in `text`.
    places: Vec<(u64, u64, usize)>,
}

impl Lines {
    /// How many.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All, in order.
    pub fn all(&self) -> Vec<Line<'_>> {
        let mut start = 0;
        let cut = |&(offset, number, end): &(u64, u64, usize)| {
            let text = self.text.get(start..end).unwrap_or_default();
            start = end;
            Line { offset, number, text }
        };
        self.places.iter().map(cut).collect()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.places.clear();
    }
}

impl Set {
    /// Opens a folder or an `items.jsonl` or `dialogues.jsonl`.
    ///
    /// # Errors
    /// When there is neither, or both.
    pub fn open(path: &Path) -> Result<Set> {
        let here = |folder: &Path, form: Form| {
            let file = folder.join(form.file());
            file.is_file().then(|| Set { folder: folder.to_path_buf(), file, form })
        };
        let fault = |what: &str, remedy: &str| Err(Error::data(Place::file(path.display().to_string()), what, remedy));
        if path.is_file() {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            return match [Form::Benchmark, Form::Corpus].into_iter().find(|f| f.file() == name) {
                Some(form) => Ok(Set { folder: folder.to_path_buf(), file: path.to_path_buf(), form }),
                None => fault("it is no set", "give the folder of a set, its items.jsonl or its dialogues.jsonl"),
            };
        }
        match (here(path, Form::Benchmark), here(path, Form::Corpus)) {
            (Some(set), None) | (None, Some(set)) => Ok(set),
            (Some(_), Some(_)) => fault(
                "there are both items.jsonl and dialogues.jsonl in it",
                "name the one to export, e.g. FOLDER/items.jsonl",
            ),
            (None, None) => fault(
                "there is neither items.jsonl nor dialogues.jsonl in it",
                "give a folder that `groundline generate` or `groundline converse` wrote",
            ),
        }
    }

    /// The place of a line, for messages.
    pub fn place(&self, line: Line<'_>) -> Place {
        let file = self.file.display().to_string();
        if line.number > 0 { Place::line(file, line.number) } else { Place::file(file) }
    }

    /// Parses a line. The prompt of an item is worded as `ask` words it.
    ///
    /// # Errors
    /// When it is no record of the set's form.
    pub fn parse(&self, line: Line<'_>) -> Result<Record> {
        let mut record = Record::parse(line.text, self.form, &self.place(line))?;
        if let Body::Item(item, prompt) = &mut record.body {
            *prompt = Wording::default().render(&item.question, &item.choices);
        }
        Ok(record)
    }

    fn reader(&self) -> Result<BufReader<File>> {
        let file = File::open(&self.file).map_err(|e| Error::io(&self.file, "open", e))?;
        Ok(BufReader::with_capacity(1 << 18, file))
    }

    /// All lines in turn, blank ones left out, many at a time.
    ///
    /// # Errors
    /// When the file cannot be read, or `each` fails.
    pub fn chunks(&self, mut each: impl FnMut(&[Line<'_>]) -> Result<()>) -> Result<()> {
        let mut reader = self.reader()?;
        let (mut lines, mut offset, mut number) = (Lines::default(), 0, 0);
        loop {
            let start = lines.text.len();
            let n = reader.read_line(&mut lines.text).map_err(|e| Error::io(&self.file, "read", e))?;
            number += 1;
            let read = lines.text.get(start..).unwrap_or_default();
            let kept = if read.trim().is_empty() { 0 } else { read.trim_end_matches(['\n', '\r']).len() };
            lines.text.truncate(start + kept);
            if kept > 0 {
                lines.places.push((offset, number, start + kept));
            }
            offset += n as u64;
            let full = lines.len() >= CHUNK.0 || lines.text.len() >= CHUNK.1;
            if full || n == 0 && !lines.is_empty() {
                each(&lines.all())?;
                lines.clear();
            }
            if n == 0 {
                return Ok(());
            }
        }
    }

    /// Picks lines out by their places.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn pick(&self) -> Result<Pick<'_>> {
        Ok(Pick { set: self, reader: self.reader()?, at: 0, bytes: Vec::new() })
    }
}

/// A reader of chosen lines.
pub struct Pick<'a> {
    set: &'a Set,
    reader: BufReader<File>,
    at: u64,
    bytes: Vec<u8>,
}

impl Pick<'_> {
    /// Adds the line at a place, as [`Set::chunks`] gave it.
    ///
    /// # Errors
    /// When the file has changed since.
    pub fn line(&mut self, offset: u64, length: u32, to: &mut Lines) -> Result<()> {
        let fail = |e| Error::io(&self.set.file, "read", e);
        // Within the buffer this costs nothing.
        match i64::try_from(offset).and_then(|to| i64::try_from(self.at).map(|at| to - at)) {
            Ok(step) => self.reader.seek_relative(step).map_err(fail)?,
            Err(_) => self.reader.seek(SeekFrom::Start(offset)).map(drop).map_err(fail)?,
        }
        self.bytes.resize(length as usize, 0);
        self.reader.read_exact(&mut self.bytes).map_err(fail)?;
        self.at = offset + u64::from(length);
        to.text.push_str(std::str::from_utf8(&self.bytes).map_err(|e| fail(std::io::Error::other(e)))?);
        to.places.push((offset, 0, to.text.len()));
        Ok(())
    }
}

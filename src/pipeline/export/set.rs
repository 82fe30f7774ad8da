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
pub struct Line {
    /// First byte.
    pub offset: u64,
    /// Counted from 1; 0 where it is not known.
    pub number: u64,
    /// Text without the line end.
    pub text: String,
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
    pub fn place(&self, line: &Line) -> Place {
        let file = self.file.display().to_string();
        if line.number > 0 { Place::line(file, line.number) } else { Place::file(file) }
    }

    /// Parses a line. The prompt of an item is worded as `ask` words it.
    ///
    /// # Errors
    /// When it is no record of the set's form.
    pub fn parse(&self, line: &Line) -> Result<Record> {
        let mut record = Record::parse(&line.text, self.form, &self.place(line))?;
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
    pub fn chunks(&self, mut each: impl FnMut(Vec<Line>) -> Result<()>) -> Result<()> {
        let mut reader = self.reader()?;
        let (mut chunk, mut held, mut offset, mut number) = (Vec::new(), 0, 0, 0);
        let mut read = String::new();
        loop {
            read.clear();
            let n = reader.read_line(&mut read).map_err(|e| Error::io(&self.file, "read", e))?;
            if n == 0 {
                break;
            }
            number += 1;
            if !read.trim().is_empty() {
                held += n;
                let text = read.trim_end_matches(['\n', '\r']).to_string();
                chunk.push(Line { offset, number, text });
            }
            offset += n as u64;
            if chunk.len() >= CHUNK.0 || held >= CHUNK.1 {
                held = 0;
                each(std::mem::take(&mut chunk))?;
            }
        }
        if chunk.is_empty() { Ok(()) } else { each(chunk) }
    }

    /// Picks lines out by their places.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn pick(&self) -> Result<Pick<'_>> {
        Ok(Pick { set: self, reader: self.reader()?, at: 0 })
    }
}

/// A reader of chosen lines.
pub struct Pick<'a> {
    set: &'a Set,
    reader: BufReader<File>,
    at: u64,
}

impl Pick<'_> {
    /// The line at a place, as [`Set::chunks`] gave it.
    ///
    /// # Errors
    /// When the file has changed since.
    pub fn line(&mut self, offset: u64, length: u32) -> Result<Line> {
        let fail = |e| Error::io(&self.set.file, "read", e);
        // Within the buffer this costs nothing.
        match i64::try_from(offset).and_then(|to| i64::try_from(self.at).map(|at| to - at)) {
            Ok(step) => self.reader.seek_relative(step).map_err(fail)?,
            Err(_) => self.reader.seek(SeekFrom::Start(offset)).map(drop).map_err(fail)?,
        }
        let mut bytes = vec![0; length as usize];
        self.reader.read_exact(&mut bytes).map_err(fail)?;
        self.at = offset + u64::from(length);
        let text = String::from_utf8(bytes).map_err(|e| fail(std::io::Error::other(e)))?;
        Ok(Line { offset, number: 0, text })
    }
}

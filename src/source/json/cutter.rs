//! JSON that streams by, cut into keys and values: only the value at hand is in memory.

use super::scan::Scan;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::io::{self, BufRead};

/// A value longer than this is looked into before more of it is held: a damaged one may seem to have no end.
const LONG: usize = 1 << 20;

/// Stands between two values of a document, whose lists and objects are entered and left one by one.
pub struct Cutter<R> {
    reader: R,
    line: u64,
    json: Vec<u8>,
    /// Nothing was read yet of the list or object that was entered last.
    first: bool,
}

/// Why a document cannot be read on.
#[derive(Debug)]
pub struct Fault {
    /// Counted from 1.
    pub line: u64,
    /// Keys and places in lists that lead there, as far as they are known: `annotations[7]`.
    pub path: String,
    pub what: What,
}

#[derive(Debug)]
pub enum What {
    Unreadable(io::Error),
    /// The file ends before what is named.
    Ended(String),
    /// What was found, and what is expected instead.
    Found(String, String),
    /// A value that is not JSON or of another type, in the parser's words.
    Value(String),
}

impl<R: BufRead> Cutter<R> {
    pub fn new(reader: R) -> Self {
        Cutter { reader, line: 1, json: Vec::new(), first: true }
    }

    /// The next byte that is not white space; `None` at the end of the file.
    pub fn peek(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            let buffer = self.buffer()?;
            let blank = buffer.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r')).count();
            let (next, empty) = (buffer.get(blank).copied(), buffer.is_empty());
            let lines = newlines(buffer.get(..blank).unwrap_or_default());
            self.line += lines;
            self.reader.consume(blank);
            if next.is_some() || empty {
                return Ok(next);
            }
        }
    }

    /// Steps over the bracket that opens a list or an object.
    pub fn enter(&mut self, bracket: u8, expected: &str) -> Result<(), Fault> {
        self.first = true;
        self.step(bracket, expected)
    }

    /// Whether a further value or key follows in the list or object that `bracket` closes; if not, it is left.
    pub fn another(&mut self, bracket: u8) -> Result<bool, Fault> {
        let first = std::mem::take(&mut self.first);
        if self.peek()? == Some(bracket) {
            self.reader.consume(1);
            return Ok(false);
        }
        if !first {
            self.step(b',', if bracket == b']' { "`,` or `]` after an element" } else { "`,` or `}` after a value" })?;
        }
        Ok(true)
    }

    /// The next key of an object, before whose value it then stands; `None` when the object is left.
    pub fn key<K: DeserializeOwned>(&mut self) -> Result<Option<K>, Fault> {
        if !self.another(b'}')? {
            return Ok(None);
        }
        match self.peek()? {
            Some(b'"') => {}
            other => return Err(self.fault(other, "a key")),
        }
        let key = self.value()?;
        self.step(b':', "`:` after a key")?;
        Ok(Some(key))
    }

    /// The value that begins here: the line of its first byte, and its text, not yet known to be valid inside.
    pub fn cut(&mut self) -> Result<(u64, &[u8]), Fault> {
        let byte = self.peek()?;
        if matches!(byte, None | Some(b']' | b'}' | b',' | b':')) {
            return Err(self.fault(byte, "a value"));
        }
        let (start, mut scan, mut limit) = (self.line, Scan::default(), LONG);
        self.json.clear();
        loop {
            let line = self.line;
            let buffer = self.reader.fill_buf().map_err(|e| Fault::new(line, What::Unreadable(e)))?;
            let ended = buffer.is_empty();
            if ended || self.json.len() > limit {
                if is_wrong(&self.json) {
                    break;
                }
                limit = 2 * self.json.len();
            }
            if ended {
                return Err(self.fault(None, "the rest of the value"));
            }
            let end = scan.end(buffer);
            let taken = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
            self.json.extend_from_slice(taken);
            self.line += newlines(taken);
            let n = taken.len();
            self.reader.consume(n);
            if end.is_some() {
                break;
            }
        }
        Ok((start, &self.json))
    }

    /// Parses the value that begins here.
    pub fn value<T: DeserializeOwned>(&mut self) -> Result<T, Fault> {
        if let Some(value) = self.at_once()? {
            return Ok(value);
        }
        let (line, json) = self.cut()?;
        serde_json::from_slice(json).map_err(|e| {
            let (text, place) = (e.to_string(), format!(" at line {} column {}", e.line(), e.column()));
            let text = text.strip_suffix(&place).unwrap_or(&text);
            Fault::new(line + (e.line() as u64).saturating_sub(1), What::Value(text.to_string()))
        })
    }

    /// The value that begins here, if it is good and ends before the bytes at hand do: then its end need not be sought.
    fn at_once<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Fault> {
        self.peek()?;
        let buffer = self.buffer()?;
        let mut values = serde_json::Deserializer::from_slice(buffer).into_iter();
        let value = values.next().and_then(Result::ok);
        let end = values.byte_offset();
        if value.is_none() || end == buffer.len() {
            return Ok(None);
        }
        let lines = newlines(buffer.get(..end).unwrap_or_default());
        self.line += lines;
        self.reader.consume(end);
        Ok(value)
    }

    /// Hands each element of the list that begins here to a function.
    pub fn each<T: DeserializeOwned>(&mut self, mut f: impl FnMut(T)) -> Result<(), Fault> {
        self.enter(b'[', "a list")?;
        for index in 0u64.. {
            match self.element() {
                Ok(Some(element)) => f(element),
                Ok(None) => break,
                Err(fault) => return Err(fault.inside(&format!("[{index}]"))),
            }
        }
        Ok(())
    }

    fn element<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Fault> {
        if self.another(b']')? { self.value().map(Some) } else { Ok(None) }
    }

    /// Steps over the value that begins here, seeing that it is JSON; an element or entry of it at a time is held.
    pub fn skip(&mut self) -> Result<(), Fault> {
        match self.peek()? {
            Some(b'[') => self.each(|IgnoredAny| {}),
            Some(b'{') => {
                self.enter(b'{', "an object")?;
                while self.key::<IgnoredAny>()?.is_some() {
                    self.value::<IgnoredAny>()?;
                }
                Ok(())
            }
            _ => self.value::<IgnoredAny>().map(|_| ()),
        }
    }

    /// Nothing may follow any more.
    pub fn end(&mut self) -> Result<(), Fault> {
        match self.peek()? {
            None => Ok(()),
            other => Err(self.fault(other, "the end of the file")),
        }
    }

    /// Something else than is expected here.
    pub fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::new(self.line, What::Found(found.into(), expected.into()))
    }

    fn fault(&self, found: Option<u8>, expected: &str) -> Fault {
        match found {
            None => Fault::new(self.line, What::Ended(expected.to_string())),
            Some(byte) => self.wrong(format!("found `{}`", byte.escape_ascii()), expected),
        }
    }

    fn buffer(&mut self) -> Result<&[u8], Fault> {
        self.reader.fill_buf().map_err(|e| Fault::new(self.line, What::Unreadable(e)))
    }

    fn step(&mut self, byte: u8, expected: &str) -> Result<(), Fault> {
        match self.peek()? {
            Some(found) if found == byte => {
                self.reader.consume(1);
                Ok(())
            }
            other => Err(self.fault(other, expected)),
        }
    }
}

/// Whether a value that begins so is wrong, whatever follows. Of a number that is cut off the parser says that it is
/// wrong, so one at the end is left out.
fn is_wrong(start: &[u8]) -> bool {
    let whole = start.iter().rposition(|b| !(b.is_ascii_digit() || b"+-.eE".contains(b))).map_or(0, |at| at + 1);
    let start = start.get(..whole).unwrap_or_default();
    serde_json::from_slice::<IgnoredAny>(start).is_err_and(|e| !e.is_eof())
}

fn newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

impl Fault {
    fn new(line: u64, what: What) -> Self {
        Fault { line, path: String::new(), what }
    }

    /// The same, seen from outside of a list or object.
    pub fn inside(mut self, step: &str) -> Self {
        self.path.insert_str(0, step);
        self
    }
}

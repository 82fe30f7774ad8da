//! The elements of one big JSON list, one at a time: only the current element is in memory, a bad element does
//! not end the reading, and every element knows its line.

use super::vault::{Reader, Vault};
use crate::error::{Error, Place, Result};
use std::io::BufRead;

/// The bytes of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element<'a> {
    /// Line of its first byte, counted from 1.
    pub line: u64,
    /// Position in the list, counted from 0.
    pub index: u64,
    /// Its JSON text; not yet known to be valid inside.
    pub json: &'a [u8],
}

/// A list inside a JSON file.
pub struct Elements {
    reader: Box<dyn Reader>,
    shown: String,
    line: u64,
    index: u64,
    json: Vec<u8>,
    done: bool,
}

/// Where the scan of one value stands.
#[derive(Default)]
struct Scan {
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Elements {
    /// Opens a file whose whole document is the list (`key` is `None`), or is an object that holds it under `key`.
    ///
    /// # Errors
    /// When the file cannot be opened or is of another shape: the message says what was found.
    pub fn open(vault: &dyn Vault, path: &str, key: Option<&str>) -> Result<Self> {
        let mut list = Elements {
            reader: vault.open(path)?,
            shown: vault.show(path),
            line: 1,
            index: 0,
            json: Vec::new(),
            done: false,
        };
        list.skip_bom()?;
        match key {
            None => list.expect_list("a list of records (`[…]`)")?,
            Some(key) => list.find_key(key)?,
        }
        Ok(list)
    }

    /// The file's name for messages.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The next element, or `None` after the last.
    ///
    /// # Errors
    /// When the list is not closed properly or the file cannot be read.
    pub fn next_element(&mut self) -> Result<Option<Element<'_>>> {
        if self.done {
            return Ok(None);
        }
        let mut byte = self.peek()?;
        if byte == Some(b']') {
            self.done = true;
            return Ok(None);
        }
        if self.index > 0 {
            if byte != Some(b',') {
                return Err(self.damaged(byte, "`,` or `]` after an element"));
            }
            self.consume(1);
            byte = self.peek()?;
        }
        let line = self.line;
        if matches!(byte, None | Some(b']' | b'}' | b',' | b':')) {
            return Err(self.damaged(byte, "an element of the list"));
        }
        self.value(true)?;
        self.index += 1;
        Ok(Some(Element { line, index: self.index - 1, json: &self.json }))
    }

    fn skip_bom(&mut self) -> Result<()> {
        if self.buffer()?.starts_with(b"\xEF\xBB\xBF") {
            self.reader.consume(3);
        }
        Ok(())
    }

    fn expect_list(&mut self, expected: &str) -> Result<()> {
        match self.peek()? {
            Some(b'[') => {
                self.consume(1);
                Ok(())
            }
            Some(b'{') => {
                self.consume(1);
                let key = if self.peek()? == Some(b'"') { self.string()? } else { String::new() };
                Err(self.wrong(&format!("found an object whose first key is `{key}`"), expected))
            }
            other => Err(self.damaged(other, expected)),
        }
    }

    fn find_key(&mut self, key: &str) -> Result<()> {
        let expected = format!("an object with a list under the key `{key}`");
        match self.peek()? {
            Some(b'{') => self.consume(1),
            Some(b'[') => return Err(self.wrong("found a list", &expected)),
            other => return Err(self.damaged(other, &expected)),
        }
        let mut found = Vec::new();
        loop {
            match self.peek()? {
                Some(b'"') => {}
                Some(b'}') => return Err(self.wrong(&format!("found only the keys {}", found.join(", ")), &expected)),
                other => return Err(self.damaged(other, "a key")),
            }
            let name = self.string()?;
            match self.peek()? {
                Some(b':') => self.consume(1),
                other => return Err(self.damaged(other, "`:` after a key")),
            }
            if name == key {
                self.peek()?;
                return self.expect_list(&format!("a list under the key `{key}`"));
            }
            self.peek()?;
            self.value(false)?;
            if found.len() < 20 {
                found.push(format!("`{name}`"));
            }
            if self.peek()? == Some(b',') {
                self.consume(1);
            }
        }
    }

    fn string(&mut self) -> Result<String> {
        self.value(true)?;
        Ok(serde_json::from_slice(&self.json).unwrap_or_else(|_| String::from_utf8_lossy(&self.json).into_owned()))
    }

    /// Reads one value from its first byte on, into `json` if it is to be kept.
    fn value(&mut self, keep: bool) -> Result<()> {
        self.json.clear();
        let mut scan = Scan::default();
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(e) => return Err(Error::io(&self.shown, "read", e)),
            };
            if buffer.is_empty() {
                return Err(self.damaged(None, "the rest of the value"));
            }
            let end = scan.end(buffer);
            let taken = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
            if keep {
                self.json.extend_from_slice(taken);
            }
            self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
            let n = taken.len();
            self.reader.consume(n);
            if end.is_some() {
                return Ok(());
            }
        }
    }

    fn buffer(&mut self) -> Result<&[u8]> {
        self.reader.fill_buf().map_err(|e| Error::io(&self.shown, "read", e))
    }

    /// The next byte that is not white space; `None` at the end of the file.
    fn peek(&mut self) -> Result<Option<u8>> {
        loop {
            let buffer = self.buffer()?;
            let blank = buffer.iter().take_while(|b| b.is_ascii_whitespace()).count();
            let next = buffer.get(blank).copied();
            let empty = buffer.is_empty();
            self.consume(blank);
            if next.is_some() || empty {
                return Ok(next);
            }
        }
    }

    /// Consumes bytes that are in the buffer, counting lines.
    fn consume(&mut self, n: usize) {
        if let Ok(buffer) = self.reader.fill_buf() {
            let taken = buffer.get(..n).unwrap_or_default();
            self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
            self.reader.consume(n);
        }
    }

    fn wrong(&self, what: &str, expected: &str) -> Error {
        Error::data(Place::line(&self.shown, self.line), what, format!("expected {expected}"))
    }

    fn damaged(&mut self, found: Option<u8>, expected: &str) -> Error {
        self.done = true;
        let place = Place {
            file: self.shown.clone(),
            line: Some(self.line),
            record: (self.index > 0).then(|| self.index.to_string()),
        };
        match found {
            None => Error::data(place, "the file ends too early", format!("expected {expected}; get the file again")),
            Some(b) => Error::data(place, format!("found `{}`", b.escape_ascii()), format!("expected {expected}")),
        }
    }
}

impl Scan {
    /// Number of bytes up to and with the value's last one; `None` when it goes on after these.
    fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut i = 0;
        while let Some(&b) = bytes.get(i) {
            if self.escaped {
                self.escaped = false;
                i += 1;
                continue;
            }
            if self.in_string {
                // What comes before a quote or a backslash is text.
                i += memchr::memchr2(b'"', b'\\', bytes.get(i..)?)?;
                if bytes.get(i) == Some(&b'\\') {
                    self.escaped = true;
                } else {
                    self.in_string = false;
                    if self.depth == 0 {
                        return Some(i + 1);
                    }
                }
                i += 1;
                continue;
            }
            match b {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                // A scalar ends before what follows it.
                b'}' | b']' | b',' if self.depth == 0 => return Some(i),
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(i + 1);
                    }
                }
                _ if self.depth == 0 && b.is_ascii_whitespace() => return Some(i),
                _ => {}
            }
            i += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::vault::DirVault;
    use proptest::prelude::*;

    fn elements(bytes: &[u8], key: Option<&str>) -> Result<Vec<(u64, String)>> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.json"), bytes).unwrap();
        let vault = DirVault::new(dir.path()).unwrap();
        let mut list = Elements::open(&vault, "a.json", key)?;
        let mut out = Vec::new();
        while let Some(e) = list.next_element()? {
            out.push((e.line, String::from_utf8_lossy(e.json).into_owned()));
        }
        Ok(out)
    }

    fn fault(text: &str, key: Option<&str>) -> String {
        let message = elements(text.as_bytes(), key).unwrap_err().to_string();
        message.split_once("a.json").map(|(_, rest)| rest.to_string()).unwrap_or(message)
    }

    #[test]
    fn elements_come_one_by_one_with_their_lines() {
        let text = b"\xEF\xBB\xBF[ {\"a\": \"]}\\\"\"},\r\n[1, [2]],\n 3 ,\"x,y\"\n]\n";
        let got = elements(text, None).unwrap();
        let want = [(1, "{\"a\": \"]}\\\"\"}"), (2, "[1, [2]]"), (3, "3"), (3, "\"x,y\"")];
        assert_eq!(got, want.map(|(l, s)| (l, s.to_string())));
    }

    #[test]
    fn a_list_under_a_key_is_found_after_other_keys() {
        let text = b"{\"dataset\": \"f\", \"n\": 3, \"info\": {\"images\": [9]}, \"images\": [1,2], \"x\": 1}";
        let got = elements(text, Some("images")).unwrap();
        assert_eq!(got, [(1, "1".to_string()), (1, "2".to_string())]);
        assert_eq!(elements(b"[]", None).unwrap(), []);
    }

    #[test]
    fn another_shape_is_an_error_that_says_what_was_found() {
        assert_eq!(
            fault("{\"images\": []}", None),
            ":1: found an object whose first key is `images`; expected a list of records (`[…]`)"
        );
        assert_eq!(
            fault("{\"a\": 1,\n \"b\": 2}", Some("images")),
            ":2: found only the keys `a`, `b`; expected an object with a list under the key `images`"
        );
        assert_eq!(
            fault("[1]", Some("images")),
            ":1: found a list; expected an object with a list under the key `images`"
        );
        assert!(fault("[1, {\"a\"", None).contains("the file ends too early"));
        assert!(fault("[1 2]", None).contains("expected `,` or `]` after an element"));
        assert!(fault("", None).contains("the file ends too early"));
    }

    #[test]
    fn a_value_ends_where_it_ends_however_it_is_cut() {
        for text in [r#"{"a": "]}\\\"", "b\\\\": ["x", 1]}, 2"#, r#""a\"b\\", 3"#, "12 , 3", r#"["\\"]"#] {
            let bytes = text.as_bytes();
            let whole = Scan::default().end(bytes);
            assert!(
                whole.is_some_and(|end| serde_json::from_slice::<serde_json::Value>(&bytes[..end]).is_ok()),
                "{text}"
            );
            for cut in 0..whole.unwrap() {
                let mut scan = Scan::default();
                assert_eq!(scan.end(&bytes[..cut]), None, "{text} cut at {cut}");
                assert_eq!(scan.end(&bytes[cut..]).map(|end| cut + end), whole, "{text} cut at {cut}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(proptest::sample::select(b"[]{}\",:\\ a1\n\xFF".to_vec()), 0..60)) {
            let _ = elements(&bytes, None);
            let _ = elements(&bytes, Some("a"));
        }
    }
}

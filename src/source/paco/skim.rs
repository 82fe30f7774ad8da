//! A reader that leaves out the value of every `"segmentation"` key before JSON is parsed: most of a PACO file is
//! polygons, and finding their end is several times faster than parsing their numbers.

use memchr::memmem::Finder;
use std::io::{BufRead, Read, Result};

const KEY: &[u8] = b"\"segmentation\"";

/// Passes JSON through with each segmentation written as `0`. What is not JSON stays wrong for the parser to say so.
pub(super) struct Skim<R> {
    inner: R,
    finder: Finder<'static>,
    state: State,
    /// The last bytes that were passed on, to see a key that lies across two buffers.
    tail: Vec<u8>,
}

#[derive(Clone, Copy)]
enum State {
    Passing,
    /// After the key: blanks and one colon are passed on.
    Colon,
    /// After the colon, before the value.
    Value,
    /// Inside a list or object, at this depth.
    Nested(u32),
    /// Inside a string of it; `true` after a backslash.
    Text(u32, bool),
}

impl<R: BufRead> Skim<R> {
    pub fn new(inner: R) -> Self {
        Skim { inner, finder: Finder::new(KEY), state: State::Passing, tail: Vec::new() }
    }

    fn remember(&mut self, passed: &[u8]) {
        self.tail.extend_from_slice(passed.get(passed.len().saturating_sub(KEY.len())..).unwrap_or_default());
        let surplus = self.tail.len().saturating_sub(KEY.len());
        self.tail.drain(..surplus);
    }
}

/// Length of the start of `bytes`, which follow `tail`, that may be passed on, and whether a key ends there.
fn until_key(finder: &Finder, tail: &[u8], bytes: &[u8]) -> (usize, bool) {
    // A key that began in the bytes before ends here. The tail is as long as the key, so its first byte is only there
    // to show a backslash.
    let joint = [tail, bytes.get(..KEY.len()).unwrap_or(bytes)].concat();
    if let Some(at) = finder.find(&joint)
        && at < tail.len()
        && at + KEY.len() > tail.len()
        && !escaped(&joint, at)
    {
        return (at + KEY.len() - tail.len(), true);
    }
    let mut from = 0;
    while let Some(at) = bytes.get(from..).and_then(|rest| finder.find(rest)).map(|at| from + at) {
        let carried = at == 0 && tail.last() == Some(&b'\\');
        if !carried && !escaped(bytes, at) {
            return (at + KEY.len(), true);
        }
        from = at + 1;
    }
    (bytes.len(), false)
}

/// A quote after a backslash is part of a string.
fn escaped(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\\')
}

impl<R: BufRead> Read for Skim<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        loop {
            let buffer = self.inner.fill_buf()?;
            if buffer.is_empty() || out.is_empty() {
                return Ok(0);
            }
            let mut used = 0;
            match self.state {
                State::Passing => {
                    let part = buffer.get(..buffer.len().min(out.len())).unwrap_or_default();
                    let (length, found) = until_key(&self.finder, &self.tail, part);
                    for (slot, byte) in out.iter_mut().zip(part.iter().take(length)) {
                        *slot = *byte;
                    }
                    self.inner.consume(length);
                    if found {
                        self.state = State::Colon;
                        self.tail.clear();
                    } else {
                        self.remember(out.get(..length).unwrap_or_default());
                    }
                    return Ok(length);
                }
                State::Colon | State::Value => {
                    let Some(&byte) = buffer.first() else { return Ok(0) };
                    let (next, write) = match (self.state, byte) {
                        (_, b' ' | b'\t' | b'\n' | b'\r') => (self.state, byte),
                        (State::Colon, b':') => (State::Value, byte),
                        (State::Value, b'[' | b'{') => (State::Nested(1), b'0'),
                        _ => (State::Passing, byte),
                    };
                    self.state = next;
                    self.inner.consume(1);
                    if let Some(slot) = out.first_mut() {
                        *slot = write;
                    }
                    return Ok(1);
                }
                State::Nested(depth) => {
                    let mut depth = depth;
                    self.state = loop {
                        let Some(&byte) = buffer.get(used) else { break State::Nested(depth) };
                        used += 1;
                        match byte {
                            b'[' | b'{' => depth = depth.saturating_add(1),
                            b']' | b'}' => depth -= 1,
                            b'"' => break State::Text(depth, false),
                            _ => {}
                        }
                        if depth == 0 {
                            break State::Passing;
                        }
                    };
                }
                State::Text(depth, after_backslash) => {
                    let mut after = after_backslash;
                    self.state = loop {
                        let Some(&byte) = buffer.get(used) else { break State::Text(depth, after) };
                        used += 1;
                        match (after, byte) {
                            (false, b'"') => break State::Nested(depth),
                            _ => after = !after && byte == b'\\',
                        }
                    };
                }
            }
            self.inner.consume(used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn segmentations_go_and_nothing_else_whatever_the_buffers() {
        let json = r#"{"segmentation": [[1, 2], [3]], "a": "segmentation", "b": "x\"segmentation\": [", "segmentation" : {"counts": "a]}\"\\", "size": [1]}, "segmentation":null, "c\"segmentation": [1], "d": [5]}"#;
        let want = r#"{"segmentation": 0, "a": "segmentation", "b": "x\"segmentation\": [", "segmentation" : 0, "segmentation":null, "c\"segmentation": [1], "d": [5]}"#;
        for capacity in 1..json.len() + 2 {
            let mut out = String::new();
            Skim::new(BufReader::with_capacity(capacity, json.as_bytes())).read_to_string(&mut out).unwrap();
            assert_eq!(out, want, "buffers of {capacity}");
        }
    }
}

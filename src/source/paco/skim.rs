//! A reader that leaves out the value of every `"segmentation"` key before JSON is parsed: most of a PACO file is
//! polygons, and finding their end is several times faster than parsing their numbers.

use memchr::memmem::Finder;
use memchr::{memchr_iter, memchr2, memchr2_iter, memchr3};
use std::io::{BufRead, Read, Result};

const KEY: &[u8] = b"\"segmentation\"";

/// Passes JSON through with each segmentation written as `0`, and its line ends, so that lines keep their numbers.
/// What is not JSON stays wrong for the parser to say so.
pub(super) struct Skim<R> {
    inner: R,
    filter: Filter,
}

struct Filter {
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
        Skim { inner, filter: Filter { finder: Finder::new(KEY), state: State::Passing, tail: Vec::new() } }
    }
}

impl<R: BufRead> Read for Skim<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        loop {
            let buffer = self.inner.fill_buf()?;
            let ended = buffer.is_empty();
            let (used, written) = self.filter.run(buffer, out);
            self.inner.consume(used);
            if written > 0 || ended || out.is_empty() {
                return Ok(written);
            }
        }
    }
}

impl Filter {
    /// Fills `out` from the start of `bytes`, and says how many bytes were used and written.
    fn run(&mut self, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        let (mut used, mut written) = (0, 0);
        loop {
            let (rest, room) = (bytes.get(used..).unwrap_or_default(), out.get_mut(written..).unwrap_or_default());
            // No more than can be written: it may be passed on whole, or be nothing but line ends.
            let part = rest.get(..room.len()).unwrap_or(rest);
            let (Some(&byte), Some(slot)) = (part.first(), room.first_mut()) else { return (used, written) };
            let (took, put) = match self.state {
                State::Passing => self.pass(part, room),
                State::Colon | State::Value => {
                    (self.state, *slot) = match (self.state, byte) {
                        (state, b' ' | b'\t' | b'\n' | b'\r') => (state, byte),
                        (State::Colon, b':') => (State::Value, byte),
                        (State::Value, b'[' | b'{') => (State::Nested(1), b'0'),
                        _ => (State::Passing, byte),
                    };
                    (1, 1)
                }
                State::Nested(_) | State::Text(..) => {
                    let took = self.skip(part);
                    let ends = memchr_iter(b'\n', part.get(..took).unwrap_or_default()).count();
                    room.iter_mut().take(ends).for_each(|slot| *slot = b'\n');
                    (took, ends)
                }
            };
            used += took;
            written += put;
        }
    }

    /// Passes bytes on, up to and with the next key.
    fn pass(&mut self, part: &[u8], out: &mut [u8]) -> (usize, usize) {
        let (length, found) = self.until_key(part);
        let passed = part.get(..length).unwrap_or_default();
        if let Some(room) = out.get_mut(..length) {
            room.copy_from_slice(passed);
        }
        if found {
            self.state = State::Colon;
            self.tail.clear();
        } else {
            self.tail.extend_from_slice(passed.get(length.saturating_sub(KEY.len())..).unwrap_or_default());
            self.tail.drain(..self.tail.len().saturating_sub(KEY.len()));
        }
        (length, length)
    }

    /// Length of the start of `bytes` that may be passed on, and whether a key ends there.
    fn until_key(&self, bytes: &[u8]) -> (usize, bool) {
        let tail = &*self.tail;
        // A key that began in the bytes before ends here. The tail is as long as the key, so its first byte is only there
        // to show a backslash.
        if !tail.is_empty() {
            let joint = [tail, bytes.get(..KEY.len()).unwrap_or(bytes)].concat();
            if let Some(at) = self.finder.find(&joint)
                && at < tail.len()
                && at + KEY.len() > tail.len()
                && !escaped(&joint, at)
            {
                return (at + KEY.len() - tail.len(), true);
            }
        }
        let mut from = 0;
        while let Some(at) = bytes.get(from..).and_then(|rest| self.finder.find(rest)).map(|at| from + at) {
            let carried = at == 0 && tail.last() == Some(&b'\\');
            if !carried && !escaped(bytes, at) {
                return (at + KEY.len(), true);
            }
            from = at + 1;
        }
        (bytes.len(), false)
    }

    /// Length of the start of `bytes` that belongs to the segmentation they begin in. Only the bytes that matter are
    /// looked at.
    fn skip(&mut self, bytes: &[u8]) -> usize {
        let mut used = 0;
        while let rest @ [_, ..] = bytes.get(used..).unwrap_or_default() {
            let at = match self.state {
                State::Nested(_) => memchr3(b']', b'}', b'"', rest),
                State::Text(_, true) => Some(0),
                State::Text(_, false) => memchr2(b'"', b'\\', rest),
                _ => break,
            };
            let before = rest.get(..at.unwrap_or(rest.len())).unwrap_or_default();
            used += before.len() + usize::from(at.is_some());
            let byte = at.and_then(|at| rest.get(at));
            self.state = match (self.state, byte) {
                (State::Nested(depth), byte) => {
                    let depth = depth.saturating_add(memchr2_iter(b'[', b'{', before).count() as u32);
                    match byte {
                        None => State::Nested(depth),
                        Some(b'"') => State::Text(depth, false),
                        Some(_) if depth > 1 => State::Nested(depth - 1),
                        Some(_) => State::Passing,
                    }
                }
                (State::Text(depth, false), Some(b'"')) => State::Nested(depth),
                (State::Text(depth, after), Some(_)) => State::Text(depth, !after),
                (state, _) => state,
            };
        }
        used
    }
}

/// A quote after a backslash is part of a string.
fn escaped(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\\')
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

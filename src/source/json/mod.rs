//! The elements of one big JSON list, one at a time: only the current element is in memory, a bad element does
//! not end the reading, and every element knows its line. `Cutter` reads documents of several lists.

mod cutter;
mod scan;

#[cfg(test)]
mod tests;

use super::vault::{Reader, Vault};
use crate::error::{Error, Place, Result};
pub(super) use cutter::{Cutter, Fault, What};

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

type Text = Cutter<Box<dyn Reader>>;

/// A list inside a JSON file.
pub struct Elements {
    text: Text,
    shown: String,
    index: u64,
    done: bool,
}

impl Elements {
    /// Opens a file whose whole document is the list (`key` is `None`), or is an object that holds it under `key`.
    ///
    /// # Errors
    /// When the file cannot be opened or is of another shape: the message says what was found.
    pub fn open(vault: &dyn Vault, path: &str, key: Option<&str>) -> Result<Self> {
        let (mut reader, shown) = (vault.open(path)?, vault.show(path));
        if reader.fill_buf().map_err(|e| Error::io(&shown, "read", e))?.starts_with(b"\xEF\xBB\xBF") {
            reader.consume(3);
        }
        let mut text = Cutter::new(reader);
        match key {
            None => enter_list(&mut text),
            Some(key) => find_list(&mut text, key),
        }
        .map_err(|fault| error(&shown, None, fault))?;
        Ok(Elements { text, shown, index: 0, done: false })
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
        let index = self.index;
        let cut = match self.text.another(b']') {
            Ok(true) => self.text.cut(),
            Ok(false) => {
                self.done = true;
                return Ok(None);
            }
            Err(fault) => Err(fault),
        };
        match cut {
            Ok((line, json)) => {
                self.index += 1;
                Ok(Some(Element { line, index, json }))
            }
            Err(fault) => {
                self.done = true;
                Err(error(&self.shown, (index > 0).then(|| index.to_string()), fault))
            }
        }
    }
}

fn enter_list(text: &mut Text) -> Result<(), Fault> {
    let expected = "a list of records (`[…]`)";
    if text.peek()? != Some(b'{') {
        return text.enter(b'[', expected);
    }
    text.enter(b'{', expected)?;
    let key = text.key::<String>()?.unwrap_or_default();
    Err(text.wrong(format!("found an object whose first key is `{key}`"), expected))
}

fn find_list(text: &mut Text, key: &str) -> Result<(), Fault> {
    let expected = format!("an object with a list under the key `{key}`");
    if text.peek()? == Some(b'[') {
        return Err(text.wrong("found a list", expected));
    }
    text.enter(b'{', &expected)?;
    let mut found = Vec::new();
    while let Some(name) = text.key::<String>()? {
        if name == key {
            return text.enter(b'[', &format!("a list under the key `{key}`"));
        }
        text.skip()?;
        if found.len() < 20 {
            found.push(format!("`{name}`"));
        }
    }
    Err(text.wrong(format!("found only the keys {}", found.join(", ")), expected))
}

fn error(shown: &str, record: Option<String>, fault: Fault) -> Error {
    let place = Place { file: shown.to_string(), line: Some(fault.line), record };
    match fault.what {
        What::Unreadable(e) => Error::io(shown, "read", e),
        What::Ended(expected) => {
            Error::data(place, "the file ends too early", format!("expected {expected}; get the file again"))
        }
        What::Found(what, expected) => Error::data(place, what, format!("expected {expected}")),
        What::Value(what) => Error::data(place, what, "expected valid JSON"),
    }
}

//! LaTeX: dressing is taken off, `\boxed` is kept.

use super::super::vocabulary as v;
use super::{Splitter, Token, push_byte};

/// LaTeX commands that only dress what they hold.
const DRESS: &[&str] = &[
    "text",
    "textbf",
    "textit",
    "textrm",
    "mathrm",
    "mathbf",
    "mathit",
    "rm",
    "bf",
    "left",
    "right",
    "displaystyle",
    "quad",
    "qquad",
    "frac",
    "dfrac",
    "tfrac",
    "large",
    "Large",
    "operatorname",
    "mbox",
    "bold",
    "bm",
    "mathsf",
    "big",
];

impl Splitter<'_> {
    /// A backslash: `\boxed` and unknown commands are words, dressing and spacing disappear. The second value tells that
    /// a `\frac` was read, whose digits stand alone (`\frac12` is 1 over 2).
    pub(super) fn command(&mut self, start: usize) -> (usize, bool) {
        let mut i = start + 1;
        while self.bytes.get(i).is_some_and(u8::is_ascii_alphabetic) {
            i += 1;
        }
        let name = self.text.get(start + 1..i).unwrap_or("");
        if name.is_empty() {
            // `\(`, `\[`, `\,`, `\\`; of a multi-byte character only the backslash is passed over.
            return (if self.bytes.get(i).is_some_and(u8::is_ascii) { i + 1 } else { i }, false);
        }
        // "\nAnswer" inside JSON that was not decoded: a line break, then a word.
        if let Some(rest) = name.strip_prefix('n').filter(|r| r.starts_with(|c: char| c.is_ascii_uppercase())) {
            let at = i - rest.len();
            self.push(Token { start: start as u32, end: at as u32, class: v::NEWLINE | v::END, key: 10 });
            return (at, false);
        }
        if name == "n" {
            self.push(Token { start: start as u32, end: i as u32, class: v::NEWLINE | v::END, key: 10 });
            return (i, false);
        }
        if name == "boxed" || name == "fbox" {
            self.push(Token { start: start as u32, end: i as u32, class: v::BOXED | v::COMMAND, key: 0 });
            return (i, false);
        }
        if DRESS.contains(&name) {
            return (i, name.ends_with("frac"));
        }
        let key = name.bytes().fold(0, push_byte);
        // What a command is called says nothing, unless an option begins with it.
        let class = v::COMMAND | self.folder.option(key);
        self.push(Token { start: start as u32, end: i as u32, class, key });
        (i, false)
    }
}

//! The rows of a dump's table: one `<row …/>` after the other, in constant memory, whatever the size of the file.

use crate::error::{Error, Place, Result};
use quick_xml::XmlVersion;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;
use quick_xml::reader::Reader;
use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// Most bytes of one row. A post may have 30,000 characters; a file that goes on beyond this is no dump.
const MAX_ROW: u64 = 64 << 20;

/// Whether to go on reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// With the next row.
    On,
    /// No further: what was looked for is found.
    Stop,
}

/// One row, as it stands in the file.
pub struct Row<'a> {
    /// Line, counted from 1.
    pub line: u64,
    start: &'a BytesStart<'a>,
}

impl Row<'_> {
    /// Calls `each` with the name and the escaped value of every attribute. `Err` says what is wrong with the row.
    ///
    /// # Errors
    /// When the row's attributes are not well-formed.
    pub fn attributes<'r>(&'r self, mut each: impl FnMut(&'r str, Cow<'r, str>)) -> Result<(), String> {
        for attribute in self.start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|e| e.to_string())?;
            each(attribute.key.0, attribute.value);
        }
        Ok(())
    }
}

/// The text of an escaped attribute. References become characters; line ends that are written as such become blanks,
/// as XML demands, those written as `&#xA;` stay.
///
/// # Errors
/// When a reference is unknown: `&nbsp;` is none of XML.
pub fn unescape(raw: &str) -> Result<Cow<'_, str>, String> {
    if !raw.bytes().any(|b| matches!(b, b'&' | b'\n' | b'\r' | b'\t')) {
        return Ok(Cow::Borrowed(raw));
    }
    let attribute = Attribute { key: QName(""), value: Cow::Borrowed(raw) };
    attribute.normalized_value(XmlVersion::Explicit1_0).map_err(|e| e.to_string())
}

/// Reads the table `root` (`posts`, `users`) row by row.
///
/// # Errors
/// When it is another table, is not well-formed, ends too early or cannot be read, and what `visit` returns.
pub fn read(
    input: &mut dyn BufRead,
    shown: &str,
    root: &str,
    visit: &mut dyn FnMut(&Row<'_>) -> Result<Go>,
) -> Result<()> {
    let mut reader = Reader::from_reader(Counted { inner: input, line: 1, since: 0 });
    let mut buffer = Vec::with_capacity(1 << 16);
    let (mut inside, mut closed) = (false, false);
    loop {
        buffer.clear();
        let line = {
            let counted = reader.get_mut();
            counted.since = 0;
            counted.line
        };
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Empty(start) | Event::Start(start)) if inside && start.name().0 == "row" => {
                if visit(&Row { line, start: &start })? == Go::Stop {
                    return Ok(());
                }
            }
            Ok(Event::Start(start)) if !inside => {
                if start.name().0 != root {
                    return Err(Error::data(
                        Place::line(shown, line),
                        format!("the table is `{}`", start.name().0),
                        format!("expected `{root}`: give the file {}", file_of(root)),
                    ));
                }
                inside = true;
            }
            Ok(Event::Empty(start)) if !inside && start.name().0 == root => (inside, closed) = (true, true),
            Ok(Event::End(end)) if end.name().0 == root => closed = true,
            Ok(Event::Eof) if closed => return Ok(()),
            Ok(Event::Eof) => {
                let what = if inside { "the file ends before its table does" } else { "it holds no table" };
                let remedy = format!("expected `<{root}>` with rows and `</{root}>`: get the file again");
                return Err(Error::data(Place::line(shown, line), what, remedy));
            }
            Ok(_) => {}
            Err(quick_xml::Error::Encoding(e)) => {
                let place = Place::line(shown, line);
                return Err(Error::data(place, format!("the row is not UTF-8: {e}"), "get the file again"));
            }
            Err(quick_xml::Error::Io(e)) if e.kind() == io::ErrorKind::FileTooLarge => {
                let what = format!("a row has more than {} MB", MAX_ROW >> 20);
                return Err(Error::data(Place::line(shown, line), what, "it is no table of a Stack Exchange dump"));
            }
            Err(quick_xml::Error::Io(e)) => return Err(Error::io(shown, "read", io::Error::other(e.to_string()))),
            Err(e) => {
                let place = Place::line(shown, line);
                return Err(Error::data(place, format!("not well-formed XML: {e}"), "get the file again"));
            }
        }
    }
}

fn file_of(root: &str) -> &'static str {
    if root == "posts" { "Posts.xml" } else { "Users.xml" }
}

/// A reader that counts lines and bounds a row.
struct Counted<'a> {
    inner: &'a mut dyn BufRead,
    line: u64,
    /// Bytes since the last event.
    since: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = {
            let from = self.fill_buf()?;
            let n = from.len().min(out.len());
            out[..n].copy_from_slice(&from[..n]);
            n
        };
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.since > MAX_ROW {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        if let Ok(buffer) = self.inner.fill_buf() {
            let taken = buffer.get(..n).unwrap_or_default();
            self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
        }
        self.since += n as u64;
        self.inner.consume(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Attributes = Vec<(String, String)>;

    fn rows(text: &[u8]) -> Result<Vec<(u64, Attributes)>> {
        let mut out = Vec::new();
        read(&mut &*text, "Posts.xml", "posts", &mut |row| {
            let mut all = Vec::new();
            row.attributes(|k, v| all.push((k.to_string(), unescape(&v).unwrap().into_owned()))).unwrap();
            out.push((row.line, all));
            Ok(Go::On)
        })?;
        Ok(out)
    }

    fn fault(text: &str) -> String {
        rows(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn bom_crlf_and_line_ends_in_values() {
        let text = b"\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<posts>\r\n  <row Id=\"1\" Body=\"&lt;p&gt;a&#xA;b\nc&amp;amp;&lt;/p&gt;\" />\r\n  <row Id='2'></row>\r\n</posts>\r\n";
        let got = rows(text).unwrap();
        assert_eq!(got.len(), 2);
        assert_eq!(got[0].0, 3);
        assert_eq!(got[0].1[1].1, "<p>a\nb c&amp;</p>");
        assert_eq!((got[1].0, got[1].1[0].1.as_str()), (5, "2"));
    }

    #[test]
    fn what_is_no_table_of_posts_is_named() {
        assert_eq!(
            fault("<?xml version=\"1.0\"?>\n<users>\n<row Id=\"1\"/></users>"),
            "Posts.xml:2: the table is `users`; expected `posts`: give the file Posts.xml"
        );
        assert!(fault("<posts>\n<row Id=\"1\"/>\n").contains("Posts.xml:3: the file ends before its table does"));
        assert!(fault("<posts>\n<row Id=\"1\"").contains("not well-formed XML"));
        assert!(fault("").contains("it holds no table"));
        assert_eq!(rows(b"<posts/>").unwrap(), []);
    }

    #[test]
    fn bytes_that_are_not_utf8_and_unknown_references_are_faults() {
        let e = rows(b"<posts>\n<row Id=\"1\" Body=\"\xFF\"/>\n<row Id=\"2\"/></posts>").unwrap_err();
        assert!(e.to_string().starts_with("Posts.xml:2: the row is not UTF-8"), "{e}");
        assert!(unescape("a &nbsp; b").is_err() && unescape("a &#xZZ; b").is_err());
        assert_eq!(unescape("&lt;&#39;&#x1F600;").unwrap(), "<'\u{1F600}");
    }

    #[test]
    fn reading_stops_when_told_to() {
        let mut n = 0;
        let text = "<posts><row Id=\"1\"/><row Id=\"2\"/> broken <";
        let mut stop = |_: &Row<'_>| {
            n += 1;
            Ok(Go::Stop)
        };
        assert!(read(&mut text.as_bytes(), "x", "posts", &mut stop).is_ok());
        assert_eq!(n, 1);
    }
}

//! The split file: which pictures a corpus holds. JSON lines, one a picture, sorted:
//!
//! ```json
//! {"name":"paco/391895","ids":["coco:391895","flickr:3573516590"],"blake3":"…","look":"…"}
//! ```
//! Any of `ids`, `blake3` (of the file's bytes, hexadecimal) and `look` (the perceptual hash) may be missing; a line
//! with none of them is an error. `generate` and `converse` leave out what the file names, or add what they use.

use super::id::{self, PictureId};
use super::print::{Look, Print};
use crate::error::{Error, Place, Result};
use crate::model::scene::Image;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// One picture of a split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Member {
    /// What it is called there, for messages: a scene id, an item id, a path.
    pub name: String,
    /// Ids of its origin.
    pub ids: Vec<PictureId>,
    /// BLAKE3 of its bytes.
    pub bytes: Option<blake3::Hash>,
    /// How it looks.
    pub look: Option<Look>,
}

impl Member {
    /// A scene's picture, by its origin alone; `source` is the source's name.
    pub fn of_image(name: impl Into<String>, source: &str, image: &Image) -> Self {
        Member { name: name.into(), ids: id::of_image(source, image), bytes: None, look: None }
    }

    /// With the prints of its file.
    #[must_use]
    pub fn with_print(mut self, print: &Print) -> Self {
        (self.bytes, self.look) = (Some(print.bytes), Some(print.look));
        self
    }

    fn says_nothing(&self) -> bool {
        self.ids.is_empty() && self.bytes.is_none() && self.look.is_none()
    }
}

/// By what two pictures were found to be one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shared {
    /// The same origin.
    Id(PictureId),
    /// The same bytes.
    Bytes,
    /// They look alike: so many of 256 bits differ.
    Look(u32),
}

impl std::fmt::Display for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shared::Id(id) => write!(f, "the same origin, {id}"),
            Shared::Bytes => f.write_str("the same file"),
            Shared::Look(bits) => write!(f, "the same look ({bits} of 256 bits differ)"),
        }
    }
}

/// A picture that two sets share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting<'a> {
    /// Its name in the split.
    pub there: &'a str,
    /// By what it was found.
    pub by: Shared,
}

/// The pictures of a corpus.
#[derive(Debug, Default)]
pub struct Split {
    members: Vec<Member>,
    by_id: FxHashMap<PictureId, usize>,
    by_bytes: FxHashMap<[u8; 32], usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ids: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blake3: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    look: Option<Look>,
}

impl Split {
    /// Adds a picture; one that says nothing about itself is left out, and `false` returned.
    pub fn add(&mut self, member: Member) -> bool {
        if member.says_nothing() {
            return false;
        }
        let at = self.members.len();
        for id in &member.ids {
            self.by_id.entry(id.clone()).or_insert(at);
        }
        if let Some(hash) = member.bytes {
            self.by_bytes.entry(*hash.as_bytes()).or_insert(at);
        }
        self.members.push(member);
        true
    }

    /// How many pictures it holds.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The picture of the split that this one is, if any: by origin, then by bytes, then by the nearest look.
    pub fn meets(&self, picture: &Member) -> Option<Meeting<'_>> {
        let name = |at: usize| self.members.get(at).map_or("", |m| m.name.as_str());
        if let Some((at, id)) = picture.ids.iter().find_map(|id| Some((*self.by_id.get(id)?, id))) {
            return Some(Meeting { there: name(at), by: Shared::Id(id.clone()) });
        }
        if let Some(&at) = picture.bytes.and_then(|hash| self.by_bytes.get(hash.as_bytes())) {
            return Some(Meeting { there: name(at), by: Shared::Bytes });
        }
        let look = picture.look.filter(Look::telling)?;
        let near = self.members.iter().filter_map(|m| Some((m.look?.distance(&look), m.name.as_str())));
        let (bits, there) = near.min().filter(|(bits, _)| *bits <= super::print::NEAR)?;
        Some(Meeting { there, by: Shared::Look(bits) })
    }

    /// Whether a scene's picture is in the split, by its origin; no file is opened.
    pub fn holds(&self, source: &str, image: &Image) -> bool {
        id::of_image(source, image).iter().any(|id| self.by_id.contains_key(id))
    }

    /// Reads a split file.
    ///
    /// # Errors
    /// When it cannot be read or a line is not of the format.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, "read", e))?;
        let mut split = Split::default();
        let lines = text.lines().zip(1u64..).filter(|(line, _)| !line.trim().is_empty());
        for (line, number) in lines {
            let fail = |what: String| {
                let place = Place::line(path.display().to_string(), number);
                Error::data(place, what, "expected {\"name\", \"ids\", \"blake3\", \"look\"} (docs/validity.md)")
            };
            let line: Line = serde_json::from_str(line).map_err(|e| fail(e.to_string()))?;
            let id = |text: &String| {
                PictureId::parse(text).ok_or_else(|| fail(format!("`{text}` is not an id such as coco:391895")))
            };
            let ids = line.ids.iter().map(id).collect::<Result<Vec<_>>>()?;
            let bytes = line
                .blake3
                .as_ref()
                .map(|hex| {
                    blake3::Hash::from_hex(hex).map_err(|_| fail(format!("`{hex}` is not 64 hexadecimal digits")))
                })
                .transpose()?;
            let name = line.name.clone();
            if !split.add(Member { name: line.name, ids, bytes, look: line.look }) {
                return Err(fail(format!("picture `{name}` has neither an id nor a hash")));
            }
        }
        Ok(split)
    }

    /// Writes the lines of a split file, sorted by name; of one name the first counts.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut sorted: BTreeMap<&str, &Member> = BTreeMap::new();
        for member in &self.members {
            sorted.entry(&member.name).or_insert(member);
        }
        for member in sorted.values() {
            let line = Line {
                name: member.name.clone(),
                ids: member.ids.iter().map(PictureId::to_string).collect(),
                blake3: member.bytes.map(|h| h.to_hex().to_string()),
                look: member.look,
            };
            serde_json::to_writer(&mut *out, &line).map_err(std::io::Error::from)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// The error of a run whose pictures meet a split that they must keep apart from.
pub fn refusal(split: &Path, here: &str, meeting: &Meeting<'_>) -> Error {
    Error::data(
        Place::record(split.display().to_string(), meeting.there),
        format!("picture `{here}` of this run is `{}` of the split ({})", meeting.there, meeting.by),
        "leave it out with the split file as an exclusion, or make the two sets from different pictures",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, id: &str) -> Member {
        Member { name: name.into(), ids: PictureId::parse(id).into_iter().collect(), ..Member::default() }
    }

    #[test]
    fn a_split_is_written_and_read_and_finds_its_pictures() {
        let mut split = Split::default();
        let hash = blake3::hash(b"picture");
        let look = Look::try_from("0f".repeat(32)).unwrap();
        assert!(split.add(member("b", "coco:7")));
        assert!(split.add(Member { name: "a".into(), ids: Vec::new(), bytes: Some(hash), look: Some(look) }));
        assert!(!split.add(Member { name: "c".into(), ..Member::default() }));
        let file = tempfile::NamedTempFile::new().unwrap();
        split.write(&mut file.as_file()).unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        assert!(text.starts_with("{\"name\":\"a\",\"blake3\""), "{text}");
        let back = Split::read(file.path()).unwrap();
        assert_eq!(back.len(), 2);
        let by = |m: &Member| back.meets(m).map(|m| m.by);
        assert_eq!(by(&member("x", "coco:0007")), Some(Shared::Id(PictureId::parse("coco:7").unwrap())));
        assert_eq!(by(&member("x", "coco:8")), None);
        assert_eq!(by(&Member { bytes: Some(hash), ..Member::default() }), Some(Shared::Bytes));
        let near = Look::try_from(format!("1f{}", "0f".repeat(31))).unwrap();
        assert_eq!(by(&Member { look: Some(near), ..Member::default() }), Some(Shared::Look(1)));
        let far = Look::try_from("f0".repeat(32)).unwrap();
        assert_eq!(by(&Member { look: Some(far), ..Member::default() }), None);
    }

    #[test]
    fn a_bad_line_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for (line, want) in [
            ("{\"name\":\"a\",\"ids\":[\"coco:x\"]}", "`coco:x` is not an id"),
            ("{\"name\":\"a\"}", "neither an id nor a hash"),
            ("{\"name\":\"a\",\"blake3\":\"12\"}", "64 hexadecimal"),
            ("no", "expected"),
        ] {
            std::fs::write(file.path(), format!("{{\"name\":\"z\",\"ids\":[\"vg:1\"]}}\n{line}\n")).unwrap();
            let e = Split::read(file.path()).unwrap_err().to_string();
            assert!(e.contains(":2: ") && e.contains(want), "{e}");
        }
    }
}

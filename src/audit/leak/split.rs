//! The split file: pictures, one a line, sorted by name.
//!
//! ```json
//! {"name":"paco/391895","part":"tuning","ids":["coco:391895","flickr:3573516590"],"blake3":"…","look":"…"}
//! ```
//! Any of `ids`, `blake3` (of the file's bytes, hexadecimal) and `look` (the perceptual hash) may be missing; a line
//! with none of them is an error. With `part` on every line the file deals pictures out: `generate` takes those of
//! `benchmark`, `converse` those of `tuning`. Without it the file is a list of what some corpus holds.

use super::id::{self, PictureId};
use super::print::{Look, Print};
use crate::error::{Error, Place, Result};
use crate::model::scene::Image;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// What a picture may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Questions: what `generate` takes.
    Benchmark,
    /// Dialogues: what `converse` takes.
    Tuning,
}

impl Part {
    /// As in the file.
    pub fn name(self) -> &'static str {
        match self {
            Part::Benchmark => "benchmark",
            Part::Tuning => "tuning",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Part::Benchmark => Part::Tuning,
            Part::Tuning => Part::Benchmark,
        }
    }
}

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
    /// What it may be used for, where the file deals out.
    pub part: Option<Part>,
}

impl Member {
    /// A scene's picture, by its origin alone; `source` and `kind` are its source's.
    pub fn of_image(name: impl Into<String>, source: &str, kind: &str, image: &Image) -> Self {
        Member { name: name.into(), ids: id::of_image(source, kind, image), ..Member::default() }
    }

    /// With the prints of its file, where it could be read.
    #[must_use]
    pub fn with_print(self, print: Option<&Print>) -> Self {
        Member { bytes: print.map(|p| p.bytes), look: print.map(|p| p.look), ..self }
    }

    fn says_nothing(&self) -> bool {
        self.ids.is_empty() && self.bytes.is_none() && self.look.is_none()
    }

    /// Whether the looks of two pictures tell them apart.
    fn looks_unlike(&self, other: &Member) -> bool {
        let telling = |m: &Member| m.look.filter(Look::telling);
        telling(self).zip(telling(other)).is_some_and(|(a, b)| !a.near(&b))
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
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

    /// The pictures, as they were added.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Whether it deals pictures out.
    pub fn has_parts(&self) -> bool {
        self.members.iter().any(|m| m.part.is_some())
    }

    /// The pictures of one part.
    #[must_use]
    pub fn of_part(&self, part: Part) -> Split {
        let mut own = Split::default();
        for member in self.members.iter().filter(|m| m.part == Some(part)) {
            own.add(member.clone());
        }
        own
    }

    /// Hash over all that tells its pictures, whatever their order.
    pub fn hash(&self) -> blake3::Hash {
        let mut lines: Vec<String> = self.members.iter().map(|m| Line::of(m).text()).collect();
        lines.sort_unstable();
        blake3::hash(lines.join("\n").as_bytes())
    }

    /// The picture of the split that this one is, if any: by origin, then by bytes, then by the nearest look. A name
    /// that is only the user's own ([`PictureId::is_own`]) counts unless the looks speak against it.
    pub fn meets(&self, picture: &Member) -> Option<Meeting<'_>> {
        let name = |at: usize| self.members.get(at).map_or("", |m| m.name.as_str());
        let unlike = |at: usize| self.members.get(at).is_some_and(|m| m.looks_unlike(picture));
        let by_id = |id: &PictureId| self.by_id.get(id).copied().filter(|at| !id.is_own() || !unlike(*at));
        if let Some((at, id)) = picture.ids.iter().find_map(|id| Some((by_id(id)?, id))) {
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

    /// Reads a split file.
    ///
    /// # Errors
    /// When it cannot be read, a line is not of the format, some lines have a part and others not, or one picture is
    /// in both parts.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::opening(path, "give a split file", e))?;
        let mut split = Split::default();
        let lines = text.lines().zip(1u64..).filter(|(line, _)| !line.trim().is_empty());
        for (line, number) in lines {
            let fail = |what: String| {
                let place = Place::line(path.display().to_string(), number);
                Error::data(
                    place,
                    what,
                    "expected {\"name\", \"part\", \"ids\", \"blake3\", \"look\"} (docs/validity.md)",
                )
            };
            let member = serde_json::from_str::<Line>(line).map_err(|e| e.to_string()).and_then(Line::member);
            let member = member.map_err(fail)?;
            if split.members.first().is_some_and(|first| first.part.is_some() != member.part.is_some()) {
                return Err(fail(format!("picture `{}` has a part and others have none, or the reverse", member.name)));
            }
            if let Some(there) = split.in_other_part(&member) {
                return Err(fail(format!("picture `{}` is `{there}` of the other part", member.name)));
            }
            split.add(member);
        }
        Ok(split)
    }

    /// The picture of the other part that has an id or the bytes of this one.
    fn in_other_part(&self, member: &Member) -> Option<&str> {
        let by_id = member.ids.iter().filter_map(|id| self.by_id.get(id));
        let by_bytes = member.bytes.iter().filter_map(|hash| self.by_bytes.get(hash.as_bytes()));
        let mut same = by_id.chain(by_bytes).filter_map(|at| self.members.get(*at));
        same.find(|other| other.part != member.part).map(|other| other.name.as_str())
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
            writeln!(out, "{}", Line::of(member).text())?;
        }
        Ok(())
    }
}

impl Line {
    fn of(member: &Member) -> Self {
        Line {
            name: member.name.clone(),
            part: member.part,
            ids: member.ids.iter().map(PictureId::to_string).collect(),
            blake3: member.bytes.map(|h| h.to_hex().to_string()),
            look: member.look,
        }
    }

    fn text(&self) -> String {
        // Texts, a name and lists of texts: nothing that JSON cannot say.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn member(self) -> Result<Member, String> {
        let id =
            |text: &String| PictureId::parse(text).ok_or_else(|| format!("`{text}` is not an id such as coco:391895"));
        let ids = self.ids.iter().map(id).collect::<Result<Vec<_>, _>>()?;
        let hash =
            |hex: &String| blake3::Hash::from_hex(hex).map_err(|_| format!("`{hex}` is not 64 hexadecimal digits"));
        let bytes = self.blake3.as_ref().map(hash).transpose()?;
        let member = Member { name: self.name, ids, bytes, look: self.look, part: self.part };
        if member.says_nothing() {
            return Err(format!("picture `{}` has neither an id nor a hash", member.name));
        }
        Ok(member)
    }
}

/// The error of a run whose pictures meet a split that they must keep apart from.
pub fn refusal(split: &Path, here: &str, meeting: &Meeting<'_>) -> Error {
    Error::data(
        Place::record(split.display().to_string(), meeting.there),
        format!("picture `{here}` of this run is `{}` there ({})", meeting.there, meeting.by),
        "leave it out with --exclude or --split, or make the two sets from different pictures",
    )
}

#[cfg(test)]
mod tests;

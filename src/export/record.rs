//! One record on its way out, and what a consumer makes of it.

use crate::error::{Error, Place, Result};
use crate::model::dialogue::{Dialogue, Speaker};
use crate::model::item::{DrawnBox, ItemLicense, McqItem};
use crate::model::plan::{Variant, letter};
use std::borrow::Cow;

/// What a set holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Multiple-choice items.
    Benchmark,
    /// Dialogues.
    Corpus,
}

impl Form {
    /// The set's file.
    pub fn file(self) -> &'static str {
        match self {
            Form::Benchmark => "items.jsonl",
            Form::Corpus => "dialogues.jsonl",
        }
    }

    /// What its records are called.
    pub fn noun(self) -> &'static str {
        match self {
            Form::Benchmark => "items",
            Form::Corpus => "dialogues",
        }
    }
}

/// The content of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A multiple-choice item, and the whole prompt as `ask` words it.
    Item(Box<McqItem>, String),
    /// A dialogue.
    Dialogue(Box<Dialogue>),
}

/// A picture as it goes out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Path inside the export (for a picture inside a shard: a name for it), with the extension of its true format.
    pub path: String,
    /// The file's bytes; empty where the picture lies beside the shards.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// The last segment of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The extension, which tells the format.
    pub fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, e)| e)
    }

    /// The media type.
    pub fn media(&self) -> &'static str {
        if self.extension() == "jpg" { "image/jpeg" } else { "image/png" }
    }
}

/// A record with its picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Content.
    pub body: Body,
    /// Picture.
    pub picture: Picture,
}

impl Record {
    /// Parses a line of a set.
    ///
    /// # Errors
    /// When it is no record of this form, or its answer or turns contradict themselves.
    pub fn parse(line: &str, form: Form, place: &Place) -> Result<Record> {
        let wrong = |what: String, remedy: &str| Error::data(place.clone(), what, remedy);
        let body = match form {
            Form::Benchmark => {
                let item: McqItem = serde_json::from_str(line)
                    .map_err(|e| wrong(format!("no item: {e}"), "export a set that `groundline build` wrote"))?;
                let index = item.answer_index;
                let agrees = index < item.choices.len()
                    && u8::try_from(index).is_ok_and(|i| letter(i).to_string() == item.answer);
                if !agrees {
                    let what = format!(
                        "item {}: answer `{}` (index {index}) is none of its {} options",
                        item.id,
                        item.answer,
                        item.choices.len()
                    );
                    return Err(wrong(what, "build the set again"));
                }
                Body::Item(Box::new(item), String::new())
            }
            Form::Corpus => {
                let dialogue: Dialogue = serde_json::from_str(line).map_err(|e| {
                    wrong(format!("no dialogue: {e}"), "export a corpus that `groundline converse` wrote")
                })?;
                let alternate = dialogue.turns.iter().enumerate().all(|(i, t)| {
                    t.role == if i % 2 == 0 { Speaker::User } else { Speaker::Assistant } && !t.text.trim().is_empty()
                });
                if !alternate || dialogue.turns.len() % 2 == 1 || dialogue.turns.is_empty() {
                    let what = format!("dialogue {}: its turns do not go user, assistant, user, …", dialogue.id);
                    return Err(wrong(what, "make the corpus again"));
                }
                Body::Dialogue(Box::new(dialogue))
            }
        };
        Ok(Record { body, picture: Picture::default() })
    }

    /// Id.
    pub fn id(&self) -> &str {
        match &self.body {
            Body::Item(item, _) => &item.id,
            Body::Dialogue(d) => &d.id,
        }
    }

    /// Path of the picture in the set.
    pub fn image(&self) -> &str {
        match &self.body {
            Body::Item(item, _) => &item.image,
            Body::Dialogue(d) => &d.image,
        }
    }

    /// Drawn boxes.
    pub fn boxes(&self) -> &[DrawnBox] {
        match &self.body {
            Body::Item(item, _) => &item.boxes,
            Body::Dialogue(d) => &d.boxes,
        }
    }

    /// Licence of the picture.
    pub fn license(&self) -> &ItemLicense {
        match &self.body {
            Body::Item(item, _) => &item.license,
            Body::Dialogue(d) => &d.license,
        }
    }

    /// Scene, by which records that show one picture are known.
    pub fn scene(&self) -> &str {
        match &self.body {
            Body::Item(item, _) => &item.provenance.scene,
            Body::Dialogue(d) => &d.provenance.scene,
        }
    }

    /// Exchange group.
    pub fn group(&self) -> Option<&str> {
        match &self.body {
            Body::Item(item, _) => item.provenance.group.as_deref(),
            Body::Dialogue(_) => None,
        }
    }

    /// Whether it is a copy of another item, made to see what a model uses; it does not count among the items.
    pub fn copy(&self) -> Option<&Variant> {
        match &self.body {
            Body::Item(item, _) => item.provenance.variant.as_ref(),
            Body::Dialogue(_) => None,
        }
    }

    /// User and assistant in turn. An item is one exchange: its prompt, and the letter of the right option.
    pub fn turns(&self) -> Vec<(Speaker, &str)> {
        match &self.body {
            Body::Item(item, prompt) => vec![(Speaker::User, prompt), (Speaker::Assistant, &item.answer)],
            Body::Dialogue(d) => d.turns.iter().map(|t| (t.role, t.text.as_str())).collect(),
        }
    }

    /// Everything that is said in it, by name: question, options and answer, or the turns.
    pub fn said(&self) -> Said<'_> {
        match &self.body {
            Body::Item(item, _) => {
                let mut said = Said::new(&item.id);
                said.push("question", &item.question);
                for (i, choice) in item.choices.iter().enumerate() {
                    said.push(format!("option {}", option(i)), choice);
                }
                said.push("answer", &item.answer);
                said
            }
            Body::Dialogue(d) => {
                let mut said = Said::new(&d.id);
                for (role, text) in self.turns() {
                    said.push(speaker(role), text);
                }
                said
            }
        }
    }
}

/// `A` for 0.
pub fn option(index: usize) -> char {
    letter(u8::try_from(index).unwrap_or(u8::MAX))
}

/// `user` or `assistant`.
pub fn speaker(role: Speaker) -> &'static str {
    match role {
        Speaker::User => "user",
        Speaker::Assistant => "assistant",
    }
}

/// The texts of a record by name, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said<'a> {
    /// Id.
    pub id: Cow<'a, str>,
    /// Name and text.
    pub texts: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> Said<'a> {
    /// Nothing said yet.
    pub fn new(id: impl Into<Cow<'a, str>>) -> Self {
        Said { id: id.into(), texts: Vec::new() }
    }

    /// Adds a text.
    pub fn push(&mut self, name: impl Into<Cow<'a, str>>, text: impl Into<Cow<'a, str>>) {
        self.texts.push((name.into(), text.into()));
    }

    /// Where two sayings part: the name, and both texts.
    pub fn differs(&self, other: &Said<'_>) -> Option<String> {
        if self.id != other.id {
            return Some(format!("id `{}` is read as `{}`", self.id, other.id));
        }
        for (a, b) in self.texts.iter().zip(&other.texts) {
            if a != b {
                return Some(format!("{} `{}` is read as {} `{}`", a.0, a.1, b.0, b.1));
            }
        }
        (self.texts.len() != other.texts.len())
            .then(|| format!("{} texts are read as {}", self.texts.len(), other.texts.len()))
    }
}

/// What a consumer sees of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen<'a> {
    /// What is said.
    pub said: Said<'a>,
    /// The picture.
    pub picture: Shown<'a>,
}

/// Where a consumer finds the picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown<'a> {
    /// In the shard: extension by its name or media type (empty where nothing names it), bytes.
    Inside(Cow<'a, str>, Cow<'a, [u8]>),
    /// The picture of an earlier record of the shard, by the record's position from 0.
    Again(usize),
    /// A file, by its path inside the export.
    Beside(Cow<'a, str>),
}

/// An id as a name without dots and slashes, of at most `longest` (40 or more) bytes. Where something had to be
/// replaced, a hash keeps two ids apart.
pub fn plain_name(id: &str, longest: usize) -> String {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !id.is_empty() && id.len() <= longest && id.chars().all(fine) {
        return id.to_string();
    }
    let safe: String = id.chars().take(longest.saturating_sub(17)).map(|c| if fine(c) { c } else { '-' }).collect();
    format!("{safe}-{}", blake3::hash(id.as_bytes()).to_hex().get(..16).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_have_no_dots_and_stay_apart() {
        let key = |id: &str| plain_name(id, 80);
        assert_eq!(key("color-what-12ab"), "color-what-12ab");
        let keys = [key("a.b"), key("a/b"), key("a-b"), key(&"x".repeat(300)), key("é"), key("")];
        assert!(keys.iter().all(|k| !k.contains(['.', '/']) && k.len() <= 80 && k.is_ascii()), "{keys:?}");
        let mut distinct = keys.to_vec();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), keys.len());
    }
}

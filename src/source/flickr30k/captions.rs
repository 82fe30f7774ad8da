//! The caption files, each as a stream of pictures with their captions: the `.token` file, Kaggle's `results.csv`,
//! Karpathy's JSON, and the folder of Entities' sentences where there is no caption file.

use crate::error::{Error, Place, Result};
use crate::model::reject::Reject;
use crate::source::json::Elements;
use crate::source::lines::Lines;
use crate::source::pictures::is_inside;
use crate::source::probe::{Probe, Seen};
use serde::Deserialize;

/// One picture's captions.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// File name of the picture.
    pub file: String,
    /// Index of each caption (0-based, as in `<file>#<index>`), its raw text, and where it is.
    pub captions: Vec<(u32, String, String)>,
}

/// A stream of groups. A bad row comes before the group it interrupts.
pub(super) enum Captions {
    Rows(Box<Rows>),
    Karpathy(Box<Karpathy>),
    /// Ids of the pictures in `Sentences/`; their captions are read there.
    Sentences(std::vec::IntoIter<String>),
}

/// A group or a reject.
pub(super) enum Next {
    Group(Group),
    Reject(Reject),
}

impl Captions {
    pub fn next(&mut self) -> Result<Option<Next>> {
        match self {
            Captions::Rows(rows) => rows.next(),
            Captions::Karpathy(k) => k.next(),
            Captions::Sentences(ids) => {
                Ok(ids.next().map(|id| Next::Group(Group { file: format!("{id}.jpg"), captions: Vec::new() })))
            }
        }
    }
}

/// A row: file name, caption index, caption.
type Row<'a> = (&'a str, u32, &'a str);

/// Line-based files: the rows of a picture follow each other.
pub(super) struct Rows {
    lines: Lines,
    parse: for<'a> fn(&'a str) -> Result<Row<'a>, String>,
    probe: Probe,
    seen: Seen,
    group: Group,
    ended: bool,
}

impl Rows {
    /// `<image>.jpg#<n><TAB><caption>`.
    pub fn token(lines: Lines) -> Self {
        Self::new(lines, token_row, "`<image>.jpg#<number><TAB><caption>` on each line")
    }

    /// `image_name| comment_number| comment`, fields with leading spaces.
    pub fn kaggle(lines: Lines) -> Self {
        Self::new(lines, kaggle_row, "`<image>.jpg| <number>| <caption>` on each line")
    }

    fn new(lines: Lines, parse: for<'a> fn(&'a str) -> Result<Row<'a>, String>, expected: &'static str) -> Self {
        let probe = Probe::new(lines.shown(), expected);
        Rows { lines, parse, probe, seen: Seen::default(), group: Group::default(), ended: false }
    }

    fn next(&mut self) -> Result<Option<Next>> {
        while !self.ended {
            let Some(line) = self.lines.next().transpose()? else {
                self.ended = true;
                self.probe.end()?;
                break;
            };
            let place = Place::line(self.lines.shown(), line.number);
            let row = match &line.text {
                None => Err("not UTF-8".to_string()),
                Some(text) if text.trim().is_empty() => continue,
                Some(text) if line.number == 1 && text.trim_start().starts_with("image_name|") => continue,
                Some(text) => (self.parse)(text),
            };
            match row {
                Err(what) => {
                    self.probe.bad(place.clone(), &what)?;
                    return Ok(Some(Next::Reject(Reject::new(place.to_string(), "unreadable_row", what))));
                }
                Ok((file, index, caption)) => {
                    self.probe.good();
                    let caption = (index, caption.to_string(), place.to_string());
                    if file == self.group.file {
                        self.group.captions.push(caption);
                        continue;
                    }
                    if !self.seen.is_new(file) {
                        let what = format!("{file} comes back after other pictures");
                        return Err(Error::data(
                            place,
                            what,
                            "sort the file, so that a picture's rows follow each other",
                        ));
                    }
                    let next = Group { file: file.to_string(), captions: vec![caption] };
                    let group = std::mem::replace(&mut self.group, next);
                    if !group.captions.is_empty() {
                        return Ok(Some(Next::Group(group)));
                    }
                }
            }
        }
        let last = std::mem::take(&mut self.group);
        Ok((!last.captions.is_empty()).then_some(Next::Group(last)))
    }
}

fn token_row(line: &str) -> Result<Row<'_>, String> {
    let (key, caption) = line.split_once('\t').ok_or("no tab between key and caption")?;
    let (file, number) = key.trim().rsplit_once('#').ok_or_else(|| format!("no `#` in the key `{key}`"))?;
    check(file, number, caption)
}

fn kaggle_row(line: &str) -> Result<Row<'_>, String> {
    let mut fields = line.splitn(3, '|').map(str::trim);
    match (fields.next(), fields.next(), fields.next()) {
        (Some(file), Some(number), Some(caption)) => check(file, number, caption),
        _ => Err("fewer than three fields between `|`".to_string()),
    }
}

fn check<'a>(file: &'a str, number: &str, caption: &'a str) -> Result<Row<'a>, String> {
    let number = number.parse().map_err(|_| format!("caption number `{number}`"))?;
    picture_name(file)?;
    Ok((file, number, caption))
}

/// A bad key of a copy, `2258277193_586949ec62.jpg.1`, names no picture.
fn picture_name(file: &str) -> Result<(), String> {
    let extension = file.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
    let known = matches!(extension.as_deref(), Some("jpg" | "jpeg" | "png" | "gif" | "webp" | "bmp"));
    if known && is_inside(file) && !file.contains('/') { Ok(()) } else { Err(format!("`{file}` is no picture's name")) }
}

/// Karpathy's `{images: [{filename, sentences: [{raw, tokens}]}]}`.
pub(super) struct Karpathy {
    pub list: Elements,
    pub probe: Probe,
    pub seen: Seen,
}

#[derive(Deserialize)]
struct Picture {
    filename: String,
    sentences: Vec<Sentence>,
}

#[derive(Deserialize)]
struct Sentence {
    #[serde(default)]
    raw: Option<String>,
    /// Lower-cased and without punctuation; used where there is no `raw`.
    #[serde(default)]
    tokens: Vec<String>,
}

impl Karpathy {
    pub fn new(list: Elements) -> Self {
        let probe = Probe::new(list.shown(), "pictures with `filename` and `sentences`");
        Karpathy { list, probe, seen: Seen::default() }
    }

    fn next(&mut self) -> Result<Option<Next>> {
        let shown = self.list.shown().to_string();
        let Some(element) = self.list.next_element()? else {
            self.probe.end()?;
            return Ok(None);
        };
        let place = Place { file: shown, line: Some(element.line), record: Some(element.index.to_string()) };
        let picture = serde_json::from_slice::<Picture>(element.json).map_err(|e| e.to_string());
        let picture = picture.and_then(|p| picture_name(&p.filename).map(|()| p));
        let picture = match picture {
            Ok(picture) => picture,
            Err(what) => {
                self.probe.bad(place.clone(), &what)?;
                return Ok(Some(Next::Reject(Reject::new(place.to_string(), "unreadable_row", what))));
            }
        };
        self.probe.good();
        if !self.seen.is_new(&picture.filename) {
            let what = format!("{} came before", picture.filename);
            return Ok(Some(Next::Reject(Reject::new(place.to_string(), "duplicate_picture", what))));
        }
        let text = |s: Sentence| s.raw.unwrap_or_else(|| s.tokens.join(" "));
        let captions =
            picture.sentences.into_iter().zip(0..).map(|(s, n)| (n, text(s), format!("{place} sentence {n}")));
        Ok(Some(Next::Group(Group { file: picture.filename, captions: captions.collect() })))
    }
}

//! Training formats: turns of two speakers, and `<image>` where the picture goes.

use super::Context;
use super::attribution::Attribution;
use super::lines::{list, text as text_of, unreadable};
use super::record::{Record, Said, Seen, Shown, speaker};
use super::text::{plain, special};
use crate::error::{Place, Result};
use crate::model::dialogue::Speaker;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

/// What such a program calls things.
pub struct Names {
    /// Key of the speaker.
    pub role: &'static str,
    /// Key of the text.
    pub content: &'static str,
    /// The user's name.
    pub user: &'static str,
    /// The assistant's name.
    pub assistant: &'static str,
    /// What stands before the first user text.
    pub mark: &'static str,
}

/// `messages` as most programs name them.
const MESSAGES: Names =
    Names { role: "role", content: "content", user: "user", assistant: "assistant", mark: "<image>" };

/// A record as `messages` and `images`.
pub fn with_images(context: &Context, record: &Record) -> Value {
    json!({
        "id": record.id(),
        "messages": Turns(record, &MESSAGES),
        "images": [context.path(&record.picture.path)],
        "attribution": Attribution::of(record),
    })
}

/// Reads `messages` and `images`: as many pictures as `<image>` tokens, that is one.
///
/// # Errors
/// When a rule is broken, or a picture is not in the export.
pub fn read_with_images<'r>(context: &Context, row: &'r Value, place: &Place) -> Result<Seen<'r>> {
    let said = read(row, "messages", &MESSAGES, place)?;
    let [Value::String(image)] = list(row, "images", place)? else {
        return Err(unreadable(place, "there is not one picture for one <image>"));
    };
    let inside = context.inside(image).ok_or_else(|| unreadable(place, format!("`{image}` is elsewhere")))?;
    Ok(Seen { said, picture: Shown::Beside(inside.into()) })
}

/// What must be read of a record: its turns, without special tokens.
pub fn said(record: &Record) -> Said<'_> {
    let mut said = Said::new(record.id());
    for (role, text) in record.turns() {
        said.push(speaker(role), plain(text));
    }
    said
}

/// The list of a record's turns, as such a program takes it.
pub struct Turns<'a>(pub &'a Record, pub &'a Names);

impl Serialize for Turns<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Turns(record, names) = self;
        to.collect_seq(record.turns().into_iter().zip(0..).map(|(turn, number)| Turn { turn, number, names }))
    }
}

/// A turn and its place.
struct Turn<'a> {
    turn: (Speaker, &'a str),
    number: usize,
    names: &'a Names,
}

impl Serialize for Turn<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Turn { turn: (role, text), number, names } = self;
        let who = if *role == Speaker::User { names.user } else { names.assistant };
        let mark = if *number == 0 { names.mark } else { "" };
        let mut map = to.serialize_map(Some(2))?;
        map.serialize_entry(names.role, who)?;
        match plain(text) {
            text if mark.is_empty() => map.serialize_entry(names.content, &text)?,
            text => map.serialize_entry(names.content, &format_args!("{mark}{text}"))?,
        }
        map.end()
    }
}

/// Reads the list of turns; see [`heard`].
///
/// # Errors
/// When there is none, or a rule is broken.
pub fn read<'r>(row: &'r Value, key: &str, names: &Names, place: &Place) -> Result<Said<'r>> {
    let turn = |turn| Ok((text_of(turn, names.role, place)?, text_of(turn, names.content, place)?));
    let turns: Vec<(&str, &str)> = list(row, key, place)?.iter().map(turn).collect::<Result<_>>()?;
    heard(text_of(row, "id", place)?, turns, names, place)
}

/// What such a program makes of speakers and texts, by the rules that they share: the speakers alternate, there is one
/// `<image>` for one picture, and nothing else in a text is a token.
///
/// # Errors
/// When a rule is broken.
pub fn heard<'r>(id: &'r str, turns: Vec<(&'r str, &'r str)>, names: &Names, place: &Place) -> Result<Said<'r>> {
    let mut said = Said::new(id);
    if turns.is_empty() || turns.len() % 2 == 1 {
        return Err(unreadable(place, format!("it has {} turns, which is no even number", turns.len())));
    }
    for (i, (who, mut text)) in turns.into_iter().enumerate() {
        let (role, want) = if i % 2 == 0 { ("user", names.user) } else { ("assistant", names.assistant) };
        if who != want {
            return Err(unreadable(place, format!("turn {} is by `{who}`, where `{want}` must speak", i + 1)));
        }
        if i == 0 {
            text = text.strip_prefix(names.mark).ok_or_else(|| unreadable(place, "the first turn has no <image>"))?;
        }
        if let Some(token) = special(text) {
            return Err(unreadable(place, format!("turn {} holds the special token `{token}`", i + 1)));
        }
        said.push(role, text);
    }
    Ok(said)
}

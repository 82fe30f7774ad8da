//! A foreign row as a question: which column is what, told by its name.

use super::value::{Value, list};
use crate::audit::entry::Entry;

/// Why a row is no question with a key.
pub type Fault = &'static str;

/// There is no column of the question, or it is empty.
pub const NO_QUESTION: Fault = "no_question";
/// There are fewer than two options.
pub const NO_OPTIONS: Fault = "no_options";
/// There is no key, or it is neither a letter, an index nor the text of an option.
pub const NO_KEY: Fault = "no_key";

const IDS: [&str; 6] = ["id", "item_id", "question_id", "qid", "index", "idx"];
const QUESTIONS: [&str; 4] = ["question", "query", "prompt", "stem"];
const OPTIONS: [&str; 4] = ["choices", "options", "candidates", "multiple_choices"];
const KEYS: [&str; 8] =
    ["answer", "gold", "label", "correct_answer", "answer_index", "answer_idx", "correct", "ground_truth"];
const CELLS: [&str; 7] = ["cell", "category", "task", "question_type", "type", "subject", "topic"];
const GROUPS: [&str; 3] = ["group", "group_id", "g_index"];
const PICTURES: [&str; 8] = ["image", "image_path", "img", "image_file", "picture", "file_name", "images", "image_id"];

/// A named value among the columns, upper and lower case alike.
fn find<'a>(row: &'a [(String, Value)], names: &[&str]) -> Option<&'a Value> {
    let clean = |n: &str| n.trim().trim_start_matches('\u{feff}').to_ascii_lowercase();
    names.iter().find_map(|want| row.iter().find(|(n, v)| clean(n) == *want && *v != Value::Null).map(|(_, v)| v))
}

/// The options: a list, a list written as text, `{text: [...]}`, or the columns A, B, C …
fn options(row: &[(String, Value)]) -> Vec<String> {
    let of_list = |all: &[Value]| -> Vec<String> { all.iter().filter_map(Value::text).collect() };
    match find(row, &OPTIONS) {
        Some(Value::List(all)) => return of_list(all),
        Some(map @ Value::Map(fields)) => {
            return match map.get("text") {
                Some(Value::List(all)) => of_list(all),
                _ => fields.iter().filter_map(|(_, v)| v.text()).collect(),
            };
        }
        Some(other) => {
            if let Some(all) = other.text().as_deref().and_then(list) {
                return all;
            }
        }
        None => {}
    }
    let column = |letter: char| {
        row.iter().find(|(n, _)| n.trim().chars().eq(std::iter::once(letter))).and_then(|(_, v)| v.text())
    };
    // An empty cell ends the options; VLMEvalKit writes "nan" into it.
    ('A'..='Z').map_while(|l| column(l).filter(|t| t.trim() != "nan")).collect()
}

/// What a key says before it is known whether indices count from 0 or from 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    /// A letter or the option's text.
    Known(usize),
    /// A number.
    Index(usize),
}

fn key(value: &Value, choices: &[String]) -> Option<Key> {
    if let Value::List(all) = value {
        return all.first().filter(|_| all.len() == 1).and_then(|v| key(v, choices));
    }
    let text = value.text()?;
    let text = text.trim();
    let same = |c: &String| c.trim().eq_ignore_ascii_case(text);
    if let Some(at) = choices.iter().position(same) {
        return Some(Key::Known(at));
    }
    let bare = text.trim_matches(['(', ')', '.', ' ']);
    let mut chars = bare.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && c.is_ascii_alphabetic()
    {
        let at = (c.to_ascii_uppercase() as u8 - b'A') as usize;
        return (at < choices.len()).then_some(Key::Known(at));
    }
    bare.parse::<f64>().ok().filter(|n| n.fract() == 0.0 && (0.0..=26.0).contains(n)).map(|n| Key::Index(n as usize))
}

/// A row before its key is settled.
#[derive(Debug)]
pub struct Read {
    /// The question; `gold` is not yet set where the key is an index.
    pub entry: Entry,
    /// The key.
    pub key: Key,
    /// Its picture, as the row has it.
    pub picture: Option<Value>,
}

/// Reads a row; `number` counts from 1 and is the id where there is none.
///
/// # Errors
/// The name of what is missing.
pub fn read(row: Vec<(String, Value)>, number: u64) -> Result<Read, Fault> {
    let question = find(&row, &QUESTIONS).and_then(Value::text).ok_or(NO_QUESTION)?;
    let hint = find(&row, &["hint"]).and_then(Value::text).filter(|h| h != "nan");
    let choices = options(&row);
    if choices.len() < 2 {
        return Err(NO_OPTIONS);
    }
    let key = KEYS.iter().find_map(|k| key(find(&row, &[k])?, &choices)).ok_or(NO_KEY)?;
    let entry = Entry {
        id: find(&row, &IDS).and_then(Value::text).unwrap_or_else(|| number.to_string()),
        question: hint.map_or(question.clone(), |h| format!("{h}\n{question}")),
        gold: if let Key::Known(at) = key { at } else { 0 },
        choices,
        cell: find(&row, &CELLS).and_then(Value::text).unwrap_or_else(|| "all".into()),
        group: find(&row, &GROUPS).and_then(Value::text),
        picture: None,
        origin: None,
    };
    Ok(Read { entry, key, picture: find(&row, &PICTURES).cloned() })
}

/// Settles keys that are numbers: they count from 0, unless none is 0 and one is the number of the options.
/// Tells of each row whether its key is one of its options.
pub fn settle(rows: &mut [Read]) -> Vec<bool> {
    let index = |r: &Read| if let Key::Index(n) = r.key { Some((n, r.entry.choices.len())) } else { None };
    let from_one =
        rows.iter().filter_map(index).all(|(n, _)| n > 0) && rows.iter().filter_map(index).any(|(n, k)| n == k);
    rows.iter_mut()
        .map(|r| {
            if let Key::Index(n) = r.key {
                r.entry.gold = if from_one { n.wrapping_sub(1) } else { n };
            }
            r.entry.gold < r.entry.choices.len()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: &str) -> Vec<(String, Value)> {
        match Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap()) {
            Value::Map(fields) => fields,
            _ => Vec::new(),
        }
    }

    #[test]
    fn the_common_shapes_are_read() {
        for (json, gold) in [
            (r#"{"question":"q","choices":["a","b","c"],"answer":"B"}"#, 1),
            (r#"{"Question":"q","options":"['x','y']","answer":"y"}"#, 1),
            (r#"{"question":"q","A":"x","B":"y","C":"z","D":null,"answer":"C","category":"k"}"#, 2),
            (r#"{"question":"q","choices":{"label":["A","B"],"text":["x","y"]},"answer":"(B)"}"#, 1),
            (r#"{"question":"q","choices":["x","y"],"answer":1}"#, 1),
        ] {
            let mut rows = vec![read(row(json), 7).unwrap()];
            assert_eq!(settle(&mut rows), [true], "{json}");
            assert_eq!(rows[0].entry.gold, gold, "{json}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(read(row(r#"{"choices":["a","b"],"answer":"A"}"#), 1).unwrap_err(), NO_QUESTION);
        assert_eq!(read(row(r#"{"question":"q","choices":["a"],"answer":"A"}"#), 1).unwrap_err(), NO_OPTIONS);
        assert_eq!(read(row(r#"{"question":"q","choices":["a","b"],"answer":"E"}"#), 1).unwrap_err(), NO_KEY);
        assert_eq!(read(row(r#"{"question":"q","choices":["a","b"]}"#), 1).unwrap_err(), NO_KEY);
    }

    #[test]
    fn indices_from_one_are_told_by_the_file() {
        let json = |n: u32| format!(r#"{{"question":"q","choices":["red","green","blue"],"answer":{n}}}"#);
        let mut rows: Vec<Read> = [1, 3, 2].iter().map(|n| read(row(&json(*n)), 1).unwrap()).collect();
        settle(&mut rows);
        assert_eq!(rows.iter().map(|r| r.entry.gold).collect::<Vec<_>>(), [0, 2, 1]);
        let mut rows: Vec<Read> = [0, 3, 2].iter().map(|n| read(row(&json(*n)), 1).unwrap()).collect();
        assert_eq!(settle(&mut rows), [true, false, true], "3 is no option when indices count from 0");
    }
}

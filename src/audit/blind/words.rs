//! Lower-case words and their numbers.

use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Lower-case words of a text: letters and digits, apostrophes inside.
pub(super) fn words(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|w| w.trim_matches('\''))
        .filter(|w| !w.is_empty())
        .map(lower_case)
}

/// Most words are written so.
fn lower_case(word: &str) -> Cow<'_, str> {
    match word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(word.to_lowercase()),
    }
}

/// Texts by number, in order of appearance.
#[derive(Default)]
pub(super) struct Names {
    known: FxHashMap<String, u32>,
}

impl Names {
    /// The number of a text, a fresh one if it is new.
    pub fn number(&mut self, text: &str) -> u32 {
        if let Some(&n) = self.known.get(text) {
            return n;
        }
        let n = self.known.len() as u32;
        self.known.insert(text.to_string(), n);
        n
    }

    /// The text of every number.
    pub fn in_order(self) -> Vec<String> {
        let mut names = vec![String::new(); self.known.len()];
        self.known.into_iter().for_each(|(text, n)| names[n as usize] = text);
        names
    }
}

/// By number of a text: its first five letters, numbered on their own.
pub(super) fn stems(names: &[String]) -> Vec<u32> {
    let first = |name: &str| name.char_indices().nth(5).map_or(name.len(), |(at, _)| at);
    let mut known: FxHashMap<&str, u32> = FxHashMap::default();
    let mut stems = Vec::with_capacity(names.len());
    for name in names {
        let fresh = known.len() as u32;
        stems.push(*known.entry(&name[..first(name)]).or_insert(fresh));
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_lower_case_without_quotes() {
        assert_eq!(
            words("'The' DOG's ÉCOLE, re-do 3x!").collect::<Vec<_>>(),
            ["the", "dog's", "école", "re", "do", "3x"]
        );
    }

    #[test]
    fn stems_are_five_letters_not_bytes() {
        let stems = stems(&["écoles", "écoleur", "école", "éco"].map(String::from));
        assert_eq!(stems, [0, 0, 0, 1]);
    }
}

//! Length, markup and script: the text is plain English of about the same length.

use super::Case;
use crate::converse::hygiene;
use crate::converse::rephrase::reason::Reason;

/// Marks of Markdown, HTML, JSON and templates.
const MARKUP: &[char] = &['*', '#', '_', '`', '<', '>', '[', ']', '{', '}', '|', '\\', '=', '~', '^', '@'];

/// Words that end no sentence.
const DANGLING: &[&str] =
    &["the", "a", "an", "and", "or", "but", "is", "are", "as", "because", "other", "than", "so", "your", "its"];

pub(super) fn check(case: &Case) -> Option<Reason> {
    if !case.text.chars().any(char::is_alphanumeric) {
        return Some(Reason::new("empty", "there is no text"));
    }
    if let Some(mark) =
        case.text.chars().find(|c| (MARKUP.contains(c) || c.is_control()) && !case.original.contains(*c))
    {
        return Some(Reason::new("markup", format!("plain text only, no {mark:?}")));
    }
    if hygiene::MARKERS.iter().any(|m| case.text.contains(m)) {
        return Some(Reason::new("markup", "no markers"));
    }
    if case.text.contains("http") || case.text.contains("www.") {
        return Some(Reason::new("markup", "no links"));
    }
    let foreign = |c: &char| {
        c.is_alphabetic() && !c.is_ascii()
            || !c.is_ascii() && !"\u{2018}\u{2019}\u{201c}\u{201d}\u{2013}\u{2014}\u{2026}".contains(*c)
    };
    if let Some(c) = case.text.chars().find(|c| foreign(c) && !case.original.contains(*c)) {
        return Some(Reason::new("script", format!("plain English only, no {c:?}")));
    }
    let (before, after) = (words(case.original), words(case.text));
    if after > before * 5 / 2 + 8 {
        return Some(Reason::new("too_long", format!("about {before} words, not {after}")));
    }
    if after * 5 < before * 2 {
        return Some(Reason::new("too_short", format!("about {before} words, not {after}")));
    }
    let sentences = |text: &str| -> Vec<String> {
        text.split(['.', '!', '?']).map(|s| s.trim().to_lowercase()).filter(|s| !s.is_empty()).collect()
    };
    let said = sentences(case.text);
    let times = |all: &[String], one: &String| all.iter().filter(|s| *s == one).count();
    let before = sentences(case.original);
    if said.iter().any(|s| times(&said, s) > times(&before, s).max(1)) || said.len() > before.len() * 2 + 1 {
        return Some(Reason::new("repetition", "say each thing once"));
    }
    let ended = |text: &str| text.trim_end().ends_with(['.', '!', '?', '"', '\u{201d}', ')']);
    if ended(case.original) && !ended(case.text) {
        return Some(Reason::new("truncated", "end the last sentence"));
    }
    let last = |text: &str| {
        text.split_whitespace().last().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
    };
    if last(case.text).is_some_and(|w| DANGLING.contains(&w.as_str())) && last(case.text) != last(case.original) {
        return Some(Reason::new("truncated", "end the last sentence"));
    }
    if let Some(fault) = hygiene::untidy(case.text).filter(|_| hygiene::untidy(case.original).is_none()) {
        return Some(Reason::new("untidy", format!("write clean sentences ({fault})")));
    }
    None
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;

    #[test]
    fn plain_text_of_about_the_same_length() {
        let turn = "There are two brown dogs in the picture.";
        assert_eq!(said(turn, "  "), "empty");
        assert_eq!(said(turn, "There are **two** brown dogs in the picture."), "markup");
        assert_eq!(said(turn, "There are two brown dogs.\nIn the picture."), "markup");
        assert_eq!(said(turn, "照片里有两只棕色的狗。"), "script");
        assert_eq!(said(turn, "There are two brown dogs in the picture \u{1F415}."), "script");
        assert_eq!(said(turn, &"There are two brown dogs in the picture. ".repeat(6)), "too_long");
        assert_eq!(said(turn, "Two dogs."), "too_short");
        assert_eq!(said(turn, "There are two brown dogs in the"), "truncated");
        assert_eq!(said(turn, "In the picture, there are two brown dogs."), "kept");
    }
}

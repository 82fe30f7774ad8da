//! The small words of captions and how to step from word to word.

use std::ops::Range;

/// Words that begin a noun phrase.
pub const DETERMINERS: &[&str] =
    &["a", "an", "another", "each", "her", "his", "its", "one", "that", "the", "their", "these", "this", "those"];

/// Words that say how many without a number.
pub const VAGUE: &[&str] = &[
    "about", "almost", "around", "bunch", "bunches", "couple", "crowd", "dozen", "dozens", "few", "group", "groups",
    "hundreds", "least", "lots", "many", "more", "most", "nearly", "numerous", "other", "others", "over", "pair",
    "pairs", "row", "rows", "several", "some", "team", "various",
];

/// Words after which a noun phrase has ended.
pub const FOLLOWERS: &[&str] = &[
    "a",
    "about",
    "above",
    "across",
    "after",
    "against",
    "along",
    "alongside",
    "also",
    "amid",
    "among",
    "amongst",
    "an",
    "and",
    "are",
    "around",
    "as",
    "at",
    "atop",
    "away",
    "back",
    "because",
    "before",
    "behind",
    "being",
    "below",
    "beneath",
    "beside",
    "besides",
    "between",
    "beyond",
    "both",
    "but",
    "by",
    "can",
    "down",
    "during",
    "each",
    "for",
    "from",
    "full",
    "had",
    "has",
    "have",
    "he",
    "her",
    "his",
    "in",
    "inside",
    "into",
    "is",
    "it",
    "its",
    "just",
    "like",
    "near",
    "nearby",
    "next",
    "of",
    "off",
    "on",
    "onto",
    "or",
    "out",
    "outdoors",
    "indoors",
    "outside",
    "over",
    "overhead",
    "past",
    "she",
    "so",
    "that",
    "the",
    "their",
    "then",
    "there",
    "they",
    "through",
    "throughout",
    "to",
    "together",
    "toward",
    "towards",
    "two",
    "under",
    "underneath",
    "until",
    "up",
    "upon",
    "was",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "whose",
    "with",
    "within",
    "without",
];

/// Adjectives that fit most nouns, so that another noun may stand after them.
pub const ADJECTIVES: &[&str] = &[
    "adult",
    "attractive",
    "bare",
    "beautiful",
    "big",
    "blurry",
    "bright",
    "broken",
    "clean",
    "clear",
    "closed",
    "cloudy",
    "colorful",
    "cute",
    "dark",
    "different",
    "dirty",
    "dusty",
    "elderly",
    "empty",
    "fancy",
    "female",
    "floral",
    "folded",
    "full",
    "furry",
    "fuzzy",
    "giant",
    "grassy",
    "happy",
    "heavy",
    "huge",
    "large",
    "light",
    "little",
    "lone",
    "long",
    "male",
    "middle",
    "modern",
    "muddy",
    "narrow",
    "new",
    "nice",
    "old",
    "older",
    "open",
    "ornate",
    "outdoor",
    "oversized",
    "pale",
    "patterned",
    "plain",
    "polished",
    "pretty",
    "rocky",
    "round",
    "rusty",
    "sandy",
    "shiny",
    "short",
    "single",
    "small",
    "smaller",
    "larger",
    "snowy",
    "square",
    "striped",
    "strange",
    "sunny",
    "tall",
    "thick",
    "thin",
    "tiny",
    "torn",
    "used",
    "very",
    "weathered",
    "wet",
    "white",
    "wide",
    "young",
    "younger",
];

/// Whether a word is one of a list, whatever its case.
pub fn is_any(word: &str, list: &[&str]) -> bool {
    list.iter().any(|w| w.eq_ignore_ascii_case(word))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '\'')
}

/// The word, or the run of punctuation, that ends before `at`.
pub fn previous(text: &str, at: usize) -> Option<Range<usize>> {
    let head = text.get(..at)?.trim_end();
    let last = head.chars().next_back()?;
    let start = head.rfind(|c: char| c.is_whitespace() || is_word(c) != is_word(last));
    let start = start.map_or(0, |s| s + head[s..].chars().next().map_or(0, char::len_utf8));
    Some(start..head.len())
}

/// The word, or the run of punctuation, that begins at or after `at`.
pub fn next(text: &str, at: usize) -> Option<Range<usize>> {
    let tail = text.get(at..)?;
    let start = at + tail.len() - tail.trim_start().len();
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let len = rest.find(|c: char| c.is_whitespace() || is_word(c) != is_word(first)).unwrap_or(rest.len());
    Some(start..start + len)
}

/// Whether a span is only a piece of a longer word: "two-story", "white-framed", "man's".
pub fn glued(text: &str, span: &Range<usize>) -> bool {
    let before = text[..span.start].chars().next_back();
    let after = text[span.end..].chars().next();
    before.is_some_and(is_word) || after.is_some_and(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_punctuation_are_stepped_over_in_both_directions() {
        let text = "A man's two-story house, red.";
        let mut at = 0;
        let mut seen = vec![];
        while let Some(word) = next(text, at) {
            seen.push(&text[word.clone()]);
            at = word.end;
        }
        assert_eq!(seen, ["A", "man's", "two-story", "house", ",", "red", "."]);
        let mut back = vec![];
        let mut at = text.len();
        while let Some(word) = previous(text, at) {
            back.push(&text[word.clone()]);
            at = word.start;
        }
        back.reverse();
        assert_eq!(back, seen);
    }

    #[test]
    fn pieces_of_words_are_glued() {
        assert!(glued("a two-story house", &(2..5)));
        assert!(glued("a man's tie", &(2..5)));
        assert!(!glued("two men", &(0..3)));
    }
}

//! Entities' sentences: `[/EN#<chain>/<type>[/<type>…] <word> <word> …]` among plain words.

use super::readable;
use crate::model::scene::Phrase;

/// A readable caption with its marked phrases.
pub(super) fn parse(line: &str) -> Result<(String, Vec<Phrase>), String> {
    let mut words: Vec<&str> = Vec::new();
    let mut open: Option<(usize, &str)> = None;
    let mut marks = Vec::new();
    for token in line.split_whitespace() {
        if let Some(head) = token.strip_prefix("[/EN#") {
            if open.is_some() {
                return Err(format!("`{token}` begins inside a phrase"));
            }
            open = Some((words.len(), head));
            continue;
        }
        match open {
            Some((from, head)) if token.contains(']') => {
                let (word, after) = token.split_once(']').unwrap_or((token, ""));
                words.extend((!word.is_empty()).then_some(word));
                if words.len() == from {
                    return Err(format!("the phrase `{head}` has no words"));
                }
                marks.push((from, words.len(), head));
                words.extend((!after.is_empty()).then_some(after));
                open = None;
            }
            _ => words.push(token),
        }
    }
    if let Some((_, head)) = open {
        return Err(format!("the phrase `{head}` is not closed"));
    }
    let (text, ranges) = readable::join(&words);
    let mut phrases = Vec::with_capacity(marks.len());
    for (from, to, head) in marks {
        let mut parts = head.split('/');
        let chain = parts.next().unwrap_or_default();
        if chain.is_empty() {
            return Err(format!("the phrase `{head}` has no chain"));
        }
        let (Some(first), Some(last)) = (ranges.get(from), ranges.get(to - 1)) else { continue };
        if first.start >= last.end {
            continue;
        }
        let byte = |n: usize| u32::try_from(n).map_err(|_| "the sentence is too long".to_string());
        phrases.push(Phrase {
            span: (byte(first.start)?, byte(last.end)?),
            // Chain 0 is not one entity: each of its phrases stands alone.
            chain: (chain != "0").then(|| chain.to_string()),
            types: parts.filter(|t| !t.is_empty()).map(str::to_lowercase).collect(),
            regions: Vec::new(),
        });
    }
    Ok((text, phrases))
}

/// The words of a phrase.
pub(super) fn phrase_text<'a>(text: &'a str, phrase: &Phrase) -> &'a str {
    text.get(phrase.span.0 as usize..phrase.span.1 as usize).unwrap_or_default()
}

/// Whether two writings are of one caption: the same letters and digits in the same order.
pub(super) fn same_words(a: &str, b: &str) -> bool {
    let letters = |s: &str| s.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(a) == letters(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spans(line: &str) -> Vec<(String, Option<String>, Vec<String>)> {
        let (text, phrases) = parse(line).unwrap();
        phrases.into_iter().map(|p| (phrase_text(&text, &p).to_string(), p.chain, p.types)).collect()
    }

    #[test]
    fn phrases_are_byte_ranges_of_the_readable_text() {
        let line = "[/EN#1/people Two young , White males] are at [/EN#2/people/other a café `` owner ''] 's [/EN#0/notvisual it] .";
        assert_eq!(parse(line).unwrap().0, "Two young, White males are at a café \"owner\"'s it.");
        let own = |s: &[&str]| s.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        assert_eq!(
            spans(line),
            [
                ("Two young, White males".to_string(), Some("1".to_string()), own(&["people"])),
                ("a café \"owner\"".to_string(), Some("2".to_string()), own(&["people", "other"])),
                ("it".to_string(), None, own(&["notvisual"])),
            ]
        );
    }

    #[test]
    fn broken_markup_is_named() {
        assert_eq!(parse("[/EN#1/people a man").unwrap_err(), "the phrase `1/people` is not closed");
        assert_eq!(parse("[/EN#1/people a [/EN#2/x b]").unwrap_err(), "`[/EN#2/x` begins inside a phrase");
        assert_eq!(parse("[/EN#1/people ] a").unwrap_err(), "the phrase `1/people` has no words");
        assert_eq!(spans("[/EN#1/people a man]."), [("a man".into(), Some("1".into()), vec!["people".to_string()])]);
    }

    proptest! {
        #[test]
        fn the_marked_words_are_the_phrases_words(
            parts in proptest::collection::vec((any::<bool>(), proptest::collection::vec("[a-z\"',.é-]{1,5}", 1..4)), 1..6)
        ) {
            let mark = |(n, (marked, words)): (usize, &(bool, Vec<String>))| match marked {
                true => format!("[/EN#{}/other {}]", n + 1, words.join(" ")),
                false => words.join(" "),
            };
            let line = parts.iter().enumerate().map(mark).collect::<Vec<_>>().join(" ");
            let (text, phrases) = parse(&line).unwrap();
            let marked: Vec<_> = parts.iter().filter(|(m, _)| *m).collect();
            prop_assert_eq!(phrases.len(), marked.len());
            for (phrase, (_, words)) in phrases.iter().zip(marked) {
                let solid = |s: &str| s.replace(' ', "").replace('"', "''");
                prop_assert_eq!(solid(phrase_text(&text, phrase)), solid(&words.join(" ")));
            }
        }

        #[test]
        fn no_line_panics(line in "(\\[/EN#|\\]|/|0|1|[a-z]| |é|\"){0,40}") {
            let _ = parse(&line);
        }
    }
}

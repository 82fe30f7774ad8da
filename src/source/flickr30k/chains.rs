//! Coreference chains of one picture: what their phrases call the thing, and chains that were used for two things.

use super::markup::phrase_text;
use crate::model::scene::{Caption, Phrase};
use std::collections::{BTreeMap, BTreeSet};

/// Words that open a phrase without describing.
const DETERMINERS: [&str; 16] = [
    "a", "an", "the", "this", "that", "these", "those", "his", "her", "its", "their", "our", "my", "your", "some",
    "another",
];
/// Phrases that begin so point back to something: two of one chain in one sentence are no contradiction.
const ANAPHORIC: [&str; 34] = [
    "the",
    "this",
    "that",
    "these",
    "those",
    "his",
    "her",
    "its",
    "their",
    "our",
    "my",
    "your",
    "he",
    "she",
    "it",
    "they",
    "him",
    "hers",
    "them",
    "himself",
    "herself",
    "itself",
    "themselves",
    "who",
    "which",
    "whom",
    "whose",
    "one",
    "ones",
    "another",
    "other",
    "others",
    "each",
    "both",
];
/// Types that exclude each other.
const APART: [&str; 6] = ["people", "animals", "vehicles", "instruments", "clothing", "bodyparts"];

/// Chains that stand for two things, each with what shows it. Two first mentions in one sentence with different heads
/// (`[cards]` and `[a green table]`) do, and so do phrases of types that exclude each other. The rule errs on the side of
/// dropping: an appositive ("a man, a chef") is lost with the mistakes.
pub(super) fn reused(captions: &[Caption]) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let mut types: BTreeMap<&str, (&str, BTreeSet<&str>)> = BTreeMap::new();
    for caption in captions {
        let mut heads: BTreeMap<&str, &str> = BTreeMap::new();
        for (chain, phrase) in chained(caption) {
            let text = phrase_text(&caption.text, phrase);
            let now: BTreeSet<&str> = phrase.types.iter().map(String::as_str).filter(|t| APART.contains(t)).collect();
            if !now.is_empty() {
                let (other, before) = types.entry(chain).or_insert_with(|| (text, now.clone()));
                if before.is_disjoint(&now) {
                    out.entry(chain.to_string()).or_insert_with(|| format!("`{other}` and `{text}` differ in type"));
                }
            }
            if is_anaphoric(text) {
                continue;
            }
            let first = *heads.entry(chain).or_insert(text);
            if head(first) != head(text) {
                let what = || format!("`{first}` and `{text}` in {}", caption.id);
                out.entry(chain.to_string()).or_insert_with(what);
            }
        }
    }
    out
}

/// What each chain is called: its most frequent phrase without determiner, in lower case; of equally frequent ones the
/// first. A chain that is only pointed back to ("it", "the other") has no name.
pub(super) fn names(captions: &[Caption]) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
    for caption in captions {
        for (chain, phrase) in chained(caption) {
            let name = bare(phrase_text(&caption.text, phrase));
            if name.is_empty() || ANAPHORIC.contains(&name.as_str()) {
                continue;
            }
            let names = counts.entry(chain.to_string()).or_default();
            match names.iter_mut().find(|(n, _)| *n == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
    }
    let most = |names: Vec<(String, u32)>| names.into_iter().rev().max_by_key(|(_, n)| *n).map(|(name, _)| name);
    counts.into_iter().filter_map(|(chain, names)| Some((chain, most(names)?))).collect()
}

fn chained(caption: &Caption) -> impl Iterator<Item = (&str, &Phrase)> {
    caption.phrases.iter().filter_map(|p| Some((p.chain.as_deref()?, p)))
}

fn is_anaphoric(text: &str) -> bool {
    text.split(' ').next().is_some_and(|w| ANAPHORIC.contains(&w.to_lowercase().as_str()))
}

fn bare(text: &str) -> String {
    let lower = text.to_lowercase();
    match lower.split_once(' ') {
        Some((first, rest)) if DETERMINERS.contains(&first) => rest.to_string(),
        None if DETERMINERS.contains(&lower.as_str()) => String::new(),
        _ => lower,
    }
}

/// The last word before a preposition, without a plural's ending.
fn head(text: &str) -> String {
    let lower = text.to_lowercase();
    let of = |w: &&str| !matches!(*w, "of" | "in" | "with" | "on" | "at" | "from" | "for" | "by" | "to");
    let word = lower.split([' ', ',']).filter(|w| !w.is_empty()).take_while(of).last().unwrap_or_default();
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let sibilant = |w: &&str| w.ends_with('x') || w.ends_with("ch") || w.ends_with("sh") || w.ends_with("ss");
    word.strip_suffix("es").filter(sibilant).or_else(|| word.strip_suffix('s')).unwrap_or(word).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse;
    use super::*;

    fn captions(lines: &[&str]) -> Vec<Caption> {
        let caption = |(n, line): (usize, &&str)| {
            let (text, phrases) = parse(line).unwrap();
            Caption { id: format!("1.jpg#{n}"), text, phrases }
        };
        lines.iter().enumerate().map(caption).collect()
    }

    #[test]
    fn two_first_mentions_with_different_heads_are_two_things() {
        let c = captions(&["[/EN#5/other cards] lie on [/EN#5/other a green table] near [/EN#6/people a man] ."]);
        let got = reused(&c);
        assert_eq!(
            got.into_iter().collect::<Vec<_>>(),
            [("5".into(), "`cards` and `a green table` in 1.jpg#0".into())]
        );
    }

    #[test]
    fn pointing_back_plurals_and_paraphrases_are_one_thing() {
        let c = captions(&[
            "[/EN#1/people A man] with [/EN#2/other a dog] and [/EN#2/other the animal] sees [/EN#1/people himself] .",
            "[/EN#1/people A chef] and [/EN#3/other boxes of fruit] , [/EN#3/other more box] .",
        ]);
        assert_eq!(reused(&c), BTreeMap::new());
    }

    #[test]
    fn types_that_exclude_each_other_are_two_things() {
        let c = captions(&["[/EN#1/people A man] .", "[/EN#1/vehicles/other A car] ."]);
        assert_eq!(reused(&c)["1"], "`A man` and `A car` differ in type");
    }

    #[test]
    fn the_most_frequent_phrase_names_a_chain() {
        let c = captions(&[
            "[/EN#1/people A tall man] and [/EN#2/other it] .",
            "[/EN#1/people The man] and [/EN#2/other the other] .",
            "[/EN#1/people a man] .",
        ]);
        assert_eq!(names(&c).into_iter().collect::<Vec<_>>(), [("1".to_string(), "man".to_string())]);
    }
}

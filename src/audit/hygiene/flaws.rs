//! The nineteen item-writing flaws of the literature on multiple-choice tests (Tarrant, Knierim, Hayes and Ware 2006):
//! those that a program can decide are rules here, those that a kind of question intends are declared, and the others
//! are named as not checked.

use crate::audit::blind::Vectors;
use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use crate::lexicon::{Lexicon, Relatedness};
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How a flaw is dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A rule decides it.
    Rule,
    /// A rule decides it, and a kind of ours intends it.
    RuleButFor(&'static str),
    /// Checked elsewhere, under that name.
    Elsewhere(&'static str),
    /// A program cannot tell.
    NotChecked(&'static str),
}

/// All nineteen, with how each is dealt with.
pub const FLAWS: &[(&str, How)] = &[
    ("longest option is right", How::Rule),
    ("implausible distractor", How::Rule),
    ("none of the above", How::RuleButFor("correction")),
    ("all of the above", How::Rule),
    ("fill in the blank", How::RuleButFor("fill_blank")),
    ("grammatical cue", How::Elsewhere("agreement, of the blind solvers")),
    ("word repeated from the stem", How::Rule),
    ("absolute terms", How::Rule),
    ("vague terms", How::Rule),
    ("negative wording", How::Rule),
    ("unfocused stem", How::Rule),
    ("gratuitous information", How::Elsewhere("length_outliers")),
    ("K-type", How::Rule),
    ("convergence cue", How::Rule),
    ("logical cue", How::Elsewhere("words and trees, of the blind solvers")),
    ("lost sequence", How::RuleButFor("all kinds: letters are drawn, so numbers stand in no order")),
    ("true/false form", How::RuleButFor("yes_no")),
    ("more than one right", How::Rule),
    ("unclear", How::NotChecked("whether a text is clear is for people to say: `groundline review`")),
];

static ABSOLUTE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:always|never|every|none of them|only ever|completely|entirely)\b").ok());
static VAGUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:usually|often|sometimes|frequently|rarely|probably|generally|possibly|might|some kind of)\b")
        .ok()
});
static NEGATIVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:which|what|who|where)\b[^.,;:]{0,60}\b(?:not|isn't|aren't|doesn't|don't|cannot|false)\b|\bexcept\b|(?-i:\bNOT\b)").ok()
});
static K_TYPE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:both )?\(?[a-e1-5]\)? (?:and|&|or) \(?[a-e1-5]\)?(?: only)?\.?$|^(?:both|all three|neither)\b")
        .ok()
});
static ASKS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[?]|_{2,}|\b(?:choose|pick|select|complete|fill|name|decide|tell|answer|identify|find|say|judge|correct|replace|check|which|what|put)\b").ok()
});

fn hits(pattern: &Option<Regex>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|p| p.is_match(text))
}

fn ours(entry: &Entry) -> Option<&str> {
    entry.origin.as_deref().map(|o| o.kind.as_str())
}

/// Content words of a text.
fn content(text: &str) -> Vec<String> {
    const PLAIN: [&str; 17] =
        ["one", "a", "an", "the", "of", "in", "on", "to", "is", "are", "and", "with", "at", "by", "it", "or", "for"];
    text.split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|w| !w.is_empty() && !PLAIN.contains(&w.as_str()))
        .collect()
}

/// Finds the flaws that a rule decides.
pub fn flaws(entries: &[Entry], lexicon: &Lexicon, vectors: &dyn Vectors) -> Vec<Finding> {
    let gold = |e: &Entry| e.choices.get(e.gold).cloned().unwrap_or_default();
    let each = |name: &str, bad, what: &str, remedy, rule: &dyn Fn(&Entry) -> Option<String>| {
        let cases = entries.iter().filter_map(|e| Some(format!("{}: {}", e.id, rule(e)?))).collect();
        Finding::of(name, bad, cases, what, remedy)
    };
    let quoted = |text: &str| format!("“{}”", text.chars().take(80).collect::<String>());
    let fixed = |e: &Entry, words: &str| e.choices.iter().any(|c| c.trim().to_lowercase().starts_with(words));
    let option = |e: &Entry, pattern: &Option<Regex>| e.choices.iter().find(|c| hits(pattern, c)).map(|c| quoted(c));
    vec![
        longest(entries),
        never_right(entries),
        each(
            "none_of_the_above",
            Verdict::Warn,
            "“none of the above” is offered only by corrections, which intend it",
            "offer it in every item and make it right one in K, or leave it out",
            &|e| (fixed(e, "none of") && ours(e) != Some("correction")).then(|| quoted("none of the above")),
        ),
        each("all_of_the_above", Verdict::Warn, "“all of the above” is not offered", "split the item", &|e| {
            fixed(e, "all of the above").then(|| quoted("all of the above"))
        }),
        each(
            "fill_in_the_blank",
            Verdict::Warn,
            "blanks stand only in the kind that intends them",
            "ask a question",
            &|e| (e.question.contains("__") && ours(e) != Some("fill_blank")).then(|| quoted(&e.question)),
        ),
        each(
            "true_false_form",
            Verdict::Warn,
            "yes/no is asked only by the kind that intends it, in balanced pairs",
            "ask for the thing itself",
            &|e| {
                let verdicts = e.choices.len() == 2 && (0..2).all(|o| e.is_fixed(o));
                (verdicts && ours(e) != Some("yes_no")).then(|| quoted(&e.question))
            },
        ),
        each(
            "word_repeated_from_the_stem",
            Verdict::Warn,
            "no right option alone repeats a word of the stem",
            "reword the stem, or let a distractor repeat it too",
            &|e| {
                let stem = content(&e.question);
                let repeats = |c: &String| content(c).iter().any(|w| stem.contains(w));
                let alone =
                    e.choices.iter().filter(|c| repeats(c)).count() == 1 && e.choices.get(e.gold).is_some_and(repeats);
                (alone && !e.is_fixed(e.gold)).then(|| quoted(&gold(e)))
            },
        ),
        each("absolute_terms", Verdict::Warn, "no option says always, never, every", "qualify or replace it", &|e| {
            option(e, &ABSOLUTE)
        }),
        each("vague_terms", Verdict::Warn, "no option says usually, often, probably", "say what holds", &|e| {
            option(e, &VAGUE)
        }),
        each("negative_wording", Verdict::Warn, "no stem is worded negatively", "ask for what is so", &|e| {
            (hits(&NEGATIVE, &unquoted(&e.question))).then(|| quoted(&e.question))
        }),
        each("unfocused_stem", Verdict::Warn, "every stem asks for something", "ask one question in the stem", &|e| {
            (!hits(&ASKS, &e.question) || content(&e.question).len() < 2).then(|| quoted(&e.question))
        }),
        each("k_type", Verdict::Warn, "no option combines others (“A and C”)", "split the item", &|e| {
            option(e, &K_TYPE)
        }),
        convergence(entries),
        lost_sequence(entries),
        each(
            "more_than_one_right",
            Verdict::Fail,
            "no distractor is a synonym, a kind or a superordinate of the right option",
            "replace the distractor, or name the relation in the thesaurus",
            &|e| related(e, lexicon, vectors),
        ),
    ]
}

/// A stem without what it quotes: a claim may say "not" where its kind asks about claims.
fn unquoted(text: &str) -> String {
    text.split(['"', '“', '”']).step_by(2).collect::<Vec<_>>().join(" ")
}

/// The share of items whose right option is strictly the longest against what equal lengths would give.
fn longest(entries: &[Entry]) -> Finding {
    let (mut found, mut expected, mut spread, mut cases) = (0.0, 0.0, 0.0, Vec::new());
    for e in entries {
        let concepts: Vec<usize> = (0..e.choices.len()).filter(|&o| !e.is_fixed(o)).collect();
        let length = |o: usize| e.choices.get(o).map_or(0, |c| c.trim().chars().count());
        let top = concepts.iter().map(|&o| length(o)).max().unwrap_or(0);
        let mut longest = concepts.iter().filter(|&&o| length(o) == top);
        let (Some(&only), None) = (longest.next(), longest.next()) else { continue };
        let p = e.chance();
        expected += p;
        spread += p * (1.0 - p);
        if only == e.gold {
            found += 1.0;
            let second = concepts.iter().filter(|&&o| o != only).map(|&o| length(o)).max().unwrap_or(0);
            if top > 2 * second.max(4) {
                cases.push(format!("{}: {top} against {second} characters", e.id));
            }
        }
    }
    let over = found > expected + 3.0 * spread.sqrt();
    let what = format!("the right option alone is the longest in {found:.0} items, where chance gives {expected:.0}");
    if over {
        let mut f = Finding::of("longest_is_right", Verdict::Warn, cases, what, "even out the lengths of options");
        (f.verdict, f.count) = (Verdict::Warn, f.count.max((found - expected) as u64));
        f
    } else {
        Finding::pass("longest_is_right", what)
    }
}

/// Offered at least so often without ever being right, a distractor is implausible.
const OFTEN: usize = 8;

/// Texts that are offered again and again and are never right: test takers learn to strike them out.
fn never_right(entries: &[Entry]) -> Finding {
    let mut offered: BTreeMap<(&str, String), (usize, usize)> = BTreeMap::new();
    for e in entries {
        for (o, c) in e.choices.iter().enumerate().filter(|(o, _)| !e.is_fixed(*o)) {
            let (n, right) = offered.entry((&e.cell, c.trim().to_lowercase())).or_default();
            *n += 1;
            *right += usize::from(o == e.gold);
        }
    }
    let mut cases: Vec<(usize, String)> = offered
        .into_iter()
        .filter(|(_, (n, right))| *n >= OFTEN && *right == 0)
        .map(|((cell, text), (n, _))| (n, format!("{cell}: “{text}” is offered {n} times and never right")))
        .collect();
    cases.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    Finding::of(
        "implausible_distractor",
        Verdict::Warn,
        cases.into_iter().map(|c| c.1).collect(),
        format!("no option is offered {OFTEN} times or more in a cell and never right"),
        "draw distractors from what is right elsewhere",
    )
}

/// Convergence: the right option shares most words with the other options, alone.
fn convergence(entries: &[Entry]) -> Finding {
    let (mut told, mut right, mut expected, mut spread) = (0u64, 0.0, 0.0, 0.0);
    for e in entries {
        let words: Vec<Vec<String>> = e.choices.iter().map(|c| content(c)).collect();
        let share = |o: usize| -> usize {
            let own = words.get(o).map_or(&[][..], Vec::as_slice);
            words
                .iter()
                .enumerate()
                .filter(|(p, _)| *p != o)
                .map(|(_, w)| w.iter().filter(|x| own.contains(x)).count())
                .sum()
        };
        let shares: Vec<usize> = (0..words.len()).map(share).collect();
        let top = shares.iter().copied().max().unwrap_or(0);
        let mut at_top = shares.iter().enumerate().filter(|(_, s)| **s == top);
        if let (true, Some((only, _)), None) = (top > 0, at_top.next(), at_top.next()) {
            told += 1;
            expected += e.chance();
            spread += e.chance() * (1.0 - e.chance());
            right += f64::from(u8::from(only == e.gold));
        }
    }
    let what = format!(
        "the option that shares most words with the others is right in {right:.0} of {told} items, where chance gives {expected:.0}"
    );
    if right > expected + 3.0 * spread.sqrt() && told >= 8 {
        let cases = vec![what.clone()];
        Finding {
            count: told,
            ..Finding::of("convergence_cue", Verdict::Warn, cases, what, "vary distractors in all their parts")
        }
    } else {
        Finding::pass("convergence_cue", what)
    }
}

/// Numbers out of order; ours are drawn so on purpose.
fn lost_sequence(entries: &[Entry]) -> Finding {
    let unsorted = |e: &&Entry| {
        let numbers: Option<Vec<f64>> = (0..e.choices.len())
            .filter(|&o| !e.is_fixed(o))
            .map(|o| crate::audit::blind::number_of(e.choices.get(o)?))
            .collect();
        numbers.is_some_and(|n| n.len() > 2 && !n.is_sorted() && !n.iter().rev().is_sorted())
    };
    let count = entries.iter().filter(unsorted).count();
    Finding::info(
        "lost_sequence",
        format!("{count} items offer numbers out of order; drawn letters do that on purpose"),
    )
}

/// A distractor that the thesaurus relates to the right option.
fn related(e: &Entry, lexicon: &Lexicon, vectors: &dyn Vectors) -> Option<String> {
    // What ours rests on is checked against the annotation: a person's "no" outweighs the vocabulary's doubts.
    if e.origin.is_some() {
        return None;
    }
    let gold = vectors.term(e, e.gold)?;
    (0..e.choices.len()).filter(|&o| o != e.gold).find_map(|o| {
        let other = vectors.term(e, o)?;
        let name = match lexicon.relate(gold, other) {
            Relatedness::Same | Relatedness::Synonym => "a synonym of",
            Relatedness::Ancestor => "above",
            Relatedness::Descendant => "a kind of",
            _ => return None,
        };
        let text = |o: usize| e.choices.get(o).map_or("", String::as_str);
        Some(format!("“{}” is {name} “{}”", text(o), text(e.gold)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::blind::testing::entry;
    use crate::audit::words::Thesaurus;

    fn found(entries: &[Entry]) -> Vec<String> {
        let words = Thesaurus::embedded().unwrap();
        let all = flaws(entries, words.lexicon(), &words);
        all.into_iter().filter(|f| f.verdict >= Verdict::Warn).map(|f| f.check).collect()
    }

    #[test]
    fn every_rule_finds_its_flaw() {
        let fine = entry("0", "What is the object in the red box?", &["a cup", "a car", "a horse"], 1);
        assert_eq!(found(&[fine]), Vec::<String>::new());
        for (question, options, gold, want) in [
            ("What is the object?", &["red", "blue", "none of the above"][..], 0, "none_of_the_above"),
            ("What is the object?", &["red", "blue", "all of the above"], 0, "all_of_the_above"),
            ("The object is ____ today.", &["red", "blue"], 0, "fill_in_the_blank"),
            ("Is the object red today?", &["Yes", "No"], 0, "true_false_form"),
            ("What does the painter hold?", &["painter's brush", "an onion"], 0, "word_repeated_from_the_stem"),
            ("What is the object?", &["it always rains", "blue"], 0, "absolute_terms"),
            ("What is the object?", &["probably red", "blue"], 0, "vague_terms"),
            ("Which is not in the picture?", &["red", "blue"], 0, "negative_wording"),
            ("The object here", &["red", "blue"], 0, "unfocused_stem"),
            ("What is the object?", &["red", "blue", "A and B"], 0, "k_type"),
            ("What is the object?", &["a dog", "a puppy"], 0, "more_than_one_right"),
        ] {
            assert_eq!(found(&[entry("1", question, options, gold)]), [want], "{question} {options:?}");
        }
    }

    #[test]
    fn flaws_of_a_whole_set() {
        let mut all = Vec::new();
        for i in 0..40 {
            all.push(entry(&i.to_string(), "What is the object?", &["a cup", "a very long cup of tea", "a car"], 1));
        }
        let names = found(&all);
        assert!(
            names.contains(&"longest_is_right".into()) && names.contains(&"implausible_distractor".into()),
            "{names:?}"
        );
        let set: Vec<Entry> = (0..20)
            .map(|i| {
                entry(&i.to_string(), "What is the object?", &["red metal cup", "red wooden fork", "blue metal jug"], 0)
            })
            .collect();
        assert!(found(&set).contains(&"convergence_cue".into()));
    }

    #[test]
    fn there_are_nineteen() {
        assert_eq!(FLAWS.len(), 19);
    }
}

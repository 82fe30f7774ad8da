//! English and typography: rules that need no dictionary, each with a name.

use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use regex::Regex;
use std::sync::LazyLock;

/// A rule on one text.
struct Rule {
    name: &'static str,
    bad: Verdict,
    what: &'static str,
    pattern: &'static str,
    /// Matches that are right.
    fine: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule {
        name: "unfilled_slot",
        bad: Verdict::Fail,
        what: "no slot of a template was left unfilled",
        pattern: r"\{[a-z_0-9]*\}|\[(?:noun|object|concept|blank|name|color)\]|%[sd]\b|\bNone\b|\bnull\b|\bNaN\b|\bundefined\b",
        fine: &[],
    },
    Rule {
        name: "stray_markup",
        bad: Verdict::Fail,
        what: "no markup of another system is in the text",
        pattern: r"</?[a-zA-Z][^>]{0,40}>|&(?:amp|lt|gt|quot|#\d+);|\[/?EN#|<image>|\*\*|\\n",
        fine: &[],
    },
    Rule {
        name: "doubled_word",
        bad: Verdict::Warn,
        what: "no word stands twice in a row",
        // Backreferences are not of this crate: pairs are compared by hand.
        pattern: r"\b[a-zA-Z]+[ \t]+[a-zA-Z]+\b",
        fine: &["that that", "had had", "her her", "polka polka"],
    },
    Rule {
        name: "a_or_an",
        bad: Verdict::Warn,
        what: "“a” stands before consonants and “an” before vowels",
        pattern: r"(?i)\ban? [a-z]+",
        fine: &[],
    },
    Rule {
        name: "plural_after_number",
        bad: Verdict::Warn,
        what: "nouns are plural after numbers above one",
        pattern: r"(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten)(?: [a-z]+){1,3}\b",
        fine: &[],
    },
    Rule {
        name: "spacing",
        bad: Verdict::Warn,
        what: "no doubled space and no space before a mark",
        pattern: r"  +|[a-zA-Z0-9] [,;:?!](?:\s|$)|\( | \)|[a-z],[a-z]",
        fine: &[],
    },
    Rule {
        name: "lower_case_start",
        bad: Verdict::Warn,
        what: "questions begin with a capital letter",
        pattern: r#"^["'“(]*[a-z]"#,
        fine: &[],
    },
];

static PATTERNS: LazyLock<Vec<(&'static Rule, Regex)>> =
    LazyLock::new(|| RULES.iter().filter_map(|r| Regex::new(r.pattern).ok().map(|p| (r, p))).collect());

/// Words that begin with a vowel letter and a consonant's sound, and the other way round.
const CONSONANT: [&str; 12] = ["uni", "use", "usu", "eu", "one", "once", "ur", "ut", "ub", "ukulele", "ewe", "uk"];
const NOT_CONSONANT: [&str; 5] = ["unin", "unim", "urn", "utter", "urb"];
const VOWEL: [&str; 5] = ["hour", "honest", "honor", "heir", "herb"];

fn wants_an(word: &str) -> bool {
    let begins = |with: &[&str]| with.iter().any(|w| word.starts_with(w));
    if begins(&VOWEL) {
        return true;
    }
    word.starts_with(['a', 'e', 'i', 'o', 'u']) && (!begins(&CONSONANT) || begins(&NOT_CONSONANT))
}

/// Plurals without an s.
const PLURALS: [&str; 12] =
    ["people", "men", "women", "children", "sheep", "deer", "fish", "feet", "teeth", "mice", "geese", "oxen"];
/// Endings of words that stand between a number and its noun: "two black dogs".
const BETWEEN: [&str; 6] = ["ing", "ed", "en", "y", "al", "ish"];

/// Whether a match of a rule is a fault.
fn faulty(rule: &Rule, found: &str, nouns: &dyn Fn(&str) -> bool) -> bool {
    let lower = found.to_lowercase();
    if rule.fine.contains(&lower.as_str()) {
        return false;
    }
    let mut words = lower.split_whitespace();
    let (Some(a), Some(b)) = (words.next(), words.next()) else { return true };
    match rule.name {
        "doubled_word" => a == b,
        "a_or_an" => b.len() > 1 && (a == "an") != wants_an(b),
        "plural_after_number" => {
            let plural = |w: &str| w.ends_with('s') || PLURALS.contains(&w);
            nouns(b) && !plural(b) && !words.any(plural) && !BETWEEN.iter().any(|e| b.ends_with(e))
        }
        _ => true,
    }
}

/// The first fault of a rule in a text. Overlapping pairs of words are all looked at.
fn first(rule: &Rule, pattern: &Regex, text: &str, nouns: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut from = 0;
    while let Some(found) = pattern.find_at(text, from) {
        if faulty(rule, found.as_str(), nouns) {
            return Some(found.as_str().to_string());
        }
        let next = found.as_str().find(' ').map_or(found.end(), |s| found.start() + s + 1);
        from = next.max(found.start() + 1);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        if from >= text.len() {
            break;
        }
    }
    None
}

/// All rules over all questions and options. `nouns` says whether a word is a singular noun.
pub fn english(entries: &[Entry], nouns: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut out: Vec<Finding> = PATTERNS
        .iter()
        .map(|(rule, pattern)| {
            let cases = entries.iter().filter_map(|e| {
                let options = e.choices.iter().filter(|_| rule.name != "lower_case_start");
                let hit = std::iter::once(&e.question).chain(options).find_map(|t| first(rule, pattern, t, nouns))?;
                Some(format!("{}: “{hit}”", e.id))
            });
            Finding::of(rule.name, rule.bad, cases.collect(), rule.what, "correct the text or its template")
        })
        .collect();
    out.push(characters(entries));
    out.push(outliers(entries));
    out.extend(options(entries));
    out
}

fn characters(entries: &[Entry]) -> Finding {
    let odd = |c: char| (c.is_control() && c != '\n') || ['\u{fffd}', '\u{200b}', '\u{feff}'].contains(&c);
    let cases = entries.iter().filter_map(|e| {
        let mut texts = std::iter::once(&e.question).chain(&e.choices);
        texts.find_map(|t| t.chars().find(|c| odd(*c))).map(|c| format!("{}: U+{:04X}", e.id, c as u32))
    });
    let control = Finding::of(
        "control_characters",
        Verdict::Fail,
        cases.collect(),
        "no control, replacement or invisible character",
        "remove them",
    );
    let foreign =
        entries.iter().filter(|e| std::iter::once(&e.question).chain(&e.choices).any(|t| !t.is_ascii())).count();
    Finding { what: format!("{}; {foreign} items have non-ASCII text", control.what), ..control }
}

/// Texts much longer than the others of their cell.
fn outliers(entries: &[Entry]) -> Finding {
    let mut lengths: Vec<usize> = entries.iter().map(|e| e.question.chars().count()).collect();
    lengths.sort_unstable();
    let at = |share: f64| lengths.get((share * (lengths.len().max(1) - 1) as f64) as usize).copied().unwrap_or(0);
    let bar = at(0.75) + 6 * (at(0.75) - at(0.25)).max(10);
    let cases = entries.iter().filter(|e| e.question.chars().count() > bar || e.question.trim().chars().count() < 5);
    Finding::of(
        "length_outliers",
        Verdict::Warn,
        cases.map(|e| format!("{}: {} characters", e.id, e.question.chars().count())).collect(),
        format!("no question is empty or far longer than the others (over {bar} characters)"),
        "look at them: a caption ran on, or a stem is missing",
    )
}

/// Options that repeat or contain each other.
fn options(entries: &[Entry]) -> [Finding; 2] {
    let (mut same, mut inside) = (Vec::new(), Vec::new());
    for e in entries {
        let plain: Vec<String> = e.choices.iter().map(|c| c.trim().to_lowercase()).collect();
        for (i, a) in plain.iter().enumerate() {
            for (j, b) in plain.iter().enumerate().skip(i + 1) {
                if a == b {
                    same.push(format!("{}: “{a}”", e.id));
                } else if !e.is_fixed(i) && !e.is_fixed(j) && (contains(a, b) || contains(b, a)) {
                    inside.push(format!("{}: “{a}” and “{b}”", e.id));
                }
            }
        }
    }
    [
        Finding::of("same_options", Verdict::Fail, same, "no two options read the same", "remove or replace one"),
        Finding::of(
            "options_in_options",
            Verdict::Warn,
            inside,
            "no option contains another, word for word",
            "a reader of answers confuses them, and one may imply the other",
        ),
    ]
}

/// Whether a text has another in it at word boundaries.
fn contains(text: &str, part: &str) -> bool {
    !part.is_empty()
        && text.match_indices(part).any(|(at, _)| {
            let before = text.get(..at).and_then(|t| t.chars().next_back());
            let after = text.get(at + part.len()..).and_then(|t| t.chars().next());
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::blind::testing::entry;

    fn found(question: &str, options: &[&str]) -> Vec<String> {
        let nouns = |w: &str| ["dog", "cat", "banana"].contains(&w);
        let all = english(&[entry("1", question, options, 0)], &nouns);
        all.into_iter().filter(|f| f.verdict != Verdict::Pass).map(|f| f.check).collect()
    }

    #[test]
    fn every_rule_finds_its_fault_and_nothing_else() {
        let fine = "How many dogs are there, an hour after a unicorn left?";
        assert_eq!(found(fine, &["two dogs", "one dog"]), Vec::<String>::new());
        for (question, want) in [
            ("What is the the color of it?", "doubled_word"),
            ("Is it a apple or a pear?", "a_or_an"),
            ("Is it an unicorn or a pear?", "a_or_an"),
            ("Are there two dog in it?", "plural_after_number"),
            ("What is {noun} made of?", "unfilled_slot"),
            ("What is <b>this</b> made of?", "stray_markup"),
            ("What is it ?", "spacing"),
            ("What  is it?", "spacing"),
            ("what is it made of?", "lower_case_start"),
            ("What is\u{7} it made of?", "control_characters"),
            ("Is?", "length_outliers"),
        ] {
            assert_eq!(found(question, &["red", "blue"]), [want], "{question}");
        }
        assert_eq!(found("What is it made of?", &["Red", "red"]), ["same_options"]);
        assert_eq!(found("What is it made of?", &["green", "dark green"]), ["options_in_options"]);
        assert_eq!(found("What is it made of?", &["red", "bored"]), Vec::<String>::new());
    }
}

//! What people find when they verify an item, and what is decided where several did.

use crate::model::plan::letter;
use crate::model::reject::Reason;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Whether a verdict names options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Names {
    /// None.
    Nothing,
    /// One.
    One,
    /// Any number.
    Several,
}

/// A verdict that can be given.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Kind {
    /// Name in files.
    pub name: &'static str,
    /// Name on the page.
    pub title: &'static str,
    /// What it means.
    pub text: &'static str,
    /// Which options it can name.
    pub options: Names,
    /// Name of the reject of an item with this verdict; empty for `good`.
    #[serde(skip)]
    pub reason: Reason,
}

/// The verdicts, in the order of their keys 1 to 8.
pub const KINDS: [Kind; 8] = [
    Kind {
        name: GOOD,
        title: "Good",
        text: "One option is right, it is the key, and the question is plain.",
        options: Names::Nothing,
        reason: "",
    },
    Kind {
        name: WRONG_KEY,
        title: "Wrong key",
        text: "Another option is right. Mark it.",
        options: Names::One,
        reason: "review_wrong_key",
    },
    Kind {
        name: "several_right",
        title: "Several right",
        text: "More than one option can be called right. Mark them.",
        options: Names::Several,
        reason: "review_several_right",
    },
    Kind {
        name: "none_right",
        title: "None right",
        text: "No option is right.",
        options: Names::Nothing,
        reason: "review_none_right",
    },
    Kind {
        name: "ambiguous_referent",
        title: "Ambiguous referent",
        text: "It cannot be told what the question is about.",
        options: Names::Nothing,
        reason: "review_ambiguous_referent",
    },
    Kind {
        name: "box_wrong",
        title: "Box wrong",
        text: "The box marks something else than the question asks about.",
        options: Names::Nothing,
        reason: "review_box_wrong",
    },
    Kind {
        name: "bad_english",
        title: "Bad English",
        text: "The question or an option is not English that one would write. Mark the option.",
        options: Names::Several,
        reason: "review_bad_english",
    },
    Kind {
        name: "other",
        title: "Other",
        text: "Something else is wrong. Say what in a note.",
        options: Names::Several,
        reason: "review_other",
    },
];

/// A member of the item's exchange group was rejected.
pub const GROUP: Reason = "review_group";

/// Name of the verdict that keeps an item.
pub const GOOD: &str = "good";
const WRONG_KEY: &str = "wrong_key";

/// Longest note in bytes.
const LONGEST_NOTE: usize = 4_000;

/// Whether a reject's name is one under which people's verdicts drop items.
pub fn is_reason(name: &str) -> bool {
    name == GROUP || KINDS.iter().any(|k| !k.reason.is_empty() && k.reason == name)
}

/// One person's verdict on an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Name of a [`Kind`]; where several faults were found, the first of them in the order of [`KINDS`].
    pub verdict: String,
    /// Letters of the options that it names, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Further faults, in the order of [`KINDS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Fault>,
    /// A note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A fault beside the first one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Name of a [`Kind`].
    pub verdict: String,
    /// Letters of the options that it names, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

impl Fault {
    /// Puts the options in order; the place of the verdict in [`KINDS`].
    fn check(&mut self, choices: usize) -> Result<usize, String> {
        let place = place(&self.verdict).ok_or_else(|| format!("there is no verdict `{}`", self.verdict))?;
        self.options.sort();
        self.options.dedup();
        let letters: Vec<String> = (0..choices.min(26)).map(|i| letter(i as u8).to_string()).collect();
        if let Some(odd) = self.options.iter().find(|o| !letters.contains(o)) {
            return Err(format!("the item has no option `{odd}`"));
        }
        let most = match KINDS.get(place).map(|kind| kind.options) {
            Some(Names::One) => 1,
            Some(Names::Several) => choices,
            Some(Names::Nothing) | None => 0,
        };
        match self.options.len() > most {
            true => Err(format!("`{}` names at most {most} options", self.verdict)),
            false => Ok(place),
        }
    }
}

/// Place of a verdict in [`KINDS`].
fn place(name: &str) -> Option<usize> {
    KINDS.iter().position(|kind| kind.name == name)
}

impl Verdict {
    /// Reads a verdict on an item with so many options.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(value: &Value, choices: usize) -> Result<Verdict, String> {
        let mut verdict: Verdict = serde_json::from_value(value.clone()).map_err(|e| format!("not a verdict: {e}"))?;
        let first = Fault { verdict: verdict.verdict, options: verdict.options };
        let mut found = Vec::new();
        for mut fault in std::iter::once(first).chain(verdict.also) {
            found.push((fault.check(choices)?, fault));
        }
        found.sort_by_key(|(place, _)| *place);
        if let Some([(_, twice), ..]) = found.windows(2).find(|pair| matches!(pair, [a, b] if a.0 == b.0)) {
            return Err(format!("`{}` is said twice", twice.verdict));
        }
        let mut faults = found.into_iter().map(|(_, fault)| fault);
        let first = faults.next().ok_or("not a verdict")?;
        verdict.also = faults.collect();
        if first.verdict == GOOD && !verdict.also.is_empty() {
            return Err("an item with a fault is not good".into());
        }
        (verdict.verdict, verdict.options) = (first.verdict, first.options);
        if verdict.note.len() > LONGEST_NOTE {
            return Err(format!("the note has {} bytes, at most {LONGEST_NOTE} are kept", verdict.note.len()));
        }
        Ok(verdict)
    }

    /// The names of all that was said: `good`, or the faults in the order of [`KINDS`].
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.verdict).chain(self.also.iter().map(|fault| &fault.verdict)).map(String::as_str)
    }
}

/// What is done with an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// More people found it good than found a fault.
    Keep,
    /// It is dropped, for the commonest fault.
    Drop {
        /// Name of the reject.
        reason: Reason,
        /// Letter of the option that everybody who found the key wrong names as the right one, where nobody found
        /// another fault.
        right: Option<String>,
    },
}

/// The majority rule: an item stays when more people found it good than found a fault; in doubt it goes, for the
/// commonest fault, of equally common ones the first of [`KINDS`]. Who found several faults counts for each of them.
pub fn decide(verdicts: &[Verdict]) -> Decision {
    let good = verdicts.iter().filter(|v| v.verdict == GOOD).count();
    let faults: Vec<&Verdict> = verdicts.iter().filter(|v| v.verdict != GOOD).collect();
    if good > faults.len() || faults.is_empty() {
        return Decision::Keep;
    }
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for name in faults.iter().flat_map(|fault| fault.names()) {
        *counts.entry(place(name).unwrap_or(KINDS.len())).or_default() += 1;
    }
    let commonest = counts.iter().max_by_key(|(place, n)| (**n, std::cmp::Reverse(**place))).map(|(place, _)| *place);
    let kind = commonest.and_then(|place| KINDS.get(place));
    let named = faults.first().and_then(|f| f.options.first());
    let only = |f: &Verdict, n: &String| f.verdict == WRONG_KEY && f.also.is_empty() && f.options.first() == Some(n);
    let agreed = named.filter(|n| faults.iter().all(|f| only(f, n)));
    Decision::Drop { reason: kind.map_or("review_other", |k| k.reason), right: agreed.cloned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn verdict(name: &str, options: &[&str]) -> Verdict {
        Verdict::parse(&json!({"verdict": name, "options": options}), 4).unwrap()
    }

    #[test]
    fn a_majority_keeps_and_a_tie_drops() {
        let (good, box_wrong) = (verdict(GOOD, &[]), verdict("box_wrong", &[]));
        assert_eq!(decide(std::slice::from_ref(&good)), Decision::Keep);
        assert_eq!(decide(&[good.clone(), good.clone(), box_wrong.clone()]), Decision::Keep);
        let dropped = Decision::Drop { reason: "review_box_wrong", right: None };
        assert_eq!(decide(&[good, box_wrong]), dropped);
        assert_eq!(decide(&[]), Decision::Keep);
    }

    #[test]
    fn the_commonest_fault_names_the_reject_and_the_right_option_needs_agreement() {
        let (b, c, other) = (verdict("wrong_key", &["B"]), verdict("wrong_key", &["C"]), verdict("other", &[]));
        let right = |d: Decision| match d {
            Decision::Drop { reason, right } => (reason, right),
            Decision::Keep => ("", None),
        };
        assert_eq!(right(decide(&[b.clone(), b.clone()])), ("review_wrong_key", Some("B".into())));
        assert_eq!(right(decide(&[b.clone(), c])), ("review_wrong_key", None));
        assert_eq!(right(decide(&[other.clone(), other.clone(), b.clone()])), ("review_other", None));
        assert_eq!(right(decide(&[other, b])), ("review_wrong_key", None), "of equally common ones the first");
    }

    #[test]
    fn several_faults_of_one_person_are_put_in_order_and_count_each() {
        let both =
            json!({"verdict": "bad_english", "options": ["D", "B"], "also": [{"verdict": "ambiguous_referent"}]});
        let both = Verdict::parse(&both, 4).unwrap();
        assert_eq!(both.names().collect::<Vec<_>>(), ["ambiguous_referent", "bad_english"]);
        let written = serde_json::to_value(&both).unwrap();
        let also = json!([{"verdict": "bad_english", "options": ["B", "D"]}]);
        assert_eq!(written, json!({"verdict": "ambiguous_referent", "also": also}));
        let english = verdict("bad_english", &[]);
        let dropped = |reason| Decision::Drop { reason, right: None };
        assert_eq!(decide(std::slice::from_ref(&both)), dropped("review_ambiguous_referent"));
        assert_eq!(decide(&[both.clone(), english]), dropped("review_bad_english"));
        assert_eq!(decide(&[both, verdict(GOOD, &[]), verdict(GOOD, &[])]), Decision::Keep, "one person is one voice");
        let wrong = json!({"verdict": "wrong_key", "options": ["B"], "also": [{"verdict": "other"}]});
        let wrong = Verdict::parse(&wrong, 4).unwrap();
        assert_eq!(decide(&[wrong]), dropped("review_wrong_key"), "another key alone does not mend it");
    }

    #[test]
    fn what_is_no_verdict_is_refused() {
        for (value, says) in [
            (json!("good"), "not a verdict"),
            (json!({"verdict": "fine"}), "there is no verdict `fine`"),
            (json!({"verdict": "wrong_key", "options": ["E"]}), "no option `E`"),
            (json!({"verdict": "wrong_key", "options": ["A", "B"]}), "at most 1"),
            (json!({"verdict": "good", "options": ["A"]}), "at most 0"),
            (json!({"verdict": "other", "note": "x".repeat(4_001)}), "at most 4000"),
            (json!({"verdict": "good", "more": 1}), "not a verdict"),
            (json!({"verdict": "good", "also": [{"verdict": "other"}]}), "not good"),
            (json!({"verdict": "other", "also": [{"verdict": "good"}]}), "not good"),
            (json!({"verdict": "other", "also": [{"verdict": "other"}]}), "`other` is said twice"),
            (json!({"verdict": "other", "also": [{"verdict": "box_wrong", "options": ["A"]}]}), "at most 0"),
            (json!({"verdict": "other", "also": [{"verdict": "fine"}]}), "there is no verdict `fine`"),
        ] {
            let e = Verdict::parse(&value, 4).unwrap_err();
            assert!(e.contains(says), "{e}");
        }
    }
}

//! Nothing false gets through: every lie about every turn that gives it occasion.

#[path = "../../../../tests/support/liar.rs"]
mod liar;

use super::super::check::testing::verifier;
use super::fresh::FRESH;
use super::honest::{PAIRS, speaker};
use super::real::{HELD_OUT, TUNED};
use liar::LIES;
use std::collections::BTreeMap;

/// Lies that leave some turns true: what they make of these turns says the same as before.
const HARMLESS: &[(&str, &str)] = &[
    // The picture is where everything is.
    ("drops the last words", "in the picture."),
    ("drops the last words", "Tell me about the people in the picture."),
    ("drops the last words", "in this picture."),
    ("drops the last words", "there as well."),
    ("drops the last words", "in that place."),
    // The grammar is wrong, not the fact.
    ("takes it for them", "So it is a fair statement."),
    ("reports instead", "Could you test this statement?"),
    ("reports instead", "in the sentence does not fit"),
    ("reports instead", "But the sentence has"),
    // A request is a question.
    ("asks instead", "Let's look"),
    ("asks instead", "Give me the"),
    ("asks instead", "please."),
    ("asks instead", "say what is"),
    ("asks instead", "Point me to"),
    ("asks instead", "Tell me"),
    ("adds a yes", "Yes, there is"),
    ("reports instead", "The statement says"),
    ("reports instead", "Is this statement true?"),
    ("asks instead", "Is this statement true?"),
    ("asks instead", "A few words will do."),
    ("asks instead", "Please look closely."),
    ("asks instead", "Have a look whether"),
    ("asks instead", "Only tell me what you can see."),
    ("reports instead", "The sentence puts"),
    ("reports instead", "The sentence is about"),
    ("reports instead", "It speaks of"),
    // What is left out or put in is part of no fact.
    ("drops the last words", "you would like to know."),
    ("drops the last words", "what you can see."),
    ("drops the last words", "what is there."),
    ("takes it for them", "I would not sign it."),
    ("adds only", "I only describe what is there."),
];

#[test]
fn no_lie_gets_through() {
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    let mut believed = Vec::new();
    for (who, turn, _) in PAIRS.iter().chain(TUNED).chain(HELD_OUT).chain(FRESH) {
        for (name, lie) in LIES {
            let Some(text) = lie(turn).filter(|t| t != turn) else { continue };
            *told.entry(name).or_default() += 1;
            let harmless = HARMLESS.iter().any(|(n, t)| n == name && turn.contains(t));
            if verifier().verify(speaker(who), turn, true, &text).is_ok() && !harmless {
                believed.push(format!("{name}: {turn} -> {text}"));
            }
        }
    }
    assert!(believed.is_empty(), "{} believed:\n{}", believed.len(), believed.join("\n"));
    let untold: Vec<&str> = LIES.iter().map(|(name, _)| *name).filter(|n| !told.contains_key(n)).collect();
    assert!(untold.is_empty(), "no turn gives occasion for {untold:?}");
    assert!(LIES.len() >= 25 && told.values().sum::<usize>() > 1_000);
}

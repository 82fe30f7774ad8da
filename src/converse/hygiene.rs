//! What must hold of every dialogue, whatever it is about. `converse` checks all that it writes.

use crate::lexicon::{Detail, Lexicon, Relatedness};
use crate::model::dialogue::{Assertion, Dialogue, Speaker};
use crate::model::reject::Reason;
use crate::model::term::{Domain, TermId};

/// Faults by name, each with what it means.
pub const FAULTS: &[(Reason, &str)] = &[
    ("no_turns", "a dialogue without turns"),
    ("roles", "user and assistant do not take turns, beginning with the user and ending with the assistant"),
    ("unfilled", "a slot or a gap is left in a text"),
    ("untidy", "doubled or missing spaces, doubled words, a sentence without a capital or an end"),
    ("marker", "a text holds a marker that training programs take for their own, such as <image>"),
    ("no_picture", "the first user turn has no picture to be about"),
    ("no_facts", "an answer rests on no fact"),
    ("box_unsaid", "a drawn box whose color nobody mentions, and nothing else tells what it is for"),
    ("contradiction", "two turns of the dialogue cannot both be true"),
];

/// The faults of a dialogue, with what was found.
pub fn faults(dialogue: &Dialogue, lexicon: &Lexicon) -> Vec<(Reason, String)> {
    let mut out = Vec::new();
    if dialogue.turns.is_empty() {
        out.push(("no_turns", String::new()));
    }
    let roles = |i: usize| if i.is_multiple_of(2) { Speaker::User } else { Speaker::Assistant };
    if dialogue.turns.iter().enumerate().any(|(i, t)| t.role != roles(i)) || !dialogue.turns.len().is_multiple_of(2) {
        out.push(("roles", String::new()));
    }
    if dialogue.image.is_empty() {
        out.push(("no_picture", String::new()));
    }
    for turn in &dialogue.turns {
        if turn.text.contains(['{', '}']) || turn.text.contains("__") {
            out.push(("unfilled", turn.text.clone()));
        }
        if let Some(what) = untidy(&turn.text) {
            out.push(("untidy", format!("{what}: {}", turn.text)));
        }
        if MARKERS.iter().any(|m| turn.text.contains(m)) {
            out.push(("marker", turn.text.clone()));
        }
        if turn.role == Speaker::Assistant && turn.facts.is_empty() {
            out.push(("no_facts", turn.text.clone()));
        }
    }
    for b in &dialogue.boxes {
        let said = dialogue.turns.iter().any(|t| t.text.contains(b.color.as_str()));
        let told = dialogue.turns.iter().any(|t| ["box", "mark"].iter().any(|w| t.text.contains(w)));
        if !said && !told {
            out.push(("box_unsaid", b.color.clone()));
        }
    }
    let says: Vec<&Assertion> = dialogue.turns.iter().flat_map(|t| &t.says).collect();
    if let Some((a, b)) = contradiction(&says, lexicon) {
        out.push(("contradiction", format!("{} of {} and {} of {}", show(a), a.of, show(b), b.of)));
    }
    out
}

/// Texts that training programs take for markers of their own.
pub(super) const MARKERS: &[&str] =
    &["<image>", "<video>", "<audio>", "<bbox>", "<ref-object>", "</s>", "ASSISTANT:", "<|"];

fn show(a: &Assertion) -> String {
    format!("{}{}", if a.holds { "" } else { "not " }, a.value)
}

/// What is wrong with a text's looks.
pub(super) fn untidy(text: &str) -> Option<&'static str> {
    let trimmed = text.trim();
    if trimmed != text || text.is_empty() || text.contains("  ") || text.contains(" .") || text.contains(" ,") {
        return Some("spaces");
    }
    if text.contains("..") || text.contains(",.") || text.contains(".,") || text.contains("?.") {
        return Some("punctuation");
    }
    if !text.ends_with(['.', '?', '!', '"']) {
        return Some("no end");
    }
    if !text.starts_with('"') && text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase) {
        return Some("no capital");
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let doubled = words
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.eq_ignore_ascii_case(b) && a.chars().all(char::is_alphabetic)));
    doubled.then_some("doubled word")
}

/// Two assertions that cannot both be true.
pub fn contradiction<'a>(says: &[&'a Assertion], lexicon: &Lexicon) -> Option<(&'a Assertion, &'a Assertion)> {
    says.iter()
        .enumerate()
        .find_map(|(i, a)| says.iter().skip(i + 1).find(|b| against(a, b, lexicon)).map(|b| (*a, *b)))
}

fn domain(target: &str) -> Option<Domain> {
    crate::target::find(target).map(|t| t.domain())
}

fn against(a: &Assertion, b: &Assertion, lexicon: &Lexicon) -> bool {
    if a.target != b.target {
        return false;
    }
    let Some(domain) = domain(&a.target) else { return false };
    let term = |v: &str| lexicon.lookup(domain, v);
    let (Some(va), Some(vb)) = (term(&a.value), term(&b.value)) else { return false };
    let vb = if a.of == b.of {
        vb
    } else {
        match turned(&a.of, &b.of).and_then(|()| inverse(vb, lexicon)) {
            Some(inverse) => inverse,
            None => return a.of.starts_with("class:") && b.of.starts_with("class:") && classes(a, va, b, vb, lexicon),
        }
    };
    match (a.holds, b.holds) {
        (true, true) => lexicon.relate(va, vb).exclusive().is_some(),
        (false, false) => false,
        // To deny an animal and to see a dog.
        (true, false) => {
            matches!(lexicon.relate(va, vb), Relatedness::Same | Relatedness::Synonym | Relatedness::Ancestor)
        }
        (false, true) => {
            matches!(lexicon.relate(vb, va), Relatedness::Same | Relatedness::Synonym | Relatedness::Ancestor)
        }
    }
}

/// Of different classes only presence and absence can contradict each other.
fn classes(a: &Assertion, va: TermId, b: &Assertion, vb: TermId, lexicon: &Lexicon) -> bool {
    let (there, lacking) = match (a.holds, b.holds) {
        (true, false) => (va, vb),
        (false, true) => (vb, va),
        _ => return false,
    };
    a.target == "entity"
        && matches!(lexicon.relate(there, lacking), Relatedness::Same | Relatedness::Synonym | Relatedness::Ancestor)
}

/// Whether two ordered pairs are each other's reverse.
fn turned(a: &str, b: &str) -> Option<()> {
    let ((x, y), (u, v)) = (a.split_once('>')?, b.split_once('>')?);
    (x == v && y == u).then_some(())
}

fn inverse(term: TermId, lexicon: &Lexicon) -> Option<TermId> {
    match lexicon.term(term).detail {
        Detail::Spatial { inverse, .. } => inverse,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(target: &str, of: &str, value: &str, holds: bool) -> Assertion {
        Assertion { target: target.into(), of: of.into(), value: value.into(), holds }
    }

    #[test]
    fn what_cannot_both_be_true_is_found_and_nothing_else() {
        let lexicon = Lexicon::embedded().unwrap();
        let clash = |a: Assertion, b: Assertion| contradiction(&[&a, &b], &lexicon).is_some();
        assert!(clash(says("color", "r1", "red", true), says("color", "r1", "blue", true)));
        assert!(!clash(says("color", "r1", "red", true), says("color", "r2", "blue", true)));
        assert!(clash(says("color", "r1", "red", true), says("color", "r1", "red", false)));
        assert!(!clash(says("color", "r1", "red", true), says("color", "r1", "blue", false)));
        assert!(clash(says("number", "class:dog", "two", true), says("number", "class:dog", "three", true)));
        assert!(clash(says("entity", "class:dog", "dog", true), says("entity", "class:dog", "dog", false)));
        assert!(clash(says("entity", "class:dog", "dog", true), says("entity", "class:animal", "animal", false)));
        assert!(!clash(says("entity", "class:dog", "dog", true), says("entity", "class:cat", "cat", true)));
        assert!(!clash(says("entity", "class:animal", "animal", true), says("entity", "class:dog", "dog", false)));
        let left = || says("spatial", "a>b", "to the left of", true);
        assert!(clash(left(), says("spatial", "b>a", "to the left of", true)));
        assert!(!clash(left(), says("spatial", "b>a", "to the right of", true)));
        assert!(clash(left(), says("spatial", "b>a", "to the right of", false)));
    }

    #[test]
    fn untidy_texts_are_found() {
        for text in ["what is it?", "A  cup.", "A cup", "The the cup.", "A cup..", " A cup.", "A cup ."] {
            assert!(untidy(text).is_some(), "{text}");
        }
        for text in ["A cup.", "1. A cup.\n2. It is red.", "Is it \"red\"?", "Write this: \"A cup.\""] {
            assert_eq!(untidy(text), None, "{text}");
        }
    }
}

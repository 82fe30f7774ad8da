//! What dialogues about small scenes say, as kinds: each test states a rule of truth or of speech.

use super::{Form, Matter, Stock, Vocabulary, dialogues, pools::Pools, script::Draft};
use crate::model::dialogue::Speaker;
use crate::model::fact::Fact;
use crate::model::scene::Scene;
use crate::target::testing::{Build, LEXICON};
use crate::target::{Context, Found, Limits, TARGETS};

/// Many dialogues of a form about a scene.
fn told(build: Build, form: Form) -> Vec<Draft> {
    let scene: Scene = build.scene();
    let limits = Limits::default();
    let cx = Context { lexicon: &LEXICON, limits: &limits };
    let picture = crate::target::picture(&scene);
    let mut found = Found::default();
    TARGETS.iter().for_each(|t| t.facts(&scene, &picture, &cx, &mut found));
    let facts: Vec<Fact> = found.facts;
    let matter = Matter::new(&scene, &facts, &cx);
    let pools = Pools::load(None).unwrap();
    let mut vocabulary = Vocabulary::default();
    facts.iter().for_each(|f| vocabulary.add(f));
    let stock = Stock { lexicon: &LEXICON, pools: &pools, vocabulary: &vocabulary, seed: 7 };
    let all: Vec<Draft> = dialogues(&matter, form, 150, true, &stock).into_iter().flatten().collect();
    assert!(all.len() > 20, "{} of {}", all.len(), super::capacity(&matter, form));
    all
}

fn said(draft: &Draft, who: Speaker) -> impl Iterator<Item = &str> {
    draft.turns.iter().filter(move |t| t.role == who).map(|t| t.text.as_str())
}

fn complete(scene: Build, labels: &[&str]) -> Build {
    scene.coverage(|c| {
        c.exhaustive = labels.iter().map(|l| (*l).to_owned()).collect();
        c.verified_absent = ["dog", "kite", "boat"].map(str::to_owned).to_vec();
    })
}

#[test]
fn two_boxes_of_one_thing_are_not_several_things() {
    let basin = || Build::new().region("sink", [10, 100, 600, 300]).region("sink", [20, 120, 250, 100]);
    for draft in told(complete(basin(), &[]), Form::MultiRound) {
        assert!(said(&draft, Speaker::Assistant).all(|t| !t.contains("sinks")), "{draft:?}");
    }
    let two = Build::new().region("sink", [10, 100, 200, 100]).region("sink", [400, 100, 200, 100]);
    let two = told(complete(two, &[]), Form::MultiRound);
    assert!(two.iter().any(|d| said(d, Speaker::Assistant).any(|t| t.contains("sinks"))));
}

#[test]
fn nobody_asks_for_what_was_just_named_or_begins_with_and() {
    let people = Build::new().region("person", [10, 50, 100, 300]).region("person", [300, 50, 100, 300]);
    for draft in told(complete(people, &["person"]), Form::MultiRound) {
        let first = draft.turns[0].text.as_str();
        assert!(!first.starts_with("And ") && !first.starts_with("Now "), "{first}");
        let named = draft.turns.iter().position(|t| t.role == Speaker::Assistant && t.text.contains("two people"));
        let asked = |w: &String| w.contains("entity.exists.ask");
        let later = draft.turns.iter().zip(&draft.wordings).skip(named.map_or(usize::MAX, |i| i + 1));
        for (turn, _) in later.filter(|(_, w)| asked(w)) {
            assert!(!turn.text.contains("person"), "{draft:?}");
        }
    }
}

#[test]
fn what_a_caption_shows_is_told_in_clauses_about_what_it_names() {
    const CAPTIONS: [&str; 3] = [
        "Two men stand by a wooden bench with red cushions.",
        "A woman smiles beside a white van.",
        "A wooden bench is near a white van.",
    ];
    let scene = CAPTIONS.iter().fold(Build::new(), |b, c| b.caption(c));
    let mut seen = [false; 5];
    for draft in told(scene, Form::FactCheck) {
        let answers: Vec<&str> = said(&draft, Speaker::Assistant).collect();
        let all = answers.join(" ");
        for (found, clause) in seen.iter_mut().zip([
            "the cushions are red",
            "the bench is made of wood",
            "two of them",
            "the woman is smiling",
            "the men are standing",
        ]) {
            *found |= all.to_lowercase().contains(clause);
        }
        // A verb or an adjective alone is no sight.
        for word in ["\"smiles\"", "\"smiling\"", "\"stand\"", "\"red\"", "\"two\""] {
            for sight in ["I see ", "shows ", "tell me ", "count is "] {
                assert!(!all.contains(&format!("{sight}{word}")), "{all}");
            }
        }
        // What is right is the caption itself, in its own words.
        let claim = draft.claim.as_ref().map_or("", |c| c.text.as_str());
        assert!(
            !claim.contains("wood ") && !all.contains("wood bench") && !all.contains("should be \"wood\""),
            "{all}"
        );
        if let Some((_, right)) = all.rsplit_once(": \"").filter(|_| draft.verdict == Some(false)) {
            let right = right.split('"').next().unwrap();
            assert!(CAPTIONS.contains(&right) || !right.ends_with('.'), "{all}");
        }
    }
    assert_eq!(seen, [true; 5]);
}

#[test]
fn a_caption_with_two_of_a_kind_has_singled_out_none() {
    let scene = Build::new().caption("A man in a red shirt talks to a man in a blue shirt near a green van.");
    for draft in told(scene, Form::FactCheck) {
        for text in said(&draft, Speaker::Assistant) {
            let text = text.to_lowercase();
            assert!(!text.contains("the shirt") && !text.contains("the man"), "{text}");
        }
    }
}

#[test]
fn persons_are_no_things_and_a_second_one_is_another() {
    let pair = || {
        Build::new()
            .region("person", [10, 50, 100, 300])
            .region("person", [400, 50, 100, 300])
            .relation(0, "to the left of", 1, true)
            .relation(1, "to the right of", 0, true)
    };
    let mut another = false;
    for draft in told(pair(), Form::VisionPrompted) {
        let all: String = draft.turns.iter().map(|t| format!("{} ", t.text)).collect();
        assert!(!all.contains("the thing") && !all.contains("the object"), "{all}");
        assert!(!all.contains("around it.") || !all.contains("person has"), "{all}");
        another |= all.contains("another person");
        for turn in draft.turns.iter().filter(|t| t.text.contains(" a person") && t.text.contains("another")) {
            assert_eq!(turn.text.matches("a person").count(), 1, "{}", turn.text);
        }
    }
    assert!(another);
}

#[test]
fn a_plural_is_not_named_in_the_singular() {
    let worn = || {
        Build::new()
            .region("boy", [10, 50, 100, 300])
            .region("trousers", [20, 200, 80, 150])
            .relation(0, "wear", 1, true)
    };
    for form in [Form::VisionPrompted, Form::FactCheck] {
        for draft in told(worn(), form) {
            let all: String = draft.turns.iter().map(|t| format!("{} ", t.text)).collect();
            for bad in ["is trousers", "It is ribs", "There is trousers", "a trousers"] {
                assert!(!all.contains(bad), "{all}");
            }
        }
    }
}

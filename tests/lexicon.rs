//! The lexicon as the rest of the program uses it: embedded files, lookups, relations, inflections.

use groundline::lexicon::{Lexicon, Relatedness, Surface};
use groundline::model::term::{Domain, Inflection, TermId};

fn lexicon() -> Lexicon {
    Lexicon::embedded().unwrap()
}

fn id(lexicon: &Lexicon, domain: Domain, text: &str) -> TermId {
    lexicon.lookup(domain, text).unwrap_or_else(|| panic!("no {text}"))
}

#[test]
fn relations_of_things_follow_taxonomy_parts_conflicts_and_groups() {
    let l = lexicon();
    let relate = |a: &str, b: &str| l.relate(id(&l, Domain::Entity, a), id(&l, Domain::Entity, b));
    assert_eq!(relate("dog", "cat"), Relatedness::Exclusive("sibling"));
    assert_eq!(relate("dog", "animal"), Relatedness::Ancestor);
    assert_eq!(relate("dog", "puppy"), Relatedness::Descendant);
    assert_eq!(relate("dog", "chair"), Relatedness::Exclusive("kind"));
    assert_eq!(relate("boy", "man"), Relatedness::Conflict);
    assert_eq!(relate("car", "wheel"), Relatedness::Part);
    assert_eq!(relate("wheel", "bus"), Relatedness::Whole);
    assert_eq!(relate("player", "man"), Relatedness::Incomparable);
    assert_eq!(relate("sofa", "couch"), Relatedness::Same);
    assert!(!relate("dog", "cat").vetoes() && relate("cup", "mug").vetoes());
}

#[test]
fn relations_of_the_other_domains() {
    let l = lexicon();
    let relate = |d: Domain, a: &str, b: &str| l.relate(id(&l, d, a), id(&l, d, b));
    assert_eq!(relate(Domain::Color, "red", "blue"), Relatedness::Exclusive("hue_family"));
    assert_eq!(relate(Domain::Color, "gray", "white"), Relatedness::Conflict);
    assert_eq!(relate(Domain::Color, "light blue", "dark blue"), Relatedness::Conflict);
    assert_eq!(relate(Domain::Number, "two", "3"), Relatedness::Exclusive("number"));
    assert_eq!(relate(Domain::Material, "wooden", "metal"), Relatedness::Exclusive("material"));
    assert_eq!(relate(Domain::Material, "steel", "metal"), Relatedness::Ancestor);
    assert_eq!(relate(Domain::Action, "sitting", "runs"), Relatedness::Exclusive("posture"));
    assert_eq!(relate(Domain::Action, "ride", "smile"), Relatedness::Independent);
    assert_eq!(relate(Domain::Action, "sit", "ride"), Relatedness::Conflict);
    assert_eq!(relate(Domain::Spatial, "to the left of", "to the right of"), Relatedness::Exclusive("opposite"));
    assert_eq!(relate(Domain::Spatial, "to the left of", "under"), Relatedness::Independent);
    assert_eq!(relate(Domain::Spatial, "on", "above"), Relatedness::Conflict);
    let (red, dog) = (id(&l, Domain::Color, "red"), id(&l, Domain::Entity, "dog"));
    assert_eq!(l.relate(red, dog), Relatedness::Incomparable);
}

#[test]
fn lookups_take_case_hyphens_plurals_and_verb_forms() {
    let l = lexicon();
    let name = |d: Domain, text: &str| l.lookup(d, text).map(|id| l.term(id).name.clone());
    assert_eq!(name(Domain::Entity, "Wine_Glasses").as_deref(), Some("wine glass"));
    assert_eq!(name(Domain::Entity, "Automobiles").as_deref(), Some("car"));
    assert_eq!(name(Domain::Action, "rode").as_deref(), Some("ride"));
    assert_eq!(name(Domain::Color, "light_blue").as_deref(), Some("light blue"));
    assert_eq!(name(Domain::Spatial, "inside_of").as_deref(), Some("inside of"));
    assert_eq!(name(Domain::Number, "3").as_deref(), Some("three"));
    assert_eq!(name(Domain::Entity, "glorp"), None);
}

#[test]
fn scans_find_the_longest_terms_at_word_boundaries() {
    let l = lexicon();
    let found = |d: Domain, text: &str| -> Vec<(String, Surface)> {
        l.scan(d, text).into_iter().map(|m| (text[m.span].to_owned(), m.surface)).collect()
    };
    assert_eq!(
        found(Domain::Entity, "Two dogs near a wine-glass and a carport"),
        [("dogs".to_owned(), Surface::Plural), ("wine-glass".to_owned(), Surface::Singular)]
    );
    assert_eq!(
        found(Domain::Number, "Two dogs, 3 cats, 23 birds at 3:30"),
        [("Two".to_owned(), Surface::Word), ("3".to_owned(), Surface::Digits)]
    );
    assert_eq!(found(Domain::Action, "A man is riding"), [("riding".to_owned(), Surface::Ing)]);
    assert_eq!(
        found(Domain::Spatial, "a cup to the left of a plate"),
        [("to the left of".to_owned(), Surface::Listed)]
    );
}

#[test]
fn counted_nouns() {
    let l = lexicon();
    let counted = |n: &str, noun: &str| l.counted(id(&l, Domain::Number, n), id(&l, Domain::Entity, noun));
    assert_eq!(counted("three", "dog"), "three dogs");
    assert_eq!(counted("one", "dog"), "one dog");
    assert_eq!(counted("two", "sheep"), "two sheep");
    assert_eq!(counted("one", "scissors"), "one pair of scissors");
    assert_eq!(counted("two", "scissors"), "two pairs of scissors");
    assert_eq!(l.inflect(id(&l, Domain::Entity, "umbrella"), Inflection::CapitalIndefinite), "An umbrella");
    assert_eq!(l.inflect(id(&l, Domain::Action, "sit"), Inflection::Ing), "sitting");
}

/// The figure of the brief (50 ms in release) with room for a busy machine and a debug build.
#[test]
fn loading_and_relating_are_quick() {
    let start = std::time::Instant::now();
    let l = lexicon();
    let loading = start.elapsed();
    let things = l.terms(Domain::Entity);
    let start = std::time::Instant::now();
    let mut vetoes = 0u32;
    for &a in things.iter().take(1000) {
        for &b in things.iter().take(1000) {
            vetoes += u32::from(l.relate(a, b).vetoes());
        }
    }
    let per_million = start.elapsed();
    let start = std::time::Instant::now();
    let caption = "Two young men in blue jackets are riding bicycles past a wine glass on a wooden table";
    let found: usize = (0..10_000).map(|_| l.scan(Domain::Entity, caption).len()).sum();
    println!(
        "load {loading:?}, a million relations {per_million:?} ({vetoes} veto), 10,000 scans {:?} ({found})",
        start.elapsed()
    );
    if !cfg!(debug_assertions) {
        assert!(loading.as_millis() < 250, "{loading:?}");
        assert!(per_million.as_millis() < 100, "{per_million:?}");
    }
}

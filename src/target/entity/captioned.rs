//! What a caption names: a noun that may be replaced by another, in a caption that stays English.

use super::NAME;
use crate::lexicon::{Count, Relatedness};
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::Scene;
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::caption::{self, Noun};
use crate::target::words::{self, is_any};
use crate::target::{Context, Found, draft, region};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// Adds a fact for every noun that can be replaced. Nouns that do not stand as "determiner, adjectives, noun" are no
/// candidates and are not counted.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let nouns = caption::nouns(scene, cx);
    let mut truth: SmallVec<[TermId; 4]> = SmallVec::new();
    nouns.iter().for_each(|n| draft::push(&mut truth, n.term));
    scene.regions.iter().filter_map(|r| region::term(cx, r)).for_each(|t| draft::push(&mut truth, t));
    truth.sort_unstable();
    for noun in nouns.iter().filter(|n| n.head) {
        let Some((span, how)) = shape(cx, noun) else { continue };
        let Some(caption) = scene.captions.get(noun.caption) else { continue };
        let key = caption::key(caption, &noun.span);
        if let Err((reason, detail)) = plain(cx, noun, &nouns) {
            out.reject(picture, NAME, key, reason, detail);
            continue;
        }
        let agreed = nouns.iter().any(|o| o.caption != noun.caption && o.term == noun.term);
        let count = match cx.lexicon.term(noun.term).count() {
            Count::Count => "count",
            Count::Mass => "mass",
            Count::Plural | Count::Pair => "plural",
        };
        let group = &cx.lexicon.term(noun.term).group;
        out.facts.push(Fact {
            annotations: smallvec::smallvec![caption.id.as_str().into()],
            form: Some(Form::Caption),
            tier: if agreed { GoldTier::Agreed } else { GoldTier::Single },
            truth: truth.clone(),
            closed: Some(Evidence::exclusive("sibling")),
            noun_context: draft::context(NAME, Form::Caption, how, &[count, draft::head(cx.lexicon, Some(noun.term))]),
            pattern_context: draft::context(NAME, Form::Caption, how, &[count, group]),
            slots: Slots { gap: Some(caption::gap(caption, span)), ..Slots::default() },
            ..draft::fact(picture, NAME, key, noun.term, how)
        });
    }
}

/// The span to replace and how: the article goes with the noun, because another noun may need another.
fn shape(cx: &Context, noun: &Noun) -> Option<(Range<usize>, Inflection)> {
    let before = caption::before(cx, noun.text, noun.span.start)?;
    let determiner = &noun.text[before.determiner.clone()];
    let article = is_any(determiner, &["a", "an"]);
    let one = article || is_any(determiner, &["another", "each", "one", "that", "this"]);
    if noun.plural && one && cx.lexicon.term(noun.term).count() == Count::Count {
        return None; // "another flies through the air"
    }
    let several = cx.lexicon.lookup(Domain::Number, determiner).and_then(|n| cx.lexicon.term(n).value()) > Some(1);
    if several && !noun.plural {
        return None; // "three guinea fowl": another noun would need its plural
    }
    Some(match (noun.plural, article && before.direct) {
        (true, _) => (noun.span.clone(), Inflection::Plural),
        (false, true) if caption::is_first(noun.text, before.determiner.start) => {
            (before.determiner.start..noun.span.end, Inflection::CapitalIndefinite)
        }
        (false, true) => (before.determiner.start..noun.span.end, Inflection::Indefinite),
        (false, false) => (noun.span.clone(), Inflection::Bare),
    })
}

/// What captions name and pictures do not show.
const UNSEEN: &[&str] = &[
    "air",
    "area",
    "background",
    "camera",
    "day",
    "distance",
    "foreground",
    "front",
    "image",
    "middle",
    "photo",
    "photograph",
    "photographer",
    "picture",
    "scene",
    "side",
    "view",
    "viewer",
    "way",
];

/// Whether the noun names one visible thing beyond doubt.
fn plain(cx: &Context, noun: &Noun, nouns: &[Noun]) -> Result<(), (Reason, String)> {
    let name = &noun.text[noun.span.clone()];
    let refuse = |reason| Err((reason, name.to_owned()));
    if cx.lexicon.lookup(Domain::Color, name).is_some() || cx.lexicon.lookup(Domain::Material, name).is_some() {
        return refuse("ambiguous_word"); // "in an orange and white shirt", "a glass"
    }
    if is_any(name, UNSEEN) {
        return refuse("not_seen"); // "looks at the camera"
    }
    let listed = cx.lexicon.inflect(noun.term, if noun.plural { Inflection::Plural } else { Inflection::Bare });
    if !name.eq_ignore_ascii_case(listed) {
        return refuse("other_word"); // a "track" may be a path, but railway tracks are none
    }
    if words::next(noun.text, noun.span.end).is_some_and(|next| is_any(&noun.text[next], &["of"])) {
        return refuse("partitive"); // "a slice of pizza": what is it that is seen?
    }
    // Captions that disagree about one thing: someone is wrong.
    let other = |o: &&Noun| {
        noun.chain.is_some()
            && o.chain == noun.chain
            && o.head
            && matches!(cx.lexicon.relate(noun.term, o.term), Relatedness::Exclusive(_))
    };
    match nouns.iter().find(other) {
        Some(o) => Err(("captions_disagree", format!("{name}, {}", &o.text[o.span.clone()]))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::entity::Entity;
    use crate::target::testing::{Build, names, refuted};

    /// `before|gold|inflection|after` of the facts of one caption.
    fn gaps(caption: &str) -> Vec<String> {
        let found = Build::new().caption(caption).found(&Entity);
        let show = |f: &Fact| {
            let gap = f.slots.gap.as_ref().map_or(("", ""), |g| (&g.before, &g.after));
            format!("{}|{}|{:?}|{}", gap.0, names(&[f.gold])[0], f.inflection, gap.1)
        };
        found.facts.iter().map(show).collect()
    }

    #[test]
    fn the_article_goes_with_the_noun_and_adjectives_stay() {
        assert_eq!(
            gaps("A dog sits near the brown cat."),
            ["|dog|CapitalIndefinite| sits near the brown cat.", "A dog sits near the brown |cat|Bare|."]
        );
        assert_eq!(
            gaps("Two small dogs run past an umbrella."),
            ["Two small |dog|Plural| run past an umbrella.", "Two small dogs run past |umbrella|Indefinite|."]
        );
    }

    #[test]
    fn compounds_partitives_possessives_and_ambiguous_words_leave_no_gap() {
        for caption in [
            "A slice of pizza.",
            "The dog's ball.",
            "Someone in an orange and white shirt.",
            "A barking dog.",
            "The plate blorf.",
        ] {
            let found = gaps(caption);
            assert!(
                !found.iter().any(|g| g.contains("|dog|")
                    || g.contains("|slice|")
                    || g.contains("|orange|")
                    || g.contains("|plate|")),
                "{caption}: {found:?}"
            );
        }
    }

    #[test]
    fn no_noun_of_any_caption_is_false_and_chains_agree_or_disagree() {
        let found = Build::new()
            .caption("[1/animals A dog] sits on [2/scene the grass].")
            .caption("[1/animals The dog] sits next to [3/animals a cat].")
            .found(&Entity);
        let fact = &found.facts[0];
        assert_eq!((names(&[fact.gold]), fact.tier), (vec!["dog"], GoldTier::Agreed));
        assert!(!refuted(fact, "cat") && !refuted(fact, "animal") && refuted(fact, "horse"));
        let split = Build::new().caption("[1/animals A dog] sits.").caption("[1/animals A horse] sits.").found(&Entity);
        assert_eq!(split.reasons(), ["captions_disagree"; 2]);
    }
}

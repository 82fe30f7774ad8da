//! Verbs of captions that can be replaced alone: no object follows, the subject stands directly before.

use super::{NAME, ONE_AT_A_TIME, bird};
use crate::lexicon::{Match, Surface, Transitivity};
use crate::model::evidence::GoldTier;
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Caption, Scene};
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::caption::{self, Noun};
use crate::target::words::{self, is_any};
use crate::target::{Context, Found, draft, region};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Words before which any posture or way of moving can stand: "sits on", "is walking near", "runs."
const PLACES: &[&str] = &[
    "across",
    "against",
    "along",
    "alongside",
    "among",
    "around",
    "at",
    "behind",
    "below",
    "beneath",
    "beside",
    "between",
    "by",
    "in",
    "inside",
    "near",
    "next",
    "on",
    "outdoors",
    "outside",
    "through",
    "together",
    "under",
    "underneath",
    "while",
    "with",
    "within",
];

const AUXILIARIES: &[&str] = &["is", "are", "was", "were"];

/// A verb of a caption with its subject.
struct Doing<'n, 's> {
    caption: usize,
    hit: Match,
    subject: &'n Noun<'s>,
    how: Inflection,
}

/// Adds a fact for every verb that can be replaced alone.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    if scene.captions.is_empty() {
        return;
    }
    let nouns = caption::nouns(scene, cx);
    let (doings, truth) = doings(scene, &nouns, cx);
    let mut found = Vec::new();
    for doing in &doings {
        let Some(caption) = scene.captions.get(doing.caption) else { continue };
        let key = caption::key(caption, &doing.hit.span);
        let after = words::next(&caption.text, doing.hit.span.end).map_or(".", |w| &caption.text[w]);
        match tier(doing, after, &doings, caption, cx) {
            Ok(tier) => {
                let subject = cx.lexicon.inflect(doing.subject.term, Inflection::Bare);
                let head = draft::head(cx.lexicon, Some(doing.subject.term));
                let mut truth = truth.clone();
                bird::postures(cx, doing.subject.term, doing.hit.term).for_each(|t| draft::push(&mut truth, t));
                found.push(Fact {
                    annotations: smallvec![caption.id.as_str().into()],
                    form: Some(Form::Caption),
                    tier,
                    truth,
                    closed: Some(ONE_AT_A_TIME),
                    noun_context: draft::context(NAME, Form::Caption, doing.how, &[subject, &after.to_lowercase()]),
                    pattern_context: draft::context(NAME, Form::Caption, doing.how, &[head]),
                    slots: Slots { gap: Some(caption::gap(caption, doing.hit.span.clone())), ..Slots::default() },
                    ..draft::fact(picture, NAME, key, doing.hit.term, doing.how)
                });
            }
            Err((reason, detail)) => out.reject(picture, NAME, key, reason, detail),
        }
    }
    draft::mark_visible(&mut found);
    out.facts.append(&mut found);
}

/// Verbs that stand directly behind a person or an animal, and all verbs of all captions: whoever does them, none of
/// them is called false.
fn doings<'n, 's>(
    scene: &'s Scene,
    nouns: &'n [Noun<'s>],
    cx: &Context,
) -> (Vec<Doing<'n, 's>>, SmallVec<[TermId; 4]>) {
    let (mut doings, mut truth) = (Vec::new(), SmallVec::new());
    for (index, caption) in scene.captions.iter().enumerate() {
        for hit in cx.lexicon.scan(Domain::Action, &caption.text) {
            draft::push(&mut truth, hit.term);
            if words::glued(&caption.text, &hit.span) {
                continue;
            }
            if let Some((subject, how)) = subject(caption, index, &hit, nouns, cx) {
                doings.push(Doing { caption: index, hit, subject, how });
            }
        }
    }
    truth.sort_unstable();
    (doings, truth)
}

/// The person or animal directly before a verb (or its auxiliary) that agrees with it in number.
fn subject<'n, 's>(
    caption: &Caption,
    index: usize,
    hit: &Match,
    nouns: &'n [Noun<'s>],
    cx: &Context,
) -> Option<(&'n Noun<'s>, Inflection)> {
    let text = caption.text.as_str();
    let mut end = words::previous(text, hit.span.start)?;
    let helped = is_any(&text[end.clone()], AUXILIARIES);
    if helped {
        end = words::previous(text, end.start)?;
    }
    let noun = nouns.iter().find(|n| n.caption == index && n.span.end == end.end)?;
    if !(region::is_person(cx, noun.term) || cx.lexicon.term(noun.term).group == "animal") {
        return None;
    }
    // "The shadow of a man falls": it is not the man.
    let start = caption::before(cx, text, noun.span.start).map_or(noun.span.start, |b| b.determiner.start);
    if words::previous(text, start).is_some_and(|w| is_any(&text[w], &["of"])) {
        return None;
    }
    let how = match (hit.surface, helped, noun.plural) {
        (Surface::Ing, ..) => Inflection::Ing,
        (Surface::Third, false, false) => Inflection::Third,
        (Surface::Base, false, true) => Inflection::Base,
        _ => return None,
    };
    Some((noun, how))
}

fn tier(
    doing: &Doing,
    after: &str,
    all: &[Doing],
    caption: &Caption,
    cx: &Context,
) -> Result<GoldTier, (Reason, String)> {
    let verb = &caption.text[doing.hit.span.clone()];
    let phrase = || format!("{verb} {after}");
    let intransitive = cx.lexicon.term(doing.hit.term).verb().is_some_and(|v| v.object == Transitivity::None);
    if !intransitive {
        return Err(("takes_object", phrase())); // "riding a horse": no other verb fits the horse
    }
    let stops = after.chars().all(|c| c.is_ascii_punctuation());
    if !stops && !is_any(after, PLACES) {
        return Err(("bound_verb", phrase())); // "sitting down", "walking towards"
    }
    let mut agreed = false;
    for other in all.iter().filter(|o| o.caption != doing.caption) {
        let chained = doing.subject.chain.is_some() && doing.subject.chain == other.subject.chain;
        if chained && cx.lexicon.relate(doing.hit.term, other.hit.term).exclusive().is_some() {
            return Err(("captions_disagree", format!("{verb}, {}", cx.lexicon.term(other.hit.term).name)));
        }
        let same = chained || doing.subject.chain.is_none() && doing.subject.term == other.subject.term;
        agreed |= same && doing.hit.term == other.hit.term;
    }
    Ok(if agreed { GoldTier::Agreed } else { GoldTier::Single })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::action::Action;
    use crate::target::testing::{Build, names, refuted};

    fn only(caption: &str) -> Option<(String, Inflection)> {
        let found = Build::new().caption(caption).found(&Action);
        assert!(found.facts.len() <= 1, "{caption}");
        found.facts.first().map(|f| (names(&[f.gold])[0].to_owned(), f.inflection))
    }

    #[test]
    fn verbs_without_object_are_found_in_their_forms() {
        assert_eq!(only("A man sits on a bench."), Some(("sit".into(), Inflection::Third)));
        assert_eq!(only("A man is standing near a bus."), Some(("stand".into(), Inflection::Ing)));
        assert_eq!(only("Two dogs run along the beach."), Some(("run".into(), Inflection::Base)));
        assert_eq!(only("A woman sleeping."), Some(("sleep".into(), Inflection::Ing)));
    }

    #[test]
    fn objects_particles_and_other_subjects_leave_no_gap() {
        for caption in [
            "A man rides a horse.",
            "A man walks towards a bus.",
            "A vase stands on a table.",
            "The shadow of a man falls on a table.",
            "A standing man in a hat.",
            "Running water in a sink.",
            "Men running shoes in a row.",
        ] {
            assert_eq!(only(caption), None, "{caption}");
        }
    }

    #[test]
    fn a_verb_of_any_other_caption_is_not_false_and_chains_agree_or_disagree() {
        let found = Build::new()
            .caption("[1/people A man] sits on a bench.")
            .caption("[1/people A man] is sitting by a dog.")
            .caption("[2/animals A dog] sleeps near a man.")
            .found(&Action);
        let fact = &found.facts[0];
        assert_eq!((names(&[fact.gold]), fact.tier), (vec!["sit"], GoldTier::Agreed));
        assert!(refuted(fact, "stand") && !refuted(fact, "sleep"));
        let split =
            Build::new().caption("[1/people A man] sits on a bench.").caption("[1/people A man] stands near a bench.");
        assert_eq!(split.found(&Action).reasons(), ["captions_disagree"; 2]);
    }
}

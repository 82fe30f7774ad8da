//! Number words and digits before a plural noun: "Two young guys".

use super::NAME;
use crate::lexicon::{Match, Surface};
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Caption, Scene};
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::caption::{self, Noun};
use crate::target::words::{self, is_any};
use crate::target::{Context, Found, draft, region};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Nouns that measure instead of being counted: ages, times, lengths, sums.
const MEASURES: &[&str] = &[
    "cent", "cents", "day", "days", "degree", "degrees", "dollar", "dollars", "feet", "foot", "hour", "hours", "inch",
    "inches", "lane", "lanes", "level", "levels", "meter", "meters", "mile", "miles", "minute", "minutes", "month",
    "months", "part", "parts", "percent", "piece", "pieces", "pound", "pounds", "row", "rows", "second", "seconds",
    "set", "sets", "side", "sides", "step", "steps", "story", "stories", "time", "times", "week", "weeks", "yard",
    "yards", "year", "years",
];

/// Words before a number that make it another number, or no number: "number 23", "about ten", "all but two".
const BEFORE: &[&str] = &[
    "about", "almost", "another", "any", "around", "at", "but", "by", "every", "first", "least", "last", "less",
    "more", "most", "nearly", "next", "no", "nearly", "number", "only", "or", "other", "over", "past", "plus", "than",
    "to",
];

/// A number that counts a plural noun.
struct Claim<'n, 's> {
    caption: usize,
    hit: Match,
    noun: &'n Noun<'s>,
}

/// Adds a fact for every number that counts a plural noun and that no other caption puts in doubt.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    if scene.captions.is_empty() {
        return;
    }
    let nouns = caption::nouns(scene, cx);
    let claims = claims(scene, &nouns, cx);
    for claim in &claims {
        let Some(caption) = scene.captions.get(claim.caption) else { continue };
        let key = caption::key(caption, &claim.hit.span);
        match fact(claim, &claims, &nouns, caption, cx) {
            Ok((tier, truth, how)) => {
                let noun = cx.lexicon.inflect(claim.noun.term, Inflection::Plural);
                out.facts.push(Fact {
                    annotations: smallvec![caption.id.as_str().into()],
                    form: Some(Form::Caption),
                    tier,
                    truth,
                    closed: Some(Evidence::exclusive("number")),
                    noun_context: draft::context(NAME, Form::Caption, how, &[noun]),
                    pattern_context: draft::context(
                        NAME,
                        Form::Caption,
                        how,
                        &[draft::head(cx.lexicon, Some(claim.noun.term))],
                    ),
                    slots: Slots { gap: Some(caption::gap(caption, claim.hit.span.clone())), ..Slots::default() },
                    ..draft::fact(picture, NAME, key, claim.hit.term, how)
                });
            }
            Err((reason, detail)) => out.reject(picture, NAME, key, reason, detail),
        }
    }
}

/// All numbers before a noun, over adjectives and the first words of compounds. Pieces of words ("two-story") and
/// numbers before anything else ("one of", "two by two", "at 7") count nothing.
fn claims<'n, 's>(scene: &'s Scene, nouns: &'n [Noun<'s>], cx: &Context) -> Vec<Claim<'n, 's>> {
    let mut out = Vec::new();
    for (index, caption) in scene.captions.iter().enumerate() {
        for hit in cx.lexicon.scan(Domain::Number, &caption.text) {
            if words::glued(&caption.text, &hit.span) {
                continue;
            }
            if let Some(noun) = counted(caption, index, hit.span.end, nouns, cx) {
                out.push(Claim { caption: index, hit, noun });
            }
        }
    }
    out
}

fn counted<'n, 's>(
    caption: &Caption,
    index: usize,
    end: usize,
    nouns: &'n [Noun<'s>],
    cx: &Context,
) -> Option<&'n Noun<'s>> {
    let (text, mut at) = (caption.text.as_str(), end);
    loop {
        let word = words::next(text, at)?;
        if let Some(noun) = nouns.iter().find(|n| n.caption == index && n.span.start == word.start) {
            if noun.head {
                return Some(noun);
            }
            at = noun.span.end;
            continue;
        }
        let token = &text[word.clone()];
        let describes = is_any(token, words::ADJECTIVES)
            || is_any(token, &["and", ","])
            || cx.lexicon.lookup(Domain::Color, token).is_some()
            || cx.lexicon.lookup(Domain::Material, token).is_some();
        if !describes {
            return None;
        }
        at = word.end;
    }
}

type Shape = (GoldTier, SmallVec<[TermId; 4]>, Inflection);

fn fact(
    claim: &Claim,
    claims: &[Claim],
    nouns: &[Noun],
    caption: &Caption,
    cx: &Context,
) -> Result<Shape, (Reason, String)> {
    let text = caption.text.as_str();
    let span = &claim.hit.span;
    let word = &text[span.clone()];
    let phrase = &text[span.start..claim.noun.span.end];
    let refuse = |reason| Err((reason, phrase.to_owned()));
    let value = cx.lexicon.term(claim.hit.term).value().unwrap_or(0);
    if value < 2 || !claim.noun.plural {
        // The number of the verb would give "one" away; "23 shirt" and "four wheel drive" count nothing.
        return refuse("not_a_count");
    }
    if value > cx.limits.max_count {
        return refuse("too_many");
    }
    if is_any(&text[claim.noun.span.clone()], MEASURES) {
        return refuse("measure");
    }
    if matches!(cx.lexicon.term(claim.noun.term).group.as_str(), "body part") {
        return refuse("part_count"); // "with two hands": everyone has two
    }
    if words::previous(text, span.start).is_some_and(|p| is_any(&text[p], BEFORE)) {
        return refuse("vague_count");
    }
    let one = cx.lexicon.number(1);
    let mut truth: SmallVec<[TermId; 4]> = smallvec![claim.hit.term];
    truth.extend(one); // "one guys" is not English, so it is never offered
    let mut agreed = false;
    for other in claims.iter().filter(|o| o.hit.span != *span || o.caption != claim.caption) {
        if !caption::may_be_one(claim.noun, other.noun, cx) {
            continue;
        }
        if other.hit.term != claim.hit.term && other.noun.plural {
            let said = &other.noun.text[other.hit.span.start..other.noun.span.end];
            return Err(("captions_disagree", format!("{phrase}; {said}")));
        }
        agreed |= other.caption != claim.caption && other.hit.term == claim.hit.term;
    }
    for noun in nouns.iter().filter(|n| n.plural && caption::may_be_one(claim.noun, n, cx)) {
        if vague(noun, cx) {
            return Err(("vague_count", format!("{phrase}; {}", noun.text)));
        }
    }
    // A crowd, a group, a family: how many of them are counted?
    let gathered = nouns.iter().find(|n| cx.lexicon.term(n.term).group == "people");
    if let Some(crowd) = gathered.filter(|_| region::is_person(cx, claim.noun.term)) {
        return Err(("vague_count", format!("{phrase}; {}", &crowd.text[crowd.span.clone()])));
    }
    let how = match claim.hit.surface {
        Surface::Digits => Inflection::Digits,
        _ if word.starts_with(char::is_uppercase) => Inflection::Capital,
        _ => Inflection::Word,
    };
    Ok((if agreed { GoldTier::Agreed } else { GoldTier::Single }, truth, how))
}

/// "several dogs", "a group of men", "many other people": a number that nobody gave.
fn vague(noun: &Noun, cx: &Context) -> bool {
    let mut at = noun.span.start;
    while let Some(word) = words::previous(noun.text, at) {
        let token = &noun.text[word.clone()];
        if is_any(token, words::VAGUE) {
            return true;
        }
        let describes = is_any(token, words::ADJECTIVES)
            || is_any(token, &["of", "and", ",", "the"])
            || cx.lexicon.lookup(Domain::Color, token).is_some();
        if !describes {
            return false;
        }
        at = word.start;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::number::Number;
    use crate::target::testing::{Build, names, refuted};

    fn read(captions: &[&str]) -> Vec<String> {
        let found = captions.iter().fold(Build::new(), |b, c| b.caption(c)).found(&Number);
        let show = |f: &Fact| {
            let gap = f.slots.gap.as_ref().map_or(("", ""), |g| (&g.before, &g.after));
            format!("{}|{}|{:?}|{}", gap.0, names(&[f.gold])[0], f.inflection, gap.1)
        };
        found.facts.iter().map(show).chain(found.reasons().iter().map(|r| (*r).to_owned())).collect()
    }

    #[test]
    fn numbers_before_plural_nouns_are_asked_as_they_are_written() {
        assert_eq!(read(&["Two young men on a bench."]), ["|two|Capital| young men on a bench."]);
        assert_eq!(read(&["A man with three dogs."]), ["A man with |three|Word| dogs."]);
        assert_eq!(read(&["A man with 3 brown dogs."]), ["A man with |three|Digits| brown dogs."]);
        let found = Build::new().caption("Two dogs.").found(&Number);
        assert!(refuted(&found.facts[0], "three") && !refuted(&found.facts[0], "one"), "\"one dogs\" is not English");
    }

    #[test]
    fn what_only_looks_like_a_count_is_none() {
        for caption in [
            "One of the dogs runs.",
            "A couple of dogs.",
            "A man with number 23 on his shirt.",
            "A two-story building.",
            "One is black.",
            "They walk two by two.",
            "A three-wheeled car.",
            "A boy two years old.",
        ] {
            let found = read(&[caption]);
            assert!(!found.iter().any(|f| f.contains('|')), "{caption}: {found:?}");
        }
        for (caption, reason) in [
            ("Three steps in front of a house.", "measure"),
            ("About ten dogs.", "vague_count"),
            ("Two or three dogs.", "vague_count"),
            ("Twelve dogs.", "too_many"),
            ("One dog.", "not_a_count"),
        ] {
            assert_eq!(read(&[caption]), [reason], "{caption}");
        }
    }

    #[test]
    fn captions_that_give_other_numbers_put_it_in_doubt() {
        assert_eq!(read(&["Two dogs run.", "Three dogs run."]), ["captions_disagree"; 2]);
        assert_eq!(read(&["Two dogs run.", "A group of dogs run."]), ["vague_count"]);
        assert_eq!(read(&["Two men.", "Three people."]), ["captions_disagree"; 2]);
        assert_eq!(read(&["Two dogs run.", "Three cats sit."]).len(), 2);
        let found = Build::new().caption("Two dogs run.").caption("Two brown dogs.").found(&Number);
        assert_eq!(found.facts[0].tier, GoldTier::Agreed);
    }
}

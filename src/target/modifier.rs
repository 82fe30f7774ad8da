//! Facts from a word before a noun in a caption: "a ____ shirt", "the ____ bench".

use super::caption::{self, Noun};
use super::words::{self, is_any};
use super::{Context, Found, draft};
use crate::lexicon::Relatedness;
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::Scene;
use crate::model::term::{Domain, Inflection, TermId};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use std::sync::Arc;

/// Words that shade the color after them: what fits "bright red" need not fit "bright dark blue".
const SHADES: &[&str] = &[
    "bright", "dark", "deep", "faded", "light", "medium", "multi", "neon", "off", "pale", "partly", "pastel", "soft",
    "vivid",
];

/// Words that tell of more than one color: an orange patterned tie may well be called white.
const PATTERNS: &[&str] =
    &["checkered", "colorful", "floral", "multicolored", "patterned", "plaid", "printed", "spotted", "striped"];

/// How one kind of modifier is asked about.
pub(super) struct ModifierRule {
    /// Target name.
    pub target: &'static str,
    /// Domain of the modifiers.
    pub domain: Domain,
    /// Reject name where more than one value is said of the noun at once.
    pub several: Reason,
    /// Reject name where the word is part of the thing's name: "brown bear", "plastic bag".
    pub in_name: Reason,
    /// Evidence of the other values.
    pub exclusive: Evidence,
    /// Phrases whose modifier is a name and no description, beside those that are terms of their own.
    pub set_phrases: &'static [&'static str],
    /// Further traps, by the modifier's word and its noun.
    pub trap: fn(&Context, &str, TermId) -> Option<Reason>,
}

/// A modifier and the noun that it describes.
struct Described<'n, 's> {
    caption: usize,
    span: Range<usize>,
    term: TermId,
    noun: &'n Noun<'s>,
    /// Whether it alone describes the noun, with nothing but adjectives between them.
    alone: bool,
}

/// Adds a fact for every modifier that alone describes a noun.
pub(super) fn facts(rule: &ModifierRule, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    if scene.captions.is_empty() {
        return;
    }
    let nouns = caption::nouns(scene, cx);
    let described = described(rule, scene, &nouns, cx);
    let mut found = Vec::new();
    for one in &described {
        let Some(caption) = scene.captions.get(one.caption) else { continue };
        let key = caption::key(caption, &one.span);
        match fact(rule, one, &described, cx) {
            Ok(Drafted { span, how, tier, truth }) => {
                let noun = cx
                    .lexicon
                    .inflect(one.noun.term, if one.noun.plural { Inflection::Plural } else { Inflection::Bare });
                found.push(Fact {
                    annotations: smallvec![caption.id.as_str().into()],
                    form: Some(Form::Caption),
                    tier,
                    truth,
                    closed: Some(rule.exclusive.clone()),
                    noun_context: draft::context(rule.target, Form::Caption, how, &[noun]),
                    pattern_context: draft::context(
                        rule.target,
                        Form::Caption,
                        how,
                        &[draft::head(cx.lexicon, Some(one.noun.term))],
                    ),
                    slots: Slots { gap: Some(caption::gap(caption, span)), ..Slots::default() },
                    ..draft::fact(picture, rule.target, key, one.term, how)
                });
            }
            Err((reason, detail)) => out.reject(picture, rule.target, key, reason, detail),
        }
    }
    draft::mark_visible(&mut found);
    out.facts.append(&mut found);
}

/// All modifiers that describe a noun, in any of the captions.
fn described<'n, 's>(
    rule: &ModifierRule,
    scene: &'s Scene,
    nouns: &'n [Noun<'s>],
    cx: &Context,
) -> Vec<Described<'n, 's>> {
    let mut out = Vec::new();
    for (index, caption) in scene.captions.iter().enumerate() {
        for hit in cx.lexicon.scan(rule.domain, &caption.text) {
            if words::glued(&caption.text, &hit.span) {
                continue; // "white-framed", "red-haired"
            }
            let whole = nouns.iter().find(|n| is_within(&hit.span, index, n)).map(|n| (n, true));
            let noun = whole.or_else(|| noun_after(rule, index, &caption.text, hit.span.end, nouns, cx));
            if let Some((noun, alone)) = noun {
                let alone = alone && !follows_another(rule, &caption.text, hit.span.start, cx);
                out.push(Described { caption: index, span: hit.span, term: hit.term, noun, alone });
            }
        }
    }
    out
}

/// Whether a modifier is a part of a longer name: "orange" in "orange juice".
fn is_within(modifier: &Range<usize>, caption: usize, noun: &Noun) -> bool {
    noun.caption == caption && noun.span.start <= modifier.start && modifier.end < noun.span.end
}

/// The head noun after a modifier, over adjectives, other modifiers and the first words of compounds.
fn noun_after<'n, 's>(
    rule: &ModifierRule,
    caption: usize,
    text: &str,
    end: usize,
    nouns: &'n [Noun<'s>],
    cx: &Context,
) -> Option<(&'n Noun<'s>, bool)> {
    let (mut at, mut alone) = (end, true);
    loop {
        let word = words::next(text, at)?;
        if let Some(noun) = nouns.iter().find(|n| n.caption == caption && n.span.start == word.start) {
            if noun.head {
                // "reddish brown hair", where brown hair is a name
                let named = words::next(text, noun.span.start).filter(|w| w.end < noun.span.end);
                alone &= named.is_none_or(|w| cx.lexicon.lookup(rule.domain, &text[w]).is_none());
                return Some((noun, alone));
            }
            at = noun.span.end; // "brick" in "red brick building"
            continue;
        }
        let token = &text[word.clone()];
        let patterned = rule.domain == Domain::Color && is_any(token, PATTERNS);
        if patterned || token == "," || is_any(token, &["and", "or"]) || cx.lexicon.lookup(rule.domain, token).is_some()
        {
            alone = false;
        } else if !is_any(token, words::ADJECTIVES)
            && cx.lexicon.lookup(Domain::Color, token).is_none()
            && cx.lexicon.lookup(Domain::Material, token).is_none()
        {
            return None;
        }
        at = word.end;
    }
}

/// Whether the modifier continues a list ("white and tan"), or the word before shades it ("pale yellow") or tells of
/// a pattern ("striped blue").
fn follows_another(rule: &ModifierRule, text: &str, start: usize, cx: &Context) -> bool {
    let Some(mut word) = words::previous(text, start) else { return false };
    if &text[word.clone()] == "," || is_any(&text[word.clone()], &["and", "or"]) {
        match words::previous(text, word.start) {
            Some(before) => word = before,
            None => return false,
        }
    }
    let token = &text[word];
    cx.lexicon.lookup(rule.domain, token).is_some()
        || rule.domain == Domain::Color && (is_any(token, SHADES) || is_any(token, PATTERNS))
}

struct Drafted {
    span: Range<usize>,
    how: Inflection,
    tier: GoldTier,
    truth: SmallVec<[TermId; 4]>,
}

fn fact(rule: &ModifierRule, one: &Described, all: &[Described], cx: &Context) -> Result<Drafted, (Reason, String)> {
    let text = one.noun.text;
    let word = &text[one.span.clone()];
    let phrase = &text[one.span.start..one.noun.span.end];
    let refuse = |reason| Err((reason, phrase.to_owned()));
    if is_within(&one.span, one.caption, one.noun)
        || is_any(phrase, rule.set_phrases)
        || rule.set_phrases.iter().any(|p| phrase.len() == p.len() + 1 && phrase.to_ascii_lowercase().starts_with(p))
    {
        return refuse(rule.in_name);
    }
    if !one.alone {
        return refuse(rule.several);
    }
    let capital = |at: usize| text[at..].starts_with(char::is_uppercase);
    if !caption::is_first(text, one.span.start) && capital(one.span.start) || capital(one.noun.span.start) {
        return refuse("proper_name"); // "the Red Cross"
    }
    if let Some(reason) = (rule.trap)(cx, word, one.noun.term) {
        return refuse(reason);
    }
    let mut truth: SmallVec<[TermId; 4]> = smallvec![one.term];
    let mut agreed = false;
    for other in all.iter().filter(|o| caption::may_be_one(one.noun, o.noun, cx)) {
        let same_chain = one.noun.chain.is_some() && one.noun.chain == other.noun.chain;
        let exclusive = matches!(cx.lexicon.relate(one.term, other.term), Relatedness::Exclusive(_));
        if same_chain && exclusive {
            return Err((
                "captions_disagree",
                format!("{phrase}; {}", &other.noun.text[other.span.start..other.noun.span.end]),
            ));
        }
        agreed |= other.caption != one.caption && other.term == one.term && (same_chain || one.noun.chain.is_none());
        draft::push(&mut truth, other.term);
    }
    let (span, how) = shape(text, &one.span);
    Ok(Drafted { span, how, tier: if agreed { GoldTier::Agreed } else { GoldTier::Single }, truth })
}

/// The span to replace: with its article where that stands directly before, because another word may need another.
fn shape(text: &str, span: &Range<usize>) -> (Range<usize>, Inflection) {
    match words::previous(text, span.start) {
        None => (span.clone(), Inflection::Capital),
        Some(word) if is_any(&text[word.clone()], &["a", "an"]) => {
            let first = caption::is_first(text, word.start);
            let how = if first { Inflection::CapitalIndefinite } else { Inflection::Indefinite };
            (word.start..span.end, how)
        }
        Some(_) => (span.clone(), Inflection::Bare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;
    use crate::target::color::Color;
    use crate::target::material::Material;
    use crate::target::testing::{Build, names, refuted};

    /// `before|gold|inflection|after` of the facts of one caption, or the names of its rejects.
    fn read(target: &dyn Target, caption: &str) -> Vec<String> {
        let found = Build::new().caption(caption).found(target);
        let show = |f: &Fact| {
            let gap = f.slots.gap.as_ref().map_or(("", ""), |g| (&g.before, &g.after));
            format!("{}|{}|{:?}|{}", gap.0, names(&[f.gold])[0], f.inflection, gap.1)
        };
        found.facts.iter().map(show).chain(found.reasons().iter().map(|r| (*r).to_owned())).collect()
    }

    #[test]
    fn one_color_before_a_noun_is_asked_with_its_article() {
        assert_eq!(
            read(&Color, "A red car near the blue bus."),
            ["|red|CapitalIndefinite| car near the blue bus.", "A red car near the |blue|Bare| bus."]
        );
        assert_eq!(read(&Color, "A man in a light blue shirt."), ["A man in |light blue|Indefinite| shirt."]);
        assert_eq!(
            read(&Color, "Green bushes behind a large white truck."),
            ["|green|Capital| bushes behind a large white truck.", "Green bushes behind a large |white|Bare| truck."]
        );
    }

    #[test]
    fn the_traps_of_color_words_have_names() {
        for (caption, reason) in [
            ("A glass of orange juice on a table.", "color_in_name"),
            ("A man with a gold medal.", "color_in_name"),
            ("A truck of the Red Cross.", "color_in_name"),
            ("A brown bear in the grass.", "color_in_name"),
            ("A glass of red wine.", "color_in_name"),
            ("A green house near a road.", "color_in_name"),
            ("A white man sits.", "ethnicity"),
            ("White people on a bench.", "ethnicity"),
        ] {
            assert_eq!(read(&Color, caption), [reason], "{caption}");
        }
        assert_eq!(read(&Color, "A blue and white shirt."), ["several_colors"; 2]);
        for caption in ["A bright yellow helmet.", "A man in an orange patterned tie.", "A striped blue shirt."] {
            assert_eq!(read(&Color, caption), ["several_colors"], "{caption}");
        }
        assert_eq!(read(&Color, "A black and white photo of a dog."), ["several_colors"; 2]);
        for caption in
            ["An orange on a plate.", "A man dressed in black.", "White-framed windows.", "A red-haired man."]
        {
            assert!(read(&Color, caption).is_empty(), "{caption}");
        }
    }

    #[test]
    fn one_material_before_a_noun_is_asked_and_its_traps_have_names() {
        assert_eq!(read(&Material, "A dog on a wooden bench."), ["A dog on |wood|Indefinite| bench."]);
        assert_eq!(read(&Material, "A man in a brown leather chair."), ["A man in a brown |leather|Bare| chair."]);
        assert_eq!(read(&Material, "A silver knife."), ["color_or_material"]);
        assert!(read(&Material, "A glass on a table made of wood.").is_empty());
    }

    #[test]
    fn other_captions_add_their_values_or_disagree() {
        let two =
            Build::new().caption("[1/other A red car] near a tree.").caption("[2/other A blue car].").found(&Color);
        assert!(!refuted(&two.facts[0], "blue") && refuted(&two.facts[0], "green"));
        let one =
            Build::new().caption("[1/other A red car] near a tree.").caption("[1/other A blue car].").found(&Color);
        assert_eq!(one.reasons(), ["captions_disagree"; 2]);
        let agreed = Build::new().caption("[1/other A red car].").caption("[1/other The red car].").found(&Color);
        assert_eq!(agreed.facts[0].tier, GoldTier::Agreed);
    }
}

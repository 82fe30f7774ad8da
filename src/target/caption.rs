//! Finding concepts in captions: noun phrases with their determiner and adjectives, by the lexicon and, where the
//! dataset has Entities markup, by its phrases and chains.

use super::words::{self, is_any};
use super::{Context, region};
use crate::lexicon::{Match, Surface};
use crate::model::fact::Gap;
use crate::model::scene::{Caption, Phrase, Scene};
use crate::model::term::{Domain, TermId};
use std::ops::Range;
use std::sync::Arc;

/// A noun of a caption. Its phrase is `determiner adjectives… name`.
#[derive(Debug, Clone)]
pub struct Noun<'s> {
    /// Index of the caption.
    pub caption: usize,
    /// The caption's text.
    pub text: &'s str,
    /// Where its name stands.
    pub span: Range<usize>,
    /// What it names.
    pub term: TermId,
    /// Whether several are meant.
    pub plural: bool,
    /// Its coreference chain, where there is markup.
    pub chain: Option<&'s str>,
    /// Whether it is the head of its noun phrase: what follows is no further noun ("school" in "school bus").
    pub head: bool,
}

/// All nouns of all captions of a scene, by caption and place.
pub fn nouns<'s>(scene: &'s Scene, cx: &Context) -> Vec<Noun<'s>> {
    let mut out = Vec::new();
    for (index, caption) in scene.captions.iter().enumerate() {
        for hit in cx.lexicon.scan(Domain::Entity, &caption.text) {
            let Match { span, term, surface } = uncounted(cx, &caption.text, hit);
            if words::glued(&caption.text, &span) {
                continue;
            }
            let phrase = phrase_of(caption, &span);
            let plural = surface == Surface::Plural || region::is_plural(cx, &caption.text[span.clone()], term);
            out.push(Noun {
                caption: index,
                text: &caption.text,
                plural,
                chain: phrase.and_then(|p| p.chain.as_deref()),
                head: is_head(cx, caption, &span, (term, plural), phrase),
                span,
                term,
            });
        }
    }
    out
}

/// A name that begins with a number ("two men", a pair of men) is read without it: the number counts the rest.
fn uncounted(cx: &Context, text: &str, hit: Match) -> Match {
    let rest = || {
        let first = words::next(text, hit.span.start)?;
        cx.lexicon.lookup(Domain::Number, &text[first.clone()])?;
        let start = words::next(text, first.end)?.start;
        let span = start..hit.span.end;
        let (term, surface) = cx.lexicon.lookup_form(Domain::Entity, text.get(span.clone())?)?;
        Some(Match { span, term, surface })
    };
    rest().unwrap_or(hit)
}

/// The innermost marked phrase around a span.
pub fn phrase_of<'s>(caption: &'s Caption, span: &Range<usize>) -> Option<&'s Phrase> {
    caption
        .phrases
        .iter()
        .filter(|p| p.span.0 as usize <= span.start && span.end <= p.span.1 as usize)
        .min_by_key(|p| p.span.1 - p.span.0)
}

/// Whether a name ends its noun phrase. At the end of a marked phrase it does; elsewhere a word must follow that
/// cannot continue a compound: punctuation, a preposition, a conjunction, an auxiliary, or a verb form.
fn is_head(
    cx: &Context,
    caption: &Caption,
    span: &Range<usize>,
    (term, plural): (TermId, bool),
    phrase: Option<&Phrase>,
) -> bool {
    if phrase.is_some_and(|p| p.span.1 as usize == span.end) {
        return true;
    }
    let Some(next) = words::next(&caption.text, span.end) else { return true };
    let next = &caption.text[next];
    let alive = region::is_person(cx, term) || cx.lexicon.term(term).group == "animal";
    next.chars().all(|c| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | '"'))
        || is_any(next, words::FOLLOWERS)
        || cx.lexicon.lookup_form(Domain::Action, next).is_some_and(|(_, form)| match form {
            // "dogs run" is a sentence, "dog run" a compound; so may be "dog walks" where walks are things.
            Surface::Base => plural,
            // "a man sitting", but "a ribbon cutting ceremony"
            Surface::Ing if !alive => false,
            _ => plural || cx.lexicon.lookup(Domain::Entity, next).is_none(),
        })
}

/// What stands before a noun: its determiner and whether only adjectives that fit any noun come between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Before {
    /// Where the determiner stands.
    pub determiner: Range<usize>,
    /// Whether the determiner stands directly before the noun.
    pub direct: bool,
}

/// Reads back from the start of a noun (or of its last modifier) over colors, materials, numbers and common
/// adjectives to a determiner. `None` where another word comes first: "soccer ball", "smiling dog".
pub fn before(cx: &Context, text: &str, start: usize) -> Option<Before> {
    let mut at = start;
    loop {
        let word = words::previous(text, at)?;
        let token = &text[word.clone()];
        if is_any(token, words::DETERMINERS) || cx.lexicon.lookup(Domain::Number, token).is_some() {
            return Some(Before { direct: at == start, determiner: word });
        }
        let describes = is_any(token, words::ADJECTIVES)
            || at != start && (token == "," || is_any(token, &["and"]))
            || cx.lexicon.lookup(Domain::Color, token).is_some()
            || cx.lexicon.lookup(Domain::Material, token).is_some();
        if !describes {
            return None;
        }
        at = word.start;
    }
}

/// Whether two nouns may mean one thing, or some of the same things: one chain, or names that are kinds or synonyms
/// of each other. Names of different sorts (a player, a man) may too, unless the markup tells them apart.
pub fn may_be_one(a: &Noun, b: &Noun, cx: &Context) -> bool {
    use crate::lexicon::Relatedness as R;
    if a.chain.is_some() && a.chain == b.chain {
        return true;
    }
    match cx.lexicon.relate(a.term, b.term) {
        R::Same | R::Synonym | R::Ancestor | R::Descendant | R::Conflict => true,
        R::Incomparable => a.chain.is_none() || b.chain.is_none(),
        _ => false,
    }
}

/// Whether a span stands at the start of its caption.
pub fn is_first(text: &str, start: usize) -> bool {
    words::previous(text, start).is_none()
}

/// A caption with a gap in place of a span.
pub fn gap(caption: &Caption, span: Range<usize>) -> Arc<Gap> {
    Arc::new(Gap {
        caption: caption.id.clone(),
        before: caption.text[..span.start].to_owned(),
        after: caption.text[span.end..].to_owned(),
    })
}

/// A key for a span of a caption, unique within the scene.
pub fn key(caption: &Caption, span: &Range<usize>) -> String {
    format!("{}:{}-{}", caption.id, span.start, span.end)
}

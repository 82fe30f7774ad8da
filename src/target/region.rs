//! Names of regions, as the thesaurus knows them.

use super::Context;
use super::words::{self, is_any};
use crate::lexicon::{Count, Surface};
use crate::model::scene::Region;
use crate::model::term::{Domain, Inflection, TermId};
use std::sync::Arc;

/// Groups of the thesaurus (`groups.csv`) whose terms are people.
const PEOPLE: &[&str] = &["people", "person", "role"];

/// What questions call the mark around their referent.
const MARK: &str = "box";

/// The thesaurus term of a region's label. A label that is a phrase ("small round wooden table", as Flickr30K has
/// them) is read by its head noun; a portion ("slice of cake") has none.
pub fn term(cx: &Context, region: &Region) -> Option<TermId> {
    read(cx, &region.label).map(|(term, _)| term)
}

/// The noun by which a region is spoken of in the singular: the term's name, "pair of scissors" for a pair. `None`
/// where the label is unknown, or names several things ("books", "jeans"), so that "the noun in the box is" would be bad
/// English, or where the thing is called like the mark around it: "the box in the red box".
pub fn noun(cx: &Context, region: &Region) -> Option<(TermId, Arc<str>)> {
    let (term, several) = read(cx, &region.label)?;
    let name = cx.lexicon.inflect(term, Inflection::Bare);
    match cx.lexicon.term(term).count() {
        _ if several || is_mark(cx, term) => None,
        Count::Plural => None,
        Count::Pair => Some((term, format!("pair of {name}").into())),
        Count::Count | Count::Mass => Some((term, name.into())),
    }
}

/// Whether a term has the name of the mark that is drawn around a referent: "the red box is a box" says nothing.
pub fn is_mark(cx: &Context, term: TermId) -> bool {
    cx.lexicon.term(term).name == MARK
}

/// Whether a region's label names several things of a kind, "books"; one thing that has only a plural is no such label.
pub fn is_several(cx: &Context, region: &Region) -> bool {
    read(cx, &region.label).is_some_and(|(_, several)| several)
}

/// Whether a term names people.
pub fn is_person(cx: &Context, term: TermId) -> bool {
    PEOPLE.contains(&cx.lexicon.term(term).group.as_str())
}

/// Whether a word is the plural of a term, and no other form of it: "people" is also listed as a word for persons.
pub fn is_plural(cx: &Context, word: &str, term: TermId) -> bool {
    let plural = cx.lexicon.inflect(term, Inflection::Plural);
    word.eq_ignore_ascii_case(plural) && !word.eq_ignore_ascii_case(cx.lexicon.inflect(term, Inflection::Bare))
}

/// A label's term, and whether it names several things.
fn read(cx: &Context, label: &str) -> Option<(TermId, bool)> {
    if let Some(term) = cx.lexicon.lookup(Domain::Entity, label) {
        return Some((term, is_plural(cx, label, term)));
    }
    let mut at = 0;
    while let Some(word) = words::next(label, at) {
        if is_any(&label[word.clone()], words::FOLLOWERS) && word.start > 0 {
            if is_any(&label[word.clone()], &["of"]) {
                return None;
            }
            at = word.start;
            break;
        }
        at = word.end;
    }
    let phrase = label[..at].trim_end();
    let last = cx.lexicon.scan(Domain::Entity, phrase).pop().filter(|m| m.span.end == phrase.len())?;
    let several = last.surface == Surface::Plural && cx.lexicon.term(last.term).count() == Count::Count;
    Some((last.term, several || is_plural(cx, &phrase[last.span.clone()], last.term)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Limits;
    use crate::target::testing::{Build, LEXICON, names};

    fn noun_of(label: &str) -> Option<String> {
        let scene = Build::new().region(label, [0, 0, 100, 100]).scene();
        let cx = Context { lexicon: &LEXICON, limits: &Limits::default() };
        noun(&cx, &scene.regions[0]).map(|(term, _)| names(&[term])[0].to_owned())
    }

    #[test]
    fn phrases_are_read_by_their_head_and_portions_and_plurals_are_not_spoken_of() {
        assert_eq!(noun_of("dog").as_deref(), Some("dog"));
        assert_eq!(noun_of("small round wooden table").as_deref(), Some("table"));
        assert_eq!(noun_of("man with a long gray beard").as_deref(), Some("man"));
        for label in ["box", "books", "two seated people", "slice of brown cake", "blorf", "several dogs"] {
            assert_eq!(noun_of(label), None, "{label}");
        }
    }

    #[test]
    fn a_pair_is_spoken_of_as_one_and_what_has_only_a_plural_is_not() {
        let scene = Build::new().region("scissors", [0, 0, 100, 100]).region("jeans", [0, 0, 100, 100]).scene();
        let cx = Context { lexicon: &LEXICON, limits: &Limits::default() };
        let said = |i: usize| noun(&cx, &scene.regions[i]).map(|(_, name)| name.to_string());
        assert_eq!((said(0).as_deref(), said(1)), (Some("pair of scissors"), None));
        assert!(!is_several(&cx, &scene.regions[1]));
    }
}

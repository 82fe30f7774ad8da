//! Names of regions, as the thesaurus knows them.

use super::Context;
use crate::lexicon::Count;
use crate::model::scene::Region;
use crate::model::term::{Domain, Inflection, TermId};
use std::sync::Arc;

/// The thesaurus term of a region's label.
pub fn term(cx: &Context, region: &Region) -> Option<TermId> {
    cx.lexicon.lookup(Domain::Entity, &region.label)
}

/// The noun by which a region is spoken of in the singular: the term's name. `None` where the label is unknown, or
/// names several things ("books"), so that "the noun in the box" would be bad English.
pub fn noun(cx: &Context, region: &Region) -> Option<(TermId, Arc<str>)> {
    let term = term(cx, region)?;
    let several = cx.lexicon.term(term).count() == Count::Count
        && region.label.eq_ignore_ascii_case(cx.lexicon.inflect(term, Inflection::Plural))
        && !region.label.eq_ignore_ascii_case(cx.lexicon.inflect(term, Inflection::Bare));
    (!several).then(|| (term, cx.lexicon.inflect(term, Inflection::Bare).into()))
}

/// Groups of the thesaurus (`groups.csv`) whose terms are people.
const PEOPLE: &[&str] = &["people", "person", "role"];

/// Whether a term names people.
pub fn is_person(cx: &Context, term: TermId) -> bool {
    PEOPLE.contains(&cx.lexicon.term(term).group.as_str())
}

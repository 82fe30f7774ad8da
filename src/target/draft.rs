//! What all facts are made of: defaults, contexts, terms without repeats.

use crate::lexicon::Lexicon;
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{BoxRef, ContextName, Fact, Form, Picture, Slots};
use crate::model::scene::Region;
use crate::model::term::{Inflection, TermId};
use smallvec::SmallVec;
use smol_str::SmolStr;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// A fact with its gold as its only truth and nothing denied.
pub(super) fn fact(
    picture: &Arc<Picture>,
    target: &'static str,
    key: impl Into<SmolStr>,
    gold: TermId,
    how: Inflection,
) -> Fact {
    Fact {
        picture: Arc::clone(picture),
        target,
        key: key.into(),
        annotations: SmallVec::new(),
        form: None,
        neutral: None,
        slots: Slots::default(),
        inflection: how,
        gold,
        tier: GoldTier::Single,
        truth: smallvec::smallvec![gold],
        denied: nothing(),
        closed: None,
        noun_context: String::new().into(),
        pattern_context: String::new().into(),
        except_kinds: Cow::Borrowed(&[]),
        visible: SmallVec::new(),
    }
}

/// Nothing denied: one empty list for all facts.
fn nothing() -> Arc<[(TermId, Evidence)]> {
    static NOTHING: LazyLock<Arc<[(TermId, Evidence)]>> = LazyLock::new(|| Arc::new([]));
    Arc::clone(&NOTHING)
}

/// The box of a region as a slot.
pub(super) fn box_ref(region: &Region) -> BoxRef {
    BoxRef { id: region.id.as_str().into(), bbox: region.bbox }
}

/// A context: everything that must agree for two facts to be asked alike, `|`-separated.
pub(super) fn context(target: &str, form: Form, how: Inflection, parts: &[&str]) -> ContextName {
    let (form, how) = (form.name(), how.name());
    let length = target.len() + form.len() + how.len() + 2 + parts.iter().map(|p| p.len() + 1).sum::<usize>();
    let mut out = String::with_capacity(length);
    out.extend([target, "|", form, "|", how]);
    out.extend(parts.iter().flat_map(|part| ["|", part]));
    out.into()
}

/// The head under which a noun's facts are pooled on the pattern level: its hypernym, else its sort.
pub(super) fn head(lexicon: &Lexicon, noun: Option<TermId>) -> &str {
    let Some(noun) = noun else { return "" };
    lexicon.hypernym(noun).map_or(lexicon.term(noun).group.as_str(), |h| lexicon.term(h).name.as_str())
}

/// Adds a term unless it is there.
pub(super) fn push(terms: &mut SmallVec<[TermId; 4]>, term: TermId) {
    if !terms.contains(&term) {
        terms.push(term);
    }
}

/// The concepts of the other facts of a picture that are not true here: seen elsewhere, so preferred as distractors.
pub(super) fn mark_visible(facts: &mut [Fact]) {
    let mut golds: Vec<TermId> = facts.iter().map(|f| f.gold).collect();
    golds.sort_unstable();
    golds.dedup();
    for fact in facts {
        fact.visible = golds.iter().copied().filter(|g| !fact.truth.contains(g)).collect();
    }
}

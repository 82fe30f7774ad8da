//! Birds: many say that one sits where others say that it stands.

use crate::lexicon::Relatedness;
use crate::model::term::{Domain, TermId};
use crate::target::Context;

/// What is true besides of a bird in a posture: the other posture.
pub fn postures(cx: &Context, noun: TermId, gold: TermId) -> impl Iterator<Item = TermId> {
    let both = ["sit", "stand"].map(|v| cx.lexicon.lookup(Domain::Action, v));
    let doubtful = is_bird(cx, noun) && both.contains(&Some(gold));
    both.into_iter().flatten().filter(move |_| doubtful)
}

fn is_bird(cx: &Context, term: TermId) -> bool {
    cx.lexicon
        .lookup(Domain::Entity, "bird")
        .is_some_and(|bird| matches!(cx.lexicon.relate(term, bird), Relatedness::Same | Relatedness::Ancestor))
}

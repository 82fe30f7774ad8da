//! What a picture's human labels and boxes say to be complete, present and absent.

use super::classes::ClassId;
use super::draft::Draft;
use crate::model::reject::Reject;
use crate::model::scene::{Coverage, Flag};
use std::collections::{BTreeMap, BTreeSet};

/// What the manifest or the configuration declares.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    pub boxes: bool,
    pub triplets: bool,
}

/// Coverage of a settled picture from its human labels.
pub(super) fn coverage(draft: &mut Draft, labels: &[(ClassId, bool)], declared: Declared, picture: &str) -> Coverage {
    let hierarchy = &draft.vocabulary.hierarchy;
    let classes = &draft.vocabulary.classes;
    // A class that is there brings all its ancestors; one that is not takes all its descendants away.
    let says = |there: bool| labels.iter().filter(move |l| l.1 == there).map(|l| l.0).collect::<BTreeSet<_>>();
    let (yes, no) = (says(true), says(false));
    let up = |ids: &BTreeSet<ClassId>| -> BTreeSet<ClassId> {
        ids.iter().flat_map(|id| hierarchy.above(*id).iter().copied().chain([*id])).collect()
    };
    let boxed: BTreeSet<ClassId> =
        draft.drawn.iter().map(|d| d.class).chain(draft.incomplete.iter().copied()).collect();
    let seen = up(&yes.union(&boxed).copied().collect());
    let mut absent = BTreeSet::new();
    let mut contradicted = BTreeSet::new();
    for id in &no {
        if seen.contains(id) {
            contradicted.insert(*id);
        } else {
            absent.extend(hierarchy.below(*id).iter().copied().chain([*id]));
        }
    }
    // A class verified both ways says nothing, unless it has a box.
    let present = up(&yes.iter().copied().filter(|id| !no.contains(id) || boxed.contains(id)).collect());
    for id in &contradicted {
        let detail = format!("{} is called absent, but it or a kind of it is there", classes.label(*id));
        draft.rejects.push(Reject::new(picture, "contradicted_absence", detail));
    }
    let names = |ids: BTreeSet<ClassId>| -> Vec<String> {
        let named = ids.into_iter().map(|id| classes.label(id)).filter(|l| !l.is_empty()).map(str::to_string);
        named.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let exhaustive = if declared.boxes { complete(draft, &yes, &no) } else { BTreeSet::new() };
    Coverage {
        exhaustive: names(exhaustive),
        verified_present: names(present),
        verified_absent: names(absent),
        exhaustive_predicates: if declared.triplets { predicates(draft) } else { Vec::new() },
    }
}

/// Verified classes of which every instance has its own box; the manifest says why each condition is there.
fn complete(draft: &Draft, yes: &BTreeSet<ClassId>, no: &BTreeSet<ClassId>) -> BTreeSet<ClassId> {
    let hierarchy = &draft.vocabulary.hierarchy;
    let within = |class: ClassId, id: ClassId| class == id || hierarchy.is_above(id, class);
    let is_complete = |id: ClassId| {
        let mut own = draft.drawn.iter().filter(|d| within(d.class, id)).peekable();
        own.peek().is_some()
            && draft.drawn.iter().any(|d| d.class == id)
            && own.all(|d| d.region.flags.group == Flag::No && !d.from_relation)
            && !draft.incomplete.iter().any(|class| within(*class, id))
    };
    yes.iter().copied().filter(|id| !no.contains(id) && is_complete(*id)).collect()
}

/// Predicates of which all unlisted pairs of the annotated classes are false: none that joins two people.
fn predicates(draft: &Draft) -> Vec<String> {
    let human = |i: u32| draft.drawn.get(i as usize).is_some_and(|d| draft.vocabulary.is_human(d.class));
    let mut joins_people: BTreeMap<&str, bool> = BTreeMap::new();
    for relation in &draft.relations {
        *joins_people.entry(&relation.predicate).or_default() |= human(relation.subject) && human(relation.object);
    }
    let whole = |predicate: &str| draft.incomplete_predicates.iter().all(|open| open != predicate);
    let named = joins_people.into_iter().filter(|(predicate, people)| !people && whole(predicate));
    named.map(|(predicate, _)| predicate.to_string()).collect()
}

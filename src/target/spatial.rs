//! Spatial: where one boxed thing is, seen from another.
//!
//! The gold is a row that says so; a predicate is false by a person's "no", by the boxes, or as the opposite of a
//! true one. Nothing is false by silence. A true row is also read from its other end where the inverse says the same.

use super::geometry::{self, Bearing};
use super::{Context, Found, Target, draft, referent, region};
use crate::lexicon::{Detail, Relatedness};
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Region, Scene};
use crate::model::term::{Domain, Inflection, TermId};
use smallvec::{SmallVec, smallvec};
use smol_str::{SmolStr, format_smolstr};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The target `spatial`.
pub struct Spatial;

const NAME: &str = "spatial";

/// Predicates too vague to be asked for; they still count as true.
const VAGUE: &[&str] = &["at", "near", "far from"];

impl Target for Spatial {
    fn name(&self) -> &'static str {
        NAME
    }

    fn domain(&self) -> Domain {
        Domain::Spatial
    }

    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
        let judged = scene.relations.iter().any(|r| !r.holds);
        let mut found = Vec::new();
        for (pair, said) in &pairs(scene, cx) {
            let mut golds: Vec<TermId> = said.iter().filter(|s| s.holds && s.askable).map(|s| s.term).collect();
            golds.sort_unstable();
            golds.dedup();
            for gold in golds {
                let Some((subject, object)) = ends(scene, *pair) else { continue };
                let name = cx.lexicon.term(gold).name.as_str();
                let key = format_smolstr!("pair:{}:{}:{name}", subject.id, object.id);
                match fact(scene, (subject, object), said, gold, judged, picture, cx) {
                    Ok(fact) => found.push(Fact { key, ..fact }),
                    Err((reason, detail)) => out.reject(picture, NAME, key, reason, detail),
                }
            }
        }
        draft::mark_visible(&mut found);
        out.facts.append(&mut found);
    }
}

/// One thing said of an ordered pair.
struct Said {
    term: TermId,
    holds: bool,
    /// Whether it may be a gold: not vague, and not a mere mirror of itself.
    askable: bool,
    row: SmolStr,
}

/// What is said of every ordered pair, read from both ends.
fn pairs(scene: &Scene, cx: &Context) -> BTreeMap<(u32, u32), Vec<Said>> {
    let mut pairs: BTreeMap<(u32, u32), Vec<Said>> = BTreeMap::new();
    for relation in &scene.relations {
        let Some(term) = cx.lexicon.lookup(Domain::Spatial, &relation.predicate) else { continue };
        let (row, holds): (SmolStr, bool) = (relation.id.as_str().into(), relation.holds);
        let plain = |t: TermId| !VAGUE.contains(&cx.lexicon.term(t).name.as_str());
        let said = Said { term, holds, askable: plain(term), row: row.clone() };
        pairs.entry((relation.subject, relation.object)).or_default().push(said);
        if let Detail::Spatial { inverse: Some(inverse), .. } = cx.lexicon.term(term).detail {
            let said = Said { term: inverse, holds, askable: plain(inverse) && inverse != term, row };
            pairs.entry((relation.object, relation.subject)).or_default().push(said);
        }
    }
    pairs
}

fn ends(scene: &Scene, (subject, object): (u32, u32)) -> Option<(&Region, &Region)> {
    Some((scene.regions.get(subject as usize)?, scene.regions.get(object as usize)?))
}

fn fact(
    scene: &Scene,
    (subject, object): (&Region, &Region),
    said: &[Said],
    gold: TermId,
    judged: bool,
    picture: &Arc<Picture>,
    cx: &Context,
) -> Result<Fact, (Reason, String)> {
    let name = cx.lexicon.term(gold).name.as_str();
    let phrase = || format!("{} {name} {}", subject.label, object.label);
    let weak = referent::seen(scene, subject, cx.limits)?.weak | referent::seen(scene, object, cx.limits)?.weak;
    if subject.id == object.id || subject.bbox.iou(&object.bbox) > cx.limits.max_pair_iou {
        return Err(("boxes_alike", phrase()));
    }
    if said.iter().any(|s| s.term == gold && !s.holds) {
        return Err(("annotations_disagree", phrase()));
    }
    let size = scene.image.size;
    if let Bearing::Against(rule) = geometry::bearing(name, &subject.bbox, &object.bbox, size) {
        return Err(("contradicts_boxes", format!("{}: {rule}", phrase())));
    }
    if !geometry::borne_out(name, &subject.bbox, &object.bbox) {
        return Err(("contradicts_boxes", format!("{}: centers not separated", phrase())));
    }
    let mut truth: SmallVec<[TermId; 4]> = smallvec![gold];
    said.iter().filter(|s| s.holds).for_each(|s| draft::push(&mut truth, s.term));
    let rows: SmallVec<[SmolStr; 2]> =
        said.iter().filter(|s| s.holds && s.term == gold).map(|s| s.row.clone()).collect();
    let tier = match (weak, rows.len(), judged) {
        (true, ..) => GoldTier::Weak,
        (_, 2.., _) => GoldTier::Agreed,
        (_, _, true) => GoldTier::Verified,
        _ => GoldTier::Single,
    };
    let (a, b) = (region::noun(cx, subject), region::noun(cx, object));
    let heads = [&a, &b].map(|n| draft::head(cx.lexicon, n.as_ref().map(|(t, _)| *t)));
    let nouns = [&a, &b].map(|n| n.as_ref().map_or("", |(_, name)| name));
    let how = Inflection::Bare;
    Ok(Fact {
        annotations: rows,
        form: (a.is_some() && b.is_some()).then_some(Form::BoxesNouns),
        neutral: Some(Form::Boxes),
        tier,
        denied: denied(&truth, said, (subject, object), scene, cx).into(),
        truth,
        noun_context: draft::context(NAME, Form::BoxesNouns, how, &nouns),
        pattern_context: draft::context(NAME, Form::BoxesNouns, how, &heads),
        slots: Slots {
            boxes: smallvec![draft::box_ref(subject), draft::box_ref(object)],
            noun: a.as_ref().map(|(_, name)| Arc::clone(name)),
            noun2: b.as_ref().map(|(_, name)| Arc::clone(name)),
            ..Slots::default()
        },
        ..draft::fact(picture, NAME, "", gold, how)
    })
}

/// The predicates that are false of the pair, each by the strongest evidence there is.
fn denied(
    truth: &[TermId],
    said: &[Said],
    (subject, object): (&Region, &Region),
    scene: &Scene,
    cx: &Context,
) -> Vec<(TermId, Evidence)> {
    let holds_nothing =
        region::term(cx, object).is_some_and(|t| region::is_person(cx, t) || cx.lexicon.term(t).group == "animal");
    let evidence = |&term: &TermId| {
        if truth.contains(&term) {
            return None;
        }
        let name = cx.lexicon.term(term).name.as_str();
        if holds_nothing && ["in", "inside of"].contains(&name) {
            return None; // nobody asks whether a man is in a horse
        }
        if said.iter().any(|s| s.term == term && !s.holds) {
            // A "no" against the boxes (in front of the sofa's right end: not to the right?) convinces nobody.
            return (!geometry::leans(name, &subject.bbox, &object.bbox))
                .then(|| (term, Evidence::verified("a person's row: false")));
        }
        let doubtful = truth.iter().any(|t| cx.lexicon.relate(*t, term) == Relatedness::Conflict);
        match geometry::bearing(name, &subject.bbox, &object.bbox, scene.image.size) {
            Bearing::Against(rule) => return Some((term, Evidence::geometry(rule))),
            // "On" and "above" hold together when things touch, whatever their extents.
            Bearing::Hardly(rule) if !doubtful => return Some((term, Evidence::geometry(rule))),
            _ => {}
        }
        truth.iter().find_map(|t| match cx.lexicon.relate(*t, term) {
            Relatedness::Exclusive(rule) if !doubtful => Some((term, Evidence::exclusive(rule))),
            _ => None,
        })
    };
    cx.lexicon.terms(Domain::Spatial).iter().filter_map(evidence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::testing::{Build, names, refuted};

    fn two() -> Build {
        Build::new().region("cup", [10, 200, 80, 80]).region("bottle", [300, 180, 80, 120])
    }

    fn tier_of(fact: &Fact, name: &str) -> Option<&'static str> {
        fact.denied.iter().find(|(t, _)| names(&[*t]) == [name]).map(|(_, e)| match e {
            Evidence::VerifiedFalse { .. } => "verified",
            Evidence::Geometry { .. } => "geometry",
            Evidence::Exhaustive { .. } => "exhaustive",
            Evidence::Exclusive { .. } => "exclusive",
        })
    }

    #[test]
    fn a_pair_is_asked_from_both_ends() {
        let found = two().relation(0, "to the left of", 1, true).found(&Spatial);
        let fact = found.fact("pair:r0:r1:to the left of");
        assert_eq!((fact.form, fact.neutral), (Some(Form::BoxesNouns), Some(Form::Boxes)));
        assert_eq!((fact.slots.noun.as_deref(), fact.slots.noun2.as_deref()), (Some("cup"), Some("bottle")));
        assert_eq!(tier_of(fact, "to the right of"), Some("geometry"));
        assert_eq!(tier_of(fact, "on"), Some("geometry"));
        assert_eq!(tier_of(fact, "next to"), None);
        assert!(refuted(fact, "to the right of") && !refuted(fact, "behind"));
        let back = found.fact("pair:r1:r0:to the right of");
        assert_eq!(back.slots.boxes[0].id.as_str(), "r1");
        assert_eq!(found.facts.len(), 2);
    }

    #[test]
    fn a_persons_no_comes_first_and_depth_excludes_its_opposite_only() {
        let found = two().relation(0, "in front of", 1, true).relation(0, "next to", 1, false).found(&Spatial);
        let fact = found.fact("pair:r0:r1:in front of");
        assert_eq!(fact.tier, GoldTier::Verified);
        assert_eq!(tier_of(fact, "next to"), Some("verified"));
        assert_eq!(tier_of(fact, "behind"), Some("exclusive"));
        assert_eq!(tier_of(fact, "to the left of"), None, "it is to the left");
        assert_eq!(tier_of(found.fact("pair:r1:r0:behind"), "next to"), Some("verified"));
    }

    #[test]
    fn rows_against_their_boxes_are_dropped_and_two_rows_agree() {
        assert_eq!(two().relation(0, "to the right of", 1, true).found(&Spatial).reasons(), ["contradicts_boxes"; 2]);
        assert_eq!(two().relation(0, "on", 1, true).found(&Spatial).reasons(), ["contradicts_boxes"]);
        let both = two().relation(0, "to the left of", 1, true).relation(1, "to the right of", 0, true);
        assert_eq!(both.found(&Spatial).fact("pair:r0:r1:to the left of").tier, GoldTier::Agreed);
        let split = two().relation(0, "behind", 1, true).relation(0, "behind", 1, false);
        assert_eq!(split.found(&Spatial).reasons(), ["annotations_disagree"; 2]);
    }

    #[test]
    fn a_no_against_the_boxes_is_no_evidence() {
        let found = two().relation(0, "in front of", 1, true).relation(0, "to the left of", 1, false).found(&Spatial);
        let fact = found.fact("pair:r0:r1:in front of");
        assert_eq!((tier_of(fact, "to the left of"), tier_of(fact, "to the right of")), (None, Some("geometry")));
    }

    #[test]
    fn nothing_is_offered_as_in_a_person_or_an_animal() {
        let beside = |label| {
            let found = Build::new().region("cup", [10, 200, 80, 80]).region(label, [300, 180, 80, 120]);
            tier_of(
                found.relation(0, "to the left of", 1, true).found(&Spatial).fact("pair:r0:r1:to the left of"),
                "in",
            )
        };
        assert_eq!((beside("woman"), beside("bird"), beside("bottle")), (None, None, Some("geometry")));
    }

    #[test]
    fn on_does_not_exclude_above_by_extent() {
        let pizza = Build::new().region("pizza", [100, 100, 300, 200]).region("table", [50, 50, 500, 320]);
        let found = pizza.relation(0, "on", 1, true).found(&Spatial);
        let fact = found.fact("pair:r0:r1:on");
        assert_eq!(tier_of(fact, "above"), None);
        assert!(!refuted(fact, "in"));
    }

    #[test]
    fn boxes_that_look_alike_are_not_told_apart_and_vague_predicates_are_not_asked() {
        let alike = Build::new().region("cup", [10, 10, 100, 100]).region("bottle", [12, 10, 100, 104]);
        assert_eq!(alike.relation(0, "in", 1, true).found(&Spatial).reasons(), ["boxes_alike"]);
        assert!(two().relation(0, "at", 1, true).found(&Spatial).facts.is_empty());
    }
}

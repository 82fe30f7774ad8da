//! Relations between boxed things that are verbs: "the man in the red box is riding the horse in the blue box".

use super::{NAME, ONE_AT_A_TIME, doings};
use crate::lexicon::Transitivity;
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Region, Scene};
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::{Context, Found, draft, referent, region};
use smallvec::{SmallVec, smallvec};
use smol_str::{SmolStr, format_smolstr};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Verbs too vague to be asked for; they still count as true.
const VAGUE: &[&str] = &["interact", "interact with", "contain"];

/// What is said of an ordered pair.
#[derive(Default)]
struct Said {
    holds: BTreeMap<TermId, SmallVec<[SmolStr; 2]>>,
    denied: Vec<TermId>,
}

/// Adds a fact for every verb that holds between two regions.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let mut pairs: BTreeMap<(u32, u32), Said> = BTreeMap::new();
    for relation in &scene.relations {
        let Some(verb) = cx.lexicon.lookup(Domain::Action, &relation.predicate) else {
            if cx.lexicon.lookup(Domain::Spatial, &relation.predicate).is_none() {
                out.reject(picture, NAME, &relation.id, "unknown_term", relation.predicate.as_str());
            }
            continue;
        };
        let said = pairs.entry((relation.subject, relation.object)).or_default();
        match relation.holds {
            true => said.holds.entry(verb).or_default().push(relation.id.as_str().into()),
            false => said.denied.push(verb),
        }
    }
    let mut found = Vec::new();
    for (&(subject, object), said) in &pairs {
        for &gold in said.holds.keys() {
            let ends = (scene.regions.get(subject as usize), scene.regions.get(object as usize));
            let (Some(from), Some(to)) = ends else { continue };
            let name = cx.lexicon.term(gold).name.as_str();
            let key = format_smolstr!("pair:{}:{}:{name}", from.id, to.id);
            match fact(scene, subject as usize, (from, to), said, gold, picture, cx) {
                Ok(fact) => found.push(Fact { key, ..fact }),
                Err((reason, detail)) => out.reject(picture, NAME, key, reason, detail),
            }
        }
    }
    draft::mark_visible(&mut found);
    out.facts.append(&mut found);
}

fn fact(
    scene: &Scene,
    index: usize,
    (subject, object): (&Region, &Region),
    said: &Said,
    gold: TermId,
    picture: &Arc<Picture>,
    cx: &Context,
) -> Result<Fact, (Reason, String)> {
    let term = cx.lexicon.term(gold);
    let phrase = || format!("{} {} {}", subject.label, term.name, object.label);
    if VAGUE.contains(&term.name.as_str()) {
        return Err(("vague_verb", phrase()));
    }
    if term.verb().is_none_or(|v| v.object == Transitivity::None) {
        return Err(("takes_no_object", phrase())); // "is skateboarding the skateboard"
    }
    if said.denied.contains(&gold) {
        return Err(("annotations_disagree", phrase()));
    }
    let weak = referent::seen(scene, subject, cx.limits)?.weak | referent::seen(scene, object, cx.limits)?.weak;
    if subject.id == object.id || subject.bbox.iou(&object.bbox) > cx.limits.max_pair_iou {
        return Err(("boxes_alike", phrase()));
    }
    let mut truth: SmallVec<[TermId; 4]> = smallvec![gold];
    said.holds.keys().for_each(|&t| draft::push(&mut truth, t));
    doings(scene, index, cx).into_iter().for_each(|t| draft::push(&mut truth, t));
    let (a, b) = (region::noun(cx, subject), region::noun(cx, object));
    let heads = [&a, &b].map(|n| draft::head(cx.lexicon, n.as_ref().map(|(t, _)| *t)));
    let nouns = [&a, &b].map(|n| n.as_ref().map_or("", |(_, name)| name));
    let how = Inflection::Ing;
    let rows = said.holds.get(&gold).cloned().unwrap_or_default();
    Ok(Fact {
        tier: match (weak, rows.len()) {
            (true, _) => GoldTier::Weak,
            (_, 2..) => GoldTier::Agreed,
            _ => GoldTier::Single,
        },
        annotations: rows,
        form: (a.is_some() && b.is_some()).then_some(Form::BoxesNouns),
        neutral: Some(Form::Boxes),
        denied: denied(scene, &truth, said, a.as_ref().map(|n| n.0), b.as_ref().map(|n| n.0), cx).into(),
        truth,
        closed: Some(ONE_AT_A_TIME),
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

/// Verbs that a person denied, and those of complete predicates that are not listed for the pair: where a man rides
/// a horse in the picture, every man that rides a horse is listed. Between people no list is complete (Open Images).
fn denied(
    scene: &Scene,
    truth: &[TermId],
    said: &Said,
    subject: Option<TermId>,
    object: Option<TermId>,
    cx: &Context,
) -> Vec<(TermId, Evidence)> {
    let mut out: Vec<(TermId, Evidence)> = Vec::new();
    for &verb in said.denied.iter().filter(|t| !truth.contains(t)) {
        out.push((verb, Evidence::verified("a person's row: false")));
    }
    let person = |t: Option<TermId>| t.is_none_or(|t| region::is_person(cx, t));
    if !(person(subject) && person(object)) {
        for predicate in &scene.coverage.exhaustive_predicates {
            let verb = cx.lexicon.lookup(Domain::Action, predicate).filter(|t| !truth.contains(t));
            if let Some(verb) = verb.filter(|v| joins(scene, *v, subject, object, cx)) {
                out.push((verb, Evidence::exhaustive("triplets")));
            }
        }
    }
    out.sort();
    out.dedup_by_key(|(term, _)| *term);
    out
}

/// Whether a verb is said of any pair of these two classes in the picture.
fn joins(scene: &Scene, verb: TermId, subject: Option<TermId>, object: Option<TermId>, cx: &Context) -> bool {
    let class = |i: u32| scene.regions.get(i as usize).and_then(|r| region::term(cx, r));
    scene.relations.iter().filter(|r| r.holds).any(|r| {
        cx.lexicon.lookup(Domain::Action, &r.predicate) == Some(verb)
            && class(r.subject) == subject
            && class(r.object) == object
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::action::Action;
    use crate::target::testing::{Build, names, refuted};

    fn rider() -> Build {
        Build::new().region("man", [100, 10, 100, 200]).region("horse", [50, 120, 300, 250])
    }

    #[test]
    fn a_relation_is_asked_by_its_verb_and_unlisted_verbs_are_false_only_where_lists_are_complete() {
        let open = rider().relation(0, "ride", 1, true).found(&Action);
        let fact = open.fact("pair:r0:r1:ride");
        assert_eq!((fact.form, fact.neutral), (Some(Form::BoxesNouns), Some(Form::Boxes)));
        assert!(!refuted(fact, "hold"));
        let complete = rider()
            .region("man", [400, 10, 100, 200])
            .region("horse", [380, 150, 200, 200])
            .relation(0, "ride", 1, true)
            .relation(2, "kick", 3, true)
            .coverage(|c| c.exhaustive_predicates = vec!["feed".into(), "ride".into(), "kick".into()])
            .found(&Action);
        let fact = complete.fact("pair:r0:r1:ride");
        assert!(refuted(fact, "kick") && !refuted(fact, "feed"), "no man feeds a horse here, so nobody looked");
        assert!(fact.denied.iter().all(|(_, e)| *e == Evidence::exhaustive("triplets")));
    }

    #[test]
    fn verbs_of_one_pair_are_true_together_and_people_have_no_complete_list() {
        let found = rider().relation(0, "ride", 1, true).relation(0, "hold", 1, true).found(&Action);
        assert_eq!(names(&found.fact("pair:r0:r1:ride").truth), ["hold", "ride"]);
        let people = Build::new()
            .region("man", [10, 10, 100, 200])
            .region("woman", [150, 10, 100, 200])
            .relation(0, "hug", 1, true)
            .coverage(|c| c.exhaustive_predicates = vec!["kiss".into()])
            .found(&Action);
        assert!(people.fact("pair:r0:r1:hug").denied.is_empty());
    }

    #[test]
    fn verbs_without_object_and_split_rows_are_dropped_by_name() {
        assert_eq!(rider().relation(0, "stand", 1, true).found(&Action).reasons(), ["takes_no_object"]);
        let split = rider().relation(0, "ride", 1, true).relation(0, "ride", 1, false);
        assert_eq!(split.found(&Action).reasons(), ["annotations_disagree"]);
        assert_eq!(rider().relation(0, "blorf", 1, true).found(&Action).reasons(), ["unknown_term"]);
    }
}

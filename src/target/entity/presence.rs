//! What is in the picture at all: classes with a box or a person's label, against classes that a person found absent.

use super::NAME;
use crate::lexicon::Relatedness;
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture};
use crate::model::scene::Scene;
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::{Context, Found, draft, referent, region};
use smallvec::SmallVec;
use smol_str::{SmolStr, format_smolstr};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Presence is asked with yes and no: among several options more than one thing may well be there.
const YES_NO_ONLY: &[&str] = &["fill_blank", "what", "correction"];

/// What speaks for the presence of a class.
#[derive(Default)]
struct Signs {
    boxes: SmallVec<[SmolStr; 2]>,
    /// At least one box is big and plain enough to be noticed.
    clear: bool,
    verified: bool,
}

/// Adds a fact for every class that is present, denied with every class that is verified absent.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let (signs, truth) = present(scene, cx);
    let denied: Arc<[_]> = absent(scene, picture, &truth, cx, out).into();
    if denied.is_empty() {
        return; // nobody said what is not there, so no statement can be false
    }
    let how = Inflection::Indefinite;
    let mut found = Vec::new();
    for (gold, signs) in signs {
        let name = cx.lexicon.term(gold).name.as_str();
        let tier = match (signs.clear, signs.verified) {
            (true, true) => GoldTier::Agreed,
            (_, true) => GoldTier::Verified,
            (true, false) => GoldTier::Single,
            (false, false) => {
                out.reject(picture, NAME, format!("presence:{name}"), "hard_to_see", name);
                continue;
            }
        };
        found.push(Fact {
            annotations: signs.boxes,
            form: Some(Form::Presence),
            tier,
            truth: truth.clone(),
            denied: Arc::clone(&denied),
            noun_context: draft::context(NAME, Form::Presence, how, &[]),
            pattern_context: draft::context(NAME, Form::Presence, how, &[&cx.lexicon.term(gold).group]),
            except_kinds: Cow::Borrowed(YES_NO_ONLY),
            ..draft::fact(picture, NAME, format_smolstr!("presence:{name}"), gold, how)
        });
    }
    out.facts.append(&mut found);
}

/// Classes that are there, with their signs; and every term that may hold.
fn present(scene: &Scene, cx: &Context) -> (BTreeMap<TermId, Signs>, SmallVec<[TermId; 4]>) {
    let mut signs: BTreeMap<TermId, Signs> = BTreeMap::new();
    let mut truth = SmallVec::new();
    for region in &scene.regions {
        let Some(term) = region::term(cx, region) else { continue };
        draft::push(&mut truth, term);
        if region.part_of.is_none() && !region.flags.depiction.is_yes() {
            let sign = signs.entry(term).or_default();
            sign.boxes.push(region.id.as_str().into());
            sign.clear |= referent::seen(scene, region, cx.limits).is_ok();
        }
    }
    for class in &scene.coverage.verified_present {
        let Some(term) = cx.lexicon.lookup(Domain::Entity, class) else { continue };
        draft::push(&mut truth, term);
        signs.entry(term).or_default().verified = true;
    }
    (signs, truth)
}

/// Classes that a person found absent, unless something in the picture may be called so after all.
fn absent(
    scene: &Scene,
    picture: &Picture,
    truth: &[TermId],
    cx: &Context,
    out: &mut Found,
) -> Vec<(TermId, Evidence)> {
    let mut denied: Vec<(TermId, Evidence)> = Vec::new();
    for class in &scene.coverage.verified_absent {
        let key = format!("absent:{class}");
        let Some(term) = cx.lexicon.lookup(Domain::Entity, class) else {
            out.reject(picture, NAME, key, "unknown_term", class);
            continue;
        };
        let doubt = truth.iter().find(|t| {
            use Relatedness as R;
            matches!(cx.lexicon.relate(**t, term), R::Same | R::Synonym | R::Ancestor | R::Part | R::Conflict)
        });
        if let Some(doubt) = doubt {
            out.reject(picture, NAME, key, "absent_but_annotated", cx.lexicon.term(*doubt).name.as_str());
        } else if denied.iter().all(|(t, _)| *t != term) {
            denied.push((term, Evidence::verified("a person's label: absent")));
        }
    }
    denied.sort_by_key(|(term, _)| *term);
    denied
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::entity::Entity;
    use crate::target::testing::{Build, names, refuted};

    #[test]
    fn absent_classes_are_false_by_a_persons_word() {
        let found = Build::new()
            .region("dog", [10, 10, 200, 200])
            .coverage(|c| {
                c.verified_present = vec!["dog".into(), "car".into()];
                c.verified_absent = vec!["cat".into(), "cat".into()];
            })
            .found(&Entity);
        let dog = found.fact("presence:dog");
        assert_eq!((dog.tier, found.fact("presence:car").tier), (GoldTier::Agreed, GoldTier::Verified));
        assert!(refuted(dog, "cat") && !refuted(dog, "bird"), "nobody said that there is no bird");
        assert_eq!(dog.denied.len(), 1);
        assert_eq!(dog.closed, None);
        assert_eq!(names(&dog.truth), ["car", "dog"]);
    }

    #[test]
    fn an_absent_class_that_is_annotated_is_dropped() {
        let found = Build::new()
            .region("dog", [10, 10, 200, 200])
            .coverage(|c| c.verified_absent = vec!["animal".into(), "blorf".into()])
            .found(&Entity);
        assert!(found.facts.iter().all(|f| f.form != Some(Form::Presence)));
        assert_eq!(found.reasons(), ["absent_but_annotated", "unknown_term"]);
    }

    #[test]
    fn what_is_too_small_to_be_noticed_needs_a_persons_label() {
        let tiny = Build::new().region("dog", [10, 10, 12, 12]).coverage(|c| c.verified_absent = vec!["cat".into()]);
        assert_eq!(tiny.found(&Entity).reasons(), ["tiny_box", "hard_to_see"]);
    }
}

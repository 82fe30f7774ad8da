//! What the object in a box is: its label, and no name of anything else that shares the box.

use super::NAME;
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Region, Scene};
use crate::model::term::Inflection;
use crate::target::{Context, Found, draft, referent, region};
use smallvec::smallvec;
use smol_str::format_smolstr;
use std::sync::Arc;

/// An unknown thing that takes less than this share of a box does not put its name in doubt.
const SMALL_INSIDE: f64 = 0.15;

/// Adds a fact for every whole object whose box can only mean it.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let mut found = Vec::new();
    for (index, region) in scene.regions.iter().enumerate() {
        match fact(scene, index, region, picture, cx) {
            Ok(fact) => found.push(fact),
            Err((reason, detail)) => out.reject(picture, NAME, &region.id, reason, detail),
        }
    }
    draft::mark_visible(&mut found);
    out.facts.append(&mut found);
}

fn fact(
    scene: &Scene,
    index: usize,
    region: &Region,
    picture: &Arc<Picture>,
    cx: &Context,
) -> Result<Fact, (Reason, String)> {
    // The box of a part shows the whole as well.
    if region.part_of.is_some() {
        return Err(("part_box", region.label.clone()));
    }
    // Of a phrase with several boxes ("a crowd", "two chairs") each box shows but one.
    let phrases = scene.captions.iter().flat_map(|c| &c.phrases);
    if phrases.filter(|p| p.regions.len() > 1).any(|p| p.regions.iter().any(|&r| r as usize == index)) {
        return Err(("several_boxes", region.label.clone()));
    }
    let askable = referent::singled_out(scene, index, cx.limits)?;
    let Some(gold) = region::term(cx, region) else {
        return Err(("unknown_term", region.label.clone()));
    };
    if region::is_several(cx, region) {
        return Err(("plural_label", region.label.clone()));
    }
    if region::is_mark(cx, gold) {
        return Err(("named_like_the_mark", region.label.clone()));
    }
    let how = Inflection::Indefinite;
    let mut fact = Fact {
        annotations: smallvec![region.id.as_str().into()],
        form: Some(Form::Box),
        neutral: Some(Form::Box),
        tier: tier(scene, region, askable.weak, cx),
        closed: Some(Evidence::exclusive("class")),
        noun_context: draft::context(NAME, Form::Box, how, &[]),
        pattern_context: draft::context(NAME, Form::Box, how, &[&cx.lexicon.term(gold).group]),
        slots: Slots { boxes: smallvec![draft::box_ref(region)], ..Slots::default() },
        ..draft::fact(picture, NAME, format_smolstr!("box:{}", region.id), gold, how)
    };
    for (i, other) in scene.regions.iter().enumerate() {
        if i == index || !referent::overlaps(&region.bbox, &other.bbox, cx.limits) {
            continue;
        }
        match region::term(cx, other) {
            Some(term) => draft::push(&mut fact.truth, term),
            None if region.bbox.covered_by(&other.bbox) < SMALL_INSIDE => {}
            None => return Err(("overlapped_by_unknown", format!("{} by {}", region.label, other.label))),
        }
    }
    Ok(fact)
}

/// A box and a person's label that agree are two annotations.
fn tier(scene: &Scene, region: &Region, weak: bool, cx: &Context) -> GoldTier {
    if weak {
        return GoldTier::Weak;
    }
    let own = region::term(cx, region);
    let said = |label: &String| cx.lexicon.lookup(crate::model::term::Domain::Entity, label) == own;
    if own.is_some() && scene.coverage.verified_present.iter().any(said) { GoldTier::Agreed } else { GoldTier::Single }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::entity::Entity;
    use crate::target::testing::{Build, names, refuted};

    #[test]
    fn the_label_is_asked_and_siblings_are_false() {
        let found = Build::new()
            .region("dog", [10, 10, 200, 200])
            .region("cat", [300, 10, 200, 200])
            .coverage(|c| c.verified_present.push("Dog".into()))
            .found(&Entity);
        let fact = found.fact("box:r0");
        assert_eq!((fact.form, fact.tier), (Some(Form::Box), GoldTier::Agreed));
        assert_eq!(names(&fact.visible), ["cat"]);
        assert!(refuted(fact, "cat") && refuted(fact, "bird"));
        assert!(!refuted(fact, "animal") && !refuted(fact, "dog"));
        assert_eq!(found.fact("box:r1").tier, GoldTier::Single);
    }

    #[test]
    fn what_overlaps_the_box_is_not_false() {
        let found = Build::new()
            .region("cup", [100, 100, 80, 80])
            .region("table", [0, 90, 600, 300])
            .region("plate", [500, 100, 60, 60])
            .found(&Entity);
        assert_eq!(names(&found.fact("box:r0").truth), ["cup", "table"]);
    }

    #[test]
    fn a_person_may_be_a_man_and_a_boy_may_be_called_a_man() {
        let found = Build::new().region("person", [10, 10, 200, 300]).region("boy", [300, 10, 200, 300]).found(&Entity);
        assert!(!refuted(found.fact("box:r0"), "man"));
        assert!(!refuted(found.fact("box:r1"), "man"));
    }

    #[test]
    fn a_phrase_with_several_boxes_names_none_of_them() {
        let crowd = Build::new().region("crowd", [0, 0, 90, 200]).region("crowd", [200, 0, 90, 200]);
        let mut scene = crowd.caption("[1/people A crowd] in a street.").scene();
        scene.captions[0].phrases[0].regions = vec![0, 1];
        assert_eq!(Build::from(scene).found(&Entity).reasons(), ["several_boxes"; 2]);
    }

    #[test]
    fn parts_unknown_labels_and_plural_labels_are_dropped_by_name() {
        let part = Build::new().region("car", [0, 0, 300, 300]).region("wheel", [0, 200, 99, 99]).part_of(0);
        assert_eq!(part.found(&Entity).reasons(), ["part_box"]);
        assert_eq!(Build::new().region("blorf", [0, 0, 300, 300]).found(&Entity).reasons(), ["unknown_term"]);
        assert_eq!(Build::new().region("bottles", [0, 0, 300, 300]).found(&Entity).reasons(), ["plural_label"]);
        let boxed = Build::new().region("box", [0, 0, 300, 300]).found(&Entity);
        assert_eq!(boxed.reasons(), ["named_like_the_mark"]);
        let over = Build::new().region("dog", [0, 0, 200, 200]).region("blorf", [50, 50, 90, 90]);
        assert_eq!(over.found(&Entity).reasons(), ["overlapped_by_unknown", "unknown_term"]);
        let inside = Build::new().region("dog", [0, 0, 200, 200]).region("blorf", [50, 50, 40, 40]);
        assert_eq!(inside.found(&Entity).facts.iter().filter(|f| f.form == Some(Form::Box)).count(), 1);
    }
}

//! Poses of boxed people and animals: stand, sit, walk, run.

use super::{NAME, ONE_AT_A_TIME, bird, doings};
use crate::model::evidence::GoldTier;
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Axis, Region, Scene};
use crate::model::term::{Domain, Inflection};
use crate::target::{Context, Found, draft, referent, region, twin};
use smallvec::smallvec;
use smol_str::format_smolstr;
use std::sync::Arc;

/// Adds a fact for every pose of every region.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let mut found = Vec::new();
    for (index, region) in scene.regions.iter().enumerate() {
        let mut poses: Vec<&str> =
            region.attributes.iter().filter(|a| a.axis == Axis::Pose).map(|a| a.value.as_str()).collect();
        poses.sort_unstable();
        poses.dedup();
        for pose in poses {
            let key = format_smolstr!("pose:{}:{pose}", region.id);
            match fact(scene, index, region, pose, picture, cx) {
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
    region: &Region,
    pose: &str,
    picture: &Arc<Picture>,
    cx: &Context,
) -> Result<Fact, (Reason, String)> {
    if region.unknown_axes.contains(&Axis::Pose) {
        return Err(("unknown_axis", region.label.clone()));
    }
    let Some(gold) = cx.lexicon.lookup(Domain::Action, pose) else {
        return Err(("unknown_term", pose.to_owned()));
    };
    let mut truth = doings(scene, index, cx);
    if let Some(other) = truth.iter().find(|t| cx.lexicon.relate(gold, **t).exclusive().is_some()) {
        return Err(("annotations_disagree", format!("{pose}, {}", cx.lexicon.term(*other).name)));
    }
    draft::push(&mut truth, gold);
    let askable = referent::singled_out(scene, index, cx.limits)?;
    twin::none(scene, index, cx)?;
    // A second box around the same one may say more of it.
    for (i, other) in scene.regions.iter().enumerate() {
        if i != index && referent::same_thing(region, other, cx.limits) {
            doings(scene, i, cx).into_iter().for_each(|t| draft::push(&mut truth, t));
        }
    }
    let noun = region::noun(cx, region);
    if let Some((bird, _)) = &noun {
        bird::postures(cx, *bird, gold).for_each(|t| draft::push(&mut truth, t));
    }
    let how = Inflection::Ing;
    let name = noun.as_ref().map_or("", |(_, name)| name);
    let head = draft::head(cx.lexicon, noun.as_ref().map(|(term, _)| *term));
    Ok(Fact {
        annotations: smallvec![region.id.as_str().into()],
        form: noun.is_some().then_some(Form::BoxNoun),
        neutral: Some(Form::Box),
        tier: if askable.weak { GoldTier::Weak } else { GoldTier::Single },
        truth,
        closed: Some(ONE_AT_A_TIME),
        noun_context: draft::context(NAME, Form::BoxNoun, how, &[name]),
        pattern_context: draft::context(NAME, Form::BoxNoun, how, &[head]),
        slots: Slots {
            boxes: smallvec![draft::box_ref(region)],
            noun: noun.as_ref().map(|(_, name)| Arc::clone(name)),
            ..Slots::default()
        },
        ..draft::fact(picture, NAME, "", gold, how)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::action::Action;
    use crate::target::testing::{Build, refuted};

    fn man(poses: &[&str]) -> Build {
        Build::new().region("man", [10, 10, 100, 300]).attributes(Axis::Pose, poses)
    }

    #[test]
    fn postures_exclude_each_other_and_a_smile_excludes_none() {
        let found = man(&["stand", "smile"]).found(&Action);
        let fact = found.fact("pose:r0:stand");
        assert_eq!((fact.form, fact.inflection), (Some(Form::BoxNoun), Inflection::Ing));
        assert!(refuted(fact, "sit") && refuted(fact, "lie") && !refuted(fact, "smile") && !refuted(fact, "hold"));
    }

    #[test]
    fn a_bird_that_sits_may_be_said_to_stand() {
        let bird = Build::new().region("pigeon", [10, 10, 100, 100]).attributes(Axis::Pose, &["sit"]).found(&Action);
        let fact = bird.fact("pose:r0:sit");
        assert!(!refuted(fact, "stand") && refuted(fact, "run"));
        let dog = Build::new().region("dog", [10, 10, 100, 100]).attributes(Axis::Pose, &["sit"]).found(&Action);
        assert!(refuted(dog.fact("pose:r0:sit"), "stand"));
    }

    #[test]
    fn two_people_in_one_box_are_not_told_apart() {
        let behind = man(&["run"]).region("person", [40, 20, 60, 280]);
        assert_eq!(behind.found(&Action).reasons(), ["twin_inside"]);
        let cap = man(&["run"]).region("hat", [30, 10, 60, 60]);
        assert!(cap.found(&Action).rejects.is_empty());
    }

    #[test]
    fn two_postures_of_one_person_are_dropped_and_unknown_poses_named() {
        assert_eq!(man(&["stand", "sit"]).found(&Action).reasons(), ["annotations_disagree"; 2]);
        assert_eq!(man(&["blorf"]).found(&Action).reasons(), ["unknown_term"]);
    }

    #[test]
    fn what_it_rides_does_not_make_sitting_false() {
        let rider = man(&["smile"]).region("horse", [10, 200, 300, 250]).relation(0, "ride", 1, true).found(&Action);
        assert!(!refuted(rider.fact("pose:r0:smile"), "sit"));
    }
}

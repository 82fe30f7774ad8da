//! Action: what a boxed person or animal does, what one boxed thing does to another, and the verbs of captions.

mod bird;
mod captioned;
mod pose;
mod related;

use super::{Context, Found, Target};
use crate::model::evidence::Evidence;
use crate::model::fact::Picture;
use crate::model::scene::{Axis, Scene};
use crate::model::term::{Domain, TermId};
use smallvec::SmallVec;
use std::sync::Arc;

/// The target `action`.
pub struct Action;

const NAME: &str = "action";

/// Of verbs that exclude each other only one is done at a time. Verbs that can hold together are never false of each
/// other: the lexicon calls them independent or in conflict.
const ONE_AT_A_TIME: Evidence = Evidence::exclusive("exclusive_verbs");

impl Target for Action {
    fn name(&self) -> &'static str {
        NAME
    }

    fn domain(&self) -> Domain {
        Domain::Action
    }

    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
        pose::facts(scene, picture, cx, out);
        related::facts(scene, picture, cx, out);
        captioned::facts(scene, picture, cx, out);
    }
}

/// Verbs said of a region: its poses, and what it does to others.
fn doings(scene: &Scene, index: usize, cx: &Context) -> SmallVec<[TermId; 4]> {
    let mut verbs = SmallVec::new();
    if let Some(region) = scene.regions.get(index) {
        for pose in region.attributes.iter().filter(|a| a.axis == Axis::Pose) {
            if let Some(verb) = cx.lexicon.lookup(Domain::Action, &pose.value) {
                super::draft::push(&mut verbs, verb);
            }
        }
    }
    for relation in scene.relations.iter().filter(|r| r.holds && r.subject as usize == index) {
        if let Some(verb) = cx.lexicon.lookup(Domain::Action, &relation.predicate) {
            super::draft::push(&mut verbs, verb);
        }
    }
    verbs
}

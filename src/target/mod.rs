//! What a question is about: scenes into facts. One file per target, listed in [`TARGETS`].
//!
//! A target reads everything that one picture's annotation says in its domain and states it as [`Fact`]s: the
//! concept that holds, every concept that may hold as well (`truth`), and why others are false (`denied`,
//! `closed`). Where a careful person could give another answer there is no fact but a named [`Reject`].

mod action;
mod attribute;
pub mod caption;
mod color;
mod draft;
mod entity;
pub mod geometry;
pub mod limits;
mod material;
mod modifier;
mod number;
pub mod referent;
mod region;
mod spatial;
#[cfg(test)]
pub(crate) mod testing;
mod twin;
pub mod words;

pub use limits::Limits;

use crate::lexicon::Lexicon;
use crate::model::fact::{Fact, Picture};
use crate::model::reject::{Reason, Reject};
use crate::model::scene::Scene;
use crate::model::term::Domain;
use std::sync::Arc;

/// What every target needs besides the scene.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Words and what excludes what.
    pub lexicon: &'a Lexicon,
    /// Thresholds from the configuration.
    pub limits: &'a Limits,
}

/// What targets found in a scene.
#[derive(Debug, Default)]
pub struct Found {
    /// Facts, in order of the annotations.
    pub facts: Vec<Fact>,
    /// What could not become a fact, by name. `candidate` is `<scene>#<target>:<key>`.
    pub rejects: Vec<Reject>,
}

impl Found {
    /// Counts a drop.
    pub(crate) fn reject(
        &mut self,
        picture: &Picture,
        target: &str,
        key: impl std::fmt::Display,
        reason: Reason,
        detail: impl Into<String>,
    ) {
        self.rejects.push(Reject::new(format!("{}#{target}:{key}", picture.scene), reason, detail));
    }
}

/// A grounding target.
pub trait Target: Sync {
    /// Name, as in the configuration and in items.
    fn name(&self) -> &'static str;
    /// The domain of its concepts.
    fn domain(&self) -> Domain;
    /// Adds the facts of a scene. `picture` is the head of `scene`, shared by all of its facts.
    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found);
}

/// All targets, in the order of the paper's table; help, validation and listings derive from it.
pub const TARGETS: &[&dyn Target] =
    &[&entity::Entity, &number::Number, &color::Color, &material::Material, &action::Action, &spatial::Spatial];

/// The target of that name.
pub fn find(name: &str) -> Option<&'static dyn Target> {
    TARGETS.iter().copied().find(|t| t.name() == name)
}

/// The head that all facts of a scene share.
pub fn picture(scene: &Scene) -> Arc<Picture> {
    Arc::new(Picture { scene: scene.id.clone(), source: scene.source.clone(), image: scene.image.clone() })
}

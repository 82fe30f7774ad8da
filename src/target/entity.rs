//! Entity: what a box holds, what a caption names, what is in the picture.

mod boxed;
mod captioned;
mod presence;

use super::{Context, Found, Target};
use crate::model::fact::Picture;
use crate::model::scene::Scene;
use crate::model::term::Domain;
use std::sync::Arc;

/// The target `entity`.
pub struct Entity;

const NAME: &str = "entity";

impl Target for Entity {
    fn name(&self) -> &'static str {
        NAME
    }

    fn domain(&self) -> Domain {
        Domain::Entity
    }

    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
        boxed::facts(scene, picture, cx, out);
        captioned::facts(scene, picture, cx, out);
        presence::facts(scene, picture, cx, out);
    }
}

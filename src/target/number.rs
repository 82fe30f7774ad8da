//! Number: how many things of a class there are, and the number words of captions.

mod captioned;
mod counted;

use super::{Context, Found, Target};
use crate::model::fact::Picture;
use crate::model::scene::Scene;
use crate::model::term::Domain;
use std::sync::Arc;

/// The target `number`.
pub struct Number;

const NAME: &str = "number";

impl Target for Number {
    fn name(&self) -> &'static str {
        NAME
    }

    fn domain(&self) -> Domain {
        Domain::Number
    }

    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
        counted::facts(scene, picture, cx, out);
        captioned::facts(scene, picture, cx, out);
    }
}

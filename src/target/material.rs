//! Material: of boxed things by their attributes, of captioned things by the word before the noun.

use super::attribute::{self, AxisRule};
use super::modifier::{self, ModifierRule};
use super::{Context, Found, Target, region};
use crate::model::evidence::Evidence;
use crate::model::fact::Picture;
use crate::model::reject::Reason;
use crate::model::scene::{Axis, Scene};
use crate::model::term::{Domain, TermId};
use std::sync::Arc;

/// The target `material`.
pub struct Material;

const NAME: &str = "material";
const SEVERAL: Reason = "several_materials";
const EXCLUSIVE: Evidence = Evidence::exclusive("material");

/// One material; where several are listed none is asked for, as no dataset says which one dominates.
const BOXED: AxisRule = AxisRule {
    target: NAME,
    domain: Domain::Material,
    axis: Axis::Material,
    several: SEVERAL,
    complete: Evidence::exhaustive("materials"),
    exclusive: EXCLUSIVE,
    partly,
};

const CAPTIONED: ModifierRule = ModifierRule {
    target: NAME,
    domain: Domain::Material,
    several: SEVERAL,
    in_name: "material_in_name",
    exclusive: EXCLUSIVE,
    set_phrases: &["cotton candy", "glass eyes", "ice cream", "iron man", "paper bag", "rubber duck", "stone age"],
    trap,
};

impl Target for Material {
    fn name(&self) -> &'static str {
        NAME
    }

    fn domain(&self) -> Domain {
        Domain::Material
    }

    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
        attribute::facts(&BOXED, scene, picture, cx, out);
        modifier::facts(&CAPTIONED, scene, picture, cx, out);
    }
}

/// A metal oven has a door of glass, a metal car has windows.
fn partly(cx: &Context, noun: TermId) -> &'static [&'static str] {
    match cx.lexicon.term(noun).group.as_str() {
        "appliance" | "electronics" | "vehicle" => &["glass"],
        _ => &[],
    }
}

/// "A silver car" says a color, "a furry bear" no material that could be another.
fn trap(cx: &Context, word: &str, noun: TermId) -> Option<Reason> {
    if cx.lexicon.lookup(Domain::Color, word).is_some() {
        return Some("color_or_material");
    }
    let living = matches!(
        cx.lexicon.term(noun).group.as_str(),
        "animal" | "body part" | "drink" | "food" | "plant" | "plant part"
    );
    (living || region::is_person(cx, noun)).then_some("not_a_material")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::testing::{Build, refuted};

    #[test]
    fn machines_have_panes_and_knives_have_none() {
        let found = Build::new()
            .region("microwave oven", [10, 10, 200, 150])
            .attributes(Axis::Material, &["metal"])
            .region("knife", [300, 10, 200, 100])
            .attributes(Axis::Material, &["metal"])
            .found(&Material);
        let (oven, knife) = (found.fact("box:r0"), found.fact("box:r1"));
        assert!(!refuted(oven, "glass") && refuted(oven, "wood"));
        assert!(refuted(knife, "glass") && refuted(knife, "wood"));
    }

    #[test]
    fn a_thing_whose_box_holds_another_of_its_kind_is_not_asked_about() {
        let bag = |x: u32| {
            Build::new()
                .region("handbag", [10, 10, 300, 300])
                .attributes(Axis::Material, &["leather"])
                .region("handbag", [x, 20, 150, 200])
        };
        assert_eq!(bag(100).found(&Material).reasons(), ["twin_inside"]);
        assert!(bag(330).found(&Material).rejects.is_empty());
    }
}

//! Color: of boxed things by their attributes, of captioned things by the adjective before the noun.

use super::attribute::{self, AxisRule};
use super::modifier::{self, ModifierRule};
use super::{Context, Found, Target, region};
use crate::model::evidence::Evidence;
use crate::model::fact::Picture;
use crate::model::reject::Reason;
use crate::model::scene::{Axis, Scene};
use crate::model::term::{Domain, TermId};
use std::sync::Arc;

/// The target `color`.
pub struct Color;

const NAME: &str = "color";
const SEVERAL: Reason = "several_colors";
const EXCLUSIVE: Evidence = Evidence::exclusive("hue_family");

/// One color, or one that the dataset calls dominant; the others join the truth.
const BOXED: AxisRule = AxisRule {
    target: NAME,
    domain: Domain::Color,
    axis: Axis::Color,
    several: SEVERAL,
    complete: Evidence::exhaustive("colors"),
    exclusive: EXCLUSIVE,
    partly: |_, _| &[],
};

const CAPTIONED: ModifierRule = ModifierRule {
    target: NAME,
    domain: Domain::Color,
    several: SEVERAL,
    in_name: "color_in_name",
    exclusive: EXCLUSIVE,
    set_phrases: &[
        "black bear",
        "black belt",
        "black board",
        "black box",
        "black eye",
        "black light",
        "black tea",
        "blue cheese",
        "blue jay",
        "blue jeans",
        "blue screen",
        "brown bear",
        "brown rice",
        "gold medal",
        "golden retriever",
        "green bean",
        "green card",
        "green house",
        "green light",
        "green onion",
        "green pepper",
        "green salad",
        "green screen",
        "green tea",
        "grey hound",
        "orange juice",
        "orange peel",
        "orange slice",
        "orange tree",
        "peach pie",
        "pink floyd",
        "polar bear",
        "red bull",
        "red carpet",
        "red cross",
        "red light",
        "red onion",
        "red pepper",
        "red sauce",
        "red wine",
        "silver medal",
        "white board",
        "white bread",
        "white house",
        "white water",
        "white wine",
        "yellow pages",
    ],
    trap,
};

impl Target for Color {
    fn name(&self) -> &'static str {
        NAME
    }

    fn domain(&self) -> Domain {
        Domain::Color
    }

    fn facts(&self, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
        attribute::facts(&BOXED, scene, picture, cx, out);
        modifier::facts(&CAPTIONED, scene, picture, cx, out);
    }
}

/// Colors of people are ethnicity; colors of their skin too. Of their hair, eyes and clothes they are colors. A word
/// that is also a material may mean that: "a silver knife".
fn trap(cx: &Context, word: &str, noun: TermId) -> Option<Reason> {
    if region::is_person(cx, noun) {
        return Some("ethnicity");
    }
    cx.lexicon.lookup(Domain::Material, word).is_some().then_some("color_or_material")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::evidence::GoldTier;
    use crate::model::fact::Form;
    use crate::target::testing::{Build, names, refuted};

    #[test]
    fn one_color_is_asked_and_other_hues_are_false() {
        let found = Build::new()
            .region("car", [10, 10, 200, 200])
            .attributes(Axis::Color, &["red"])
            .region("bus", [300, 10, 200, 200])
            .attributes(Axis::Color, &["blue"])
            .found(&Color);
        let fact = found.fact("box:r0");
        assert_eq!((fact.form, fact.neutral, fact.tier), (Some(Form::BoxNoun), Some(Form::Box), GoldTier::Single));
        assert_eq!(fact.slots.noun.as_deref(), Some("car"));
        assert_eq!(names(&fact.visible), ["blue"]);
        assert!(refuted(fact, "green") && refuted(fact, "blue"));
        assert!(!refuted(fact, "dark red") && !refuted(fact, "pink") && !refuted(fact, "orange"));
        assert_eq!(fact.closed, Some(Evidence::exclusive("hue_family")));
    }

    #[test]
    fn a_dominant_color_is_asked_and_the_others_are_not_false() {
        let found = Build::new()
            .region("car", [10, 10, 200, 200])
            .attributes(Axis::Color, &["*blue", "red"])
            .with(|r| r.complete_axes.push(Axis::Color))
            .found(&Color);
        let fact = found.fact("box:r0");
        assert_eq!(names(&[fact.gold]), ["blue"]);
        assert!(!refuted(fact, "red") && refuted(fact, "yellow"));
        assert_eq!(fact.closed, Some(Evidence::exhaustive("colors")));
    }

    #[test]
    fn several_unknown_and_unlisted_colors_are_dropped_by_name() {
        let car = |values: &[&str]| Build::new().region("car", [10, 10, 200, 200]).attributes(Axis::Color, values);
        assert_eq!(car(&["red", "blue"]).found(&Color).reasons(), ["several_colors"]);
        assert_eq!(car(&["shimmering"]).found(&Color).reasons(), ["unknown_term"]);
        let unknown = car(&["red"]).with(|r| r.unknown_axes.push(Axis::Color));
        assert_eq!(unknown.found(&Color).reasons(), ["unknown_axis"]);
        let silent = Build::new().region("car", [10, 10, 200, 200]).found(&Color);
        assert!(silent.facts.is_empty() && silent.rejects.is_empty());
    }

    #[test]
    fn a_part_is_asked_by_its_noun_only_and_a_twin_box_adds_its_colors() {
        let part = Build::new()
            .region("bicycle", [10, 10, 300, 200])
            .region("wheel", [10, 100, 100, 100])
            .part_of(0)
            .attributes(Axis::Color, &["black"])
            .found(&Color);
        assert_eq!(part.fact("box:r1").neutral, None);
        let twin = Build::new()
            .region("car", [10, 10, 200, 200])
            .attributes(Axis::Color, &["red"])
            .region("car", [12, 10, 200, 200])
            .attributes(Axis::Color, &["green"])
            .found(&Color);
        assert!(!refuted(twin.fact("box:r0"), "green"));
    }
}

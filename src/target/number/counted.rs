//! Counts of classes of which every instance is declared to have a box.

use super::NAME;
use crate::lexicon::{Count, Relatedness};
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Region, Scene};
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::{Context, Found, draft, referent, region};
use smallvec::SmallVec;
use smol_str::{SmolStr, format_smolstr};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Adds a fact for every exhaustive class with boxes.
pub fn facts(scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let mut classes = BTreeSet::new();
    for label in &scene.coverage.exhaustive {
        if let Some(class) = cx.lexicon.lookup(Domain::Entity, label) {
            classes.insert(class);
        }
    }
    for class in classes {
        let instances: Vec<&Region> = scene.regions.iter().filter(|r| region::term(cx, r) == Some(class)).collect();
        if instances.is_empty() {
            continue;
        }
        let name = cx.lexicon.term(class).name.as_str();
        match fact(scene, class, &instances, picture, cx) {
            Ok(fact) => out.facts.push(fact),
            Err((reason, detail)) => {
                out.reject(picture, NAME, format!("count:{name}"), reason, format!("{name}: {detail}"));
            }
        }
    }
}

fn fact(
    scene: &Scene,
    class: TermId,
    instances: &[&Region],
    picture: &Arc<Picture>,
    cx: &Context,
) -> Result<Fact, (Reason, String)> {
    let term = cx.lexicon.term(class);
    let name = term.name.as_str();
    if term.count() != Count::Count {
        return Err(("not_countable", name.to_owned()));
    }
    let how = Inflection::Word;
    let plural: Arc<str> = cx.lexicon.inflect(class, Inflection::Plural).into();
    if cx.lexicon.lookup(Domain::Entity, &plural) != Some(class) {
        return Err(("ambiguous_word", plural.to_string())); // "how many glasses": to drink from, or to wear?
    }
    plain(scene, instances, cx)?;
    alone(scene, class, cx)?;
    let Some(gold) = u32::try_from(instances.len()).ok().filter(|n| *n <= cx.limits.max_count) else {
        return Err(("too_many", instances.len().to_string()));
    };
    let Some(gold) = cx.lexicon.number(gold) else {
        return Err(("unknown_term", instances.len().to_string()));
    };
    let weak = instances
        .iter()
        .any(|r| r.flags.occluded.is_yes() || referent::area_share(scene, &r.bbox) < cx.limits.min_area);
    let mut annotations: SmallVec<[SmolStr; 2]> = instances.iter().map(|r| r.id.as_str().into()).collect();
    annotations.sort_unstable();
    Ok(Fact {
        annotations,
        form: Some(Form::Count),
        neutral: Some(Form::Count),
        tier: if weak { GoldTier::Weak } else { GoldTier::Single },
        closed: Some(Evidence::exclusive("number")),
        noun_context: draft::context(NAME, Form::Count, how, &[&plural]),
        pattern_context: draft::context(NAME, Form::Count, how, &[draft::head(cx.lexicon, Some(class))]),
        slots: Slots { noun: Some(plural), ..Slots::default() },
        ..draft::fact(picture, NAME, format_smolstr!("count:{name}"), gold, how)
    })
}

/// Whether every box is one whole thing of its own that is big enough to be seen.
fn plain(scene: &Scene, instances: &[&Region], cx: &Context) -> Result<(), (Reason, String)> {
    for (i, region) in instances.iter().enumerate() {
        let refuse = |reason| Err((reason, region.id.clone()));
        if region.part_of.is_some() {
            return refuse("part_box");
        }
        if region.flags.group.is_yes() {
            return refuse("group_box");
        }
        if region.flags.depiction.is_yes() {
            return refuse("depicted_box"); // does a painted dog count?
        }
        if region.flags.inside.is_yes() {
            return refuse("inside_box");
        }
        let share = referent::area_share(scene, &region.bbox);
        if share < cx.limits.count_min_area || region.bbox.w().min(region.bbox.h()) < cx.limits.count_min_side {
            return refuse("tiny_instance");
        }
        if instances.iter().skip(i + 1).any(|o| region.bbox.iou(&o.bbox) > cx.limits.duplicate_iou) {
            return refuse("duplicate_boxes");
        }
    }
    Ok(())
}

/// Whether no other box of the picture may be counted too: a van among the cars, a man among the persons.
fn alone(scene: &Scene, class: TermId, cx: &Context) -> Result<(), (Reason, String)> {
    for region in &scene.regions {
        let Some(term) = region::term(cx, region) else { continue };
        use Relatedness as R;
        let doubtful = match cx.lexicon.relate(class, term) {
            R::Synonym | R::Ancestor | R::Descendant | R::Conflict => true,
            // A player may be a man; a tie is no person.
            R::Incomparable => region::is_person(cx, class) && region::is_person(cx, term),
            _ => false,
        };
        if doubtful {
            return Err(("ambiguous_count", format!("a box is called {}", region.label)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scene::Flag;
    use crate::target::number::Number;
    use crate::target::testing::{Build, names, refuted};

    fn row(build: Build, label: &str, n: u32) -> Build {
        (0..n).fold(build, |b, i| b.region(label, [10 + 60 * i, 10, 50, 80]))
    }

    fn exhaustive(build: Build, class: &str) -> Found {
        build.coverage(|c| c.exhaustive.push(class.into())).found(&Number)
    }

    #[test]
    fn all_boxes_of_an_exhaustive_class_are_counted() {
        let found = exhaustive(row(row(Build::new(), "dog", 3), "cat", 2), "Dog");
        assert_eq!(found.facts.len(), 1, "cats are not declared complete");
        let fact = found.fact("count:dog");
        assert_eq!(names(&[fact.gold]), ["three"]);
        assert_eq!((fact.form, fact.slots.noun.as_deref()), (Some(Form::Count), Some("dogs")));
        assert!(refuted(fact, "two") && refuted(fact, "four") && !refuted(fact, "three"));
    }

    #[test]
    fn doubtful_counts_are_dropped_by_name() {
        let dogs = || row(Build::new(), "dog", 2);
        assert_eq!(exhaustive(dogs().with(|r| r.flags.group = Flag::Yes), "dog").reasons(), ["group_box"]);
        assert_eq!(exhaustive(dogs().with(|r| r.flags.depiction = Flag::Yes), "dog").reasons(), ["depicted_box"]);
        assert_eq!(exhaustive(dogs().region("dog", [12, 10, 50, 80]), "dog").reasons(), ["duplicate_boxes"]);
        assert_eq!(exhaustive(dogs().region("dog", [400, 10, 9, 9]), "dog").reasons(), ["tiny_instance"]);
        assert_eq!(
            exhaustive(row(Build::new(), "cat", 2).region("animal", [500, 10, 50, 80]), "cat").reasons(),
            ["ambiguous_count"]
        );
        assert_eq!(exhaustive(row(row(Build::new(), "man", 2), "boy", 1), "man").reasons(), ["ambiguous_count"]);
        assert_eq!(exhaustive(row(Build::new(), "glass", 2), "glass").reasons(), ["ambiguous_word"]);
        let many = (0..12).fold(Build::new(), |b, i| b.region("dog", [10 + 50 * i, 10, 45, 80]));
        assert_eq!(exhaustive(many, "dog").reasons(), ["too_many"]);
    }
}

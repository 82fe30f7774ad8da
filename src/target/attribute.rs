//! Facts from the attributes of boxes: what color it has, what it is made of.

use super::{Context, Found, draft, referent, region, twin};
use crate::model::evidence::{Evidence, GoldTier};
use crate::model::fact::{Fact, Form, Picture, Slots};
use crate::model::reject::Reason;
use crate::model::scene::{Axis, Region, Scene};
use crate::model::term::{Domain, Inflection, TermId};
use smallvec::{SmallVec, smallvec};
use smol_str::format_smolstr;
use std::sync::Arc;

/// How one axis is asked about.
pub(super) struct AxisRule {
    /// Target name.
    pub target: &'static str,
    /// Domain of its values.
    pub domain: Domain,
    /// The axis.
    pub axis: Axis,
    /// Reject name where more than one value holds and none is dominant.
    pub several: Reason,
    /// Evidence of the other values where the listed ones are declared to be all.
    pub complete: Evidence,
    /// Evidence of the other values where they are not.
    pub exclusive: Evidence,
    /// Values that hold of parts of such a thing, whatever is listed: they are neither asked for nor called false.
    pub partly: fn(&Context, TermId) -> &'static [&'static str],
}

/// Adds a fact for every region with one value, or one dominant value, of the axis.
pub(super) fn facts(rule: &AxisRule, scene: &Scene, picture: &Arc<Picture>, cx: &Context, out: &mut Found) {
    let mut found = Vec::new();
    for (index, region) in scene.regions.iter().enumerate() {
        if region.attributes.iter().all(|a| a.axis != rule.axis) {
            continue; // not annotated, which is not a drop
        }
        match fact(rule, scene, index, region, picture, cx) {
            Ok(fact) => found.push(fact),
            Err((reason, detail)) => out.reject(picture, rule.target, &region.id, reason, detail),
        }
    }
    draft::mark_visible(&mut found);
    out.facts.append(&mut found);
}

fn fact(
    rule: &AxisRule,
    scene: &Scene,
    index: usize,
    region: &Region,
    picture: &Arc<Picture>,
    cx: &Context,
) -> Result<Fact, (Reason, String)> {
    if region.unknown_axes.contains(&rule.axis) {
        return Err(("unknown_axis", region.label.clone()));
    }
    let (gold, mut truth) = values(rule, region, cx)?;
    let askable = referent::singled_out(scene, index, cx.limits)?;
    twin::none(scene, index, cx)?;
    // A second box around the same thing may carry other values.
    for other in scene.regions.iter().filter(|o| o.id != region.id && referent::same_thing(region, o, cx.limits)) {
        for value in other.attributes.iter().filter(|a| a.axis == rule.axis) {
            let Some(term) = cx.lexicon.lookup(rule.domain, &value.value) else {
                return Err(("unknown_term", value.value.clone()));
            };
            draft::push(&mut truth, term);
        }
    }
    let noun = region::noun(cx, region);
    for value in noun.iter().flat_map(|(term, _)| (rule.partly)(cx, *term)) {
        cx.lexicon.lookup(rule.domain, value).into_iter().for_each(|t| draft::push(&mut truth, t));
    }
    let how = Inflection::Bare;
    let noun_term = noun.as_ref().map(|(term, _)| *term);
    let whole = region.part_of.is_none();
    if noun.is_none() && !whole {
        return Err(("unknown_term", region.label.clone()));
    }
    let name = noun.as_ref().map_or("", |(_, name)| name);
    let complete = region.complete_axes.contains(&rule.axis);
    Ok(Fact {
        annotations: smallvec![region.id.as_str().into()],
        form: noun.is_some().then_some(Form::BoxNoun),
        // The box of a part shows much of the whole: it needs its noun.
        neutral: whole.then_some(Form::Box),
        tier: if askable.weak { GoldTier::Weak } else { GoldTier::Single },
        truth,
        closed: Some(if complete { rule.complete.clone() } else { rule.exclusive.clone() }),
        noun_context: draft::context(rule.target, Form::BoxNoun, how, &[name]),
        pattern_context: draft::context(rule.target, Form::BoxNoun, how, &[draft::head(cx.lexicon, noun_term)]),
        slots: Slots {
            boxes: smallvec![draft::box_ref(region)],
            noun: noun.as_ref().map(|(_, name)| Arc::clone(name)),
            ..Slots::default()
        },
        ..draft::fact(picture, rule.target, format_smolstr!("box:{}", region.id), gold, how)
    })
}

type Terms = SmallVec<[TermId; 4]>;

/// The one value to ask for, and all values said of the region.
fn values(rule: &AxisRule, region: &Region, cx: &Context) -> Result<(TermId, Terms), (Reason, String)> {
    let mut all: SmallVec<[TermId; 4]> = SmallVec::new();
    let mut dominant: SmallVec<[TermId; 4]> = SmallVec::new();
    for value in region.attributes.iter().filter(|a| a.axis == rule.axis) {
        let Some(term) = cx.lexicon.lookup(rule.domain, &value.value) else {
            return Err(("unknown_term", value.value.clone()));
        };
        draft::push(&mut all, term);
        if value.dominant {
            draft::push(&mut dominant, term);
        }
    }
    match (all.as_slice(), dominant.as_slice()) {
        (&[one], _) | (_, &[one]) => Ok((one, all)),
        _ => {
            let names: Vec<_> = all.iter().map(|t| cx.lexicon.term(*t).name.as_str()).collect();
            Err((rule.several, format!("{}: {}", region.label, names.join(", "))))
        }
    }
}

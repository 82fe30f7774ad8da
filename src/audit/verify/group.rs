//! Exchange groups must be whole: every concept gold once, the same options, letters in turn; and copies must differ
//! from their item in what they say they do.

use super::{Fault, Faults};
use crate::kind;
use crate::model::item::McqItem;
use crate::model::plan::{Change, Level, Role};
use crate::rng::digest;
use std::collections::{BTreeMap, BTreeSet};

/// Checks all groups and copies of a set.
pub fn groups(items: &[McqItem]) -> Vec<Fault> {
    let mut out = Vec::new();
    let mut groups: BTreeMap<&str, Vec<&McqItem>> = BTreeMap::new();
    let by_id: BTreeMap<&str, &McqItem> = items.iter().map(|i| (i.id.as_str(), i)).collect();
    for item in items {
        match (&item.provenance.variant, &item.provenance.group) {
            (None, Some(group)) => groups.entry(group).or_default().push(item),
            (Some(variant), _) => out.extend(copy(item, by_id.get(variant.of.as_str()).copied())),
            (None, None) => {}
        }
    }
    for (name, members) in groups {
        out.extend(group(name, &members));
    }
    out
}

/// The concepts that an item shows: its options and its claim.
fn concepts(item: &McqItem) -> BTreeSet<&str> {
    let options = item.provenance.options.iter().filter(|o| matches!(o.role, Role::Gold | Role::Distractor));
    options.map(|o| o.term.as_str()).chain(item.provenance.statement.as_ref().map(|s| s.term.as_str())).collect()
}

fn group(name: &str, members: &[&McqItem]) -> Vec<Fault> {
    let Some(first) = members.first() else { return Vec::new() };
    let mut out = Vec::new();
    let mut fault = |item: &McqItem, field, what: String| {
        out.push(Fault { id: item.id.clone(), field, what: format!("group {name}: {what}") });
    };
    let Some(kind) = kind::find(&first.kind) else {
        fault(first, "kind", format!("`{}` is no kind", first.kind));
        return out;
    };
    let size = kind.group_size(first.choices.len());
    if members.len() != size {
        fault(
            first,
            "provenance.group",
            format!("it has {} members, a {} group has {size}", members.len(), kind.name()),
        );
        return out;
    }
    let ids: Vec<[u8; 16]> = members
        .iter()
        .map(|m| {
            let parts = [&m.provenance.scene, &m.target, &m.kind, &m.provenance.fact].map(|s| s.as_bytes());
            digest(0, "item", &parts).0
        })
        .collect();
    let ids: Vec<&[u8]> = ids.iter().map(|i| i.as_slice()).collect();
    let hash = digest(first.provenance.seed, "group", &ids).hex();
    if hash.get(..16) != Some(name) {
        fault(first, "provenance.group", "it is not the hash of its members in this order".into());
    }
    for m in members {
        for (field, same) in [
            ("target", m.target == first.target),
            ("kind", m.kind == first.kind),
            ("provenance.level", m.provenance.level == first.provenance.level),
            ("provenance.template", m.provenance.template == first.provenance.template),
            ("boxes.color", m.boxes.iter().map(|b| &b.color).eq(first.boxes.iter().map(|b| &b.color))),
            ("choices", !kind.mutual() || concepts(m) == concepts(first)),
            ("provenance.scene", m.provenance.level != Level::Picture || m.provenance.scene == first.provenance.scene),
        ] {
            if !same {
                fault(m, field, "it differs from the other members".into());
            }
        }
    }
    let golds: BTreeSet<&str> = members.iter().map(|m| m.provenance.gold.as_str()).collect();
    let letters: BTreeSet<usize> = members.iter().map(|m| m.answer_index).collect();
    if golds.len() != size {
        fault(first, "provenance.gold", "a concept is gold twice".into());
    }
    if letters.len() != size {
        fault(first, "answer_index", "a letter is right twice".into());
    }
    out
}

/// A copy against its item.
fn copy(item: &McqItem, of: Option<&McqItem>) -> Vec<Fault> {
    let mut f = Faults::of(&item.id);
    let Some(variant) = &item.provenance.variant else { return f.list };
    let Some(of) = of.filter(|o| o.provenance.variant.is_none()) else {
        f.add("provenance.variant.of", format!("the set has no item `{}`", variant.of));
        return f.list;
    };
    let frames = |i: &McqItem| i.boxes.iter().map(|b| (b.x, b.y, b.w, b.h)).collect::<Vec<_>>();
    let colors = |i: &McqItem| i.boxes.iter().map(|b| b.color.clone()).collect::<Vec<_>>();
    f.same("target", &item.target, &of.target);
    f.same("kind", &item.kind, &of.kind);
    f.same("provenance.template", &item.provenance.template, &of.provenance.template);
    f.same("provenance.group", &item.provenance.group, &of.provenance.group);
    f.same("provenance.level", &item.provenance.level, &of.provenance.level);
    match variant.change {
        Change::OptionsRotated => {
            f.same("question", &item.question, &of.question);
            f.same("boxes", &(frames(item), colors(item)), &(frames(of), colors(of)));
            f.same("choices", &item.choices.iter().collect::<BTreeSet<_>>(), &of.choices.iter().collect());
        }
        Change::OtherColor => {
            f.same("boxes", &frames(item), &frames(of));
            f.same("choices", &item.choices, &of.choices);
            if colors(item) == colors(of) {
                f.add("boxes.color", "the colors are those of its item");
            }
        }
        Change::BoxMoved => {
            f.same("boxes.color", &colors(item), &colors(of));
            f.same("choices", &item.choices, &of.choices);
            if frames(item) == frames(of) {
                f.add("boxes", "the boxes are those of its item");
            }
        }
        Change::BoxRemoved => {
            f.same("question", &item.question, &of.question);
            f.same("choices", &item.choices, &of.choices);
            f.same("boxes", &frames(item), &Vec::new());
        }
    }
    f.list
}

//! What an item says twice must agree: letter and index, options and their provenance, boxes and the question.

use super::{Fault, Faults};
use crate::draw::palette;
use crate::kind;
use crate::model::item::McqItem;
use crate::model::plan::{Change, Level, Role, letter};
use crate::rng::digest;

/// Checks one item by itself.
pub fn record(item: &McqItem) -> Vec<Fault> {
    let mut f = Faults::of(&item.id);
    let p = &item.provenance;
    if item.answer_index >= item.choices.len() {
        f.add("answer_index", format!("it is {}, there are {} options", item.answer_index, item.choices.len()));
        return f.list;
    }
    f.same("answer", &item.answer, &letter(item.answer_index as u8).to_string());
    f.same("provenance.options", &p.options.len(), &item.choices.len());
    f.same("provenance.grouped", &p.grouped, &p.group.is_some());
    f.same("provenance.level", &(p.level == Level::None), &p.group.is_none());
    f.same("license.modified", &item.license.modified, &!item.boxes.is_empty());
    id(item, &mut f);
    key(item, &mut f);
    evidence(item, &mut f);
    pictured(item, &mut f);
    f.list
}

/// The id is the hash of what the item asks about.
fn id(item: &McqItem, f: &mut Faults) {
    let p = &item.provenance;
    match &p.variant {
        None => {
            let parts = [&p.scene, &item.target, &item.kind, &p.fact].map(|s| s.as_bytes());
            let hash = digest(0, "item", &parts).hex();
            let want = format!("{}-{}-{}", item.target, item.kind, hash.get(..16).unwrap_or_default());
            f.same("id", &item.id, &want);
        }
        Some(v) => {
            let ending = item.id.strip_prefix(v.of.as_str()).and_then(|e| e.strip_prefix('-')).unwrap_or_default();
            let fits = match v.change {
                Change::OptionsRotated => ending.starts_with('r') && ending[1..].parse::<usize>().is_ok(),
                Change::OtherColor => ending == "color",
                Change::BoxMoved => ending == "moved",
                Change::BoxRemoved => ending == "removed",
            };
            if !fits {
                f.add("provenance.variant", format!("{:?} of `{}` does not give this id", v.change, v.of));
            }
        }
    }
}

/// The right option is the gold, the verdict that the statement deserves, or none of the above.
fn key(item: &McqItem, f: &mut Faults) {
    let p = &item.provenance;
    let holds = p.statement.as_ref().map(|s| s.holds);
    if let Some(s) = &p.statement {
        f.same("provenance.statement.holds", &s.holds, &(s.term == p.gold));
    }
    let Some(right) = p.options.get(item.answer_index) else { return };
    let fits = match right.role {
        Role::Gold => right.term == p.gold && holds != Some(true),
        Role::Distractor => false,
        Role::NoneOfTheAbove => holds == Some(true),
        Role::Verdict => holds.is_some_and(|h| right.term.eq_ignore_ascii_case(if h { "yes" } else { "no" })),
    };
    if !fits {
        f.add(
            "answer_index",
            format!("option {} is {:?} `{}`", letter(item.answer_index as u8), right.role, right.term),
        );
    }
    for (i, o) in p.options.iter().enumerate() {
        let text = item.choices.get(i).map_or("", String::as_str);
        match o.role {
            Role::Gold if i != item.answer_index => f.add("provenance.options.role", "a gold that is not the key"),
            Role::NoneOfTheAbove => f.same("choices", &text, &kind::NONE_OF_THE_ABOVE),
            Role::Verdict => f.same("choices", &text, &o.term.as_str()),
            _ => {}
        }
        if o.role == Role::NoneOfTheAbove {
            f.same("provenance.options.term", &o.term.as_str(), &kind::NONE_OF_THE_ABOVE);
        }
        if o.role == Role::Verdict {
            f.same("provenance.options.term", &o.term.as_str(), &if i == 0 { "Yes" } else { "No" });
        }
    }
}

/// Distractors have evidence and a similarity, others have none.
fn evidence(item: &McqItem, f: &mut Faults) {
    for o in &item.provenance.options {
        let wrong = o.role == Role::Distractor;
        f.same("provenance.options.evidence", &o.evidence.is_some(), &wrong);
        if !wrong {
            f.same("provenance.options.similarity", &o.similarity, &None);
            f.same("provenance.options.visible", &o.visible, &false);
        }
    }
    if let Some(s) = &item.provenance.statement {
        f.same("provenance.statement.evidence", &s.evidence.is_some(), &!s.holds);
    }
}

/// Boxes have colors of the palette that the question names; the picture is the item's own.
fn pictured(item: &McqItem, f: &mut Faults) {
    let question = item.question.to_lowercase();
    for b in &item.boxes {
        if palette::paint(&b.color).is_none() {
            f.add("boxes.color", format!("`{}` is no box color", b.color));
        } else if !question.contains(&b.color.to_lowercase()) {
            f.add("boxes.color", format!("the question does not speak of a {} box", b.color));
        }
        if b.w == 0 || b.h == 0 {
            f.add("boxes", "a box is empty");
        }
    }
    let Some(name) = item.image.strip_prefix("images/") else {
        // A plan has no pictures.
        if !item.image.is_empty() {
            f.add("image", format!("`{}` is not in images/", item.image));
        }
        return;
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let of = item.provenance.variant.as_ref().filter(|v| v.change == Change::OptionsRotated);
    if !item.boxes.is_empty() {
        f.same("image", &stem, &of.map_or(item.id.as_str(), |v| v.of.as_str()));
    }
}

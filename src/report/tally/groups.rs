//! What is counted over several items: groups that count only when all of their items are right, and copies that
//! tell whether a model uses the box and agrees with itself.

use super::super::interval::{Interval, wilson};
use super::super::sheet::{Item, Run};
use crate::model::plan::Change;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Groups of items that count only when all of them are right.
#[derive(Debug, Clone, Serialize)]
pub struct Grouped {
    /// Groups.
    pub n: usize,
    /// Groups answered rightly throughout.
    pub right: usize,
    /// Their share.
    pub accuracy: f64,
    /// Wilson's interval.
    pub interval: Interval,
    /// The share that independent guesses would reach.
    pub chance: f64,
}

/// What the answers to copies with other boxes say about a run.
#[derive(Debug, Clone, Serialize)]
pub struct Controls {
    /// Boxes in another color: the answer should be the same.
    pub other_color: Option<Steady>,
    /// Boxes on another object: the answer should be another.
    pub box_moved: Option<Steady>,
    /// Boxes not drawn: a model that used them cannot know the answer.
    pub box_removed: Option<Steady>,
}

/// Items that have a copy of one sort and are answered in both forms.
#[derive(Debug, Clone, Serialize)]
pub struct Steady {
    /// Pairs of an item and its copy.
    pub n: usize,
    /// Share of pairs in which both answers are the same option.
    pub same: f64,
    /// Wilson's interval of it.
    pub interval: Interval,
    /// Accuracy on the items of the pairs.
    pub before: f64,
    /// Accuracy on the copies: by the key of the moved boxes; by the item's own key where boxes are missing.
    pub after: f64,
}

/// Exchange groups, pictures, circular sets (the same question with its options in other orders) and facets (the same
/// fact asked in several kinds), of at least two items each, counted right when all their items are.
pub(super) fn groups(run: &Run, items: &[Item], alpha: f64) -> BTreeMap<&'static str, Grouped> {
    let mut keyed: BTreeMap<&'static str, BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        if run.scored.get(i).is_none_or(Option::is_none) {
            continue;
        }
        let mut add = |name: &'static str, key: String| keyed.entry(name).or_default().entry(key).or_default().push(i);
        match item.provenance.variant.as_ref() {
            None => add("circular", format!("id\u{0}{}", item.id)),
            Some(copy) if copy.change == Change::OptionsRotated => add("circular", format!("id\u{0}{}", copy.of)),
            Some(_) => {}
        }
        if item.is_copy() {
            continue;
        }
        add("circular", same_question(item));
        if let Some(group) = &item.provenance.group {
            add("exchange", group.clone());
        }
        if !item.cluster().is_empty() {
            add("picture", item.cluster().to_string());
        }
        if !item.provenance.fact.is_empty() {
            add("facets", format!("{}\u{0}{}\u{0}{}", item.provenance.scene, item.target, item.provenance.fact));
        }
    }
    let mut out = BTreeMap::new();
    for (name, groups) in keyed {
        let (mut n, mut right, mut chance) = (0, 0, 0.0);
        for members in groups.values() {
            let member = || members.iter().filter_map(|&i| items.get(i));
            let kinds = || member().map(|i| i.kind.as_str()).collect::<BTreeSet<_>>().len();
            if members.len() < 2 || name == "facets" && kinds() < 2 {
                continue;
            }
            n += 1;
            right += usize::from(members.iter().all(|&i| run.right(i)));
            chance += member().map(|i| 1.0 / i.choices.len().max(1) as f64).product::<f64>();
        }
        if n > 0 {
            let (accuracy, interval) = (right as f64 / n as f64, wilson(right as f64, n as f64, alpha));
            out.insert(name, Grouped { n, right, accuracy, interval, chance: chance / n as f64 });
        }
    }
    out
}

/// What sets made elsewhere have in common where they repeat a question with its options in another order.
fn same_question(item: &Item) -> String {
    let mut sorted: Vec<&str> = item.choices.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let right = item.choices.get(item.answer_index).map_or("", String::as_str);
    format!("text\u{0}{}\u{0}{}\u{0}{}\u{0}{right}", item.image, item.question, sorted.join("\u{0}"))
}

/// What the answers to the copies with other boxes say; `None` where no item has such a copy.
pub(super) fn controls(run: &Run, items: &[Item], alpha: f64) -> Option<Controls> {
    let by_id: BTreeMap<&str, usize> = items.iter().enumerate().map(|(i, item)| (item.id.as_str(), i)).collect();
    let mut pairs: BTreeMap<Change, Vec<(usize, usize)>> = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        if let Some(copy) = &item.provenance.variant
            && copy.change != Change::OptionsRotated
            && let Some(&of) = by_id.get(copy.of.as_str())
        {
            pairs.entry(copy.change).or_default().push((of, i));
        }
    }
    let steady = |change: Change| steady(run, items, pairs.get(&change)?, alpha);
    (!pairs.is_empty()).then(|| Controls {
        other_color: steady(Change::OtherColor),
        box_moved: steady(Change::BoxMoved),
        box_removed: steady(Change::BoxRemoved),
    })
}

fn steady(run: &Run, items: &[Item], pairs: &[(usize, usize)], alpha: f64) -> Option<Steady> {
    let (mut n, mut same, mut before, mut after) = (0usize, 0usize, 0usize, 0usize);
    for &(of, copy) in pairs {
        let text = |i: usize| -> Option<&str> {
            let letter = run.scored.get(i)?.as_ref()?.choice.as_ref()?.bytes().next()?;
            items.get(i)?.choices.get(usize::from(letter.wrapping_sub(b'A'))).map(String::as_str)
        };
        let (Some(first), Some(second)) = (text(of), text(copy)) else { continue };
        n += 1;
        same += usize::from(first == second);
        before += usize::from(run.right(of));
        after += usize::from(run.right(copy));
    }
    let share = |k: usize| k as f64 / n as f64;
    (n > 0).then(|| Steady {
        n,
        same: share(same),
        interval: wilson(same as f64, n as f64, alpha),
        before: share(before),
        after: share(after),
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{items, run};
    use super::*;
    use crate::model::plan::Variant;

    /// Ten items, each with a copy of every sort; a copy with moved boxes has the next option as its key.
    fn with_copies() -> Vec<Item> {
        let mut all: Vec<Item> = items(80).into_iter().filter(|i| i.choices.len() == 4).take(10).collect();
        for item in all.clone() {
            for change in [Change::OptionsRotated, Change::OtherColor, Change::BoxMoved, Change::BoxRemoved] {
                let mut copy = item.clone();
                copy.id = format!("{}-{change:?}", item.id);
                copy.provenance.variant = Some(Variant { of: item.id.clone(), change });
                match change {
                    Change::OptionsRotated => {
                        copy.choices.rotate_left(1);
                        copy.answer_index = (copy.answer_index + 3) % 4;
                    }
                    Change::BoxMoved => copy.answer_index = (copy.answer_index + 1) % 4,
                    Change::OtherColor | Change::BoxRemoved => {}
                }
                all.push(copy);
            }
        }
        all
    }

    #[test]
    fn controls_tell_a_model_that_looks_at_the_box_from_one_that_does_not() {
        let all = with_copies();
        let looks = controls(&run("looks", &all, |_| true), &all, 0.05).unwrap();
        let moved = looks.box_moved.unwrap();
        assert_eq!((moved.n, moved.same, moved.before, moved.after), (10, 0.0, 1.0, 1.0));
        assert_eq!(looks.other_color.unwrap().same, 1.0);
        // It answers every form of an item as if the boxes stood where they were.
        let blind =
            run("blind", &all, |i| all[i].provenance.variant.as_ref().is_none_or(|v| v.change != Change::BoxMoved));
        let mut blind = blind;
        for (i, item) in all.iter().enumerate() {
            if item.provenance.variant.as_ref().is_some_and(|v| v.change == Change::BoxMoved) {
                let before = (item.answer_index + 3) % 4;
                blind.scored[i].as_mut().unwrap().choice = Some(super::super::super::sheet::letter(before));
            }
        }
        let moved = controls(&blind, &all, 0.05).unwrap().box_moved.unwrap();
        assert_eq!((moved.same, moved.after), (1.0, 0.0));
        assert!(controls(&run("r", &items(8), |_| true), &items(8), 0.05).is_none());
    }

    #[test]
    fn rotated_options_are_circular_sets_and_copies_are_in_no_other_group() {
        let all = with_copies();
        let found = groups(&run("r", &all, |i| i != 0), &all, 0.05);
        assert_eq!((found["circular"].n, found["circular"].right), (10, 9));
        let plain = groups(&run("r", &all[..10], |_| true), &all[..10], 0.05);
        let n = |g: &BTreeMap<&'static str, Grouped>| g.get("exchange").map(|g| g.n);
        assert_eq!(n(&found), n(&plain));
    }
}

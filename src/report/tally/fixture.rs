//! Made-up sets and runs for the tests of the reports.

use super::super::sheet::letter;
use super::tables::{KINDS, TARGETS};
use super::*;
use crate::error::Place;
use crate::model::score::Outcome;
use crate::model::score::Scored;

/// A set of `n` items over targets and kinds, two items a picture, four options each (yes/no has two).
pub fn items(n: usize) -> Vec<Item> {
    (0..n)
        .map(|i| {
            let kind = KINDS[i % 4];
            let choices = if kind == "yes_no" { r#"["Yes","No"]"# } else { r#"["red","blue","green","none of the above"]"# };
            let answer = i % if kind == "yes_no" { 2 } else { 4 };
            let line = format!(
                r#"{{"id":"i{i}","image":"images/{p}.jpg","question":"Which color is thing {i}?","choices":{choices},"answer_index":{answer},
                "target":"{t}","kind":"{kind}","source":"paco","provenance":{{"scene":"s{p}","fact":"f{p}","group":"g{g}","level":"noun",
                "gold_tier":"single","options":[{{"evidence":{{"tier":"exclusive","rule":"hue_family"}}}}]}}}}"#,
                p = i / 2,
                g = i / 4,
                t = TARGETS[(i / 4) % 6]
            );
            Item::parse(&line, &Place::default(), &[]).unwrap()
        })
        .collect()
}

/// A run that is right on item `i` when `right(i)`, and otherwise chooses the next letter.
pub fn run(name: &str, items: &[Item], right: impl Fn(usize) -> bool) -> Run {
    let scored = items
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let index = if right(i) { item.answer_index } else { (item.answer_index + 1) % item.choices.len() };
            Some(Scored {
                id: item.id.clone(),
                choice: Some(letter(index)),
                outcome: Outcome::Chosen,
                rule: "whole".into(),
                span: Some((0, 1)),
                correct: right(i),
                several: Vec::new(),
                conflict: false,
            })
        })
        .collect();
    let responses = items.iter().map(|i| Some(i.gold())).collect();
    Run { name: name.into(), who: Who::Model, scored, responses, notes: BTreeMap::new() }
}

//! One run's account: outcomes, rules, yes-rate, letters.

use super::super::sheet::{Item, Run, letter};
use super::{LetterShare, Model, ReadByModel, YesRate};
use crate::model::score::Outcome;
use std::collections::BTreeMap;

/// The account of a run over the items of a set, without what is counted over groups.
pub(super) fn model(run: &Run, items: &[Item]) -> Model {
    let mut outcomes: BTreeMap<&'static str, usize> = Outcome::ALL.iter().map(|o| (o.name(), 0)).collect();
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    let mut conflicts = 0;
    let (mut yes_n, mut said, mut gold_yes) = (0, 0, 0);
    let mut letters: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut answered = 0;
    for (item, scored) in items.iter().zip(&run.scored) {
        let Some(s) = scored else { continue };
        *outcomes.entry(s.outcome.name()).or_default() += 1;
        *rules.entry(s.rule.clone()).or_default() += 1;
        conflicts += usize::from(s.conflict);
        let Some(choice) = s.choice.as_ref().and_then(|c| c.bytes().next()).map(|b| usize::from(b.wrapping_sub(b'A')))
        else {
            continue;
        };
        answered += 1;
        letters.entry(choice).or_default().0 += 1;
        letters.entry(item.answer_index).or_default().1 += 1;
        if let Some(yes) = yes_option(item) {
            yes_n += 1;
            said += usize::from(choice == yes);
            gold_yes += usize::from(item.answer_index == yes);
        }
    }
    let share = |k: usize, n: usize| k as f64 / n.max(1) as f64;
    let letters: Vec<LetterShare> = letters
        .into_iter()
        .map(|(i, (chosen, gold))| LetterShare {
            letter: letter(i),
            chosen: share(chosen, answered),
            gold: share(gold, answered),
        })
        .collect();
    Model {
        name: run.name.clone(),
        who: run.who,
        outcomes,
        read_by_model: read_by_model(run),
        rules,
        conflicts,
        yes: (yes_n > 0).then(|| YesRate { n: yes_n, said: share(said, yes_n), gold: share(gold_yes, yes_n) }),
        position_bias: letters.iter().map(|l| (l.chosen - l.gold).abs()).sum::<f64>() / 2.0,
        letters,
        groups: BTreeMap::new(),
        controls: None,
        notes: run.notes.clone(),
    }
}

fn read_by_model(run: &Run) -> Option<ReadByModel> {
    let all: Vec<_> = run.scored.iter().flatten().collect();
    let read = all.iter().filter(|s| s.rule == "model" || s.rule == "model_none").count();
    let chosen = all.iter().filter(|s| s.rule == "model").count();
    let right = all.iter().filter(|s| s.rule == "model" && s.correct).count();
    let correct = all.iter().filter(|s| s.correct).count();
    let n = all.len().max(1) as f64;
    (read > 0).then(|| ReadByModel {
        read,
        chosen,
        right,
        rules_accuracy: (correct - right) as f64 / n,
        accuracy: correct as f64 / n,
    })
}

fn yes_option(item: &Item) -> Option<usize> {
    (item.choices.len() == 2).then(|| item.choices.iter().position(|c| c.eq_ignore_ascii_case("yes"))).flatten()
}

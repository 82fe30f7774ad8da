//! The solvers but the models and the combinations: what they see, and the credits of all at once.

use super::credit::credit;
use super::measure::Item;
use super::question::{Question, Ratings};
use super::text::Texts;
use super::{Credits, Folds, grammar, number, prior, rules, similar};
use crate::model::term::TermId;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Cosine of two terms, where both have a vector.
pub type Cosine<'a> = dyn Fn(TermId, TermId) -> Option<f32> + Sync + 'a;

/// What every solver sees.
pub(super) struct Cx<'a, 'q> {
    pub questions: &'a [Question<'q>],
    pub texts: &'a Texts,
    pub folds: &'a Folds,
    pub cosine: &'a Cosine<'a>,
    pub seed: u64,
}

/// A rule that rates the options of one item; `None` where it has nothing to go by.
pub(super) trait Rule: Sync {
    fn name(&self) -> &'static str;
    fn what(&self) -> &'static str;
    fn rate(&self, item: &Item) -> Option<Ratings>;
}

/// The rules, in report order.
const RULES: &[&dyn Rule] = &[
    &rules::First,
    &rules::Last,
    &rules::Longest,
    &rules::Shortest,
    &rules::OddForm,
    &number::Smallest,
    &number::Largest,
    &number::Middle,
    &number::OddParity,
    &number::OddGap,
    &rules::SaysTheQuestion,
    &rules::AvoidsTheQuestion,
    &similar::OddOneOut,
    &similar::Central,
    &grammar::Agreement,
];

/// Names and descriptions of the solvers but the models and the combinations, in report order.
pub(super) fn frugal() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rules = RULES.iter().map(|r| (r.name(), r.what()));
    std::iter::once(prior::LETTER).chain(rules).chain(prior::CONCEPTS)
}

/// The credits of all rules. An item is measured once for all of them.
fn by_rules(cx: &Cx) -> Vec<Credits> {
    /// Items that one thread takes at a time.
    const PART: usize = 4096;
    let part = |(part, questions): (usize, &[Question])| {
        let mut credits: Vec<Credits> = RULES.iter().map(|_| Credits::with_capacity(questions.len())).collect();
        // The items of a group compare the same terms.
        let known = RefCell::new(FxHashMap::default());
        let cosine = |a, b| *known.borrow_mut().entry((a, b)).or_insert_with(|| (cx.cosine)(a, b));
        for (i, question) in questions.iter().enumerate() {
            let item = Item::of(cx, part * PART + i, &cosine);
            for (rule, credits) in RULES.iter().zip(&mut credits) {
                credits.push(credit(question, rule.rate(&item).as_deref()));
            }
        }
        credits
    };
    let parts: Vec<Vec<Credits>> = cx.questions.par_chunks(PART).enumerate().map(part).collect();
    let mut all: Vec<Credits> = RULES.iter().map(|_| Credits::with_capacity(cx.questions.len())).collect();
    for part in parts {
        all.iter_mut().zip(part).for_each(|(all, part)| all.append(part));
    }
    all
}

/// The credits of the solvers of [`frugal`].
pub(super) fn by_frugal(cx: &Cx) -> Vec<(&'static str, Credits)> {
    let mut credits = vec![prior::letter(cx)];
    credits.extend(by_rules(cx));
    credits.extend(prior::concepts(cx));
    frugal().map(|(name, _)| name).zip(credits).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entry, with_cx};
    use super::*;

    /// More items than one thread takes at a time, of which the longest option is right from some place on.
    #[test]
    fn every_item_is_rated_as_itself() {
        let from = 4_500;
        let one = |i: usize| {
            let long = "a".repeat(3 + i % 7);
            entry(&i.to_string(), &format!("question {}", i % 50), &[&long, "b", "c"], if i < from { 1 } else { 0 })
        };
        let entries: Vec<_> = (0..5_000).map(one).collect();
        with_cx(&entries, |cx| {
            let credits = by_rules(cx);
            let longest = RULES.iter().position(|rule| rule.name() == "longest").unwrap();
            let credit = &credits[longest].credit;
            assert!(
                credit.len() == 5_000
                    && credit[..from].iter().all(|c| *c == 0.0)
                    && credit[from..].iter().all(|c| *c == 1.0)
            );
        });
    }
}

//! False values for statements: concepts that the evidence refutes, drawn as often as they are true elsewhere, so
//! that a rare word is no sign of a lie.

use crate::distract::veto;
use crate::lexicon::Lexicon;
use crate::model::evidence::Evidence;
use crate::model::fact::{Fact, Form};
use crate::model::term::{Domain, TermId};
use crate::rng::ItemRng;
use std::collections::BTreeMap;

/// Draws from the concepts of the same context before the whole vocabulary is searched.
const DRAWS: usize = 12;

/// The true concepts of a run by context, with their counts. Mergeable in any order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Vocabulary {
    contexts: BTreeMap<String, BTreeMap<TermId, u32>>,
}

impl Vocabulary {
    /// Counts the gold of a fact, in its context and in the broader one of its target and form.
    pub fn add(&mut self, fact: &Fact) {
        let own = &*fact.pattern_context;
        for context in [own, broad(own)] {
            match self.contexts.get_mut(context) {
                Some(counts) => *counts.entry(fact.gold).or_default() += 1,
                None => {
                    self.contexts.insert(context.to_owned(), [(fact.gold, 1)].into());
                }
            }
            if own.len() == broad(own).len() {
                break;
            }
        }
    }

    /// Takes in another.
    pub fn merge(&mut self, other: Vocabulary) {
        for (context, counts) in other.contexts {
            let own = self.contexts.entry(context).or_default();
            for (term, n) in counts {
                *own.entry(term).or_default() += n;
            }
        }
    }

    /// By context, terms by name: to be written down and read back with the same thesaurus.
    pub fn rows<'a>(&'a self, lexicon: &'a Lexicon) -> impl Iterator<Item = (&'a str, Vec<(&'a str, u32)>)> {
        self.contexts.iter().map(move |(context, counts)| {
            (context.as_str(), counts.iter().map(|(t, n)| (lexicon.term(*t).name.as_str(), *n)).collect())
        })
    }

    /// A count that was written down.
    pub fn restore(&mut self, context: &str, term: TermId, n: u32) {
        self.contexts.entry(context.to_owned()).or_default().insert(term, n);
    }

    fn draw(&self, context: &str, rng: &mut ItemRng) -> Option<TermId> {
        let counts = self.contexts.get(context)?;
        let total: u64 = counts.values().map(|n| u64::from(*n)).sum();
        let mut ticket = rng.below(usize::try_from(total).unwrap_or(usize::MAX)) as u64;
        for (term, n) in counts {
            match ticket.checked_sub(u64::from(*n)) {
                Some(rest) => ticket = rest,
                None => return Some(*term),
            }
        }
        None
    }
}

/// The part of a context that names its target, form and inflection.
fn broad(context: &str) -> &str {
    context.match_indices('|').nth(2).map_or(context, |(at, _)| context.get(..at).unwrap_or(context))
}

/// Whether anything is known to be false of the fact that could stand in its place.
pub(super) fn refutable(fact: &Fact, lexicon: &Lexicon) -> bool {
    fact.denied.iter().any(|(t, _)| fits(fact, *t, lexicon).is_some())
        || fact.closed.is_some()
            && lexicon.terms(lexicon.term(fact.gold).domain).iter().any(|t| fits(fact, *t, lexicon).is_some())
}

/// A false concept with its evidence: one that is seen elsewhere in the picture, or one of the same context, or one of
/// the vocabulary.
pub(super) fn draw(
    fact: &Fact,
    vocabulary: &Vocabulary,
    lexicon: &Lexicon,
    rng: &mut ItemRng,
) -> Option<(TermId, Evidence)> {
    let fitting = |t: TermId| fits(fact, t, lexicon).map(|e| (t, e));
    if rng.below(2) == 0 {
        let mut visible = fact.visible.to_vec();
        rng.shuffle(&mut visible);
        if let Some(found) = visible.into_iter().find_map(fitting) {
            return Some(found);
        }
    }
    if !fact.denied.is_empty() && (fact.closed.is_none() || rng.below(2) == 0) {
        let start = rng.below(fact.denied.len());
        let (head, tail) = fact.denied.split_at(start);
        if let Some(found) = tail.iter().chain(head).find_map(|(t, _)| fitting(*t)) {
            return Some(found);
        }
    }
    fact.closed.as_ref()?;
    for _ in 0..DRAWS {
        if let Some(found) = vocabulary.draw(&fact.pattern_context, rng).and_then(fitting) {
            return Some(found);
        }
    }
    // Nothing of its own sort: what is true of other things of the run, before a word that nobody would think of.
    let broad = broad(&fact.pattern_context);
    for _ in 0..DRAWS {
        if let Some(found) = vocabulary.draw(broad, rng).and_then(fitting) {
            return Some(found);
        }
    }
    let all = lexicon.terms(lexicon.term(fact.gold).domain);
    let (head, tail) = all.split_at(rng.below(all.len()));
    tail.iter().chain(head).find_map(|t| fitting(*t))
}

/// The evidence that a concept is false, where it also makes an English sentence that a person could have written.
fn fits(fact: &Fact, concept: TermId, lexicon: &Lexicon) -> Option<Evidence> {
    let (gold, other) = (lexicon.term(fact.gold), lexicon.term(concept));
    if gold.count() != other.count() || lexicon.inflect(concept, fact.inflection).is_empty() {
        return None;
    }
    let captioned = fact.form == Some(Form::Caption);
    // "A man wears a backpack" may be made "a hat", not "a dog".
    if captioned && gold.domain == Domain::Entity && gold.group != other.group {
        return None;
    }
    if let (Some(a), Some(b)) = (gold.value(), other.value())
        && (b == 0 || a.abs_diff(b) > 3 || captioned && b == 1)
    {
        return None;
    }
    if lexicon.inflect(concept, fact.inflection) == lexicon.inflect(fact.gold, fact.inflection) {
        return None;
    }
    if doubled(fact, lexicon.inflect(concept, fact.inflection)) {
        return None;
    }
    let evidence = veto::falsify(fact, concept, lexicon).ok()?;
    (fact.form.is_none() || !veto::in_stem(fact, concept, lexicon)).then_some(evidence)
}

/// Whether words in the gap of a caption would double a word beside it: "a wooden wooden chair".
fn doubled(fact: &Fact, words: &str) -> bool {
    let Some(gap) = &fact.slots.gap else { return false };
    let same = |a: Option<&str>, b: Option<&str>| matches!((a, b), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b));
    same(gap.before.split(' ').rfind(|w| !w.is_empty()), words.split(' ').next())
        || same(words.split(' ').next_back(), gap.after.split([' ', '.', ',']).find(|w| !w.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::testing::Build;

    #[test]
    fn no_word_is_doubled_beside_the_gap() {
        let found =
            Build::new().caption("A brown wooden stool is in a kitchen.").found(crate::target::find("entity").unwrap());
        let stool =
            found.facts.iter().find(|f| f.slots.gap.as_ref().is_some_and(|g| g.before.ends_with("wooden "))).unwrap();
        assert!(doubled(stool, "wooden chair") && doubled(stool, "what is") && !doubled(stool, "chair"));
    }
}

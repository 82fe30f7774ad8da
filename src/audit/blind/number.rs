//! Rules on options that are all numbers.

use super::Rule;
use super::measure::{Item, Numbers};
use super::question::{Question, Ratings};
use super::text::Choice;
use crate::lexicon::NUMBER_WORDS;

/// The smallest number.
pub(super) struct Smallest;
/// The largest number.
pub(super) struct Largest;
/// The number nearest to the median.
pub(super) struct Middle;
/// The only even number, or the only odd one.
pub(super) struct OddParity;
/// The number farthest from its neighbors.
pub(super) struct OddGap;

/// The number that a text begins with, in digits or in words to twenty: "3", "three dogs", "1,200", "-2.5".
pub fn number_of(text: &str) -> Option<f64> {
    let first = text.split_whitespace().next()?;
    let plain: String = first.chars().filter(|c| *c != ',').collect();
    let plain = plain.trim_end_matches(['.', '%', ')']);
    if plain.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return plain.parse().ok().filter(|n: &f64| n.is_finite());
    }
    let word = plain.to_lowercase();
    NUMBER_WORDS.iter().position(|n| *n == word).map(|n| n as f64)
}

/// The numbers of the options, with `None` for fixed texts that are none; nothing where a concept is no number.
pub(super) fn numbers(question: &Question, choices: &[&Choice]) -> Option<Numbers> {
    let concepts = question.concepts();
    let numbered = concepts.clone().all(|o| choices.get(o).is_some_and(|c| c.number.is_some()));
    (numbered && concepts.count() > 1).then(|| choices.iter().map(|c| c.number).collect())
}

fn rated(numbers: &[Option<f64>], rate: impl Fn(f64) -> f64) -> Ratings {
    numbers.iter().map(|n| n.map_or(f32::MIN, |n| rate(n) as f32)).collect()
}

/// The numbers, where there are three at least.
fn several<'a>(item: &'a Item) -> Option<&'a [Option<f64>]> {
    item.numbers.as_deref().filter(|n| n.iter().flatten().count() > 2)
}

fn sorted(numbers: &[Option<f64>]) -> Vec<f64> {
    let mut all: Vec<f64> = numbers.iter().flatten().copied().collect();
    all.sort_by(f64::total_cmp);
    all
}

impl Rule for Smallest {
    fn name(&self) -> &'static str {
        "smallest_number"
    }
    fn what(&self) -> &'static str {
        "the smallest number"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        item.numbers.as_ref().map(|n| rated(n, |v| -v))
    }
}

impl Rule for Largest {
    fn name(&self) -> &'static str {
        "largest_number"
    }
    fn what(&self) -> &'static str {
        "the largest number"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        item.numbers.as_ref().map(|n| rated(n, |v| v))
    }
}

impl Rule for Middle {
    fn name(&self) -> &'static str {
        "middle_number"
    }
    fn what(&self) -> &'static str {
        "the number nearest to the median of the options"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        let numbers = several(item)?;
        let all = sorted(numbers);
        let median = (all.get((all.len() - 1) / 2)? + all.get(all.len() / 2)?) / 2.0;
        Some(rated(numbers, |v| -(v - median).abs()))
    }
}

impl Rule for OddParity {
    fn name(&self) -> &'static str {
        "odd_parity"
    }
    fn what(&self) -> &'static str {
        "the only even number among odd ones, or the only odd one"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        let numbers = several(item)?;
        let even = |v: f64| v.rem_euclid(2.0) == 0.0;
        let evens = numbers.iter().flatten().filter(|v| even(**v)).count();
        let odds = numbers.iter().flatten().count() - evens;
        match (evens, odds) {
            (1, _) => Some(rated(numbers, |v| f64::from(u8::from(even(v))))),
            (_, 1) => Some(rated(numbers, |v| f64::from(u8::from(!even(v))))),
            _ => None,
        }
    }
}

impl Rule for OddGap {
    fn name(&self) -> &'static str {
        "odd_gap"
    }
    fn what(&self) -> &'static str {
        "the number farthest from its nearest neighbor"
    }
    fn rate(&self, item: &Item) -> Option<Ratings> {
        let numbers = several(item)?;
        let all = sorted(numbers);
        let gap = |v: f64| {
            let at = all.partition_point(|x| *x < v);
            let below = at.checked_sub(1).and_then(|i| all.get(i)).map_or(f64::INFINITY, |x| v - x);
            let above = all.get(at + 1).map_or(f64::INFINITY, |x| x - v);
            below.min(above)
        };
        Some(rated(numbers, gap))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entry, with_item};
    use super::*;

    #[test]
    fn numbers_are_read_in_words_and_digits() {
        let got: Vec<Option<f64>> =
            ["three", "Three dogs", "12", "1,200", "-2.5", "50%", "a dog", "", "NaN"].map(number_of).into();
        let want = [Some(3.0), Some(3.0), Some(12.0), Some(1200.0), Some(-2.5), Some(50.0), None, None, None];
        assert_eq!(got, want);
    }

    #[test]
    fn each_rule_picks_its_number() {
        let asked = entry("1", "How many?", &["three", "5", "nine", "four", "none of the above"], 2);
        let picked = |rule: &dyn Rule| {
            with_item(&asked, |item| {
                let rates = rule.rate(item)?;
                let top = rates.iter().copied().fold(f32::MIN, f32::max);
                Some((0..rates.len()).filter(|o| rates[*o] == top).collect::<Vec<_>>())
            })
        };
        assert_eq!(picked(&Smallest), Some(vec![0]));
        assert_eq!(picked(&Largest), Some(vec![2]));
        assert_eq!(picked(&Middle), Some(vec![1, 3]));
        assert_eq!(picked(&OddParity), Some(vec![3]));
        assert_eq!(picked(&OddGap), Some(vec![2]));
        let words = entry("1", "What?", &["a dog", "two"], 0);
        assert_eq!(with_item(&words, |item| Largest.rate(item)), None);
    }
}

//! Rules on options that are all numbers.

use super::{Cx, Rule, text::number_of};

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

/// The numbers of the concept options, with `None` for fixed texts; nothing where an option is no number.
fn numbers(cx: &Cx, item: usize) -> Option<Vec<Option<f64>>> {
    let entry = cx.entries.get(item)?;
    let all: Vec<Option<f64>> = entry.choices.iter().map(|c| number_of(c)).collect();
    let concepts = |o: &usize| !entry.is_fixed(*o);
    let n = (0..all.len()).filter(concepts).count();
    (n > 1 && (0..all.len()).filter(concepts).all(|o| all[o].is_some())).then_some(all)
}

fn rated(numbers: &[Option<f64>], rate: impl Fn(f64) -> f64) -> Vec<f32> {
    numbers.iter().map(|n| n.map_or(f32::MIN, |n| rate(n) as f32)).collect()
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
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        numbers(cx, item).map(|n| rated(&n, |v| -v))
    }
}

impl Rule for Largest {
    fn name(&self) -> &'static str {
        "largest_number"
    }
    fn what(&self) -> &'static str {
        "the largest number"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        numbers(cx, item).map(|n| rated(&n, |v| v))
    }
}

impl Rule for Middle {
    fn name(&self) -> &'static str {
        "middle_number"
    }
    fn what(&self) -> &'static str {
        "the number nearest to the median of the options"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        let numbers = numbers(cx, item).filter(|n| n.iter().flatten().count() > 2)?;
        let all = sorted(&numbers);
        let median = (all.get((all.len() - 1) / 2)? + all.get(all.len() / 2)?) / 2.0;
        Some(rated(&numbers, |v| -(v - median).abs()))
    }
}

impl Rule for OddParity {
    fn name(&self) -> &'static str {
        "odd_parity"
    }
    fn what(&self) -> &'static str {
        "the only even number among odd ones, or the only odd one"
    }
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        let numbers = numbers(cx, item).filter(|n| n.iter().flatten().count() > 2)?;
        let even = |v: f64| v.rem_euclid(2.0) == 0.0;
        let evens = numbers.iter().flatten().filter(|v| even(**v)).count();
        let odds = numbers.iter().flatten().count() - evens;
        match (evens, odds) {
            (1, _) => Some(rated(&numbers, |v| f64::from(u8::from(even(v))))),
            (_, 1) => Some(rated(&numbers, |v| f64::from(u8::from(!even(v))))),
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
    fn rate(&self, cx: &Cx, item: usize) -> Option<Vec<f32>> {
        let numbers = numbers(cx, item).filter(|n| n.iter().flatten().count() > 2)?;
        let all = sorted(&numbers);
        let gap = |v: f64| {
            let at = all.partition_point(|x| *x < v);
            let below = at.checked_sub(1).and_then(|i| all.get(i)).map_or(f64::INFINITY, |x| v - x);
            let above = all.get(at + 1).map_or(f64::INFINITY, |x| x - v);
            below.min(above)
        };
        Some(rated(&numbers, gap))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entry, with_cx};
    use super::*;

    #[test]
    fn each_rule_picks_its_number() {
        let entries = [entry("1", "How many?", &["three", "5", "nine", "four", "none of the above"], 2)];
        let picked = |rule: &dyn Rule| {
            with_cx(&entries, |cx| {
                let rates = rule.rate(cx, 0)?;
                let top = rates.iter().copied().fold(f32::MIN, f32::max);
                Some((0..rates.len()).filter(|o| rates[*o] == top).collect::<Vec<_>>())
            })
        };
        assert_eq!(picked(&Smallest), Some(vec![0]));
        assert_eq!(picked(&Largest), Some(vec![2]));
        assert_eq!(picked(&Middle), Some(vec![1, 3]));
        assert_eq!(picked(&OddParity), Some(vec![3]));
        assert_eq!(picked(&OddGap), Some(vec![2]));
        let words = [entry("1", "What?", &["a dog", "two"], 0)];
        assert_eq!(with_cx(&words, |cx| Largest.rate(cx, 0)), None);
    }
}

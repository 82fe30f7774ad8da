//! Where candidates come from: the concepts that are gold in the same context, fifteen of them drawn at random
//! (paper, step 4), those seen elsewhere in the picture first.

use crate::model::fact::Fact;
use crate::model::term::TermId;
use crate::rng::ItemRng;

/// Draws up to `n` concepts out of `golds` (sorted, distinct, the golds of the context), visible ones first.
pub fn draw(fact: &Fact, golds: &[TermId], n: usize, rng: &mut ItemRng) -> Vec<TermId> {
    let rest: Vec<TermId> = golds.iter().copied().filter(|&c| c != fact.gold).collect();
    let (mut drawn, unseen): (Vec<_>, Vec<_>) =
        rng.sample(&rest, n).into_iter().partition(|c| fact.visible.contains(c));
    drawn.extend(unseen);
    drawn
}

/// Draws `n` distinct concepts with probability proportional to how often each is gold in the context, so that
/// frequency alone tells nothing about an ungrouped item's answer. `counts` is sorted by concept.
pub fn draw_by_frequency(gold: TermId, counts: &[(TermId, usize)], n: usize, rng: &mut ItemRng) -> Vec<TermId> {
    let mut left: Vec<(TermId, usize)> = counts.iter().copied().filter(|&(c, k)| c != gold && k > 0).collect();
    let mut drawn = Vec::with_capacity(n.min(left.len()));
    while drawn.len() < n && !left.is_empty() {
        let mut ticket = rng.below(left.iter().map(|(_, k)| k).sum());
        let at = left.iter().position(|(_, k)| match ticket.checked_sub(*k) {
            Some(next) => {
                ticket = next;
                false
            }
            None => true,
        });
        drawn.push(left.remove(at.unwrap_or(0)).0);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::item_rng;

    #[test]
    fn frequent_golds_are_drawn_more_often_and_never_twice() {
        let counts = [(TermId(1), 90), (TermId(2), 9), (TermId(3), 1), (TermId(4), 50)];
        let mut first = [0u32; 5];
        for seed in 0..2_000 {
            let drawn = draw_by_frequency(TermId(4), &counts, 3, &mut item_rng(seed, "t", &[]));
            let mut sorted = drawn.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [TermId(1), TermId(2), TermId(3)]);
            first[drawn[0].0 as usize] += 1;
        }
        assert!((1_700..1_900).contains(&first[1]) && first[3] < 60, "{first:?}");
    }
}

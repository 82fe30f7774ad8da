//! How many dialogues each scene gives. All scenes give one before any gives two; the last round goes to the scenes
//! with the smallest hashes. A pure function of the set of scenes.

/// What a scene may be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// Its hash.
    pub priority: u128,
    /// Dialogues that it can give, by form.
    pub capacity: [u32; 3],
}

impl Offer {
    /// The hash for one form: another part of the same digest, so that the forms do not pick the same scenes.
    pub fn priority(&self, form: usize) -> u128 {
        self.priority.rotate_left(40 * form as u32)
    }
}

/// The division of one form's dialogues over the scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Division {
    /// Whole rounds.
    rounds: u32,
    /// Scenes below this hash give one more.
    cut: u128,
    /// Dialogues asked for.
    pub wanted: u64,
    /// Dialogues that the scenes can give, at most `wanted`.
    pub given: u64,
    /// Scenes that can give any.
    pub scenes: u64,
}

impl Division {
    /// Divides `wanted` dialogues of a form.
    pub fn of(offers: &[Offer], form: usize, wanted: u64) -> Self {
        let cap = |o: &Offer| o.capacity.get(form).copied().unwrap_or(0);
        let total = |rounds: u32| offers.iter().map(|o| u64::from(cap(o).min(rounds))).sum::<u64>();
        let largest = offers.iter().map(cap).max().unwrap_or(0);
        // The most whole rounds that do not give too many.
        let (mut low, mut high) = (0, largest);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if total(middle) <= wanted { low = middle } else { high = middle - 1 }
        }
        let whole = total(low);
        let rest = usize::try_from(wanted - whole).unwrap_or(usize::MAX);
        let mut more: Vec<u128> = offers.iter().filter(|o| cap(o) > low).map(|o| o.priority(form)).collect();
        let cut = match rest < more.len() {
            true => *more.select_nth_unstable(rest).1,
            false => u128::MAX,
        };
        let given = whole + more.len().min(rest) as u64;
        let scenes = offers.iter().filter(|o| cap(o) > 0).count() as u64;
        Division { rounds: low, cut, wanted, given, scenes }
    }

    /// The dialogues of one scene.
    pub fn share(&self, offer: &Offer, form: usize) -> u32 {
        let capacity = offer.capacity.get(form).copied().unwrap_or(0);
        let more = capacity > self.rounds && offer.priority(form) < self.cut;
        capacity.min(self.rounds) + u32::from(more)
    }
}

/// Scenes in the order of their hashes for a form, to let verdicts begin by turns.
pub struct Ranks(Vec<u128>);

impl Ranks {
    /// The scenes that give at least one dialogue of the form.
    pub fn of(offers: &[Offer], form: usize) -> Self {
        let able = offers.iter().filter(|o| o.capacity.get(form).is_some_and(|c| *c > 0));
        let mut sorted: Vec<u128> = able.map(|o| o.priority(form)).collect();
        sorted.sort_unstable();
        Ranks(sorted)
    }

    /// Whether the scene's place is even.
    pub fn is_even(&self, offer: &Offer, form: usize) -> bool {
        self.0.partition_point(|p| *p < offer.priority(form)).is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::digest;

    fn offers(capacities: &[u32]) -> Vec<Offer> {
        let offer = |(i, c): (usize, &u32)| Offer {
            priority: u128::from_le_bytes(digest(1, "t", &[&i.to_le_bytes()]).0),
            capacity: [*c; 3],
        };
        capacities.iter().enumerate().map(offer).collect()
    }

    fn shares(capacities: &[u32], wanted: u64) -> Vec<u32> {
        let offers = offers(capacities);
        let division = Division::of(&offers, 1, wanted);
        let shares: Vec<u32> = offers.iter().map(|o| division.share(o, 1)).collect();
        assert_eq!(shares.iter().map(|s| u64::from(*s)).sum::<u64>(), division.given, "{capacities:?} {wanted}");
        shares
    }

    #[test]
    fn everyone_gives_one_before_anyone_gives_two() {
        let given = shares(&[9; 10], 14);
        assert!(given.iter().all(|s| (1..=2).contains(s)));
        assert_eq!(shares(&[9; 10], 10), [1; 10]);
        assert_eq!(shares(&[9; 10], 0), [0; 10]);
        assert_eq!(shares(&[0, 1, 5, 100], 50), [0, 1, 5, 44]);
    }

    #[test]
    fn what_is_not_there_is_not_given() {
        assert_eq!(shares(&[2, 3], 50), [2, 3]);
        assert_eq!(shares(&[], 50), [0u32; 0]);
        let division = Division::of(&offers(&[2, 3]), 0, 50);
        assert_eq!((division.given, division.wanted, division.scenes), (5, 50, 2));
    }

    #[test]
    fn every_number_is_met_exactly() {
        let capacities: Vec<u32> = (0..97).map(|i| i % 7).collect();
        for wanted in 0..310 {
            shares(&capacities, wanted);
        }
    }
}

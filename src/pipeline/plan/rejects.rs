//! The log of drops: exact counts per reason, and of each reason a bounded, order-free sample to read.

use crate::model::reject::{Reason, Reject};
use crate::rng::{Digest, digest};
use crate::select::sample::BottomK;
use std::collections::BTreeMap;

/// Rejects kept per reason; the counts are exact whatever their number.
const KEPT_PER_REASON: usize = 2_000;

/// Counts and samples, mergeable in any order.
#[derive(Debug, Default)]
pub struct RejectLog {
    reasons: BTreeMap<Reason, Entry>,
}

#[derive(Debug)]
struct Entry {
    count: u64,
    kept: BottomK<Reject>,
}

impl Default for Entry {
    fn default() -> Self {
        Entry { count: 0, kept: BottomK::new(KEPT_PER_REASON) }
    }
}

impl RejectLog {
    /// Counts a drop and keeps it if it is among the smallest hashes of its reason.
    pub fn add(&mut self, reject: Reject) {
        let id = digest(0, "reject", &[reject.candidate.as_bytes(), reject.detail.as_bytes()]);
        self.offer(reject.reason, id, || (reject.candidate, reject.detail));
    }

    /// Counts a drop of something that has a hash of its own; `show` gives candidate and detail where it is kept.
    pub fn offer(&mut self, reason: Reason, id: Digest, show: impl FnOnce() -> (String, String)) {
        let entry = self.reasons.entry(reason).or_default();
        entry.count += 1;
        entry.kept.offer(id, || {
            let (candidate, detail) = show();
            Reject::new(candidate, reason, detail)
        });
    }

    /// Sets the count of a reason to at least `total`, for drops that were counted and not listed one by one.
    pub fn account(&mut self, reason: Reason, total: u64) {
        let entry = self.reasons.entry(reason).or_default();
        entry.count = entry.count.max(total);
    }

    /// Takes in another log.
    pub fn merge(&mut self, other: RejectLog) {
        for (reason, theirs) in other.reasons {
            let ours = self.reasons.entry(reason).or_default();
            ours.count += theirs.count;
            ours.kept.merge(theirs.kept);
        }
    }

    /// Count of every reason.
    pub fn counts(&self) -> BTreeMap<Reason, u64> {
        self.reasons.iter().map(|(r, e)| (*r, e.count)).collect()
    }

    /// The kept rejects by reason and candidate.
    pub fn into_sorted(self) -> Vec<Reject> {
        let mut all: Vec<Reject> =
            self.reasons.into_values().flat_map(|e| e.kept.into_sorted().map(|(_, r)| r).collect::<Vec<_>>()).collect();
        all.sort_unstable_by(|a, b| (a.reason, &a.candidate, &a.detail).cmp(&(b.reason, &b.candidate, &b.detail)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_exact_and_the_order_of_arrival_is_forgotten() {
        let reject = |i: u32| Reject::new(format!("c{i}"), "tiny_box", "");
        let (mut a, mut b, mut c) = (RejectLog::default(), RejectLog::default(), RejectLog::default());
        (0..50).for_each(|i| a.add(reject(i)));
        (25..50).rev().for_each(|i| b.add(reject(i)));
        (0..25).rev().for_each(|i| c.add(reject(i)));
        b.merge(c);
        assert_eq!(a.counts(), b.counts());
        assert_eq!(a.into_sorted(), b.into_sorted());
    }

    #[test]
    fn the_list_is_bounded_and_the_counts_are_not() {
        let id = |i: u32| digest(1, "candidate", &[&i.to_le_bytes()]);
        let offer = |log: &mut RejectLog, i| log.offer("quota_full", id(i), || (format!("c{i}"), String::new()));
        let (mut a, mut b) = (RejectLog::default(), RejectLog::default());
        (0..5_000).for_each(|i| offer(&mut a, i));
        (0..5_000).rev().for_each(|i| offer(&mut b, i));
        (0..5_000).for_each(|i| a.add(Reject::new(format!("c{i}"), "tiny_box", "")));
        (0..5_000).rev().for_each(|i| b.add(Reject::new(format!("c{i}"), "tiny_box", "")));
        assert_eq!(a.counts(), BTreeMap::from([("quota_full", 5_000), ("tiny_box", 5_000)]));
        let (a, b) = (a.into_sorted(), b.into_sorted());
        assert_eq!(a.len(), 2 * KEPT_PER_REASON);
        assert_eq!(a, b);
    }
}

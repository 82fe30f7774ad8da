//! `--against`: the pictures of a set among those of a tuning corpus or another benchmark.

use crate::audit::finding::{Finding, Verdict};
use crate::audit::leak::{Member, Split};
use rayon::prelude::*;

/// Compares a set with a corpus.
pub fn compare(name: &str, members: &[Member], corpus: &Split) -> Finding {
    let shared: Vec<String> = members
        .par_iter()
        .filter_map(|m| corpus.meets(m).map(|meeting| format!("{} is {} there: {}", m.name, meeting.there, meeting.by)))
        .collect();
    Finding::of(
        format!("leakage: {name}"),
        Verdict::Fail,
        shared,
        format!("none of {} pictures is among the {} of {name}", members.len(), corpus.len()),
        "leave these pictures out of one of the two: a split file keeps `generate` and `converse` apart",
    )
}

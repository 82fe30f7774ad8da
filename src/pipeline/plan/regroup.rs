//! After planning: the cells that a blind solver beats are planned again with other draws, three times at most. What
//! is beaten then is reported as such.

use super::Resources;
use crate::audit::blind::{self, Settings, Vectors};
use crate::audit::entry::Entry;
use crate::error::Result;
use crate::kind;
use crate::model::plan::PlanRow;
use crate::model::term::{Domain, TermId};
use crate::target::TARGETS;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How often a cell is planned again.
pub const ROUNDS: u32 = 3;

/// The terms that options name, and their vectors.
struct Words<'a> {
    resources: &'a Resources,
    domains: BTreeMap<&'static str, Domain>,
}

impl Vectors for Words<'_> {
    fn term(&self, entry: &Entry, option: usize) -> Option<TermId> {
        let origin = entry.origin.as_ref()?;
        let domain = self.domains.get(origin.target.as_str())?;
        self.resources.lexicon.lookup(*domain, &origin.options.get(option)?.term)
    }
    fn cosine(&self, a: TermId, b: TermId) -> Option<f32> {
        self.resources.similarity.cosine(a, b)
    }
}

/// The cells among the rows that a blind rule beats, with the rules.
///
/// # Errors
/// When a row cannot be worded.
pub fn beaten(rows: &[&PlanRow], resources: &Resources, seed: u64) -> Result<BTreeMap<String, Vec<&'static str>>> {
    let entry = |row: &&PlanRow| {
        let text = kind::render(row, &resources.lexicon, &resources.templates)?;
        Ok(Entry::of_row(row, text))
    };
    let entries = rows.par_iter().map(entry).collect::<Result<Vec<_>>>()?;
    let entries: Vec<Entry> = entries.into_iter().flatten().collect();
    let words = Words { resources, domains: TARGETS.iter().map(|t| (t.name(), t.domain())).collect() };
    Ok(blind::beaten_by_rules(&entries, &words, Settings { seed, ..Settings::default() }))
}

//! What a walk needs of all candidates of a lane, by column: facts lie anywhere in memory, and most candidates are
//! looked at many times before they are asked or passed over.

use super::candidate::Candidate;
use crate::model::fact::Fact;
use crate::model::plan::Level;
use crate::model::term::TermId;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// By candidate, in order of priority.
#[derive(Debug)]
pub struct Columns {
    /// The gold concept.
    pub golds: Vec<TermId>,
    nouns: Vec<u32>,
    patterns: Vec<u32>,
    shapes: Vec<u32>,
}

impl Columns {
    /// Reads every candidate once.
    pub fn new(candidates: &[Candidate]) -> Self {
        Columns {
            golds: candidates.iter().map(|c| c.fact.gold).collect(),
            nouns: numbered(candidates, |fact| fact.noun_context.hash()),
            patterns: numbered(candidates, |fact| fact.pattern_context.hash()),
            shapes: numbered(candidates, |fact| (fact.form, fact.inflection)),
        }
    }

    /// The number of each candidate's context at a level, counted from 0. On the coarsest, options must read the same
    /// and one template must serve the group.
    pub fn contexts(&self, level: Level) -> &[u32] {
        match level {
            Level::Noun => &self.nouns,
            Level::Pattern => &self.patterns,
            _ => &self.shapes,
        }
    }
}

/// Numbers candidates whose facts have equal keys alike, from 0, in order of appearance.
pub(super) fn numbered<'c, K: Eq + Hash>(candidates: &'c [Candidate], key: impl Fn(&'c Fact) -> K) -> Vec<u32> {
    let mut known: FxHashMap<K, u32> = FxHashMap::default();
    let number = |candidate: &'c Candidate| {
        let next = known.len() as u32;
        *known.entry(key(&candidate.fact)).or_insert(next)
    };
    candidates.iter().map(number).collect()
}

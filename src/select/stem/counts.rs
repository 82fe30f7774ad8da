//! What can be counted of stems: by anyone who knows all facts, and by whoever has the items chosen so far.

use super::lane::Cue;
use crate::model::term::TermId;
use rustc_hash::FxHashMap;

/// So many imaginary facts of the base rate stand behind every share.
const SHRINK: f32 = 2.0;

/// How often a cue stands beside a gold, over all facts.
#[derive(Debug, Default)]
pub(super) struct Known {
    beside: FxHashMap<(u32, TermId), u32>,
    /// By number of the cue, and by id of the gold.
    cues: Vec<u32>,
    golds: Vec<u32>,
    facts: u32,
}

/// How often an option was right, and offered, beside a cue in the items chosen so far.
#[derive(Debug, Default)]
pub(super) struct Chosen(FxHashMap<(u32, TermId), (u32, u32)>);

/// One more of the thing with this number.
fn count(counts: &mut Vec<u32>, at: u32) {
    let at = at as usize;
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

impl Known {
    pub fn add(&mut self, cues: &[Cue], gold: TermId) {
        for &(_, cue) in cues {
            *self.beside.entry((cue, gold)).or_default() += 1;
            count(&mut self.cues, cue);
        }
        count(&mut self.golds, gold.0);
        self.facts += 1;
    }

    /// Log share of an option among the golds beside a cue, by all facts but the one asked about, whose gold is `own`.
    pub fn rate(&self, cue: u32, own: TermId, option: TermId) -> f32 {
        let of = |n: Option<&u32>, less: u32| n.copied().unwrap_or(0).saturating_sub(less) as f32;
        let less = u32::from(own == option);
        let cues = of(self.cues.get(cue as usize), 1);
        if cues == 0.0 {
            return 0.0; // seen here alone
        }
        let base = of(self.golds.get(option.0 as usize), less) / self.facts.saturating_sub(1).max(1) as f32;
        ((of(self.beside.get(&(cue, option)), less) + SHRINK * base.max(1e-6)) / (cues + SHRINK)).ln()
    }
}

impl Chosen {
    pub fn add(&mut self, cues: &[Cue], option: TermId, right: bool) {
        for &(_, cue) in cues {
            let (hits, offered) = self.0.entry((cue, option)).or_default();
            *hits += u32::from(right);
            *offered += 1;
        }
    }

    pub fn rate(&self, cue: u32, option: TermId, options: usize) -> f32 {
        let Some(&(hits, offered)) = self.0.get(&(cue, option)) else { return 0.0 };
        let chance = 1.0 / options.max(1) as f32;
        ((hits as f32 + SHRINK * chance) / (offered as f32 + SHRINK) / chance).ln()
    }
}

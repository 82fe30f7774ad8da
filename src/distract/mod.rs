//! Where wrong options come from and why they are known to be wrong.
//!
//! Concepts are proposed by [`pool`], tried against the ordered, named vetoes of [`veto`], and kept when their
//! similarity to the gold and to each other lies in the [`band`].

pub mod band;
pub mod pool;
pub mod veto;

use crate::lexicon::Lexicon;
use crate::model::evidence::{Evidence, Tier};
use crate::model::fact::Fact;
use crate::model::reject::Reason;
use crate::model::term::TermId;
use band::{Band, Similarity};

/// Everything that decides whether a concept may stand beside a gold.
pub struct Judge<'a> {
    /// The thesaurus.
    pub lexicon: &'a Lexicon,
    /// Sentence-embedding similarity.
    pub similarity: &'a dyn Similarity,
    /// The band of the target at hand.
    pub band: Band,
    /// The weakest evidence that is accepted.
    pub min_evidence: Tier,
}

impl Judge<'_> {
    /// Whether `concept` is known to be false of the fact's referent and fit to be offered beside its gold.
    ///
    /// # Errors
    /// The name of the first veto that holds.
    pub fn distractor(&self, fact: &Fact, concept: TermId) -> Result<Evidence, Reason> {
        let evidence = self.falsify(fact, concept)?;
        self.beside(fact, fact.gold, concept)?;
        Ok(evidence)
    }

    /// Whether `concept` is known to be false of the fact's referent, by evidence that is accepted.
    ///
    /// # Errors
    /// The name of the first veto that holds.
    pub fn falsify(&self, fact: &Fact, concept: TermId) -> Result<Evidence, Reason> {
        let evidence = veto::falsify(fact, concept, self.lexicon)?;
        if evidence.tier() > self.min_evidence { Err(veto::EVIDENCE_TOO_WEAK) } else { Ok(evidence) }
    }

    /// Whether two options may stand side by side: different texts, neither implied by the other, similarity inside the band.
    ///
    /// # Errors
    /// The name of the veto.
    pub fn beside(&self, fact: &Fact, a: TermId, b: TermId) -> Result<(), Reason> {
        if a == b || self.lexicon.inflect(a, fact.inflection) == self.lexicon.inflect(b, fact.inflection) {
            return Err(veto::SAME_TEXT);
        }
        // Of an iron thing and a metal one the first cannot be the answer alone: it would tell itself to be wrong.
        if a != fact.gold && b != fact.gold {
            veto::nested(self.lexicon, a, b)?;
        }
        if self.band == Band::ALL {
            return Ok(()); // no need to compare vectors
        }
        self.band.admits(self.similarity.cosine(a, b))
    }

    /// Similarity of two terms, rounded to four digits for the record.
    pub fn cosine(&self, a: TermId, b: TermId) -> Option<f32> {
        self.similarity.cosine(a, b).map(|s| (s * 1e4).round() / 1e4)
    }
}

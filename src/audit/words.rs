//! Option texts as terms of the thesaurus, and their similarity by the shipped vectors.

use super::blind::Vectors;
use super::entry::Entry;
use crate::embed::table::Table;
use crate::error::Result;
use crate::lexicon::Lexicon;
use crate::model::plan::Role;
use crate::model::term::{Domain, TermId};

/// The embedded thesaurus with its vectors.
pub struct Thesaurus {
    lexicon: Lexicon,
    table: Table,
}

/// Where an option of a foreign set is sought, in order.
const DOMAINS: [Domain; 6] =
    [Domain::Entity, Domain::Color, Domain::Material, Domain::Number, Domain::Action, Domain::Spatial];

impl Thesaurus {
    /// The one in the binary.
    ///
    /// # Errors
    /// When the embedded files are not well formed.
    pub fn embedded() -> Result<Self> {
        let lexicon = Lexicon::embedded()?;
        let table = Table::embedded(&lexicon)?;
        Ok(Thesaurus { lexicon, table })
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn lookup(&self, text: &str, domains: &[Domain]) -> Option<TermId> {
        let text = text.trim().trim_end_matches('.').to_lowercase();
        let bare = ["a ", "an ", "the ", "some "].iter().find_map(|a| text.strip_prefix(a)).unwrap_or(&text);
        let singular = bare.strip_suffix('s');
        domains.iter().find_map(|d| {
            let find = |t: &str| self.lexicon.lookup(*d, t);
            find(&text).or_else(|| find(bare)).or_else(|| singular.and_then(find))
        })
    }
}

impl Vectors for Thesaurus {
    fn term(&self, entry: &Entry, option: usize) -> Option<TermId> {
        let Some(origin) = &entry.origin else { return self.lookup(entry.choices.get(option)?, &DOMAINS) };
        let option = origin.options.get(option).filter(|o| matches!(o.role, Role::Gold | Role::Distractor))?;
        let domain = crate::target::find(&origin.target)?.domain();
        self.lexicon.lookup(domain, &option.term)
    }

    fn cosine(&self, a: TermId, b: TermId) -> Option<f32> {
        Some(self.table.similarity(a, b))
    }
}

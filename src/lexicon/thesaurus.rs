//! The thesaurus in use: terms, their forms, and how they stand to each other.

use super::draft::{Draft, drafts};
use super::files::{FileHashes, Files};
use super::forms::Forms;
use super::ground::{Groups, matrices};
use super::relate::{Matrix, Relatedness};
use super::scan::{Index, Indices, Match, Surface, slot};
use super::term::{Detail, Term};
use crate::error::{Error, Place, Result};
use crate::model::term::{Domain, Inflection, TermId};
use rustc_hash::FxHashMap;
use std::path::Path;

/// All domains, in the order of their terms' ids.
pub(super) const DOMAINS: [Domain; 6] =
    [Domain::Entity, Domain::Number, Domain::Color, Domain::Material, Domain::Action, Domain::Spatial];

/// Words and what they mean to each other. Immutable.
pub struct Lexicon {
    terms: Vec<Term>,
    forms: Vec<Forms>,
    ids: [Vec<TermId>; 6],
    indices: Indices,
    matrices: [Matrix; 6],
    heads: Vec<Option<TermId>>,
    hashes: FileHashes,
}

impl Lexicon {
    /// The thesaurus that is compiled in.
    ///
    /// # Errors
    /// When a file breaks a rule, with file and line. A test guards that the embedded files do not.
    pub fn embedded() -> Result<Lexicon> {
        Self::load(None)
    }

    /// The embedded thesaurus, each of whose files is replaced by the folder's file of the same name where there is one.
    ///
    /// # Errors
    /// When a file cannot be read or breaks a rule, with file and line.
    pub fn load(overrides: Option<&Path>) -> Result<Lexicon> {
        Self::from_files(&Files::load(overrides)?)
    }

    pub(super) fn from_files(files: &Files) -> Result<Lexicon> {
        let mut drafts = drafts(files)?;
        drafts.sort_by(|a, b| (slot(a.domain), &a.name).cmp(&(slot(b.domain), &b.name)));
        let names = Names::of(&drafts)?;
        let groups = Groups::read(files, &names)?;
        let terms = drafts.iter().zip(0..).map(|(d, id)| names.term(d, TermId(id))).collect::<Result<Vec<_>>>()?;
        let forms: Vec<Forms> = terms.iter().map(Forms::of).collect();
        let mut ids: [Vec<TermId>; 6] = Default::default();
        let mut indices: Indices = Default::default();
        for (term, forms) in terms.iter().zip(&forms) {
            if let (Some(ids), Some(index)) = (ids.get_mut(slot(term.domain)), indices.get_mut(slot(term.domain))) {
                ids.push(term.id);
                index.add(term, forms);
            }
        }
        let verb = |name: &str| {
            let found =
                terms.binary_search_by(|t| (slot(t.domain), t.name.as_str()).cmp(&(slot(Domain::Action), name)));
            found.ok().and_then(|i| terms.get(i)).and_then(Term::verb)
        };
        if let Some(index) = indices.get_mut(slot(Domain::Action)) {
            for term in terms.iter().filter(|t| t.domain == Domain::Action) {
                index.add_verb_synonyms(term, verb);
            }
        }
        let heads = terms.iter().map(|t| groups.head(t)).collect();
        let matrices = matrices(files, &drafts, &terms, &names, &groups, &indices)?;
        Ok(Lexicon { terms, forms, ids, indices, matrices, heads, hashes: files.hashes() })
    }

    /// Hashes of the thesaurus files in use.
    pub fn hashes(&self) -> &FileHashes {
        &self.hashes
    }

    /// The term that the text names: by its name, a synonym, a dataset's label, a plural or a verb form. Case does
    /// not matter, and `-`, `_` and space are alike.
    pub fn lookup(&self, domain: Domain, text: &str) -> Option<TermId> {
        self.index(domain)?.lookup(text).map(|(id, _)| id)
    }

    /// As [`Lexicon::lookup`], with the form in which the text names it.
    pub fn lookup_form(&self, domain: Domain, text: &str) -> Option<(TermId, Surface)> {
        self.index(domain)?.lookup(text)
    }

    /// All longest, non-overlapping occurrences of the domain's terms at word boundaries, from left to right.
    pub fn scan(&self, domain: Domain, text: &str) -> Vec<Match> {
        self.index(domain).map(|index| index.scan(text)).unwrap_or_default()
    }

    fn index(&self, domain: Domain) -> Option<&Index> {
        self.indices.get(slot(domain))
    }

    /// The term of that id.
    ///
    /// # Panics
    /// When the id comes from another thesaurus; ids never come from input.
    pub fn term(&self, id: TermId) -> &Term {
        &self.terms[id.0 as usize]
    }

    /// The number of terms; ids are `0..len`.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The domain's terms, sorted by name.
    pub fn terms(&self, domain: Domain) -> &[TermId] {
        self.ids.get(slot(domain)).map_or(&[], Vec::as_slice)
    }

    /// What `b` is to `a`. Terms of two domains are [`Relatedness::Incomparable`].
    pub fn relate(&self, a: TermId, b: TermId) -> Relatedness {
        let domain = self.terms.get(a.0 as usize).map(|t| slot(t.domain));
        match domain.and_then(|d| self.matrices.get(d)) {
            Some(matrix) => matrix.get(a, b),
            None => Relatedness::Incomparable,
        }
    }

    /// A form of the term; where its kind of word has no such form, its name.
    pub fn inflect(&self, id: TermId, how: Inflection) -> &str {
        self.forms.get(id.0 as usize).map_or("", |forms| forms.get(how))
    }

    /// The head of its group, for contexts of the same pattern (dog → animal); `None` where the group has none.
    pub fn hypernym(&self, id: TermId) -> Option<TermId> {
        self.heads.get(id.0 as usize).copied().flatten()
    }

    /// The number term of a value ("three" of 3), if the thesaurus has it.
    pub fn number(&self, value: u32) -> Option<TermId> {
        self.terms(Domain::Number).iter().copied().find(|&id| self.term(id).value() == Some(value))
    }

    /// A number and a noun: "one dog", "three dogs", "two pairs of scissors", "two sheep".
    pub fn counted(&self, number: TermId, noun: TermId) -> String {
        let word = self.inflect(number, Inflection::Word);
        let noun = match (self.term(number).value(), self.term(noun).count()) {
            (Some(1), super::term::Count::Pair) => self.inflect(noun, Inflection::Indefinite).trim_start_matches("a "),
            (Some(1), _) => self.inflect(noun, Inflection::Bare),
            _ => self.inflect(noun, Inflection::Plural),
        };
        format!("{word} {noun}")
    }
}

/// Names to ids, by domain.
pub(super) struct Names([FxHashMap<String, TermId>; 6]);

impl Names {
    fn of(drafts: &[Draft]) -> Result<Names> {
        let mut names: [FxHashMap<String, TermId>; 6] = Default::default();
        for (draft, id) in drafts.iter().zip(0..) {
            let old = names.get_mut(slot(draft.domain)).and_then(|m| m.insert(draft.name.clone(), TermId(id)));
            if old.is_some() {
                let what = format!("`{}` stands twice", draft.name);
                return Err(Error::data(Place::line(draft.file, draft.line), what, "remove one of the rows"));
            }
        }
        Ok(Names(names))
    }

    /// The id of a name, or an error at the place that mentions it.
    pub fn id(&self, domain: Domain, name: &str, place: impl FnOnce() -> Place) -> Result<TermId> {
        match self.0.get(slot(domain)).and_then(|names| names.get(name)) {
            Some(id) => Ok(*id),
            None => Err(Error::data(
                place(),
                format!("`{name}` is not a term of its domain"),
                "add a row for it, or name a term that has one",
            )),
        }
    }

    fn term(&self, d: &Draft, id: TermId) -> Result<Term> {
        let ids = |names: &[String]| -> Result<Vec<TermId>> {
            names.iter().map(|n| self.id(d.domain, n, || Place::line(d.file, d.line))).collect()
        };
        let mut detail = d.detail.clone();
        if let (Detail::Spatial { inverse, .. }, Some(name)) = (&mut detail, &d.inverse) {
            *inverse = Some(self.id(d.domain, name, || Place::line(d.file, d.line))?);
        }
        Ok(Term {
            id,
            domain: d.domain,
            name: d.name.clone(),
            group: d.group.clone(),
            hypernyms: ids(&d.hypernyms)?,
            parts: ids(&d.parts)?,
            synonyms: d.synonyms.clone(),
            labels: d.labels.clone(),
            detail,
        })
    }
}

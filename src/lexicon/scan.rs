//! Finding terms by any of their surface forms, alone or inside a caption.

use super::forms::Forms;
use super::term::{Count, Detail, Term, Verb};
use crate::model::term::{Domain, Inflection, TermId};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

/// Which form of a term stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// As listed: a color, a material, a spatial predicate, a mass noun.
    Listed,
    /// A noun in the singular.
    Singular,
    /// A noun in the plural; nouns that are always plural ("jeans", "scissors") too.
    Plural,
    /// The base form of a verb.
    Base,
    /// Third person singular.
    Third,
    /// Present participle.
    Ing,
    /// Simple past, also where the participle is the same word.
    Past,
    /// Past participle that differs from the past.
    Participle,
    /// A number in words.
    Word,
    /// A number in digits.
    Digits,
}

/// One term found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The term.
    pub term: TermId,
    /// The form that stands there.
    pub surface: Surface,
}

/// How directly a surface names its term; of two terms with one surface the more direct wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Name,
    Synonym,
    Label,
    Inflected,
    InflectedSynonym,
}

#[derive(Clone, Copy)]
struct Entry {
    term: TermId,
    surface: Surface,
    rank: Rank,
}

/// All surface forms of one domain.
#[derive(Default)]
pub(super) struct Index {
    surfaces: FxHashMap<Box<str>, Entry>,
    /// First word of the surfaces of more than one word: how many words the longest of them has.
    longer: FxHashMap<Box<str>, usize>,
    /// Pairs of terms that share a surface ("glasses"): either may be meant.
    pub shared: Vec<(TermId, TermId)>,
}

impl Index {
    /// Adds all surfaces of a term.
    pub fn add(&mut self, term: &Term, forms: &Forms) {
        use Surface as S;
        let listed = match &term.detail {
            Detail::Noun { count: Count::Count, .. } => S::Singular,
            Detail::Noun { count: Count::Plural | Count::Pair, .. } => S::Plural,
            Detail::Number { .. } => S::Word,
            Detail::Verb(_) => S::Base,
            _ => S::Listed,
        };
        self.put(&term.name, term.id, listed, Rank::Name);
        for (words, rank) in [(&term.synonyms, Rank::Synonym), (&term.labels, Rank::Label)] {
            for word in words {
                self.put(word, term.id, listed, rank);
            }
        }
        match &term.detail {
            Detail::Noun { count: Count::Count, .. } => {
                self.put(forms.get(Inflection::Plural), term.id, S::Plural, Rank::Inflected);
                for word in &term.synonyms {
                    self.put(&super::inflect::plural(word), term.id, S::Plural, Rank::InflectedSynonym);
                }
            }
            Detail::Noun { count: Count::Pair, .. } => {
                self.put(forms.get(Inflection::Indefinite), term.id, S::Singular, Rank::Inflected);
                self.put(forms.get(Inflection::Plural), term.id, S::Plural, Rank::Inflected);
            }
            Detail::Number { value } => self.put(&value.to_string(), term.id, S::Digits, Rank::Inflected),
            Detail::Verb(verb) => {
                self.put(&verb.third, term.id, S::Third, Rank::Inflected);
                self.put(&verb.ing, term.id, S::Ing, Rank::Inflected);
                self.put(&verb.past, term.id, S::Past, Rank::Inflected);
                self.put(&verb.participle, term.id, S::Participle, Rank::Inflected);
            }
            _ => {}
        }
    }

    /// Adds the inflected forms of a verb's synonyms, whose first words take their forms from `verbs` where they are
    /// verbs of the thesaurus ("bend over": "bent over"), else from the rule.
    pub fn add_verb_synonyms<'a>(&mut self, term: &Term, verbs: impl Fn(&str) -> Option<&'a Verb>) {
        for synonym in &term.synonyms {
            let (first, rest) = synonym.split_at(synonym.find(' ').unwrap_or(synonym.len()));
            let [third, ing, past, participle] = match verbs(first) {
                Some(v) => [&v.third, &v.ing, &v.past, &v.participle].map(|form| format!("{form}{rest}")),
                None => {
                    let [third, ing, past] = super::inflect::regular_verb(synonym);
                    [third, ing, past.clone(), past]
                }
            };
            self.put(&third, term.id, Surface::Third, Rank::InflectedSynonym);
            self.put(&ing, term.id, Surface::Ing, Rank::InflectedSynonym);
            self.put(&past, term.id, Surface::Past, Rank::InflectedSynonym);
            self.put(&participle, term.id, Surface::Participle, Rank::InflectedSynonym);
        }
    }

    fn put(&mut self, word: &str, term: TermId, surface: Surface, rank: Rank) {
        let key = normalize(word);
        let words = words(&key).count();
        if words == 0 {
            return;
        }
        if words > 1 {
            let first = self::words(&key).next().map_or("", |w| &key[w]);
            let longest = self.longer.entry(first.into()).or_default();
            *longest = words.max(*longest);
        }
        let entry = Entry { term, surface, rank };
        match self.surfaces.get_mut(key.as_ref()) {
            None => {
                self.surfaces.insert(key.into(), entry);
            }
            Some(old) if old.term == term => {}
            Some(old) => {
                self.shared.push((old.term, term));
                if rank < old.rank {
                    *old = entry;
                }
            }
        }
    }

    /// The term that the whole text names.
    pub fn lookup(&self, text: &str) -> Option<(TermId, Surface)> {
        let key = normalize(text.trim());
        self.surfaces.get(key.as_ref()).map(|e| (e.term, e.surface))
    }

    /// All longest occurrences from left to right; they do not overlap, and begin and end at word boundaries.
    pub fn scan(&self, text: &str) -> Vec<Match> {
        let key = normalize(text);
        let spans: Vec<Range<usize>> = words(&key).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(first) = spans.get(at) {
            let longest = self.longer.get(&key[first.clone()]).copied().unwrap_or(1).min(spans.len() - at);
            let hit = (1..=longest).rev().find_map(|n| {
                let span = first.start..spans.get(at + n - 1)?.end;
                self.surfaces.get(&key[span.clone()]).map(|e| (n, Match { span, term: e.term, surface: e.surface }))
            });
            at += match hit {
                Some((n, hit)) => {
                    found.push(hit);
                    n
                }
                None => 1,
            };
        }
        found
    }
}

/// Lower case, with `-` and `_` as spaces; byte positions stay. Most texts are written so.
fn normalize(text: &str) -> Cow<'_, str> {
    let differs = |b: u8| matches!(b, b'-' | b'_') || b.is_ascii_uppercase();
    if !text.bytes().any(differs) {
        return Cow::Borrowed(text);
    }
    let normal = |c: char| match c {
        '-' | '_' => ' ',
        c => c.to_ascii_lowercase(),
    };
    Cow::Owned(text.chars().map(normal).collect())
}

/// Byte ranges of the words: runs of letters and digits; a point or comma between digits belongs to the number.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = rest.find(|(_, c)| c.is_alphanumeric())?;
        let mut end = start + first.len_utf8();
        let mut last = first;
        while let Some(&(at, c)) = rest.peek() {
            let inside = c.is_alphanumeric()
                || matches!(c, '.' | ',' | ':' | '/')
                    && last.is_ascii_digit()
                    && text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
            if !inside {
                break;
            }
            rest.next();
            end = at + c.len_utf8();
            last = c;
        }
        Some(start..end)
    })
}

/// The index of each domain.
pub(super) type Indices = [Index; 6];

/// Position of a domain in [`Indices`] and like tables.
pub(super) fn slot(domain: Domain) -> usize {
    match domain {
        Domain::Entity => 0,
        Domain::Number => 1,
        Domain::Color => 2,
        Domain::Material => 3,
        Domain::Action => 4,
        Domain::Spatial => 5,
    }
}

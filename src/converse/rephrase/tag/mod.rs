//! Which word of a text is what: things, colors, numbers, relations, negations, and the small words between them.

mod drawn;
mod sense;
mod settle;
mod special;

use super::clean::Words;
use super::words::{LONGEST, known};
use crate::lexicon::{Lexicon, Surface};
use crate::model::term::{Domain, Inflection, TermId};
use settle::settle;
use std::ops::Range;

/// What a word or phrase does in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::converse::rephrase) enum Tag {
    /// Carries nothing that could be false.
    Free,
    /// Article or the like; `true` where it points at something known.
    Det(bool),
    /// Forms of be and of auxiliary verbs.
    Finite,
    /// Forms of have.
    Have,
    /// and
    And,
    /// or
    Or,
    /// A word that opens a clause; `true` where it contrasts.
    Break(bool),
    /// End of a sentence; `true` for a question.
    Stop(bool),
    /// A mark inside a sentence.
    Comma,
    /// A colon.
    Colon,
    /// A quotation mark.
    Quote,
    /// The picture, the statement.
    Meta,
    /// "says", "claims": what follows is reported.
    Said,
    /// yes, no, true, false.
    Verdict,
    /// not, no, never, …
    Not,
    /// probably, seems, …
    Hedge,
    /// all, only, another, …
    Amount,
    /// A number, as digits.
    Number,
    /// it, they, he, she.
    Pronoun,
    /// "the object", "the one".
    Generic,
    /// what, which, who.
    Wh,
    /// What a question is about: color, number, place, …
    Focus,
    /// left, top, background: where in the picture.
    Position,
    /// A relation between two things.
    Relation,
    /// that, which, who after a noun.
    Relative,
    /// A thing; `true` in the plural.
    Entity(bool),
    /// A color.
    Color,
    /// A material.
    Material,
    /// An action; `true` where its form may be passive.
    Action(bool),
    /// A drawn box, by color.
    Box,
    /// Any other word.
    Other,
    /// The possessive.
    Possess,
    /// "by" after a passive.
    By,
}

/// A tagged word or phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::converse::rephrase) struct Mention {
    /// What it does.
    pub tag: Tag,
    /// Its canonical name.
    pub key: String,
    /// The words, as positions.
    pub at: Range<usize>,
}

/// A term of the thesaurus that begins at a word.
struct Hit {
    words: usize,
    domain: Domain,
    key: String,
    surface: Surface,
}

struct Tagger<'a> {
    words: &'a Words,
    hits: Vec<Vec<Hit>>,
    boxes: bool,
    out: Vec<Mention>,
}

/// Tags a text. `boxes`: whether boxes are drawn on its picture, so that "the red box" is one of them.
pub(in crate::converse::rephrase) fn tag(words: &Words, lexicon: &Lexicon, boxes: bool) -> Vec<Mention> {
    let mut tagger = Tagger { words, hits: hits(words, lexicon), boxes, out: Vec::new() };
    let mut at = 0;
    while at < words.len() {
        at += tagger.step(at).max(1);
    }
    let mut out = tagger.out;
    settle(&mut out, words);
    out
}

fn hits(words: &Words, lexicon: &Lexicon) -> Vec<Vec<Hit>> {
    let mut out: Vec<Vec<Hit>> = (0..words.len()).map(|_| Vec::new()).collect();
    let domains = [Domain::Entity, Domain::Color, Domain::Material, Domain::Action, Domain::Spatial];
    for domain in domains {
        for found in lexicon.scan(domain, &words.text) {
            let first = words.spans.partition_point(|s| s.start < found.span.start);
            let last = words.spans.partition_point(|s| s.start < found.span.end);
            let surface = words.text.get(found.span.clone()).unwrap_or("");
            if let Some(slot) = out.get_mut(first) {
                let key = key(lexicon, domain, found.term, surface);
                // "people" is listed as a word for a person, too, but says that there are several.
                let forms = [Inflection::Plural, Inflection::Bare].map(|how| lexicon.inflect(found.term, how));
                let several = domain == Domain::Entity && surface == forms[0] && surface != forms[1];
                let surface = if several { Surface::Plural } else { found.surface };
                slot.push(Hit { words: last.saturating_sub(first), domain, key, surface });
            }
        }
    }
    out
}

/// The name of a term, so that a synonym is the same: "couch" is "sofa". A synonym that says more than the name ("wooden
/// fence" for a fence) or less ("reddish") stays itself.
fn key(lexicon: &Lexicon, domain: Domain, term: TermId, surface: &str) -> String {
    let name = lexicon.term(term).name.replace('-', " ");
    let forms = [name.as_str(), lexicon.inflect(term, Inflection::Plural)];
    let own = match domain {
        Domain::Entity => surface.contains(' ') && !forms.iter().any(|f| f.replace('-', " ") == surface),
        Domain::Color => surface.ends_with("ish"),
        _ => false,
    };
    if own { surface.to_string() } else { name }
}

impl Tagger<'_> {
    fn push(&mut self, tag: Tag, key: impl Into<String>, at: usize, n: usize) -> usize {
        self.out.push(Mention { tag, key: key.into(), at: at..at + n });
        n
    }

    fn step(&mut self, at: usize) -> usize {
        if let Some(n) =
            self.mark(at).or_else(|| self.drawn(at)).or_else(|| self.number(at)).or_else(|| self.special(at))
        {
            return n;
        }
        let longest = self.hits.get(at).and_then(|h| h.iter().map(|h| h.words).max()).unwrap_or(0);
        for n in (2.max(longest)..=LONGEST.max(longest)).rev() {
            if let Some((tag, key)) = self.words.joined(at, n).and_then(known) {
                return self.push(tag, key, at, n);
            }
        }
        if self.chats(at) {
            return self.push(Tag::Free, self.words.get(at).to_string(), at, 1);
        }
        if let Some(n) = self.term(at, 2) {
            return n;
        }
        let word = self.words.get(at);
        if let Some((tag, key)) = known(word) {
            if (self.acts(at, tag) || self.stands_for_a_thing(at, tag))
                && let Some(n) = self.term(at, 1)
            {
                return n;
            }
            return self.push(tag, key, at, 1);
        }
        if let Some(n) = self.term(at, 1) {
            return n;
        }
        self.push(Tag::Other, self.words.get(at).to_string(), at, 1)
    }
}

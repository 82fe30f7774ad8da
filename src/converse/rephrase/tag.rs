//! Which word of a text is what: things, colors, numbers, relations, negations, and the small words between them.

use super::clean::Words;
use super::words::{self, LONGEST, known};
use crate::lexicon::{Lexicon, NUMBER_WORDS, Surface};
use crate::model::term::{Domain, Inflection, TermId};
use std::ops::Range;

/// What a word or phrase does in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tag {
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
pub(super) struct Mention {
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
pub(super) fn tag(words: &Words, lexicon: &Lexicon, boxes: bool) -> Vec<Mention> {
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
                slot.push(Hit { words: last.saturating_sub(first), domain, key, surface: found.surface });
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

    fn mark(&mut self, at: usize) -> Option<usize> {
        let tag = match self.words.get(at) {
            "." | "!" => Tag::Stop(false),
            "?" => Tag::Stop(true),
            "," | ";" | "(" | ")" | "-" => Tag::Comma,
            ":" => Tag::Colon,
            "\"" => Tag::Quote,
            "'s" => Tag::Possess,
            _ => return None,
        };
        Some(self.push(tag, self.words.get(at).to_string(), at, 1))
    }

    /// "red box", "red and green boxes", "outlined in red", "the black and white dashed line".
    fn drawn(&mut self, at: usize) -> Option<usize> {
        if !self.boxes {
            return None;
        }
        let word = |i: usize| self.words.get(i);
        if word(at) == "black" && word(at + 1) == "and" && word(at + 2) == "white" && word(at + 3) == "dashed" {
            let n = 4 + usize::from(words::BOX.contains(&word(at + 4)) || matches!(word(at + 4), "line" | "lines"));
            return Some(self.push(Tag::Box, "dashed", at, n));
        }
        let color =
            |i: usize| self.hits.get(i)?.iter().find(|h| h.domain == Domain::Color).map(|h| (h.key.clone(), h.words));
        if words::BOXED.contains(&word(at)) && matches!(word(at + 1), "in" | "by" | "with") {
            let skip = 2 + usize::from(matches!(word(at + 2), "the" | "a" | "an"));
            let (key, n) = color(at + skip)?;
            let end = skip + n + usize::from(words::BOX.contains(&word(at + skip + n)));
            return Some(self.push(Tag::Box, key, at, end));
        }
        // Colors joined by "and" up to the noun: each is a box.
        let mut found = Vec::new();
        let mut i = at;
        loop {
            let (key, n) = color(i)?;
            found.push((key, i, n));
            i += n;
            if words::BOX.contains(&word(i)) || word(i) == "boxed" {
                break;
            }
            if !matches!(word(i), "and" | "or") {
                return None;
            }
            i += 1 + usize::from(word(i + 1) == "the");
        }
        for (k, (key, start, n)) in found.into_iter().enumerate() {
            if k > 0 {
                let or = self.words.get(start - 1) == "or" || self.words.get(start - 2) == "or";
                self.push(if or { Tag::Or } else { Tag::And }, if or { "or" } else { "and" }, start - 1, 1);
            }
            self.push(Tag::Box, key, start, n);
        }
        Some(i + 1 - at)
    }

    fn number(&mut self, at: usize) -> Option<usize> {
        let word = |i: usize| self.words.get(i);
        if word(at) == "one" {
            let before = if at == 0 { "" } else { word(at - 1) };
            let prior = self.out.last().map(|m| m.tag);
            let pointed = matches!(
                before,
                "the" | "this" | "that" | "which" | "other" | "another" | "each" | "every" | "first" | "second"
            ) || matches!(prior, Some(Tag::Color | Tag::Material | Tag::Position | Tag::Box));
            let tag = if pointed { Tag::Generic } else { Tag::Number };
            return (before != "no").then(|| self.push(tag, if pointed { "one" } else { "1" }, at, 1));
        }
        if word(at).starts_with(|c: char| c.is_ascii_digit()) {
            return Some(self.push(Tag::Number, word(at).replace(',', ""), at, 1));
        }
        let (value, n) = match (ten(word(at)), unit(word(at)), unit(word(at + 1))) {
            (Some(t), _, Some(u)) if u < 10 => (t + u, 2),
            (Some(t), _, _) => (t, 1),
            (None, Some(u), _) => (u, 1),
            _ => return None,
        };
        let hundred = matches!(word(at + n), "hundred" | "thousand");
        let key = if hundred { format!("{value} {}", word(at + n)) } else { value.to_string() };
        Some(self.push(Tag::Number, key, at, n + usize::from(hundred)))
    }

    /// Words whose class depends on their neighbors.
    fn special(&mut self, at: usize) -> Option<usize> {
        let word = self.words.get(at);
        let next = self.words.get(at + 1);
        let prior = self.out.last().map(|m| m.tag);
        let begins = matches!(prior, None | Some(Tag::Stop(_) | Tag::Quote | Tag::Colon | Tag::Break(_)));
        let ends = matches!(next, "" | "." | "," | "?" | "!" | ";" | "-" | ")" | "\"" | ":");
        let finite = matches!(known(next), Some((Tag::Finite | Tag::Have | Tag::Hedge, _)));
        let noun = matches!(prior, Some(Tag::Entity(_) | Tag::Generic | Tag::Box | Tag::Other | Tag::Meta));
        match word {
            "no" if begins
                && (ends
                    || matches!(known(next), Some((Tag::Pronoun | Tag::Det(_), _)))
                    || matches!(next, "there" | "that")) =>
            {
                Some(self.push(Tag::Verdict, "no", at, 1))
            }
            "right" if begins && ends => Some(self.push(Tag::Verdict, "right", at, 1)),
            "right"
                if ends
                    && !matches!(prior, Some(Tag::Det(_) | Tag::Relation | Tag::Or | Tag::Position))
                    && !matches!(self.words.get(at.wrapping_sub(1)), "to" | "on") =>
            {
                Some(self.push(Tag::Verdict, "right", at, 1))
            }
            "right" if next == "about" => Some(self.push(Tag::Verdict, "right", at, 1)),
            "correct" | "true" if begins && ends => {
                Some(self.push(Tag::Verdict, if word == "true" { "true" } else { "right" }, at, 1))
            }
            "correct" => Some(self.push(Tag::Verdict, "true", at, 1)),
            "that" | "which" | "who" if noun && (finite || self.is_verb(at + 1)) => {
                Some(self.push(Tag::Relative, "that", at, 1))
            }
            "which" | "who" if prior == Some(Tag::Comma) && finite => Some(self.push(Tag::Relative, "that", at, 1)),
            "that" if !noun && (ends || finite) && prior != Some(Tag::Said) => {
                Some(self.push(Tag::Pronoun, "it", at, 1))
            }
            "this" if ends || finite => Some(self.push(Tag::Pronoun, "it", at, 1)),
            "these" | "those" if ends || finite => Some(self.push(Tag::Pronoun, "they", at, 1)),
            "that"
                if matches!(prior, Some(Tag::Finite))
                    && self.words.get(at.wrapping_sub(1)) == "is"
                    && self.is_color(at + 1) =>
            {
                Some(self.push(Tag::Pronoun, "it", at, 1))
            }
            "that"
                if self.hits.get(at + 1).is_some_and(|h| {
                    h.iter().any(|h| h.domain == Domain::Entity && h.surface == Surface::Singular)
                }) =>
            {
                Some(self.push(Tag::Det(true), "that", at, 1))
            }
            "that" => Some(self.push(Tag::Free, "that", at, 1)),
            "around" if self.boxes && self.out.iter().rev().take(6).any(|m| m.tag == Tag::Box) => {
                Some(self.push(Tag::Free, "around", at, 1))
            }
            "about" | "around" if self.is_number(at + 1) => Some(self.push(Tag::Hedge, "about", at, 1)),
            "over" | "under" if self.is_number(at + 1) => Some(self.push(Tag::Amount, word.to_string(), at, 1)),
            "about" => Some(self.push(Tag::Free, "about", at, 1)),
            "if" if matches!(
                self.words.get(at.wrapping_sub(1)),
                "tell" | "know" | "say" | "check" | "see" | "ask" | "me" | "asking" | "wonder" | "wondering"
            ) =>
            {
                Some(self.push(Tag::Free, "if", at, 1))
            }
            "picture" | "image" | "photo" | "photograph" | "snapshot" => {
                let meta = matches!(prior, Some(Tag::Det(true))) || begins;
                Some(self.push(if meta { Tag::Meta } else { Tag::Entity(false) }, "picture", at, 1))
            }
            "pictures" | "images" | "photos" | "photographs" => Some(self.push(Tag::Entity(true), "picture", at, 1)),
            "next" | "fine" | "understood" | "right" if begins && matches!(next, "," | "." | "!" | ":") => {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            "first" | "second" | "third"
                if begins
                    && (ends || matches!(next, "i" | "we" | "let" | "look" | "find" | "the"))
                    && next != "the" =>
            {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            "great" | "good" | "nice" | "perfect" | "excellent" | "thanks" if begins && ends => {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            "contains" | "contain" | "containing" | "holds" | "hold" | "holding" | "shows" | "show" | "surrounds"
            | "surround" | "encloses" | "enclose" | "marks" | "mark" | "highlights" | "highlight" | "indicates"
            | "frames" | "covers" | "has" | "points"
                if prior == Some(Tag::Box) && self.heads()
                    || matches!(prior, Some(Tag::Meta)) && self.out.last().is_some_and(|m| m.key == "box") =>
            {
                Some(self.push(Tag::Free, word.to_string(), at, 1))
            }
            w if self.boxes && words::BOX.contains(&w) => Some(self.push(Tag::Meta, "box", at, 1)),
            "by" => Some(self.push(Tag::Relation, "next to", at, 1)),
            _ => None,
        }
    }

    /// Whether the box just read heads its phrase: "the red box shows", not "the man in the red box holds".
    fn heads(&self) -> bool {
        let plain = self.out.last().is_some_and(|m| !words::BOXED.contains(&self.words.get(m.at.start)));
        let before = self.out.iter().rev().skip(1).find(|m| !matches!(m.tag, Tag::Det(_)));
        plain && before.is_none_or(|m| m.tag != Tag::Relation)
    }

    fn is_number(&self, at: usize) -> bool {
        let word = self.words.get(at);
        word.starts_with(|c: char| c.is_ascii_digit()) || word == "one" || ten(word).is_some() || unit(word).is_some()
    }

    fn is_color(&self, at: usize) -> bool {
        self.hits.get(at).is_some_and(|h| h.iter().any(|h| h.domain == Domain::Color))
    }

    fn is_verb(&self, at: usize) -> bool {
        self.hits.get(at).is_some_and(|h| {
            h.iter().any(|h| h.domain == Domain::Action && matches!(h.surface, Surface::Third | Surface::Past))
        })
    }

    /// Whether a word is about the talk itself: "I would call it red", "you can count them", "let us look".
    fn chats(&self, at: usize) -> bool {
        let word = |i: usize| self.words.get(i);
        let modal = matches!(word(at), "would" | "can" | "could" | "will" | "should" | "shall" | "may" | "did" | "had");
        let beside = |w: &str| matches!(w, "i" | "we" | "you" | "me");
        let passive = ["be seen", "be found", "be spotted"].iter().any(|p| self.words.text.contains(p));
        if word(at) == "can" && passive {
            return true;
        }
        if modal && (beside(word(at + 1)) || at > 0 && beside(word(at - 1))) {
            return true;
        }
        if !words::CHAT.contains(&word(at)) {
            return false;
        }
        let mut back = at;
        while back > 0 && words::BETWEEN.contains(&word(back - 1)) {
            back -= 1;
        }
        match back.checked_sub(1).map(word) {
            Some(before) => {
                words::TALKERS.contains(&before)
                    || matches!(before, "." | "?" | "!" | ":" | "\"" | ",")
                        && !word(at).ends_with("ing")
                        && !word(at).ends_with("ed")
            }
            None => !word(at).ends_with("ed"),
        }
    }

    /// Whether a word of the table is an action here: "a man looking at a dog", "the man holds a cup".
    fn acts(&self, at: usize, tag: Tag) -> bool {
        const NEVER: &[&str] = &[
            "shown",
            "seen",
            "found",
            "shows",
            "located",
            "placed",
            "positioned",
            "situated",
            "pictured",
            "have",
            "has",
        ];
        let Some(surface) =
            self.hits.get(at).and_then(|h| h.iter().find(|h| h.domain == Domain::Action)).map(|h| h.surface)
        else {
            return false;
        };
        let prior = self.out.last().map(|m| m.tag);
        let subject = matches!(prior, Some(Tag::Entity(_) | Tag::Generic | Tag::Other | Tag::Wh));
        let object = matches!(known(self.words.get(at + 1)), Some((Tag::Det(_), _)));
        !NEVER.contains(&self.words.get(at))
            && match (tag, surface) {
                (Tag::Verdict | Tag::Said, _) => subject || object && prior == Some(Tag::Pronoun),
                (Tag::Free, Surface::Ing) => subject || prior == Some(Tag::Finite),
                (Tag::Free, Surface::Third | Surface::Past) => subject,
                _ => false,
            }
    }

    /// Whether a word of the table names a thing here: "a red top", "two matches".
    fn stands_for_a_thing(&self, at: usize, tag: Tag) -> bool {
        const NEVER: &[&str] = &[
            "color",
            "colors",
            "number",
            "position",
            "look",
            "question",
            "side",
            "material",
            "answer",
            "shade",
            "hue",
            "count",
            "step",
            "steps",
            "location",
            "direction",
            "object",
            "objects",
            "item",
            "items",
            "thing",
            "things",
            "article",
            "subject",
        ];
        let word = self.words.get(at);
        let (before, next) = (self.words.get(at.wrapping_sub(1)), self.hits.get(at + 1));
        let noun_next = next.is_some_and(|n| n.iter().any(|h| h.domain == Domain::Entity));
        matches!(tag, Tag::Free | Tag::Focus | Tag::Position | Tag::Verdict)
            && (!NEVER.contains(&word) || word == "steps" && before == "the")
            && !noun_next
            && self.hits.get(at).is_some_and(|h| h.iter().any(|h| h.domain == Domain::Entity))
            && matches!(
                self.out.last().map(|m| m.tag),
                Some(Tag::Det(false) | Tag::Number | Tag::Color | Tag::Material | Tag::Amount | Tag::Other)
            )
    }

    /// The longest term of at least `least` words that begins here; of several domains, the one that the neighbors ask for.
    fn term(&mut self, at: usize, least: usize) -> Option<usize> {
        let hits = self.hits.get(at)?;
        let longest = hits.iter().map(|h| h.words).max().filter(|n| *n >= least)?;
        let with = |d: Domain| hits.iter().find(|h| h.words == longest && h.domain == d);
        let prior = self.out.last().map(|m| m.tag);
        let noun_next = self
            .hits
            .get(at + longest)
            .is_some_and(|n| n.iter().any(|h| matches!(h.domain, Domain::Entity | Domain::Material)))
            || matches!(known(self.words.get(at + longest)), Some((Tag::Generic, _)))
            || self.words.get(at + longest) == "one";
        let nominal = matches!(
            prior,
            Some(
                Tag::Det(_)
                    | Tag::Number
                    | Tag::Amount
                    | Tag::Color
                    | Tag::Material
                    | Tag::Position
                    | Tag::Other
                    | Tag::Not
            )
        );
        let counted = with(Domain::Entity).is_some_and(|h| h.surface == Surface::Plural);
        let domain = if with(Domain::Spatial).is_some() {
            Domain::Spatial
        } else if with(Domain::Color).is_some()
            && (with(Domain::Entity).is_none()
                || !counted && (noun_next || !matches!(prior, Some(Tag::Det(_) | Tag::Number))))
        {
            Domain::Color
        } else if with(Domain::Material).is_some()
            && (with(Domain::Entity).is_none()
                || !counted
                    && (noun_next || !matches!(prior, Some(Tag::Det(_) | Tag::Number | Tag::Color | Tag::Position))))
        {
            Domain::Material
        } else if let (Some(verb), Some(_)) = (with(Domain::Action), with(Domain::Entity)) {
            let ing = matches!(verb.surface, Surface::Ing | Surface::Past | Surface::Participle);
            let after = matches!(prior, Some(Tag::Entity(_) | Tag::Finite | Tag::Pronoun | Tag::Wh));
            if !nominal && (ing || after) { Domain::Action } else { Domain::Entity }
        } else {
            hits.iter().find(|h| h.words == longest)?.domain
        };
        let hit = with(domain)?;
        let tag = match domain {
            Domain::Entity => Tag::Entity(hit.surface == Surface::Plural),
            Domain::Color => Tag::Color,
            Domain::Material => Tag::Material,
            Domain::Action => Tag::Action(matches!(hit.surface, Surface::Past | Surface::Participle)),
            Domain::Spatial => Tag::Relation,
            Domain::Number => Tag::Number,
        };
        let key = if hit.key == "object" { "one".to_string() } else { hit.key.clone() };
        let tag = if hit.key == "object" { Tag::Generic } else { tag };
        Some(self.push(tag, key, at, longest))
    }
}

fn unit(word: &str) -> Option<u32> {
    // From twenty on, tens and units make a number of two words.
    NUMBER_WORDS.iter().take(20).position(|w| *w == word).map(|i| i as u32)
}

fn ten(word: &str) -> Option<u32> {
    const TENS: &[&str] = &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    TENS.iter().position(|w| *w == word).map(|i| 20 + 10 * i as u32)
}

/// What can be told only from the words that follow: "the car's red", prepositions before the picture or a box,
/// "not true".
fn settle(mentions: &mut [Mention], words: &Words) {
    let tags: Vec<Tag> = mentions.iter().map(|m| m.tag).collect();
    let next = |from: usize| tags.iter().skip(from + 1).copied().find(|t| !matches!(t, Tag::Free | Tag::Det(_)));
    for i in 0..mentions.len() {
        let Some(m) = mentions.get(i).cloned() else { continue };
        let follows = next(i);
        let passive =
            || tags.get(..i).unwrap_or_default().iter().rev().find(|t| **t != Tag::Free) == Some(&Tag::Action(true));
        let soft = m.at.len() == 1 && words::SOFT.contains(&words.get(m.at.start));
        let tag = match m.tag {
            Tag::Relation if words.get(m.at.start) == "by" && passive() => Tag::By,
            Tag::Possess
                if matches!(
                    tags.get(i + 1),
                    Some(Tag::Color | Tag::Material | Tag::Det(_) | Tag::Action(_) | Tag::Not | Tag::Relation)
                ) =>
            {
                Tag::Finite
            }
            Tag::Relation if soft => match follows {
                Some(Tag::Meta | Tag::Box) => Tag::Free,
                // "There is a boy in it."
                Some(Tag::Pronoun)
                    if words.get(m.at.start) == "in"
                        && matches!(tags.get(i + 2), Some(Tag::Stop(_) | Tag::Comma) | None) =>
                {
                    Tag::Free
                }
                Some(
                    Tag::Stop(_) | Tag::Comma | Tag::Focus | Tag::Verdict | Tag::Color | Tag::Position | Tag::Finite,
                )
                | None
                    if noun_after(&tags, i).is_none() =>
                {
                    Tag::Free
                }
                _ => Tag::Relation,
            },
            other => other,
        };
        if let Some(slot) = mentions.get_mut(i) {
            slot.tag = tag;
        }
    }
    // "is not true", "does not match": a verdict, not a negation. Two negations are kept as they are.
    for i in 0..mentions.len() {
        if mentions.get(i).is_none_or(|m| m.tag != Tag::Not || m.key != "not") {
            continue;
        }
        let Some(j) = (i + 1..mentions.len()).find(|j| mentions.get(*j).is_some_and(|m| m.tag != Tag::Free)) else {
            continue;
        };
        let turned = match mentions.get(j).map(|m| (m.tag, m.key.as_str())) {
            Some((Tag::Verdict, "true" | "right" | "yes")) => "false",
            Some((Tag::Verdict, "false")) => "not false",
            _ => continue,
        };
        if let Some(m) = mentions.get_mut(j) {
            m.key = turned.into();
        }
        if let Some(m) = mentions.get_mut(i) {
            m.tag = Tag::Free;
        }
    }
}

/// The noun that the words after a preposition lead to: "in a red shirt".
fn noun_after(tags: &[Tag], from: usize) -> Option<()> {
    let rest = tags.get(from + 1..)?;
    for tag in rest {
        match tag {
            Tag::Det(_)
            | Tag::Color
            | Tag::Material
            | Tag::Other
            | Tag::And
            | Tag::Number
            | Tag::Position
            | Tag::Amount => {}
            Tag::Entity(_) | Tag::Generic | Tag::Pronoun => return Some(()),
            _ => return None,
        }
    }
    None
}

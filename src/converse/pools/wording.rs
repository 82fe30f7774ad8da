//! One wording: text with slots, and how it joins what is said before it.

use crate::lexicon::inflect::capitalize;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A place in a wording that the speaker fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Definite reference to the first thing: "the vase", "it", "the vase inside the red box".
    X,
    /// Definite reference to the second thing.
    Y,
    /// The first thing's pronoun where it has one, else as [`Slot::X`].
    It,
    /// Bare noun: "vase".
    N,
    /// Plural noun: "vases".
    Ns,
    /// Indefinite noun: "a vase".
    An,
    /// Indefinite noun of the second thing.
    An2,
    /// The value that holds: "white", "riding", "to the left of", "three".
    V,
    /// The value that does not hold, or that holds of another thing.
    W,
    /// The value with its article: "a vase".
    Av,
    /// The other value with its article.
    Aw,
    /// "who" or "what", as the first thing is a person or not.
    Who,
    /// Number and noun: "three vases".
    Count,
    /// "there are three vases", "there is one vase".
    There,
    /// "is" or "are", as the number asks.
    Are,
    /// Color of the first box.
    Box,
    /// Color of the second box.
    Box2,
    /// A list of things: "a vase, two cups and a table".
    List,
    /// A statement: a whole sentence.
    Said,
    /// The statement put right.
    Right,
}

/// Slots by the names they have in wordings.
pub(super) const SLOTS: &[(&str, Slot)] = &[
    ("x", Slot::X),
    ("y", Slot::Y),
    ("it", Slot::It),
    ("n", Slot::N),
    ("ns", Slot::Ns),
    ("a_n", Slot::An),
    ("a_n2", Slot::An2),
    ("v", Slot::V),
    ("w", Slot::W),
    ("a_v", Slot::Av),
    ("a_w", Slot::Aw),
    ("who", Slot::Who),
    ("count", Slot::Count),
    ("there", Slot::There),
    ("are", Slot::Are),
    ("box", Slot::Box),
    ("box2", Slot::Box2),
    ("list", Slot::List),
    ("s", Slot::Said),
    ("r", Slot::Right),
];

/// What is put into the slots of one line.
#[derive(Debug, Clone, Default)]
pub struct Fill<'a>(SmallVec<[(Slot, Cow<'a, str>); 8]>);

impl<'a> Fill<'a> {
    /// Nothing yet.
    pub fn new() -> Self {
        Fill::default()
    }

    /// With a slot filled; a second value replaces the first.
    pub fn with(mut self, slot: Slot, text: impl Into<Cow<'a, str>>) -> Self {
        self.0.retain(|(s, _)| *s != slot);
        self.0.push((slot, text.into()));
        self
    }

    fn get(&self, slot: Slot) -> Option<&str> {
        self.0.iter().find(|(s, _)| *s == slot).map(|(_, text)| text.as_ref())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(Slot),
}

/// One wording of a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// Permanent id: `<form>.<pool>.NN`.
    pub id: String,
    text: String,
    pieces: Vec<Piece>,
    pronouns: bool,
    /// Whether it begins with a lead-in of its own.
    led: bool,
    /// Whether it is a clause that "I" is the subject of, so that "looking closely" can stand before it.
    own: bool,
    /// Which of [`WORN`] it says.
    says: u32,
}

/// Words that sound worn when an opening and its core both say them, in any of their forms.
const WORN: &[&[&str]] = &[
    &["picture", "pictures"],
    &["see", "sees", "seen", "visible"],
    &["look", "looks", "looking", "looked"],
    &["mark", "marks", "marked", "marking"],
    &["check", "checks"],
    &["step", "steps"],
    &["sentence", "sentences"],
    &["closely"],
    &["print"],
    &["tell"],
    &["far"],
    &["moment"],
    &["question"],
    &["can"],
];

/// First words of a lead-in of participles, which speaks of whoever is the subject behind it.
const PARTICIPLES: &[&str] = &["having", "looking"];

/// What is said in place of an answer: no opening leads up to it.
const APOLOGIES: &[&str] =
    &["I'm afraid", "I would if", "I looked", "I went over", "I have to correct", "I don't agree", "You must be"];

/// First words of a lead-in, before which no opening fits.
const LEADS: &[&str] = &[
    "all",
    "altogether",
    "among",
    "and",
    "as",
    "boxed",
    "by",
    "can",
    "certainly",
    "clearly",
    "compare",
    "comparing",
    "correct",
    "counting",
    "first",
    "from",
    "going",
    "here",
    "in",
    "indeed",
    "inside",
    "judging",
    "let",
    "look",
    "looking",
    "next",
    "none",
    "not",
    "nothing",
    "now",
    "nowhere",
    "one",
    "outside",
    "put",
    "right",
    "say",
    "seen",
    "so",
    "sorry",
    "staying",
    "that",
    "then",
    "to",
    "what",
    "when",
    "which",
    "while",
    "with",
    "yes",
];

impl Wording {
    /// Splits a text into pieces; the error says what is wrong with it.
    pub(super) fn parse(id: String, text: &str) -> Result<Wording, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            let (before, from) = rest.split_at(open);
            let named = from.strip_prefix('{').and_then(|f| f.split_once('}'));
            let Some((name, after)) = named else { return Err("a brace has no partner".to_owned()) };
            let Some((_, slot)) = SLOTS.iter().find(|(n, _)| *n == name) else {
                return Err(format!("`{{{name}}}` is not a slot"));
            };
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            pieces.push(Piece::Slot(*slot));
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        let words =
            || text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_ascii_lowercase);
        let worn = |w: String| WORN.iter().position(|forms| forms.contains(&w.as_str()));
        let says = words().filter_map(worn).fold(0, |mask, i| mask | 1 << i);
        let asks = |w: &str| text.ends_with('?') && ["can", "what", "when", "which"].contains(&w);
        let led = words().next().is_some_and(|w| LEADS.contains(&w.as_str()) && !asks(&w))
            || APOLOGIES.iter().any(|lead| text.starts_with(lead));
        let own = text.starts_with("I ");
        Ok(Wording { id, text: text.to_owned(), pieces, pronouns: takes_pronoun(text), led, own, says })
    }

    /// The text as written in the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its slots, in order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Slot(slot) => Some(*slot),
            Piece::Text(_) => None,
        })
    }

    /// Whether an opening may stand before it: not two lead-ins in a row, not twice the same worn word, not two colons,
    /// and "looking closely" only before what "I" do.
    pub fn follows(&self, opening: &Wording) -> bool {
        let goes_on = opening.text.ends_with([',', ':']);
        let first = opening.text.split(' ').next().unwrap_or("").to_ascii_lowercase();
        let dangles = goes_on && PARTICIPLES.contains(&first.as_str()) && !self.own;
        let twice = goes_on && (self.led || opening.text.ends_with(':') && self.text.contains(':'));
        !(twice || dangles || self.says & opening.says != 0)
    }

    /// Whether it goes on from something said before: "And the color?"
    pub fn goes_on(&self) -> bool {
        ["And ", "Now ", "Then "].iter().any(|w| self.text.starts_with(w))
    }

    /// Whether it says what goes into a slot.
    pub fn has(&self, slot: Slot) -> bool {
        self.slots().any(|s| s == slot)
    }

    /// Whether "it" may stand for `{x}` here: not in "the color of it", nor where another "it" is said.
    pub fn takes_pronoun(&self) -> bool {
        self.pronouns
    }

    /// Appends the text with its slots filled. What stands at the beginning of a sentence gets a capital; after a
    /// comma or colon the wording goes on in lower case. `false` where a slot has nothing to hold, or a word would be
    /// said twice in a row.
    pub fn render(&self, fill: &Fill, out: &mut String) -> bool {
        let goes_on = out.ends_with(", ") || out.ends_with(": ");
        let mut whole = true;
        for (i, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(text) if i == 0 && goes_on => out.push_str(&lowered(text)),
                // "No trash can can be seen."
                Piece::Text(text) if i > 0 && doubles(out, text) => whole = false,
                Piece::Text(text) => out.push_str(text),
                Piece::Slot(slot) => match fill.get(*slot) {
                    Some(text) if begins(out) => out.push_str(&capitalize(text)),
                    Some(text) => out.push_str(text),
                    None => whole = false,
                },
            }
        }
        whole
    }
}

/// Whether a text goes on with the word that the other ends with.
fn doubles(out: &str, text: &str) -> bool {
    let next = text.strip_prefix(' ').and_then(|t| t.split(|c: char| !c.is_alphanumeric()).next()).unwrap_or("");
    !next.is_empty() && out.strip_suffix(next).is_some_and(|rest| rest.ends_with(' '))
}

/// Whether a sentence begins behind this text.
fn begins(out: &str) -> bool {
    out.is_empty() || [". ", "? ", "! ", "\n"].iter().any(|end| out.ends_with(end))
}

/// With a small first letter, unless it is the word "I".
fn lowered(text: &str) -> Cow<'_, str> {
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    match text.chars().next() {
        Some(first) if first.is_uppercase() && word != "I" => {
            Cow::Owned(first.to_lowercase().chain(text.chars().skip(1)).collect())
        }
        _ => Cow::Borrowed(text),
    }
}

fn takes_pronoun(text: &str) -> bool {
    let other = text.split(|c: char| !c.is_alphanumeric() && c != '{' && c != '}');
    !text.contains("of {x}")
        && text.matches("{x}").count() == 1
        && !other.into_iter().any(|w| ["it", "its", "that", "{it}", "{y}"].contains(&w.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(before: &str, text: &str, fill: &Fill) -> String {
        let mut out = before.to_owned();
        assert!(Wording::parse("t".into(), text).unwrap().render(fill, &mut out), "{text}");
        out
    }

    #[test]
    fn sentences_begin_with_a_capital_and_go_on_without() {
        let fill = Fill::new().with(Slot::X, "the cup").with(Slot::V, "white");
        assert_eq!(said("", "{x} is {v}.", &fill), "The cup is white.");
        assert_eq!(said("Good. ", "{x}: is it {v}?", &fill), "Good. The cup: is it white?");
        assert_eq!(said("From here, ", "{x} is {v}.", &fill), "From here, the cup is white.");
        assert_eq!(said("From here, ", "The color is {v}.", &fill), "From here, the color is white.");
        assert_eq!(said("From here, ", "I see {v}.", &fill), "From here, I see white.");
        assert_eq!(said("", "Look. {x} is {v}.", &fill), "Look. The cup is white.");
    }

    #[test]
    fn an_opening_leads_up_to_what_can_follow_it() {
        let wording = |text: &str| Wording::parse("t".into(), text).unwrap();
        let fits = |opening: &str, core: &str| wording(core).follows(&wording(opening));
        assert!(fits("Looking closely,", "I see that {x} is {v}."));
        assert!(!fits("Looking closely,", "The color is {v}.") && !fits("Having looked at it,", "{v}."));
        assert!(fits("As I see it,", "The color is {v}.") && fits("Let me look.", "{v}."));
        assert!(!fits("As far as I can tell,", "I'm afraid there is no {n}."));
        assert!(!fits("From what I can see,", "No {n} can be seen.") && !fits("Next,", "And what color is {x}?"));
        assert!(
            fits("One more thing:", "What color is {x}?") && !fits("One more thing:", "Swap the two: where is {x}?")
        );
    }

    #[test]
    fn a_pronoun_stands_only_where_it_can_mean_one_thing() {
        let takes = |text: &str| Wording::parse("t".into(), text).unwrap().takes_pronoun();
        assert!(takes("What color is {x}?") && takes("Where is {x}, I wonder?"));
        assert!(!takes("The color of {x}?") && !takes("{x}: what is it?") && !takes("How are {x} and {y} placed?"));
    }

    #[test]
    fn an_empty_slot_is_reported() {
        let wording = Wording::parse("t".into(), "{x} is {v}.").unwrap();
        assert!(!wording.render(&Fill::new().with(Slot::X, "it"), &mut String::new()));
        let can = Wording::parse("t".into(), "No {n} can be seen.").unwrap();
        assert!(!can.render(&Fill::new().with(Slot::N, "trash can"), &mut String::new()));
        assert!(can.render(&Fill::new().with(Slot::N, "can opener"), &mut String::new()));
        assert!(Wording::parse("t".into(), "{z}").is_err() && Wording::parse("t".into(), "{x").is_err());
    }
}

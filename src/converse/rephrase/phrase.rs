//! Noun phrases and what stands between them: the row of nodes of one clause.

use super::tag::{Mention, Tag};
use super::words;

/// A noun phrase: a thing with everything that is said of it inside the phrase.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Np {
    /// The noun; empty where it points at something unnamed ("it", "the object").
    pub key: String,
    /// Whether the noun is in the plural.
    pub plural: bool,
    /// Names a thing of the picture, not just "it" or "what".
    pub named: bool,
    /// Points at something known: "the dog".
    pub definite: bool,
    /// Colors, materials, places, ordinals and other words before the noun, with their class.
    pub attributes: Vec<String>,
    /// Numbers before the noun.
    pub numbers: Vec<String>,
    /// Drawn boxes that it stands in.
    pub boxes: Vec<String>,
}

impl Np {
    /// The noun with its boxes, numbers and places, and where `full` with all that is said of it inside the phrase.
    pub fn label(&self, full: bool) -> String {
        let lasting =
            |a: &&String| full || a.starts_with("position") || a.starts_with("amount") || a.starts_with("noun");
        let mut all: Vec<&str> = self
            .attributes
            .iter()
            .filter(lasting)
            .chain(&self.numbers)
            .chain(&self.boxes)
            .map(String::as_str)
            .collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() { self.key.clone() } else { format!("{}[{}]", self.key, all.join(",")) }
    }

    /// Whether nothing but a pointer: "it", "the object", "what".
    pub fn bare(&self) -> bool {
        !self.named && self.attributes.is_empty() && self.numbers.is_empty()
    }
}

/// One piece of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// A noun phrase.
    Np(Np),
    /// An action; `true` where its form may be passive.
    Act(String, bool),
    /// A relation; `true` for the "by" of a passive.
    Rel(String, bool),
    /// A color, number or the like that stands alone, with its class.
    Attribute(String),
    /// A verdict.
    Verdict(String),
    /// A negation.
    Not(String),
    /// What a question is about.
    Focus(String),
    /// A form of be or of an auxiliary.
    Finite,
    /// A form of have.
    Have,
    /// and, or
    And,
    /// that, which, who.
    Relative,
    /// The possessive.
    Possess,
    /// A hedge.
    Hedge(String),
    /// The picture, the statement.
    Meta,
}

/// The class and name of a describing word.
fn attribute(m: &Mention) -> Option<String> {
    let class = match m.tag {
        Tag::Color => "color",
        Tag::Material => "material",
        Tag::Position => "position",
        Tag::Amount if m.key != words::ELSE => "amount",
        Tag::Other => "word",
        _ => return None,
    };
    Some(format!("{class}:{}", m.key))
}

/// The nodes of a clause.
pub(super) fn nodes(mentions: &[Mention]) -> Vec<Node> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(m) = mentions.get(at) {
        if let Some((np, n)) = noun_phrase(mentions.get(at..).unwrap_or_default()) {
            out.push(Node::Np(np));
            at += n;
            continue;
        }
        at += 1;
        let node = match m.tag {
            Tag::Action(passive) => Node::Act(m.key.clone(), passive),
            Tag::Relation => Node::Rel(m.key.clone(), false),
            Tag::By => Node::Rel("by".into(), true),
            // "Shall I look at something else?" is said of nothing.
            Tag::Amount if m.key == words::ELSE => continue,
            Tag::Color | Tag::Material | Tag::Position | Tag::Amount | Tag::Other => {
                Node::Attribute(attribute(m).unwrap_or_default())
            }
            Tag::Number => Node::Attribute(format!("number:{}", m.key)),
            Tag::Verdict => Node::Verdict(m.key.clone()),
            Tag::Not => Node::Not(m.key.clone()),
            Tag::Focus => Node::Focus(m.key.clone()),
            Tag::Finite => Node::Finite,
            Tag::Have => Node::Have,
            Tag::And | Tag::Or => Node::And,
            Tag::Relative => Node::Relative,
            Tag::Possess => Node::Possess,
            Tag::Hedge => Node::Hedge(m.key.clone()),
            Tag::Meta => Node::Meta,
            // "the leg of the table"
            Tag::Free if m.key == "of" && matches!(out.last(), Some(Node::Np(np)) if np.named) => {
                Node::Rel("of".into(), false)
            }
            _ => continue,
        };
        out.push(node);
    }
    merged(out)
}

/// A noun phrase at the start of the mentions and how many of them it takes, the boxes behind it included.
fn noun_phrase(mentions: &[Mention]) -> Option<(Np, usize)> {
    let mut np = Np::default();
    let mut at = 0;
    let (mut pointed, mut head, mut last_word) = (false, false, None);
    while let Some(m) = mentions.get(at) {
        match m.tag {
            Tag::Det(definite) => {
                np.definite = definite;
                pointed = true;
            }
            Tag::Wh => {
                np.definite = true;
                pointed = true;
                // "what", "who" alone are phrases; before a noun they point at it.
                last_word = last_word.or(Some(at));
            }
            Tag::Number => np.numbers.push(format!("number:{}", m.key)),
            Tag::Color | Tag::Material | Tag::Position | Tag::Amount | Tag::Other => {
                np.attributes.extend(attribute(m));
                if m.tag == Tag::Other {
                    last_word = Some(at);
                }
            }
            Tag::And
                if at > 0
                    && describes(mentions, at - 1)
                    && describes(mentions, at + 1)
                    && !np.attributes.is_empty() => {}
            Tag::Entity(plural) => {
                if let Some(next) = mentions.get(at + 1)
                    && matches!(next.tag, Tag::Entity(_) | Tag::Generic)
                    && next.at.start == m.at.end
                {
                    np.attributes.push(format!("noun:{}", m.key));
                } else {
                    (np.key, np.plural, np.named, head) = (m.key.clone(), plural, true, true);
                }
            }
            Tag::Generic => head = true,
            Tag::Pronoun if at == 0 => {
                np.definite = true;
                head = true;
            }
            Tag::Box => {
                // "the red box": what stands in it.
                if head || !np.attributes.is_empty() || !np.numbers.is_empty() {
                    break;
                }
                np.definite = true;
                let n = boxes(mentions, at, &mut np);
                return Some((np, at + n));
            }
            _ => break,
        }
        at += 1;
        if head {
            break;
        }
    }
    if !head
        && !np.numbers.is_empty()
        && matches!(mentions.get(at).map(|m| m.tag), Some(Tag::Finite | Tag::Have | Tag::Action(_) | Tag::Relative))
    {
        // "two are white"
        return Some((np, at));
    }
    if !head {
        let (Some(word), true) = (last_word, pointed) else { return None };
        let m = mentions.get(word)?;
        at = word + 1;
        np.numbers.clear();
        np.attributes = mentions.iter().take(word).filter_map(attribute).collect();
        np.numbers =
            mentions.iter().take(word).filter(|m| m.tag == Tag::Number).map(|m| format!("number:{}", m.key)).collect();
        if m.tag == Tag::Other {
            (np.key, np.named) = (m.key.clone(), true);
        }
    }
    // "… in the red box", "… that is in the red box", "… is in the red box".
    let behind = mentions
        .iter()
        .enumerate()
        .skip(at)
        .find(|(_, m)| !matches!(m.tag, Tag::Free | Tag::Det(true) | Tag::Finite | Tag::Relative))
        .filter(|(_, m)| m.tag == Tag::Box);
    if let Some((start, _)) = behind {
        let n = boxes(mentions, start, &mut np);
        return Some((np, start + n));
    }
    Some((np, at))
}

fn describes(mentions: &[Mention], at: usize) -> bool {
    mentions.get(at).is_some_and(|m| matches!(m.tag, Tag::Color | Tag::Material | Tag::Position | Tag::Other))
}

/// Takes a row of boxes joined by "and" or "or".
fn boxes(mentions: &[Mention], start: usize, np: &mut Np) -> usize {
    let mut at = start;
    while let Some(m) = mentions.get(at).filter(|m| m.tag == Tag::Box) {
        np.boxes.push(format!("box:{}", m.key));
        at += 1;
        let joined = matches!(mentions.get(at).map(|m| m.tag), Some(Tag::And | Tag::Or));
        let mut next = at + 1;
        while joined && matches!(mentions.get(next).map(|m| m.tag), Some(Tag::Free | Tag::Det(true))) {
            next += 1;
        }
        if joined && mentions.get(next).is_some_and(|m| m.tag == Tag::Box) {
            at = next;
        } else {
            break;
        }
    }
    at - start
}

/// "The object in the red box is a dog", "it is a dog", "what is the object in the red box": one thing, said twice.
fn merged(nodes: Vec<Node>) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::with_capacity(nodes.len());
    let mut nodes = nodes.into_iter().peekable();
    while let Some(node) = nodes.next() {
        let Node::Np(pointer) = &node else {
            out.push(node);
            continue;
        };
        let joined = matches!(out.last(), Some(Node::And)) && pointer.boxes.is_empty();
        let fronted = joined || matches!(out.last(), Some(Node::Rel(..) | Node::Possess));
        if fronted || !pointer.bare() {
            out.push(node);
            continue;
        }
        let mut between = Vec::new();
        while let Some(n) = nodes.next_if(|n| matches!(n, Node::Finite | Node::Not(_) | Node::Hedge(_))) {
            between.push(n);
        }
        match nodes.peek_mut() {
            Some(Node::Np(np)) if between.contains(&Node::Finite) || !pointer.boxes.is_empty() => {
                np.boxes.extend(pointer.boxes.iter().cloned());
                out.extend(between);
            }
            _ => {
                out.push(node);
                out.extend(between);
            }
        }
    }
    out
}

//! Clauses of a text: where one ends, how it is meant, and what of it is denied.

use crate::converse::rephrase::phrase::{Node, nodes};
use crate::converse::rephrase::tag::{Mention, Tag};

/// How a clause is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Stated.
    Said,
    /// Attributed to the statement in question.
    Reported,
    /// Asked, or stated by the user, who claims nothing of the picture.
    Open,
}

/// One clause.
pub(super) struct Clause {
    pub nodes: Vec<Node>,
    pub mode: Mode,
    /// Ended by a comma.
    pub comma: bool,
}

/// Splits tagged text into clauses. `user`: the user speaks.
pub(super) fn clauses(mentions: &[Mention], user: bool) -> Vec<Clause> {
    let contrast = mentions.iter().any(|m| m.tag == Tag::Break(true));
    let (mut out, mut open): (Vec<Clause>, Vec<Mention>) = (Vec::new(), Vec::new());
    let (mut reported, mut quoted, mut announced) = (false, false, false);
    let mut comma = false;
    let close = |open: &mut Vec<Mention>, reported: bool, comma: bool, out: &mut Vec<Clause>| {
        let nodes = nodes(open);
        open.clear();
        if nodes.is_empty() {
            return;
        }
        let mode = match (user && !contrast, reported) {
            (true, _) => Mode::Open,
            (_, true) => Mode::Reported,
            _ if user => Mode::Open,
            _ => Mode::Said,
        };
        out.push(Clause { nodes, mode, comma });
    };
    for (i, m) in mentions.iter().enumerate() {
        let rest = mentions.get(i + 1..).unwrap_or_default();
        comma = m.tag == Tag::Comma;
        match m.tag {
            Tag::Stop(_) => {
                close(&mut open, reported || quoted, comma, &mut out);
                // "The statement says: … ." ends with its sentence; what a colon announced may be the next sentence.
                reported = announced && rest.first().is_some_and(|m| m.tag == Tag::Quote);
                announced = false;
            }
            Tag::Quote => {
                close(&mut open, reported || quoted, comma, &mut out);
                // What was announced ends with its quotation mark.
                reported &= !quoted;
                quoted = !quoted;
            }
            Tag::Comma if list(mentions, i) => {}
            Tag::Comma => close(&mut open, reported || quoted, comma, &mut out),
            Tag::Colon => {
                announced = open.iter().any(|m| m.tag == Tag::Said || m.tag == Tag::Meta && m.key == "claim");
                close(&mut open, reported || quoted, comma, &mut out);
                reported |= announced;
            }
            Tag::Break(contrasts) => {
                close(&mut open, reported || quoted, comma, &mut out);
                reported &= !contrasts;
            }
            Tag::Said => {
                close(&mut open, reported || quoted, comma, &mut out);
                reported = true;
            }
            // "and" joins clauses where both have a verb.
            Tag::And if finite(&open) && finite(upto(rest)) => close(&mut open, reported || quoted, comma, &mut out),
            _ => open.push(m.clone()),
        }
    }
    close(&mut open, reported || quoted, comma, &mut out);
    out
}

/// A comma between words of one list: "red, white and blue".
fn list(mentions: &[Mention], at: usize) -> bool {
    let class = |i: Option<usize>| match i.and_then(|i| mentions.get(i)).map(|m| m.tag) {
        tag @ Some(Tag::Color | Tag::Material | Tag::Other) => tag,
        _ => None,
    };
    let before = class(at.checked_sub(1));
    before.is_some() && before == class(Some(at + 1))
}

fn finite(mentions: &[Mention]) -> bool {
    mentions.iter().any(|m| matches!(m.tag, Tag::Finite | Tag::Have))
}

/// Mentions up to the next boundary.
fn upto(mentions: &[Mention]) -> &[Mention] {
    let end = mentions.iter().position(|m| {
        matches!(m.tag, Tag::Stop(_) | Tag::Comma | Tag::Colon | Tag::Quote | Tag::Break(_) | Tag::Said | Tag::And)
    });
    mentions.get(..end.unwrap_or(mentions.len())).unwrap_or_default()
}

/// How often each node is denied: by the negations before it, or by all where nothing deniable follows them.
pub(super) fn polarity(nodes: &[Node]) -> Vec<&'static str> {
    let deniable = |n: &Node| match n {
        Node::Np(np) => np.named && !np.definite,
        Node::Attribute(_) | Node::Act(..) | Node::Rel(..) | Node::Have => true,
        _ => false,
    };
    let mut marks = vec![""; nodes.len()];
    let Some(first) = nodes.iter().position(|n| matches!(n, Node::Not(_))) else { return marks };
    let mut run = 0usize;
    let mut denied = 0usize;
    for (i, node) in nodes.iter().enumerate() {
        if matches!(node, Node::Not(_)) {
            // A second "not" with nothing between denies the denial.
            run = if denied == 0 { run + 1 } else { 1 };
            denied = 0;
        } else if run > 0 && deniable(node) {
            denied += 1;
            if let Some(mark) = marks.get_mut(i) {
                *mark = if run == 1 { "not " } else { "not not " };
            }
        }
    }
    if marks.iter().all(|m| m.is_empty()) {
        let after = nodes.iter().skip(first).any(|n| matches!(n, Node::Np(np) if np.named));
        for (i, node) in nodes.iter().enumerate() {
            let reach = if after { i > first && matches!(node, Node::Np(_)) } else { true };
            if reach && let Some(mark) = marks.get_mut(i) {
                *mark = if run > 1 { "not not " } else { "not " };
            }
        }
    }
    marks
}

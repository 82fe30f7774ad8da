//! What a text claims, as a set of plain strings: which thing has which color, number or box, who stands in which relation
//! to whom, what is denied, reported or asked. Two texts that claim the same have the same set.

mod clause;
mod reader;
mod row;

use super::phrase::Node;
use super::tag::Mention;
use clause::clauses;
use reader::Reader;
use std::collections::{BTreeMap, BTreeSet};

/// What a text claims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::converse::rephrase) struct Claims {
    /// One string a claim.
    pub ties: BTreeSet<String>,
    /// Each mention of a thing, in order, and whether it points at something known.
    pub things: Vec<(String, bool)>,
}

/// The claims of tagged text. `user`: the user speaks.
pub(in crate::converse::rephrase) fn claims(mentions: &[Mention], user: bool) -> Claims {
    let clauses = clauses(mentions, user);
    let phrases =
        || clauses.iter().flat_map(|c| &c.nodes).filter_map(|n| if let Node::Np(np) = n { Some(np) } else { None });
    let things = phrases().filter(|np| np.named).map(|np| (np.key.clone(), np.definite)).collect();
    // Where two things have one name, what else they have tells them apart.
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for np in phrases().filter(|np| np.label(true) != np.key) {
        names.entry(np.key.clone()).or_default().insert(np.label(true));
    }
    names.retain(|_, labels| labels.len() > 1);
    let mut reader = Reader { names, out: BTreeSet::new(), subject: None, fronted: None, last: None };
    let mut boxes: Vec<String> = Vec::new();
    for mut clause in clauses {
        // "In the red box, there is a dog."
        if let ([Node::Np(np)], true) = (clause.nodes.as_slice(), clause.comma)
            && np.bare()
            && !np.boxes.is_empty()
        {
            boxes.extend(np.boxes.iter().cloned());
            continue;
        }
        if let Some(Node::Np(np)) = clause.nodes.iter_mut().find(|n| matches!(n, Node::Np(_))) {
            np.boxes.append(&mut boxes);
        }
        reader.read(&clause);
    }
    if !boxes.is_empty() {
        reader.out.insert(format!("box {}", boxes.join(",")));
    }
    if let Some((key, object)) = reader.fronted.take() {
        reader.out.insert(format!("relation ? {key} {}", object.label(false)));
    }
    Claims { ties: reader.out, things }
}

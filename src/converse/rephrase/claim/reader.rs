//! Reading clause after clause.

use super::clause::{Clause, Mode, polarity};
use super::row::Row;
use crate::converse::rephrase::phrase::{Node, Np};
use crate::converse::rephrase::words;
use std::collections::{BTreeMap, BTreeSet};

/// Reads clause after clause; what was spoken of before is what "it" means.
pub(super) struct Reader {
    /// Nouns that name several things of the text.
    pub names: BTreeMap<String, BTreeSet<String>>,
    pub out: BTreeSet<String>,
    pub subject: Option<Np>,
    /// A relation and its object that wait for their subject.
    pub fronted: Option<(String, Np)>,
    /// The thing that the clause before ended with.
    pub last: Option<Np>,
}

impl Reader {
    /// How a thing is called in claims.
    fn label(&self, np: &Np) -> String {
        np.label(self.names.contains_key(&np.key))
    }

    fn name(&self, np: Option<&Np>) -> String {
        match np.map(|np| self.label(np)) {
            Some(label) if !label.is_empty() => label,
            _ => "it".to_string(),
        }
    }

    /// "it" is what was spoken of before.
    fn resolve(&self, np: &Np) -> Np {
        match &self.subject {
            Some(before) if np.bare() && np.boxes.is_empty() => before.clone(),
            _ => np.clone(),
        }
    }

    /// Adds the claims of a clause.
    pub fn read(&mut self, clause: &Clause) {
        let row = Row(&clause.nodes);
        let marks = polarity(row.0);
        let mode = match clause.mode {
            Mode::Said => "",
            Mode::Reported => "reported ",
            Mode::Open => "open ",
        };
        // The object of a relation that opens the clause is no subject.
        let opens = if matches!(row.0.first(), Some(Node::Rel(..))) { 2 } else { 0 };
        let first = (opens..row.0.len()).find_map(|i| row.np(i).map(|np| (i, np)));
        let own = match first {
            Some((i, np)) if matches!(row.0.get(i + 1), Some(Node::Possess)) => row.np(i + 2).or(Some(np)),
            other => other.map(|(_, np)| np),
        };
        let current = own.map(|np| self.resolve(np)).or_else(|| self.subject.clone());
        let mut found: Vec<(usize, String)> = Vec::new();
        if let (Some((key, object)), Some(np)) = (self.fronted.clone(), own) {
            found.push((0, format!("relation {} {key} {}", self.name(Some(&self.resolve(np))), self.label(&object))));
            self.fronted = None;
        }
        if let (Some(before), Some(np), false) = (
            &self.last,
            row.np(usize::from(matches!(row.0.first(), Some(Node::And)))),
            row.0.iter().any(|n| matches!(n, Node::Finite | Node::Have | Node::Act(..) | Node::Rel(..))),
        ) {
            found.push((usize::MAX, format!("{} then {}", before.label(true), np.label(true))));
        }
        let mut target: Option<Np> = None;
        for (i, node) in row.0.iter().enumerate() {
            let previous = row.before(i);
            let by_verb = || row.verb(i).map(|np| self.resolve(np)).or_else(|| current.clone());
            match node {
                Node::Np(np) => self.phrase(&row, i, np, &mut found),
                Node::Act(key, passive) => {
                    let agent = match previous {
                        Some(Node::Np(np)) => Some(self.resolve(np)),
                        _ => by_verb(),
                    };
                    let by = *passive && matches!(row.0.get(i + 1), Some(Node::Rel(_, true)));
                    let after = row.np(if by { i + 2 } else { i + 1 }).map(|np| self.resolve(np));
                    let (doer, done) = if by { (after, agent.clone()) } else { (agent.clone(), after) };
                    let done = done.map_or_else(String::new, |np| format!(" to {}", self.name(Some(&np))));
                    found.push((i, format!("{} does {key}{done}", self.name(doer.as_ref()))));
                    target = agent;
                }
                Node::Rel(_, true) => {}
                Node::Rel(key, _) => {
                    let object = row.np(i + 1).map(|np| self.resolve(np));
                    let holder = match previous {
                        Some(Node::Np(np)) => Some(self.resolve(np)),
                        Some(Node::Act(..)) => target.clone(),
                        _ if i == 0 => (2..row.0.len()).find_map(|j| row.np(j)).map(|np| self.resolve(np)),
                        _ => by_verb(),
                    };
                    match &object {
                        Some(object) if i == 0 && holder.is_none() && row.0.len() <= 3 => {
                            self.fronted = Some((key.clone(), object.clone()))
                        }
                        _ => found.push((
                            i,
                            format!("relation {} {key} {}", self.name(holder.as_ref()), self.name(object.as_ref())),
                        )),
                    }
                }
                Node::Have => {
                    if let Some(object) = row.np(i + 1).filter(|np| np.named)
                        && !row.owned_by_meta(i)
                    {
                        found
                            .push((i, format!("relation {} have {}", self.name(current.as_ref()), self.label(object))));
                    }
                }
                Node::Attribute(what) => {
                    let holder = match previous {
                        Some(Node::Np(np)) => Some(self.resolve(row.asked(i).unwrap_or(np))),
                        Some(Node::Attribute(_) | Node::And | Node::Not(_)) if target.is_some() => target.clone(),
                        // "a dog that is brown"
                        Some(Node::Finite) if matches!(row.get(i.checked_sub(2)), Some(Node::Relative)) => {
                            i.checked_sub(3).and_then(|j| row.np(j)).map(|np| self.resolve(np))
                        }
                        _ => by_verb(),
                    };
                    found.push((i, format!("{} has {what}", self.name(holder.as_ref()))));
                    if let (Some(Node::And), Some(Node::Attribute(before))) = (previous, row.get(i.checked_sub(2))) {
                        found.push((usize::MAX, format!("{before} then {what}")));
                    }
                    target = holder;
                }
                Node::Verdict(key) => {
                    let sign = match key.as_str() {
                        "yes" | "true" | "right" => "right",
                        "no" | "false" => "wrong",
                        other => other,
                    };
                    let about: BTreeSet<&str> = row
                        .0
                        .iter()
                        .filter_map(|n| if let Node::Focus(f) = n { Some(f.as_str()) } else { None })
                        .collect();
                    let of = own.filter(|np| np.named).map_or("", |np| np.key.as_str());
                    if clause.mode != Mode::Open || sign != "right" {
                        found.push((usize::MAX, format!("verdict {sign} {of} {about:?}")));
                    }
                }
                // "As far as I can see" is about the sentence, wherever it stands.
                Node::Hedge(key) if key == words::FAR => found.push((usize::MAX, format!("hedge {key}"))),
                Node::Hedge(key) => found.push((usize::MAX, format!("hedge {key} {}", self.name(current.as_ref())))),
                Node::Not(_)
                | Node::Focus(_)
                | Node::Finite
                | Node::And
                | Node::Relative
                | Node::Possess
                | Node::Meta => {}
            }
        }
        self.out
            .extend(found.into_iter().map(|(i, text)| format!("{mode}{}{text}", marks.get(i).copied().unwrap_or(""))));
        self.last = match row.0.last() {
            Some(Node::Np(np)) if clause.comma && np.named => Some(np.clone()),
            _ => None,
        };
        if current.is_some() {
            self.subject = current;
        }
    }

    /// What a phrase claims by itself.
    fn phrase(&self, row: &Row, i: usize, np: &Np, found: &mut Vec<(usize, String)>) {
        let whole = self.resolve(np);
        if np.named {
            found.push((i, format!("thing {}{}", np.key, if np.plural { " in the plural" } else { "" })));
        }
        // A box, then a number, then a color tell more and more closely what is meant.
        let many = self.names.contains_key(&np.key);
        let placed = Np { numbers: Vec::new(), attributes: Vec::new(), ..whole.clone() };
        let counted = Np { attributes: Vec::new(), ..whole.clone() };
        for (ties, of) in [(&np.boxes, &whole.key), (&np.numbers, &placed.label(false))] {
            found.extend(
                ties.iter().map(|tie| (usize::MAX, format!("{} has {tie}", if of.is_empty() { "it" } else { of }))),
            );
        }
        for tie in &np.attributes {
            let rest =
                Np { attributes: whole.attributes.iter().filter(|a| *a != tie).cloned().collect(), ..whole.clone() };
            let lasting = ["position", "amount", "noun"].iter().any(|c| tie.starts_with(c));
            let of = if lasting { counted.label(false) } else { rest.label(many) };
            found.push((usize::MAX, format!("{} has {tie}", if of.is_empty() { "it" } else { &of })));
        }
        for row in [&np.boxes, &np.attributes] {
            for pair in row.windows(2) {
                if let [a, b] = pair
                    && a.split(':').next() == b.split(':').next()
                    && !a.starts_with("word")
                {
                    found.push((usize::MAX, format!("{a} then {b}")));
                }
            }
        }
        let second = i.checked_sub(2).and_then(|j| row.np(j));
        match (row.before(i), second) {
            // "the man is a chef", but not "to the left of the man is a dog"
            (Some(Node::Finite), Some(other))
                if other.named && np.named && !matches!(row.get(i.checked_sub(3)), Some(Node::Rel(..))) =>
            {
                found.push((i, format!("{} is {}", self.label(other), self.label(np))));
            }
            (Some(Node::Possess), Some(owner)) => {
                found.push((i, format!("relation {} of {}", self.label(np), self.name(Some(&self.resolve(owner))))));
            }
            (Some(Node::And), Some(other)) => {
                found.push((usize::MAX, format!("{} then {}", other.label(true), np.label(true))))
            }
            _ => {}
        }
    }
}

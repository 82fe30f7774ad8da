//! What a text claims, as a set of plain strings: which thing has which color, number or box, who stands in which relation
//! to whom, what is denied, reported or asked. Two texts that claim the same have the same set.

use super::phrase::{Node, Np, nodes};
use super::tag::{Mention, Tag};
use std::collections::{BTreeMap, BTreeSet};

/// How a clause is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Stated.
    Said,
    /// Attributed to the statement in question.
    Reported,
    /// Asked, or stated by the user, who claims nothing of the picture.
    Open,
}

/// One clause.
struct Clause {
    nodes: Vec<Node>,
    mode: Mode,
    /// Ended by a comma.
    comma: bool,
}

/// What a text claims.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Claims {
    /// One string a claim.
    pub ties: BTreeSet<String>,
    /// Each mention of a thing, in order, and whether it points at something known.
    pub things: Vec<(String, bool)>,
}

/// The claims of tagged text. `user`: the user speaks.
pub(super) fn claims(mentions: &[Mention], user: bool) -> Claims {
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

fn clauses(mentions: &[Mention], user: bool) -> Vec<Clause> {
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
fn polarity(nodes: &[Node]) -> Vec<&'static str> {
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

/// Reads clause after clause; what was spoken of before is what "it" means.
struct Reader {
    /// Nouns that name several things of the text.
    names: BTreeMap<String, BTreeSet<String>>,
    out: BTreeSet<String>,
    subject: Option<Np>,
    /// A relation and its object that wait for their subject.
    fronted: Option<(String, Np)>,
    /// The thing that the clause before ended with.
    last: Option<Np>,
}

/// The nodes of a clause by position.
struct Row<'a>(&'a [Node]);

impl<'a> Row<'a> {
    fn get(&self, at: Option<usize>) -> Option<&'a Node> {
        self.0.get(at?)
    }
    fn np(&self, at: usize) -> Option<&'a Np> {
        match self.0.get(at) {
            Some(Node::Np(np)) => Some(np),
            _ => None,
        }
    }
    fn before(&self, at: usize) -> Option<&'a Node> {
        self.get(at.checked_sub(1))
    }
    /// The first thing of a range that is no object of a relation, unless it opens the range.
    fn first(&self, range: std::ops::Range<usize>) -> Option<&'a Np> {
        let start = range.start;
        range.filter(|j| *j == start || !matches!(self.before(*j), Some(Node::Rel(..)))).find_map(|j| self.np(j))
    }
    /// Whose verb stands before a node: the first thing of the words that lead to it, as in "is it true that the car is red".
    fn verb(&self, at: usize) -> Option<&'a Np> {
        let finite = |j: &usize| matches!(self.0.get(*j), Some(Node::Finite | Node::Have));
        let end = (0..at).rev().find(finite)?;
        let start = (0..end).rev().find(|j| finite(j) || matches!(self.0.get(*j), Some(Node::Verdict(_))));
        let opens = if matches!(self.0.first(), Some(Node::Rel(..))) { 2 } else { 0 };
        self.first(start.map_or(opens, |j| j + 1)..end)
    }
    /// In "is the shirt of the man blue", the thing that a word right behind another thing is said of.
    fn asked(&self, at: usize) -> Option<&'a Np> {
        if !matches!(self.0.first(), Some(Node::Finite))
            || self.0.iter().filter(|n| matches!(n, Node::Finite)).count() > 1
        {
            return None;
        }
        let joined = (0..at).rev().find(|j| matches!(self.0.get(*j), Some(Node::And)) && self.first(*j..at).is_some());
        self.first(joined.map_or(1, |j| j + 1)..at)
    }
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

    fn read(&mut self, clause: &Clause) {
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
                        && !matches!(previous, Some(Node::Meta))
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

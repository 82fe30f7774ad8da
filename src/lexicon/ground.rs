//! From files to matrices: taxonomy, groups and conflicts of each domain.

use super::draft::Draft;
use super::files::Files;
use super::relate::{CONFLICT, Ground, INCOMPARABLE, INDEPENDENT, Matrix, rule_code};
use super::scan::{Indices, slot};
use super::sheet::Sheet;
use super::term::Term;
use super::thesaurus::{DOMAINS, Names};
use crate::error::{Error, Place, Result};
use crate::model::term::{Domain, TermId};
use rustc_hash::FxHashMap;

/// Columns of `groups.csv`.
pub(super) const GROUPS: &[&str] = &["group", "head", "exclusive_within", "overlaps", "note"];
/// Columns of `conflicts.csv`.
pub(super) const CONFLICTS: &[&str] = &["domain", "a", "b", "reason"];

/// The sorts of things, by name.
pub(super) struct Groups(FxHashMap<String, Group>);

struct Group {
    head: Option<TermId>,
    exclusive_within: bool,
    overlaps: Vec<String>,
}

impl Groups {
    /// Reads `groups.csv`.
    pub fn read(files: &Files, names: &Names) -> Result<Groups> {
        let file = "groups.csv";
        let sheet = Sheet::read(file, files.text(file), GROUPS)?;
        let mut groups = FxHashMap::default();
        for row in &sheet.rows {
            let head = match row.text(1) {
                "" => None,
                name => Some(names.id(Domain::Entity, name, || Place::line(file, row.line))?),
            };
            let exclusive_within = match row.text(2) {
                "yes" => true,
                "no" => false,
                other => {
                    return Err(sheet.fault(row, format!("exclusive_within is `{other}`"), "write yes or no"));
                }
            };
            let group = Group { head, exclusive_within, overlaps: row.strings(3) };
            groups.insert(row.text(0).to_owned(), group);
        }
        for row in &sheet.rows {
            if let Some(unknown) = row.list(3).find(|g| *g != "*" && !groups.contains_key(*g)) {
                return Err(sheet.fault(
                    row,
                    format!("overlaps names `{unknown}`"),
                    "name a group of this file, or `*`",
                ));
            }
        }
        Ok(Groups(groups))
    }

    /// The head of a term's group.
    pub fn head(&self, term: &Term) -> Option<TermId> {
        if term.domain != Domain::Entity {
            return None;
        }
        self.0.get(&term.group)?.head
    }

    /// What terms of two groups are that nothing else joins.
    fn base(&self, a: &str, b: &str) -> u8 {
        let (Some(ga), Some(gb)) = (self.0.get(a), self.0.get(b)) else { return INCOMPARABLE };
        let meets = |g: &Group, other: &str| g.overlaps.iter().any(|o| o == "*" || o == other);
        let rule = if a == b {
            if ga.exclusive_within { rule_code("sibling") } else { None }
        } else if meets(ga, b) || meets(gb, a) {
            None
        } else {
            rule_code("kind")
        };
        rule.unwrap_or(INCOMPARABLE)
    }
}

/// The matrix of every domain.
pub(super) fn matrices(
    files: &Files,
    drafts: &[Draft],
    terms: &[Term],
    names: &Names,
    groups: &Groups,
    indices: &Indices,
) -> Result<[Matrix; 6]> {
    let mut made = Vec::with_capacity(6);
    let mut conflicts = conflicts(files, names)?;
    for domain in DOMAINS {
        let first = terms.partition_point(|t| slot(t.domain) < slot(domain));
        let end = terms.partition_point(|t| slot(t.domain) <= slot(domain));
        let terms = terms.get(first..end).unwrap_or_default();
        let drafts = drafts.get(first..end).unwrap_or_default();
        let local = |id: TermId| (id.0 as usize).wrapping_sub(first);
        let ground = Ground {
            first: first as u32,
            up: ancestors(terms, drafts, groups, local)?,
            parts: terms.iter().map(|t| t.parts.iter().map(|&p| local(p)).collect()).collect(),
            conflicts: conflicts
                .get_mut(slot(domain))
                .map(std::mem::take)
                .unwrap_or_default()
                .into_iter()
                .map(|(a, b)| (local(a), local(b)))
                .collect(),
            shared: indices
                .get(slot(domain))
                .map(|i| i.shared.as_slice())
                .unwrap_or_default()
                .iter()
                .map(|&(a, b)| (local(a), local(b)))
                .collect(),
        };
        made.push(base(domain, &ground, terms, drafts, groups)?);
    }
    made.try_into().map_err(|_| Error::data(Place::file("thesaurus"), "a domain is missing", "report this"))
}

fn base(domain: Domain, ground: &Ground, terms: &[Term], drafts: &[Draft], groups: &Groups) -> Result<Matrix> {
    let rule = |name: &str| rule_code(name).unwrap_or(INCOMPARABLE);
    Ok(match domain {
        Domain::Entity => {
            let mut kinds: Vec<&str> = terms.iter().map(|t| t.group.as_str()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            for (term, draft) in terms.iter().zip(drafts) {
                if !groups.0.contains_key(&term.group) {
                    let what = format!("group is `{}`", term.group);
                    return Err(Error::data(Place::line(draft.file, draft.line), what, "name a group of groups.csv"));
                }
            }
            let of: Vec<usize> =
                terms.iter().map(|t| kinds.binary_search(&t.group.as_str()).unwrap_or_default()).collect();
            ground.matrix_by_class(&of, |a, b| match (kinds.get(a), kinds.get(b)) {
                (Some(a), Some(b)) => groups.base(a, b),
                _ => INCOMPARABLE,
            })
        }
        Domain::Number => ground.matrix(|_, _| rule("number")),
        Domain::Material => ground.matrix(|_, _| rule("material")),
        Domain::Color => {
            let hue = rule("hue_family");
            let near = |a: &Draft, b: &Draft| {
                a.group == b.group || a.neighbors.contains(&b.group) || b.neighbors.contains(&a.group)
            };
            ground.matrix(|a, b| match (drafts.get(a), drafts.get(b)) {
                (Some(a), Some(b)) if !near(a, b) => hue,
                _ => CONFLICT,
            })
        }
        Domain::Action => actions(ground, terms, drafts)?,
        Domain::Spatial => {
            let opposite = rule("opposite");
            let names = |a: &Draft, b: &Draft, of: fn(&Draft) -> &Vec<String>| {
                of(a).contains(&b.name) || of(b).contains(&a.name)
            };
            ground.matrix(|a, b| match (drafts.get(a), drafts.get(b)) {
                (Some(a), Some(b)) if names(a, b, |d| &d.together) => CONFLICT,
                (Some(a), Some(b)) if names(a, b, |d| &d.opposite) => opposite,
                _ => INDEPENDENT,
            })
        }
    })
}

/// Verbs: exclusive where they, or verbs above them, share an exclusive group, or where one names the other.
fn actions(ground: &Ground, terms: &[Term], drafts: &[Draft]) -> Result<Matrix> {
    let contrary = rule_code("contrary").unwrap_or(INDEPENDENT);
    let mut rules: Vec<Vec<u8>> = Vec::with_capacity(terms.len());
    let mut contraries: Vec<Vec<usize>> = Vec::with_capacity(terms.len());
    for (term, draft) in terms.iter().zip(drafts) {
        let (mut own, mut named) = (Vec::new(), Vec::new());
        for name in term.verb().into_iter().flat_map(|v| &v.exclusive) {
            match (rule_code(name), terms.binary_search_by(|t| t.name.as_str().cmp(name))) {
                (Some(code), _) => own.push(code),
                (None, Ok(verb)) => named.push(verb),
                (None, Err(_)) => {
                    let what = format!("exclusive is `{name}`");
                    let remedy = "write `posture`, `travel`, or a verb of this file";
                    return Err(Error::data(Place::line(draft.file, draft.line), what, remedy));
                }
            }
        }
        rules.push(own);
        contraries.push(named);
    }
    let line = |i: usize| std::iter::once(i).chain(ground.up.get(i).into_iter().flatten().copied());
    let inherited: Vec<Vec<u8>> =
        (0..terms.len()).map(|i| line(i).filter_map(|j| rules.get(j)).flatten().copied().collect()).collect();
    let against: Vec<Vec<usize>> =
        (0..terms.len()).map(|i| line(i).filter_map(|j| contraries.get(j)).flatten().copied().collect()).collect();
    let names = |a: usize, b: usize| against.get(a).is_some_and(|named| line(b).any(|up| named.contains(&up)));
    Ok(ground.matrix(|a, b| {
        let (Some(of_a), Some(of_b)) = (inherited.get(a), inherited.get(b)) else { return INDEPENDENT };
        match of_a.iter().copied().find(|rule| of_b.contains(rule)) {
            Some(rule) => rule,
            None if names(a, b) || names(b, a) => contrary,
            None => INDEPENDENT,
        }
    }))
}

/// Ancestors of each term (local indices), itself excluded; the head of its group is one of them.
fn ancestors(
    terms: &[Term],
    drafts: &[Draft],
    groups: &Groups,
    local: impl Fn(TermId) -> usize,
) -> Result<Vec<Vec<usize>>> {
    let direct: Vec<Vec<usize>> = terms
        .iter()
        .map(|t| {
            let head = groups.head(t).filter(|&h| h != t.id);
            t.hypernyms.iter().copied().chain(head).map(&local).collect()
        })
        .collect();
    let mut all = Vec::with_capacity(terms.len());
    for start in 0..terms.len() {
        let mut found: Vec<usize> = Vec::new();
        let mut open = direct.get(start).cloned().unwrap_or_default();
        while let Some(x) = open.pop() {
            if x == start {
                let (name, place) =
                    drafts.get(start).map(|d| (d.name.as_str(), Place::line(d.file, d.line))).unwrap_or_default();
                let what = format!("`{name}` is above itself through its hypernyms or its group's head");
                return Err(Error::data(place, what, "remove one hypernym of the circle"));
            }
            if !found.contains(&x) {
                found.push(x);
                open.extend(direct.get(x).into_iter().flatten());
            }
        }
        all.push(found);
    }
    Ok(all)
}

/// The pairs of `conflicts.csv`, by domain.
fn conflicts(files: &Files, names: &Names) -> Result<Vec<Vec<(TermId, TermId)>>> {
    let file = "conflicts.csv";
    let sheet = Sheet::read(file, files.text(file), CONFLICTS)?;
    let mut pairs = vec![Vec::new(); DOMAINS.len()];
    for row in &sheet.rows {
        let domain = match row.text(0) {
            "entity" => Domain::Entity,
            "number" => Domain::Number,
            "color" => Domain::Color,
            "material" => Domain::Material,
            "action" => Domain::Action,
            "spatial" => Domain::Spatial,
            other => return Err(sheet.fault(row, format!("domain is `{other}`"), "name one of the six domains")),
        };
        if row.text(3).is_empty() {
            return Err(sheet.fault(row, "the reason is empty", "say why the two can both be right"));
        }
        let place = || Place::line(file, row.line);
        let pair = (names.id(domain, row.text(1), place)?, names.id(domain, row.text(2), place)?);
        if let Some(pairs) = pairs.get_mut(slot(domain)) {
            pairs.push(pair);
        }
    }
    Ok(pairs)
}

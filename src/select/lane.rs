//! One source's candidates for one cell, walked in priority order, level by level.

use super::candidate::{Candidate, CellPool};
use super::context::{Context, Contexts};
use super::picture::{self, PictureGroup};
use super::quota::{CellQuota, RunCaps};
use crate::distract::{Judge, pool};
use crate::kind::Kind;
use crate::model::plan::Level;
use crate::rng::{Digest, item_rng};
use rustc_hash::FxHashSet;

/// How many candidates of one concept are tried before the next concept.
const TRIES_PER_CONCEPT: usize = 32;

/// A formed exchange group.
#[derive(Debug)]
pub struct Group {
    /// Priority of its first member.
    pub priority: Digest,
    /// Where it was formed.
    pub level: Level,
    /// Member `i` holds concept `i`.
    pub members: Vec<Candidate>,
}

/// What the walk needs to know.
pub struct Walk<'a> {
    /// The kind.
    pub kind: &'a dyn Kind,
    /// The judge of the target.
    pub judge: &'a Judge<'a>,
    /// The run's seed.
    pub seed: u64,
    /// Options of open questions.
    pub options: usize,
    /// Concepts drawn per candidate (fifteen in the paper).
    pub draws: usize,
}

/// The walker.
pub struct Lane {
    singles: Vec<Candidate>,
    used: Vec<bool>,
    pictures: Vec<PictureGroup>,
    in_group: FxHashSet<Digest>,
    level: Option<(Level, Contexts)>,
    barred: Vec<bool>,
    cursor: usize,
    /// Candidates seen by pass 1 but not kept.
    pub dropped: u64,
}

impl Lane {
    /// A lane at its start.
    pub fn new(pool: CellPool) -> Self {
        let n = pool.singles.len();
        Lane {
            singles: pool.singles,
            used: vec![false; n],
            pictures: pool.pictures,
            in_group: FxHashSet::default(),
            level: None,
            barred: vec![false; n],
            cursor: 0,
            dropped: pool.dropped,
        }
    }

    /// Walks the level again from its first candidate.
    pub fn rewind(&mut self) {
        self.cursor = 0;
    }

    /// Starts a level. Levels must come finest first.
    pub fn start(&mut self, level: Level) {
        if let Some((_, contexts)) = self.level.take() {
            for (i, barred) in self.barred.iter_mut().enumerate() {
                *barred |= !contexts.may_go_coarser(i);
            }
        }
        self.cursor = 0;
        self.level = match level {
            Level::Picture | Level::None => None,
            _ => Some((level, Contexts::new(&self.singles, level))),
        };
        for (i, candidate) in self.singles.iter().enumerate() {
            self.used[i] |= self.in_group.contains(&candidate.id);
        }
    }

    /// The next group of the level that the caps admit; it is counted.
    pub fn next(&mut self, walk: &Walk, cell: &mut CellQuota, caps: &mut RunCaps) -> Option<Group> {
        if cell.left() < walk.kind.group_size(walk.options) {
            return None;
        }
        let group = match &self.level {
            None => self.next_picture_group(walk, cell, caps),
            Some(_) => self.next_single_group(walk, cell, caps),
        }?;
        for (i, member) in group.members.iter().enumerate() {
            caps.count(&member.fact.picture.scene);
            // The pair of a yes/no question claims the first member's concept twice.
            let concept = if walk.kind.mutual() { i } else { 0 };
            cell.count(group.members[concept].fact.gold);
            self.in_group.insert(member.id);
        }
        Some(group)
    }

    fn next_picture_group(&mut self, walk: &Walk, cell: &CellQuota, caps: &RunCaps) -> Option<Group> {
        let size = walk.kind.group_size(walk.options);
        while let Some(group) = self.pictures.get(self.cursor) {
            self.cursor += 1;
            let first = group.members.first()?;
            let fits = caps.fits(&first.fact.picture.scene, size)
                && group.members.iter().all(|m| cell.admits(m.fact.gold) && !self.in_group.contains(&m.id));
            if fits {
                let (priority, members) = (group.priority, group.members.clone());
                return Some(Group { priority, level: Level::Picture, members });
            }
        }
        None
    }

    fn next_single_group(&mut self, walk: &Walk, cell: &CellQuota, caps: &RunCaps) -> Option<Group> {
        let (level, contexts) = self.level.as_ref()?;
        while self.cursor < self.singles.len() {
            let i = self.cursor;
            self.cursor += 1;
            let open = |j: usize| {
                let fact = &self.singles[j].fact;
                !self.used[j] && !self.barred[j] && cell.admits(fact.gold) && caps.fits(&fact.picture.scene, 1)
            };
            if !open(i) {
                continue;
            }
            if let Some(members) = self.partners(i, contexts.of(i), walk, *level, open) {
                let level = *level;
                for &m in &members {
                    self.used[m] = true;
                }
                let members: Vec<Candidate> = members.into_iter().map(|m| self.singles[m].clone()).collect();
                return Some(Group { priority: members[0].priority, level, members });
            }
        }
        None
    }

    /// The first `group_size - 1` partners of candidate `i`, looked for among fifteen concepts of its context.
    fn partners(
        &self,
        i: usize,
        context: &Context,
        walk: &Walk,
        level: Level,
        open: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let size = walk.kind.group_size(walk.options);
        if context.golds().len() < 2 {
            return None;
        }
        let first = &self.singles[i];
        let mut rng = item_rng(walk.seed, "partners", &[&first.id.0, format!("{level:?}").as_bytes()]);
        let mut members = vec![i];
        for concept in pool::draw(&first.fact, context.golds(), walk.draws, &mut rng) {
            if members.len() == size {
                break;
            }
            let joins = |&j: &usize| {
                let candidate = &self.singles[j];
                open(j)
                    && members.iter().all(|&m| {
                        self.singles[m].fact.picture.scene != candidate.fact.picture.scene
                            && picture::fits(&self.singles[m], candidate, m == i, true, walk.kind, walk.judge)
                    })
            };
            // What depends on the concepts alone is asked once, not of every candidate.
            let beside = |&m: &usize| walk.judge.beside(&first.fact, self.singles[m].fact.gold, concept).is_ok();
            if !members.iter().all(beside) {
                continue;
            }
            if let Some(j) = context.holding(concept, &self.used).take(TRIES_PER_CONCEPT).find(joins) {
                members.push(j);
            }
        }
        (members.len() == size).then_some(members)
    }

    /// Marks a candidate as used by an ungrouped item.
    pub fn mark(&mut self, id: Digest) {
        self.in_group.insert(id);
    }

    /// The candidates that are in no item, in priority order.
    pub fn leftover(&self) -> impl Iterator<Item = &Candidate> {
        self.singles.iter().filter(|c| !self.in_group.contains(&c.id))
    }

    /// The contexts of a level, for ungrouped items.
    pub fn contexts(&self, level: Level) -> Contexts {
        Contexts::new(&self.singles, level)
    }

    /// All candidates in priority order.
    pub fn candidates(&self) -> &[Candidate] {
        &self.singles
    }

    /// Whether candidate `i` is in an item.
    pub fn is_used(&self, i: usize) -> bool {
        self.in_group.contains(&self.singles[i].id)
    }
}

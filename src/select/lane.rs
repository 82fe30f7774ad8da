//! One source's candidates for one cell, walked in priority order, level by level.

use super::candidate::{Candidate, CellPool};
use super::columns::Columns;
use super::context::Contexts;
use super::partners::{IN_VAIN, Outcome, Search};
use super::picture::PictureGroup;
use super::quota::{CellQuota, RunCaps};
use super::stem::{LaneStems, Stems};
use super::verdicts::Verdicts;
use crate::distract::Judge;
use crate::kind::Kind;
use crate::model::fact::{Fact, Form};
use crate::model::plan::Level;
use crate::rng::Digest;
use rustc_hash::FxHashSet;

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
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// The kind.
    pub kind: &'a dyn Kind,
    /// The judge of the target.
    pub judge: &'a Judge<'a>,
    /// The run's seed.
    pub seed: u64,
    /// How often the cell was planned before: partners are drawn anew each time.
    pub round: u32,
    /// Options of open questions.
    pub options: usize,
    /// Concepts drawn per candidate (fifteen in the paper).
    pub draws: usize,
}

/// The walker.
pub struct Lane<'p> {
    singles: &'p [Candidate],
    used: Vec<bool>,
    pictures: &'p [PictureGroup],
    stems: LaneStems,
    columns: Columns,
    verdicts: Verdicts<'p>,
    in_group: FxHashSet<Digest>,
    /// Whether groups inside pictures took candidates that are not marked as used yet.
    unmarked: bool,
    level: Option<(Level, Contexts)>,
    barred: Vec<bool>,
    /// The candidates to be walked at this level, in order of priority, and those to be walked again.
    queue: Vec<u32>,
    again: Vec<u32>,
    cursor: usize,
    /// Candidates seen by pass 1 but not kept.
    pub dropped: u64,
}

impl<'p> Lane<'p> {
    /// A lane at its start; its candidates are made known to the cell's stems.
    pub fn new(pool: &'p CellPool, stems: &mut Stems, judge: &'p Judge) -> Self {
        let n = pool.singles.len();
        Lane {
            singles: &pool.singles,
            used: vec![false; n],
            pictures: &pool.pictures,
            stems: stems.learn(&pool.singles),
            columns: Columns::new(&pool.singles),
            verdicts: Verdicts::new(&pool.singles, judge),
            in_group: FxHashSet::default(),
            unmarked: false,
            level: None,
            barred: vec![false; n],
            queue: Vec::new(),
            again: Vec::new(),
            cursor: 0,
            dropped: pool.dropped,
        }
    }

    /// Walks the level again: its picture groups from the first, of the candidates those that a concept's cap held back.
    pub fn rewind(&mut self) {
        let rest = self.queue.drain(..).skip(self.cursor);
        let mut again = std::mem::take(&mut self.again);
        again.extend(rest); // both in order of priority, and the rest was not reached
        self.queue = again;
        self.cursor = 0;
        if let Some((_, contexts)) = &mut self.level {
            contexts.forgive();
        }
    }

    /// Starts a level. Levels must come finest first.
    pub fn start(&mut self, level: Level) {
        if let Some((_, contexts)) = self.level.take() {
            for (i, barred) in self.barred.iter_mut().enumerate() {
                *barred |= !contexts.may_go_coarser(i);
            }
        }
        if std::mem::take(&mut self.unmarked) {
            for (used, candidate) in self.used.iter_mut().zip(self.singles) {
                *used |= self.in_group.contains(&candidate.id);
            }
        }
        self.cursor = 0;
        self.level = match level {
            Level::Picture | Level::None => None,
            _ => Some((level, Contexts::new(&self.columns, level, |i| !self.used[i] && !self.barred[i]))),
        };
        self.again.clear();
        self.queue.clear();
        if self.level.is_some() {
            self.queue
                .extend((0..self.singles.len() as u32).filter(|&i| !self.used[i as usize] && !self.barred[i as usize]));
        }
    }

    /// The next group of the level that the caps admit; it is counted.
    pub fn next(&mut self, walk: &Walk, stems: &mut Stems, cell: &mut CellQuota, caps: &mut RunCaps) -> Option<Group> {
        if cell.left() < walk.kind.group_size(walk.options) {
            return None;
        }
        let group = match &self.level {
            None => self.next_picture_group(walk, stems, cell, caps),
            Some(_) => self.next_single_group(walk, stems, cell, caps),
        }?;
        for (i, member) in group.members.iter().enumerate() {
            caps.count(&member.fact.picture.scene);
            if i == 0 && !walk.kind.mutual() {
                caps.claim(&member.fact.picture.scene, &member.fact.slots);
            }
            // The pair of a yes/no question claims the first member's concept twice.
            let concept = if walk.kind.mutual() { i } else { 0 };
            cell.count(group.members[concept].fact.gold);
            self.in_group.insert(member.id);
        }
        Some(group)
    }

    fn next_picture_group(
        &mut self,
        walk: &Walk,
        stems: &mut Stems,
        cell: &CellQuota,
        caps: &RunCaps,
    ) -> Option<Group> {
        let size = walk.kind.group_size(walk.options);
        while let Some(group) = self.pictures.get(self.cursor) {
            self.cursor += 1;
            let first = group.members.first()?;
            let fits = caps.fits(&first.fact.picture.scene, size)
                && group.members.iter().all(|m| cell.admits(m.fact.gold) && !self.in_group.contains(&m.id));
            if fits && self.tells_nothing(&group.members, stems) {
                let (priority, members) = (group.priority, group.members.clone());
                self.unmarked = true;
                return Some(Group { priority, level: Level::Picture, members });
            }
        }
        None
    }

    /// Whether the stems of a group inside one picture may be asked together, which are counted then. Most say no noun;
    /// but what is to be counted has to be named.
    fn tells_nothing(&self, members: &[Candidate], stems: &mut Stems) -> bool {
        if members.iter().all(|m| m.fact.neutral != Some(Form::Count)) {
            return true;
        }
        let (read, all) = (stems.read(members), (0..members.len()).collect::<Vec<_>>());
        let quiet = stems.keep_quiet(&read, members, &all);
        if quiet {
            stems.count(&read, members, &all);
        }
        quiet
    }

    fn next_single_group(&mut self, walk: &Walk, stems: &mut Stems, cell: &CellQuota, caps: &RunCaps) -> Option<Group> {
        let (level, contexts) = self.level.as_mut()?;
        while let Some(&i) = self.queue.get(self.cursor) {
            self.cursor += 1;
            let i = i as usize;
            let open = |j: usize| caps.per_picture.is_none() || caps.fits(&self.singles[j].fact.picture.scene, 1);
            let may_claim = |fact: &Fact| caps.may_claim(&fact.picture.scene, &fact.slots);
            if self.used[i] || !open(i) || !(walk.kind.mutual() || may_claim(&self.singles[i].fact)) {
                continue;
            }
            if contexts.in_vain(i) >= IN_VAIN || !cell.admits(self.columns.golds[i]) {
                self.again.push(i as u32);
                continue;
            }
            let (singles, level) = (self.singles, *level);
            let quiet = |members: &[usize]| stems.keep_quiet(&self.stems, singles, members);
            let context = contexts.of(i);
            let search = Search { singles, verdicts: &self.verdicts, context, walk, level, open, quiet };
            match search.run(i, |concept| cell.admits(concept)) {
                Outcome::Group(members) => {
                    stems.count(&self.stems, singles, &members);
                    for &m in &members {
                        self.used[m] = true;
                        contexts.take(m);
                    }
                    let members: Vec<Candidate> = members.into_iter().map(|m| self.singles[m].clone()).collect();
                    return Some(Group { priority: members[0].priority, level, members });
                }
                Outcome::Nothing { capped, steps } => {
                    contexts.fail(i, steps);
                    if capped {
                        self.again.push(i as u32);
                    }
                }
            }
        }
        None
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
        Contexts::new(&self.columns, level, |_| true)
    }

    /// All candidates in priority order.
    pub fn candidates(&self) -> &'p [Candidate] {
        self.singles
    }

    /// Whether candidate `i` is in an item.
    pub fn is_used(&self, i: usize) -> bool {
        self.in_group.contains(&self.singles[i].id)
    }
}

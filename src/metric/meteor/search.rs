//! The search for the best set of matches: from left to right over the reference, keeping the forty best beginnings.
//!
//! It reproduces the reference program, oddities included, because scores depend on them: a word matched by stem, synonym
//! or paraphrase counts as half a match *rounded down* while the search compares beginnings, and the distance of a match
//! is charged to the beginnings tried after it.

use super::beam::Beam;
use super::choice::{Choice, Key, Layout, NONE};
use super::stages::Stager;

/// No match before.
const OPEN: i32 = -1;

/// The beginning of an alignment.
#[derive(Debug, Clone, Copy)]
struct Path<K> {
    /// Smaller is better: a key without places.
    score: K,
    /// The reference's next word.
    next: u32,
    /// The candidate's word after the last match; [`OPEN`] where the word before was not matched.
    end: i32,
    /// Last link of its chain of chosen matches.
    chain: u32,
    /// Its row of used words of the candidate.
    row: u32,
}

impl<K: Key> Path<K> {
    /// Whether a match that begins at this word of the candidate, or [`OPEN`] for none, ends a chunk.
    #[inline]
    fn turns(&self, other: i32) -> bool {
        self.end != OPEN && other != self.end
    }
}

/// Working memory of the search.
pub struct Search<K> {
    rows: Vec<u64>,
    spare: Vec<u64>,
    /// The words of the candidate that all paths have used.
    common: Vec<u64>,
    /// The words of the candidate at which a choice begins.
    begins: Vec<u64>,
    chains: Vec<(u32, u32)>,
    paths: Vec<Path<K>>,
    grown: Vec<Path<K>>,
    turned: Vec<Path<K>>,
    drafts: Beam<K>,
    /// The matches that may be chosen at the current word of the reference.
    choices: Vec<Choice<K>>,
    /// Paths that may still choose less than the most, with the distance charged so far.
    later: Vec<(u32, K)>,
}

impl<K: Key> Default for Search<K> {
    fn default() -> Self {
        Search {
            rows: Vec::new(),
            spare: Vec::new(),
            common: Vec::new(),
            begins: Vec::new(),
            chains: Vec::new(),
            paths: Vec::new(),
            grown: Vec::new(),
            turned: Vec::new(),
            drafts: Beam::default(),
            choices: Vec::new(),
            later: Vec::new(),
        }
    }
}

impl<K: Key> Search<K> {
    /// Chooses among the stager's matches for a candidate of `one` words, and writes the choice to `chosen`, where the
    /// settled matches stand already.
    pub fn run(&mut self, stager: &Stager, one: usize, chosen: &mut [u32], layout: &Layout) {
        let words = one.div_ceil(64).max(1);
        for row in [&mut self.rows, &mut self.common, &mut self.begins] {
            row.clear();
            row.resize(words, 0);
        }
        self.chains.clear();
        self.paths.clear();
        let score = K::from(layout.most) << layout.words;
        self.paths.push(Path { score, next: 0, end: OPEN, chain: NONE, row: 0 });
        for (current, fixed) in (0u32..).zip(&*chosen) {
            if self.paths.iter().all(|path| path.next > current) {
                continue;
            }
            if let Some(m) = stager.matches.get(*fixed as usize) {
                self.pass(Some(Choice::new(m, NONE, layout)), current, layout);
                continue;
            }
            self.choose(stager, current as usize, layout);
            if self.choices.is_empty() && self.paths.iter().all(|path| path.next == current) {
                self.pass(None, current, layout);
                continue;
            }
            self.draft(current, words, layout);
            self.grow(current, words, layout);
        }
        let turn = K::from(1) << layout.chunks;
        let last = |path: &&Path<K>| if path.turns(OPEN) { path.score + turn } else { path.score };
        let mut link = self.paths.iter().min_by_key(last).map_or(NONE, |best| best.chain);
        while let Some((index, before)) = self.chains.get(link as usize) {
            let start = stager.matches.get(*index as usize).map(|m| m.start as usize);
            if let Some(slot) = start.and_then(|start| chosen.get_mut(start)) {
                *slot = *index;
            }
            link = *before;
        }
    }

    /// Looks up the matches that start at a word of the reference, without those that no path can take.
    fn choose(&mut self, stager: &Stager, current: usize, layout: &Layout) {
        let (first, matches) = stager.at(current);
        self.choices.clear();
        let choices = matches.iter().zip(first as u32..).map(|(m, index)| Choice::new(m, index, layout));
        self.choices.extend(choices.filter(|choice| !choice.span.used(&self.common)));
        self.begins.fill(0);
        let mut most = K::from(0);
        for choice in self.choices.iter_mut().rev() {
            most = choice.counted.max(most);
            choice.most = most;
            let (at, bit) = (choice.other as usize / 64, 1 << (choice.other % 64));
            if let Some(word) = self.begins.get_mut(at) {
                choice.again = *word & bit != 0;
                *word |= bit;
            }
        }
    }

    /// Takes all paths over a word at which there is nothing to choose.
    fn pass(&mut self, settled: Option<Choice<K>>, current: u32, layout: &Layout) {
        let turn = K::from(1) << layout.chunks;
        let other = settled.map_or(OPEN, |choice| choice.other);
        self.grown.clear();
        self.turned.clear();
        for path in &self.paths {
            let mut path = *path;
            if let Some(choice) = &settled {
                path.score = path.score - choice.counted + choice.gap;
            }
            let turns = path.turns(other);
            (path.next, path.end) = settled.map_or((current + 1, OPEN), |choice| (choice.next, choice.end));
            if turns {
                path.score = path.score + turn;
                self.turned.push(path);
            } else {
                self.grown.push(path);
            }
        }
        // Both lists are in order. Of equals one that has turned comes first: its score was the lower one before.
        self.paths.clear();
        let (mut straight, mut turned) = (self.grown.iter().peekable(), self.turned.iter().peekable());
        while let Some(path) = match (straight.peek(), turned.peek()) {
            (Some(a), Some(b)) if a.score < b.score => straight.next(),
            (_, Some(_)) => turned.next(),
            _ => straight.next(),
        } {
            self.paths.push(*path);
        }
    }

    /// Drafts what the paths may become: first with the choices up to the last that counts most, then with the others and
    /// with none, which mostly are too bad by then.
    fn draft(&mut self, current: u32, words: usize, layout: &Layout) {
        let turn = K::from(1) << layout.chunks;
        let most = self.choices.first().map_or(K::from(0), |choice| choice.most);
        let split = self.choices.iter().take_while(|choice| choice.most == most).count();
        let (first, rest) = self.choices.split_at(split);
        self.drafts.clear();
        self.later.clear();
        for (path, at) in self.paths.iter().zip(0u32..) {
            let place = K::from(u64::from(at) << layout.path);
            if current < path.next {
                self.drafts.add(path.score | place | K::from(layout.bare()));
                continue;
            }
            let row = path.row as usize * words;
            let row = self.rows.get(row..row + words).unwrap_or_default();
            // Whether a choice to come goes on where the path has stopped.
            let begins = |end: i32| self.begins.get(end as usize / 64).is_some_and(|word| word >> (end % 64) & 1 == 1);
            let mut on = path.end == OPEN || begins(path.end);
            let mut score = path.score;
            let mut open = true;
            for (choice, number) in first.iter().zip(0u64..) {
                let best = score - choice.most;
                if self.drafts.shut(if on { best } else { best + turn }) {
                    open = false;
                    break;
                }
                if choice.span.used(row) {
                    continue;
                }
                let own = score - choice.counted;
                let own = if path.turns(choice.other) { own + turn } else { own };
                self.drafts.add(own | place | K::from(number));
                score = score + choice.gap;
                on = if choice.other == path.end { choice.again } else { on };
            }
            if open {
                self.later.push((at, score));
            }
        }
        self.drafts.sift();
        let most = rest.first().map_or(K::from(0), |choice| choice.most);
        for (at, score) in &self.later {
            if self.drafts.shut(*score - most) {
                continue;
            }
            let Some(path) = self.paths.get(*at as usize) else { continue };
            let place = K::from(u64::from(*at) << layout.path);
            let row = path.row as usize * words;
            let row = self.rows.get(row..row + words).unwrap_or_default();
            let mut score = *score;
            for (choice, number) in rest.iter().zip(split as u64..).filter(|(choice, _)| !choice.span.used(row)) {
                let own = score - choice.counted;
                let own = if path.turns(choice.other) { own + turn } else { own };
                self.drafts.add(own | place | K::from(number));
                score = score + choice.gap;
            }
            let own = if path.turns(OPEN) { score + turn } else { score };
            self.drafts.add(own | place | K::from(layout.bare()));
        }
    }

    /// Makes paths of the drafts that were kept. Where matches were chosen, each gets a row of its own.
    fn grow(&mut self, current: u32, words: usize, layout: &Layout) {
        let choices = &self.choices;
        let best = self.drafts.best();
        self.grown.clear();
        self.spare.clear();
        for (key, row) in best.iter().zip(0..) {
            let places = key.low() & ((1 << layout.distance) - 1);
            let Some(path) = self.paths.get((places >> layout.path) as usize) else { continue };
            let mut path = Path { score: *key >> layout.distance << layout.distance, ..*path };
            let from = path.row as usize * words;
            self.spare.extend_from_slice(self.rows.get(from..from + words).unwrap_or_default());
            path.row = row;
            if let Some(choice) = choices.get((places & layout.bare()) as usize) {
                (path.next, path.end) = (choice.next, choice.end);
                choice.span.mark(self.spare.get_mut(row as usize * words..).unwrap_or_default());
                self.chains.push((choice.index, path.chain));
                path.chain = self.chains.len() as u32 - 1;
            } else if current >= path.next {
                (path.next, path.end) = (path.next + 1, OPEN);
            }
            self.grown.push(path);
        }
        std::mem::swap(&mut self.rows, &mut self.spare);
        std::mem::swap(&mut self.paths, &mut self.grown);
        let mut rows = self.rows.chunks_exact(words);
        self.common.clear();
        self.common.extend_from_slice(rows.next().unwrap_or_default());
        for row in rows {
            self.common.iter_mut().zip(row).for_each(|(all, one)| *all &= one);
        }
    }
}

//! The search for the best set of matches: from left to right over the reference, keeping the forty best beginnings.
//!
//! It reproduces the reference program, oddities included, because scores depend on them: a word matched by stem, synonym
//! or paraphrase counts as half a match *rounded down* while the search compares beginnings, and the distance of a match
//! is charged to the beginnings tried after it.

use super::beam::Beam;
use super::choice::{BEAM, Choice, Key, Layout, NONE, Row, Span};
use super::path::{OPEN, Path};
use super::stages::Stager;

/// Working memory of the search.
pub struct Search<K, R> {
    /// Chosen matches by index, each with the link before it.
    chains: Vec<(u32, u32)>,
    /// The beginnings, best first.
    paths: Vec<Path<K, R>>,
    /// Where they go by the next word.
    grown: Vec<Path<K, R>>,
    drafts: Beam<K>,
    /// The matches that may be chosen at the current word of the reference.
    choices: Vec<Choice<K>>,
    /// Paths that may still choose less than the most, with the distance charged so far.
    later: Vec<(u32, K)>,
}

impl<K: Key, R: Row> Default for Search<K, R> {
    fn default() -> Self {
        Search {
            chains: Vec::new(),
            paths: Vec::new(),
            grown: Vec::new(),
            drafts: Beam::default(),
            choices: Vec::new(),
            later: Vec::new(),
        }
    }
}

impl<K: Key, R: Row> Search<K, R> {
    /// Chooses among the stager's matches for a candidate of `one` words, and writes the choice to `chosen`, where the
    /// settled matches stand already.
    pub fn run(&mut self, stager: &Stager, one: usize, chosen: &mut [u32], layout: &Layout) {
        let turn = K::from(1) << layout.chunks;
        self.chains.clear();
        self.paths.clear();
        let score = K::from(layout.most) << layout.words;
        self.paths.push(Path::start(score, one));
        for (current, fixed) in (0u32..).zip(&*chosen) {
            if self.paths.iter().all(|path| path.next > current) {
                continue;
            }
            if let Some(m) = stager.matches.get(*fixed as usize) {
                self.pass(Some(Choice::new(m, NONE, layout)), current, turn);
                continue;
            }
            let begins = self.choose(stager, current, one, layout);
            if let Some(same) = self.same(current, turn) {
                self.pass(same, current, turn);
                continue;
            }
            self.draft(current, &begins, turn, layout);
            self.grow(current, layout);
        }
        let best = self.paths.iter().min_by_key(|path| path.turned(path.score, OPEN, turn));
        let mut link = best.map_or(NONE, |path| path.chain);
        while let Some((index, before)) = self.chains.get(link as usize) {
            let start = stager.matches.get(*index as usize).map(|m| m.start as usize);
            if let Some(slot) = start.and_then(|start| chosen.get_mut(start)) {
                *slot = *index;
            }
            link = *before;
        }
    }

    /// Looks up the matches that start at a word of the reference, without those that no path can take, and returns the
    /// words of the candidate at which they begin.
    fn choose(&mut self, stager: &Stager, current: u32, one: usize, layout: &Layout) -> R {
        let (first, matches) = stager.at(current as usize);
        let mut paths = self.paths.iter();
        let mut common = paths.next().map_or_else(|| R::none(one), |path| path.used.clone());
        for path in paths {
            common.bits_mut().iter_mut().zip(path.used.bits()).for_each(|(all, one)| *all &= one);
        }
        self.choices.clear();
        let choices = matches.iter().zip(first as u32..).map(|(m, index)| Choice::new(m, index, layout));
        self.choices.extend(choices.filter(|choice| !choice.span.meets(&common)));
        let mut begins = R::none(one);
        let mut most = K::from(0);
        for choice in self.choices.iter_mut().rev() {
            most = choice.counted.max(most);
            choice.most = most;
            let place = Span::new(choice.other as u32, 1);
            choice.again = place.meets(&begins);
            place.mark(&mut begins);
        }
        begins
    }

    /// Whether all paths do the same at a word: take the only choice, or none where there is none.
    fn same(&self, current: u32, turn: K) -> Option<Option<Choice<K>>> {
        let (best, worst) = (self.paths.first()?, self.paths.last()?);
        if self.choices.len() > 1 || self.paths.iter().any(|path| path.next > current) {
            return None;
        }
        let Some(choice) = self.choices.first() else { return Some(None) };
        // All that take it are better than all that do not, and they are enough.
        let better = self.paths.len() == BEAM && worst.score + turn < best.score + choice.counted;
        let free = || self.paths.iter().all(|path| !choice.span.meets(&path.used));
        // Its distance is charged only to what is tried after it.
        (better && free()).then(|| Some(Choice { gap: K::from(0), ..*choice }))
    }

    /// Takes all paths over a word at which they do the same.
    fn pass(&mut self, choice: Option<Choice<K>>, current: u32, turn: K) {
        let other = choice.map_or(OPEN, |choice| choice.other);
        let mut turned = 0u64;
        for (path, number) in self.paths.iter_mut().zip(0..) {
            if path.turns(other) {
                path.score = path.score + turn;
                turned |= 1 << number;
            }
            (path.next, path.end) = (current + 1, OPEN);
            if let Some(choice) = &choice {
                path.score = path.score - choice.counted + choice.gap;
                path.take(choice, &mut self.chains);
            }
        }
        if turned == 0 || turned.count_ones() as usize == self.paths.len() {
            return;
        }
        // Those that turned and the others are in order each. Of equals the former came first: their score was lower.
        self.grown.clear();
        let of =
            |kind: u64| self.paths.iter().zip(0..).filter(move |(_, n)| turned >> n & 1 == kind).map(|(path, _)| path);
        let (mut straight, mut turned) = (of(0).peekable(), of(1).peekable());
        while let Some(path) = match (straight.peek(), turned.peek()) {
            (Some(a), Some(b)) if a.score < b.score => straight.next(),
            (_, Some(_)) => turned.next(),
            _ => straight.next(),
        } {
            self.grown.push(path.clone());
        }
        std::mem::swap(&mut self.paths, &mut self.grown);
    }

    /// Drafts what the paths may become: first with the choices up to the last that counts most, then with the others and
    /// with none, which mostly are too bad by then.
    fn draft(&mut self, current: u32, begins: &R, turn: K, layout: &Layout) {
        let most = self.choices.first().map_or(K::from(0), |choice| choice.most);
        let split = self.choices.iter().take_while(|choice| choice.most == most).count();
        let (first, rest) = self.choices.split_at(split);
        self.drafts.clear();
        self.later.clear();
        for (path, at) in self.paths.iter().zip(0u32..) {
            // The others are no better.
            if self.drafts.shut(path.score - most) {
                break;
            }
            let place = K::from(u64::from(at) << layout.path);
            if current < path.next {
                self.drafts.add(path.score | place | K::from(layout.bare()));
                continue;
            }
            // Whether a choice to come goes on where the path has stopped.
            let mut on = path.end == OPEN || Span::new(path.end as u32, 1).meets(begins);
            let mut score = path.score;
            let mut open = true;
            for (choice, number) in first.iter().zip(0u64..) {
                let best = score - most;
                if self.drafts.shut(if on { best } else { best + turn }) {
                    open = false;
                    break;
                }
                let used = choice.span.meets(&path.used);
                let own = path.turned(score - choice.counted, choice.other, turn);
                self.drafts.add(if used { K::MAX } else { own | place | K::from(number) });
                score = if used { score } else { score + choice.gap };
                on = if choice.other == path.end { choice.again } else { on };
            }
            if open {
                self.later.push((at, score));
            }
            self.drafts.narrow();
        }
        self.drafts.narrow();
        let most = rest.first().map_or(K::from(0), |choice| choice.most);
        if self.paths.first().is_none_or(|best| self.drafts.shut(best.score - most)) {
            return;
        }
        for (at, score) in &self.later {
            if self.drafts.shut(*score - most) {
                continue;
            }
            let Some(path) = self.paths.get(*at as usize) else { continue };
            let place = K::from(u64::from(*at) << layout.path);
            let mut score = *score;
            for (choice, number) in rest.iter().zip(split as u64..).filter(|(c, _)| !c.span.meets(&path.used)) {
                let own = path.turned(score - choice.counted, choice.other, turn);
                self.drafts.add(own | place | K::from(number));
                score = score + choice.gap;
            }
            self.drafts.add(path.turned(score, OPEN, turn) | place | K::from(layout.bare()));
        }
    }

    /// Makes paths of the drafts that were kept.
    fn grow(&mut self, current: u32, layout: &Layout) {
        self.grown.clear();
        for key in self.drafts.best() {
            let places = key.low() & ((1 << layout.distance) - 1);
            let Some(path) = self.paths.get((places >> layout.path) as usize) else { continue };
            self.grown.push(path.clone());
            // Changed in its place: a copy that was just changed would have to wait for the changes.
            let Some(path) = self.grown.last_mut() else { continue };
            path.score = key >> layout.distance << layout.distance;
            if let Some(choice) = self.choices.get((places & layout.bare()) as usize) {
                path.take(choice, &mut self.chains);
            } else if current >= path.next {
                (path.next, path.end) = (path.next + 1, OPEN);
            }
        }
        std::mem::swap(&mut self.paths, &mut self.grown);
    }
}

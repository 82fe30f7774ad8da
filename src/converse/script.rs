//! Writing a dialogue line by line: opening, core and closing are drawn for each line.

use super::pools::{Fill, Pools, Slot, Wording};
use super::{Form, Stock};
use crate::model::dialogue::{Assertion, Claim, Speaker, Turn};
use crate::model::fact::Fact;
use crate::model::geom::BBox;
use crate::rng::ItemRng;
use smallvec::SmallVec;
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// How often, in a hundred lines, something stands before or behind the core.
const OPENING_FIRST: usize = 55;
const OPENING_LATER: usize = 45;
const OPENING_ANSWER: usize = 46;
const CLOSING_ASK: usize = 18;
const CLOSING_ANSWER: usize = 22;

/// Openings that are tried before a core goes without.
const OPENING_DRAWS: usize = 4;

/// Wordings that are tried for the first line before the first one that fits is taken.
const BEGINNINGS: usize = 8;

/// A dialogue before it has a picture file and an id.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Form.
    pub form: Form,
    /// Boxes with their colors.
    pub boxes: Vec<(BBox, &'static str)>,
    /// The turns.
    pub turns: Vec<Turn>,
    /// One wording id per turn.
    pub wordings: Vec<String>,
    /// Targets that are talked about, sorted.
    pub targets: Vec<&'static str>,
    /// The target that the dialogue was made for.
    pub focus: &'static str,
    /// Annotation ids, sorted.
    pub annotations: Vec<SmolStr>,
    /// The statement of a fact check.
    pub claim: Option<Claim>,
    /// Its verdict.
    pub verdict: Option<bool>,
}

impl Draft {
    /// A hash of what is said and shown.
    pub fn fingerprint(&self) -> u128 {
        let mut hasher = blake3::Hasher::new();
        for turn in &self.turns {
            hasher.update(turn.text.as_bytes());
            hasher.update(&[0]);
        }
        for (b, color) in &self.boxes {
            for side in <[u32; 4]>::from(*b) {
                hasher.update(&side.to_le_bytes());
            }
            hasher.update(color.as_bytes());
        }
        let mut out = [0; 16];
        out.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        u128::from_le_bytes(out)
    }
}

/// What a line is worded from and what it rests on.
pub(super) struct Line<'f> {
    pub pool: &'static str,
    pub fill: Fill<'f>,
    /// A slot that the wording has to have.
    named: Option<Slot>,
}

impl<'f> Line<'f> {
    pub fn new(pool: &'static str, fill: Fill<'f>) -> Self {
        Line { pool, fill, named: None }
    }

    /// Only wordings with that slot.
    pub fn naming(self, slot: Slot) -> Self {
        Line { named: Some(slot), ..self }
    }
}

/// A dialogue in the making.
pub(super) struct Script<'a> {
    form: Form,
    pools: &'a Pools,
    turns: Vec<Turn>,
    wordings: Vec<String>,
    targets: BTreeSet<&'static str>,
    annotations: BTreeSet<SmolStr>,
    /// A line had an empty slot, or a pool was empty: the dialogue is given up.
    broken: bool,
}

impl<'a> Script<'a> {
    pub fn new(form: Form, stock: &Stock<'a>) -> Self {
        Script {
            form,
            pools: stock.pools,
            turns: Vec::with_capacity(8),
            wordings: Vec::with_capacity(8),
            targets: BTreeSet::new(),
            annotations: BTreeSet::new(),
            broken: false,
        }
    }

    /// A random wording of a pool; nobody begins with "and".
    pub fn draw(&mut self, pool: &str, rng: &mut ItemRng) -> Option<&'a Wording> {
        let all = self.pools.get(self.form, pool);
        let fits = |w: &&Wording| !(self.turns.is_empty() && w.goes_on());
        let wording = (0..BEGINNINGS).find_map(|_| rng.choose(all).filter(fits)).or_else(|| all.iter().find(fits));
        self.broken |= wording.is_none();
        wording
    }

    /// A random one of the wordings of a pool that say what goes into a slot.
    pub fn draw_with(&mut self, pool: &str, slot: Slot, rng: &mut ItemRng) -> Option<&'a Wording> {
        let fitting: SmallVec<[&'a Wording; 32]> =
            self.pools.get(self.form, pool).iter().filter(|w| w.has(slot)).collect();
        let wording = rng.choose(&fitting).copied();
        self.broken |= wording.is_none();
        wording
    }

    /// A wording for a line.
    fn draw_for(&mut self, line: &Line, rng: &mut ItemRng) -> Option<&'a Wording> {
        match line.named {
            Some(slot) => self.draw_with(line.pool, slot, rng),
            None => self.draw(line.pool, rng),
        }
    }

    /// An opening that fits before a wording; `None` where a few draws give none.
    fn opening(&mut self, pool: &str, wording: Option<&Wording>, rng: &mut ItemRng) -> Option<&'a Wording> {
        (0..OPENING_DRAWS).find_map(|_| self.draw(pool, rng).filter(|b| wording.is_none_or(|w| w.follows(b))))
    }

    /// The user asks.
    pub fn ask(&mut self, wording: Option<&Wording>, fill: &Fill, facts: &[&Fact], rng: &mut ItemRng) {
        let (opening, share) = match self.turns.is_empty() {
            true => ("opening.first", OPENING_FIRST),
            false => ("opening.later", OPENING_LATER),
        };
        let before = (rng.below(100) < share).then(|| self.opening(opening, wording, rng)).flatten();
        let after = (rng.below(100) < CLOSING_ASK).then(|| self.draw("closing.ask", rng)).flatten();
        let (text, id) = self.compose(before, wording.map(|w| (w, fill)), after);
        self.push(Speaker::User, text, id, facts, Vec::new());
    }

    /// The assistant answers in one line.
    pub fn answer(
        &mut self,
        wording: Option<&Wording>,
        fill: &Fill,
        facts: &[&Fact],
        says: Vec<Assertion>,
        rng: &mut ItemRng,
    ) {
        let before = (rng.below(100) < OPENING_ANSWER).then(|| self.opening("opening.answer", wording, rng)).flatten();
        let after = (rng.below(100) < CLOSING_ANSWER).then(|| self.draw("closing.answer", rng)).flatten();
        let (text, id) = self.compose(before, wording.map(|w| (w, fill)), after);
        self.push(Speaker::Assistant, text, id, facts, says);
    }

    /// The user asks, and adds no wish of how to be answered: the question has one.
    pub fn ask_opened(&mut self, wording: Option<&Wording>, fill: &Fill, facts: &[&Fact], rng: &mut ItemRng) {
        let before = (rng.below(100) < OPENING_FIRST).then(|| self.opening("opening.first", wording, rng)).flatten();
        let (text, id) = self.compose(before, wording.map(|w| (w, fill)), None);
        self.push(Speaker::User, text, id, facts, Vec::new());
    }

    /// The user asks, and nothing but the question.
    pub fn ask_plainly(&mut self, wording: Option<&Wording>, fill: &Fill, facts: &[&Fact]) {
        let (text, id) = self.compose(None, wording.map(|w| (w, fill)), None);
        self.push(Speaker::User, text, id, facts, Vec::new());
    }

    /// The assistant answers with a line, and nothing but the line.
    pub fn answer_plainly(&mut self, line: &Line, facts: &[&Fact], says: Vec<Assertion>, rng: &mut ItemRng) {
        let wording = self.draw_for(line, rng);
        let (text, id) = self.compose(None, wording.map(|w| (w, &line.fill)), None);
        self.push(Speaker::Assistant, text, id, facts, says);
    }

    /// The assistant answers in steps: as prose, or numbered; `framed` with an opening and a closing at times.
    pub fn steps(
        &mut self,
        lines: &[Line],
        (numbered, framed): (bool, bool),
        facts: &[&Fact],
        says: Vec<Assertion>,
        rng: &mut ItemRng,
    ) {
        let mut text = String::new();
        let mut ids = Vec::new();
        if framed
            && rng.below(100) < OPENING_ANSWER
            && let Some(opening) = self.draw("opening.answer", rng)
        {
            text.push_str(opening.text());
            ids.push(opening.id.as_str());
        }
        for (i, line) in lines.iter().enumerate() {
            match (numbered, text.is_empty()) {
                (true, true) => text.push_str("1. "),
                (true, false) => text.push_str(&format!("\n{}. ", i + 1)),
                (false, false) => text.push(' '),
                (false, true) => {}
            }
            let Some(wording) = self.draw_for(line, rng) else { continue };
            self.broken |= !wording.render(&line.fill, &mut text);
            ids.push(wording.id.as_str());
        }
        if framed
            && !numbered
            && rng.below(100) < CLOSING_ANSWER
            && let Some(closing) = self.draw("closing.answer", rng)
        {
            text.push(' ');
            text.push_str(closing.text());
            ids.push(closing.id.as_str());
        }
        let id = ids.join("+");
        self.push(Speaker::Assistant, text, id, facts, says);
    }

    /// A sentence for its own sake, a statement; not yet a turn. `None` where a slot is empty.
    pub fn sentence(&mut self, wording: Option<&Wording>, fill: &Fill) -> Option<String> {
        let mut text = String::new();
        wording.filter(|w| w.render(fill, &mut text)).map(|_| text)
    }

    fn compose(
        &mut self,
        before: Option<&Wording>,
        core: Option<(&Wording, &Fill)>,
        after: Option<&Wording>,
    ) -> (String, String) {
        let mut text = String::with_capacity(96);
        let mut id = String::with_capacity(64);
        if let Some(before) = before {
            text.push_str(before.text());
            text.push(' ');
            id.push_str(&before.id);
            id.push('+');
        }
        if let Some((core, fill)) = core {
            self.broken |= !core.render(fill, &mut text);
            id.push_str(&core.id);
        }
        if let Some(after) = after {
            text.push(' ');
            text.push_str(after.text());
            id.push('+');
            id.push_str(&after.id);
        }
        (text, id)
    }

    fn push(&mut self, role: Speaker, text: String, wording: String, facts: &[&Fact], says: Vec<Assertion>) {
        for fact in facts {
            self.targets.insert(fact.target);
            self.annotations.extend(fact.annotations.iter().cloned());
        }
        let mut keys: Vec<String> = Vec::with_capacity(facts.len());
        for fact in facts {
            let key = format!("{}:{}", fact.target, fact.key);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        self.turns.push(Turn { role, text, facts: keys, says });
        self.wordings.push(wording);
    }

    /// The dialogue, unless a line of it could not be worded.
    pub fn finish(self, focus: &'static str) -> Option<Draft> {
        (!self.broken && !self.turns.is_empty()).then(|| Draft {
            form: self.form,
            boxes: Vec::new(),
            turns: self.turns,
            wordings: self.wordings,
            targets: self.targets.into_iter().collect(),
            focus,
            annotations: self.annotations.into_iter().collect(),
            claim: None,
            verdict: None,
        })
    }
}

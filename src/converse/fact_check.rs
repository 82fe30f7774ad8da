//! A statement, true or false, and its check in visible steps: find the main things, see what they are like, compare,
//! conclude. A false one has exactly one wrong span, and the right value is given.

use super::matter::{ClaimKind, Matter, assertion, boxed, plural_only, sentence};
use super::multi_round::{counted, list};
use super::pools::{Fill, Slot};
use super::script::{Draft, Line, Script};
use super::{Form, Stock, falsehood};
use crate::draw::palette;
use crate::lexicon::Lexicon;
use crate::model::dialogue::{Assertion, Claim};
use crate::model::evidence::Evidence;
use crate::model::fact::Fact;
use crate::model::term::{Domain, Inflection, TermId};
use crate::rng::{ItemRng, item_rng};
use crate::select::colors;

/// Times that one content may be put into other words.
const WORDINGS: u32 = 24;
/// How often, in a hundred dialogues, the steps are asked for one by one.
const ROUND_BY_ROUND: usize = 45;
/// How often, in a hundred answers of one turn, the steps are numbered.
const NUMBERED: usize = 35;
/// Things of a caption that are named in the first step.
const THINGS: usize = 3;

/// Every claim, true and false.
pub fn capacity(matter: &Matter) -> u32 {
    u32::try_from(matter.claims.len()).unwrap_or(u32::MAX).saturating_mul(2 * WORDINGS)
}

/// One dialogue of that verdict.
pub fn compose(matter: &Matter, verdict: bool, stock: &Stock, rng: &mut ItemRng) -> Option<Draft> {
    let (fact, kind) = pick(matter, rng)?;
    let false_value = match verdict {
        true => None,
        false => Some(falsehood::draw(fact, stock.vocabulary, stock.lexicon, rng)?),
    };
    let said = false_value.as_ref().map_or(fact.gold, |(t, _)| *t);
    let case =
        Case { matter, fact, kind, said, verdict, lexicon: stock.lexicon, colors: box_colors(fact, said, stock) };
    let mut script = Script::new(Form::FactCheck, stock);
    let (claimed, corrected) = case.statement(&mut script, rng)?;
    let style = rng.below(3);
    let lines = case.lines(style, &corrected);
    let says = case.says();
    let facts = [fact];
    if rng.below(100) < ROUND_BY_ROUND {
        rounds(&mut script, lines, &claimed, &facts, says, rng);
    } else {
        let question = script.draw("frame.ask", rng);
        script.ask(question, &Fill::new().with(Slot::Said, claimed.as_str()), &facts, rng);
        let numbered = rng.below(100) < NUMBERED;
        script.steps(&lines, (numbered, true), &facts, says, rng);
    }
    let mut draft = script.finish(fact.target)?;
    draft.boxes = fact.slots.boxes.iter().zip(&case.colors).map(|(b, c)| (b.bbox, *c)).collect();
    draft.verdict = Some(verdict);
    draft.claim = Some(case.claim(claimed, false_value.map(|(_, e)| e)));
    Some(draft)
}

/// A target that the scene has claims of, each as likely as the next, then a claim.
fn pick<'m>(matter: &'m Matter, rng: &mut ItemRng) -> Option<(&'m Fact, &'m ClaimKind)> {
    let mut targets = ["entity", "number", "color", "material", "action", "spatial"];
    rng.shuffle(&mut targets);
    targets.into_iter().find_map(|target| {
        let claims = matter.claims.iter().filter_map(|(i, kind)| Some((matter.facts.get(*i)?, kind)));
        let own: Vec<(&Fact, &ClaimKind)> = claims.filter(|(f, _)| f.target == target).collect();
        // Presence has a fact for every class of the picture: it must not crowd out the others.
        let there = |kind: &ClaimKind| *kind == ClaimKind::There;
        let (some, rest): (Vec<_>, Vec<_>) = own.into_iter().partition(|(_, kind)| there(kind));
        let own = if rest.is_empty() || !some.is_empty() && rng.below(3) == 0 { some } else { rest };
        rng.choose(&own).copied()
    })
}

/// Box colors depend on the boxes, and are none that the statement could be about.
fn box_colors(fact: &Fact, said: TermId, stock: &Stock) -> Vec<&'static str> {
    let concepts: Vec<TermId> = fact.truth.iter().copied().chain([fact.gold, said]).collect();
    let nouns: Vec<&str> = [&fact.slots.noun, &fact.slots.noun2].into_iter().filter_map(|n| n.as_deref()).collect();
    let mut ids: Vec<&[u8]> = fact.slots.boxes.iter().map(|b| b.id.as_bytes()).collect();
    ids.insert(0, fact.picture.scene.as_bytes());
    let mut rng = item_rng(stock.seed, "converse boxes", &ids);
    colors::pick(fact.slots.boxes.len(), palette::NAMES, &concepts, &nouns, stock.lexicon, &mut rng)
}

/// Step by step: what it is about, what is seen, how it compares, what follows.
fn rounds(
    script: &mut Script,
    lines: [Line; 4],
    claimed: &str,
    facts: &[&Fact],
    says: Vec<Assertion>,
    rng: &mut ItemRng,
) {
    let [find, see, compare, verdict] = lines;
    let question = script.draw("frame.steps", rng);
    script.ask(question, &Fill::new().with(Slot::Said, claimed), facts, rng);
    let answer = script.draw(find.pool, rng);
    script.answer_plainly(answer, &find.fill, facts, Vec::new());
    let question = script.draw("step.see.ask", rng);
    script.ask_plainly(question, &Fill::new(), facts);
    let answer = script.draw(see.pool, rng);
    script.answer_plainly(answer, &see.fill, facts, says.clone());
    if rng.below(2) == 0 {
        let question = script.draw("step.compare.ask", rng);
        script.ask_plainly(question, &Fill::new(), facts);
        let answer = script.draw(compare.pool, rng);
        script.answer_plainly(answer, &compare.fill, facts, says.clone());
        let question = script.draw("step.verdict.ask", rng);
        script.ask_plainly(question, &Fill::new(), facts);
        script.steps(&[verdict], (false, false), facts, says, rng);
    } else {
        let question = script.draw("step.verdict.ask", rng);
        script.ask_plainly(question, &Fill::new(), facts);
        script.steps(&[compare, verdict], (false, false), facts, says, rng);
    }
}

struct Case<'a> {
    matter: &'a Matter<'a>,
    fact: &'a Fact,
    kind: &'a ClaimKind,
    /// What the statement holds.
    said: TermId,
    verdict: bool,
    lexicon: &'a Lexicon,
    colors: Vec<&'static str>,
}

impl<'a> Case<'a> {
    fn color(&self, i: usize) -> &'static str {
        self.colors.get(i).copied().unwrap_or(palette::DASHED)
    }

    /// The statement as it is said, and as it would be right.
    fn statement(&self, script: &mut Script, rng: &mut ItemRng) -> Option<(String, String)> {
        if let ClaimKind::Caption(_) = self.kind {
            let gap = self.fact.slots.gap.as_ref()?;
            let text =
                |t| sentence(&format!("{}{}{}", gap.before, self.lexicon.inflect(t, self.fact.inflection), gap.after));
            return Some((text(self.said), text(self.fact.gold)));
        }
        let pool = match (self.kind, self.fact.target) {
            (ClaimKind::There, _) => "entity.state.there",
            (ClaimKind::Count, _) => "number.state.count",
            (ClaimKind::Name, _) => "entity.state.box",
            (ClaimKind::Trait, "color") => "color.state.box",
            (ClaimKind::Trait, "material") => "material.state.box",
            (ClaimKind::Trait, _) => "action.state.pose",
            (_, "spatial") => "spatial.state.place",
            _ => "action.state.deed",
        };
        let wording = script.draw(pool, rng);
        let style = rng.below(3);
        let mut sentence = |value| script.sentence(wording, &self.fill(value, style));
        Some((sentence(self.said)?, sentence(self.fact.gold)?))
    }

    /// The slots, with one of the two values in the place of the value.
    fn fill(&self, value: TermId, style: usize) -> Fill<'a> {
        let (lexicon, slots) = (self.lexicon, &self.fact.slots);
        let article = |t: TermId| lexicon.inflect(t, Inflection::Indefinite);
        let fill = Fill::new()
            .with(Slot::Box, self.color(0))
            .with(Slot::V, self.surface(value))
            .with(Slot::Av, article(value))
            .with(Slot::N, lexicon.inflect(value, Inflection::Bare))
            .with(Slot::An, article(value))
            .with(Slot::W, self.surface(self.said));
        let fill = match self.kind {
            ClaimKind::Count => match self.class() {
                Some(class) => {
                    counted(fill, value, class, lexicon).with(Slot::Ns, lexicon.inflect(class, Inflection::Plural))
                }
                None => fill,
            },
            ClaimKind::Caption(Some(thing)) => fill.with(Slot::X, thing.definite()),
            _ => fill,
        };
        // A noun that says the answer is left out; see the claims.
        let noun = slots.noun.as_deref().filter(|_| self.fact.form.is_some());
        match slots.boxes.len() {
            0 => fill,
            1 => fill.with(Slot::X, boxed(noun, self.color(0), style)),
            _ => fill
                .with(Slot::X, boxed(noun, self.color(0), style))
                .with(Slot::Y, boxed(self.object(), self.color(1), style)),
        }
    }

    /// The noun of the second thing, which may be one that has only a plural: "the trousers inside the red box".
    fn object(&self) -> Option<&'a str> {
        let slots = &self.fact.slots;
        slots.noun2.as_deref().or_else(|| {
            let id = &slots.boxes.get(1)?.id;
            self.matter
                .scene
                .regions
                .iter()
                .find(|r| r.id == id.as_ref())
                .and_then(|r| plural_only(&r.label, self.lexicon))
        })
    }

    fn class(&self) -> Option<TermId> {
        self.lexicon.lookup(Domain::Entity, self.fact.key.split_once(':')?.1)
    }

    /// The words that differ between a true and a false statement.
    fn surface(&self, value: TermId) -> String {
        let how = match (self.kind, self.fact.inflection) {
            // "an orange" and "a red" differ in their color.
            (ClaimKind::Caption(_), _) if matches!(self.fact.target, "color" | "material") => Inflection::Bare,
            (ClaimKind::Caption(_), Inflection::Capital) => Inflection::Word,
            (ClaimKind::Caption(_), Inflection::CapitalIndefinite) => Inflection::Indefinite,
            (_, how) => how,
        };
        self.lexicon.inflect(value, how).to_lowercase()
    }

    /// The four steps.
    fn lines(&self, style: usize, corrected: &str) -> [Line<'a>; 4] {
        let truth = self.fill(self.fact.gold, style).with(Slot::Right, corrected.to_owned());
        let claimed = self.fill(self.said, style);
        if *self.kind == ClaimKind::There {
            let (see, compare, verdict) = match self.verdict {
                true => ("entity.see.there", "step.same", "verdict.true"),
                false => ("entity.see.none", "step.lacking", "verdict.absent"),
            };
            return ["step.hunt", see, compare, verdict].map(|pool| Line::new(pool, claimed.clone()));
        }
        let find = truth.clone().with(Slot::List, self.things(style));
        let (compare, verdict) = match self.verdict {
            true => ("step.same", "verdict.true"),
            false => ("step.differ", "verdict.false"),
        };
        let (pool, see) = self.see(truth.clone());
        [
            Line::new("step.find", find),
            Line::new(pool, see),
            Line::new(compare, truth.clone()),
            Line::new(verdict, truth),
        ]
    }

    /// What is seen: of a thing that the caption names alone as of any thing, else by its word.
    fn see(&self, truth: Fill<'a>) -> (&'static str, Fill<'a>) {
        let alone = matches!(self.kind, ClaimKind::Caption(Some(_)));
        let pool = match (self.kind, self.fact.target) {
            (ClaimKind::Caption(_), "color") if alone => "color.see.box",
            (ClaimKind::Caption(_), "material") if alone => "material.see.box",
            (ClaimKind::Caption(_), "action") if alone => {
                let doing = self.lexicon.inflect(self.fact.gold, Inflection::Ing);
                return ("action.see.pose", truth.with(Slot::V, doing));
            }
            (ClaimKind::Caption(_), "color") => "color.see.caption",
            (ClaimKind::Caption(_), "material") => "material.see.caption",
            (ClaimKind::Caption(_), "action") => "action.see.caption",
            (ClaimKind::Caption(_), "number") => "number.see.caption",
            (ClaimKind::Caption(_), _) => "entity.see.caption",
            (ClaimKind::Count, _) => "number.see.count",
            (ClaimKind::Name | ClaimKind::There, _) => "entity.see.box",
            (ClaimKind::Trait, "color") => "color.see.box",
            (ClaimKind::Trait, "material") => "material.see.box",
            (ClaimKind::Trait, _) => "action.see.pose",
            (ClaimKind::Between, "spatial") => "spatial.see.place",
            (ClaimKind::Between, _) => "action.see.deed",
        };
        (pool, truth)
    }

    /// What the statement is about.
    fn things(&self, style: usize) -> String {
        let slots = &self.fact.slots;
        let noun = |n: &'a Option<std::sync::Arc<str>>| n.as_deref().filter(|_| self.fact.form.is_some());
        match self.kind {
            ClaimKind::Count | ClaimKind::There => {
                let ns = self.class().map(|c| self.lexicon.inflect(c, Inflection::Plural)).unwrap_or_default();
                format!("the {ns}")
            }
            ClaimKind::Name => format!("what is inside the {} box", self.color(0)),
            ClaimKind::Trait => boxed(noun(&slots.noun), self.color(0), style),
            ClaimKind::Between => {
                let ends = [boxed(noun(&slots.noun), self.color(0), style), boxed(self.object(), self.color(1), style)];
                list(&ends)
            }
            ClaimKind::Caption(thing) => {
                let mut names: Vec<String> = thing.iter().map(|t| t.definite()).collect();
                names.extend(self.neighbors());
                let mut seen = std::collections::BTreeSet::new();
                names.retain(|n| seen.insert(n.clone()));
                names.truncate(THINGS);
                if names.is_empty() { "the scene as a whole".to_owned() } else { list(&names) }
            }
        }
    }

    /// The other things that the caption names.
    fn neighbors(&self) -> Vec<String> {
        let caption = self.fact.slots.gap.as_ref().map(|g| &g.caption);
        let own = self.matter.facts.iter().filter(|f| f.target == "entity" && f.key != self.fact.key);
        let own = own.filter(|f| f.slots.gap.as_ref().map(|g| &g.caption) == caption);
        own.filter(|f| f.gold != self.fact.gold)
            .map(|f| {
                let how = if f.inflection == Inflection::Plural { Inflection::Plural } else { Inflection::Bare };
                format!("the {}", self.lexicon.inflect(f.gold, how))
            })
            .collect()
    }

    fn says(&self) -> Vec<Assertion> {
        let name = |t: TermId| self.lexicon.term(t).name.as_str();
        match (self.kind, self.verdict) {
            (ClaimKind::There, false) => vec![Assertion {
                target: "entity".into(),
                of: format!("class:{}", name(self.said)),
                value: name(self.said).to_owned(),
                holds: false,
            }],
            (_, true) => vec![assertion(self.fact, name(self.fact.gold), true)],
            (_, false) => {
                vec![assertion(self.fact, name(self.fact.gold), true), assertion(self.fact, name(self.said), false)]
            }
        }
    }

    fn claim(&self, text: String, evidence: Option<Evidence>) -> Claim {
        let name = |t: TermId| self.lexicon.term(t).name.clone();
        let lacking = *self.kind == ClaimKind::There && !self.verdict;
        let right = if lacking { String::new() } else { name(self.fact.gold) };
        Claim { text, said: name(self.said), right, evidence }
    }
}

//! A statement, true or false, and its check in visible steps: find the main things, see what they are like, compare,
//! conclude. A false one has exactly one wrong span, and the right value is given.

use super::matter::{ClaimKind, Matter, Thing, assertion, boxed, plural_only, sentence};
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
/// Materials whose adjective is another word: what is added to the noun.
const ADJECTIVES: &[(&str, &str)] = &[("wood", "en"), ("wool", "en")];
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
    script.ask_opened(question, &Fill::new().with(Slot::Said, claimed), facts, rng);
    script.answer_plainly(&find, facts, Vec::new(), rng);
    let ask = |script: &mut Script, pool, rng: &mut ItemRng| {
        let question = script.draw(pool, rng);
        script.ask_plainly(question, &Fill::new(), facts);
    };
    ask(script, "step.see.ask", rng);
    script.answer_plainly(&see, facts, says.clone(), rng);
    if rng.below(2) == 0 {
        ask(script, "step.compare.ask", rng);
        script.answer_plainly(&compare, facts, says.clone(), rng);
        ask(script, "step.verdict.ask", rng);
        script.steps(&[verdict], (false, false), facts, says, rng);
    } else {
        ask(script, "step.verdict.ask", rng);
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
        if let ClaimKind::Noun | ClaimKind::Caption(_) = self.kind {
            let gap = self.fact.slots.gap.as_ref()?;
            let filled = |words: &str| sentence(&format!("{}{words}{}", gap.before, gap.after));
            let right = filled(self.written()?);
            let claimed = if self.verdict { right.clone() } else { filled(&self.described(self.said)) };
            return Some((claimed, right));
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
            ClaimKind::Caption(about) => fill.with(Slot::X, about.definite()),
            _ => fill,
        };
        match slots.boxes.len() {
            0 => fill,
            1 => fill.with(Slot::X, self.first(style)),
            _ => fill.with(Slot::X, self.first(style)).with(Slot::Y, self.second(style)),
        }
    }

    /// The first thing by its box. A noun that says the answer is left out; see the claims.
    fn first(&self, style: usize) -> String {
        let noun = self.fact.slots.noun.as_deref().filter(|_| self.fact.form.is_some());
        boxed(noun, self.is_person(0), self.color(0), style)
    }

    fn second(&self, style: usize) -> String {
        boxed(self.object(), self.is_person(1), self.color(1), style)
    }

    fn label(&self, end: usize) -> Option<&'a str> {
        let id = &self.fact.slots.boxes.get(end)?.id;
        self.matter.scene.regions.iter().find(|r| r.id == id.as_str()).map(|r| r.label.as_str())
    }

    fn is_person(&self, end: usize) -> bool {
        let term = self.label(end).and_then(|label| self.lexicon.lookup(Domain::Entity, label));
        term.and_then(|t| Thing::of(t, "", self.lexicon)).is_some_and(|t| t.is_person())
    }

    /// The noun of the second thing, which may be one that has only a plural: "the trousers inside the red box".
    fn object(&self) -> Option<&'a str> {
        self.fact.slots.noun2.as_deref().or_else(|| plural_only(self.label(1)?, self.lexicon))
    }

    fn class(&self) -> Option<TermId> {
        self.lexicon.lookup(Domain::Entity, self.fact.key.split_once(':')?.1)
    }

    /// The words of the caption that hold the value.
    fn written(&self) -> Option<&'a str> {
        let gap = self.fact.slots.gap.as_ref()?;
        let caption = self.matter.scene.captions.iter().find(|c| c.id == gap.caption)?;
        caption.text.get(gap.before.len()..caption.text.len().checked_sub(gap.after.len())?)
    }

    /// Another value in their place: "a wooden bench", not "a wood bench".
    fn described(&self, value: TermId) -> String {
        let text = self.lexicon.inflect(value, self.fact.inflection);
        match ADJECTIVES.iter().find(|(noun, _)| text.to_lowercase().ends_with(noun) && self.fact.target == "material")
        {
            Some((noun, rest)) if text.to_lowercase().trim_start_matches("a ") == *noun => format!("{text}{rest}"),
            _ => text.to_owned(),
        }
    }

    /// The words that differ between a true and a false statement.
    fn surface(&self, value: TermId) -> String {
        let text = match self.kind {
            ClaimKind::Noun | ClaimKind::Caption(_) if value == self.fact.gold => {
                self.written().unwrap_or_default().to_lowercase()
            }
            ClaimKind::Noun | ClaimKind::Caption(_) => self.described(value).to_lowercase(),
            _ => self.lexicon.inflect(value, self.fact.inflection).to_lowercase(),
        };
        match self.fact.target {
            // "an orange" and "a red" differ in their color.
            "color" | "material" => text.trim_start_matches("a ").trim_start_matches("an ").to_owned(),
            _ => text,
        }
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
        let things = self.things(style);
        let find = truth.clone().with(Slot::List, things.as_str().to_owned());
        let (compare, verdict) = match self.verdict {
            true => ("step.same", "verdict.true"),
            false => ("step.differ", "verdict.false"),
        };
        let find = if things.is_empty() { Line::new("step.scene", find) } else { Line::new("step.find", find) };
        let verdict = Line::new(verdict, truth.clone());
        // "Replace two by one" leaves the verb and the noun wrong: the whole sentence is given.
        let single = [self.said, self.fact.gold].iter().any(|t| self.lexicon.term(*t).value() == Some(1));
        let verdict = if single && !self.verdict { verdict.naming(Slot::Right) } else { verdict };
        [find, self.see(truth.clone()), Line::new(compare, truth), verdict]
    }

    /// What is seen. A thing that a caption names is named again: the step before may have named others, too.
    fn see(&self, truth: Fill<'a>) -> Line<'a> {
        let target = self.fact.target;
        let pool = match (self.kind, target) {
            (ClaimKind::Noun, _) => {
                let how = if self.fact.inflection == Inflection::Plural {
                    Inflection::Plural
                } else {
                    Inflection::Indefinite
                };
                let seen = self.lexicon.inflect(self.fact.gold, how);
                return Line::new("entity.see.caption", truth.with(Slot::Av, seen));
            }
            (ClaimKind::Caption(_), "number") => "number.see.caption",
            (ClaimKind::Caption(about), _) => {
                let pool = match (about.several, target) {
                    (false, "color") => "color.see.box",
                    (false, "material") => "material.see.box",
                    (false, _) => "action.see.pose",
                    (true, "color") => "color.see.several",
                    (true, "material") => "material.see.several",
                    (true, _) => "action.see.several",
                };
                let how = if target == "action" { Inflection::Ing } else { Inflection::Bare };
                let value = self.lexicon.inflect(self.fact.gold, how);
                return Line::new(pool, truth.with(Slot::V, value)).naming(Slot::X);
            }
            (ClaimKind::Count, _) => "number.see.count",
            (ClaimKind::Name | ClaimKind::There, _) => "entity.see.box",
            (ClaimKind::Trait, "color") => "color.see.box",
            (ClaimKind::Trait, "material") => "material.see.box",
            (ClaimKind::Trait, _) => "action.see.pose",
            (ClaimKind::Between, "spatial") => "spatial.see.place",
            (ClaimKind::Between, _) => "action.see.deed",
        };
        Line::new(pool, truth)
    }

    /// What the statement is about.
    fn things(&self, style: usize) -> String {
        match self.kind {
            ClaimKind::Count | ClaimKind::There => {
                let ns = self.class().map(|c| self.lexicon.inflect(c, Inflection::Plural)).unwrap_or_default();
                format!("the {ns}")
            }
            ClaimKind::Name => format!("what is inside the {} box", self.color(0)),
            ClaimKind::Trait => self.first(style),
            ClaimKind::Between => list(&[self.first(style), self.second(style)]),
            ClaimKind::Noun => list(&self.neighbors(None)),
            ClaimKind::Caption(about) => list(&self.neighbors(Some(about.definite()))),
        }
    }

    /// The things that the caption names, `first` and then others, each only if the caption names one such.
    fn neighbors(&self, first: Option<String>) -> Vec<String> {
        let Some(gap) = &self.fact.slots.gap else { return Vec::new() };
        let text = format!("{} {}", gap.before, gap.after).to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let times = |name: &str| {
            let name: Vec<&str> = name.split(' ').collect();
            words.windows(name.len()).filter(|w| *w == name).count()
        };
        let own = self.matter.facts.iter().filter(|f| f.target == "entity" && f.key != self.fact.key);
        let own =
            own.filter(|f| f.gold != self.fact.gold && f.slots.gap.as_ref().is_some_and(|g| g.caption == gap.caption));
        let named = own.filter_map(|f| {
            let form = |how| self.lexicon.inflect(f.gold, how);
            let (one, many) = (form(Inflection::Bare), form(Inflection::Plural));
            let said = times(one) + if many == one { 0 } else { times(many) };
            let how = if f.inflection == Inflection::Plural { many } else { one };
            (said == 1).then(|| format!("the {how}"))
        });
        let mut names: Vec<String> = Vec::new();
        for name in first.into_iter().chain(named) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(THINGS);
        names
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

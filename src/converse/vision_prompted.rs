//! One or two drawn boxes: what is in them, what it is like, how the two stand. Asked by box and answered by name, or
//! the other way round; left and right from both ends.

use super::matter::{Mark, Matter, Subject, assertion, boxed};
use super::multi_round::{counted, inverse, turned};
use super::pools::{Fill, Slot};
use super::script::{Draft, Script};
use super::{Form, Stock, falsehood};
use crate::draw::palette;
use crate::lexicon::{Count, Lexicon};
use crate::model::fact::Fact;
use crate::model::term::{Inflection, TermId};
use crate::rng::{ItemRng, item_rng};
use crate::select::colors;

/// Times that one content may be put into other words.
const WORDINGS: u32 = 24;
/// Traits that are asked about at most.
const TRAITS: usize = 3;

/// Every subject with every subset of its traits.
pub fn capacity(matter: &Matter) -> u32 {
    let one = |s: &Subject| {
        // A pair without names and with one relation may give a single round.
        if s.marks.len() == 2 && s.between.len() < 2 && s.marks.iter().all(|m| m.name.is_none()) {
            return 0;
        }
        let traits: usize = s.marks.iter().map(|m| m.traits.len()).sum();
        WORDINGS << (traits + s.between.len()).min(6)
    };
    matter.subjects.iter().map(one).fold(0, u32::saturating_add)
}

/// How the marked things of one dialogue are spoken of.
struct Speech<'m> {
    subject: &'m Subject,
    colors: Vec<&'static str>,
    style: usize,
}

impl Speech<'_> {
    fn color(&self, i: usize) -> &'static str {
        self.colors.get(i).copied().unwrap_or(palette::DASHED)
    }

    fn mark(&self, i: usize) -> Option<&Mark> {
        self.subject.marks.get(i)
    }

    /// By box: "the cup inside the red box", "the thing inside the red box".
    fn by_box(&self, i: usize, noun: bool) -> String {
        let noun = self.mark(i).and_then(|m| m.noun.as_deref()).filter(|_| noun);
        boxed(noun, self.is_person(i), self.color(i), self.style)
    }

    fn is_person(&self, i: usize) -> bool {
        self.mark(i).is_some_and(|m| m.person)
    }

    /// By box, as the object of a sentence: what has only a plural has a name there.
    fn object(&self, i: usize, noun: bool) -> String {
        match self.mark(i) {
            Some(Mark { noun: None, plural: Some(name), .. }) if noun => {
                boxed(Some(name), false, self.color(i), self.style)
            }
            _ => self.by_box(i, noun),
        }
    }

    /// By name, where a name tells the two apart; else by box.
    fn by_name(&self, i: usize) -> String {
        match self.mark(i).and_then(|m| m.noun.as_deref()) {
            Some(noun) if self.subject.apart => format!("the {noun}"),
            _ => self.object(i, true),
        }
    }
}

/// One dialogue.
pub fn compose(matter: &Matter, stock: &Stock, rng: &mut ItemRng) -> Option<Draft> {
    let (subject, focus) = pick(matter, rng)?;
    let speech = Speech { subject, colors: box_colors(matter, subject, stock), style: rng.below(3) };
    let mut script = Script::new(Form::VisionPrompted, stock);
    let mut talk = Talk { matter, stock, speech, named: [false; 2] };
    match subject.marks.len() {
        1 => talk.one(&mut script, focus, rng),
        _ => talk.two(&mut script, rng),
    }
    let mut draft = script.finish(focus)?;
    let rounds = draft.turns.len() / 2;
    draft.boxes = subject.marks.iter().zip(&talk.speech.colors).map(|(m, c)| (m.bbox, *c)).collect();
    (rounds >= 2).then_some(draft)
}

/// A target that the scene has something for, each as likely as the next, and a subject for it.
fn pick<'m>(matter: &'m Matter, rng: &mut ItemRng) -> Option<(&'m Subject, &'static str)> {
    let target = |i: usize| matter.facts.get(i).map_or("", |f| f.target);
    let about = |s: &Subject, wanted: &str| match wanted {
        "entity" => s.between.is_empty() && s.marks.len() == 2,
        "number" => s.marks.len() == 1 && s.marks.iter().any(|m| m.count.is_some()),
        _ => {
            let own = s.marks.iter().flat_map(|m| m.traits.iter().copied());
            let traits = own.filter(|_| s.marks.len() == 1).any(|i| target(i) == wanted);
            traits || s.between.iter().any(|(i, _)| target(*i) == wanted)
        }
    };
    let mut targets = ["entity", "number", "color", "material", "action", "spatial"];
    rng.shuffle(&mut targets);
    targets.into_iter().find_map(|wanted| {
        let own: Vec<&Subject> = matter.subjects.iter().filter(|s| about(s, wanted)).collect();
        rng.choose(&own).map(|s| (*s, wanted))
    })
}

/// Box colors depend on the boxes alone, so that a picture is drawn once: none that the marked things have.
fn box_colors(matter: &Matter, subject: &Subject, stock: &Stock) -> Vec<&'static str> {
    let facts = subject.marks.iter().flat_map(|m| m.traits.iter()).filter_map(|i| matter.facts.get(*i));
    let concepts: Vec<TermId> = facts.filter(|f| f.target == "color").flat_map(|f| f.truth.iter().copied()).collect();
    let nouns: Vec<&str> = subject.marks.iter().filter_map(|m| m.noun.as_deref()).collect();
    let ids: Vec<&[u8]> =
        std::iter::once(matter.scene.id.as_bytes()).chain(subject.marks.iter().map(|m| m.id.as_bytes())).collect();
    let mut rng = item_rng(stock.seed, "converse boxes", &ids);
    colors::pick(subject.marks.len(), palette::NAMES, &concepts, &nouns, stock.lexicon, &mut rng)
}

struct Talk<'m, 's> {
    matter: &'m Matter<'m>,
    stock: &'s Stock<'s>,
    speech: Speech<'m>,
    /// Whether a mark has been named.
    named: [bool; 2],
}

impl<'m, 's> Talk<'m, 's> {
    fn fact(&self, i: usize) -> Option<&'m Fact> {
        self.matter.facts.get(i)
    }

    fn lexicon(&self) -> &'s Lexicon {
        self.stock.lexicon
    }

    fn name_of(&self, i: usize) -> Option<&'m Fact> {
        self.speech.subject.marks.get(i).and_then(|m| m.name).and_then(|n| self.matter.facts.get(n))
    }

    /// One box: its name or a guess at it, traits, the count of its kind.
    fn one(&mut self, script: &mut Script, focus: &'static str, rng: &mut ItemRng) {
        if self.name_of(0).is_some() {
            if rng.below(100) < 30 { self.check(script, 0, rng) } else { self.name(script, 0, rng) }
        }
        let traits = self.traits(0, TRAITS, rng);
        let counted = self.speech.mark(0).and_then(|m| m.count).and_then(|i| self.fact(i));
        let count = focus == "number" || traits.is_empty() || rng.below(4) == 0;
        let mut last = self.named[0];
        for fact in traits {
            self.trait_of(script, 0, fact, last, rng);
            last = true;
        }
        if let Some(fact) = counted.filter(|_| count) {
            self.count(script, 0, fact, rng);
        }
    }

    /// Two boxes: names both ways, a trait or two, what holds between them from both ends.
    fn two(&mut self, script: &mut Script, rng: &mut ItemRng) {
        if self.name_of(0).is_some() && self.name_of(1).is_some() {
            // Without anything between the two there have to be two rounds.
            let related = !self.speech.subject.between.is_empty();
            let first = rng.below(2);
            match rng.below(if self.speech.subject.apart { 4 } else { 2 }) {
                0 if related => self.names(script, rng),
                0 | 1 => {
                    self.name(script, first, rng);
                    self.name(script, 1 - first, rng);
                }
                2 => {
                    self.check(script, first, rng);
                    self.which(script, 1 - first, rng);
                }
                _ => {
                    self.which(script, first, rng);
                    self.name(script, 1 - first, rng);
                }
            }
        }
        for i in [0, 1] {
            if !self.named[i] && self.name_of(1 - i).is_none() {
                self.name(script, i, rng);
            }
        }
        for i in [0, 1] {
            if rng.below(2) == 0 {
                for fact in self.traits(i, 1, rng) {
                    self.trait_of(script, i, fact, false, rng);
                }
            }
        }
        let between = rng.sample(&self.speech.subject.between, 2);
        let mut told: Vec<&Fact> = Vec::new();
        for (i, swapped) in between {
            let Some(fact) = self.fact(i) else { continue };
            // The two ends of one relation are one relation.
            let mirror = |f: &&Fact| f.target == fact.target && f.slots.boxes != fact.slots.boxes;
            if told.iter().any(mirror) {
                continue;
            }
            told.push(fact);
            let (a, b) = if swapped { (1, 0) } else { (0, 1) };
            match fact.target {
                "spatial" => self.place(script, fact, (a, b), rng),
                _ => self.deed(script, fact, (a, b), rng),
            }
        }
    }

    fn traits(&self, i: usize, n: usize, rng: &mut ItemRng) -> Vec<&'m Fact> {
        let all = self.speech.mark(i).map(|m| m.traits.clone()).unwrap_or_default();
        rng.sample(&all, n).into_iter().filter_map(|f| self.fact(f)).collect()
    }

    fn boxes(&self, i: usize) -> Fill<'static> {
        Fill::new().with(Slot::Box, self.speech.color(i)).with(Slot::Box2, self.speech.color(1 - i))
    }

    fn said(&self, fact: &Fact) -> Vec<crate::model::dialogue::Assertion> {
        vec![assertion(fact, &self.lexicon().term(fact.gold).name, true)]
    }

    fn name(&mut self, script: &mut Script, i: usize, rng: &mut ItemRng) {
        let Some(fact) = self.name_of(i) else { return };
        let fill = self.boxes(i).with(Slot::An, self.lexicon().inflect(fact.gold, Inflection::Indefinite).to_owned());
        let (question, answer) = (script.draw("entity.name.ask", rng), script.draw("entity.name.answer", rng));
        script.ask(question, &fill, &[fact], rng);
        script.answer(answer, &fill, &[fact], self.said(fact), rng);
        self.named[i] = true;
    }

    fn names(&mut self, script: &mut Script, rng: &mut ItemRng) {
        let first = rng.below(2);
        let (Some(a), Some(b)) = (self.name_of(first), self.name_of(1 - first)) else { return };
        let article = |f: &Fact| self.lexicon().inflect(f.gold, Inflection::Indefinite).to_owned();
        // "A cup inside the red box and another cup inside the green one."
        let second = match a.gold == b.gold && self.lexicon().term(b.gold).count() == Count::Count {
            true => format!("another {}", self.lexicon().inflect(b.gold, Inflection::Bare)),
            false => article(b),
        };
        let fill = self.boxes(first).with(Slot::An, article(a)).with(Slot::An2, second);
        let says = self.said(a).into_iter().chain(self.said(b)).collect();
        let (question, answer) = (script.draw("entity.names.ask", rng), script.draw("entity.names.answer", rng));
        script.ask(question, &fill, &[a, b], rng);
        script.answer(answer, &fill, &[a, b], says, rng);
        self.named = [true; 2];
    }

    /// Asked by name, answered by box.
    fn which(&mut self, script: &mut Script, i: usize, rng: &mut ItemRng) {
        let (Some(fact), Some(noun)) = (self.name_of(i), self.speech.mark(i).and_then(|m| m.noun.clone())) else {
            return self.name(script, i, rng);
        };
        let fill = self.boxes(i).with(Slot::N, noun.to_string());
        let (question, answer) = (script.draw("entity.which.ask", rng), script.draw("entity.which.answer", rng));
        // The question names the boxes in any order.
        let asked = if rng.below(2) == 0 { fill.clone() } else { self.boxes(1 - i).with(Slot::N, noun.to_string()) };
        script.ask(question, &asked, &[fact], rng);
        script.answer(answer, &fill, &[fact], self.said(fact), rng);
        self.named[i] = true;
    }

    /// A guess, right or wrong, and what it is.
    fn check(&mut self, script: &mut Script, i: usize, rng: &mut ItemRng) {
        let Some(fact) = self.name_of(i) else { return };
        let wrong = match rng.below(2) {
            0 => falsehood::draw(fact, self.stock.vocabulary, self.lexicon(), rng).map(|(t, _)| t),
            _ => None,
        };
        let article = |t: TermId| self.lexicon().inflect(t, Inflection::Indefinite).to_owned();
        let said = wrong.unwrap_or(fact.gold);
        let fill = self.boxes(i).with(Slot::An, article(fact.gold)).with(Slot::Aw, article(said));
        let pool = if wrong.is_some() { "entity.check.no" } else { "entity.check.yes" };
        let (question, answer) = (script.draw("entity.check.ask", rng), script.draw(pool, rng));
        let mut says = self.said(fact);
        says.extend(wrong.map(|w| assertion(fact, &self.lexicon().term(w).name, false)));
        script.ask(question, &fill, &[fact], rng);
        script.answer(answer, &fill, &[fact], says, rng);
        self.named[i] = true;
    }

    fn trait_of(&mut self, script: &mut Script, i: usize, fact: &Fact, spoken_of: bool, rng: &mut ItemRng) {
        let (question, answer) = match fact.target {
            "color" => ("color.tell.ask", "color.tell.answer"),
            "material" => ("material.tell.ask", "material.tell.answer"),
            _ => ("action.pose.ask", "action.pose.answer"),
        };
        let (question, answer) = (script.draw(question, rng), script.draw(answer, rng));
        let person = self.speech.mark(i).is_none_or(|m| m.person);
        let value = self.lexicon().inflect(fact.gold, fact.inflection).to_owned();
        // Its noun may say the answer: "the glass" is made of glass.
        let noun = fact.form.is_some();
        let full = || self.speech.by_box(i, noun && (self.named[i] || self.name_of(i).is_none()));
        let short = |draw: usize| match draw {
            0 if noun && self.named[i] && self.speech.subject.apart => self.speech.by_name(i),
            _ => full(),
        };
        let it = spoken_of && !person && question.is_some_and(|w| w.takes_pronoun()) && rng.below(10) < 6;
        let asked = if it { "it".to_owned() } else { short(rng.below(2)) };
        let it = !person && answer.is_some_and(|w| w.takes_pronoun()) && rng.below(2) == 0;
        let told = if it { "it".to_owned() } else { short(rng.below(2)) };
        let fill = self.boxes(i).with(Slot::V, value);
        script.ask(question, &fill.clone().with(Slot::X, asked), &[fact], rng);
        script.answer(answer, &fill.with(Slot::X, told), &[fact], self.said(fact), rng);
    }

    fn count(&mut self, script: &mut Script, i: usize, fact: &Fact, rng: &mut ItemRng) {
        let Some(class) = self.name_of(i).map(|f| f.gold) else { return };
        let lexicon = self.stock.lexicon;
        let fill = self
            .boxes(i)
            .with(Slot::N, lexicon.inflect(class, Inflection::Bare).to_owned())
            .with(Slot::Ns, lexicon.inflect(class, Inflection::Plural).to_owned())
            .with(Slot::An, lexicon.inflect(class, Inflection::Indefinite).to_owned());
        let fill = counted(fill, fact.gold, class, lexicon);
        let (question, answer) = (script.draw("number.count.ask", rng), script.draw("number.count.answer", rng));
        script.ask(question, &fill, &[fact], rng);
        script.answer(answer, &fill, &[fact], self.said(fact), rng);
    }

    /// The references of a pair, for a question and its answer: by box and by name, or the other way round.
    fn pair(&self, (a, b): (usize, usize), rng: &mut ItemRng) -> ([String; 2], [String; 2]) {
        let known = |i: usize| self.named[i] || self.name_of(i).is_none();
        let nouns = known(a) && known(b);
        let boxes = [self.speech.by_box(a, nouns), self.speech.object(b, nouns)];
        let names = [self.speech.by_name(a), self.speech.by_name(b)];
        if rng.below(2) == 0 { (boxes, names) } else { (names, boxes) }
    }

    fn deed(&mut self, script: &mut Script, fact: &Fact, ends: (usize, usize), rng: &mut ItemRng) {
        let (asked, told) = self.pair(ends, rng);
        let doer = rng.below(3) == 0;
        let (question, answer) = match doer {
            true => ("action.doer.ask", "action.doer.answer"),
            false => ("action.deed.ask", "action.deed.answer"),
        };
        let (question, answer) = (script.draw(question, rng), script.draw(answer, rng));
        let fill = |[x, y]: [String; 2]| {
            let value = self.lexicon().inflect(fact.gold, Inflection::Ing).to_owned();
            let who = if self.speech.mark(ends.0).is_some_and(|m| m.person) { "who" } else { "what" };
            self.boxes(ends.0).with(Slot::Who, who).with(Slot::X, x).with(Slot::Y, y).with(Slot::V, value)
        };
        // Who asks for the doer does not name it.
        script.ask(question, &fill(asked), &[fact], rng);
        script.answer(answer, &fill(told), &[fact], self.said(fact), rng);
        self.named = [true; 2];
    }

    fn place(&mut self, script: &mut Script, fact: &Fact, (a, b): (usize, usize), rng: &mut ItemRng) {
        let lexicon = self.lexicon();
        let bare = |t: TermId| lexicon.inflect(t, Inflection::Bare).to_owned();
        let fill =
            |[x, y]: [String; 2], v: TermId| Fill::new().with(Slot::X, x).with(Slot::Y, y).with(Slot::V, bare(v));
        let (asked, told) = self.pair((a, b), rng);
        // Asked with a guess, or openly.
        let wrong = falsehood::draw(fact, self.stock.vocabulary, lexicon, rng).map(|(t, _)| t);
        if let Some(wrong) = wrong.filter(|_| rng.below(3) == 0) {
            let right = rng.below(2) == 0;
            let said = if right { fact.gold } else { wrong };
            let pool = if right { "spatial.check.yes" } else { "spatial.check.no" };
            let (question, answer) = (script.draw("spatial.check.ask", rng), script.draw(pool, rng));
            let mut says = self.said(fact);
            says.extend((!right).then(|| assertion(fact, &lexicon.term(wrong).name, false)));
            script.ask(question, &fill(asked, fact.gold).with(Slot::W, bare(said)), &[fact], rng);
            script.answer(answer, &fill(told, fact.gold).with(Slot::W, bare(said)), &[fact], says, rng);
        } else {
            let (question, answer) = (script.draw("spatial.place.ask", rng), script.draw("spatial.place.answer", rng));
            script.ask(question, &fill(asked, fact.gold), &[fact], rng);
            script.answer(answer, &fill(told, fact.gold), &[fact], self.said(fact), rng);
        }
        // Either the question or the answer called both by their names.
        self.named = [true; 2];
        let Some(inverse) = inverse(fact, lexicon).filter(|_| rng.below(10) < 7) else { return };
        let (asked, told) = self.pair((b, a), rng);
        let (question, answer) = (script.draw("spatial.reverse.ask", rng), script.draw("spatial.place.answer", rng));
        script.ask(question, &fill(asked, inverse), &[fact], rng);
        script.answer(answer, &fill(told, inverse), &[fact], turned(fact, inverse, lexicon).into_iter().collect(), rng);
    }
}

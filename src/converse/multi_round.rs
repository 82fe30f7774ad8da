//! Several rounds about one picture, from the whole to the detail. Nothing is drawn: things are called by their
//! names, which are given only where one thing can be meant, and by "it" where it was the last one spoken of.

use super::matter::{Act, Matter, Point, Thing};
use super::pools::{Fill, Slot, Wording};
use super::script::{Draft, Script};
use super::{Form, Stock};
use crate::lexicon::{Detail, Lexicon};
use crate::model::dialogue::Assertion;
use crate::model::fact::Fact;
use crate::model::term::{Inflection, TermId};
use crate::rng::ItemRng;
use std::sync::Arc;

/// The fewest rounds.
pub const MIN_ROUNDS: usize = 3;
/// How often, in a hundred dialogues, there are 3, 4 … 8 rounds, where the picture gives so many.
const ROUNDS: [usize; 6] = [18, 26, 22, 16, 11, 7];
/// How often, in a hundred dialogues, the first round is about the whole.
const OVERVIEW: usize = 85;
/// Questions about what is there, and about what is not: at most so many a dialogue.
const PRESENCE: usize = 2;
/// Times that one content may be put into other words.
const WORDINGS: u32 = 4;

/// Contents by number of points: subsets, of which there are soon more than anyone asks for.
pub fn capacity(matter: &Matter) -> u32 {
    let of = |act: Act| matter.points.iter().filter(|p| p.act == act).count();
    let (present, absent) = (of(Act::Present), of(Act::Absent));
    let whole = usize::from(!matter.items.is_empty() || !matter.captions.is_empty());
    // What is there may have been named in the first round already.
    let news = present.saturating_sub(matter.items.len()).min(PRESENCE);
    let usable = matter.points.len() - present - absent + news + absent.min(PRESENCE) + whole;
    if usable < MIN_ROUNDS { 0 } else { WORDINGS << usable.min(14) }
}

/// One dialogue.
pub fn compose(matter: &Matter, stock: &Stock, rng: &mut ItemRng) -> Option<Draft> {
    let mut script = Script::new(Form::MultiRound, stock);
    let rounds = MIN_ROUNDS + weighted(&ROUNDS, rng);
    let whole = rng.below(100) < OVERVIEW || matter.points.len() < MIN_ROUNDS;
    let said = if whole { overview(matter, &mut script, rng) } else { Vec::new() };
    let opened = usize::from(whole && !(matter.items.is_empty() && matter.captions.is_empty()));
    let chosen = choose(matter, &said, rounds.saturating_sub(opened), stock.lexicon, rng);
    let mut done = opened;
    let mut last: Option<Arc<str>> = None;
    for point in &chosen {
        done += 1;
        ask(point, matter, &mut script, last.as_ref(), stock.lexicon, rng);
        last = point.x.as_ref().filter(|_| point.y.is_none()).map(|x| Arc::clone(&x.key));
        if point.act == Act::Place
            && done < rounds
            && rng.below(2) == 0
            && reverse(point, matter, &mut script, stock, rng)
        {
            done += 1;
        }
    }
    let focus = chosen.first().map_or("entity", |p| p.target);
    if done < MIN_ROUNDS { None } else { script.finish(focus) }
}

fn weighted(shares: &[usize], rng: &mut ItemRng) -> usize {
    let mut ticket = rng.below(shares.iter().sum());
    for (i, share) in shares.iter().enumerate() {
        match ticket.checked_sub(*share) {
            Some(rest) => ticket = rest,
            None => return i,
        }
    }
    0
}

/// The round about the whole: a caption, or a list of some of what is there. Returns the classes or words said.
fn overview(matter: &Matter, script: &mut Script, rng: &mut ItemRng) -> Vec<String> {
    let captioned = !matter.captions.is_empty() && (matter.items.is_empty() || rng.below(10) < 7);
    let facts = |numbers: &[usize]| -> Vec<&Fact> { numbers.iter().filter_map(|i| matter.facts.get(*i)).collect() };
    if captioned && let Some((text, own)) = rng.choose(&matter.captions) {
        let facts = facts(own);
        let question = script.draw("entity.overview.ask", rng);
        script.ask(question, &Fill::new(), &facts, rng);
        let answer = script.draw("entity.caption.answer", rng);
        script.answer(answer, &Fill::new().with(Slot::Said, text.as_str()), &facts, Vec::new(), rng);
        return vec![text.to_lowercase()];
    }
    if matter.items.is_empty() {
        return Vec::new();
    }
    let items = {
        let mut order: Vec<usize> = (0..matter.items.len()).collect();
        rng.shuffle(&mut order);
        order.truncate(2 + rng.below(4));
        order
    };
    let items: Vec<_> = items.into_iter().filter_map(|i| matter.items.get(i)).collect();
    let facts: Vec<&Fact> = items.iter().filter_map(|i| matter.facts.get(i.fact)).collect();
    let says = items.iter().flat_map(|i| i.says.iter().cloned()).collect();
    let question = script.draw("entity.overview.ask", rng);
    script.ask(question, &Fill::new(), &facts, rng);
    let text = list(&items.iter().map(|i| i.text.clone()).collect::<Vec<_>>());
    let answer = script.draw("entity.overview.answer", rng);
    script.answer(answer, &Fill::new().with(Slot::List, text), &facts, says, rng);
    items.iter().map(|i| i.text.clone()).collect()
}

/// "a", "a and b", "a, b and c".
pub fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

/// Points in the order in which they are talked about: counts, presence, then thing by thing its traits, then what
/// things do and where they are. Kinds of points take turns, so that none crowds the others out.
fn choose<'m>(matter: &'m Matter, said: &[String], n: usize, lexicon: &Lexicon, rng: &mut ItemRng) -> Vec<&'m Point> {
    let mut kinds: [Vec<&Point>; 7] = Default::default();
    for point in &matter.points {
        if let Some(kind) = kinds.get_mut(kind(point.act)) {
            kind.push(point);
        }
    }
    kinds.iter_mut().for_each(|kind| rng.shuffle(kind));
    rng.shuffle(&mut kinds);
    let mut chosen: Vec<&Point> = Vec::new();
    let mut presence = [0usize; 2];
    while chosen.len() < n && kinds.iter().any(|k| !k.is_empty()) {
        for kind in &mut kinds {
            let Some(point) = kind.pop().filter(|_| chosen.len() < n) else { continue };
            if fits(point, matter, said, &chosen, &mut presence, lexicon) {
                chosen.push(point);
            }
        }
    }
    let things: Vec<Option<Arc<str>>> = chosen.iter().map(|p| p.x.as_ref().map(|x| Arc::clone(&x.key))).collect();
    let mut keyed: Vec<((u8, usize), &Point)> = chosen
        .iter()
        .map(|p| {
            let group = things.iter().position(|k| *k == p.x.as_ref().map(|x| Arc::clone(&x.key))).unwrap_or(0);
            let stage = match p.act {
                Act::Count => 1,
                Act::Present | Act::Absent => 1 + rng.below(4) as u8,
                Act::OtherColor | Act::OtherMaterial => 2,
                Act::Color | Act::Material | Act::Pose => 3,
                Act::Deed | Act::Place => 4,
            };
            ((stage, group), *p)
        })
        .collect();
    keyed.sort_by_key(|(key, _)| *key); // stable
    keyed.into_iter().map(|(_, p)| p).collect()
}

/// Kinds that take turns.
fn kind(act: Act) -> usize {
    match act {
        Act::Count => 0,
        Act::Present => 1,
        Act::Absent => 2,
        Act::Color | Act::OtherColor => 3,
        Act::Material | Act::OtherMaterial => 4,
        Act::Pose | Act::Deed => 5,
        Act::Place => 6,
    }
}

/// Whether a point says something new and nothing against what is chosen or said already.
fn fits(
    point: &Point,
    matter: &Matter,
    said: &[String],
    chosen: &[&Point],
    presence: &mut [usize; 2],
    lexicon: &Lexicon,
) -> bool {
    let name = point.class.map(|c| lexicon.inflect(c, Inflection::Bare)).unwrap_or_default();
    let mentioned = || said.iter().any(|s| s.contains(name) || s.contains(plural(point, lexicon)));
    match point.act {
        Act::Present | Act::Absent => {
            let count = &mut presence[usize::from(point.act == Act::Absent)];
            let captioned = || {
                point.act == Act::Absent && matter.scene.captions.iter().any(|c| c.text.to_lowercase().contains(name))
            };
            if *count >= PRESENCE || mentioned() || captioned() || chosen.iter().any(|p| p.class == point.class) {
                return false;
            }
            *count += 1;
            true
        }
        // "How many cups?" after "three cups".
        Act::Count => {
            let several = format!("{} {}", point.value, plural(point, lexicon));
            let one = format!("{} {name}", crate::lexicon::inflect::article(name));
            !said.iter().any(|s| *s == several || *s == one) && !chosen.iter().any(|p| p.class == point.class)
        }
        // Not twice the same pair, once as "the other one", and a color once.
        Act::OtherColor | Act::OtherMaterial => !chosen.iter().any(|p| p.act == point.act && p.class == point.class),
        _ => {
            let same = |p: &&Point| p.act == point.act && p.x == point.x && p.y == point.y;
            let turned = |p: &&Point| p.act == point.act && p.y.is_some() && p.x == point.y && p.y == point.x;
            !chosen.iter().any(|p| same(p) || turned(p))
        }
    }
}

fn plural<'l>(point: &Point, lexicon: &'l Lexicon) -> &'l str {
    point.class.map(|c| lexicon.inflect(c, Inflection::Plural)).unwrap_or_default()
}

/// One round.
fn ask(
    point: &Point,
    matter: &Matter,
    script: &mut Script,
    last: Option<&Arc<str>>,
    lexicon: &Lexicon,
    rng: &mut ItemRng,
) {
    let facts: Vec<&Fact> = point.facts.iter().filter_map(|i| matter.facts.get(*i)).collect();
    let (question, answer) = pools(point, rng, lexicon);
    let question = script.draw(question, rng);
    let answer = script.draw(answer, rng);
    let known = point.x.as_ref().is_some_and(|x| last == Some(&x.key)) && rng.below(10) < 7;
    let asked = fill(point, question, known, lexicon);
    let told = fill(point, answer, rng.below(2) == 0, lexicon);
    script.ask(question, &asked, &facts, rng);
    script.answer(answer, &told, &facts, point.says.to_vec(), rng);
}

/// The pools of a question and its answer.
fn pools(point: &Point, rng: &mut ItemRng, lexicon: &Lexicon) -> (&'static str, &'static str) {
    match point.act {
        Act::Count => ("number.count.ask", "number.count.answer"),
        Act::Present => ("entity.exists.ask", "entity.present.answer"),
        Act::Absent => {
            let person = point.class.and_then(|c| Thing::of(c, "", lexicon)).is_none_or(|t| t.is_person());
            let presumed = !person && rng.below(2) == 0;
            match presumed {
                true => ("entity.presume.ask", "entity.missing.answer"),
                false => ("entity.exists.ask", "entity.absent.answer"),
            }
        }
        Act::Color => ("color.tell.ask", "color.tell.answer"),
        Act::Material => ("material.tell.ask", "material.tell.answer"),
        Act::OtherColor => ("color.other.ask", "color.other.answer"),
        Act::OtherMaterial => ("material.other.ask", "material.other.answer"),
        Act::Pose => ("action.pose.ask", "action.pose.answer"),
        Act::Deed if rng.below(3) == 0 => ("action.doer.ask", "action.deed.answer"),
        Act::Deed => ("action.deed.ask", "action.deed.answer"),
        Act::Place => ("spatial.place.ask", "spatial.place.answer"),
    }
}

/// The slots of a point; `pronoun` where the thing was spoken of just before.
fn fill<'p>(point: &'p Point, wording: Option<&Wording>, pronoun: bool, lexicon: &'p Lexicon) -> Fill<'p> {
    let mut fill = Fill::new().with(Slot::V, point.value.as_str()).with(Slot::W, point.other.as_str());
    if let Some(x) = &point.x {
        fill = fill.with(Slot::Who, if x.is_person() { "who" } else { "what" });
        let short = x.pronoun().filter(|_| pronoun && wording.is_some_and(|w| w.takes_pronoun() && subject(w, x)));
        fill = fill.with(Slot::X, short.map_or_else(|| x.definite(), str::to_owned));
        fill = fill.with(Slot::It, x.pronoun().map_or_else(|| x.definite(), str::to_owned));
    }
    if let Some(y) = &point.y {
        fill = fill.with(Slot::Y, y.definite());
    }
    if let Some(class) = point.class {
        fill = fill
            .with(Slot::N, lexicon.inflect(class, Inflection::Bare))
            .with(Slot::Ns, lexicon.inflect(class, Inflection::Plural))
            .with(Slot::An, lexicon.inflect(class, Inflection::Indefinite));
        if let Some(number) = point.number {
            fill = counted(fill, number, class, lexicon);
        }
    }
    fill
}

/// The slots of a count.
pub fn counted<'p>(fill: Fill<'p>, number: TermId, class: TermId, lexicon: &Lexicon) -> Fill<'p> {
    let are = if lexicon.term(number).value() == Some(1) { "is" } else { "are" };
    let count = lexicon.counted(number, class);
    fill.with(Slot::There, format!("there {are} {count}"))
        .with(Slot::Are, are)
        .with(Slot::Count, count)
        .with(Slot::V, lexicon.inflect(number, Inflection::Word).to_owned())
}

/// "he" and "she" stand only where they are subjects: "I see he standing" is no English.
fn subject(wording: &Wording, x: &Thing) -> bool {
    let text = wording.text();
    !x.is_person() || ["{x} is", "{x} was", "is {x}", "did {x}", "does {x}"].iter().any(|p| text.contains(p))
}

/// The same place from the other end, where the predicate has an inverse.
fn reverse(point: &Point, matter: &Matter, script: &mut Script, stock: &Stock, rng: &mut ItemRng) -> bool {
    let Some(fact) = point.facts.first().and_then(|i| matter.facts.get(*i)) else { return false };
    let Some(inverse) = inverse(fact, stock.lexicon) else { return false };
    let turned = Point {
        x: point.y.clone(),
        y: point.x.clone(),
        value: stock.lexicon.inflect(inverse, Inflection::Bare).to_owned(),
        says: turned(fact, inverse, stock.lexicon).into_iter().collect(),
        ..point.clone()
    };
    let question = script.draw("spatial.reverse.ask", rng);
    let answer = script.draw("spatial.place.answer", rng);
    script.ask(question, &fill(&turned, question, false, stock.lexicon), &[fact], rng);
    script.answer(answer, &fill(&turned, answer, false, stock.lexicon), &[fact], turned.says.to_vec(), rng);
    true
}

/// The predicate that holds of the exchanged pair.
pub fn inverse(fact: &Fact, lexicon: &Lexicon) -> Option<TermId> {
    match lexicon.term(fact.gold).detail {
        Detail::Spatial { inverse, .. } => inverse,
        _ => None,
    }
}

/// What is asserted of the exchanged pair.
pub fn turned(fact: &Fact, inverse: TermId, lexicon: &Lexicon) -> Option<Assertion> {
    let ids: Vec<&str> = fact.slots.boxes.iter().map(|b| b.id.as_ref()).collect();
    match ids.as_slice() {
        [a, b] => Some(Assertion {
            target: fact.target.to_owned(),
            of: format!("{b}>{a}"),
            value: lexicon.term(inverse).name.clone(),
            holds: true,
        }),
        _ => None,
    }
}

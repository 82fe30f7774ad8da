//! Points about a whole picture, from boxes: a thing is called "the vase" only where the count of vases is known to
//! be one.

use super::{Act, Index, Item, Point, Thing, assertion};
use crate::distract::veto;
use crate::lexicon::{Count, Lexicon, Relatedness};
use crate::model::fact::{Fact, Form};
use crate::model::geom::BBox;
use crate::model::term::{Domain, Inflection, TermId};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;

/// Classes of datasets that people have no everyday question about, or that say of a thing what nobody would: a bread
/// knife is a "weapon".
const NOT_SAID: &[&str] = &[
    "accessory",
    "auto part",
    "baked goods",
    "bathroom accessory",
    "carnivore",
    "clothing",
    "container",
    "cosmetics",
    "dairy product",
    "fashion accessory",
    "fast food",
    "fixture",
    "footwear",
    "furniture",
    "home appliance",
    "human body",
    "invertebrate",
    "kitchen appliance",
    "kitchen utensil",
    "kitchenware",
    "land vehicle",
    "luggage and bags",
    "mammal",
    "marine invertebrates",
    "marine mammal",
    "medical equipment",
    "moths and butterflies",
    "office supplies",
    "personal care",
    "plumbing fixture",
    "seafood",
    "shellfish",
    "snack",
    "sports equipment",
    "tableware",
    "tool",
    "vehicle",
    "vertebrate",
    "watercraft",
    "weapon",
];

/// The class of a count or presence fact.
fn class_of(fact: &Fact, lexicon: &Lexicon) -> Option<TermId> {
    lexicon.lookup(Domain::Entity, fact.key.split_once(':')?.1)
}

/// The known counts: class, number, fact.
fn counts(index: &Index, lexicon: &Lexicon) -> Vec<(TermId, u32, usize)> {
    let counted = index.facts.iter().enumerate().filter(|(_, f)| f.form == Some(Form::Count));
    counted.filter_map(|(i, f)| Some((class_of(f, lexicon)?, lexicon.term(f.gold).value()?, i))).collect()
}

/// Adds the points of the boxes' facts.
pub fn points(index: &Index, lexicon: &Lexicon, out: &mut Vec<Point>) {
    let counts = counts(index, lexicon);
    let mut sole: BTreeMap<usize, Thing> = BTreeMap::new();
    for &(class, n, fact) in &counts {
        out.push(count(index, class, fact, lexicon));
        let regions = index.of_class(class);
        match (n, regions.as_slice()) {
            (1, &[region]) => {
                if let Some(own) = index.scene.regions.get(region)
                    && let Some(thing) = Thing::of(class, own.id.as_str(), lexicon)
                {
                    sole.insert(region, thing);
                }
            }
            (2, &[a, b]) => others(index, class, (a, b), lexicon, out),
            _ => {}
        }
    }
    for (region, thing) in &sole {
        for (act, target) in [(Act::Color, "color"), (Act::Material, "material"), (Act::Pose, "action")] {
            for (i, fact) in index.about(*region, target) {
                out.extend(told(act, i, fact, Some(thing.clone()), None, lexicon));
            }
        }
    }
    for (i, fact) in index.facts.iter().enumerate() {
        if let Some((a, b)) = index.pair(i)
            && let (Some(x), Some(y)) = (sole.get(&a), sole.get(&b))
        {
            let act = if fact.target == "spatial" { Act::Place } else { Act::Deed };
            out.extend(told(act, i, fact, Some(x.clone()), Some(y.clone()), lexicon));
        }
    }
    presence(index, lexicon, out);
}

fn count(index: &Index, class: TermId, fact: usize, lexicon: &Lexicon) -> Point {
    let own = index.facts.get(fact);
    let number = own.map(|f| f.gold);
    Point {
        act: Act::Count,
        target: "number",
        facts: smallvec![fact],
        x: None,
        y: None,
        class: Some(class),
        value: number.map(|n| lexicon.inflect(n, Inflection::Word).to_owned()).unwrap_or_default(),
        other: String::new(),
        number,
        says: own.map(|f| assertion(f, &lexicon.term(f.gold).name, true)).into_iter().collect(),
    }
}

/// A value said of one thing, or of a pair. `None` where the thing's own name says the value ("a glass of glass").
pub fn told(
    act: Act,
    number: usize,
    fact: &Fact,
    x: Option<Thing>,
    y: Option<Thing>,
    lexicon: &Lexicon,
) -> Option<Point> {
    let named = x.iter().chain(&y).any(|t| says(&t.noun, &lexicon.term(fact.gold).name));
    (!named).then(|| Point {
        act,
        target: fact.target,
        facts: smallvec![number],
        x,
        y,
        class: None,
        value: lexicon.inflect(fact.gold, fact.inflection).to_owned(),
        other: String::new(),
        number: None,
        says: smallvec![assertion(fact, &lexicon.term(fact.gold).name, true)],
    })
}

/// Whether a noun holds a word.
pub fn says(noun: &str, word: &str) -> bool {
    noun.split(' ').any(|w| w == word)
}

/// "One of the two cups is white. What about the other one?" Both values must be false of the other cup.
fn others(index: &Index, class: TermId, (a, b): (usize, usize), lexicon: &Lexicon, out: &mut Vec<Point>) {
    for (act, target) in [(Act::OtherColor, "color"), (Act::OtherMaterial, "material")] {
        let (Some((i, f)), Some((j, g))) = (index.about(a, target).next(), index.about(b, target).next()) else {
            continue;
        };
        let apart = veto::falsify(f, g.gold, lexicon).is_ok() && veto::falsify(g, f.gold, lexicon).is_ok();
        let noun = lexicon.inflect(class, Inflection::Bare);
        if !apart || [f, g].iter().any(|fact| says(noun, &lexicon.term(fact.gold).name)) {
            continue;
        }
        for (known, asked) in [((i, f), (j, g)), ((j, g), (i, f))] {
            out.push(Point {
                act,
                target,
                facts: smallvec![asked.0, known.0],
                x: None,
                y: None,
                class: Some(class),
                value: lexicon.inflect(asked.1.gold, Inflection::Bare).to_owned(),
                other: lexicon.inflect(known.1.gold, Inflection::Bare).to_owned(),
                number: None,
                says: smallvec![assertion(asked.1, &lexicon.term(asked.1.gold).name, true)],
            });
        }
    }
}

/// What is there by the boxes' or a person's word, and what a person found absent.
fn presence(index: &Index, lexicon: &Lexicon, out: &mut Vec<Point>) {
    let countable = |t: TermId| lexicon.term(t).count() == Count::Count;
    let mut denied = false;
    for (i, fact) in index.facts.iter().enumerate().filter(|(_, f)| f.form == Some(Form::Presence)) {
        let point = |act, class: TermId, holds| Point {
            act,
            target: "entity",
            facts: smallvec![i],
            x: None,
            y: None,
            class: Some(class),
            value: String::new(),
            other: String::new(),
            number: None,
            says: smallvec![crate::model::dialogue::Assertion {
                target: "entity".into(),
                of: format!("class:{}", lexicon.term(class).name),
                value: lexicon.term(class).name.clone(),
                holds,
            }],
        };
        // Nobody asks for a mammal where a dog is to be seen.
        let vague = |t: TermId| fact.truth.iter().any(|o| lexicon.relate(t, *o) == Relatedness::Descendant);
        if countable(fact.gold) && !vague(fact.gold) && !NOT_SAID.contains(&lexicon.term(fact.gold).name.as_str()) {
            out.push(point(Act::Present, fact.gold, true));
        }
        // All presence facts of a picture deny the same.
        if !denied {
            let absent = fact
                .denied
                .iter()
                .map(|(t, _)| *t)
                .filter(|t| countable(*t) && !NOT_SAID.contains(&lexicon.term(*t).name.as_str()));
            out.extend(
                absent.filter(|t| veto::falsify(fact, *t, lexicon).is_ok()).map(|t| point(Act::Absent, t, false)),
            );
            denied = true;
        }
    }
}

/// How much of a box may lie in another one of its class where the two are two things for sure.
const SHARED: f64 = 0.75;

/// Whether two boxes of a class lie apart: a sink and the basin in it are one sink to most people.
fn several(index: &Index, class: TermId) -> bool {
    let regions = index.of_class(class);
    let boxes: SmallVec<[_; 4]> = regions.iter().filter_map(|r| index.scene.regions.get(*r)).map(|r| r.bbox).collect();
    let apart = |a: &BBox, b: &BBox| a.covered_by(b) <= SHARED && b.covered_by(a) <= SHARED;
    boxes.iter().enumerate().any(|(i, a)| boxes.iter().skip(i + 1).any(|b| apart(a, b)))
}

/// What a list of the picture's things can name: each class once, with its number where that is known, and no class
/// that another one of the list may be called.
pub fn items(index: &Index, lexicon: &Lexicon) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut add = |text: String, class: TermId, fact: usize, says: SmallVec<[crate::model::dialogue::Assertion; 2]>| {
        let apart = |i: &Item| {
            matches!(
                lexicon.relate(i.class, class),
                Relatedness::Exclusive(_) | Relatedness::Incomparable | Relatedness::Independent
            )
        };
        if items.iter().all(apart) {
            items.push(Item { text, class, fact, says });
        }
    };
    let there = |class: TermId| crate::model::dialogue::Assertion {
        target: "entity".into(),
        of: format!("class:{}", lexicon.term(class).name),
        value: lexicon.term(class).name.clone(),
        holds: true,
    };
    let counts = counts(index, lexicon);
    for &(class, n, fact) in &counts {
        let Some(own) = index.facts.get(fact) else { continue };
        let text = match n {
            1 => lexicon.inflect(class, Inflection::Indefinite).to_owned(),
            _ => lexicon.counted(own.gold, class),
        };
        add(text, class, fact, smallvec![there(class), assertion(own, &lexicon.term(own.gold).name, true)]);
    }
    for (region, _) in index.scene.regions.iter().enumerate() {
        let Some((fact, own)) = index.name(region) else { continue };
        let class = own.gold;
        let text = match several(index, class) {
            true => lexicon.inflect(class, Inflection::Plural),
            false => lexicon.inflect(class, Inflection::Indefinite),
        };
        add(text.to_owned(), class, fact, smallvec![there(class)]);
    }
    items
}

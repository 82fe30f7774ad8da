//! What can be shown with one or two boxes.

use super::Index;
use crate::distract::veto;
use crate::lexicon::Lexicon;
use crate::model::fact::Form;
use crate::model::geom::BBox;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One marked region.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Its box.
    pub bbox: BBox,
    /// Its annotation id.
    pub id: Arc<str>,
    /// The fact that says what it is.
    pub name: Option<usize>,
    /// Its noun, where it has one to be spoken of.
    pub noun: Option<Arc<str>>,
    /// Its name, where that is only a plural ("trousers").
    pub plural: Option<Arc<str>>,
    /// Whether it is a person, so that "it" does not mean it.
    pub person: bool,
    /// Its color, material and action facts.
    pub traits: SmallVec<[usize; 4]>,
    /// The count of its class in the whole picture.
    pub count: Option<usize>,
}

/// Facts between two marks, each with whether it runs from the second to the first.
type Between = SmallVec<[(usize, bool); 4]>;

/// One or two marked regions, and what holds between them.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The marks.
    pub marks: SmallVec<[Mark; 2]>,
    /// Facts about both: number, and whether the first mark is the second thing of the fact.
    pub between: Between,
    /// Whether each name is known to be false of the other, so that a name alone singles one out.
    pub apart: bool,
}

/// Two boxes above this overlap over union are not drawn as two things that have nothing to do with each other.
const ALIKE: f64 = 0.5;

/// Pairs of a scene that have nothing but their names.
const NAMED_PAIRS: usize = 12;

/// All regions with two things to say of them, alone; all pairs with a fact between them; and some with names alone.
pub fn subjects(index: &Index, lexicon: &Lexicon) -> Vec<Subject> {
    let marks: Vec<Option<Mark>> = (0..index.scene.regions.len()).map(|r| mark(index, r, lexicon)).collect();
    let alone = marks.iter().flatten().filter(|m| rounds(m) >= 2).cloned();
    let alone = alone.map(|m| Subject { marks: [m].into_iter().collect(), between: SmallVec::new(), apart: true });
    let mut out: Vec<Subject> = alone.collect();
    let mut pairs: BTreeMap<(usize, usize), Between> = BTreeMap::new();
    for fact in 0..index.facts.len() {
        if let Some((a, b)) = index.pair(fact) {
            pairs.entry((a.min(b), a.max(b))).or_default().push((fact, a > b));
        }
    }
    let named: SmallVec<[usize; 8]> = (0..marks.len())
        .filter(|&i| marks.get(i).is_some_and(|m| m.as_ref().is_some_and(|m| m.name.is_some() && m.noun.is_some())))
        .collect();
    let unrelated = named.iter().enumerate().flat_map(|(i, &a)| named.iter().skip(i + 1).map(move |&b| (a, b)));
    let unrelated: Vec<_> = unrelated.filter(|pair| !pairs.contains_key(pair)).collect();
    // Neighbors in file order and distant ones alike.
    let step = unrelated.len().div_ceil(NAMED_PAIRS).max(1);
    let unrelated: Vec<_> = unrelated.into_iter().step_by(step).collect();
    pairs.extend(unrelated.into_iter().map(|pair| (pair, SmallVec::new())));
    for ((a, b), between) in pairs {
        let of = |region: usize| marks.get(region).cloned().flatten();
        let (Some(first), Some(second)) = (of(a), of(b)) else { continue };
        let named = |m: &Mark| m.name.and_then(|i| index.facts.get(i));
        let apart = match (named(&first), named(&second)) {
            (Some(f), Some(g)) => {
                veto::falsify(f, g.gold, lexicon).is_ok() && veto::falsify(g, f.gold, lexicon).is_ok()
            }
            _ => false,
        };
        let alike = first.bbox.iou(&second.bbox) > ALIKE;
        if between.is_empty() && (!apart || alike) {
            continue;
        }
        out.push(Subject { marks: [first, second].into_iter().collect(), between, apart });
    }
    out
}

/// Rounds that can be held about a mark alone: its name, its traits, its count.
fn rounds(mark: &Mark) -> usize {
    usize::from(mark.name.is_some()) + mark.traits.len() + usize::from(mark.count.is_some())
}

fn mark(index: &Index, region: usize, lexicon: &Lexicon) -> Option<Mark> {
    let own = index.scene.regions.get(region)?;
    // "It is trousers": what has only a plural is not asked for by name.
    let name = index.name(region).filter(|(_, f)| super::Thing::of(f.gold, "", lexicon).is_some());
    let facts = index.of_one.get(region)?;
    let spoken = facts.iter().filter_map(|&i| index.facts.get(i)?.slots.noun.clone()).next();
    let in_pair = || {
        let of = |i: usize| index.facts.get(i);
        (0..index.facts.len()).find_map(|i| match index.pair(i)? {
            (a, _) if a == region => of(i)?.slots.noun.clone(),
            (_, b) if b == region => of(i)?.slots.noun2.clone(),
            _ => None,
        })
    };
    let thing = name.and_then(|(_, f)| super::Thing::of(f.gold, "", lexicon));
    let noun = thing.as_ref().map(|t| Arc::clone(&t.noun)).or(spoken).or_else(in_pair);
    let term = noun.as_ref().and_then(|n| lexicon.lookup(crate::model::term::Domain::Entity, n));
    let person = term.and_then(|t| super::Thing::of(t, "", lexicon)).is_some_and(|t| t.is_person());
    let traits = facts.iter().copied().filter(|&i| {
        index.facts.get(i).is_some_and(|f| f.target != "entity" && (f.form.is_some() || f.neutral.is_some()))
    });
    let class = name.map(|(_, f)| f.gold);
    let count = class.and_then(|class| {
        let counted = |f: &crate::model::fact::Fact| f.form == Some(Form::Count);
        let key = format!("count:{}", lexicon.term(class).name);
        index.facts.iter().position(|f| counted(f) && f.key == key)
    });
    Some(Mark {
        bbox: own.bbox,
        id: own.id.as_str().into(),
        name: name.map(|(i, _)| i),
        noun,
        plural: super::plural_only(&own.label, lexicon).map(Arc::from),
        person,
        traits: traits.collect(),
        count,
    })
}

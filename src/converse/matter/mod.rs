//! What may be said of one scene without doubt: the points of its facts, by the way in which they can be asked.

mod captioned;
mod claims;
mod marked;
mod open;
mod point;
mod thing;

pub(super) use captioned::sentence;
pub(super) use claims::ClaimKind;
pub(super) use marked::{Mark, Subject};
pub(super) use point::{Act, Item, Point};
pub(super) use thing::{Thing, boxed, plural_only};

use crate::lexicon::Lexicon;
use crate::model::dialogue::Assertion;
use crate::model::fact::Fact;
use crate::model::scene::Scene;
use crate::target::Context;
use smallvec::SmallVec;

/// One scene, ready to be talked about.
pub struct Matter<'a> {
    pub(super) scene: &'a Scene,
    pub(super) facts: &'a [Fact],
    /// What can be asked without boxes.
    pub(super) points: Vec<Point>,
    /// What a list of the picture's things can name.
    pub(super) items: Vec<Item>,
    /// Captions that describe the picture, with the facts in them.
    pub(super) captions: Vec<(String, Vec<usize>)>,
    /// One or two regions that boxes can be drawn around.
    pub(super) subjects: Vec<Subject>,
    /// Facts that a statement can be made of, true and false.
    pub(super) claims: Vec<(usize, ClaimKind)>,
}

impl<'a> Matter<'a> {
    /// Reads the facts of a scene; they are those of `target::TARGETS` that the run admits.
    pub fn new(scene: &'a Scene, facts: &'a [Fact], cx: &Context) -> Self {
        let index = Index::of(scene, facts, cx.lexicon);
        let mut points = Vec::new();
        open::points(&index, cx.lexicon, &mut points);
        captioned::points(&captioned::named(scene, facts, cx), facts, cx.lexicon, &mut points);
        Matter {
            scene,
            facts,
            items: open::items(&index, cx.lexicon),
            captions: captioned::captions(scene, facts),
            subjects: marked::subjects(&index, cx.lexicon),
            claims: claims::claims(&index, &captioned::about(scene, facts, cx), cx.lexicon),
            points,
        }
    }
}

/// The facts of a scene by the region that they are about.
struct Index<'a> {
    scene: &'a Scene,
    facts: &'a [Fact],
    /// The term of each region's label.
    terms: Vec<Option<crate::model::term::TermId>>,
    /// Facts about one region alone, by region.
    of_one: Vec<SmallVec<[usize; 4]>>,
    /// The regions of each fact.
    regions: Vec<SmallVec<[usize; 2]>>,
}

impl<'a> Index<'a> {
    fn of(scene: &'a Scene, facts: &'a [Fact], lexicon: &Lexicon) -> Self {
        use crate::model::term::Domain;
        let terms = scene.regions.iter().map(|r| lexicon.lookup(Domain::Entity, &r.label)).collect();
        let by_id: rustc_hash::FxHashMap<&str, usize> =
            scene.regions.iter().enumerate().map(|(i, r)| (r.id.as_str(), i)).collect();
        let mut of_one: Vec<SmallVec<[usize; 4]>> = vec![SmallVec::new(); scene.regions.len()];
        let mut regions = Vec::with_capacity(facts.len());
        for (number, fact) in facts.iter().enumerate() {
            let own: SmallVec<[usize; 2]> =
                fact.slots.boxes.iter().filter_map(|b| by_id.get(b.id.as_str()).copied()).collect();
            if let [one] = own.as_slice()
                && let Some(list) = of_one.get_mut(*one)
            {
                list.push(number);
            }
            regions.push(own);
        }
        Index { scene, facts, terms, of_one, regions }
    }

    /// The regions of a fact, where it has exactly two.
    fn pair(&self, fact: usize) -> Option<(usize, usize)> {
        match self.regions.get(fact)?.as_slice() {
            &[a, b] if a != b => Some((a, b)),
            _ => None,
        }
    }

    /// Facts of a region and a target, in order.
    fn about(&self, region: usize, target: &'static str) -> impl Iterator<Item = (usize, &'a Fact)> + '_ {
        let facts = self.facts;
        let own = self.of_one.get(region).into_iter().flatten();
        own.filter_map(move |&i| facts.get(i).map(|f| (i, f))).filter(move |(_, f)| f.target == target)
    }

    /// The fact that says what a region is.
    fn name(&self, region: usize) -> Option<(usize, &'a Fact)> {
        self.about(region, "entity").next()
    }

    /// Regions of a class, parts left out.
    fn of_class(&self, class: crate::model::term::TermId) -> SmallVec<[usize; 4]> {
        let whole = |i: usize| self.scene.regions.get(i).is_some_and(|r| r.part_of.is_none());
        (0..self.terms.len()).filter(|&i| self.terms.get(i) == Some(&Some(class)) && whole(i)).collect()
    }
}

/// What is asserted of a fact's referent when a value is said of it.
pub(super) fn assertion(fact: &Fact, value: &str, holds: bool) -> Assertion {
    let ids: SmallVec<[&str; 2]> = fact.slots.boxes.iter().map(|b| b.id.as_str()).collect();
    let of = match ids.as_slice() {
        [] => match fact.key.split_once(':') {
            Some(("count" | "presence", class)) => format!("class:{class}"),
            _ => fact.key.to_string(),
        },
        [one] => (*one).to_owned(),
        _ => ids.join(">"),
    };
    Assertion { target: fact.target.to_owned(), of, value: value.to_owned(), holds }
}

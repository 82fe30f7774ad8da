//! Points from captions: a thing is called "the vase" only where all captions together speak of one vase.

use super::{Act, Point, Thing, open};
use crate::lexicon::{Count, Lexicon, Relatedness};
use crate::model::fact::Fact;
use crate::model::scene::Scene;
use crate::model::term::{Domain, Inflection, TermId};
use crate::target::Context;
use crate::target::caption::{self, Noun};

/// Groups of nouns that are no things of their own, or none that a question can be about.
const NO_THING: &[&str] =
    &["body part", "building part", "event", "part", "people", "picture", "plant part", "shape", "vehicle part"];

/// The longest caption that is quoted, in bytes.
const LONGEST: usize = 160;

/// A fact of a caption with the one thing that it is about.
pub struct Named {
    /// Number of the fact.
    pub fact: usize,
    /// The thing.
    pub thing: Thing,
    term: TermId,
}

/// Color, material and action facts of captions with the one thing that each is about, where that thing is one of a
/// kind in all captions.
pub fn named(scene: &Scene, facts: &[Fact], cx: &Context) -> Vec<Named> {
    if scene.captions.is_empty() {
        return Vec::new();
    }
    let nouns = caption::nouns(scene, cx);
    let mut out: Vec<Named> = Vec::new();
    for (number, fact) in facts.iter().enumerate().filter(|(_, f)| f.target != "number") {
        let Some(noun) = noun_of(scene, fact, &nouns) else { continue };
        if sole(noun, &nouns, scene, cx)
            && let Some(thing) = Thing::of(noun.term, format!("name:{}", cx.lexicon.term(noun.term).name), cx.lexicon)
        {
            out.push(Named { fact: number, thing, term: noun.term });
        }
    }
    // Captions that give one thing two colors: none is asked for.
    let gold = |n: &Named| facts.get(n.fact).map(|f| (f.target, f.gold));
    let torn: Vec<bool> = out
        .iter()
        .map(|a| {
            out.iter().any(|b| match (gold(a), gold(b)) {
                (Some((t, g)), Some((u, h))) => a.term == b.term && t == u && !alike(g, h, cx.lexicon),
                _ => false,
            })
        })
        .collect();
    let mut torn = torn.into_iter();
    out.retain(|_| !torn.next().unwrap_or(true));
    out
}

/// What a fact of a caption is about, in the caption's words.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// "shirt", "shirts", "jeans"
    name: String,
    /// Whether it takes "are".
    pub several: bool,
}

impl About {
    /// With its article.
    pub fn definite(&self) -> String {
        format!("the {}", self.name)
    }
}

/// What color, material, action and number facts are about, by the fact's number. A caption that names two things of
/// the kind has singled out none.
pub fn about(scene: &Scene, facts: &[Fact], cx: &Context) -> Vec<(usize, About)> {
    if scene.captions.is_empty() {
        return Vec::new();
    }
    let nouns = caption::nouns(scene, cx);
    let told = |(number, fact): (usize, &Fact)| {
        let noun = noun_of(scene, fact, &nouns)?;
        use Relatedness as R;
        let same = |o: &Noun| {
            matches!(cx.lexicon.relate(noun.term, o.term), R::Same | R::Synonym | R::Descendant | R::Conflict)
        };
        if nouns.iter().any(|o| o.caption == noun.caption && o.span != noun.span && same(o)) {
            return None;
        }
        let several = noun.plural || matches!(cx.lexicon.term(noun.term).count(), Count::Plural | Count::Pair);
        let about = About { name: noun.text.get(noun.span.clone())?.to_lowercase(), several };
        Some((number, about))
    };
    facts.iter().enumerate().filter_map(told).collect()
}

fn alike(a: TermId, b: TermId, lexicon: &Lexicon) -> bool {
    matches!(lexicon.relate(a, b), Relatedness::Same | Relatedness::Synonym)
}

/// The noun that a modifier stands before, or that a verb stands behind.
fn noun_of<'n, 's>(scene: &Scene, fact: &Fact, nouns: &'n [Noun<'s>]) -> Option<&'n Noun<'s>> {
    let gap = fact.slots.gap.as_ref()?;
    let index = scene.captions.iter().position(|c| c.id == gap.caption)?;
    let end = scene.captions.get(index)?.text.len().checked_sub(gap.after.len())?;
    let mut own = nouns.iter().filter(|n| n.caption == index);
    match fact.target {
        "color" | "material" | "number" => own.find(|n| n.head && n.span.start >= end),
        "action" => own.rfind(|n| n.span.end <= gap.before.len()),
        _ => None,
    }
}

/// Whether all captions together speak of one such thing, and no more than one box is called so.
fn sole(noun: &Noun, nouns: &[Noun], scene: &Scene, cx: &Context) -> bool {
    let term = cx.lexicon.term(noun.term);
    let listed = cx.lexicon.inflect(noun.term, Inflection::Bare);
    let plain = !noun.plural
        && matches!(term.count(), Count::Count | Count::Mass)
        && !NO_THING.contains(&term.group.as_str())
        && noun.text.get(noun.span.clone()).is_some_and(|name| name.eq_ignore_ascii_case(listed));
    let one = nouns.iter().filter(|o| o.caption != noun.caption || o.span != noun.span).all(|o| {
        let other_chain = noun.chain.is_some() && o.chain.is_some() && noun.chain != o.chain;
        !caption::may_be_one(noun, o, cx)
            || !o.plural && !other_chain && (o.caption != noun.caption || o.chain.is_some())
    });
    let boxes = scene.regions.iter().filter(|r| {
        cx.lexicon.lookup(Domain::Entity, &r.label).is_some_and(|t| {
            use Relatedness as R;
            matches!(cx.lexicon.relate(noun.term, t), R::Same | R::Synonym | R::Ancestor | R::Descendant | R::Conflict)
        })
    });
    plain && one && boxes.count() <= 1
}

/// Adds the points of captions, each value once.
pub fn points(named: &[Named], facts: &[Fact], lexicon: &Lexicon, out: &mut Vec<Point>) {
    let mut said: Vec<(TermId, &str, TermId)> = Vec::new();
    for Named { fact: number, thing, term } in named {
        let Some(fact) = facts.get(*number) else { continue };
        let act = match fact.target {
            "color" => Act::Color,
            "material" => Act::Material,
            _ => Act::Pose,
        };
        // "The bus is yellow" after "the school bus is yellow".
        let one = |t: TermId| lexicon.relate(t, *term).exclusive().is_none();
        if said.iter().any(|(t, target, gold)| *target == fact.target && alike(*gold, fact.gold, lexicon) && one(*t)) {
            continue;
        }
        said.push((*term, fact.target, fact.gold));
        let how = if act == Act::Pose { Inflection::Ing } else { Inflection::Bare };
        if let Some(mut point) = open::told(act, *number, fact, Some(thing.clone()), None, lexicon) {
            point.value = lexicon.inflect(fact.gold, how).to_owned();
            for says in &mut point.says {
                says.of = thing.key.to_string();
            }
            out.push(point);
        }
    }
}

/// The captions that can be said as they are, with the facts in them.
pub fn captions(scene: &Scene, facts: &[Fact]) -> Vec<(String, Vec<usize>)> {
    let quoted = scene.captions.iter().filter(|c| quotable(&c.text));
    quoted
        .filter_map(|c| {
            let own = facts.iter().enumerate();
            let own = own.filter(|(_, f)| f.slots.gap.as_ref().is_some_and(|g| g.caption == c.id));
            let own: Vec<usize> = own.map(|(i, _)| i).collect();
            (!own.is_empty()).then(|| (sentence(&c.text), own))
        })
        .collect()
}

/// Whether a caption is a plain sentence.
pub fn quotable(text: &str) -> bool {
    let text = text.trim();
    (12..=LONGEST).contains(&text.len())
        && !text.contains(['"', '<', '>', '{', '}', '\n', ';', ':'])
        && text.trim_end_matches('.').matches(['.', '!', '?']).count() == 0
}

/// With a capital and a full stop.
pub fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ' ']);
    format!("{}.", crate::lexicon::inflect::capitalize(text))
}

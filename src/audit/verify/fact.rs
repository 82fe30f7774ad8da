//! An item against the annotation: the fact is derived anew from the scene, and everything that the item says is
//! derived anew from the fact.

use super::{Fault, Faults};
use crate::distract::band::Similarity;
use crate::distract::veto;
use crate::kind;
use crate::lexicon::Lexicon;
use crate::lexicon::template::Templates;
use crate::model::fact::{Fact, Form, Slots};
use crate::model::item::{DrawnBox, McqItem};
use crate::model::plan::{Level, PlanOption, PlanRow, Role};
use crate::model::term::TermId;

/// The words that items are made of.
pub struct Words<'a> {
    /// The thesaurus.
    pub lexicon: &'a Lexicon,
    /// The wordings.
    pub templates: &'a Templates,
    /// Similarity of terms.
    pub similarity: &'a dyn Similarity,
}

/// What the members of a group must share, beyond what their items say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contexts {
    /// Same noun and shape.
    pub noun: String,
    /// Same hypernym and shape.
    pub pattern: String,
}

/// Checks an item against the fact that it names; `of` is the item that it is a copy of.
pub fn against(item: &McqItem, fact: &Fact, of: Option<&McqItem>, words: &Words) -> Vec<Fault> {
    let mut f = Faults::of(&item.id);
    let p = &item.provenance;
    let image = &fact.picture.image;
    let name = |term: TermId| words.lexicon.term(term).name.clone();
    f.same("provenance.gold", &p.gold, &name(fact.gold));
    f.same("provenance.gold_tier", &p.gold_tier, &fact.tier);
    f.same("provenance.annotations", &p.annotations, &fact.annotations.iter().map(|a| a.to_string()).collect());
    f.same("source", &item.source, &fact.picture.source.to_string());
    f.same("license.source_dataset", &item.license.source_dataset, &fact.picture.source.to_string());
    f.same("license.source_image_id", &item.license.source_image_id, &image.source_id);
    let license = if image.license.name.is_empty() { "unknown" } else { &image.license.name };
    f.same("license.license", &item.license.license.as_str(), &license);
    f.same("license.license_url", &item.license.license_url, &image.license.url);
    f.same("license.author", &item.license.author, &image.license.author);
    boxes(item, fact, &mut f);
    options(item, fact, words, &mut f);
    text(item, fact, of, words, &mut f);
    f.list
}

fn is_unboxed(item: &McqItem) -> bool {
    use crate::model::plan::Change;
    item.provenance.variant.as_ref().is_some_and(|v| v.change == Change::BoxRemoved)
}

fn boxes(item: &McqItem, fact: &Fact, f: &mut Faults) {
    if is_unboxed(item) {
        return;
    }
    let frame = |b: &DrawnBox| [b.x, b.y, b.w, b.h];
    let found: Vec<[u32; 4]> = item.boxes.iter().map(frame).collect();
    let expected: Vec<[u32; 4]> = fact.slots.boxes.iter().map(|b| b.bbox.into()).collect();
    f.same("boxes", &found, &expected);
}

/// Every concept's evidence, similarity and visibility.
fn options(item: &McqItem, fact: &Fact, words: &Words, f: &mut Faults) {
    let Some(domain) = crate::target::find(&item.target).map(|t| t.domain()) else {
        f.add("target", format!("`{}` is no target", item.target));
        return;
    };
    let find = |term: &str| words.lexicon.lookup(domain, term);
    let cosine = |a, b| words.similarity.cosine(a, b).map(|s: f32| (s * 1e4).round() / 1e4);
    for o in item.provenance.options.iter().filter(|o| o.role == Role::Distractor) {
        let Some(term) = find(&o.term) else {
            f.add("provenance.options.term", format!("`{}` is not in the thesaurus", o.term));
            continue;
        };
        match veto::falsify(fact, term, words.lexicon) {
            Ok(evidence) => f.same("provenance.options.evidence", &o.evidence.as_ref(), &Some(&evidence)),
            Err(why) => f.add("provenance.options.term", format!("`{}` is not known to be false: {why}", o.term)),
        }
        f.same("provenance.options.similarity", &o.similarity, &cosine(fact.gold, term));
        f.same("provenance.options.visible", &o.visible, &fact.visible.contains(&term));
    }
    if let Some(s) = &item.provenance.statement {
        match find(&s.term) {
            None => f.add("provenance.statement.term", format!("`{}` is not in the thesaurus", s.term)),
            Some(term) if term == fact.gold => {
                f.same("provenance.statement.holds", &s.holds, &true);
                f.same("provenance.statement.similarity", &s.similarity, &None);
            }
            Some(term) => {
                f.same("provenance.statement.holds", &s.holds, &false);
                match veto::falsify(fact, term, words.lexicon) {
                    Ok(evidence) => f.same("provenance.statement.evidence", &s.evidence.as_ref(), &Some(&evidence)),
                    Err(why) => {
                        f.add("provenance.statement.term", format!("`{}` is not known to be false: {why}", s.term))
                    }
                }
                f.same("provenance.statement.similarity", &s.similarity, &cosine(fact.gold, term));
            }
        }
    }
}

/// The pool that the item's template must be from.
fn form(item: &McqItem, fact: &Fact, lexicon: &Lexicon) -> Option<Form> {
    if item.provenance.level == Level::Picture {
        return fact.neutral;
    }
    // A stem that would say the gold is asked with a neutral noun at most.
    fact.form.filter(|_| !veto::in_stem(fact, fact.gold, lexicon))
}

/// Template, question and option texts, rendered anew.
fn text(item: &McqItem, fact: &Fact, of: Option<&McqItem>, words: &Words, f: &mut Faults) {
    let p = &item.provenance;
    let Some(form) = form(item, fact, words.lexicon) else {
        f.add("provenance.level", "the fact cannot be asked at this level");
        return;
    };
    if !words.templates.pool(&item.target, &item.kind, form).iter().any(|t| t.id == p.template) {
        f.add(
            "provenance.template",
            format!("`{}` is no {} wording of {:?} for {}", p.template, item.kind, form, item.target),
        );
        return;
    }
    // Where the boxes are taken away, the question still names those of the item.
    let drawn = if is_unboxed(item) { of.map_or(&[][..], |o| &o.boxes) } else { &item.boxes };
    let row = PlanRow {
        id: item.id.clone(),
        variant: p.variant.clone(),
        group: p.group.as_ref().map(Into::into),
        level: p.level,
        target: item.target.as_str().into(),
        kind: item.kind.as_str().into(),
        form,
        template: p.template.as_str().into(),
        picture: std::sync::Arc::clone(&fact.picture),
        fact: p.fact.as_str().into(),
        annotations: p.annotations.iter().map(|id| id.as_str().into()).collect(),
        slots: Slots::clone(&fact.slots),
        box_colors: drawn.iter().map(|b| b.color.as_str().into()).collect(),
        inflection: fact.inflection,
        gold: p.gold.as_str().into(),
        tier: p.gold_tier,
        statement: p.statement.clone(),
        options: p
            .options
            .iter()
            .map(|o| PlanOption {
                term: o.term.as_str().into(),
                role: o.role,
                evidence: None,
                similarity: None,
                visible: o.visible,
            })
            .collect(),
        answer_index: item.answer_index as u8,
    };
    match kind::render(&row, words.lexicon, words.templates) {
        Ok(rendered) => {
            f.same("question", &item.question, &rendered.question);
            f.same("choices", &item.choices, &rendered.choices);
        }
        Err(e) => f.add("question", format!("it cannot be written anew: {e}")),
    }
}

/// The contexts of a fact.
pub fn contexts(fact: &Fact) -> Contexts {
    Contexts { noun: fact.noun_context.to_string(), pattern: fact.pattern_context.to_string() }
}

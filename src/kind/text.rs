//! Filling a template from a planned row.

use super::Shown;
use crate::lexicon::Lexicon;
use crate::lexicon::template::{Slot, Templates};
use crate::model::plan::{PlanRow, Role};
use crate::model::term::{Domain, Inflection, TermId};
use smol_str::SmolStr;

/// The blank of fill-in-the-blank questions.
pub const BLANK: &str = "____";

/// The domain of a row's concepts.
fn domain(row: &PlanRow) -> Result<Domain, String> {
    Ok(crate::target::find(&row.target).ok_or_else(|| format!("unknown target `{}`", row.target))?.domain())
}

fn term(name: &str, domain: Domain, lexicon: &Lexicon) -> Result<TermId, String> {
    lexicon.lookup(domain, name).ok_or_else(|| format!("unknown {domain:?} term `{name}`"))
}

/// The question of a row; the error says which part could not be resolved.
pub fn question(row: &PlanRow, lexicon: &Lexicon, templates: &Templates) -> Result<String, String> {
    let template = templates.by_id(&row.template).ok_or_else(|| format!("unknown template `{}`", row.template))?;
    let domain = domain(row)?;
    let statement = row.statement.as_ref().map(|s| term(&s.term, domain, lexicon)).transpose()?;

    let mut missing: Option<Slot> = None;
    let question = template.render(|slot, out| {
        if !fill(slot, row, statement, lexicon, out) {
            missing.get_or_insert(slot);
        }
    });
    match missing {
        Some(slot) => Err(format!("template `{}` needs the slot {slot:?}, which the row does not fill", row.template)),
        None => Ok(sentence_case(question)),
    }
}

/// The options of a row in order; the error says which term is unknown.
pub fn options<'a>(
    row: &'a PlanRow,
    lexicon: &'a Lexicon,
) -> Result<impl Iterator<Item = Result<Shown<'a>, String>>, String> {
    let domain = domain(row)?;
    Ok(row.options.iter().map(move |o| match o.role {
        Role::NoneOfTheAbove | Role::Verdict => Ok(Shown { text: &o.term, term: None }),
        Role::Gold | Role::Distractor => {
            let term = term(&o.term, domain, lexicon)?;
            Ok(Shown { text: lexicon.inflect(term, row.inflection), term: Some(term) })
        }
    }))
}

/// Writes one slot; `false` when the row has nothing for it.
fn fill(slot: Slot, row: &PlanRow, claim: Option<TermId>, lexicon: &Lexicon, out: &mut String) -> bool {
    let mut put = |text: Option<&str>| match text {
        Some(text) => {
            out.push_str(text);
            true
        }
        None => false,
    };
    match slot {
        Slot::Box => put(row.box_colors.first().map(SmolStr::as_str)),
        Slot::Box2 => put(row.box_colors.get(1).map(SmolStr::as_str)),
        Slot::Noun | Slot::Nouns => put(row.slots.noun.as_deref()),
        Slot::Noun2 => put(row.slots.noun2.as_deref()),
        Slot::Concept => put(claim.map(|t| lexicon.inflect(t, row.inflection))),
        Slot::ConceptNouns => match (claim, row.slots.noun.as_deref()) {
            (Some(t), Some(plural)) => {
                let number = lexicon.inflect(t, Inflection::Word);
                put(Some(number));
                out.push(' ');
                out.push_str(if number == "one" { singular(row, plural, lexicon) } else { plural });
                true
            }
            _ => false,
        },
        Slot::Statement => match (&row.slots.gap, claim) {
            (Some(gap), Some(t)) => {
                out.push_str(&gap.before);
                out.push_str(lexicon.inflect(t, row.inflection));
                out.push_str(&gap.after);
                true
            }
            _ => false,
        },
        Slot::Blank => match &row.slots.gap {
            Some(gap) => {
                out.push_str(&gap.before);
                out.push_str(BLANK);
                out.push_str(&gap.after);
                true
            }
            None => false,
        },
    }
}

/// The singular of a counted noun: the fact's own, else the thesaurus', else the plural as it stands.
fn singular<'a>(row: &'a PlanRow, plural: &'a str, lexicon: &'a Lexicon) -> &'a str {
    row.slots
        .noun2
        .as_deref()
        .or_else(|| lexicon.lookup(Domain::Entity, plural).map(|t| lexicon.inflect(t, Inflection::Bare)))
        .unwrap_or(plural)
}

/// A capital first letter, whatever slot the sentence starts with.
fn sentence_case(text: String) -> String {
    match text.chars().next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(text.chars().skip(1)).collect(),
        _ => text,
    }
}

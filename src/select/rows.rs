//! From a formed group to its rows of the plan: template, box colors, arrangement, evidence.

use super::candidate::Candidate;
use super::colors;
use super::lane::{Group, Walk};
use super::quota::RunCaps;
use crate::distract::{Judge, veto};
use crate::kind::{Arrangement, Choice, Kind};
use crate::lexicon::template::Templates;
use crate::model::evidence::Evidence;
use crate::model::fact::{Fact, Form};
use crate::model::plan::{Level, PlanOption, PlanRow, Role, Statement};
use crate::model::term::TermId;
use crate::rng::{ItemRng, digest, item_rng};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::Arc;

/// Everything that rows are made with.
pub struct Writer<'a> {
    /// The kind.
    kind: &'a dyn Kind,
    /// The judge of the target.
    judge: &'a Judge<'a>,
    /// The templates.
    templates: &'a Templates,
    /// Names of box colors, the two preferred ones first.
    palette: &'a [&'static str],
    /// The run's seed.
    seed: u64,
    /// Options of open questions.
    options: usize,
    /// How often each template was used so far.
    used: FxHashMap<SmolStr, usize>,
}

/// What the rows of one group share.
struct Shared {
    group: Option<SmolStr>,
    level: Level,
    form: Form,
    template: SmolStr,
    colors: Vec<&'static str>,
}

impl<'a> Writer<'a> {
    /// A writer that has used no wording yet.
    pub fn new(walk: &Walk<'a>, templates: &'a Templates, palette: &'a [&'static str]) -> Self {
        Self::of_kind(walk.kind, walk, templates, palette)
    }

    /// The same for another kind than the one that is walked.
    pub fn of_kind(kind: &'a dyn Kind, walk: &Walk<'a>, templates: &'a Templates, palette: &'a [&'static str]) -> Self {
        let Walk { judge, seed, options, .. } = *walk;
        Writer { kind, judge, templates, palette, seed, options, used: FxHashMap::default() }
    }

    /// A writer of other numbers of options, with its own account of wordings.
    pub fn with_options(&self, options: usize) -> Self {
        Writer { options, used: self.used.clone(), ..*self }
    }

    /// The rows of a group; `None` when its form has no template or no box color is free (both counted by the caller).
    pub fn group(&mut self, group: &Group) -> Option<Vec<PlanRow>> {
        let ids: Vec<&[u8]> = group.members.iter().map(|m| m.id.0.as_slice()).collect();
        let name = digest(self.seed, "group", &ids);
        let mut rng = item_rng(self.seed, "arrange", &[&name.0]);
        let concepts: Vec<TermId> = group.members.iter().map(|m| m.fact.gold).collect();
        let shared =
            self.shared(&group.members, &concepts, Some(SmolStr::new(&name.hex()[..16])), group.level, &mut rng)?;
        let arrangements = self.kind.arrange(self.options, &mut rng);
        let rows = group.members.iter().zip(&arrangements).map(|(m, a)| self.row(m, a, &concepts, &shared)).collect();
        Some(rows)
    }

    /// The members of a group of another kind asked in this one, in as many groups as they fill: their golds are false
    /// of each other either way. None where a fact cannot be asked so, no wording serves, or each member's caption was
    /// put as it is before.
    pub fn facets(&mut self, group: &Group, caps: &mut RunCaps) -> Vec<PlanRow> {
        let size = self.kind.group_size(self.options);
        let mut rows = Vec::new();
        for members in group.members.chunks_exact(size.max(1)) {
            if members.iter().any(|m| m.fact.except_kinds.contains(&self.kind.name())) {
                continue;
            }
            let mut members: Vec<Candidate> =
                members.iter().map(|m| Candidate::new(self.seed, Arc::clone(&m.fact), self.kind)).collect();
            // What the first member holds is claimed, of it truly: that is its caption as it is.
            if !self.kind.mutual() {
                let fresh = |m: &Candidate| caps.may_claim(&m.fact.picture.scene, &m.fact.slots);
                let Some(first) = members.iter().position(fresh) else { continue };
                members.rotate_left(first);
            }
            let Some(first) = members.first().cloned() else { continue };
            let Some(made) = self.group(&Group { priority: first.priority, level: group.level, members }) else {
                continue;
            };
            if !self.kind.mutual() {
                caps.claim(&first.fact.picture.scene, &first.fact.slots);
            }
            rows.extend(made);
        }
        rows
    }

    /// The row of an ungrouped item: `concepts[0]` is its gold, the others its distractors.
    pub fn single(&mut self, member: &Candidate, concepts: &[TermId], turn: usize) -> Option<PlanRow> {
        let options = self.kind.options(self.options);
        let block = turn / options.max(1);
        let cell = [member.fact.target.as_bytes(), self.kind.name().as_bytes(), &(block as u64).to_le_bytes()];
        let arrangement = self.kind.arrange_single(concepts.len(), turn, &mut item_rng(self.seed, "block", &cell));
        let mut rng = item_rng(self.seed, "arrange", &[&member.id.0]);
        let shared = self.shared(std::slice::from_ref(member), concepts, None, Level::None, &mut rng)?;
        Some(self.row(member, &arrangement, concepts, &shared))
    }

    fn shared(
        &mut self,
        members: &[Candidate],
        concepts: &[TermId],
        group: Option<SmolStr>,
        level: Level,
        rng: &mut ItemRng,
    ) -> Option<Shared> {
        let first = &members.first()?.fact;
        let form = if level == Level::Picture { first.neutral } else { first.form }?;
        let pool = self.templates.pool(first.target, self.kind.name(), form);
        // The least used wording, chance breaking ties: no wording is heard more often than another.
        let mut order: Vec<usize> = (0..pool.len()).collect();
        rng.shuffle(&mut order);
        let uses = |i: &usize| pool.get(*i).and_then(|t| self.used.get(&t.id)).copied().unwrap_or(0);
        let template = pool.get(order.into_iter().min_by_key(uses)?)?.id.clone();

        let boxes = first.slots.boxes.len();
        let named = form != Form::Box && form != Form::Boxes;
        let texts: Vec<&str> = members
            .iter()
            .flat_map(|m| [m.fact.slots.noun.as_deref(), m.fact.slots.noun2.as_deref()])
            .flatten()
            .filter(|_| named)
            .collect();
        let colors = colors::pick(boxes, self.palette, concepts, &texts, self.judge.lexicon, rng);
        if colors.len() < boxes {
            return None;
        }
        *self.used.entry(template.clone()).or_default() += members.len();
        Some(Shared { group, level, form, template, colors })
    }

    fn row(&self, member: &Candidate, a: &Arrangement, concepts: &[TermId], shared: &Shared) -> PlanRow {
        let fact = &*member.fact;
        let statement = a.statement.and_then(|c| concepts.get(c)).map(|&claim| {
            let holds = claim == fact.gold;
            Statement {
                term: self.name(claim),
                holds,
                evidence: self.evidence(fact, claim),
                similarity: if holds { None } else { self.judge.cosine(fact.gold, claim) },
            }
        });
        PlanRow {
            id: member.item_id(self.kind.name()),
            variant: None,
            group: shared.group.clone(),
            level: shared.level,
            target: SmolStr::new_static(fact.target),
            kind: SmolStr::new_static(self.kind.name()),
            form: shared.form,
            template: shared.template.clone(),
            picture: Arc::clone(&fact.picture),
            fact: fact.key.clone(),
            annotations: fact.annotations.clone(),
            slots: fact.slots.clone(),
            box_colors: shared.colors.iter().map(|c| SmolStr::new_static(c)).collect(),
            inflection: fact.inflection,
            gold: self.name(fact.gold),
            tier: fact.tier,
            statement,
            options: a
                .options
                .iter()
                .enumerate()
                .map(|(i, c)| self.option(fact, *c, i == a.answer, concepts))
                .collect(),
            answer_index: a.answer as u8,
        }
    }

    fn option(&self, fact: &Fact, choice: Choice, right: bool, concepts: &[TermId]) -> PlanOption {
        let plain = |term: SmolStr, role| PlanOption { term, role, evidence: None, similarity: None, visible: false };
        match choice {
            Choice::Fixed(text) => {
                let none = text == crate::kind::NONE_OF_THE_ABOVE;
                plain(SmolStr::new_static(text), if none { Role::NoneOfTheAbove } else { Role::Verdict })
            }
            Choice::Concept(c) => match concepts.get(c) {
                Some(&concept) if !right => PlanOption {
                    term: self.name(concept),
                    role: Role::Distractor,
                    evidence: self.evidence(fact, concept),
                    similarity: self.judge.cosine(fact.gold, concept),
                    visible: fact.visible.contains(&concept),
                },
                _ => plain(self.name(fact.gold), Role::Gold),
            },
        }
    }

    fn evidence(&self, fact: &Fact, concept: TermId) -> Option<Evidence> {
        veto::falsify(fact, concept, self.judge.lexicon).ok()
    }

    fn name(&self, term: TermId) -> SmolStr {
        SmolStr::new(&self.judge.lexicon.term(term).name)
    }
}

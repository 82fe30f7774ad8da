//! Pass 1: what every scene can give, and the concepts of the run. No dialogue is written and no picture opened.

use super::Corpus;
use super::allot::Offer;
use crate::converse::{Form, Matter, Vocabulary, capacity};
use crate::model::fact::Fact;
use crate::model::reject::{Reason, Reject};
use crate::model::scene::Scene;
use crate::pipeline::config::RunConfig;
use crate::pipeline::plan::{GOLD_TOO_WEAK, RejectLog, Resources};
use crate::rng::digest;
use crate::target::{self, Context, Found, TARGETS};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Too few facts about the scene for a dialogue of the form.
pub const TOO_LITTLE: Reason = "too_little_to_say";
/// The sources have no more material for a form.
pub const EXHAUSTED: Reason = "material_exhausted";

/// What pass 1 found in some scenes.
#[derive(Default)]
pub struct Survey {
    /// What each scene that can give anything may be asked for.
    pub offers: Vec<Offer>,
    /// The concepts.
    pub vocabulary: Vocabulary,
    /// Drops.
    pub rejects: RejectLog,
    /// Facts by target.
    pub facts: BTreeMap<&'static str, u64>,
    /// Scenes read, and those among them that belong to other sets by reason, by source.
    pub sources: BTreeMap<String, (u64, BTreeMap<Reason, u64>)>,
}

impl Survey {
    /// Takes in another.
    pub fn merge(mut self, other: Survey) -> Survey {
        self.offers.extend(other.offers);
        self.vocabulary.merge(other.vocabulary);
        self.rejects.merge(other.rejects);
        for (target, n) in other.facts {
            *self.facts.entry(target).or_default() += n;
        }
        for (source, (read, left)) in other.sources {
            let own = self.sources.entry(source).or_default();
            own.0 += read;
            left.into_iter().for_each(|(reason, n)| *own.1.entry(reason).or_default() += n);
        }
        self
    }
}

/// The facts of a scene that a run admits, and what was dropped.
pub fn facts(scene: &Scene, config: &RunConfig, resources: &Resources) -> (Vec<Fact>, Vec<Reject>) {
    let cx = Context { lexicon: &resources.lexicon, limits: &resources.limits };
    let picture = target::picture(scene);
    let mut found = Found::default();
    for target in TARGETS {
        target.facts(scene, &picture, &cx, &mut found);
    }
    let mut rejects = found.rejects;
    let (facts, weak): (Vec<Fact>, Vec<Fact>) = found.facts.into_iter().partition(|f| f.tier <= config.min_gold);
    rejects.extend(
        weak.iter().map(|f| {
            Reject::new(format!("{}#{}:{}", scene.id, f.target, f.key), GOLD_TOO_WEAK, format!("{:?}", f.tier))
        }),
    );
    (facts, rejects)
}

/// The hash of a scene in a run.
pub fn priority(seed: u64, scene: &str) -> u128 {
    u128::from_le_bytes(digest(seed, "converse scene", &[scene.as_bytes()]).0)
}

/// Surveys scenes on all threads.
pub fn survey(scenes: &[Scene], corpus: &Corpus) -> Survey {
    scenes
        .par_iter()
        .fold(Survey::default, |mut all, scene| {
            one(scene, corpus, &mut all);
            all
        })
        .reduce(Survey::default, Survey::merge)
}

fn one(scene: &Scene, corpus: &Corpus, all: &mut Survey) {
    let seen = all.sources.entry(scene.source.to_string()).or_default();
    seen.0 += 1;
    if let Some(refused) = corpus.guard.meets(&scene.id, &scene.source, &scene.image) {
        *seen.1.entry(refused.reason).or_default() += 1;
        all.rejects.add(Reject::new(scene.id.as_str(), refused.reason, refused.detail));
        return;
    }
    let (facts, rejects) = facts(scene, corpus.config, corpus.resources);
    rejects.into_iter().for_each(|r| all.rejects.add(r));
    for fact in &facts {
        *all.facts.entry(fact.target).or_default() += 1;
        all.vocabulary.add(fact);
    }
    let cx = Context { lexicon: &corpus.resources.lexicon, limits: &corpus.resources.limits };
    let matter = Matter::new(scene, &facts, &cx);
    let mut offer = Offer { priority: priority(corpus.config.seed, &scene.id), capacity: [0; 3] };
    for form in Form::ALL {
        let n = capacity(&matter, form);
        if n == 0 {
            all.rejects.add(Reject::new(format!("{}#{}", scene.id, form.name()), TOO_LITTLE, ""));
        }
        if let Some(own) = offer.capacity.get_mut(form.index()) {
            *own = n;
        }
    }
    if offer.capacity != [0; 3] {
        all.offers.push(offer);
    }
}

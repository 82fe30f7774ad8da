//! Pass 1: all sources in order of their names, scenes in chunks, facts and candidates on all threads.

use super::super::config::{RunConfig, SourceConfig};
use super::super::guard::{self, Guard};
use super::super::review::rejected::Rejected;
use super::read::read;
use super::rejects::RejectLog;
use super::report::{PlanReport, SourceReport};
use super::{Progress, Resources, Without};
use crate::distract::{Judge, veto};
use crate::error::Result;
use crate::kind::KINDS;
use crate::model::fact::Fact;
use crate::model::reject::{Reason, Reject};
use crate::model::scene::Scene;
use crate::select::candidate::{self, Candidate, Pool, Sampling};
use crate::target::{self, Context, TARGETS};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The candidate's gold rests on weaker ground than `--min-gold` asks for.
pub const GOLD_TOO_WEAK: Reason = "gold_too_weak";

/// The stem would say the gold ("the glass in the red box" is made of glass): asked with a neutral noun at most.
pub const GOLD_IN_STEM: Reason = "gold_in_stem";

/// People rejected the item (`--verdicts`): its candidate is not asked again.
pub const BARRED: Reason = "review_barred";

/// What pass 1 found.
pub struct Gathered {
    /// The kept candidates.
    pub pool: Pool,
    /// The account so far.
    pub report: PlanReport,
    /// What was dropped.
    pub rejects: RejectLog,
}

/// What facts are derived and sampled by.
#[derive(Clone, Copy)]
struct Deriver<'a> {
    config: &'a RunConfig,
    resources: &'a Resources,
    judges: &'a BTreeMap<&'static str, Judge<'a>>,
    sampling: Sampling,
    without: Without<'a>,
}

/// Where all threads put what they find. A scene is put in at once and in little time, and what lies beyond a full
/// sample is let go there and then.
struct Found {
    pool: Pool,
    rejects: RejectLog,
    facts: BTreeMap<&'static str, u64>,
    excluded: BTreeMap<Reason, u64>,
}

impl Found {
    fn new(sampling: Sampling) -> Mutex<Self> {
        let (pool, rejects) = (Pool::new(sampling), RejectLog::default());
        Mutex::new(Found { pool, rejects, facts: BTreeMap::new(), excluded: BTreeMap::new() })
    }

    /// Moves the counts of a source into its account.
    fn close(&mut self, account: &mut SourceReport) {
        account.facts = std::mem::take(&mut self.facts).into_iter().map(|(t, n)| (t.to_string(), n)).collect();
        account.excluded = std::mem::take(&mut self.excluded);
    }

    fn into_gathered(self, mut report: PlanReport) -> Gathered {
        report.candidates = self.pool.seen.iter().map(|((t, k), n)| (format!("{t}.{k}"), *n)).collect();
        Gathered { pool: self.pool, report, rejects: self.rejects }
    }
}

/// Where a thread died, what it had put in is whole: it holds the lock for nothing that can fail.
fn locked(found: &Mutex<Found>) -> MutexGuard<'_, Found> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs pass 1.
pub fn gather(
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    sampling: Sampling,
    without: Without,
    progress: Progress,
) -> Result<Gathered> {
    let deriver = Deriver { config, resources, judges, sampling, without };
    let mut sources: Vec<&SourceConfig> = config.sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let mut found = Found::new(sampling);
    let mut report = PlanReport::default();
    let mut scenes_so_far = 0;
    for source in sources {
        let mut account = SourceReport::default();
        read(source, |scenes, rejects| {
            account.rejected_rows += rejects.len() as u64;
            account.scenes += scenes.len() as u64;
            rejects.into_iter().for_each(|r| locked(&found).rejects.add(r));
            scenes_so_far += scenes.len() as u64;
            scenes.into_par_iter().for_each(|scene| deriver.derive(&scene, &found));
            progress(scenes_so_far);
            Ok(())
        })?;
        found.get_mut().unwrap_or_else(PoisonError::into_inner).close(&mut account);
        if account.scenes > 0 && account.excluded.values().sum::<u64>() == account.scenes {
            return Err(guard::nothing_left(&source.name, account.scenes, &account.excluded));
        }
        report.sources.insert(source.name.clone(), account);
    }
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner).into_gathered(report))
}

/// Pass 1 over scenes that are in memory already, by source name.
pub fn gather_scenes(
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    sampling: Sampling,
    sources: &BTreeMap<String, Vec<Scene>>,
) -> Gathered {
    let without = Without { rejected: &Rejected::default(), guard: &Guard::default() };
    let deriver = Deriver { config, resources, judges, sampling, without };
    let found = Found::new(sampling);
    let mut report = PlanReport::default();
    for (name, scenes) in sources {
        scenes.par_iter().for_each(|scene| deriver.derive(scene, &found));
        let mut account = SourceReport { scenes: scenes.len() as u64, ..SourceReport::default() };
        locked(&found).close(&mut account);
        report.sources.insert(name.clone(), account);
    }
    found.into_inner().unwrap_or_else(PoisonError::into_inner).into_gathered(report)
}

impl Deriver<'_> {
    /// Facts and candidates of a scene.
    fn derive(&self, scene: &Scene, found: &Mutex<Found>) {
        if let Some(refused) = self.without.guard.meets(&scene.id, &scene.source, &scene.image) {
            let mut found = locked(found);
            *found.excluded.entry(refused.reason).or_default() += 1;
            found.rejects.add(Reject::new(scene.id.as_str(), refused.reason, refused.detail));
            return;
        }
        let (facts, counts, rejects) = self.facts(scene);
        let mut offers = Vec::new();
        for &target in TARGETS {
            let Some(judge) = self.judges.get(target.name()) else { continue };
            let own: Vec<Arc<Fact>> = facts.iter().filter(|f| f.target == target.name()).cloned().collect();
            offers.extend(candidate::offers(&own, self.sampling, &self.resources.templates, judge));
        }
        drop(facts);
        let mut found = locked(found);
        for (target, n) in counts {
            *found.facts.entry(target).or_default() += n;
        }
        rejects.into_iter().for_each(|reject| found.rejects.add(reject));
        found.pool.take(offers);
    }

    /// The facts of a scene that may be asked, how many there were by target, and what was dropped.
    fn facts(&self, scene: &Scene) -> (Vec<Arc<Fact>>, BTreeMap<&'static str, u64>, Vec<Reject>) {
        let cx = Context { lexicon: &self.resources.lexicon, limits: &self.resources.limits };
        let picture = target::picture(scene);
        let mut found = target::Found::default();
        for target in TARGETS {
            target.facts(scene, &picture, &cx, &mut found);
        }
        let target::Found { facts: all, mut rejects } = found;
        let (mut facts, mut counts) = (Vec::with_capacity(all.len()), BTreeMap::new());
        for mut fact in all {
            *counts.entry(fact.target).or_default() += 1;
            let name = |fact: &Fact| format!("{}#{}:{}", picture.scene, fact.target, fact.key);
            if fact.tier > self.config.min_gold {
                rejects.push(Reject::new(name(&fact), GOLD_TOO_WEAK, format!("{:?}", fact.tier)));
                continue;
            }
            if fact.form.is_some() && veto::in_stem(&fact, fact.gold, cx.lexicon) {
                rejects.push(Reject::new(name(&fact), GOLD_IN_STEM, cx.lexicon.term(fact.gold).name.clone()));
                fact.form = None;
            }
            let fact = Arc::new(fact);
            let barred = barred(&fact, self.without.rejected, &mut rejects);
            facts.push(if barred.is_empty() { fact } else { except(fact, barred) });
        }
        (facts, counts, rejects)
    }
}

/// The kinds in which people rejected the item that asks this fact.
fn barred(fact: &Arc<Fact>, rejected: &Rejected, rejects: &mut Vec<Reject>) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    if rejected.reasons.is_empty() {
        return kinds;
    }
    for kind in KINDS {
        let id = Candidate::new(0, Arc::clone(fact), *kind).item_id(kind.name());
        if let Some(reason) = rejected.reasons.get(&id) {
            rejects.push(Reject::new(id, BARRED, *reason));
            kinds.push(kind.name());
        }
    }
    kinds
}

/// The fact, not to be asked in these kinds.
fn except(fact: Arc<Fact>, kinds: Vec<&'static str>) -> Arc<Fact> {
    let mut fact = Arc::unwrap_or_clone(fact);
    fact.except_kinds.to_mut().extend(kinds);
    Arc::new(fact)
}

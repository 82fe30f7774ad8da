//! Pass 1: all sources in order of their names, scenes in chunks, facts and candidates on all threads.

use super::super::config::{RunConfig, SourceConfig};
use super::super::guard::Guard;
use super::super::review::rejected::Rejected;
use super::super::{guard, survey, vaults};
use super::rejects::RejectLog;
use super::report::{PlanReport, SourceReport};
use super::{Progress, Resources, Without};
use crate::distract::{Judge, veto};
use crate::error::Result;
use crate::kind::KINDS;
use crate::model::fact::Fact;
use crate::model::reject::{Reason, Reject};
use crate::model::scene::Scene;
use crate::select::candidate::{Candidate, Pool, Sampling};
use crate::source::Read;
use crate::target::{self, Context, Found, TARGETS};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

/// The candidate's gold rests on weaker ground than `--min-gold` asks for.
pub const GOLD_TOO_WEAK: Reason = "gold_too_weak";

/// The stem would say the gold ("the glass in the red box" is made of glass): asked with a neutral noun at most.
pub const GOLD_IN_STEM: Reason = "gold_in_stem";

/// People rejected the item (`--verdicts`): its candidate is not asked again.
pub const BARRED: Reason = "review_barred";

/// Scenes handed to the threads at once.
const CHUNK: usize = 512;
/// Chunks read ahead of the threads.
const AHEAD: usize = 2;

/// What pass 1 found.
pub struct Gathered {
    /// The kept candidates.
    pub pool: Pool,
    /// The account so far.
    pub report: PlanReport,
    /// What was dropped.
    pub rejects: RejectLog,
}

/// The part of one thread.
struct Part {
    pool: Pool,
    rejects: RejectLog,
    facts: BTreeMap<String, u64>,
    excluded: BTreeMap<Reason, u64>,
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
    let mut sources: Vec<&SourceConfig> = config.sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let mut all = Gathered { pool: Pool::new(sampling), report: PlanReport::default(), rejects: RejectLog::default() };
    let mut scenes_so_far = 0;
    for source in sources {
        let mut account = SourceReport::default();
        read(source, |scenes, rejects| {
            account.rejected_rows += rejects.len() as u64;
            rejects.into_iter().for_each(|r| all.rejects.add(r));
            all.take(&mut account, &scenes, |s| derive(s, config, resources, judges, sampling, without));
            scenes_so_far += scenes.len() as u64;
            progress(scenes_so_far);
            Ok(())
        })?;
        if account.scenes > 0 && account.excluded.values().sum::<u64>() == account.scenes {
            return Err(guard::nothing_left(&source.name, account.scenes, &account.excluded));
        }
        all.report.sources.insert(source.name.clone(), account);
    }
    Ok(all.counted())
}

/// Pass 1 over scenes that are in memory already, by source name.
pub fn gather_scenes(
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    sampling: Sampling,
    sources: &BTreeMap<String, Vec<Scene>>,
) -> Gathered {
    let mut all = Gathered { pool: Pool::new(sampling), report: PlanReport::default(), rejects: RejectLog::default() };
    let without = Without { rejected: &Rejected::default(), guard: &Guard::default() };
    for (name, scenes) in sources {
        let mut account = SourceReport::default();
        for chunk in scenes.chunks(CHUNK) {
            all.take(&mut account, chunk, |s| derive(s, config, resources, judges, sampling, without));
        }
        all.report.sources.insert(name.clone(), account);
    }
    all.counted()
}

impl Gathered {
    fn take(&mut self, account: &mut SourceReport, scenes: &[Scene], derive: impl FnOnce(&[Scene]) -> Part) {
        let part = derive(scenes);
        account.scenes += scenes.len() as u64;
        self.pool.merge(part.pool);
        self.rejects.merge(part.rejects);
        for (target, n) in part.facts {
            *account.facts.entry(target).or_default() += n;
        }
        for (reason, n) in part.excluded {
            *account.excluded.entry(reason).or_default() += n;
        }
    }

    fn counted(mut self) -> Self {
        self.report.candidates = self.pool.seen.iter().map(|((t, k), n)| (format!("{t}.{k}"), *n)).collect();
        self
    }
}

/// Reads a source on a thread of its own, chunk by chunk, in file order.
///
/// # Errors
/// When it cannot be read or is not of its format, and those of `use_chunk`.
pub fn read(source: &SourceConfig, mut use_chunk: impl FnMut(Vec<Scene>, Vec<Reject>) -> Result<()>) -> Result<()> {
    let stream = vaults::reader(source)?.open(vaults::vault(source)?, &source.options)?;
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Result<(Vec<Scene>, Vec<Reject>)>>(AHEAD);
        scope.spawn(move || {
            let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
            for read in stream {
                match read {
                    Ok(Read::Scene(scene)) => scenes.push(survey::renamed(*scene, &source.name)),
                    Ok(Read::Reject(reject)) => rejects.push(reject),
                    Err(e) => {
                        let _ = send.send(Err(e));
                        return;
                    }
                }
                let full = scenes.len() >= CHUNK || rejects.len() >= 16 * CHUNK;
                if full && send.send(Ok((std::mem::take(&mut scenes), std::mem::take(&mut rejects)))).is_err() {
                    return;
                }
            }
            let _ = send.send(Ok((scenes, rejects)));
        });
        for chunk in receive {
            let (scenes, rejects) = chunk?;
            use_chunk(scenes, rejects)?;
        }
        Ok(())
    })
}

/// Facts and candidates of a chunk of scenes.
fn derive(
    scenes: &[Scene],
    config: &RunConfig,
    resources: &Resources,
    judges: &BTreeMap<&'static str, Judge>,
    sampling: Sampling,
    without: Without,
) -> Part {
    let empty = || Part {
        pool: Pool::new(sampling),
        rejects: RejectLog::default(),
        facts: BTreeMap::new(),
        excluded: BTreeMap::new(),
    };
    let cx = Context { lexicon: &resources.lexicon, limits: &resources.limits };
    scenes
        .par_iter()
        .fold(empty, |mut part, scene| {
            if let Some(refused) = without.guard.meets(&scene.id, &scene.source, &scene.image) {
                *part.excluded.entry(refused.reason).or_default() += 1;
                part.rejects.add(Reject::new(scene.id.as_str(), refused.reason, refused.detail));
                return part;
            }
            let facts = facts_of(scene, &cx, config, without.rejected, &mut part);
            for &target in TARGETS {
                let Some(judge) = judges.get(target.name()) else { continue };
                let own: Vec<Arc<Fact>> = facts.iter().filter(|f| f.target == target.name()).cloned().collect();
                part.pool.offer(&own, &resources.templates, judge);
            }
            part
        })
        .reduce(empty, |mut a, b| {
            a.pool.merge(b.pool);
            a.rejects.merge(b.rejects);
            for (target, n) in b.facts {
                *a.facts.entry(target).or_default() += n;
            }
            for (reason, n) in b.excluded {
                *a.excluded.entry(reason).or_default() += n;
            }
            a
        })
}

fn facts_of(scene: &Scene, cx: &Context, config: &RunConfig, rejected: &Rejected, part: &mut Part) -> Vec<Arc<Fact>> {
    let picture = target::picture(scene);
    let mut found = Found::default();
    for target in TARGETS {
        target.facts(scene, &picture, cx, &mut found);
    }
    found.rejects.into_iter().for_each(|r| part.rejects.add(r));
    let mut facts = Vec::with_capacity(found.facts.len());
    for mut fact in found.facts {
        *part.facts.entry(fact.target.to_string()).or_default() += 1;
        if fact.tier > config.min_gold {
            let candidate = format!("{}#{}:{}", picture.scene, fact.target, fact.key);
            part.rejects.add(Reject::new(candidate, GOLD_TOO_WEAK, format!("{:?}", fact.tier)));
            continue;
        }
        if fact.form.is_some() && veto::in_stem(&fact, fact.gold, cx.lexicon) {
            let candidate = format!("{}#{}:{}", picture.scene, fact.target, fact.key);
            part.rejects.add(Reject::new(candidate, GOLD_IN_STEM, cx.lexicon.term(fact.gold).name.clone()));
            fact.form = None;
        }
        let fact = Arc::new(fact);
        let barred = barred(&fact, rejected, &mut part.rejects);
        facts.push(if barred.is_empty() { fact } else { except(fact, barred) });
    }
    facts
}

/// The kinds in which people rejected the item that asks this fact.
fn barred(fact: &Arc<Fact>, rejected: &Rejected, rejects: &mut RejectLog) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    if rejected.reasons.is_empty() {
        return kinds;
    }
    for kind in KINDS {
        let id = Candidate::new(0, Arc::clone(fact), *kind).item_id(kind.name());
        if let Some(reason) = rejected.reasons.get(&id) {
            rejects.add(Reject::new(id, BARRED, *reason));
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

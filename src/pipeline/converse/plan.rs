//! What each scene is asked for, written into the work folder bucket by bucket: with it, a bucket can be made without
//! its sources, and made again after a kill.

use super::Corpus;
use super::allot::{Division, Offer, Ranks};
use super::survey::{self, EXHAUSTED, Survey};
use super::text::Order;
use crate::converse::{Form, Vocabulary};
use crate::error::{Error, Place, Result};
use crate::model::reject::Reject;
use crate::model::scene::Scene;
use crate::model::term::Domain;
use crate::pipeline::build::rows::{BUCKETS, bucket_of};
use crate::pipeline::files::{self, WORK};
use crate::pipeline::guard::nothing_left;
use crate::pipeline::plan::read;
use crate::target;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A scene and what it is asked for: one line of a bucket's plan.
#[derive(Serialize, Deserialize)]
pub struct Task {
    /// What it is asked for.
    #[serde(flatten)]
    pub order: Order,
    /// The scene.
    pub scene: Scene,
}

/// Division of a form, for the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Dialogues asked for.
    pub wanted: u64,
    /// Dialogues that the sources can give, at most `wanted`.
    pub planned: u64,
    /// Scenes that can give any.
    pub scenes: u64,
}

/// The account of the plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// By form.
    pub forms: BTreeMap<String, Planned>,
    /// Facts by target.
    pub facts: BTreeMap<String, u64>,
    /// Scenes read, by source.
    pub scenes: BTreeMap<String, u64>,
    /// Drops by reason.
    pub rejects: BTreeMap<String, u64>,
}

#[derive(Serialize, Deserialize)]
struct PlanFile {
    account: Account,
    /// Context, then term names with counts.
    vocabulary: Vec<(String, Vec<(String, u32)>)>,
}

/// The division of a run's dialogues over its scenes.
pub struct Divided {
    divisions: [Division; 3],
    ranks: Ranks,
}

impl Divided {
    /// Divides by what pass 1 found, and counts what is missing.
    pub fn of(survey: &mut Survey, corpus: &Corpus) -> Self {
        let wanted = corpus.settings.mix.counts(corpus.settings.n);
        let mut divisions = [Division::default(); 3];
        for (form, (division, wanted)) in Form::ALL.into_iter().zip(divisions.iter_mut().zip(wanted)) {
            *division = Division::of(&survey.offers, form.index(), wanted);
            let missing = wanted - division.given;
            if missing > 0 {
                let detail = format!("{wanted} asked for, material for {}", division.given);
                survey.rejects.add(Reject::new(form.name(), EXHAUSTED, detail));
            }
        }
        let missing: u64 = divisions.iter().map(|d| d.wanted - d.given).sum();
        if missing > 0 {
            survey.rejects.account(EXHAUSTED, missing);
        }
        Divided { divisions, ranks: Ranks::of(&survey.offers, Form::FactCheck.index()) }
    }

    /// What a scene is asked for.
    pub fn order(&self, offer: &Offer) -> Order {
        let mut counts = [0; 3];
        for ((form, count), division) in Form::ALL.into_iter().zip(&mut counts).zip(&self.divisions) {
            *count = division.share(offer, form.index());
        }
        Order { counts, verdict: self.ranks.is_even(offer, Form::FactCheck.index()) }
    }

    /// The division by form.
    pub fn planned(&self) -> impl Iterator<Item = (&'static str, Planned)> + '_ {
        let planned = |d: &Division| Planned { wanted: d.wanted, planned: d.given, scenes: d.scenes };
        Form::ALL.into_iter().zip(&self.divisions).map(move |(f, d)| (f.name(), planned(d)))
    }

    fn account(&self, survey: &Survey) -> Account {
        Account {
            forms: self.planned().map(|(f, p)| (f.to_owned(), p)).collect(),
            facts: survey.facts.iter().map(|(t, n)| ((*t).to_owned(), *n)).collect(),
            scenes: survey.sources.iter().map(|(s, (n, _))| (s.clone(), *n)).collect(),
            rejects: survey.rejects.counts().into_iter().map(|(r, n)| (r.to_owned(), n)).collect(),
        }
    }
}

fn folder(out: &Path) -> PathBuf {
    out.join(WORK).join("plan")
}

/// The plan of a bucket.
pub fn bucket_file(out: &Path, bucket: usize) -> PathBuf {
    folder(out).join(format!("{bucket:02}.jsonl"))
}

/// Whether a plan is there, whole.
pub fn exists(out: &Path) -> bool {
    folder(out).join("plan.json").exists()
}

/// Makes the plan: two passes over the sources.
///
/// # Errors
/// When a source cannot be read or holds nothing but excluded pictures, or the folder cannot be written.
pub fn make(corpus: &Corpus) -> Result<()> {
    let mut sources: Vec<_> = corpus.config.sources.iter().collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let mut all = Survey::default();
    for source in &sources {
        let mut own = Survey::default();
        read(source, |scenes, rejects| {
            rejects.into_iter().for_each(|r| own.rejects.add(r));
            let found = survey::survey(&scenes, corpus);
            own = std::mem::take(&mut own).merge(found);
            (corpus.progress)(super::Progress::Read(scenes.len() as u64));
            Ok(())
        })?;
        let left = own.sources.get(&source.name).filter(|(n, left)| *n > 0 && *n == left.values().sum::<u64>());
        if let Some((n, left)) = left {
            return Err(nothing_left(&source.name, *n, left));
        }
        all = all.merge(own);
    }
    let divided = Divided::of(&mut all, corpus);
    let part = folder(corpus.out()).with_extension("part");
    files::remove(&part)?;
    fs::create_dir_all(&part).map_err(|e| Error::io(&part, "create", e))?;
    let mut buckets = (0..BUCKETS)
        .map(|b| {
            let path = part.join(format!("{b:02}.jsonl"));
            let file = File::create(&path).map_err(|e| Error::io(&path, "create", e))?;
            Ok(BufWriter::with_capacity(1 << 15, file))
        })
        .collect::<Result<Vec<_>>>()?;
    let offers: rustc_hash::FxHashMap<u128, Offer> = all.offers.iter().map(|o| (o.priority, *o)).collect();
    for source in &sources {
        read(source, |scenes, _| {
            for scene in scenes {
                let Some(offer) = offers.get(&survey::priority(corpus.config.seed, &scene.id)) else { continue };
                let order = divided.order(offer);
                let Some(file) = buckets.get_mut(bucket_of(&scene.id)).filter(|_| order.counts != [0; 3]) else {
                    continue;
                };
                let fail = |e| Error::io(&part, "write", e);
                serde_json::to_writer(&mut *file, &Task { order, scene }).map_err(|e| fail(e.into()))?;
                file.write_all(b"\n").map_err(fail)?;
            }
            Ok(())
        })?;
    }
    for mut file in buckets {
        file.flush().map_err(|e| Error::io(&part, "write", e))?;
    }
    let account = divided.account(&all);
    let vocabulary = all.vocabulary.rows(&corpus.resources.lexicon);
    let vocabulary = vocabulary
        .map(|(context, terms)| (context.to_owned(), terms.into_iter().map(|(t, n)| (t.to_owned(), n)).collect()))
        .collect();
    files::write_whole(&part.join("rejects.jsonl"), |w| {
        for reject in all.rejects.into_sorted() {
            serde_json::to_writer(&mut *w, &reject)?;
            w.write_all(b"\n")?;
        }
        Ok(())
    })?;
    files::write_whole(&part.join("plan.json"), |w| {
        serde_json::to_writer(&mut *w, &PlanFile { account, vocabulary }).map_err(std::io::Error::from)
    })?;
    files::remove(&folder(corpus.out()))?;
    fs::rename(&part, folder(corpus.out())).map_err(|e| Error::io(folder(corpus.out()), "rename to", e))
}

/// The account and the vocabulary of a plan.
///
/// # Errors
/// When it is not there or not whole.
pub fn load(corpus: &Corpus) -> Result<(Account, Vocabulary)> {
    let path = folder(corpus.out()).join("plan.json");
    let text = fs::read(&path).map_err(|e| Error::io(&path, "read", e))?;
    let plan: PlanFile = serde_json::from_slice(&text).map_err(|e| {
        let place = Place::file(path.display().to_string());
        Error::data(place, e.to_string(), format!("remove the folder {WORK} and run again"))
    })?;
    let mut vocabulary = Vocabulary::default();
    for (context, terms) in &plan.vocabulary {
        // A context begins with its target, and a target has its domain.
        let domain = context.split('|').next().and_then(target::find).map_or(Domain::Entity, |t| t.domain());
        for (term, n) in terms {
            if let Some(term) = corpus.resources.lexicon.lookup(domain, term) {
                vocabulary.restore(context, term, *n);
            }
        }
    }
    Ok((plan.account, vocabulary))
}

/// The planner's drops.
pub fn rejects_file(out: &Path) -> PathBuf {
    folder(out).join("rejects.jsonl")
}

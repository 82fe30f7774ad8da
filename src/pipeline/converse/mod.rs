//! The tuning corpus: plan (what each scene is asked for), buckets (text and pictures), assembly.
//!
//! As in `generate`, the work is divided into fixed buckets by picture, each made whole or not at all, so that any
//! number of threads or shards and any number of kills give the same bytes.

mod allot;
mod assemble;
mod bucket;
mod card;
mod describe;
mod formats;
mod gallery;
mod pictures;
mod plan;
pub mod report;
mod reword;
mod run;
pub mod settings;
mod survey;
mod text;

pub use describe::{Description, Use};
pub use plan::{Account, Planned};
pub use reword::{Reworded, Rewording};
pub use run::{CorpusReport, CorpusRun};
pub use settings::Settings;

use super::build::Shard;
use super::build::rows::BUCKETS;
use super::config::{RunConfig, SourceConfig};
use super::files::{self, Lock, WORK};
use super::guard::Guard;
use super::inputs::hash_inputs;
use super::pictures::Pictures;
use super::plan::Resources;
use super::rephrase::{self, Estimate};
use super::run::{FileHash, RUN_FILE, ResourceHashes};
use super::{generate, vaults};
use crate::audit::leak::Part;
use crate::converse::pools::Pools;
use crate::converse::{Stock, Vocabulary};
use crate::error::Result;
use crate::model::dialogue::Dialogue;
use crate::model::scene::Scene;
use crate::source::manifest::Manifest;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The corpus's file.
pub const DIALOGUES: &str = "dialogues.jsonl";

/// What was just done, for a progress bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// So many scenes were read.
    Read(u64),
    /// So many dialogues were made.
    Made(u64),
    /// So far rewording has come.
    Reworded(Now),
}

/// How far rewording has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Now {
    /// Dialogues handed on.
    pub dialogues: u64,
    /// Their turns.
    pub turns: u64,
    /// Turns that read as the model wrote them.
    pub kept: u64,
    /// Requests sent.
    pub requests: u64,
    /// Replies found in the journal.
    pub known: u64,
    /// Tokens sent and generated.
    pub tokens: u64,
    /// Money, where prices are given.
    pub cost: f64,
    /// The budget is spent.
    pub stopped: bool,
}

impl Now {
    /// As a sentence.
    pub fn text(&self) -> String {
        let Now { turns, kept, requests, known, tokens, cost, .. } = self;
        let cost = if *cost > 0.0 { format!(", {cost:.2} spent") } else { String::new() };
        let stopped = if self.stopped { "; the budget is spent" } else { "" };
        format!(
            "rephrased: {kept} of {turns} turns, {requests} requests, {known} replies from the journal, {tokens} tokens{cost}{stopped}"
        )
    }
}

/// Everything that a run needs.
pub struct Corpus<'a> {
    config: &'a RunConfig,
    settings: &'a Settings,
    resources: &'a Resources,
    pools: Pools,
    guard: Guard,
    pictures: &'a Pictures,
    manifests: Vec<(String, Manifest)>,
    hashes: ResourceHashes,
    inputs: Vec<FileHash>,
    fingerprint: String,
    progress: &'a (dyn Fn(Progress) + Sync),
}

/// How a run ended.
#[derive(Debug)]
pub enum Outcome {
    /// The corpus is complete.
    Complete(Box<CorpusRun>),
    /// Nothing was asked: what rewording would ask and cost.
    Estimated(Box<Estimate>),
    /// Other shards still have buckets to make.
    Waiting {
        /// Finished buckets.
        done: usize,
        /// Of so many.
        of: usize,
    },
}

/// Makes a corpus in `config.out`, or completes one that is begun there.
///
/// # Errors
/// When a source cannot be read or holds nothing but excluded pictures, or OUT holds other things or cannot be written.
pub fn run(
    config: &RunConfig,
    settings: &Settings,
    resources: &Resources,
    shard: Shard,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Outcome> {
    files::open(&config.out)?;
    let earlier = CorpusRun::read(&config.out)?;
    let pictures = vaults::pictures(config)?;
    let inputs = hash_inputs(config)?;
    let corpus = Corpus::new(config, settings, resources, &pictures, inputs, progress)?;
    if let Some(run) = corpus.finished(earlier) {
        return Ok(Outcome::Complete(Box::new(run)));
    }
    corpus.make(shard)
}

impl<'a> Corpus<'a> {
    fn new(
        config: &'a RunConfig,
        settings: &'a Settings,
        resources: &'a Resources,
        pictures: &'a Pictures,
        inputs: Vec<FileHash>,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Result<Self> {
        let named = |s: &SourceConfig| Ok((s.name.clone(), vaults::manifest(s)?));
        let mut manifests = config.sources.iter().map(named).collect::<Result<Vec<_>>>()?;
        manifests.sort_by(|a, b| a.0.cmp(&b.0));
        let mut corpus = Corpus {
            config,
            settings,
            resources,
            pools: Pools::load(config.templates.as_deref())?,
            guard: Guard::read(config, Part::Tuning, resources)?,
            pictures,
            manifests,
            hashes: generate::hash_resources(config, resources)?,
            inputs,
            fingerprint: String::new(),
            progress,
        };
        corpus.fingerprint = corpus.print();
        Ok(corpus)
    }

    fn out(&self) -> &Path {
        &self.config.out
    }

    fn stock<'s>(&'s self, vocabulary: &'s Vocabulary) -> Stock<'s> {
        Stock { lexicon: &self.resources.lexicon, pools: &self.pools, vocabulary, seed: self.config.seed }
    }

    /// The settings that decide the content.
    fn arguments(&self) -> serde_json::Value {
        let all = self.config.settings();
        let mut kept = serde_json::Map::new();
        for key in ["seed", "sources", "min_gold", "limits", "draw"] {
            kept.insert(key.to_owned(), all.get(key).cloned().unwrap_or_default());
        }
        kept.insert("n".to_owned(), self.settings.n.into());
        kept.insert("mix".to_owned(), serde_json::json!(self.settings.mix));
        kept.insert("formats".to_owned(), serde_json::json!(self.settings.formats));
        if let Some(rewording) = &self.settings.rephrase {
            kept.insert("rephrase".to_owned(), rewording.arguments());
        }
        kept.into()
    }

    /// What decides every byte.
    fn print(&self) -> String {
        let value = serde_json::json!([
            env!("CARGO_PKG_VERSION"),
            crate::draw::codec::JPEG_ENCODER,
            self.arguments(),
            self.hashes,
            self.pools.hash(),
            self.guard.hash,
            self.inputs,
        ]);
        blake3::hash(value.to_string().as_bytes()).to_hex()[..32].to_string()
    }

    fn finished(&self, run: Option<CorpusRun>) -> Option<CorpusRun> {
        run.filter(|r| {
            r.fingerprint == self.fingerprint
                && self.out().join(DIALOGUES).exists()
                && !self.out().join(WORK).join("plan").exists()
                && rephrase::left(&r.corpus.description.rephrased) == 0
        })
    }

    fn make(&self, shard: Shard) -> Result<Outcome> {
        {
            let _lock = Lock::wait(self.out())?;
            if let Some(run) = self.finished(CorpusRun::read(self.out())?) {
                files::remove(&self.out().join(WORK))?;
                return Ok(Outcome::Complete(Box::new(run)));
            }
            self.prepare()?;
            if !plan::exists(self.out()) {
                plan::make(self)?;
            }
        }
        let (account, vocabulary) = plan::load(self)?;
        if !assemble::begun(self.out()) {
            let mine: Vec<usize> = (0..BUCKETS).filter(|b| b % shard.count == shard.index).collect();
            mine.par_iter().try_for_each(|&bucket| match bucket::intact(self.out(), bucket) {
                true => Ok(()),
                false => bucket::build(self, &vocabulary, bucket),
            })?;
        }
        let _lock = Lock::wait(self.out())?;
        if let Some(run) = self.finished(CorpusRun::read(self.out())?) {
            files::remove(&self.out().join(WORK))?;
            return Ok(Outcome::Complete(Box::new(run)));
        }
        let done = (0..BUCKETS).filter(|&b| bucket::done(self.out(), b).is_some()).count();
        if done < BUCKETS {
            return Ok(Outcome::Waiting { done, of: BUCKETS });
        }
        if let Some(rewording) = &self.settings.rephrase {
            if rewording.dry_run {
                return Ok(Outcome::Estimated(Box::new(reword::estimate(self, rewording)?)));
            }
            reword::reword(self, rewording)?;
        }
        Ok(Outcome::Complete(Box::new(assemble::assemble(self, account)?)))
    }

    /// Makes OUT ready for this fingerprint: what another run left is removed.
    fn prepare(&self) -> Result<()> {
        let work = self.out().join(WORK);
        let mark = work.join("fingerprint");
        if fs::read_to_string(&mark).is_ok_and(|text| text == self.fingerprint) {
            return Ok(());
        }
        for bucket in 0..BUCKETS {
            files::remove(&bucket::folder(self.out(), bucket))?;
        }
        for name in ["plan", "plan.part", assemble::BEGUN] {
            files::remove(&work.join(name))?;
        }
        self.remove_corpus()?;
        files::write(&mark, self.fingerprint.as_bytes())
    }

    /// Removes an earlier corpus: the pictures that its dialogues name, and only those, then the files.
    fn remove_corpus(&self) -> Result<()> {
        if let Ok(file) = fs::File::open(self.out().join(DIALOGUES)) {
            let lines = BufReader::new(file).lines().map_while(|line| line.ok());
            for dialogue in lines.filter_map(|line| serde_json::from_str::<Dialogue>(&line).ok()) {
                if let Some(name) = dialogue.image.strip_prefix("images/")
                    && !name.contains(['/', '\\'])
                    && !name.starts_with('.')
                {
                    files::remove(&self.out().join("images").join(name))?;
                }
            }
        }
        let exports = settings::FileFormat::ALL.iter().map(|(_, f)| f.file());
        let own = [RUN_FILE, DIALOGUES, "LICENSES.csv", "README.md", "index.html", "rejects.jsonl", formats::INFO];
        own.into_iter().chain(exports).try_for_each(|name| files::remove(&self.out().join(name)))
    }
}

/// What a corpus from scenes in memory holds.
#[derive(Debug, Default)]
pub struct InMemory {
    /// Dialogues written.
    pub dialogues: u64,
    /// Bytes of their JSON lines.
    pub bytes: u64,
    /// Drops by reason, after the plan.
    pub rejects: BTreeMap<String, u64>,
    /// Division of the forms.
    pub forms: BTreeMap<&'static str, Planned>,
}

/// The text of a corpus from scenes in memory, without pictures: every dialogue as JSON into `sink`, scene by scene.
///
/// # Errors
/// When the wordings cannot be loaded.
pub fn from_scenes(
    config: &RunConfig,
    settings: &Settings,
    resources: &Resources,
    scenes: &[Scene],
    sink: &(dyn Fn(&Dialogue, &[u8]) + Sync),
) -> Result<InMemory> {
    let pictures = Pictures::default();
    let corpus = Corpus::new(config, settings, resources, &pictures, Vec::new(), &|_| ())?;
    let mut survey = survey::survey(scenes, &corpus);
    let divided = plan::Divided::of(&mut survey, &corpus);
    let offers: rustc_hash::FxHashMap<u128, allot::Offer> = survey.offers.iter().map(|o| (o.priority, *o)).collect();
    let stock = corpus.stock(&survey.vocabulary);
    let mut out = scenes
        .par_iter()
        .fold(InMemory::default, |mut all, scene| {
            let Some(offer) = offers.get(&survey::priority(config.seed, &scene.id)) else { return all };
            let mut rejects = Vec::new();
            for one in text::write(scene, &divided.order(offer), &corpus, &stock, &mut rejects) {
                if let Ok(line) = serde_json::to_vec(&one.dialogue) {
                    all.dialogues += 1;
                    all.bytes += line.len() as u64 + 1;
                    sink(&one.dialogue, &line);
                }
            }
            for reject in rejects {
                *all.rejects.entry(reject.reason.to_owned()).or_default() += 1;
            }
            all
        })
        .reduce(InMemory::default, |mut a, b| {
            a.dialogues += b.dialogues;
            a.bytes += b.bytes;
            b.rejects.into_iter().for_each(|(r, n)| *a.rejects.entry(r).or_default() += n);
            a
        });
    out.forms = divided.planned().collect();
    Ok(out)
}

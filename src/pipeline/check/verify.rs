//! Items against the annotations that they were made from (`--sources`): scenes are streamed once, the facts of those
//! that the set asks about are derived anew, and nothing but what the checks need later is kept.

use super::load::{Origin, Set};
use crate::audit::blind::oracle::Present;
use crate::audit::finding::{Finding, Verdict};
use crate::audit::verify::fact::{self, Contexts, Words};
use crate::audit::verify::{Fault, group, record};
use crate::error::Result;
use crate::model::fact::Picture;
use crate::model::item::McqItem;
use crate::model::plan::Level;
use crate::model::scene::Scene;
use crate::pipeline::build::realise::file_stem;
use crate::pipeline::config::RunConfig;
use crate::pipeline::plan::Resources;
use crate::pipeline::{generate, survey};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Scenes derived at once.
const CHUNK: usize = 256;

/// What the sources told.
#[derive(Default)]
pub struct Verified {
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
    /// The pictures of the set's scenes.
    pub pictures: BTreeMap<String, Arc<Picture>>,
    /// Everything that the annotation says is in them.
    pub present: Present,
}

/// What one scene gave.
struct Seen {
    picture: Arc<Picture>,
    present: Vec<(String, String)>,
    faults: Vec<Fault>,
    contexts: Vec<(usize, Contexts)>,
}

/// What items say of themselves and of their groups and copies; no source is needed.
pub fn inner(set: &Set) -> Vec<Fault> {
    let mut faults: Vec<Fault> = set.items.par_iter().flat_map_iter(record::record).collect();
    faults.extend(group::groups(&set.items));
    if set.origin == Origin::Built {
        faults.par_extend(set.items.par_iter().filter_map(|i| picture(set, i)));
    }
    if let Some(run) = &set.run {
        for item in &set.items {
            let mut other = |field, found: String, expected: String| {
                if found != expected {
                    let what = format!("it is {found}, run.json has {expected}");
                    faults.push(Fault { id: item.id.clone(), field, what });
                }
            };
            other("provenance.seed", item.provenance.seed.to_string(), run.seed.to_string());
            other("provenance.resources", item.provenance.resources.clone(), run.resources.all.clone());
        }
    }
    faults
}

/// A picture that is not there, or of another scene than the item's.
fn picture(set: &Set, item: &McqItem) -> Option<Fault> {
    let fault = |what: String| Some(Fault { id: item.id.clone(), field: "image", what });
    let stem = Path::new(&item.image).file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let expected = file_stem(&item.provenance.scene);
    if item.boxes.is_empty() && stem != expected {
        return fault(format!("it is `{}`, where `images/{expected}` follows", item.image));
    }
    (!set.folder.join(&item.image).is_file()).then(|| fault(format!("there is no file `{}`", item.image)))?
}

/// Whether the files are those that `run.json` speaks of.
pub fn files(set: &Set) -> Finding {
    let Some(run) = &set.run else { return Finding::skipped("content_hash", "there is no run.json") };
    let Some(build) = run.build.as_ref().filter(|_| set.origin == Origin::Built) else {
        return Finding::skipped("content_hash", "the set is planned, not built");
    };
    let differs = (build.blake3 != set.blake3)
        .then(|| format!("items.jsonl has the hash {}, run.json has {}", short(&set.blake3), short(&build.blake3)));
    Finding::of(
        "content_hash",
        Verdict::Fail,
        differs.into_iter().collect(),
        "items.jsonl has the hash that run.json names",
        "the file was changed after it was built: build again, or compare with `groundline diff`",
    )
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// Derives every item anew.
///
/// # Errors
/// When a source cannot be read.
pub fn against_sources(set: &Set, config: &RunConfig, resources: &Resources) -> Result<Verified> {
    let mut out = Verified::default();
    let mut wanted: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, item) in set.items.iter().enumerate() {
        wanted.entry(&item.provenance.scene).or_default().push(at);
    }
    let by_id: BTreeMap<&str, &McqItem> = set.items.iter().map(|i| (i.id.as_str(), i)).collect();
    let words =
        Words { lexicon: &resources.lexicon, templates: &resources.templates, similarity: &*resources.similarity };
    let mut contexts: BTreeMap<usize, Contexts> = BTreeMap::new();
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut take = |scenes: &mut Vec<Scene>, out: &mut Verified| {
        let seen: Vec<Seen> = std::mem::take(scenes)
            .par_iter()
            .map(|s| {
                scene(s, wanted.get(s.id.as_str()).map_or(&[], Vec::as_slice), &set.items, &by_id, resources, &words)
            })
            .collect();
        for seen in seen {
            let id = seen.picture.scene.clone();
            for (target, term) in seen.present {
                out.present.add(&id, &target, &term);
            }
            out.faults.extend(seen.faults);
            contexts.extend(seen.contexts);
            found.insert(id.clone());
            out.pictures.insert(id, seen.picture);
        }
    };
    for source in &config.sources {
        let mut waiting = Vec::new();
        for scene in survey::scenes(source)? {
            let scene = scene?;
            if wanted.contains_key(scene.id.as_str()) {
                waiting.push(scene);
            }
            if waiting.len() >= CHUNK {
                take(&mut waiting, &mut out);
            }
        }
        take(&mut waiting, &mut out);
    }
    for (scene, items) in &wanted {
        if !found.contains(*scene) {
            for &at in items {
                if let Some(item) = set.items.get(at) {
                    let what = format!("no source has the scene `{scene}`");
                    out.faults.push(Fault { id: item.id.clone(), field: "provenance.scene", what });
                }
            }
        }
    }
    out.faults.extend(levels(&set.items, &contexts));
    let hash = generate::hash_resources(config, resources)?.all;
    if let Some(item) = set.items.iter().find(|i| i.provenance.resources != hash) {
        let what =
            format!("it is {}, templates, thesaurus and manifests at hand have {hash}", item.provenance.resources);
        out.faults.push(Fault { id: item.id.clone(), field: "provenance.resources", what });
    }
    Ok(out)
}

fn scene(
    scene: &Scene,
    items: &[usize],
    all: &[McqItem],
    by_id: &BTreeMap<&str, &McqItem>,
    resources: &Resources,
    words: &Words,
) -> Seen {
    let facts = survey::facts(scene, resources);
    let mut seen =
        Seen { picture: crate::target::picture(scene), present: Vec::new(), faults: Vec::new(), contexts: Vec::new() };
    let name = |t| resources.lexicon.term(t).name.clone();
    for fact in &facts {
        for &term in fact.truth.iter().chain(&fact.visible).chain([&fact.gold]) {
            seen.present.push((fact.target.to_string(), name(term)));
        }
    }
    for &at in items {
        let Some(item) = all.get(at) else { continue };
        let p = &item.provenance;
        match facts.iter().find(|f| f.target == item.target && f.key == p.fact) {
            Some(fact) => {
                let of = p.variant.as_ref().and_then(|v| by_id.get(v.of.as_str()).copied());
                seen.faults.extend(fact::against(item, fact, of, words));
                if p.variant.is_none() {
                    seen.contexts.push((at, fact::contexts(fact)));
                }
            }
            None => seen.faults.push(Fault {
                id: item.id.clone(),
                field: "provenance.fact",
                what: format!("the annotation does not give the {} fact `{}`", item.target, p.fact),
            }),
        }
    }
    seen
}

/// Members of a group on the noun and pattern levels share their context.
fn levels(items: &[McqItem], contexts: &BTreeMap<usize, Contexts>) -> Vec<Fault> {
    let mut first: BTreeMap<&str, &Contexts> = BTreeMap::new();
    let mut out = Vec::new();
    for (at, own) in contexts {
        let Some(item) = items.get(*at) else { continue };
        let Some(group) = item.provenance.group.as_deref() else { continue };
        let theirs = *first.entry(group).or_insert(own);
        let same = match item.provenance.level {
            Level::Noun => own.noun == theirs.noun,
            Level::Pattern => own.pattern == theirs.pattern,
            _ => true,
        };
        if !same {
            let what = format!("group {group} does not share its {:?}", item.provenance.level);
            out.push(Fault { id: item.id.clone(), field: "provenance.level", what });
        }
    }
    out
}

/// Faults as one finding per field.
pub fn findings(prefix: &str, faults: &[Fault], what: &str) -> Vec<Finding> {
    let mut fields: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for f in faults {
        fields.entry(f.field).or_default().push(format!("{}: {}", f.id, f.what));
    }
    if fields.is_empty() {
        return vec![Finding::pass(prefix, what)];
    }
    fields
        .into_iter()
        .map(|(field, cases)| {
            let remedy = "the item was changed, or its sources, templates or thesaurus are not those it was made from";
            Finding::of(format!("{prefix}: {field}"), Verdict::Fail, cases, what, remedy)
        })
        .collect()
}

//! Plan and build into one folder, each only where it is not done yet.

use super::build::{Builder, Outcome, Shard};
use super::config::{RunConfig, SourceConfig};
use super::files::{self, Lock};
use super::guard::Guard;
use super::inputs::hash_inputs;
use super::plan::{self, Plan, Resources, Without};
use super::review::rejected::Rejected;
use super::run::{FileHash, ResourceHashes, RunFile};
use super::vaults;
use crate::error::{Error, Place, Result};
use crate::source;
use crate::target::TARGETS;

/// Plans a run without writing anything.
///
/// # Errors
/// As [`plan::plan`].
pub fn dry_run(
    config: &RunConfig,
    resources: &Resources,
    without: Without<'_>,
    progress: plan::Progress<'_>,
) -> Result<Plan> {
    plan::plan(config, resources, without, progress)
}

/// Plans into `config.out`, unless the plan there is of the same version, settings, resources and inputs, and without
/// the same items and pictures. Shards may do this at the same time: the first to finish writes.
///
/// # Errors
/// When a source cannot be read or holds nothing but pictures of other sets, or OUT holds other things or cannot be
/// written.
pub fn plan(
    config: &RunConfig,
    resources: &Resources,
    without: Without<'_>,
    progress: plan::Progress<'_>,
) -> Result<RunFile> {
    let out = &config.out;
    files::open(out)?;
    let inputs = hash_inputs(config)?;
    let hashes = hash_resources(config, resources)?;
    let arguments = arguments(config, without.guard);
    let fingerprint = fingerprint(&arguments, &hashes, &inputs, without.rejected)?;
    let current = |run: RunFile| (run.fingerprint == fingerprint && out.join(plan::PLAN_FILE).exists()).then_some(run);
    if let Some(run) = RunFile::read(out)?.and_then(current) {
        return Ok(run);
    }
    let made = plan::plan(config, resources, without, progress)?;
    let lock = Lock::wait(out)?;
    let run = match RunFile::read(out)?.and_then(current) {
        Some(run) => run,
        None => {
            // Until the new run.json is there, nothing in OUT claims to belong together.
            files::remove(&out.join(super::run::RUN_FILE))?;
            let rejects = plan::write(made, config, resources, out)?;
            files::write_whole(&out.join("rejects.jsonl"), |w| {
                for reject in &rejects {
                    serde_json::to_writer(&mut *w, reject)?;
                    w.write_all(b"\n")?;
                }
                Ok(())
            })?;
            let run = RunFile {
                version: env!("CARGO_PKG_VERSION").into(),
                seed: config.seed,
                arguments,
                resources: hashes,
                inputs,
                fingerprint,
                plan: account(config)?,
                build: None,
            };
            run.write(out)?;
            run
        }
    };
    files::close(out, lock);
    Ok(run)
}

/// The run that is planned in a folder.
///
/// # Errors
/// When there is none.
pub fn planned(out: &std::path::Path) -> Result<RunFile> {
    RunFile::read(out)?.ok_or_else(|| {
        Error::data(
            Place::file(out.join(super::run::RUN_FILE).display().to_string()),
            "there is no such file",
            "run `groundline plan` with the same --out first",
        )
    })
}

/// The key in `arguments` of the hash over pictures that a plan leaves out.
const EXCLUDED: &str = "excluded";

/// The settings that decide the content. Without exclusions they are those of plans that were made before there were
/// any.
fn arguments(config: &RunConfig, guard: &Guard) -> serde_json::Value {
    let mut all = config.settings();
    if let Some(map) = all.as_object_mut().filter(|_| !guard.hash.is_empty()) {
        map.insert(EXCLUDED.into(), guard.hash.as_str().into());
    }
    all
}

/// Refuses to build what was planned without, or with other, exclusions.
fn same_exclusions(config: &RunConfig, guard: &Guard) -> Result<()> {
    let planned = planned(&config.out)?;
    let hash = planned.arguments.get(EXCLUDED).and_then(serde_json::Value::as_str).unwrap_or_default();
    if hash == guard.hash {
        return Ok(());
    }
    Err(Error::data(
        Place::file(config.out.join(super::run::RUN_FILE).display().to_string()),
        "the plan leaves out other pictures than --exclude and --split do now",
        "give `build` what `plan` was given, or plan again",
    ))
}

/// Builds what is planned in `config.out`, without what people rejected.
///
/// # Errors
/// As [`Builder::run`]; and when the plan leaves out other pictures than `without` does.
pub fn build(
    config: &RunConfig,
    resources: &Resources,
    without: Without<'_>,
    shard: Shard,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Outcome> {
    same_exclusions(config, without.guard)?;
    let named = |s: &SourceConfig| Ok((s.name.clone(), vaults::manifest(s)?));
    let mut manifests = config.sources.iter().map(named).collect::<Result<Vec<_>>>()?;
    manifests.sort_by(|a, b| a.0.cmp(&b.0));
    let targets: Vec<&str> = TARGETS.iter().map(|t| t.name()).collect();
    Builder {
        out: &config.out,
        pictures: &vaults::pictures(config)?,
        render: &|row| {
            crate::kind::render(row, &resources.lexicon, &resources.templates).map(|r| (r.question, r.choices))
        },
        draw: config.draw,
        seed: config.seed,
        resources: hash_resources(config, resources)?.all,
        limit: config.limit,
        rejected: without.rejected,
        guard: without.guard,
        shard,
        manifests: &manifests,
        targets: &targets,
        progress,
    }
    .run()
}

/// The planner's account as it stands in OUT.
fn account(config: &RunConfig) -> Result<serde_json::Value> {
    let path = config.out.join(plan::REPORT_FILE);
    let text = std::fs::read(&path).map_err(|e| Error::io(&path, "read", e))?;
    let mut account: serde_json::Value = serde_json::from_slice(&text)
        .map_err(|e| Error::data(Place::file(path.display().to_string()), e.to_string(), "plan again"))?;
    if let Some(map) = account.as_object_mut() {
        // They stand in run.json itself.
        for key in ["version", "settings", "resources"] {
            map.shift_remove(key);
        }
    }
    Ok(account)
}

/// Hashes of everything embedded or overridden that decides a run's content.
pub(super) fn hash_resources(config: &RunConfig, resources: &Resources) -> Result<ResourceHashes> {
    let mut manifests = std::collections::BTreeMap::new();
    for config in &config.sources {
        if let Some(source) = source::find(&config.kind) {
            manifests.insert(config.kind.clone(), blake3::hash(source.manifest().as_bytes()).to_hex().to_string());
        }
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(resources.hash().as_bytes());
    for (kind, hash) in &manifests {
        hasher.update(kind.as_bytes());
        hasher.update(hash.as_bytes());
    }
    Ok(ResourceHashes {
        all: hasher.finalize().to_hex()[..32].to_string(),
        templates: resources.templates.hashes().each.clone(),
        thesaurus: resources.lexicon.hashes().each.clone(),
        manifests,
    })
}

fn fingerprint(
    arguments: &serde_json::Value,
    resources: &ResourceHashes,
    inputs: &[FileHash],
    rejected: &Rejected,
) -> Result<String> {
    let mut value = serde_json::json!([env!("CARGO_PKG_VERSION"), arguments, resources, inputs]);
    // Without verdicts the fingerprint is that of plans that were made before there were any.
    if let Some(parts) = value.as_array_mut().filter(|_| !rejected.reasons.is_empty()) {
        parts.push(serde_json::json!(rejected.reasons));
    }
    Ok(blake3::hash(value.to_string().as_bytes()).to_hex()[..32].to_string())
}

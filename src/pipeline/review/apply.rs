//! `apply-review`: a new set without what people rejected.
//!
//! An item goes with its whole exchange group, so that no rule on the options beats chance afterwards, and with the
//! copies that were made of it. What stays is byte for byte what it was.

use super::Notes;
use super::fix::{self, Unfit};
use super::rejected::{self, hash};
use crate::error::{Error, Place, Result};
use crate::model::item::{McqItem, shown_hash};
use crate::model::plan::letter;
use crate::model::reject::Reason;
use crate::model::settings::PictureFormat;
use crate::pipeline::build::assemble::REJECTS_FILE;
use crate::pipeline::config::{Draw, value::Quality};
use crate::pipeline::files;
use crate::pipeline::plan::{PLAN_FILE, REPORT_FILE};
use crate::pipeline::run::{Counts, RUN_FILE, Reviewed, RunFile};
use crate::pipeline::set_files::{About, ITEMS_FILE, SetFiles};
use crate::review::opinions::Opinions;
use crate::review::verdict::{Decision, GROUP};
use crate::source;
use crate::source::manifest::Manifest;
use crate::target::TARGETS;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// What is applied to what.
#[derive(Debug, Default)]
pub struct Options {
    /// The reviewed set.
    pub set: PathBuf,
    /// The new set's folder.
    pub out: PathBuf,
    /// Journals; without any, those in the set's folder.
    pub verdicts: Vec<PathBuf>,
    /// Set a wrong key right instead of dropping the item, where that breaks no exchange group.
    pub fix_keys: bool,
}

/// What became of the set.
#[derive(Debug)]
pub struct Applied {
    /// The new set's account.
    pub run: RunFile,
    /// Items of the old set, copies not counted.
    pub before: u64,
    /// Dropped items by reason.
    pub dropped: Counts,
    /// Verdicts that were not applied.
    pub notes: Notes,
}

/// What is done with items and groups.
#[derive(Default)]
struct Orders {
    drop: BTreeMap<String, Reason>,
    /// Text of the right option.
    fix: BTreeMap<String, String>,
    groups: BTreeSet<String>,
    decided: u64,
    notes: Notes,
}

/// Writes the new set.
///
/// # Errors
/// When the set was not built by groundline, there are no verdicts, or the new folder holds other things.
pub fn apply(options: &Options) -> Result<Applied> {
    let run = RunFile::read(&options.set)?.filter(|run| run.build.is_some()).ok_or_else(|| {
        let place = Place::file(options.set.join(RUN_FILE).display().to_string());
        Error::data(place, "it is not there or the set is not complete", "give a set that `groundline build` finished")
    })?;
    let files = if options.verdicts.is_empty() { vec![options.set.clone()] } else { options.verdicts.clone() };
    let opinions = Opinions::of_files(&files, "verify")?;
    if opinions.ledgers.iter().all(|l| l.ids().is_empty()) {
        let remedy = "review the set first, or name journals with --verdicts";
        return Err(Error::data(Place::file(options.set.display().to_string()), "there are no verdicts", remedy));
    }
    let orders = orders(options, &opinions)?;
    refuse_same(options)?;
    files::open(&options.out)?;
    files::remove(&options.out.join(RUN_FILE))?;
    let mut out = SetFiles::create(&options.out)?;
    let (mut dropped, mut lost, mut kept, mut fixed, mut before) = (Counts::new(), Vec::new(), BTreeSet::new(), 0, 0);
    each_item(&options.set, |line, item| {
        let original = item.provenance.variant.as_ref().map_or(&item.id, |v| &v.of).clone();
        let is_copy = item.provenance.variant.is_some();
        before += u64::from(!is_copy);
        let group = item.provenance.group.as_ref().filter(|g| orders.groups.contains(*g));
        if let Some(reason) = orders.drop.get(&original).copied().or(group.map(|_| GROUP)) {
            if !is_copy {
                *dropped.entry(reason.to_string()).or_default() += 1;
            }
            let detail = item.provenance.group.map(|g| format!("group {g}")).unwrap_or_default();
            lost.push(json!({"candidate": item.id, "reason": reason, "detail": detail}));
            return Ok(());
        }
        kept.insert(item.id.clone());
        match orders.fix.get(&original) {
            Some(right) => {
                fixed += u64::from(!is_copy);
                let mended = fix::key(item, right).map_err(|e| unfit(&original, &e))?;
                let line = serde_json::to_string(&mended).map_err(|e| {
                    Error::data(Place::record(ITEMS_FILE, &original), e.to_string(), "report this as a fault")
                })?;
                out.add(&line, mended)
            }
            None => out.add(line, item),
        }
    })?;
    for picture in &out.pictures {
        carry(&options.set, &options.out, picture)?;
    }
    copy_plan(options, &kept)?;
    copy_rejects(options, &lost)?;
    let reviewed = Reviewed { blake3: hash(&files)?, decided: orders.decided, dropped: dropped.values().sum(), fixed };
    let run = write(out, run, reviewed, options, &dropped)?;
    Ok(Applied { run, before, dropped, notes: orders.notes })
}

/// Decides every item by the verdicts on it as it is now.
fn orders(options: &Options, opinions: &Opinions) -> Result<Orders> {
    let mut hashes: BTreeMap<String, String> = BTreeMap::new();
    let mut items: BTreeMap<String, McqItem> = BTreeMap::new();
    let judged: BTreeSet<&str> = opinions.ledgers.iter().flat_map(|l| l.ids()).collect();
    each_item(&options.set, |_, item| {
        if judged.contains(item.id.as_str()) {
            let shown = [&item.id, &item.question].into_iter().chain(&item.choices).map(String::as_str);
            hashes.insert(item.id.clone(), shown_hash(shown));
            items.insert(item.id.clone(), item);
        }
        Ok(())
    })?;
    let all = opinions.by_field();
    let count = |odd: &dyn Fn(&str, &str) -> bool| {
        all.iter().map(|((id, _), o)| o.iter().filter(|o| odd(id, o.item)).count() as u64).sum::<u64>()
    };
    let mut out = Orders {
        notes: vec![
            ("verdicts on items that the set does not have".into(), count(&|id, _| !hashes.contains_key(id))),
            (
                "verdicts on another version of an item".into(),
                count(&|id, h| hashes.get(id).is_some_and(|own| own != h)),
            ),
        ],
        ..Orders::default()
    };
    let decided = rejected::decisions(opinions, &|id, h| hashes.get(id).is_some_and(|own| own == h))?;
    out.decided = decided.len() as u64;
    let mut unfixed = 0;
    for (id, decision) in decided {
        let (Decision::Drop { reason, right }, Some(item)) = (decision, items.get(&id)) else { continue };
        let right = right.filter(|_| options.fix_keys).and_then(|letter| choice(item, &letter));
        if let Some(right) = right {
            if fix::key(item.clone(), &right).is_ok() {
                out.fix.insert(id, right);
                continue;
            }
            unfixed += 1;
        }
        out.groups.extend(item.provenance.group.clone());
        out.drop.insert(id, reason);
    }
    out.notes.push(("wrong keys that could not be set right without breaking an exchange group".into(), unfixed));
    out.notes.retain(|(_, n)| *n > 0);
    Ok(out)
}

/// The text of the option with this letter.
fn choice(item: &McqItem, right: &str) -> Option<String> {
    let at = (0..item.choices.len().min(26)).find(|i| letter(*i as u8).to_string() == right)?;
    item.choices.get(at).cloned()
}

fn unfit(id: &str, why: &Unfit) -> Error {
    Error::data(Place::record(ITEMS_FILE, id), why.0, "apply the review without --fix-keys")
}

/// Passes every item of a set with its line.
fn each_item(set: &Path, mut each: impl FnMut(&str, McqItem) -> Result<()>) -> Result<()> {
    let path = set.join(ITEMS_FILE);
    let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
    for (number, line) in (1..).zip(BufReader::with_capacity(1 << 18, file).lines()) {
        let line = line.map_err(|e| Error::io(&path, "read", e))?;
        let item: McqItem = serde_json::from_str(&line).map_err(|e| {
            let place = Place::line(path.display().to_string(), number);
            Error::data(place, format!("not an item: {e}"), "build the set again with this version")
        })?;
        each(&line, item)?;
    }
    Ok(())
}

fn refuse_same(options: &Options) -> Result<()> {
    let real = |p: &Path| p.canonicalize().ok();
    let same = real(&options.out).is_some_and(|out| Some(out) == real(&options.set));
    let Some(text) = same.then(|| options.set.display().to_string()) else { return Ok(()) };
    Err(Error::usage(format!("--out is the reviewed set {text}"), "give a new folder: the reviewed set stays as it is"))
}

/// Brings a picture into the new set: as a hard link where the file system allows it, else as a copy.
fn carry(from: &Path, to: &Path, picture: &str) -> Result<()> {
    let plain = picture.strip_prefix("images/").filter(|n| !n.contains(['/', '\\']) && !n.starts_with('.'));
    let Some(name) = plain else {
        let what = format!("the picture `{picture}` is not in the folder images");
        return Err(Error::data(Place::file(from.join(ITEMS_FILE).display().to_string()), what, "build the set again"));
    };
    let images = to.join("images");
    fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;
    let (source, target) = (from.join("images").join(name), images.join(name));
    files::remove(&target)?;
    if fs::hard_link(&source, &target).is_err() {
        fs::copy(&source, &target).map_err(|e| Error::io(&source, "copy", e))?;
    }
    Ok(())
}

/// The plan's rows of the items that stay, and its account as it was.
fn copy_plan(options: &Options, kept: &BTreeSet<String>) -> Result<()> {
    let path = options.set.join(PLAN_FILE);
    if let Ok(file) = File::open(&path) {
        files::write_whole(&options.out.join(PLAN_FILE), |w| {
            for line in BufReader::with_capacity(1 << 18, file).lines() {
                let line = line?;
                let id =
                    serde_json::from_str::<Value>(&line).ok().and_then(|v| Some(v.get("id")?.as_str()?.to_string()));
                if id.is_some_and(|id| kept.contains(&id)) {
                    writeln!(w, "{line}")?;
                }
            }
            Ok(())
        })?;
    }
    if let Ok(bytes) = fs::read(options.set.join(REPORT_FILE)) {
        files::write(&options.out.join(REPORT_FILE), &bytes)?;
    }
    Ok(())
}

/// The old set's rejects and the new ones.
fn copy_rejects(options: &Options, lost: &[Value]) -> Result<()> {
    let before = fs::read(options.set.join(REJECTS_FILE)).unwrap_or_default();
    files::write_whole(&options.out.join(REJECTS_FILE), |w| {
        w.write_all(&before)?;
        lost.iter().try_for_each(|line| writeln!(w, "{line}"))
    })
}

/// Completes the set; `run.json` comes last.
fn write(out: SetFiles, run: RunFile, review: Reviewed, options: &Options, dropped: &Counts) -> Result<RunFile> {
    let Some(build) = run.build.clone() else { return Ok(run) };
    let mut rejects = build.rejects;
    for (reason, n) in dropped {
        *rejects.entry(reason.clone()).or_default() += n;
    }
    let decisive = format!("{}\0{}\0{}", build.fingerprint, review.blake3, options.fix_keys);
    let targets: Vec<&str> = TARGETS.iter().map(|t| t.name()).collect();
    let run = out.finish(About {
        fingerprint: blake3::hash(decisive.as_bytes()).to_hex().chars().take(32).collect(),
        encoder: build.encoder,
        rejects,
        review: Some(review),
        draw: draw(&run.arguments),
        manifests: &manifests(&run.arguments)?,
        targets: &targets,
        base: run,
    })?;
    files::sweep(&options.out)?;
    run.write(&options.out)?;
    Ok(run)
}

/// How the set's pictures were written, as its settings say.
fn draw(arguments: &Value) -> Draw {
    let of = |key: &str| arguments.pointer(&format!("/draw/{key}")).cloned().unwrap_or_default();
    Draw {
        format: serde_json::from_value::<PictureFormat>(of("format")).unwrap_or_default(),
        quality: serde_json::from_value::<Quality>(of("quality")).unwrap_or_default(),
    }
}

/// The manifests of the set's sources by their names.
fn manifests(arguments: &Value) -> Result<Vec<(String, Manifest)>> {
    let mut out = Vec::new();
    for config in arguments.get("sources").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| config.get(key).and_then(Value::as_str).unwrap_or("");
        if let Some(source) = source::find(text("kind")) {
            out.push((text("name").to_string(), Manifest::parse(source.name(), source.manifest())?));
        }
    }
    Ok(out)
}

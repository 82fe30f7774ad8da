//! `--prune N`: a finished set without its N most biased exchange groups.
//!
//! Whole groups go, so that what stays is as symmetric as before; an ungrouped item is a group of its own. The bias of a
//! group is the mean over its members of what image-free models give the right option above chance, measured on folds
//! that the group was not learned from.

use super::load::{Origin, Set};
use crate::audit::blind::{self, Attack};
use crate::audit::entry::Entry;
use crate::audit::words::Thesaurus;
use crate::error::{Error, Place, Result};
use crate::model::item::McqItem;
use crate::pipeline::files;
use crate::pipeline::gallery::Gallery;
use crate::pipeline::licenses::Licenses;
use crate::pipeline::overview::Counter;
use crate::pipeline::run::{BuildReport, Counts, RunFile};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Name of the drop in `rejects.jsonl`.
const PRUNED: &str = "pruned_biased";

/// What pruning did.
pub struct Pruned {
    /// Groups dropped, the most biased first, with their bias above chance.
    pub dropped: Vec<(String, f64)>,
    /// Items left, copies not counted.
    pub left: usize,
    /// The blind solvers on what is left.
    pub after: Attack,
}

/// The groups by bias, the most biased first; equals by name.
fn by_bias(entries: &[Entry], attack: &Attack) -> Vec<(String, f64)> {
    let mut groups: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (entry, bias) in entries.iter().zip(&attack.bias) {
        let (sum, n) = groups.entry(entry.group.as_deref().unwrap_or(&entry.id)).or_default();
        *sum += bias - entry.chance();
        *n += 1.0;
    }
    let mut sorted: Vec<(String, f64)> = groups.into_iter().map(|(g, (sum, n))| (g.to_string(), sum / n)).collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sorted
}

/// Writes the set without its `n` most biased groups into `out`, which must be new.
///
/// # Errors
/// When the set is not one that `build` finished, or `out` holds other things or cannot be written.
pub fn prune(set: &Set, attack: &Attack, n: usize, out: &Path, settings: blind::Settings) -> Result<Pruned> {
    let (Origin::Built, Some(run)) = (set.origin, &set.run) else {
        return Err(Error::usage(
            "only a set that `groundline build` finished can be pruned",
            "give the folder that holds its items.jsonl and run.json",
        ));
    };
    if out.exists() && fs::read_dir(out).is_ok_and(|mut d| d.next().is_some()) {
        return Err(Error::usage(format!("{} is not empty", out.display()), "give a new folder as --out"));
    }
    let mut dropped = by_bias(&set.entries, attack);
    dropped.truncate(n);
    let names: BTreeSet<&str> = dropped.iter().map(|d| d.0.as_str()).collect();
    let of = |item: &McqItem| -> String {
        let base = item.provenance.variant.as_ref().map_or(&item.id, |v| &v.of);
        item.provenance.group.clone().unwrap_or_else(|| base.clone())
    };
    let (kept, gone): (Vec<&McqItem>, Vec<&McqItem>) = set.items.iter().partition(|i| !names.contains(of(i).as_str()));
    write(set, run, &kept, &gone, out)?;
    let left: Vec<Entry> =
        set.entries.iter().filter(|e| !names.contains(e.group.as_deref().unwrap_or(&e.id))).cloned().collect();
    let after = blind::attack(&left, &Thesaurus::embedded()?, settings);
    Ok(Pruned { dropped, left: left.len(), after })
}

fn write(set: &Set, run: &RunFile, kept: &[&McqItem], gone: &[&McqItem], out: &Path) -> Result<()> {
    let images = out.join("images");
    fs::create_dir_all(&images).map_err(|e| Error::io(&images, "create", e))?;
    let pictures: BTreeSet<&str> = kept.iter().map(|i| i.image.as_str()).collect();
    for picture in &pictures {
        let (from, to) = (set.folder.join(picture), out.join(picture));
        if fs::hard_link(&from, &to).is_err() {
            fs::copy(&from, &to).map_err(|e| Error::io(&from, "copy", e))?;
        }
    }
    let mut text = Vec::new();
    let (mut counter, mut licenses, mut cells) = (Counter::default(), Licenses::default(), Counts::new());
    let mut gallery = Gallery::create(&out.join("index.html"))?;
    let mut copies = 0;
    for item in kept {
        serde_json::to_writer(&mut text, item).map_err(|e| {
            Error::data(Place::record("items.jsonl", &item.id), e.to_string(), "report this as a fault of groundline")
        })?;
        text.push(b'\n');
        licenses.add(&item.license);
        gallery.add(item)?;
        if item.provenance.variant.is_some() {
            copies += 1;
            continue;
        }
        counter.add(item);
        *cells.entry(format!("{}.{}", item.target, item.kind)).or_default() += 1;
    }
    files::write(&out.join("items.jsonl"), &text)?;
    files::write(&out.join("LICENSES.csv"), &licenses.csv()?)?;
    gallery.finish()?;
    rejects(&set.folder, gone, out)?;
    card(&set.folder, gone.len(), out)?;
    let overview = counter.finish();
    let mut arguments = run.arguments.clone();
    if let Some(map) = arguments.as_object_mut() {
        map.insert("pruned".into(), json!({"items": gone.len(), "from": set.blake3}));
    }
    let build = run.build.clone().map(|build| BuildReport {
        fingerprint: blake3::hash(format!("{} pruned {}", build.fingerprint, set.blake3).as_bytes()).to_hex()[..32]
            .into(),
        items: overview.total.items,
        variants: copies,
        blake3: blake3::hash(&text).to_hex().to_string(),
        pictures: pictures.len() as u64,
        cells,
        overview,
        ..build
    });
    RunFile { arguments, build, ..run.clone() }.write(out)
}

/// The set's drops, and what was pruned.
fn rejects(from: &Path, gone: &[&McqItem], out: &Path) -> Result<()> {
    let mut text = fs::read_to_string(from.join("rejects.jsonl")).unwrap_or_default();
    for item in gone {
        let group = item.provenance.group.as_deref().unwrap_or("none");
        text.push_str(&json!({"candidate": item.id, "reason": PRUNED, "detail": format!("group {group}")}).to_string());
        text.push('\n');
    }
    files::write(&out.join("rejects.jsonl"), text.as_bytes())
}

/// The set's card, with a word on top.
fn card(from: &Path, gone: usize, out: &Path) -> Result<()> {
    let Ok(text) = fs::read_to_string(from.join("README.md")) else { return Ok(()) };
    let note = format!(
        "> {gone} items in the most biased groups were pruned by `groundline check --prune`. The counts below are of the \
         set before; `run.json` has those of this one.\n\n"
    );
    // A front matter stays at the top.
    let at =
        if text.starts_with("---\n") { text.get(4..).and_then(|t| t.find("\n---\n")).map_or(0, |i| i + 9) } else { 0 };
    let (head, body) = text.split_at_checked(at).unwrap_or(("", &text));
    let gap = if head.is_empty() { "" } else { "\n" };
    files::write(&out.join("README.md"), format!("{head}{gap}{note}{}", body.trim_start()).as_bytes())
}

//! `forum build`: dumps in, a set out.

use super::folder;
use super::pictures::{self, Entry};
use super::write::{self, Origin, Reject, Writer};
use crate::error::{Error, Result};
use crate::forum::dump::{self, Dump};
use crate::forum::fetch::{Job, Settings};
use crate::forum::funnel::{FILTERS, Funnel, OBTAINED};
use crate::forum::gather::{Gathered, gather};
use crate::forum::split::{self, Sizes};
use crate::pipeline::files;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where pictures come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Pictures {
    /// From nowhere: the set has none.
    None,
    /// From a folder.
    Folder(PathBuf),
    /// From their links.
    Download(Settings),
}

/// What is built.
#[derive(Debug, Clone)]
pub struct Options {
    /// `Posts.xml` files, archives, or folders of them.
    pub dumps: Vec<PathBuf>,
    /// Site of the only dump, where its name does not tell.
    pub site: Option<String>,
    /// The set's folder.
    pub out: PathBuf,
    /// Where pictures come from.
    pub pictures: Pictures,
    /// Most pixels of a picture.
    pub max_pixels: u64,
    /// Sizes of the splits.
    pub sizes: Sizes,
    /// Seed of the splits.
    pub seed: u64,
}

/// Where a run stands.
#[derive(Debug, Clone, Copy)]
pub enum Progress {
    /// So many more posts were read.
    Posts(u64),
    /// So many pictures of so many are dealt with.
    Pictures(u64, u64),
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Built {
    /// Counts of all sites together.
    pub funnel: Funnel,
    /// Questions by split.
    pub splits: BTreeMap<String, u64>,
    /// Pictures that were not tried: the run was interrupted, and the set is not written yet.
    pub left: usize,
}

/// One dump as `run.json` names it.
#[derive(Debug, Clone, Serialize)]
struct Input {
    site: String,
    file: String,
    bytes: u64,
    blake3: String,
}

/// Builds a set. A run that was interrupted is taken up where it ended; the result has the same bytes.
///
/// # Errors
/// When a dump cannot be read, or the folder cannot be written or holds other things.
pub fn build(options: &Options, progress: &(dyn Fn(Progress) + Sync)) -> Result<Built> {
    let dumps = dump::find(&options.dumps, options.site.as_deref())?;
    files::open(&options.out)?;
    let lock = files::Lock::wait(&options.out)?;
    let work = options.out.join(files::WORK);
    let read: Vec<Result<(Gathered, Input)>> = dumps
        .par_iter()
        .map(|dump| Ok((gather(dump, &work, &|n| progress(Progress::Posts(n)))?, input(dump)?)))
        .collect();
    let (mut sites, inputs): (Vec<Gathered>, Vec<Input>) =
        read.into_iter().collect::<Result<Vec<_>>>()?.into_iter().unzip();

    let mut jobs = Vec::new();
    for site in &mut sites {
        site.each(|q| {
            jobs.push(Job { id: q.id, url: q.image_url });
            Ok(())
        })?;
    }
    let images = options.out.join(folder::IMAGES);
    let (entries, left) = pictures::obtain(options, &images, jobs, progress)?;
    if left > 0 {
        let mut funnel = Funnel::default();
        sites.iter().for_each(|s| funnel.add(&s.funnel));
        files::close(&options.out, lock);
        return Ok(Built { funnel, splits: BTreeMap::new(), left });
    }
    let built = assemble(options, &dumps, &mut sites, &inputs, &entries)?;
    folder::keep_only(&images, entries.iter().filter(|e| e.obtained()).map(|e| e.id.as_str()))?;
    folder::close(&options.out, lock)?;
    Ok(built)
}

fn input(dump: &Dump) -> Result<Input> {
    let path = &dump.path;
    let fail = |e| Error::io(path, "read", e);
    let mut hasher = blake3::Hasher::new();
    let file = std::fs::File::open(path).map_err(fail)?;
    let bytes = file.metadata().map_err(fail)?.len();
    hasher.update_reader(file).map_err(fail)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Input { site: dump.site.topic.clone(), file: name, bytes, blake3: hasher.finalize().to_hex().to_string() })
}

fn assemble(
    options: &Options,
    dumps: &[Dump],
    sites: &mut [Gathered],
    inputs: &[Input],
    entries: &[Entry],
) -> Result<Built> {
    let without = options.pictures == Pictures::None;
    let by_id: BTreeMap<&str, &Entry> = entries.iter().map(|e| (e.id.as_str(), e)).collect();
    let mut writer = Writer::create(&options.out)?;
    let mut total = Funnel::default();
    let mut funnels = BTreeMap::new();
    for (dump, site) in dumps.iter().zip(sites) {
        let topic = &dump.site.topic;
        for (question, drop) in &site.drops {
            let filter = FILTERS.get(drop.filter()).map_or("", |f| f.name);
            writer.reject(&Reject::new(format!("{topic}-{question}"), filter, drop.name(), ""))?;
        }
        for (line, fault) in &site.faults {
            writer.reject(&Reject::new(format!("{topic} line {line}"), "row", "malformed_row", fault))?;
        }
        let mut ids = Vec::new();
        let mut lost: BTreeMap<String, u64> = BTreeMap::new();
        site.each(|q| {
            match by_id.get(q.id.as_str()) {
                Some(entry) if !entry.obtained() => {
                    *lost.entry(entry.outcome.clone()).or_default() += 1;
                    let filter = FILTERS.get(OBTAINED).map_or("", |f| f.name);
                    writer.reject(&Reject::new(q.id, filter, &entry.outcome, &entry.detail))?;
                }
                _ => ids.push(q.id),
            }
            Ok(())
        })?;
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let splits = split::assign(&names, options.sizes, options.seed);
        site.each(|mut q| {
            let Some(split) = splits.get(q.id.as_str()) else { return Ok(()) };
            q.split = (*split).to_string();
            q.image = (!without).then(|| folder::image(&q.id));
            writer.question(&q)
        })?;
        if !without {
            site.funnel.obtain(lost);
        }
        total.add(&site.funnel);
        funnels.insert(topic.clone(), site.funnel.clone());
    }
    let how = match &options.pictures {
        Pictures::None => json!("none"),
        Pictures::Folder(_) => json!("folder"),
        Pictures::Download(s) => json!({"download": {"max_bytes": s.max_bytes}}),
    };
    let sizes = options.sizes;
    let origin = Origin {
        command: "forum build",
        seed: options.seed,
        arguments: json!({"pictures": how, "max_pixels": options.max_pixels,
            "splits": {"train": sizes.train, "validation": sizes.validation, "least": sizes.least}}),
        inputs: serde_json::to_value(inputs).unwrap_or_default(),
    };
    let splits = writer.finish(&origin, Some((&total, &funnels)))?;
    if !without {
        write::lines(&options.out.join(pictures::FILE), entries)?;
    } else {
        files::remove(&options.out.join(pictures::FILE))?;
    }
    Ok(Built { funnel: total, splits, left: 0 })
}

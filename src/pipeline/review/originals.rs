//! Pictures before boxes were drawn on them, from the sources that a set was made of.

use crate::draw::codec;
use crate::error::{Error, Place, Result};
use crate::model::fact::Picture;
use crate::model::settings::PictureFormat;
use crate::pipeline::config::{Root, RunConfig};
use crate::pipeline::pictures::Pictures;
use crate::pipeline::run::RunFile;
use crate::pipeline::{plan, vaults};
use crate::review::serve;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Quality of the JPEG that is shown; it is looked at and not kept.
const QUALITY: u8 = 90;

/// The plan's rows on disk, and the sources' folders.
struct Originals {
    path: PathBuf,
    plan: Mutex<File>,
    rows: FxHashMap<String, (u64, usize)>,
    pictures: Pictures,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(flatten)]
    picture: Picture,
}

/// The originals of a set, where its plan is there and its sources are known: those of `config`, or the embedded
/// sample that it was made from.
///
/// # Errors
/// When the configuration's folders are not there or the plan cannot be read.
pub(super) fn find(set: &Path, config: Option<&RunConfig>) -> Result<Option<Box<dyn serve::Originals>>> {
    let path = set.join(plan::PLAN_FILE);
    if !path.is_file() {
        return Ok(None);
    }
    let pictures = match config {
        Some(config) => vaults::pictures(config)?,
        None => match sample(set)? {
            Some(config) => vaults::pictures(&config)?,
            None => return Ok(None),
        },
    };
    let file = File::open(&path).map_err(|e| Error::io(&path, "open", e))?;
    let mut rows = FxHashMap::default();
    let mut reader = BufReader::with_capacity(1 << 18, &file);
    let (mut line, mut offset) = (Vec::new(), 0);
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(|e| Error::io(&path, "read", e))?;
        if read == 0 {
            break;
        }
        #[derive(Deserialize)]
        struct Head {
            id: String,
        }
        if let Ok(head) = serde_json::from_slice::<Head>(&line) {
            rows.insert(head.id, (offset, read));
        }
        offset += read as u64;
    }
    drop(reader);
    Ok(Some(Box::new(Originals { path, plan: Mutex::new(file), rows, pictures })))
}

/// The configuration of the embedded sample, where all sources of a set are in it.
fn sample(set: &Path) -> Result<Option<RunConfig>> {
    // A set of another version can be reviewed, too; its originals are then not known.
    let Ok(Some(run)) = RunFile::read(set) else { return Ok(None) };
    let sources = run.arguments.get("sources").and_then(|s| s.as_array()).cloned().unwrap_or_default();
    let sampled = |s: &serde_json::Value| s.get("sample").and_then(serde_json::Value::as_bool) == Some(true);
    if sources.is_empty() || !sources.iter().all(sampled) {
        return Ok(None);
    }
    let config = RunConfig::quickstart()?;
    let known = |s: &serde_json::Value| {
        let name = s.get("name").and_then(serde_json::Value::as_str).unwrap_or("");
        config.source(name).is_some_and(|c| c.root == Root::Sample)
    };
    Ok(sources.iter().all(known).then_some(config))
}

impl serve::Originals for Originals {
    fn has(&self, id: &str) -> bool {
        self.rows.contains_key(id)
    }

    fn picture(&self, id: &str) -> Result<Vec<u8>> {
        let place = || Place::record(self.path.display().to_string(), id);
        let missing = || Error::data(place(), "the plan has no such row", "review the set as it was built");
        let (offset, length) = *self.rows.get(id).ok_or_else(missing)?;
        let mut line = vec![0; length];
        {
            let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
            let read = plan.seek(SeekFrom::Start(offset)).and_then(|_| plan.read_exact(&mut line));
            read.map_err(|e| Error::io(&self.path, "read", e))?;
        }
        let row: Row = serde_json::from_slice(&line).ok().filter(|r: &Row| r.id == id).ok_or_else(missing)?;
        let fail = |what: String| Error::data(place(), what, "give the --config that the set was made with");
        let bytes = self.pictures.read(&row.picture).map_err(|e| fail(e.detail))?;
        let pixels = codec::decode(&bytes, &row.picture.image).map_err(|e| fail(e.to_string()))?;
        codec::encode(&pixels, PictureFormat::Jpeg, QUALITY).map_err(|e| fail(e.to_string()))
    }
}

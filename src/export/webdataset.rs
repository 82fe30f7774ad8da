//! `webdataset`: tar shards of adjacent members `key.jpg` and `key.json`.

use super::lines::{failed, unreadable};
use super::record::{Form, Record, Said, Seen, Shown, plain_name};
use super::{Context, Encoder, Exporter, Limits, Pictures, See, Shard, Sink, Written, columns, splits};
use crate::error::{Error, Place, Result};
use serde_json::Value;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

/// `data/<split>-<extension>-000000.tar`. A reader takes the fields of the first samples for those of all, so pictures
/// of another extension go into shards of their own. Owners, modes and times are fixed.
pub struct WebDataset;

/// Bytes read at once where headers are: those of a picture go past this buffer.
const HEADERS: usize = 1 << 13;

/// Longest key: with an extension it fits the name field of a tar header.
const KEY: usize = 80;

/// Bytes of a tar block: a header is one, and a member is filled up to whole ones.
const BLOCK: usize = 512;

struct Tar<'a> {
    out: Sink<'a>,
}

impl Tar<'_> {
    fn member(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let mut header = tar::Header::new_ustar();
        header.set_path(name).map_err(failed)?;
        header.set_size(bytes.len() as u64);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_mode(0o644);
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        header.set_cksum();
        let rest = bytes.len().next_multiple_of(BLOCK) - bytes.len();
        // Whole slices, since the sink hashes what it is given.
        [header.as_bytes().as_slice(), bytes, &[0; BLOCK][..rest]]
            .into_iter()
            .try_for_each(|piece| self.out.write_all(piece))
            .map_err(failed)
    }
}

impl Encoder for Tar<'_> {
    fn add(&mut self, records: &mut [Record]) -> Result<()> {
        for record in records {
            let key = plain_name(record.id(), KEY);
            self.member(&format!("{key}.{}", record.picture.extension()), &record.picture.bytes)?;
            let mut json = Value::Object(columns::object(record)).to_string();
            json.push('\n');
            self.member(&format!("{key}.json"), json.as_bytes())?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        // Two blank blocks end an archive.
        self.out.write_all(&[0; 2 * BLOCK]).and_then(|()| self.out.flush()).map_err(failed)
    }
}

impl Exporter for WebDataset {
    fn name(&self) -> &'static str {
        "webdataset"
    }

    fn audience(&self) -> &'static str {
        "`webdataset` and `datasets`: training that streams from disk or network"
    }

    fn pictures(&self) -> Pictures {
        Pictures::Inside
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits { rows: 10_000, bytes: 1_000_000_000 })
    }

    fn parts(&self, record: &Record) -> Vec<String> {
        vec![record.picture.extension().to_string()]
    }

    fn file(&self, _context: &Context, shard: &Shard) -> String {
        format!("data/{}-{}-{:06}.tar", shard.split, shard.part, shard.index)
    }

    fn encoder<'a>(&self, _context: &'a Context, _shard: &'a Shard, out: Sink<'a>) -> Result<Box<dyn Encoder + 'a>> {
        Ok(Box::new(Tar { out }))
    }

    fn said<'r>(&self, _context: &Context, _shard: &Shard, record: &'r Record) -> Said<'r> {
        record.said()
    }

    fn reread(&self, _context: &Context, _shard: &Shard, path: &Path, see: See<'_>) -> Result<()> {
        let file = std::fs::File::open(path).map_err(|e| Error::io(path, "open", e))?;
        let mut archive = tar::Archive::new(std::io::BufReader::with_capacity(HEADERS, file));
        let fail = |e: std::io::Error| Error::io(path, "read", e);
        let mut fields: Option<Vec<String>> = None;
        let mut open: Option<Sample> = None;
        let mut spare: Vec<Vec<u8>> = Vec::new();
        for entry in archive.entries().map_err(fail)? {
            let mut entry = entry.map_err(fail)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let place = Place::record(path.display().to_string(), &name);
            let last = name.rfind('/').map_or(0, |at| at + 1);
            let dot = name.get(last..).and_then(|n| n.find('.')).map(|at| last + at);
            let (Some(key), Some(field)) = (dot.and_then(|d| name.get(..d)), dot.and_then(|d| name.get(d + 1..)))
            else {
                return Err(unreadable(&place, "a member without an extension has no key"));
            };
            if let Some(done) = open.take_if(|s| s.key != key) {
                done.show(&mut fields, &place, see)?;
                spare.extend(done.members.into_iter().map(|(_, bytes)| bytes));
            }
            let mut bytes = spare.pop().unwrap_or_default();
            bytes.resize(entry.size() as usize, 0);
            entry.read_exact(&mut bytes).map_err(fail)?;
            open.get_or_insert_with(|| Sample { key: key.into(), members: Vec::new() })
                .members
                .push((field.into(), bytes));
        }
        let place = Place::file(path.display().to_string());
        open.map_or(Ok(()), |last| last.show(&mut fields, &place, see))
    }

    fn beside(&self, _context: &Context, shards: &[Written]) -> Vec<(String, String)> {
        let sizes: serde_json::Map<String, Value> = shards.iter().map(|w| (w.path.clone(), w.rows.into())).collect();
        vec![("sizes.json".into(), format!("{:#}\n", Value::Object(sizes)))]
    }

    fn front(&self, _context: &Context, shards: &[Written]) -> String {
        let mut parts: Vec<&str> = shards.iter().map(|w| w.shard.part.as_str()).collect();
        parts.sort_unstable();
        parts.dedup();
        let mut out = String::from("configs:\n");
        for part in &parts {
            let name = if parts.len() == 1 { "default" } else { part };
            let _ = write!(out, "- config_name: {name}\n  data_files:\n");
            for split in splits(shards) {
                if shards.iter().any(|w| w.shard.split == split && w.shard.part == *part) {
                    let _ = write!(out, "  - split: {split}\n    path: data/{split}-{part}-*.tar\n");
                }
            }
        }
        out
    }

    fn command(&self, _context: &Context, _shards: &[Written]) -> String {
        "hf upload-large-folder USER/NAME --repo-type dataset OUT".into()
    }

    fn snippet(&self, _form: Form) -> &'static str {
        "import glob\n\
         import webdataset as wds\n\n\
         shards = sorted(glob.glob(\"data/*.tar\"))\n\
         pairs = wds.WebDataset(shards, shardshuffle=False).decode(\"pil\").to_tuple(\"jpg;png\", \"json\")\n\
         items = [(picture.size, record) for picture, record in pairs]\n"
    }
}

/// The members of one key.
struct Sample {
    key: String,
    members: Vec<(String, Vec<u8>)>,
}

impl Sample {
    fn show(&self, fields: &mut Option<Vec<String>>, place: &Place, see: See<'_>) -> Result<()> {
        let own: Vec<String> = self.members.iter().map(|(f, _)| f.clone()).collect();
        if *fields.get_or_insert_with(|| own.clone()) != own {
            return Err(unreadable(
                place,
                format!("sample {} has the members {own:?}, the first one others", self.key),
            ));
        }
        let [(extension, picture), (_, json)] = self.members.as_slice() else {
            return Err(unreadable(place, format!("sample {} is not a picture and a record", self.key)));
        };
        let row: Value = serde_json::from_slice(json).map_err(|e| unreadable(place, e))?;
        let picture = Shown::Inside(extension.into(), picture.into());
        see(Seen { said: columns::said(&row, place)?, picture })
    }
}

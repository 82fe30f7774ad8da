//! The second pass: one shard after the other is written, read back as its consumer would, and named.

use super::check::Check;
use super::cut::Cut;
use super::key::{Key, key};
use super::picture::{self, Look};
use super::scan::{Row, Scan};
use super::set::{Lines, Set};
use crate::error::{Error, Place, Result};
use crate::export::record::{Picture, Record, plain_name};
use crate::export::{Context, Exporter, Pictures, Written};
use crate::pipeline::files::{self, Pending};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Records loaded at once, and bytes of them: few enough that they stay in the processor's caches.
const CHUNK: (usize, u64) = (512, 8 << 20);

/// Extensions of the pictures that lie beside the shards already, by the hash of their paths in the set.
pub type Placed = FxHashMap<Key, String>;

/// An export under way.
pub struct Job<'a> {
    /// What is exported.
    pub set: &'a Set,
    /// What goes out of it.
    pub scan: &'a Scan,
    /// Format.
    pub exporter: &'a dyn Exporter,
    /// What its files share.
    pub context: &'a Context,
    /// Where it goes.
    pub out: &'a Path,
    /// How pictures are looked at.
    pub look: Look,
    /// Told of records written.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Counts bytes and hashes them on their way into a file, by blocks that begin where those of the file do: a block is
/// still in the processor's cache when it is written, and the system copies what lies alike several times as fast.
struct Hashing<'a> {
    file: &'a mut Pending,
    sha: ring::digest::Context,
    bytes: u64,
    block: Vec<u8>,
}

/// Bytes of a block.
const BLOCK: usize = 1 << 16;

impl Hashing<'_> {
    fn pass(&mut self) -> std::io::Result<()> {
        self.sha.update(&self.block);
        self.file.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

impl Write for Hashing<'_> {
    fn write(&mut self, buf: &[u8]) -> std::io::Result<usize> {
        let taken = buf.get(..BLOCK - self.bytes as usize % BLOCK).unwrap_or(buf);
        self.block.extend_from_slice(taken);
        self.bytes += taken.len() as u64;
        if (self.bytes as usize).is_multiple_of(BLOCK) {
            self.pass()?;
        }
        Ok(taken.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.pass()?;
        self.file.flush()
    }
}

/// Lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

impl Job<'_> {
    /// Writes a shard.
    ///
    /// # Errors
    /// When it cannot be written, a picture is broken, or what its consumer would read is not what was meant.
    pub fn shard(&self, cut: &Cut, placed: &mut Placed) -> Result<Written> {
        let path = self.exporter.file(self.context, &cut.shard);
        let target = self.out.join(&path);
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, "create", e))?;
        }
        let mut file = Pending::create(&target)?;
        let mut check = Check::new(self, cut);
        let sha = ring::digest::Context::new(&ring::digest::SHA256);
        let mut sink = Hashing { file: &mut file, sha, bytes: 0, block: Vec::with_capacity(BLOCK) };
        {
            let mut encoder = self.exporter.encoder(self.context, &cut.shard, Box::new(&mut sink))?;
            self.records(cut, placed, |records| {
                check.expect(records);
                let n = records.len() as u64;
                encoder.add(records)?;
                (self.progress)(n);
                Ok(())
            })
            .and_then(|()| encoder.finish())
            .map_err(|e| named(e, &target))?;
        }
        sink.flush().map_err(|e| Error::io(&target, "write", e))?;
        let (sha256, bytes) = (hex(sink.sha.finish().as_ref()), sink.bytes);
        file.inspect(|temporary| check.run(temporary))?;
        file.commit()?;
        Ok(Written { shard: cut.shard.clone(), path, rows: cut.rows.len() as u64, bytes, sha256 })
    }

    /// Loads the records of a shard, many at a time, with their pictures.
    fn records(&self, cut: &Cut, placed: &mut Placed, mut each: impl FnMut(&mut [Record]) -> Result<()>) -> Result<()> {
        let mut pick = self.set.pick()?;
        // Buffers of pictures that are written, for the next ones: memory that the system must hand out anew costs more
        // than what is read into it.
        let mut spare: Vec<Vec<u8>> = Vec::new();
        let mut rows = cut.rows.iter().filter_map(|at| self.scan.rows.get(*at as usize)).peekable();
        while rows.peek().is_some() {
            let (mut lines, mut held) = (Lines::default(), 0);
            while let Some(row) =
                rows.next_if(|r| lines.is_empty() || lines.len() < CHUNK.0 && held + r.weight < CHUNK.1)
            {
                let Row { offset, length, weight, .. } = row;
                held += weight;
                pick.line(*offset, *length, &mut lines)?;
            }
            let mut records: Vec<Record> = lines.all().par_iter().map(|l| self.set.parse(*l)).collect::<Result<_>>()?;
            for (record, buffer) in records.iter_mut().zip(spare.drain(..)) {
                record.picture.bytes = buffer;
            }
            match self.exporter.pictures() {
                Pictures::Inside | Pictures::InText => records.par_iter_mut().try_for_each(|record| {
                    let buffer = std::mem::take(&mut record.picture.bytes);
                    let (path, bytes, anew) = self.load(record, buffer)?;
                    record.picture = Picture { path, bytes };
                    // One that is handed on as it was has been looked at.
                    let Picture { bytes, .. } = &record.picture;
                    let checked =
                        if anew { picture::check(bytes, record.picture.extension(), Look::Header) } else { Ok(()) };
                    checked.map_err(|what| self.fault(record, what))
                })?,
                Pictures::Beside | Pictures::PerRecord => self.place(&mut records, &cut.shard.split, placed)?,
            }
            each(&mut records)?;
            let mut kept = 0;
            let buffers: Vec<Vec<u8>> = records.into_par_iter().map(|record| record.picture.bytes).collect();
            spare.extend(buffers.into_iter().filter(|buffer| {
                kept += buffer.capacity() as u64;
                buffer.capacity() > 0 && kept <= 2 * CHUNK.1
            }));
        }
        Ok(())
    }

    fn fault(&self, record: &Record, what: impl std::fmt::Display) -> Error {
        picture::wrong(&Place::file(self.set.file.display().to_string()), record.id(), record.image(), what)
    }

    fn source(&self, record: &Record) -> PathBuf {
        self.set.folder.join(record.image())
    }

    /// A record's picture: its path in the export, its bytes (in the buffer), and whether they were written anew.
    fn load(&self, record: &Record, buffer: Vec<u8>) -> Result<(String, Vec<u8>, bool)> {
        let from = self.source(record);
        let bad = |what: String| self.fault(record, what);
        let (bytes, probe) = picture::read(&from, buffer).map_err(bad)?;
        let path = picture::target(record.image(), probe.extension()).map_err(bad)?;
        let (bytes, anew) = picture::prepare(bytes, record.image(), &probe, !record.boxes().is_empty()).map_err(bad)?;
        Ok((path, bytes, anew))
    }

    /// Puts the pictures of records beside the shards: each once, or each for its record.
    fn place(&self, records: &mut [Record], split: &str, placed: &mut Placed) -> Result<()> {
        let own = self.exporter.pictures() == Pictures::PerRecord;
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        let fresh: Vec<bool> = records
            .iter()
            .map(|r| key(r.image().as_bytes()))
            .map(|image| own || !placed.contains_key(&image) && seen.insert(image))
            .collect();
        records.par_iter_mut().zip(&fresh).filter(|(_, fresh)| **fresh).try_for_each(|(record, _)| {
            let (path, bytes, anew) = self.load(record, Vec::new())?;
            record.picture.path = if own {
                let extension = path.rsplit_once('.').map_or("jpg", |(_, e)| e);
                format!("{split}/images/{}.{extension}", plain_name(record.id(), 100))
            } else {
                path
            };
            picture::check(&bytes, record.picture.extension(), self.look).map_err(|what| self.fault(record, what))?;
            self.put(record, &bytes, anew)
        })?;
        for (record, _) in records.iter().zip(&fresh).filter(|(_, fresh)| **fresh) {
            placed.insert(key(record.image().as_bytes()), record.picture.extension().to_string());
        }
        for record in records.iter_mut().filter(|r| r.picture.path.is_empty()) {
            let extension = placed.get(&key(record.image().as_bytes())).map_or("jpg", String::as_str);
            record.picture.path =
                picture::target(record.image(), extension).map_err(|what| self.fault(record, what))?;
        }
        Ok(())
    }

    /// A hard link to the picture of the set where the file system allows it, else a copy. What a stopped run left is
    /// kept where its size is right.
    fn put(&self, record: &Record, bytes: &[u8], anew: bool) -> Result<()> {
        let to = self.out.join(&record.picture.path);
        if to.metadata().is_ok_and(|m| m.len() == bytes.len() as u64) {
            return Ok(());
        }
        files::remove(&to)?;
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, "create", e))?;
        }
        if anew || std::fs::hard_link(self.source(record), &to).is_err() {
            files::write_unsettled(&to, bytes)?;
        }
        Ok(())
    }
}

/// An encoder knows no file names; this gives its failures one.
fn named(e: Error, target: &Path) -> Error {
    match e.kind() {
        crate::ErrorKind::Io { path, action, source } if path == Path::new("the shard") => {
            Error::io(target, action, std::io::Error::new(source.kind(), source.to_string()))
        }
        _ => e,
    }
}

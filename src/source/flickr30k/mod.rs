//! Flickr30K: five captions a picture, and with Flickr30K Entities the phrases that are marked in them and their boxes.
//!
//! Captions come out readable, phrases as byte ranges of the readable text. Caption `<image>.jpg#<n>` is line n + 1 of
//! Entities' `Sentences/<id>.txt`. Where both are there they must have the same words, else the caption stays unmarked.
//!
//! Rejects: `unreadable_row`, `duplicate_picture`, `missing_picture`, `unreadable_picture`, `unknown_size`,
//! `size_mismatch` (boxes only, where the picture's own size is known), `no_captions`, `empty_caption`,
//! `truncated_caption`, `duplicate_caption`, `unrelated_caption`, `unreadable_markup`, `entities_mismatch`,
//! `chain_reused`, `unreadable_annotation`, `unreadable_box`, `degenerate_box`, `unnamed_box`.

mod assemble;
mod boxes;
mod captions;
mod chains;
mod markup;
mod readable;
mod tables;

use super::json::Elements;
use super::lines::Lines;
use super::manifest::Manifest;
use super::pictures::Pictures;
use super::vault::Vault;
use super::{Read, SceneStream, Source, SourceOptions};
use crate::error::{Error, Place, Result};
use assemble::Assembler;
use captions::{Captions, Karpathy, Next, Rows};
use std::collections::VecDeque;
use std::sync::Arc;

/// The reader.
pub struct Flickr30k;

/// The caption files, in the order in which they are looked for.
const CAPTION_FILES: [&str; 3] = ["token", "karpathy", "kaggle"];

impl Source for Flickr30k {
    fn name(&self) -> &'static str {
        "flickr30k"
    }

    fn manifest(&self) -> &'static str {
        include_str!("../../../sources/flickr30k.toml")
    }

    fn open(&self, vault: Arc<dyn Vault>, options: &SourceOptions) -> Result<SceneStream> {
        let manifest = Manifest::parse(self.name(), self.manifest())?;
        manifest.check_options(options)?;
        let captions = open_captions(&*vault, &manifest, options)?;
        let pictures = Pictures::open(&vault, &manifest, options)?;
        let mut ready = VecDeque::new();
        let assembler = Assembler::open(vault, &manifest, options, pictures, &mut ready)?;
        Ok(Box::new(Stream { captions, assembler, ready, done: false }))
    }
}

/// The caption file that the configuration names, else the first that is there, else the folder of sentences.
fn open_captions(vault: &dyn Vault, manifest: &Manifest, options: &SourceOptions) -> Result<Captions> {
    let named: Vec<&str> = CAPTION_FILES.into_iter().filter(|r| options.files.contains_key(*r)).collect();
    if let [first, second, ..] = named.as_slice() {
        return Err(Error::usage(format!("flickr30k has both `{first}` and `{second}`"), "name one caption file"));
    }
    let there = |role: &&str| manifest.file(options, role).is_some_and(|path| vault.exists(path));
    let role = named.first().copied().or_else(|| CAPTION_FILES.into_iter().find(there));
    let path = role.and_then(|role| manifest.file(options, role)).unwrap_or_default();
    match role {
        Some("token") => Ok(Captions::Rows(Box::new(Rows::token(Lines::open(vault, path)?)))),
        Some("kaggle") => Ok(Captions::Rows(Box::new(Rows::kaggle(Lines::open(vault, path)?)))),
        Some(_) => Ok(Captions::Karpathy(Box::new(Karpathy::new(Elements::open(vault, path, Some("images"))?)))),
        None => {
            let folder = manifest.file(options, "sentences").unwrap_or_default();
            let names = vault.list(folder)?;
            let ids: Vec<String> = names.iter().filter_map(|n| n.strip_suffix(".txt")).map(str::to_string).collect();
            if ids.is_empty() {
                let looked = CAPTION_FILES.iter().filter_map(|r| manifest.file(options, r)).collect::<Vec<_>>();
                return Err(Error::data(
                    Place::file(vault.show("")),
                    format!("neither {} nor {folder}/*.txt is there", looked.join(", ")),
                    "put one of them there, or name a caption file as `token`, `karpathy` or `kaggle`",
                ));
            }
            Ok(Captions::Sentences(ids.into_iter()))
        }
    }
}

struct Stream {
    captions: Captions,
    assembler: Assembler,
    ready: VecDeque<Read>,
    done: bool,
}

impl Iterator for Stream {
    type Item = Result<Read>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(read) = self.ready.pop_front() {
                return Some(Ok(read));
            }
            if self.done {
                return None;
            }
            match self.captions.next() {
                Ok(Some(Next::Group(group))) => self.assembler.scene(group, &mut self.ready),
                Ok(Some(Next::Reject(reject))) => return Some(Ok(Read::Reject(reject))),
                Ok(None) => self.done = true,
                Err(e) => {
                    self.done = true;
                    return Some(Err(e));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;

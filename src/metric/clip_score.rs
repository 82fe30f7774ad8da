//! CLIP-S and RefCLIP-S (Hessel et al. 2021): how well an answer fits the picture, and the references.

use super::{Metric, Pair, Progress, Resources, Scorer, Text};
use crate::embed::clip::Clip;
use crate::error::{Error, Result};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// CLIP-S: the answer and the picture.
pub struct ClipS;

/// RefCLIP-S: the answer, the picture and the references.
pub struct RefClipS;

/// What is put before every text.
const PREFIX: &str = "A photo depicts ";

/// Scale of the cosine.
const WEIGHT: f64 = 2.5;

/// Texts embedded at once.
const BATCH: usize = 32;

/// A CLIP model with the vectors that it has made, shared by both metrics and by all models' answers.
pub struct Embeddings {
    clip: Clip,
    texts: RefCell<BTreeMap<String, Rc<[f32]>>>,
    /// `None` for a picture that cannot be read.
    pictures: RefCell<BTreeMap<PathBuf, Option<Rc<[f32]>>>>,
}

impl Metric for ClipS {
    fn name(&self) -> &'static str {
        "clip-s"
    }
    fn about(&self) -> &'static str {
        "CLIP-S, 2.5 max(cosine of answer and picture, 0) (--clip DIR, or clip/ in --models)"
    }
    fn open<'a>(&self, resources: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        Ok(Box::new(Opened { shared: shared(resources)?, references: false, notes: BTreeMap::new() }))
    }
}

impl Metric for RefClipS {
    fn name(&self) -> &'static str {
        "refclip-s"
    }
    fn about(&self) -> &'static str {
        "RefCLIP-S, the harmonic mean of CLIP-S and the best cosine to a reference"
    }
    fn open<'a>(&self, resources: &Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        Ok(Box::new(Opened { shared: shared(resources)?, references: true, notes: BTreeMap::new() }))
    }
}

fn shared(resources: &Resources) -> Result<Rc<Embeddings>> {
    if let Some(held) = resources.clip.held.get() {
        return Ok(held.clone());
    }
    let folder = match (&resources.clip.folder, &resources.models) {
        (Some(folder), _) => folder.clone(),
        (None, Some(models)) => models.join("clip"),
        (None, None) => {
            return Err(Error::usage(
                "the metrics `clip-s` and `refclip-s` need a CLIP model",
                "give --clip DIR with text_model.onnx, vision_model.onnx and tokenizer.json",
            ));
        }
    };
    let made =
        Rc::new(Embeddings { clip: Clip::load(&folder)?, texts: RefCell::default(), pictures: RefCell::default() });
    Ok(resources.clip.held.get_or_init(|| made).clone())
}

/// Where the model is, and the model once it is loaded.
#[derive(Default)]
pub struct Source {
    /// Its folder; `clip` in the folder of models without it.
    pub folder: Option<PathBuf>,
    held: std::cell::OnceCell<Rc<Embeddings>>,
}

impl Source {
    /// A model's folder.
    pub fn new(folder: Option<PathBuf>) -> Source {
        Source { folder, ..Source::default() }
    }
}

impl Embeddings {
    /// Embeds the texts that are not yet known.
    fn learn<'a>(&self, texts: impl Iterator<Item = &'a Text>) -> Result<()> {
        let mut fresh: Vec<String> = Vec::new();
        for text in texts {
            let text = format!("{PREFIX}{}", text.raw());
            if !self.texts.borrow().contains_key(&text) && !fresh.contains(&text) {
                fresh.push(text);
            }
        }
        for batch in fresh.chunks(BATCH) {
            let vectors = self.clip.texts(batch)?;
            self.texts.borrow_mut().extend(batch.iter().cloned().zip(vectors.into_iter().map(Rc::from)));
        }
        Ok(())
    }

    fn text(&self, text: &Text) -> Option<Rc<[f32]>> {
        self.texts.borrow().get(&format!("{PREFIX}{}", text.raw())).cloned()
    }

    fn picture(&self, path: &Path) -> Result<Option<Rc<[f32]>>> {
        if let Some(known) = self.pictures.borrow().get(path) {
            return Ok(known.clone());
        }
        let made: Option<Rc<[f32]>> = self.clip.picture(path)?.map(Rc::from);
        self.pictures.borrow_mut().insert(path.to_path_buf(), made.clone());
        Ok(made)
    }
}

struct Opened {
    shared: Rc<Embeddings>,
    references: bool,
    notes: BTreeMap<String, u64>,
}

impl Scorer for Opened {
    fn key(&self) -> String {
        if self.references { "refclip_s" } else { "clip_s" }.into()
    }
    fn label(&self) -> String {
        let name = if self.references { "RefCLIP-S" } else { "CLIP-S, 2.5 max(cosine, 0)" };
        format!("{name} with {}, prefix \"{}\", 77 tokens", self.shared.clip.name(), PREFIX.trim_end())
    }
    fn score(&mut self, pairs: &[Pair], progress: Progress) -> Result<Vec<Option<f64>>> {
        let mut out = Vec::with_capacity(pairs.len());
        for some in pairs.chunks(BATCH) {
            let references = some.iter().filter(|_| self.references).flat_map(|p| p.references);
            self.shared.learn(some.iter().map(|p| p.candidate).chain(references))?;
            for pair in some {
                out.push(self.one(pair)?);
            }
            progress(some.len());
        }
        Ok(out)
    }
    fn notes(&mut self) -> BTreeMap<String, u64> {
        std::mem::take(&mut self.notes)
    }
}

impl Opened {
    fn one(&mut self, pair: &Pair) -> Result<Option<f64>> {
        let Some(path) = pair.image else {
            *self.notes.entry("no_picture".into()).or_default() += 1;
            return Ok(None);
        };
        let (Some(picture), Some(answer)) = (self.shared.picture(path)?, self.shared.text(pair.candidate)) else {
            *self.notes.entry("unreadable_picture".into()).or_default() += 1;
            return Ok(None);
        };
        let clip = WEIGHT * cosine(&picture, &answer);
        if !self.references {
            return Ok(Some(clip));
        }
        let references = pair.references.iter().filter_map(|r| self.shared.text(r));
        let best = references.map(|r| cosine(&r, &answer)).fold(0.0, f64::max);
        Ok(Some(if clip + best > 0.0 { 2.0 * clip * best / (clip + best) } else { 0.0 }))
    }
}

/// The cosine of vectors of length 1, not below 0.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(x, y)| f64::from(x * y)).sum::<f64>().max(0.0)
}

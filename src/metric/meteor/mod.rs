//! METEOR 1.5 for English (Denkowski and Lavie 2014): a port of the reference program's scores, with its parameters for
//! ranking. The resources are the program's own and are not part of this crate: `groundline download meteor` fetches them.

mod align;
mod beam;
mod choice;
mod lexicon;
mod lists;
mod normalize;
mod paraphrase;
mod path;
mod phrases;
mod resources;
mod score;
mod search;
mod stages;
mod synonyms;

use super::{Metric, Pair, Progress, Scorer};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

pub use paraphrase::Paraphrases;
pub use resources::{COMPILED, FILES, Resources, TABLE};
pub use score::{Scratch, score};
pub use stages::STAGES;

/// The metric.
pub struct Meteor;

/// Folder of its data inside the folder of models.
pub const FOLDER: &str = "meteor";

impl Metric for Meteor {
    fn name(&self) -> &'static str {
        "meteor"
    }
    fn about(&self) -> &'static str {
        "METEOR 1.5, English (get its data with `groundline download meteor`)"
    }
    fn open<'a>(&self, resources: &super::Resources<'a>) -> Result<Box<dyn Scorer + 'a>> {
        let Some(models) = &resources.models else {
            return Err(Error::usage(
                "the metric `meteor` needs its data",
                "run `groundline download meteor --out DIR` once and give --models DIR",
            ));
        };
        // The folder of models, or the data's own.
        let folder = models.join(FOLDER);
        let folder = if folder.is_dir() { folder } else { models.clone() };
        Ok(Box::new(Opened { resources: Resources::read(&folder)?, idle: Mutex::default() }))
    }
}

struct Opened {
    resources: Resources,
    /// Working memories that no thread uses now; there are at most as many as threads.
    idle: Mutex<Vec<Scratch>>,
}

impl Scorer for Opened {
    /// `meteor` where all stages are there, else with those that are.
    fn key(&self) -> String {
        let stages = self.resources.stages();
        if stages.len() == STAGES.len() { "meteor".into() } else { format!("meteor_{}", stages.join("_")) }
    }
    fn label(&self) -> String {
        let stages = self.resources.stages();
        let part = if stages.len() == STAGES.len() { "METEOR 1.5" } else { "part of METEOR 1.5" };
        format!("{part} -norm, English ({})", stages.join(", "))
    }
    fn score(&mut self, pairs: &[Pair], progress: Progress) -> Result<Vec<Option<f64>>> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let one = |p: &Pair| {
            let references: Vec<&str> = p.references.iter().map(super::Text::prepared).collect();
            let mut scratch = idle().pop().unwrap_or_default();
            let score = score(p.candidate.prepared(), &references, &self.resources, &mut scratch);
            idle().push(scratch);
            progress(1);
            Some(score)
        };
        Ok(pairs.par_iter().map(one).collect())
    }
}

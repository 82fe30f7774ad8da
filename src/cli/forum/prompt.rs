//! `forum prompt`: files of messages.

use crate::cli::{Verdict, output};
use crate::error::{Error, Result};
use crate::forum::prompt::{ALL_PARTS, Parts, Shot};
use crate::pipeline::forum::prompt::{Options, prompt};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `forum prompt`.
#[derive(Args)]
pub(super) struct Prompt {
    /// Folder of a set.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    /// What the model gets, of question, context and image: qci, qc, ci, qi, q, c, i; several with commas, or all.
    #[arg(long, value_name = "PARTS", default_value = "qci", value_delimiter = ',')]
    parts: Vec<String>,
    /// Examples before the question.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    shots: u8,
    /// Where the example comes from: any topic, or the question's own [default: random].
    #[arg(long, value_enum, value_name = "WHICH")]
    shot: Option<Which>,
    /// Show the picture of the example, too.
    #[arg(long)]
    shot_image: bool,
    /// The split that is asked: test, validation, train, or all.
    #[arg(long, value_name = "SPLIT", default_value = "test", value_parser = ["test", "validation", "train", "all"])]
    split: String,
    /// Set whose training split has the examples [default: the set itself]; a subset has none.
    #[arg(long, value_name = "DIR")]
    train: Option<PathBuf>,
    /// Seed of the examples.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the pictures into the files instead of links to them.
    #[arg(long)]
    embed: bool,
    /// Folder of the files [default: DIR/prompts].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Which {
    Random,
    Topic,
}

impl Prompt {
    pub fn execute(self) -> Result<Verdict> {
        if self.shots == 0 && (self.shot.is_some() || self.shot_image) {
            return Err(Error::usage("there is no example whose kind could be told", "add --shots 1"));
        }
        let names: Vec<&str> = match self.parts.as_slice() {
            [all] if all == "all" => ALL_PARTS.to_vec(),
            some => some.iter().map(String::as_str).collect(),
        };
        let parse = |name: &&str| {
            Parts::parse(name).ok_or_else(|| {
                Error::usage(
                    format!("`{name}` is no selection of parts"),
                    "give letters of q, c and i, e.g. --parts qci,qc",
                )
            })
        };
        let options = Options {
            out: self.out.unwrap_or_else(|| self.set.join("prompts")),
            set: self.set,
            parts: names.iter().map(parse).collect::<Result<_>>()?,
            shot: match (self.shots, self.shot) {
                (1, Some(Which::Topic)) => Some(Shot::Topic),
                (1, _) => Some(Shot::Random),
                _ => None,
            },
            shot_image: self.shot_image,
            split: (self.split != "all").then_some(self.split),
            train: self.train,
            seed: self.seed,
            embed: self.embed,
        };
        for file in prompt(&options)? {
            let other = match file.other_topic {
                0 => String::new(),
                n => format!(", {n} with an example of another topic: theirs has none in the training split"),
            };
            output::message(&format!("{}: {} prompts{other}", file.path.display(), file.prompts));
        }
        Ok(Verdict::Done)
    }
}

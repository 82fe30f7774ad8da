//! `review`: people verify, answer, rate and label on a local page.

use super::{Verdict, output};
use crate::error::{Error, Result};
use crate::pipeline::config::RunConfig;
use crate::pipeline::review::{self, Options, files, summary};
use crate::review::assign::Assignment;
use crate::review::mode::NAMES;
use crate::review::serve;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Arguments of `review`.
#[derive(Args)]
#[command(after_help = "The address is printed on stdout; open it in a browser. Verdicts are kept in DIR/review, one \
journal a reviewer, and survive crashes. Stop with Ctrl-C; the files for `score` and `agree` are then written beside \
them, as they are by --summary. docs/review.md shows all modes.")]
pub(super) struct Review {
    /// Folder of a set with items.jsonl, or of a forum set with questions.jsonl.
    #[arg(value_name = "DIR")]
    set: PathBuf,
    /// What is asked: verify items, answer them, rate answers of models, label records [default: verify for items; rate
    /// with --answers, else label, for questions].
    #[arg(long, value_name = "MODE", value_parser = PossibleValuesParser::new(NAMES))]
    mode: Option<String>,
    /// Name of a reviewer; may be repeated, and each gets an address of their own. Without it the page asks for a name.
    #[arg(long, value_name = "NAME")]
    reviewer: Vec<String>,
    /// Port to serve on; 0 is any free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Serve on this address instead of 127.0.0.1 only; needs --token.
    #[arg(long, value_name = "ADDRESS", requires = "token")]
    host: Option<String>,
    /// Token in the address instead of a random one: 16 or more letters, digits, `-` and `_`.
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// Review N records only, chosen by --seed; a larger N adds to a smaller one.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the sample, of the division among reviewers and of random orders.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Divide the records among the reviewers named, and give this share (0 to 1) of them to two, for agreement.
    /// Without it everybody sees all.
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "reviewer")]
    overlap: Option<f64>,
    /// Show only records on which the other reviewers differ; in mode label, offer only the labels that they gave.
    #[arg(long)]
    tie_break: bool,
    /// Answers of one model, as NAME=FILE, for --mode rate. May be repeated.
    #[arg(long, value_name = "NAME=FILE", value_parser = super::score::named)]
    answers: Vec<(String, PathBuf)>,
    /// Fields and labels of --mode label [default: examples/labels.toml, the studies of VQAonline].
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// The configuration that the set was made with: shows pictures without boxes, too. Sets of the embedded sample do
    /// not need it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Nothing can be said, and no file is written.
    #[arg(long)]
    read_only: bool,
    /// Print agreement and what was decided, write the files for `score` and `agree`, and serve nothing.
    #[arg(long)]
    summary: bool,
    /// No messages but errors.
    #[arg(long, short)]
    quiet: bool,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|s| (0.0..=1.0).contains(s)).ok_or_else(|| "give a share from 0 to 1, e.g. 0.2".into())
}

impl Review {
    pub fn execute(self) -> Result<Verdict> {
        if self.summary {
            return self.summarize();
        }
        let reviewers = review::reviewers(&self.reviewer)?;
        if self.overlap.is_some() && reviewers.len() < 2 {
            return Err(Error::usage("--overlap divides records among reviewers", "name two or more with --reviewer"));
        }
        let options = Options {
            mode: self.mode.clone(),
            answers: self.answers.clone(),
            labels: self.labels.clone(),
            config: self.config.as_deref().map(RunConfig::read).transpose()?,
            assignment: Assignment {
                seed: self.seed,
                sample: self.sample,
                overlap: self.overlap,
                reviewers: self.reviewer.clone(),
            },
            tie_break: self.tie_break,
            read_only: self.read_only,
            serve: serve::Options { host: self.host.clone(), port: self.port, token: self.token.clone(), reviewers },
            set: self.set.clone(),
        };
        let (server, notes) = review::listen(&options)?;
        for (what, n) in notes {
            self.say(&format!("{n} {what}"));
        }
        let several = options.serve.reviewers.len() > 1;
        for (reviewer, address) in server.addresses() {
            match reviewer {
                Some(reviewer) if several => output::print(&format!("{reviewer}\t{address}\n"))?,
                _ => output::print(&format!("{address}\n"))?,
            }
        }
        self.say("open the address in a browser; stop with Ctrl-C");
        server.run()?;
        if !self.read_only
            && let Ok((deck, modes)) = summary::reviewed(&self.set, self.mode.as_deref())
        {
            for mode in modes {
                self.tell(files::write_all(&deck, mode)?);
            }
        }
        Ok(Verdict::Done)
    }

    fn summarize(&self) -> Result<Verdict> {
        let (deck, modes) = summary::reviewed(&self.set, self.mode.as_deref())?;
        for (n, mode) in modes.into_iter().enumerate() {
            let text = summary::text(&deck, mode, self.labels.as_deref())?;
            output::print(&format!("{}{text}", if n > 0 { "\n" } else { "" }))?;
            if !self.read_only {
                self.tell(files::write_all(&deck, mode)?);
            }
        }
        Ok(Verdict::Done)
    }

    fn tell(&self, written: Vec<files::Written>) {
        for (path, lines) in written {
            self.say(&format!("wrote {} ({lines} lines)", path.display()));
        }
    }

    fn say(&self, text: &str) {
        if !self.quiet {
            output::message(text);
        }
    }
}

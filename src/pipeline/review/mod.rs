//! `review`: a set, a mode and its inputs put together; what people said written out, summed up and applied.

pub mod apply;
pub mod files;
mod fix;
mod originals;
pub mod rejected;
pub mod summary;

use super::config::RunConfig;
use crate::error::{Error, Place, Result};
use crate::report::import::{self, Key};
use crate::review::assign::Assignment;
use crate::review::deck::Deck;
use crate::review::mode::{AnswerMode, LabelMode, Mode, NAMES, RateMode, VerifyMode};
use crate::review::opinions::Opinions;
use crate::review::record::Kind;
use crate::review::reviewer::Reviewer;
use crate::review::serve::{self, Server};
use crate::review::session::Session;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// The labels that are asked for where no configuration is given: the studies of VQAonline.
pub const LABELS: &str = include_str!("../../../examples/labels.toml");

/// What is reviewed and how.
#[derive(Default)]
pub struct Options {
    /// The set's folder.
    pub set: PathBuf,
    /// Name of the mode; without it, what fits the set.
    pub mode: Option<String>,
    /// Names and answers files of models, for `rate`.
    pub answers: Vec<(String, PathBuf)>,
    /// Configuration of `label`.
    pub labels: Option<PathBuf>,
    /// The configuration that the set was made with, for the originals of its pictures.
    pub config: Option<RunConfig>,
    /// Who sees what.
    pub assignment: Assignment,
    /// Only what the others differ on.
    pub tie_break: bool,
    /// Nothing can be said.
    pub read_only: bool,
    /// Where to serve, and for whom.
    pub serve: serve::Options,
}

/// What does not fit, by name and count.
pub type Notes = Vec<(String, u64)>;

/// The kind of records that a set's folder has.
///
/// # Errors
/// When it has none.
pub fn kind_of(set: &Path) -> Result<Kind> {
    [Kind::Items, Kind::Questions].into_iter().find(|k| set.join(k.file()).is_file()).ok_or_else(|| {
        let what = "there is no items.jsonl and no questions.jsonl";
        Error::data(Place::file(set.display().to_string()), what, "give the folder of a finished set")
    })
}

/// Opens the set and starts to listen.
///
/// # Errors
/// When the set or an input of the mode cannot be read, they do not fit together, or the port is taken.
pub fn listen(options: &Options) -> Result<(Server, Notes)> {
    let kind = kind_of(&options.set)?;
    let (mode, notes) = mode(options, kind)?;
    if options.tie_break && mode.name() == "answer" {
        let what = "--tie-break has no meaning for answers: who is right is not voted on";
        return Err(Error::usage(what, "leave it out, or give another --mode"));
    }
    let deck = Deck::open(&options.set, kind)?;
    let notes = notes.into_iter().chain(strangers(&deck, &*mode, options)).filter(|(_, n)| *n > 0).collect();
    let originals = match mode.name() {
        "verify" => originals::find(&options.set, options.config.as_ref())?,
        _ => None,
    };
    let mut session = Session::new(deck, mode, options.assignment.clone());
    session.tie_break = options.tie_break;
    session.read_only = options.read_only;
    for reviewer in &options.serve.reviewers {
        // A journal that cannot be opened is an error now and not when the page is opened.
        session.setup(reviewer)?;
    }
    Ok((Server::bind(session, originals, &options.serve)?, notes))
}

/// Answers to questions that the set does not have.
fn strangers(deck: &Deck, mode: &dyn Mode, options: &Options) -> Notes {
    if mode.name() != "rate" {
        return Notes::new();
    }
    let unanswered = (0..deck.len()).filter_map(|at| deck.id(at)).filter(|id| mode.fields(id).is_empty()).count();
    let partly = (0..deck.len())
        .filter_map(|at| deck.id(at))
        .filter(|id| (1..options.answers.len()).contains(&mode.fields(id).len()))
        .count();
    vec![
        ("questions without any answer".into(), unanswered as u64),
        ("questions that some of the models did not answer".into(), partly as u64),
    ]
}

/// The mode with its inputs.
fn mode(options: &Options, kind: Kind) -> Result<(Box<dyn Mode>, Notes)> {
    let default = match (kind, options.answers.is_empty()) {
        (Kind::Items, _) => "verify",
        (Kind::Questions, false) => "rate",
        (Kind::Questions, true) => "label",
    };
    let name = options.mode.as_deref().unwrap_or(default);
    if !options.answers.is_empty() && name != "rate" {
        return Err(Error::usage(
            format!("--answers has no meaning for --mode {name}"),
            "leave it out, or give --mode rate",
        ));
    }
    if options.labels.is_some() && name != "label" {
        return Err(Error::usage(
            format!("--labels has no meaning for --mode {name}"),
            "leave it out, or give --mode label",
        ));
    }
    let wants = |wanted: Kind| match kind == wanted {
        true => Ok(()),
        false => Err(Error::usage(
            format!(
                "--mode {name} needs a set with {}, and {} has {}",
                wanted.file(),
                options.set.display(),
                kind.file()
            ),
            "give another set or another --mode",
        )),
    };
    Ok(match name {
        "verify" => (wants(Kind::Items).map(|()| Box::new(VerifyMode::default()) as Box<dyn Mode>)?, Notes::new()),
        "answer" => (wants(Kind::Items).map(|()| Box::new(AnswerMode::default()) as Box<dyn Mode>)?, Notes::new()),
        "label" => (Box::new(labels(options.labels.as_deref())?), Notes::new()),
        "rate" => {
            wants(Kind::Questions)?;
            if options.answers.is_empty() {
                return Err(Error::usage("--mode rate needs answers", "add --answers NAME=FILE for every model"));
            }
            let (mode, notes) = rate(&options.answers)?;
            (Box::new(mode), notes)
        }
        other => {
            return Err(Error::usage(
                format!("there is no mode `{other}`"),
                format!("use one of {}", NAMES.join(", ")),
            ));
        }
    })
}

/// The mode `label` of a configuration file, or of the embedded one.
///
/// # Errors
/// When the file cannot be read or is none.
pub fn labels(file: Option<&Path>) -> Result<LabelMode> {
    match file {
        None => LabelMode::parse(LABELS, "examples/labels.toml"),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|e| Error::opening(path, "give a TOML file such as examples/labels.toml", e))?;
            LabelMode::parse(&text, &path.display().to_string())
        }
    }
}

/// Reads the answers of models. Where a model answered a question twice, the first response counts.
fn rate(answers: &[(String, PathBuf)]) -> Result<(RateMode, Notes)> {
    let mut models = Vec::new();
    let (mut failed, mut again) = (0, 0);
    for (name, path) in answers {
        if models.iter().any(|(n, _)| n == name) {
            return Err(Error::usage(format!("two models are called `{name}`"), "give each --answers its own name"));
        }
        let mut responses: FxHashMap<String, String> = FxHashMap::default();
        for given in import::read(path)?.given {
            let id = match given.key {
                Key::Id(id) => id,
                Key::Place(n) => n.to_string(),
            };
            match given.response {
                None => failed += 1,
                Some(_) if responses.contains_key(&id) => again += 1,
                Some(response) => drop(responses.insert(id, response)),
            }
        }
        models.push((name.clone(), responses));
    }
    let notes =
        vec![("failed requests among the answers".into(), failed), ("second answers to a question".into(), again)];
    Ok((RateMode::new(models), notes))
}

/// Checks names of reviewers; each may stand once.
///
/// # Errors
/// When one is no name, or stands twice.
pub fn reviewers(names: &[String]) -> Result<Vec<Reviewer>> {
    let mut out: Vec<Reviewer> = Vec::new();
    for name in names {
        let reviewer = Reviewer::new(name)?;
        if out.contains(&reviewer) {
            return Err(Error::usage(format!("reviewer `{name}` stands twice"), "name everybody once"));
        }
        out.push(reviewer);
    }
    Ok(out)
}

/// A mode for reading what was said, without its inputs.
fn bare_mode(name: &str, labels_file: Option<&Path>) -> Result<Box<dyn Mode>> {
    Ok(match name {
        "answer" => Box::new(AnswerMode::default()),
        "rate" => Box::new(RateMode::new(Vec::new())),
        "label" => Box::new(labels(labels_file)?),
        _ => Box::new(VerifyMode::default()),
    })
}

/// The ledgers of a mode, and which marks are on the records as they are now.
struct Current {
    opinions: Opinions,
    /// Hash of every record of which something was said.
    hashes: FxHashMap<String, String>,
    notes: Notes,
}

impl Current {
    fn read(deck: &Deck, mode: &'static str) -> Result<Current> {
        let opinions = Opinions::of_set(&deck.set, mode)?;
        let mut hashes = FxHashMap::default();
        let (mut unknown, mut stale) = (0, 0);
        for (id, _) in opinions.by_field().keys() {
            if let Some(at) = deck.find(id)
                && !hashes.contains_key(*id)
            {
                hashes.insert(id.to_string(), deck.read(at)?.hash());
            }
        }
        for ((id, _), all) in opinions.by_field() {
            match hashes.get(id) {
                None => unknown += all.len() as u64,
                Some(hash) => stale += all.iter().filter(|o| o.item != hash).count() as u64,
            }
        }
        let notes = [("of records that the set does not have", unknown), ("of another version of a record", stale)];
        let notes = notes.into_iter().filter(|(_, n)| *n > 0).map(|(what, n)| (what.to_string(), n)).collect();
        Ok(Current { opinions, hashes, notes })
    }

    /// Whether a mark is on the record as it is.
    fn holds(&self, id: &str, item: &str) -> bool {
        self.hashes.get(id).is_some_and(|hash| hash == item)
    }
}

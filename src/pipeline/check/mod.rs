//! `check`: attack a set, look at its texts and pictures, derive it anew, compare it with other sets.

mod leaks;
pub mod load;
mod page;
mod pictures;
mod pixels;
mod prune;
mod report;
mod same;
pub mod verify;

pub use load::{Origin, Set};
pub use page::write as write_page;
pub use prune::{Pruned, prune};
pub use report::{json, text};

use super::config::RunConfig;
use super::guard;
use super::plan::Resources;
use super::vaults;
use crate::audit::blind::oracle::{self, OracleReport, Present};
use crate::audit::blind::{self, Attack};
use crate::audit::entry::Entry;
use crate::audit::finding::{Finding, Verdict};
use crate::audit::hygiene::{self, CellBalance};
use crate::audit::leak::Part;
use crate::audit::words::Thesaurus;
use crate::error::Result;
use crate::model::term::Domain;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Name of the report's file in OUT.
pub const REPORT_FILE: &str = "check.json";

/// What to check, and how.
pub struct Options {
    /// The set.
    pub set: PathBuf,
    /// Sets that it may share no picture with.
    pub against: Vec<PathBuf>,
    /// The configuration of the sources that it was made from.
    pub sources: Option<PathBuf>,
    /// Leave pictures unopened.
    pub texts_only: bool,
    /// How solvers are run.
    pub solvers: blind::Settings,
}

/// Everything that was found.
pub struct Report {
    /// Who made the set.
    pub origin: Origin,
    /// Items, copies not counted.
    pub items: usize,
    /// Copies.
    pub copies: usize,
    /// Pictures.
    pub pictures: usize,
    /// BLAKE3 of the items' file.
    pub blake3: String,
    /// The blind solvers.
    pub attack: Attack,
    /// The solvers that know the labels; `None` for foreign sets.
    pub oracles: Option<OracleReport>,
    /// Balance of every cell.
    pub balance: BTreeMap<String, CellBalance>,
    /// All findings.
    pub findings: Vec<Finding>,
    /// Ids of the entries, in order, for the bias of each.
    pub ids: Vec<String>,
}

impl Report {
    /// Whether everything holds; under `strict` a warning is a failure.
    pub fn holds(&self, strict: bool) -> bool {
        !self.findings.iter().any(|f| f.fails(strict))
    }
}

/// Runs all checks. `progress` is called with the number of pictures just looked at.
///
/// # Errors
/// When the set, a corpus or a source cannot be read.
pub fn check(options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Result<(Set, Report)> {
    let config = match &options.sources {
        Some(path) => RunConfig::read(path)?,
        None => RunConfig::quickstart()?,
    };
    let resources = Resources::load(&config)?;
    let corpora = options.against.iter().map(|path| guard::corpus(path, Part::Tuning, &resources));
    let corpora = corpora.collect::<Result<Vec<_>>>()?;
    let mut set = Set::read(&options.set, &resources)?;
    let words = Thesaurus::embedded()?;
    let mut findings = structure(&set);

    let mut present = Present::of_items(&set.entries);
    let mut heads = BTreeMap::new();
    if set.origin == Origin::Elsewhere {
        findings.push(Finding::skipped("verification", "the set was made elsewhere: its items have no provenance"));
    } else {
        findings.push(verify::files(&set));
        findings.extend(verify::findings(
            "record",
            &verify::inner(&set),
            "every item and every exchange group is whole",
        ));
        if options.sources.is_some() {
            let verified = verify::against_sources(&set, &config, &resources)?;
            findings.extend(verify::findings(
                "verification",
                &verified.faults,
                &format!("all {} items follow from their annotations", set.items.len()),
            ));
            (present, heads) = (verified.present, verified.pictures);
        } else {
            findings.push(Finding::skipped(
                "verification",
                "give --sources CONFIG, the configuration that the set was made with",
            ));
        }
    }
    let oracles = oracle::consult(&set.entries, &present, options.solvers);
    findings.extend(oracle_findings(oracles.as_ref(), options));

    let (balance, uneven) = hygiene::balance(&set.entries);
    findings.extend(uneven);
    findings.extend(hygiene::duplicates(&set.entries, &set.shown()));
    let lexicon = words.lexicon();
    let noun = |w: &str| lexicon.lookup(Domain::Entity, w).is_some();
    findings.extend(hygiene::english(&set.entries, &noun));
    findings.extend(hygiene::flaws(&set.entries, lexicon, &words));

    let looked = if options.texts_only {
        pictures::Looked { findings: vec![Finding::skipped("pictures", "--texts-only")], ..Default::default() }
    } else {
        let found = options.sources.as_ref().map(|_| vaults::pictures(&config)).transpose()?;
        let sources = found.as_ref().map(|p| pictures::Sources { pictures: p, heads: &heads });
        pictures::look(&set, sources.as_ref(), progress)
    };
    findings.extend(looked.findings);

    // One photo under two names is one picture to folds and intervals.
    let members = guard::members(&set, &looked.prints);
    let photos = same::Photos::of(&set, &members);
    findings.push(photos.finding());
    set.entries = photos.entries(&set);
    let attack = blind::attack(&set.entries, &words, options.solvers);
    findings.splice(..0, blind_findings(&attack, &set.entries));

    if options.against.is_empty() {
        findings.push(Finding::skipped("leakage", "give --against CORPUS to compare pictures with another set's"));
    }
    for (path, corpus) in options.against.iter().zip(&corpora) {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
        findings.push(leaks::compare(&name, &members, corpus));
    }

    let report = Report {
        origin: set.origin,
        items: set.entries.len(),
        copies: set.items.len().saturating_sub(set.entries.len() + set.broken.len()),
        pictures: members.len(),
        blake3: set.blake3.clone(),
        attack,
        oracles,
        balance,
        findings,
        ids: set.entries.iter().map(|e| e.id.clone()).collect(),
    };
    Ok((set, report))
}

/// What the reader already knows to be wrong.
fn structure(set: &Set) -> Vec<Finding> {
    let rows: Vec<String> = set.dropped.iter().map(|(fault, n)| format!("{n} rows: {fault}")).collect();
    let mut out = vec![Finding::of(
        "keys",
        Verdict::Fail,
        set.broken.clone(),
        "every key is one of its options",
        "build again, or correct answer_index",
    )];
    if set.origin == Origin::Elsewhere {
        out.push(Finding::of(
            "rows",
            Verdict::Warn,
            rows,
            "every row is a question with options and a key",
            "correct the rows; they are left out of all other checks",
        ));
    }
    out
}

/// The bars of the blind solvers as findings.
fn blind_findings(attack: &Attack, entries: &[Entry]) -> Vec<Finding> {
    let percent = |v: f64| format!("{:.1} %", 100.0 * v);
    let over: Vec<String> = attack
        .over_the_bar()
        .map(|r| format!("{}: {} where chance is {}", r.solver, percent(r.stat.accuracy), percent(r.stat.chance)))
        .collect();
    let cells: Vec<String> = attack
        .beaten_cells()
        .map(|(cell, by)| {
            let by: Vec<String> = by.iter().map(|r| format!("{} {}", r.solver, percent(r.stat.accuracy))).collect();
            let chance = attack.cells.get(cell).map_or(0.0, |c| c.chance);
            format!("{cell} (chance {}): {}", percent(chance), by.join(", "))
        })
        .collect();
    let mut out = vec![
        Finding::of(
            "blind_solvers",
            Verdict::Fail,
            over,
            format!(
                "no solver without the picture is more than {:.0} points above chance over all {} items",
                100.0 * attack.margin,
                entries.len()
            ),
            "see which cells it beats; prune the most biased groups (--prune N), or group the options",
        ),
        Finding::of(
            "blind_solvers_by_cell",
            Verdict::Fail,
            cells,
            "no solver beats chance in any cell (Holm over solvers and cells)",
            "the cell gives its answers away: see the solver's description and the attribution in check.json",
        ),
    ];
    if attack.elimination.decided > 0 {
        out.push(Finding::info(
            "elimination",
            format!(
                "whoever has the keys of the other members of a group knows the last one: {} by elimination. This is how \
                 exchange groups work and no leak, as long as keys are not shown",
                percent(attack.elimination.accuracy)
            ),
        ));
    }
    out
}

/// The bars of the oracles: on groups inside one picture the box must be needed; elsewhere the score is a warning.
fn oracle_findings(oracles: Option<&OracleReport>, options: &Options) -> Vec<Finding> {
    let Some(oracles) = oracles else {
        return vec![Finding::skipped("box_free_oracle", "the items do not tell what is in their pictures")];
    };
    let beats = |s: &blind::Stat| s.accuracy > s.chance + options.solvers.margin && s.p < options.solvers.alpha;
    let line = |level: &str, name: &str, s: &blind::Stat| {
        let of = format!("{:.1} % where chance is {:.1} %, n {}", 100.0 * s.accuracy, 100.0 * s.chance, s.n);
        format!("{level} level, {name}: {of}")
    };
    let (mut inside, mut others) = (Vec::new(), Vec::new());
    for (level, o) in &oracles.levels {
        let to = if level == "picture" { &mut inside } else { &mut others };
        for (name, stat) in [("box-free", &o.box_free), ("question-free", &o.question_free)] {
            if beats(stat) {
                to.push(line(level, name, stat));
            }
        }
    }
    vec![
        Finding::of(
            "box_free_oracle",
            Verdict::Fail,
            inside,
            "on groups inside one picture, knowing all labels but neither box nor question is no better than chance",
            "a distractor is absent from the picture: the box is not needed there",
        ),
        Finding::of(
            "distractors_absent",
            Verdict::Warn,
            others,
            "off the picture level, too, knowing all labels but neither box nor question is no better than chance",
            "there the box tests little: prefer groups inside one picture (`select.levels`)",
        ),
    ]
}

//! `list`: what there is, derived from the registries and resources that a run uses.

use super::args::ConfigArgs;
use super::{Verdict, output};
use crate::error::Result;
use crate::kind::KINDS;
use crate::pipeline::plan::{self, Resources};
use crate::pipeline::survey;
use crate::source::SOURCES;
use crate::source::manifest::Manifest;
use crate::target::{Limits, TARGETS};
use clap::{Args, ValueEnum};
use std::fmt::Write;

/// Arguments of `list`.
#[derive(Args)]
pub(super) struct List {
    /// What to list.
    #[arg(value_enum)]
    what: What,
    #[command(flatten)]
    config: ConfigArgs,
    /// At most so many lines.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Dataset formats, with the files that each expects.
    Sources,
    /// What questions are about.
    Targets,
    /// How they are asked.
    Kinds,
    /// The legal cells: wordings by target, kind and form.
    Matrix,
    /// Every wording with its id, tab-separated.
    Templates,
    /// Thresholds of the targets, as a `[limits]` table.
    Limits,
    /// Every fact of the configuration's sources, tab-separated: scene, target, gold, tier, key.
    Facts,
}

impl List {
    pub fn execute(self) -> Result<Verdict> {
        let text = match self.what {
            What::Sources => sources()?,
            What::Targets => TARGETS.iter().fold(String::new(), |s, t| s + t.name() + "\n"),
            What::Kinds => KINDS.iter().fold(String::new(), |s, k| s + k.name() + "\n"),
            What::Matrix => matrix(&Resources::load(&self.config.load()?)?)?,
            What::Templates => templates(&Resources::load(&self.config.load()?)?),
            What::Limits => toml::to_string(&Limits::default()).unwrap_or_default(),
            What::Facts => return self.facts(),
        };
        let limit = self.limit.unwrap_or(usize::MAX);
        let limited: String = text.split_inclusive('\n').take(limit).collect();
        output::print(&limited)?;
        Ok(Verdict::Done)
    }

    fn facts(&self) -> Result<Verdict> {
        let config = self.config.load()?;
        let resources = Resources::load(&config)?;
        let mut left = self.limit.unwrap_or(usize::MAX);
        for source in &config.sources {
            for scene in survey::scenes(source)? {
                let mut text = String::new();
                for fact in survey::facts(&scene?, &resources) {
                    let gold = &resources.lexicon.term(fact.gold).name;
                    let tier = serde_json::to_value(fact.tier).unwrap_or_default();
                    let tier = tier.as_str().unwrap_or_default();
                    let _ = writeln!(text, "{}\t{}\t{gold}\t{tier}\t{}", fact.picture.scene, fact.target, fact.key);
                }
                let limited: String = text.split_inclusive('\n').take(left).collect();
                left -= limited.lines().count();
                output::print(&limited)?;
                if left == 0 {
                    return Ok(Verdict::Done);
                }
            }
        }
        Ok(Verdict::Done)
    }
}

fn sources() -> Result<String> {
    let mut out = String::new();
    for source in SOURCES {
        let m = Manifest::parse(source.name(), source.manifest())?;
        let _ = writeln!(out, "{}: {}\n  {}", source.name(), m.title, m.homepage);
        let _ = writeln!(out, "  asked about: {}", m.targets.join(", "));
        let _ = writeln!(out, "  annotations {}; pictures {} (in {})", m.annotation_license, m.image_license, m.images);
        for (role, path) in &m.files {
            let _ = writeln!(out, "  {role} = {path}");
        }
        for (what, holds) in &m.declares {
            let _ = writeln!(out, "  declares {what} = {holds}");
        }
    }
    Ok(out)
}

fn matrix(resources: &Resources) -> Result<String> {
    let mut out = format!("{:<12}", "");
    for kind in KINDS {
        let _ = write!(out, "{:<38}", kind.name());
    }
    out.push_str("from\n");
    let manifests = SOURCES.iter().map(|s| Manifest::parse(s.name(), s.manifest())).collect::<Result<Vec<_>>>()?;
    let legal = plan::legal_cells(resources);
    for target in TARGETS {
        let mut row = format!("{:<12}", target.name());
        for kind in KINDS {
            let cell = format!("{}.{}", target.name(), kind.name());
            let mut forms: Vec<String> = resources
                .templates
                .pools()
                .filter(|(t, k, _, _)| *t == target.name() && *k == kind.name())
                .map(|(_, _, form, _)| serde_json::to_value(form).ok().and_then(|v| v.as_str().map(str::to_string)))
                .map(Option::unwrap_or_default)
                .collect();
            forms.sort();
            let text = if legal.contains(&cell) { forms.join(" ") } else { "-".into() };
            let _ = write!(row, "{text:<38}");
        }
        let bears = |m: &&Manifest| m.targets.iter().any(|t| t == target.name());
        let from: Vec<&str> = manifests.iter().filter(bears).map(|m| m.name.as_str()).collect();
        let _ = writeln!(out, "{row}{}", from.join(" "));
    }
    Ok(out)
}

fn templates(resources: &Resources) -> String {
    let mut all: Vec<String> = resources
        .templates
        .pools()
        .flat_map(|(_, _, _, pool)| pool.iter().map(|t| format!("{}\t{}\n", t.id, t.text())))
        .collect();
    all.sort();
    all.concat()
}

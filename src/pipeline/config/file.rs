//! The shape of the TOML file. Unknown keys are refused; every message has the file and the line.

use super::value::{Band, OptionCount, Quality, Share};
use super::{Distract, Draw, Quota, Root, RunConfig, Select, SourceConfig};
use crate::error::{Error, Place, Result};
use crate::model::evidence::{GoldTier, Tier};
use crate::model::plan::Level;
use crate::model::settings::{Difficulty, PictureFormat, Symmetry};
use crate::select::variants::Wanted;
use crate::source::{SOURCES, SourceOptions};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use toml::Spanned;

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RunFile {
    seed: u64,
    out: PathBuf,
    limit: Option<u64>,
    thesaurus: Option<PathBuf>,
    templates: Option<PathBuf>,
    embed_model: Option<String>,
    split: Option<PathBuf>,
    source: Vec<Spanned<SourceFile>>,
    quota: QuotaFile,
    select: SelectFile,
    distract: DistractFile,
    gold: GoldFile,
    limits: toml::Table,
    draw: DrawFile,
}

impl Default for RunFile {
    fn default() -> Self {
        RunFile {
            seed: 1,
            out: PathBuf::from("groundline-out"),
            limit: None,
            thesaurus: None,
            templates: None,
            embed_model: None,
            split: None,
            source: Vec::new(),
            quota: QuotaFile::default(),
            select: SelectFile::default(),
            distract: DistractFile::default(),
            gold: GoldFile::default(),
            limits: toml::Table::new(),
            draw: DrawFile::default(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceFile {
    kind: Spanned<String>,
    name: Option<String>,
    root: Option<PathBuf>,
    images: Option<String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    declares: BTreeMap<String, bool>,
}

/// Items of a cell where the file names no quota at all.
const DEFAULT_PER_CELL: u32 = 50;

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct QuotaFile {
    per_cell: Option<u32>,
    cells: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SelectFile {
    symmetry: Symmetry,
    levels: Spanned<Vec<Level>>,
    options: OptionCount,
    fewer_options: Option<OptionCount>,
    max_per_picture: Option<std::num::NonZeroU32>,
    max_concept_share: Option<Share>,
    regroup: bool,
    facets: bool,
    controls: bool,
    circular: bool,
}

impl Default for SelectFile {
    fn default() -> Self {
        SelectFile {
            symmetry: Symmetry::Strict,
            levels: Spanned::new(0..0, vec![Level::Picture, Level::Noun, Level::Pattern, Level::Cell]),
            options: OptionCount::default(),
            fewer_options: None,
            max_per_picture: None,
            max_concept_share: None,
            regroup: true,
            facets: false,
            controls: false,
            circular: false,
        }
    }
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DistractFile {
    candidates: Spanned<u32>,
    difficulty: Difficulty,
    band: Option<Band>,
    min_evidence: Tier,
}

impl Default for DistractFile {
    fn default() -> Self {
        DistractFile {
            candidates: Spanned::new(0..0, 15),
            difficulty: Difficulty::Medium,
            band: None,
            min_evidence: Tier::Exclusive,
        }
    }
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GoldFile {
    min_tier: GoldTier,
}

impl Default for GoldFile {
    fn default() -> Self {
        GoldFile { min_tier: GoldTier::Weak }
    }
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct DrawFile {
    format: PictureFormat,
    quality: Quality,
}

pub(super) fn parse(text: &str, shown: &str, base: &Path) -> Result<RunConfig> {
    let place = |at: usize| Place::line(shown, line_of(text, at));
    let file: RunFile = toml::from_str(text).map_err(|e| {
        let at = e.span().map_or(0, |span| span.start);
        Error::data(place(at), e.message().trim_end(), "see the comments in examples/quickstart.toml for every key")
    })?;

    let levels = file.select.levels.get_ref();
    let ascending = levels.windows(2).all(|pair| pair.first() < pair.last());
    if levels.is_empty() || !ascending || levels.contains(&Level::None) {
        return Err(Error::data(
            place(file.select.levels.span().start),
            "`levels` is not a list of levels, finest first",
            r#"use some of ["picture", "noun", "pattern", "cell"], in this order"#,
        ));
    }
    let options = file.select.options;
    let candidates = *file.distract.candidates.get_ref();
    if (candidates as usize) < options.get() {
        return Err(Error::data(
            place(file.distract.candidates.span().start),
            format!("`candidates` is {candidates}, fewer than the {} options", options.get()),
            "sample at least as many candidates as there are options; the paper samples 15",
        ));
    }

    let mut sources = Vec::new();
    let mut names = BTreeSet::new();
    for spanned in file.source {
        let at = spanned.span().start;
        let source = source(spanned.into_inner(), base, &place)?;
        if !names.insert(source.name.clone()) {
            return Err(Error::data(
                place(at),
                format!("a second source is named `{}`", source.name),
                "give each source of one kind a `name` of its own",
            ));
        }
        sources.push(source);
    }
    if sources.is_empty() {
        return Err(Error::data(
            Place::file(shown),
            "there is no [[source]]",
            "add a [[source]] with `kind` and `root`; without a configuration the embedded sample is used",
        ));
    }

    let cells = file.quota.cells;
    let fallback = if cells.is_empty() { DEFAULT_PER_CELL } else { 0 };
    let absolute = |p: PathBuf| if p.is_absolute() { p } else { base.join(p) };
    Ok(RunConfig {
        seed: file.seed,
        out: absolute(file.out),
        sources,
        quota: Quota { per_cell: file.quota.per_cell.unwrap_or(fallback), cells },
        select: Select {
            symmetry: file.select.symmetry,
            levels: file.select.levels.into_inner(),
            options,
            fewer_options: file.select.fewer_options,
            max_per_picture: file.select.max_per_picture.map(std::num::NonZeroU32::get),
            max_concept_share: file.select.max_concept_share,
            regroup: file.select.regroup,
            facets: file.select.facets,
            copies: Wanted { controls: file.select.controls, circular: file.select.circular },
        },
        distract: Distract {
            candidates,
            difficulty: file.distract.difficulty,
            band: file.distract.band,
            min_evidence: file.distract.min_evidence,
        },
        min_gold: file.gold.min_tier,
        limits: file.limits,
        draw: Draw { format: file.draw.format, quality: file.draw.quality },
        thesaurus: file.thesaurus.map(absolute),
        templates: file.templates.map(absolute),
        embed_model: file.embed_model,
        limit: file.limit,
        exclude: Vec::new(),
        split: file.split.map(absolute),
    })
}

fn source(file: SourceFile, base: &Path, place: &dyn Fn(usize) -> Place) -> Result<SourceConfig> {
    let at = file.kind.span().start;
    let kind = file.kind.into_inner();
    if !SOURCES.is_empty() && crate::source::find(&kind).is_none() {
        let known: Vec<&str> = SOURCES.iter().map(|s| s.name()).collect();
        return Err(Error::data(
            place(at),
            format!("there is no source of kind `{kind}`"),
            format!("use one of {}", known.join(", ")),
        ));
    }
    let name = file.name.unwrap_or_else(|| kind.clone());
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        return Err(Error::data(
            place(at),
            format!("`{name}` cannot name a source"),
            "use letters, digits, `-`, `_` and `.`",
        ));
    }
    let root = match file.root {
        None => Root::Sample,
        Some(path) if path.is_absolute() => Root::Folder(path),
        Some(path) => Root::Folder(base.join(path)),
    };
    Ok(SourceConfig {
        kind,
        name,
        root,
        options: SourceOptions { files: file.files, images: file.images, declares: file.declares },
    })
}

/// The line of a byte offset, counted from 1.
fn line_of(text: &str, at: usize) -> u64 {
    1 + text.bytes().take(at).filter(|&b| b == b'\n').count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> String {
        match parse(text, "run.toml", Path::new("")) {
            Ok(_) => "parsed".into(),
            Err(e) => e.to_string(),
        }
    }

    const SOURCE: &str = "[[source]]\nkind = \"paco\"\nroot = \"data\"\n";

    #[test]
    fn messages_have_the_line() {
        for (text, want) in [
            ("seed = 1\nsed = 2\n", "run.toml:2: unknown field `sed`"),
            ("[draw]\n\nquality = 101\n", "run.toml:3: JPEG quality must be 1 to 100, not 101"),
            ("[select]\noptions = 1\n", "run.toml:2: the number of options must be 2 to 8, not 1"),
            ("[select]\n\nlevels = [\"cell\", \"noun\"]\n", "run.toml:3: `levels` is not a list of levels"),
            ("[distract]\ncandidates = 3\n", "run.toml:2: `candidates` is 3, fewer than the 4 options"),
            ("seed = 1\n", "run.toml: there is no [[source]]"),
        ] {
            assert!(fails(text).starts_with(want), "{text:?}: {}", fails(text));
        }
        let twice = format!("{SOURCE}\n{SOURCE}");
        assert!(fails(&twice).starts_with("run.toml:5: a second source is named `paco`"), "{}", fails(&twice));
    }

    #[test]
    fn paths_start_from_the_folder_of_the_file() {
        let text = format!("out = \"made\"\nthesaurus = \"words\"\nsplit = \"split.jsonl\"\n{SOURCE}");
        let config = parse(&text, "run.toml", Path::new("/conf")).unwrap();
        assert_eq!(config.out, Path::new("/conf/made"));
        assert_eq!(config.thesaurus.as_deref(), Some(Path::new("/conf/words")));
        assert_eq!(config.split.as_deref(), Some(Path::new("/conf/split.jsonl")));
        assert_eq!(config.sources[0].root, Root::Folder("/conf/data".into()));
        assert_eq!(config.quota.of("entity", "yes_no"), DEFAULT_PER_CELL);
    }

    #[test]
    fn a_table_of_cells_leaves_the_others_out() {
        let text = format!("{SOURCE}\n[quota.cells]\n\"entity.yes_no\" = 500\n");
        let config = parse(&text, "run.toml", Path::new("")).unwrap();
        assert_eq!((config.quota.of("entity", "yes_no"), config.quota.of("color", "what")), (500, 0));
        let legal = ["color.what".to_string()];
        assert!(config.quota.check_cells(&legal).is_err_and(|e| e.to_string().contains("entity.yes_no")));
    }

    #[test]
    fn settings_name_no_path_and_ignore_the_order_of_sources() {
        let other = SOURCE.replace("paco", "openimages");
        let a = parse(&format!("{SOURCE}{other}"), "a", Path::new("/x")).unwrap().settings();
        let b = parse(&format!("{other}{SOURCE}"), "b", Path::new("/y")).unwrap().settings();
        assert_eq!(a, b);
        assert!(!a.to_string().contains("/x"));
    }

    #[test]
    fn the_quickstart_parses() {
        let config = RunConfig::quickstart().unwrap();
        assert!(config.sources.iter().all(|s| s.root == Root::Sample) && config.sources.len() >= 4);
    }
}

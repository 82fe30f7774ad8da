//! The facts of the hand-labelled photos obey the rules that every later stage relies on.
//! With `GROUNDLINE_FACTS=FILE` the facts and rejects are also written out, for a person to read.

use groundline::lexicon::Lexicon;
use groundline::model::fact::{Fact, Form};
use groundline::model::scene::Scene;
use groundline::source::vault::DirVault;
use groundline::source::{Read, SOURCES, SourceOptions};
use groundline::target::{self, Context, Found, Limits, TARGETS};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// All scenes of the photos, in every format that has a reader; `None` with a note where they are not there.
fn scenes() -> Option<Vec<Scene>> {
    let Some(root) = std::env::var_os("GROUNDLINE_SHARED") else {
        eprintln!("skipped: GROUNDLINE_SHARED is not set");
        return None;
    };
    let photos = PathBuf::from(root).join("data/photos");
    let mut scenes = Vec::new();
    for source in SOURCES.iter().filter(|s| photos.join(s.name()).is_dir()) {
        let vault = Arc::new(DirVault::new(photos.join(source.name())).unwrap());
        for read in source.open(vault, &SourceOptions::default()).unwrap() {
            if let Read::Scene(scene) = read.unwrap() {
                scenes.push(*scene);
            }
        }
    }
    assert!(scenes.len() >= 44 * 3, "{}", scenes.len());
    Some(scenes)
}

fn found(scene: &Scene, lexicon: &Lexicon) -> Found {
    let (picture, limits, mut out) = (target::picture(scene), Limits::default(), Found::default());
    for target in TARGETS {
        target.facts(scene, &picture, &Context { lexicon, limits: &limits }, &mut out);
    }
    out
}

/// The fact in one line, as a person reads it.
fn line(fact: &Fact, lexicon: &Lexicon) -> String {
    let name = |t: &groundline::model::term::TermId| lexicon.term(*t).name.clone();
    let said = lexicon.inflect(fact.gold, fact.inflection);
    let about = match (&fact.slots.gap, fact.slots.boxes.as_slice()) {
        (Some(gap), _) => format!("{}[{said}]{}", gap.before, gap.after),
        (None, boxes) => {
            let boxes: Vec<_> = boxes.iter().map(|b| <[u32; 4]>::from(b.bbox)).collect();
            format!("{said} <- {:?} {:?} {boxes:?}", fact.slots.noun, fact.slots.noun2)
        }
    };
    let truth: Vec<_> = fact.truth.iter().map(name).collect();
    let denied: Vec<_> = fact.denied.iter().map(|(t, e)| format!("{} ({:?})", name(t), e.tier())).collect();
    let (form, how, tier) = (fact.form, fact.inflection, fact.tier);
    format!("{about} | {form:?} {how:?} {tier:?} | true: {} | false: {}", truth.join(", "), denied.join(", "))
}

#[test]
fn facts_of_the_photos_obey_the_rules() {
    let Some(scenes) = scenes() else { return };
    let lexicon = Lexicon::embedded().unwrap();
    let (mut text, mut targets) = (String::new(), BTreeSet::new());
    for scene in &scenes {
        let out = found(scene, &lexicon);
        let mut keys = BTreeSet::new();
        for fact in &out.facts {
            let at = format!("{}#{}:{}", scene.id, fact.target, fact.key);
            assert!(keys.insert((fact.target, fact.key.as_str())), "{at} stands twice");
            assert!(fact.truth.contains(&fact.gold), "{at}: the gold is not true");
            assert!(fact.denied.iter().all(|(t, _)| !fact.truth.contains(t)), "{at}: true and denied");
            assert!(!fact.visible.contains(&fact.gold), "{at}");
            assert!(fact.form.is_some() || fact.neutral.is_some(), "{at} cannot be asked");
            let boxes = match fact.neutral.or(fact.form) {
                Some(Form::Box | Form::BoxNoun) => 1,
                Some(Form::Boxes | Form::BoxesNouns) => 2,
                _ => 0,
            };
            assert_eq!(fact.slots.boxes.len(), boxes, "{at}");
            assert_eq!(fact.slots.gap.is_some(), fact.form == Some(Form::Caption), "{at}");
            targets.insert((scene.source.to_string(), fact.target));
            writeln!(text, "{at}\n    {}", line(fact, &lexicon)).unwrap();
        }
        for reject in &out.rejects {
            writeln!(text, "{} REJECT {} {}", reject.candidate, reject.reason, reject.detail).unwrap();
        }
    }
    if let Some(file) = std::env::var_os("GROUNDLINE_FACTS") {
        std::fs::write(file, text).unwrap();
    }
    let has = |source: &str, target: &str| targets.contains(&(source.to_owned(), target));
    for (source, target) in [
        ("flickr30k", "entity"),
        ("flickr30k", "number"),
        ("flickr30k", "color"),
        ("flickr30k", "material"),
        ("flickr30k", "action"),
        ("paco", "entity"),
        ("paco", "color"),
        ("paco", "material"),
        ("openimages", "entity"),
        ("openimages", "material"),
        ("openimages", "action"),
        ("openimages", "spatial"),
        ("spatialsense", "entity"),
        ("spatialsense", "spatial"),
    ] {
        assert!(has(source, target), "no {target} from {source}: {targets:?}");
    }
}

#[test]
fn the_order_of_the_tables_changes_no_fact() {
    let Some(scenes) = scenes() else { return };
    let lexicon = Lexicon::embedded().unwrap();
    let read = |scene: &Scene| {
        let mut facts: Vec<String> = found(scene, &lexicon)
            .facts
            .iter()
            .map(|f| format!("{} {} {}", f.target, f.key, line(f, &lexicon)))
            .collect();
        facts.sort();
        facts
    };
    for scene in &scenes {
        let mut turned = scene.clone();
        let last = (scene.regions.len().max(1) - 1) as u32;
        turned.regions.reverse();
        for region in &mut turned.regions {
            region.part_of = region.part_of.map(|i| last - i);
        }
        for relation in &mut turned.relations {
            (relation.subject, relation.object) = (last - relation.subject, last - relation.object);
        }
        turned.relations.reverse();
        turned
            .captions
            .iter_mut()
            .flat_map(|c| &mut c.phrases)
            .flat_map(|p| &mut p.regions)
            .for_each(|i| *i = last - *i);
        turned.captions.reverse();
        let sort = |facts: Vec<String>| -> BTreeSet<String> { facts.iter().map(|f| words(f)).collect() };
        assert_eq!(sort(read(scene)), sort(read(&turned)), "{}", scene.id);
    }
}

/// The same line with its lists in sorted order: the order inside a list carries no meaning.
fn words(line: &str) -> String {
    let mut parts: Vec<&str> = line.split([',', '|', ':']).map(str::trim).collect();
    parts.sort_unstable();
    parts.join(",")
}

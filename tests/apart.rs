//! `generate` and `converse` keep apart: split files, exclusions, and what happens when nothing is left.

#[path = "support/tree.rs"]
mod support;

use groundline::model::scene::Scene;
use groundline::pipeline::config::RunConfig;
use groundline::pipeline::{survey, vaults};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::tree;

const RUN: &str = "[[source]]\nkind = \"paco\"\n[[source]]\nkind = \"openimages\"\n[[source]]\nkind = \"flickr30k\"\n\
                   [quota]\nper_cell = 4\n[select]\nsymmetry = \"matched\"\n";

fn groundline(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_groundline")).current_dir(dir).args(args).output().unwrap()
}

/// The command's output; it may be short of a quota, but not fail.
fn done(dir: &Path, args: &[&str]) -> String {
    let out = groundline(dir, args);
    assert!(matches!(out.status.code(), Some(0 | 1)), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// The message of a command that ends with exit code 3.
fn refused(dir: &Path, args: &[&str]) -> String {
    let out = groundline(dir, args);
    let message = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(3), "{args:?}: {message}");
    message
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// The scenes that a set or a corpus uses.
fn scenes(path: &Path) -> BTreeSet<String> {
    lines(path).iter().map(|row| row["provenance"]["scene"].as_str().unwrap().to_owned()).collect()
}

fn rejects(folder: &Path, reason: &str) -> Vec<Value> {
    lines(&folder.join("rejects.jsonl")).into_iter().filter(|r| r["reason"] == reason).collect()
}

/// Whether `check` finds a leak of a benchmark into a corpus.
fn leaks(dir: &Path, set: &str, corpus: &str) -> bool {
    groundline(dir, &["check", set, "--against", corpus, "--quiet"]);
    let report: Value = serde_json::from_slice(&fs::read(dir.join(set).join("check.json")).unwrap()).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let leak = findings.iter().find(|f| f["check"].as_str().unwrap().starts_with("leakage")).unwrap();
    match leak["verdict"].as_str() {
        Some("pass") => false,
        Some("fail") => true,
        other => panic!("{other:?}"),
    }
}

/// Copies scenes of the sample under names that tell nothing into a source `scenes` of its own, `<folder>.toml`.
fn own(dir: &Path, folder: &str, name: &str, wanted: impl Fn(&Scene) -> bool) -> usize {
    let run = RunConfig::parse(RUN, "run.toml", dir).unwrap();
    let at = dir.join(folder);
    fs::create_dir_all(at.join("images")).unwrap();
    let (mut text, mut n) = (String::new(), 0);
    for source in &run.sources {
        let vault = vaults::vault(source).unwrap();
        let images = vaults::manifest(source).unwrap().images(&source.options).to_owned();
        for mut scene in survey::scenes(source).unwrap().map(Result::unwrap).filter(&wanted) {
            let path = [images.as_str(), &scene.image.path].join("/");
            let file = format!("{name}-{n}.jpg");
            fs::write(at.join("images").join(&file), vault.read(path.trim_start_matches('/')).unwrap()).unwrap();
            scene.id = format!("scenes/{name}-{n}");
            scene.source = "scenes".into();
            (scene.image.path, scene.image.source_id, scene.image.url) = (file, format!("{name}-{n}"), None);
            text += &format!("{}\n", serde_json::to_string(&scene).unwrap());
            n += 1;
        }
    }
    fs::write(at.join("scenes.jsonl"), text).unwrap();
    let config = format!(
        "[[source]]\nkind = \"scenes\"\nroot = \"{folder}\"\n[quota]\nper_cell = 4\n[select]\nsymmetry = \"matched\"\n"
    );
    fs::write(dir.join(format!("{folder}.toml")), config).unwrap();
    n
}

#[test]
fn a_shared_split_keeps_benchmark_and_corpus_apart_in_either_order() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    fs::write(at.join("run.toml"), format!("split = \"split.jsonl\"\n{RUN}")).unwrap();
    let table = done(at, &["split", "--config", "run.toml", "--quiet"]);
    assert!(table.starts_with("63 pictures of 63 photos\n"), "{table}");
    let parts: BTreeMap<String, String> = lines(&at.join("split.jsonl"))
        .iter()
        .map(|l| (l["name"].as_str().unwrap().into(), l["part"].as_str().unwrap().into()))
        .collect();
    let of = |part: &str| parts.iter().filter(|(_, p)| *p == part).map(|(n, _)| n.clone()).collect::<BTreeSet<_>>();
    assert!(of("benchmark").len() > 15 && of("tuning").len() > 15);

    done(at, &["generate", "--config", "run.toml", "--out", "bench", "--quiet"]);
    done(at, &["converse", "--config", "run.toml", "--out", "corpus", "--n", "90", "--quiet"]);
    assert!(scenes(&at.join("bench/items.jsonl")).is_subset(&of("benchmark")));
    assert!(scenes(&at.join("corpus/dialogues.jsonl")).is_subset(&of("tuning")));
    assert!(!leaks(at, "bench", "corpus") && !leaks(at, "bench", "split.jsonl"));
    // Counted by name, once a scene, in rejects.jsonl and in run.json.
    assert_eq!(rejects(&at.join("bench"), "other_part").len(), of("tuning").len());
    assert_eq!(rejects(&at.join("corpus"), "other_part").len(), of("benchmark").len());
    let run: Value = serde_json::from_slice(&fs::read(at.join("bench/run.json")).unwrap()).unwrap();
    assert_eq!(run["plan"]["rejects"]["other_part"], of("tuning").len());
    let by_source = run["plan"]["plan"]["sources"].as_object().unwrap().values();
    let sum: u64 = by_source.map(|s| s["excluded"]["other_part"].as_u64().unwrap()).sum();
    assert_eq!(sum as usize, of("tuning").len());

    // The other order, other threads and shards: the same bytes.
    let again = at.join("again");
    fs::create_dir(&again).unwrap();
    for file in ["run.toml", "split.jsonl"] {
        fs::copy(at.join(file), again.join(file)).unwrap();
    }
    let converse = ["converse", "--config", "run.toml", "--out", "corpus", "--n", "90", "--quiet", "--threads", "1"];
    done(&again, &converse);
    for shard in ["1/2", "0/2"] {
        done(
            &again,
            &["generate", "--config", "run.toml", "--out", "bench", "--quiet", "--shard", shard, "--threads", "1"],
        );
    }
    fs::remove_file(at.join("bench/check.json")).unwrap();
    let items = |root: &Path| tree(&root.join("bench")).remove(Path::new("items.jsonl"));
    assert_eq!(items(at), items(&again));
    assert_eq!(tree(&at.join("corpus")), tree(&again.join("corpus")));

    // Without the file the two meet, and `check` says so.
    fs::write(at.join("free.toml"), RUN).unwrap();
    done(at, &["generate", "--config", "free.toml", "--out", "free", "--quiet"]);
    assert!(leaks(at, "free", "corpus") && leaks(at, "free", "split.jsonl"));
}

#[test]
fn a_split_file_is_deterministic_and_never_written_over() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    done(at, &["split", "--quiet", "--threads", "1"]);
    done(at, &["split", "--quiet", "--threads", "3", "--out", "again.jsonl"]);
    let first = fs::read(at.join("split.jsonl")).unwrap();
    assert_eq!(first, fs::read(at.join("again.jsonl")).unwrap());
    done(at, &["split", "--quiet"]);
    let message = refused(at, &["split", "--seed", "9", "--quiet"]);
    assert!(message.contains("another file is there"), "{message}");
    assert_eq!(first, fs::read(at.join("split.jsonl")).unwrap());
    done(at, &["split", "--seed", "9", "--benchmark", "0.1", "--quiet", "--out", "tenth.jsonl"]);
    let tenth = lines(&at.join("tenth.jsonl")).iter().filter(|l| l["part"] == "benchmark").count();
    assert!((1..20).contains(&tenth), "{tenth}");
    assert_eq!(groundline(at, &["split", "--benchmark", "1.5", "--out", "x.jsonl"]).status.code(), Some(2));
}

#[test]
fn one_photo_under_several_names_goes_to_one_part() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    let n = own(at, "holiday", "holiday", |_| true);
    let both = format!("{RUN}[[source]]\nkind = \"scenes\"\nroot = \"holiday\"\n");
    fs::write(at.join("both.toml"), both).unwrap();
    let table = done(at, &["split", "--config", "both.toml", "--quiet"]);
    assert!(table.starts_with(&format!("{} pictures of {n} photos\n", 2 * n)), "{table}");
    // The same bytes, the same part.
    let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in lines(&at.join("split.jsonl")) {
        let part = line["part"].as_str().unwrap().to_owned();
        parts.entry(line["blake3"].as_str().unwrap().into()).or_default().insert(part);
    }
    assert!(parts.len() == n && parts.values().all(|p| p.len() == 1));
    // By ids alone they would be others.
    let table = done(at, &["split", "--config", "both.toml", "--quiet", "--no-pictures", "--out", "ids.jsonl"]);
    assert!(table.starts_with(&format!("{0} pictures of {0} photos\n", 2 * n)), "{table}");
}

#[test]
fn a_benchmark_leaves_out_the_pictures_of_a_corpus() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    fs::write(at.join("run.toml"), RUN).unwrap();
    fs::write(at.join("paco.toml"), "[[source]]\nkind = \"paco\"\n").unwrap();
    done(
        at,
        &["converse", "--config", "paco.toml", "--out", "corpus", "--n", "12", "--mix", "vision_prompted=1", "-q"],
    );
    let used = scenes(&at.join("corpus/dialogues.jsonl"));
    assert_eq!(used.len(), 12);
    done(at, &["generate", "--config", "run.toml", "--out", "bench", "--exclude", "corpus", "--quiet"]);
    let ours = scenes(&at.join("bench/items.jsonl"));
    assert!(!ours.is_empty() && ours.is_disjoint(&used) && !leaks(at, "bench", "corpus"));
    let named = rejects(&at.join("bench"), "excluded");
    assert_eq!(named.len(), used.len());
    assert!(named[0]["detail"].as_str().unwrap().contains("the same origin"), "{}", named[0]);

    // A resumed plan notices another list; a build of a plan with another list is refused.
    let fingerprint = || {
        serde_json::from_slice::<Value>(&fs::read(at.join("bench/run.json")).unwrap()).unwrap()["fingerprint"].clone()
    };
    let first = fingerprint();
    let message = refused(at, &["build", "--config", "run.toml", "--out", "bench", "--quiet"]);
    assert!(message.contains("leaves out other pictures"), "{message}");
    done(at, &["generate", "--config", "run.toml", "--out", "bench", "--exclude", "corpus", "--quiet"]);
    assert_eq!(fingerprint(), first);
    done(
        at,
        &["converse", "--config", "paco.toml", "--out", "corpus", "--n", "15", "--mix", "vision_prompted=1", "-q"],
    );
    done(at, &["generate", "--config", "run.toml", "--out", "bench", "--exclude", "corpus", "--quiet"]);
    assert_ne!(fingerprint(), first);
    assert_eq!(rejects(&at.join("bench"), "excluded").len(), 15);
    assert!(!leaks(at, "bench", "corpus"));

    // A source of which nothing is left is an error, before anything is written.
    done(at, &["converse", "--config", "paco.toml", "--out", "all", "--n", "300", "-q"]);
    let message = refused(at, &["generate", "--config", "run.toml", "--out", "none", "--exclude", "all", "--quiet"]);
    assert!(message.contains("[[source]] paco: none of its 21 pictures may be used (excluded 21); "), "{message}");
    assert!(!at.join("none/plan.jsonl").exists());
}

#[test]
fn what_only_looks_give_away_is_found_when_the_picture_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    // The corpus is made of copies of PACO's pictures under other names.
    let n = own(at, "holiday", "holiday", |scene| scene.source == "paco");
    done(at, &["converse", "--config", "holiday.toml", "--out", "corpus", "--n", "300", "--quiet"]);
    assert_eq!(scenes(&at.join("corpus/dialogues.jsonl")).len(), n);
    fs::write(at.join("run.toml"), RUN.replace("[[source]]\nkind = \"paco\"\n", "")).unwrap();
    own(at, "street", "street", |scene| scene.source != "flickr30k");
    done(at, &["generate", "--config", "street.toml", "--out", "bench", "--exclude", "corpus", "--quiet"]);
    assert!(rejects(&at.join("bench"), "excluded").is_empty());
    let found = rejects(&at.join("bench"), "excluded_picture");
    assert!(!found.is_empty() && found.iter().all(|r| r["detail"].as_str().unwrap().contains("holiday-")));
    assert!(!scenes(&at.join("bench/items.jsonl")).is_empty() && !leaks(at, "bench", "corpus"));
    // What was found to be another set's is not tried again.
    let before = fs::metadata(at.join("bench/items.jsonl")).unwrap().modified().unwrap();
    done(at, &["generate", "--config", "street.toml", "--out", "bench", "--exclude", "corpus", "--quiet"]);
    assert_eq!(before, fs::metadata(at.join("bench/items.jsonl")).unwrap().modified().unwrap());
    // Where that is all that a source has, nothing is written.
    own(at, "paco2", "other", |scene| scene.source == "paco");
    let message =
        refused(at, &["generate", "--config", "paco2.toml", "--out", "none", "--exclude", "corpus", "--quiet"]);
    assert!(message.contains("excluded_picture"), "{message}");
    assert!(!at.join("none/items.jsonl").exists());
    // Under the names of the corpus they are told before any picture is opened.
    let message = refused(at, &["plan", "--config", "holiday.toml", "--out", "plan", "--exclude", "corpus", "--quiet"]);
    assert!(message.contains("(excluded "), "{message}");
}

#[test]
fn pictures_that_the_split_does_not_know_are_not_used() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    fs::write(at.join("run.toml"), RUN).unwrap();
    fs::write(at.join("some.toml"), RUN.replace("[[source]]\nkind = \"flickr30k\"\n", "")).unwrap();
    done(at, &["split", "--config", "some.toml", "--quiet"]);
    for command in ["generate", "converse"] {
        let message = refused(at, &[command, "--config", "run.toml", "--out", command, "--split", "split.jsonl", "-q"]);
        assert!(message.contains("flickr30k: none of its 21 pictures may be used (not_in_split 21)"), "{message}");
        assert!(message.contains("groundline split"), "{message}");
    }
    // A list without parts is no split file, but may be left out.
    fs::write(at.join("list.jsonl"), "{\"name\":\"x\",\"ids\":[\"coco:1\"]}\n").unwrap();
    let message = refused(at, &["generate", "--config", "run.toml", "--out", "x", "--split", "list.jsonl", "-q"]);
    assert!(
        message.contains("list.jsonl: it does not deal pictures out") && message.contains("--exclude"),
        "{message}"
    );
    done(at, &["plan", "--config", "run.toml", "--out", "y", "--exclude", "list.jsonl", "-q"]);
}

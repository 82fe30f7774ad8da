//! `groundline generate` from annotation files to a finished set, as a user runs it: the same bytes whatever the
//! threads, shards, order of sources and order of pictures; every legal cell of the sample filled by whole groups.

use groundline::model::item::McqItem;
use groundline::model::plan::Role;
use groundline::source::manifest::Manifest;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn groundline(args: &[&str]) -> Output {
    let out = Command::new(env!("CARGO_BIN_EXE_groundline")).args(args).output().expect("the program runs");
    let code = out.status.code();
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {code:?}\n{}", String::from_utf8_lossy(&out.stderr));
    out
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

/// All files of a folder with the hash of their bytes.
fn tree(root: &Path) -> BTreeMap<PathBuf, blake3::Hash> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let hash = blake3::hash(&std::fs::read(&path).expect("a file"));
                files.insert(path.strip_prefix(root).expect("inside").to_path_buf(), hash);
            }
        }
    }
    files
}

fn items(out: &Path) -> Vec<McqItem> {
    let text = std::fs::read_to_string(out.join("items.jsonl")).expect("items.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("an item")).collect()
}

fn write_config(path: &Path, sources: &[(&str, Option<&Path>)], rest: &str) {
    let mut config = String::new();
    for (kind, root) in sources {
        config += &format!("[[source]]\nkind = \"{kind}\"\n");
        if let Some(root) = root {
            config += &format!("root = '{}'\n", root.display());
        }
    }
    std::fs::write(path, config + rest).expect("the configuration");
}

const SMALL: &str = "[quota]\nper_cell = 8\n";
const SOURCES: [(&str, Option<&Path>); 4] =
    [("flickr30k", None), ("paco", None), ("openimages", None), ("spatialsense", None)];

#[test]
fn threads_shards_and_the_order_of_sources_change_no_byte() {
    let dir = tempfile::tempdir().expect("a folder");
    let (forward, backward) = (dir.path().join("a.toml"), dir.path().join("b.toml"));
    write_config(&forward, &SOURCES, SMALL);
    let mut reversed = SOURCES;
    reversed.reverse();
    write_config(&backward, &reversed, SMALL);

    let first = dir.path().join("first");
    groundline(&["generate", "--config", text(&forward), "--out", text(&first), "--threads", "1"]);
    let want = tree(&first);
    assert!(want.len() > 60 && !items(&first).is_empty());

    for (config, threads) in [(&forward, "2"), (&backward, "4")] {
        let out = dir.path().join(format!("t{threads}"));
        groundline(&["generate", "--config", text(config), "--out", text(&out), "--threads", threads]);
        assert_eq!(want, tree(&out), "{threads} threads");
    }
    for n in [3, 7] {
        let out = dir.path().join(format!("s{n}"));
        for i in (0..n).rev() {
            let shard = format!("{i}/{n}");
            groundline(&["generate", "--config", text(&forward), "--out", text(&out), "--shard", &shard]);
        }
        assert_eq!(want, tree(&out), "{n} shards");
    }
}

/// Copies the sample's Open Images folder with the pictures of each table in another order.
fn permuted_open_images(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("sources/sample/openimages");
    for (path, _) in tree(&from) {
        let target = to.join(&path);
        std::fs::create_dir_all(target.parent().expect("a parent")).expect("a folder");
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".csv") && (name.contains("validation")) {
            let text = std::fs::read_to_string(from.join(&path)).expect("a table");
            let (header, rows) = text.split_once('\n').expect("a header");
            let mut pictures: BTreeMap<String, Vec<&str>> = BTreeMap::new();
            for row in rows.lines() {
                pictures.entry(row.split(',').next().unwrap_or("").to_string()).or_default().push(row);
            }
            // Each table in an order of its own.
            let mut blocks: Vec<(blake3::Hash, Vec<&str>)> =
                pictures.into_iter().map(|(id, rows)| (blake3::hash(format!("{name}{id}").as_bytes()), rows)).collect();
            blocks.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
            let body: Vec<&str> = blocks.into_iter().flat_map(|(_, rows)| rows).collect();
            std::fs::write(target, format!("{header}\n{}\n", body.join("\n"))).expect("a table");
        } else {
            std::fs::copy(from.join(&path), target).expect("a copy");
        }
    }
}

#[test]
fn the_order_of_pictures_in_the_tables_changes_no_item() {
    let dir = tempfile::tempdir().expect("a folder");
    let moved = dir.path().join("openimages");
    permuted_open_images(&moved);
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sources/sample/openimages");
    let mut plans = Vec::new();
    for (name, root) in [("as-is", &sample), ("moved", &moved)] {
        let config = dir.path().join(format!("{name}.toml"));
        write_config(&config, &[("openimages", Some(root))], SMALL);
        let out = dir.path().join(name);
        groundline(&["plan", "--config", text(&config), "--out", text(&out)]);
        plans.push(std::fs::read_to_string(out.join("plan.jsonl")).expect("a plan"));
    }
    assert!(plans[0].lines().count() > 20);
    assert_eq!(plans[0], plans[1]);
}

/// What a manifest says that a source can be asked about is what the sample's files of that source give.
/// What the cells dropped, listed or only counted, is in the account of the whole run to the last candidate.
#[test]
fn the_counts_of_all_cells_add_up() {
    let dir = tempfile::tempdir().expect("a folder");
    let (config, out) = (dir.path().join("run.toml"), dir.path().join("out"));
    write_config(&config, &SOURCES, SMALL);
    groundline(&["plan", "--quiet", "--config", text(&config), "--out", text(&out)]);
    let account = std::fs::read(out.join("plan.json")).expect("the account");
    let account: serde_json::Value = serde_json::from_slice(&account).expect("JSON");
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for cell in account["plan"]["cells"].as_object().expect("cells").values() {
        for (reason, n) in cell["reasons"].as_object().expect("reasons") {
            *sums.entry(reason).or_default() += n.as_u64().expect("a count");
        }
    }
    assert!(sums.get("beyond_sample").is_some_and(|n| *n > 0), "the samples are full: {sums:?}");
    for (reason, n) in sums {
        assert_eq!(account["rejects"][reason].as_u64(), Some(n), "{reason}");
    }
}

fn manifests_name_the_targets_of(out: &Path) {
    let run: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("run.json")).expect("run.json")).expect("JSON");
    let sources = run.pointer("/plan/plan/sources").and_then(|s| s.as_object()).expect("sources");
    for (name, account) in sources {
        let source = groundline::source::find(name).expect("a source of that kind");
        let manifest = Manifest::parse(name, source.manifest()).expect("a manifest");
        let given: BTreeSet<&str> = account["facts"].as_object().expect("facts").keys().map(String::as_str).collect();
        assert_eq!(given, manifest.targets.iter().map(String::as_str).collect(), "{name}");
    }
}

/// The embedded quickstart fills every legal cell with whole exchange groups, each distractor with its evidence.
#[test]
fn the_sample_fills_every_legal_cell_under_strict_symmetry() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out");
    groundline(&["generate", "--out", text(&out)]);
    manifests_name_the_targets_of(&out);
    let items = items(&out);
    let cells: BTreeSet<(&str, &str)> = items.iter().map(|i| (i.target.as_str(), i.kind.as_str())).collect();
    assert_eq!(cells.len(), 24, "{cells:?}");

    let mut groups: BTreeMap<&str, Vec<&McqItem>> = BTreeMap::new();
    for item in &items {
        assert!(item.provenance.grouped);
        assert_eq!(item.choices.len(), if item.kind == "yes_no" { 2 } else { 4 });
        assert_eq!(item.answer.as_bytes(), [b'A' + item.answer_index as u8]);
        assert!(out.join(&item.image).is_file(), "{}", item.image);
        for option in &item.provenance.options {
            assert_eq!(option.evidence.is_some(), option.role == Role::Distractor, "{}", item.id);
        }
        groups.entry(item.provenance.group.as_deref().expect("a group")).or_default().push(item);
    }
    for (name, group) in groups {
        let letters: BTreeSet<&str> = group.iter().map(|i| i.answer.as_str()).collect();
        assert_eq!((letters.len(), group.len()), (group[0].choices.len(), group[0].choices.len()), "{name}");
    }
}

#[test]
fn a_plan_is_built_without_its_annotations() {
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().join("openimages");
    permuted_open_images(&root);
    let config = dir.path().join("run.toml");
    write_config(&config, &[("openimages", Some(&root))], SMALL);
    let out = dir.path().join("out");
    groundline(&["plan", "--config", text(&config), "--out", text(&out)]);
    for (path, _) in tree(&root) {
        if path.to_string_lossy().ends_with(".csv") {
            std::fs::remove_file(root.join(path)).expect("a table");
        }
    }
    groundline(&["build", "--config", text(&config), "--out", text(&out)]);
    assert!(items(&out).len() > 20);
}

/// With `GROUNDLINE_SHARED`: from real photos, every target and every dataset appears.
#[test]
fn the_photos_give_every_target_and_every_dataset() {
    let Some(shared) = std::env::var_os("GROUNDLINE_SHARED").map(PathBuf::from) else {
        println!("skipped: GROUNDLINE_SHARED is not set");
        return;
    };
    let photos = shared.join("data/photos");
    let roots: Vec<(&str, PathBuf)> = SOURCES.iter().map(|(kind, _)| (*kind, photos.join(kind))).collect();
    let sources: Vec<(&str, Option<&Path>)> = roots.iter().map(|(kind, root)| (*kind, Some(root.as_path()))).collect();
    let dir = tempfile::tempdir().expect("a folder");
    let (config, out) = (dir.path().join("photos.toml"), dir.path().join("out"));
    write_config(&config, &sources, "[quota]\nper_cell = 16\n[select]\nsymmetry = \"matched\"\n");
    groundline(&["generate", "--config", text(&config), "--out", text(&out)]);
    let items = items(&out);
    let targets: BTreeSet<&str> = items.iter().map(|i| i.target.as_str()).collect();
    let datasets: BTreeSet<&str> = items.iter().map(|i| i.source.as_str()).collect();
    assert_eq!(targets.into_iter().collect::<Vec<_>>(), ["action", "color", "entity", "material", "number", "spatial"]);
    assert_eq!(datasets.into_iter().collect::<Vec<_>>(), ["flickr30k", "openimages", "paco", "spatialsense"]);
    for option in items.iter().flat_map(|i| &i.provenance.options) {
        assert_eq!(option.evidence.is_some(), option.role == Role::Distractor);
    }
}

//! The embedded sample: the generator's own tests, and that the committed folder is what the generator writes.

#[allow(dead_code)]
#[path = "../examples/render_sample/main.rs"]
mod render_sample;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of pictures of the committed sample.
const SCENES: usize = 84;

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sources/sample")
}

/// All files below a folder with their bytes, by their path inside it.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut out = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the sample") {
            let path = entry.expect("an entry of the sample").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("a path below the root").to_string_lossy().replace('\\', "/");
                out.insert(name, fs::read(&path).expect("a file of the sample"));
            }
        }
    }
    out
}

#[test]
fn the_committed_sample_is_small_and_has_enough_pictures() {
    let files = tree(&committed());
    let bytes: usize = files.values().map(Vec::len).sum();
    assert!(bytes <= 4 * 1024 * 1024, "{bytes} bytes");
    for source in groundline::source::sample::SAMPLED {
        let pictures = files.keys().filter(|f| f.starts_with(source) && f.ends_with(".jpg")).count();
        assert_eq!(pictures, SCENES / 4, "{source}");
    }
}

/// The documented command writes the committed annotations again, byte for byte, and every sixth picture.
#[test]
fn the_documented_command_writes_the_committed_sample() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let args = render_sample::Args {
        scenes: SCENES,
        out: out.path().to_path_buf(),
        seed: 1,
        annotations_only: true,
        sheet: None,
    };
    render_sample::run(&args).expect("the sample is written");
    let (want, got) = (tree(&committed()), tree(out.path()));
    for (name, bytes) in &got {
        assert!(want.get(name) == Some(bytes), "{name} differs: run the command in examples/render_sample/main.rs");
    }
    let rest: Vec<&String> = want.keys().filter(|n| !got.contains_key(*n) && !n.ends_with(".jpg")).collect();
    assert_eq!(rest, ["README.md"], "files that the command does not write");
    use render_sample::{stage, write};
    for n in (0..SCENES).step_by(6) {
        let world = stage::compose(1, n % 4, n / 4);
        let name = format!("{}/{}", stage::DATASETS[n % 4], write::path(n % 4, n / 4));
        let bytes = render_sample::jpeg(&world).expect("a picture");
        assert!(want.get(&name) == Some(&bytes), "{name} differs: run the command in examples/render_sample/main.rs");
    }
}

/// The readers of the real datasets read the sample, every picture of it, without a single reject.
#[test]
fn all_four_readers_read_the_sample_without_a_reject() {
    use groundline::source::{Read, SourceOptions, find, sample};
    for name in sample::SAMPLED {
        let source = find(name).unwrap_or_else(|| panic!("there is no source {name}"));
        let vault = sample::vault(name).unwrap_or_else(|| panic!("the sample has no {name}"));
        let mut scenes = 0;
        for read in source.open(std::sync::Arc::new(vault), &SourceOptions::default()).expect("the sample opens") {
            match read.expect("the sample is well formed") {
                Read::Scene(scene) => {
                    scenes += 1;
                    assert_eq!((scene.image.size.w, scene.image.size.h), (512, 384), "{}", scene.id);
                }
                Read::Reject(reject) => panic!("{name}: {reject:?}"),
            }
        }
        assert_eq!(scenes, SCENES / 4, "{name}");
    }
}

/// Every target's raw material is in the sample, enough of it inside single pictures for groups of four.
#[test]
fn the_sample_has_groups_of_four_inside_single_pictures() {
    use render_sample::{paint, stage, world};
    use std::collections::BTreeSet;
    let mut pictures = BTreeMap::new();
    for n in 0..SCENES {
        let world: world::World = stage::compose(1, n % 4, n / 4);
        let objects = || world.things.iter().filter(|t| t.worn_by.is_none());
        let colors: BTreeSet<paint::Color> = objects().filter_map(|t| t.color).collect();
        let stuffs: BTreeSet<paint::Stuff> = world.things.iter().filter_map(|t| t.stuff).collect();
        let poses: BTreeSet<&str> = world.things.iter().filter_map(|t| t.pose?.attribute()).collect();
        let verbs: BTreeSet<&str> = world.links.iter().map(|l| l.verb).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        objects().for_each(|t| *counts.entry(t.class.noun).or_default() += 1);
        let numbers: BTreeSet<usize> = counts.values().copied().collect();
        let sizes = [
            ("classes", counts.len()),
            ("colors", colors.len()),
            ("materials", stuffs.len()),
            ("poses", poses.len()),
            ("verbs", verbs.len()),
            ("numbers", numbers.len()),
        ];
        for (what, _) in sizes.into_iter().filter(|s| s.1 >= 4) {
            *pictures.entry((stage::DATASETS[n % 4], what)).or_insert(0) += 1;
        }
    }
    for (dataset, what) in [
        ("paco", "classes"),
        ("paco", "colors"),
        ("paco", "materials"),
        ("paco", "numbers"),
        ("openimages", "classes"),
        ("openimages", "materials"),
        ("openimages", "numbers"),
        ("openimages", "poses"),
        ("openimages", "verbs"),
    ] {
        let found = pictures.get(&(dataset, what)).copied().unwrap_or(0);
        assert!(found >= 3, "{dataset}: {found} pictures have four {what}");
    }
}

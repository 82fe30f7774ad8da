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
    for n in (0..SCENES).step_by(6) {
        let (name, bytes) = render_sample::picture(1, n).expect("a picture");
        assert!(want.get(&name) == Some(&bytes), "{name} differs: run the command in examples/render_sample/main.rs");
    }
}

//! The box datasets' readers, PACO and Open Images, on real files.

use groundline::model::scene::{Axis, Scene};
use groundline::source::vault::DirVault;
use groundline::source::{Read, SourceOptions, find};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// `$GROUNDLINE_SHARED/data/<path>`, or `None` with a note where the variable is not set.
fn data(path: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("GROUNDLINE_SHARED") else {
        eprintln!("skipped: GROUNDLINE_SHARED is not set");
        return None;
    };
    Some(PathBuf::from(root).join("data").join(path))
}

/// All scenes of a source below a folder, and its rejects counted by reason.
fn read(source: &str, root: PathBuf, options: &SourceOptions) -> (Vec<Scene>, BTreeMap<&'static str, usize>) {
    let vault = Arc::new(DirVault::new(root).unwrap());
    let (mut scenes, mut rejects) = (Vec::new(), BTreeMap::new());
    for read in find(source).unwrap().open(vault, options).unwrap() {
        match read.unwrap() {
            Read::Scene(scene) => scenes.push(*scene),
            Read::Reject(reject) => *rejects.entry(reject.reason).or_default() += 1,
        }
    }
    (scenes, rejects)
}

#[test]
fn paco_reads_the_labelled_photos() {
    let Some(root) = data("photos/paco") else { return };
    let (scenes, rejects) = read("paco", root, &SourceOptions::default());
    assert_eq!(rejects, BTreeMap::new());
    assert_eq!(scenes.len(), 44);
    assert_eq!(scenes.iter().map(|s| s.regions.len()).sum::<usize>(), 82);
    assert_eq!(scenes.iter().filter(|s| !s.regions.is_empty()).count(), 23);
    let first = &scenes[0];
    assert_eq!((first.id.as_str(), first.image.path.as_str()), ("paco/30", "train2017/000000000030.jpg"));
    assert_eq!(first.image.license.name, "CC BY 2.0");
    let vase = first.regions.iter().find(|r| r.id == "2").unwrap();
    assert_eq!((vase.label.as_str(), <[u32; 4]>::from(vase.bbox)), ("vase", [238, 156, 166, 195]));
    assert_eq!((vase.attributes[0].value.as_str(), vase.attributes[0].dominant), ("white", true));
    assert_eq!(vase.complete_axes, [Axis::Color]);
    assert_eq!(vase.unknown_axes, [Axis::Pattern, Axis::Material, Axis::Transparency]);
    assert_eq!(first.coverage.verified_absent, ["bottle", "cup", "dog", "table"]);
    assert!(first.coverage.exhaustive.contains(&"vase".to_string()));
}

#[test]
fn paco_reads_real_lvis_without_attributes() {
    let Some(root) = data("paco") else { return };
    let files = BTreeMap::from([("annotations".to_string(), "lvis_val_100.json".to_string())]);
    let (scenes, rejects) = read("paco", root, &SourceOptions { files, ..SourceOptions::default() });
    let boxes: usize = scenes.iter().map(|s| s.regions.len()).sum();
    assert_eq!(scenes.len(), 100);
    assert_eq!(boxes + rejects.get("degenerate_box").copied().unwrap_or(0), 977);
    assert!(scenes.iter().all(|s| s.regions.iter().all(|r| r.attributes.is_empty() && r.complete_axes.is_empty())));
    assert!(scenes.iter().any(|s| !s.coverage.verified_absent.is_empty()));
    assert!(scenes.iter().all(|s| s.image.license.name != "unknown"));
}

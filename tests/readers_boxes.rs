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
    // One box has a material and says that its material is unknown.
    assert_eq!(rejects, BTreeMap::from([("unknown_with_values", 1)]));
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

#[test]
fn open_images_reads_the_labelled_photos() {
    let Some(root) = data("photos/openimages") else { return };
    let (scenes, rejects) = read("openimages", root, &SourceOptions::default());
    // What is dropped is named: every box-table row is a region, a dropped box or a second box of one instance.
    let dropped = |reason: &str| rejects.get(reason).copied().unwrap_or(0);
    let from_table = |s: &Scene| s.regions.iter().filter(|r| r.id.starts_with('b')).count();
    let known = ["hierarchy_duplicate", "duplicate_relation", "contradicted_absence", "relation_with_itself"];
    assert!(rejects.keys().all(|reason| known.contains(reason)), "{rejects:?}");
    assert_eq!(scenes.len(), 44);
    assert_eq!(scenes.iter().map(from_table).sum::<usize>() + dropped("hierarchy_duplicate"), 326);
    let relations: usize = scenes.iter().map(|s| s.relations.len()).sum();
    let attributes: usize = scenes.iter().flat_map(|s| &s.regions).map(|r| r.attributes.len()).sum();
    assert_eq!(relations + attributes + dropped("duplicate_relation") + dropped("relation_with_itself"), 156);
    assert!(scenes.iter().all(|s| s.regions.iter().all(|r| !r.id.starts_with('v'))), "each relation finds its box");
    let toothbrushes = scenes.iter().find(|s| s.image.source_id == "00000000000000d0").unwrap();
    let brush = toothbrushes.regions.iter().find(|r| r.label == "toothbrush").unwrap();
    assert_eq!((brush.attributes[0].axis, brush.attributes[0].value.as_str()), (Axis::Material, "plastic"));
    let absent = &scenes.iter().find(|s| s.image.source_id == "000000000000001e").unwrap().coverage.verified_absent;
    assert!(["person", "man", "dog", "cat"].iter().all(|c| absent.contains(&c.to_string())), "{absent:?}");
    assert!(scenes.iter().all(|s| s.image.license.name.starts_with("CC BY") || s.image.license.name != "unknown"));
}

#[test]
fn open_images_reads_every_wild_copy_of_the_class_file() {
    let (Some(root), Some(wild)) = (data("photos/openimages"), data("openimages/wild_variants")) else { return };
    let dir = tempfile::tempdir().unwrap();
    for file in ["validation-annotations-bbox.csv", "bbox_labels_600_hierarchy.json"] {
        std::fs::copy(root.join(file), dir.path().join(file)).unwrap();
    }
    write_sizes(dir.path(), "validation-annotations-bbox.csv");
    let mut read_copies = 0;
    for entry in std::fs::read_dir(wild).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, dir.path().join("class-descriptions-boxable.csv")).unwrap();
        let (scenes, rejects) = read("openimages", dir.path().to_path_buf(), &SourceOptions::default());
        let boxes: usize = scenes.iter().map(|s| s.regions.len()).sum();
        let dropped: usize = ["hierarchy_duplicate", "unknown_mid"].iter().filter_map(|r| rejects.get(r)).sum();
        assert_eq!(boxes + dropped, 326, "{}: {rejects:?}", path.display());
        let nameless = rejects.get("class_without_name").copied().unwrap_or(0);
        assert_eq!(nameless > 0, path.to_string_lossy().contains("row_without_name"), "{rejects:?}");
        assert!(!rejects.contains_key("bad_class_row"), "{}: {rejects:?}", path.display());
        read_copies += 1;
    }
    assert_eq!(read_copies, 7);
}

#[test]
fn open_images_reads_real_rows_of_every_version() {
    let Some(root) = data("openimages") else { return };
    let dir = tempfile::tempdir().unwrap();
    let classes = std::fs::read_to_string(root.join("class-descriptions-boxable.csv")).unwrap();
    for (table, boxes) in [
        ("mmdet_tests_1row_bbox.csv", 1),
        ("readmeV3_train-annotations-human-bbox.csv", 9),
        ("readmeV3_validation-annotations-human-bbox.csv", 9),
        ("rows_oidv6-train-annotations-bbox.csv", 3),
    ] {
        std::fs::copy(root.join(table), dir.path().join("validation-annotations-bbox.csv")).unwrap();
        std::fs::write(dir.path().join("class-descriptions-boxable.csv"), &classes).unwrap();
        write_sizes(dir.path(), "validation-annotations-bbox.csv");
        let text = std::fs::read_to_string(root.join(table)).unwrap();
        let rows = text.lines().filter(|l| l.as_bytes().get(16) == Some(&b',')).count();
        let (scenes, rejects) = read("openimages", dir.path().to_path_buf(), &SourceOptions::default());
        let regions: usize = scenes.iter().map(|s| s.regions.len()).sum();
        let dropped: usize = rejects.values().sum();
        assert_eq!((rows, regions + dropped), (boxes, boxes), "{table}: {rejects:?}");
        assert!(
            regions > 0 && rejects.keys().all(|r| *r == "unknown_mid" || *r == "hierarchy_duplicate"),
            "{rejects:?}"
        );
    }
}

/// A table of sizes for every picture of a table, since its pictures are not there.
fn write_sizes(dir: &std::path::Path, table: &str) {
    let text = std::fs::read_to_string(dir.join(table)).unwrap();
    let ids: std::collections::BTreeSet<&str> = text.lines().skip(1).filter_map(|l| l.split(',').next()).collect();
    let sizes: String = ids.iter().map(|id| format!("{id},640,480\n")).collect();
    std::fs::write(dir.join("image-sizes.csv"), format!("image_id,image_w,image_h\n{sizes}")).unwrap();
}

#[test]
fn the_embedded_sample_is_read_without_a_reject() {
    for source in ["openimages", "paco"] {
        let vault = Arc::new(groundline::source::sample::vault(source).unwrap());
        let mut scenes = 0;
        for read in find(source).unwrap().open(vault, &SourceOptions::default()).unwrap() {
            match read.unwrap() {
                Read::Scene(scene) => scenes += usize::from(!scene.regions.is_empty()),
                Read::Reject(reject) => panic!("{source}: {reject:?}"),
            }
        }
        assert!(scenes >= 10, "{source}: {scenes}");
    }
}

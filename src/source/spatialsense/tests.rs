use super::*;
use crate::source::vault::DirVault;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x64\0\0\0\x32\x08\x02\0\0\0....\0\0\0\0IDAT";

/// The first bytes of a JPEG of this size and EXIF orientation.
fn jpeg(w: u16, h: u16, exif: u8) -> Vec<u8> {
    let mut out = b"\xFF\xD8\xFF\xE1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    out.extend([exif, 0, 0, 0, 0, 0, 0]);
    out.extend(b"\xFF\xC0\0\x11\x08");
    out.extend([h.to_be_bytes(), w.to_be_bytes()].concat());
    out
}

fn put(root: &Path, name: &str, bytes: &[u8]) {
    let path = root.join("images").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn read(text: &[u8], pictures: &[(&str, Vec<u8>)]) -> Result<(Vec<Scene>, Vec<Reject>)> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("annotations.json"), text).unwrap();
    pictures.iter().for_each(|(name, bytes)| put(dir.path(), name, bytes));
    let mut options = SourceOptions::default();
    options.declares.insert("pictures".to_string(), !pictures.is_empty());
    let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
    for read in SpatialSense.open(Arc::new(DirVault::new(dir.path()).unwrap()), &options)? {
        match read? {
            Read::Scene(s) => scenes.push(*s),
            Read::Reject(r) => rejects.push(r),
        }
    }
    Ok((scenes, rejects))
}

fn row(id: &str, s: (&str, [i32; 4]), predicate: &str, o: (&str, [i32; 4]), label: bool) -> Value {
    json!({"_id": id, "predicate": predicate, "label": label,
        "subject": {"name": s.0, "x": 1, "y": 1, "bbox": s.1}, "object": {"name": o.0, "x": 1, "y": 1, "bbox": o.1}})
}

fn one(url: &str, rows: Vec<Value>) -> Value {
    json!({"url": url, "nsid": "12@N00", "height": 50, "width": 100, "split": "valid", "annotations": rows})
}

fn scene(rows: Vec<Value>) -> (Scene, Vec<Reject>) {
    let text = json!([one("https://farm1.staticflickr.com/1/a.jpg", rows)]).to_string();
    let (mut scenes, rejects) = read(text.as_bytes(), &[]).unwrap();
    (scenes.remove(0), rejects)
}

fn reasons(rejects: &[Reject]) -> Vec<&str> {
    rejects.iter().map(|r| r.reason).collect()
}

const CAT: (&str, [i32; 4]) = ("cat", [10, 30, 5, 25]);
const DOG: (&str, [i32; 4]) = ("Dog", [0, 50, 60, 100]);

#[test]
fn boxes_are_y_first_and_one_thing_is_one_region() {
    let (s, rejects) = scene(vec![
        row("r1", CAT, "to the left of", DOG, true),
        row("r2", DOG, "next to", CAT, true),
        row("r3", CAT, "next to", DOG, true),
        row("r4", CAT, "on", DOG, false),
    ]);
    assert_eq!(rejects, []);
    assert_eq!((s.id.as_str(), s.image.path.as_str()), ("spatialsense/a", "flickr/a.jpg"));
    assert_eq!(s.image.license.author.as_deref(), Some("12@N00"));
    let boxes: Vec<_> = s.regions.iter().map(|r| (r.label.as_str(), <[u32; 4]>::from(r.bbox))).collect();
    assert_eq!(boxes, [("cat", [5, 10, 20, 20]), ("dog", [60, 0, 40, 50])]);
    let relations: Vec<_> = s.relations.iter().map(|r| (r.subject, &*r.predicate, r.object, r.holds)).collect();
    assert_eq!(
        relations,
        [(0, "to the left of", 1, true), (1, "next to", 0, true), (0, "next to", 1, true), (0, "on", 1, false)]
    );
    assert!(s.coverage.is_empty());
}

#[test]
fn left_and_right_against_the_boxes_are_dropped_if_said_to_hold_and_kept_if_denied() {
    let (inside, centered) = (("shelf", [0, 10, 6, 28]), ("lamp", [0, 10, 6, 24]));
    let (s, rejects) = scene(vec![
        row("r1", DOG, "to the left of", CAT, true),
        row("r2", CAT, "to the right of", DOG, true),
        row("r3", DOG, "to the left of", CAT, false),
        row("r4", centered, "to the left of", CAT, true),
        row("r6", inside, "to the right of", CAT, true),
        row("r5", DOG, "behind", CAT, true),
    ]);
    assert_eq!(reasons(&rejects), ["contradicts_boxes"; 3]);
    assert_eq!(s.relations.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["r3", "r6", "r5"]);
    assert_eq!(s.regions.len(), 3, "a dropped row leaves no region");
}

#[test]
fn same_names_are_kept_same_things_are_not_and_thin_boxes_stay_thin() {
    let other = ("cat", [10, 30, 40, 60]);
    let thin = ("rope", [10, 11, 0, 100]);
    let flat = ("rope", [10, 10, 0, 100]);
    let (s, rejects) = scene(vec![
        row("r1", CAT, "next to", other, true),
        row("r2", CAT, "next to", CAT, true),
        row("r3", thin, "under", CAT, true),
        row("r4", flat, "under", CAT, true),
        row("r5", (" ", [0, 9, 0, 9]), "under", CAT, true),
    ]);
    assert_eq!(reasons(&rejects), ["self_relation", "degenerate_box", "unnamed_region"]);
    assert_eq!(s.regions.iter().map(|r| r.bbox.h()).collect::<Vec<_>>(), [20, 20, 1]);
}

#[test]
fn misspelt_names_meet_in_one_region() {
    let (s, _) = scene(vec![
        row("r1", ("Coffee_tabel", CAT.1), "next to", DOG, true),
        row("r2", ("coffee  Table", CAT.1), "behind", DOG, true),
    ]);
    assert_eq!(s.regions.iter().map(|r| r.label.as_str()).collect::<Vec<_>>(), ["coffee table", "dog"]);
}

#[test]
fn opposite_labels_cancel_and_repeats_count_once() {
    let (s, rejects) = scene(vec![
        row("r1", CAT, "in", DOG, true),
        row("r2", CAT, "in", DOG, false),
        row("r3", CAT, "behind", DOG, true),
        row("r4", CAT, "behind", DOG, true),
        row("r5", CAT, "beside", DOG, true),
    ]);
    assert_eq!(reasons(&rejects), ["duplicate_row", "unknown_predicate", "contradicting_rows", "contradicting_rows"]);
    assert_eq!(s.relations.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["r3"]);
}

#[test]
fn placeholders_missing_pictures_and_other_sizes_are_rejects_and_exif_is_decided_by_size() {
    let http = |n: &str| one(&format!("http://x/{n}"), vec![row("r", CAT, "next to", DOG, true)]);
    let text = json!([
        http("stored.jpg"),
        http("oriented.jpg"),
        http("placeholder.jpg"),
        http("gone.jpg"),
        http("other.jpg"),
        one("nyu/7.png", vec![]),
        http("stored.jpg")
    ])
    .to_string();
    let (scenes, rejects) = read(
        text.as_bytes(),
        &[
            ("flickr/stored.jpg", jpeg(100, 50, 3)),
            ("flickr/oriented.jpg", jpeg(50, 100, 6)),
            ("flickr/placeholder.jpg", PNG.to_vec()),
            ("flickr/other.jpg", jpeg(50, 99, 1)),
            ("nyu/7.png", PNG.to_vec()),
        ],
    )
    .unwrap();
    let got: Vec<_> = scenes.iter().map(|s| (s.id.as_str(), s.image.exif_oriented)).collect();
    assert_eq!(got, [("spatialsense/stored", false), ("spatialsense/oriented", true), ("spatialsense/nyu_7", false)]);
    assert_eq!(scenes[2].image.url, None);
    assert_eq!(reasons(&rejects), ["placeholder_picture", "missing_picture", "size_mismatch", "duplicate_picture"]);
}

#[test]
fn an_unreadable_row_is_a_reject_with_file_line_and_id() {
    let good = row("r1", CAT, "next to", DOG, true).to_string();
    let record = r#"{"url": "http://x/a.jpg", "height": 50, "width": 100, "annotations": ["#;
    let text = format!("\u{feff}[{record}{good},\r\n{{\"_id\": \"r2\", \"predicate\": \"on\"}}]}},\r\n{{\"url\": 3}}]");
    let (scenes, rejects) = read(text.as_bytes(), &[]).unwrap();
    assert_eq!(scenes[0].relations.len(), 1);
    assert_eq!(reasons(&rejects), ["unreadable_row", "unreadable_row"]);
    assert!(rejects[0].candidate.ends_with("annotations.json:1 (record 0) annotation r2"), "{rejects:?}");
    assert!(rejects[0].detail.contains("missing field `label`"));
    assert!(rejects[1].candidate.ends_with("annotations.json:3 (record 1)"));
}

#[test]
fn a_wrong_file_is_an_error_that_says_what_was_expected() {
    let of = |text: &str| read(text.as_bytes(), &[]).unwrap_err().to_string();
    assert!(of("{\"images\": []}").contains("found an object whose first key is `images`; expected a list of records"));
    let e = of("[{\"image\": 1}]");
    assert!(e.contains(":1 (record 0): missing field `url`") && e.contains("expected records with `url`"), "{e}");
}

proptest! {
    #[test]
    fn no_bytes_panic(at in 0usize..400, bytes in proptest::collection::vec(any::<u8>(), 0..6)) {
        let mut text = json!([one("http://x/a.jpg", vec![row("r1", CAT, "next to", DOG, true)])]).to_string().into_bytes();
        let at = at.min(text.len());
        text.splice(at..(at + bytes.len()).min(text.len()), bytes);
        let _ = read(&text, &[]);
    }
}

//! Every quirk of PACO's files, on documents of a few lines.

use super::*;
use crate::model::scene::{Axis, Scene};
use crate::source::Read;
use crate::source::vault::DirVault;
use proptest::prelude::*;
use serde_json::{Value, json};

fn document() -> Value {
    json!({
        "info": {"deep": [1, {"x": null}]},
        "images": [
            {"id": 7, "file_name": "train2017/000000000007.jpg", "width": 100, "height": 80, "license": 4,
             "coco_url": "http://images.example/7.jpg", "neg_category_ids": [2], "not_exhaustive_category_ids": []},
            {"id": 8, "file_name": "val2017/8.jpg", "width": 100, "height": 80, "neg_category_ids": [], "not_exhaustive_category_ids": [1]}
        ],
        "annotations": [
            annotation(1, 7, 1, [10.0, 10.0, 30.0, 20.0], &[1, 3, 5], &[3]),
        ],
        "categories": [
            {"id": 1, "name": "car_(automobile)"}, {"id": 2, "name": "dog"},
            {"id": 3, "name": "car_(automobile):steeringwheel"}, {"id": 4, "name": "glass_(drink_container)"},
            {"id": 5, "name": "pipe:colied_tube"},
        ],
        "attributes": [
            {"id": 1, "name": "light_blue"}, {"id": 2, "name": "other(color)"}, {"id": 3, "name": "red"},
            {"id": 4, "name": "plain"}, {"id": 5, "name": "metal"}, {"id": 6, "name": "other(material)"},
        ],
        "attr_type_to_attr_idxs": {"color": [1, 2, 3], "pattern_marking": [4], "material": [5, 6], "transparency": []},
    })
}

fn annotation(id: u64, image: u64, category: u32, bbox: [f64; 4], attributes: &[u16], dominant: &[u16]) -> Value {
    json!({"id": id, "image_id": image, "category_id": category, "bbox": bbox, "area": 1.5, "obj_ann_id": id,
        "segmentation": {"size": [80, 100], "counts": "aZ[`1\\\"x"}, "attribute_ids": attributes, "dom_color_ids": dominant,
        "unknown_color": 0, "unknown_pattern_marking": 1, "unknown_material": 0, "unknown_transparency": 0})
}

fn push(d: &mut Value, list: &str, v: Value) {
    d[list].as_array_mut().unwrap().push(v);
}

fn open(bytes: &[u8], options: &SourceOptions) -> Result<SceneStream> {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("paco_lvis_v1_val.json"), bytes).unwrap();
    Paco.open(Arc::new(DirVault::new(dir.path()).unwrap()), options)
}

fn read(d: &Value) -> (Vec<Scene>, Vec<String>) {
    let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
    for read in open(d.to_string().as_bytes(), &SourceOptions::default()).unwrap() {
        match read.unwrap() {
            Read::Scene(s) => scenes.push(*s),
            Read::Reject(r) => {
                let (_, tail) = r.candidate.rsplit_once("val.json ").unwrap();
                rejects.push(format!("{tail}: {}", r.reason));
            }
        }
    }
    (scenes, rejects)
}

#[test]
fn a_box_has_its_words_axes_license_and_coverage() {
    let (scenes, rejects) = read(&document());
    assert!(rejects.is_empty());
    let (scene, region) = (&scenes[0], &scenes[0].regions[0]);
    assert_eq!((region.id.as_str(), region.label.as_str()), ("1", "car"));
    let values: Vec<_> = region.attributes.iter().map(|a| (a.value.as_str(), a.dominant)).collect();
    assert_eq!(values, [("light blue", false), ("red", true), ("metal", false)]);
    assert_eq!(region.complete_axes, [Axis::Color, Axis::Material]);
    assert_eq!(region.unknown_axes, [Axis::Pattern]);
    assert_eq!(scene.coverage.exhaustive, ["car"]);
    assert_eq!(scene.coverage.verified_absent, ["dog"]);
    assert_eq!(scene.image.license.name, "CC BY 2.0");
    assert_eq!(scene.image.url.as_deref(), Some("http://images.example/7.jpg"));
    assert_eq!(scenes[1].image.license.name, "unknown");
}

#[test]
fn keys_may_come_in_any_order() {
    let forward = document();
    let backward: serde_json::Map<String, Value> = forward.as_object().unwrap().clone().into_iter().rev().collect();
    assert_eq!(read(&forward), read(&Value::Object(backward)));
}

#[test]
fn the_files_own_licenses_come_before_the_table() {
    let mut d = document();
    d["licenses"] = json!([{"id": 4, "name": "Own", "url": "https://example.org/terms"}]);
    assert_eq!(read(&d).0[0].image.license.name, "Own");
}

#[test]
fn parts_point_to_their_object_wherever_it_stands_and_orphans_are_counted() {
    let mut d = document();
    let part = |id: u64, object: u64, category: u32| {
        let mut part = annotation(id, 8, category, [1.0, 1.0, 5.0, 5.0], &[], &[]);
        part["obj_ann_id"] = json!(object);
        part
    };
    push(&mut d, "annotations", part(20, 21, 3));
    push(&mut d, "annotations", annotation(21, 8, 1, [0.0, 0.0, 50.0, 50.0], &[], &[]));
    push(&mut d, "annotations", part(22, 99, 5));
    push(&mut d, "annotations", part(23, 23, 5));
    let (scenes, rejects) = read(&d);
    assert_eq!(rejects, ["annotation 22: orphan_part", "annotation 23: orphan_part"]);
    let regions = &scenes[1].regions;
    assert_eq!((regions[0].label.as_str(), regions[0].part_of), ("steering wheel", Some(1)));
    assert_eq!((regions[1].label.as_str(), regions[1].part_of), ("car", None));
    assert!(scenes[1].coverage.exhaustive.is_empty(), "car is not exhaustive there, and parts never are");
}

#[test]
fn a_catch_all_is_no_answer_and_leaves_its_axis_open() {
    let mut d = document();
    d["annotations"][0] = annotation(1, 7, 4, [10.0, 10.0, 30.0, 20.0], &[1, 2, 6], &[2]);
    let region = &read(&d).0[0].regions[0];
    assert_eq!(region.label, "drinking glass");
    assert_eq!(region.attributes.len(), 1);
    assert_eq!(region.attributes[0].value, "light blue");
    assert!(region.complete_axes.is_empty(), "other(color) and other(material) hold too");
}

#[test]
fn nothing_annotated_is_not_nothing_there() {
    let mut d = document();
    d["annotations"][0] = annotation(1, 7, 1, [10.0, 10.0, 30.0, 20.0], &[], &[]);
    let region = &read(&d).0[0].regions[0];
    assert!(region.attributes.is_empty() && region.complete_axes.is_empty());
}

#[test]
fn values_of_an_unknown_axis_and_of_no_axis_are_rejected() {
    let mut d = document();
    d["annotations"][0] = annotation(1, 7, 1, [10.0, 10.0, 30.0, 20.0], &[4, 60], &[]);
    let (scenes, rejects) = read(&d);
    assert_eq!(rejects, ["annotation 1: unknown_with_values", "annotation 1: missing_attribute"]);
    assert!(scenes[0].regions[0].attributes.is_empty());
}

#[test]
fn degenerate_and_malformed_boxes_are_counted_and_end_completeness() {
    let mut d = document();
    push(&mut d, "annotations", annotation(2, 7, 1, [10.0, 10.0, 30.0, 0.0], &[], &[]));
    push(&mut d, "annotations", annotation(3, 7, 1, [10.0, 10.0, 0.5, 9.0], &[], &[]));
    push(&mut d, "annotations", annotation(4, 7, 1, [200.0, 10.0, 5.0, 9.0], &[], &[]));
    let mut bad = annotation(5, 7, 1, [0.0; 4], &[], &[]);
    bad["bbox"] = json!([1, 2, 3]);
    push(&mut d, "annotations", bad);
    let (scenes, rejects) = read(&d);
    let reasons: Vec<&str> = rejects.iter().map(|r| r.rsplit(' ').next().unwrap()).collect();
    assert_eq!(reasons, ["degenerate_box", "degenerate_box", "degenerate_box", "bad_box"]);
    assert_eq!(scenes[0].regions.len(), 1);
    assert!(scenes[0].coverage.exhaustive.is_empty());
}

#[test]
fn every_form_of_segmentation_is_skipped_and_the_box_kept() {
    for segmentation in [json!([]), json!([[1, 2]]), json!({"counts": [1, 2], "size": [1, 1]}), json!(null)] {
        let mut d = document();
        d["annotations"][0]["segmentation"] = segmentation;
        assert_eq!(read(&d).0[0].regions.len(), 1);
    }
}

#[test]
fn what_refers_to_nothing_is_counted_by_name() {
    let mut d = document();
    push(&mut d, "annotations", annotation(2, 99, 1, [1.0, 1.0, 9.0, 9.0], &[], &[]));
    push(&mut d, "annotations", annotation(3, 7, 99, [1.0, 1.0, 9.0, 9.0], &[], &[]));
    push(&mut d, "annotations", annotation(1, 7, 1, [1.0, 1.0, 9.0, 9.0], &[], &[]));
    d["images"][0]["neg_category_ids"] = json!([2, 77, 1]);
    let again = d["images"][0].clone();
    push(&mut d, "images", again);
    push(&mut d, "images", json!({"id": 9, "file_name": "../x.jpg", "width": 1, "height": 1}));
    let (scenes, rejects) = read(&d);
    let want = [
        "image 7: duplicate_image",
        "annotation 2: missing_image",
        "annotation 3: missing_category",
        "annotation 1: duplicate_annotation",
        "image 7: missing_category",
        "image 7: contradicted_absence",
        "image 9: bad_path",
    ];
    assert_eq!(rejects, want);
    assert_eq!(scenes.len(), 2);
    assert_eq!(scenes[0].coverage.verified_absent, ["dog"]);
}

#[test]
fn exhaustiveness_can_be_taken_back() {
    let declares = [("exhaustive_boxes".to_string(), false)].into();
    let options = SourceOptions { declares, ..SourceOptions::default() };
    let mut stream = open(document().to_string().as_bytes(), &options).unwrap();
    let Some(Ok(Read::Scene(scene))) = stream.next() else { panic!("a scene") };
    assert!(scene.coverage.exhaustive.is_empty());
}

#[test]
fn a_wrong_file_says_what_was_expected() {
    let message = |bytes: &[u8]| open(bytes, &SourceOptions::default()).err().unwrap().to_string();
    assert!(message(b"[1, 2]").contains("expected one JSON object with `images`"), "{}", message(b"[1, 2]"));
    assert!(message(b"{\"images\": []}").contains("paco_lvis_v1_*.json"));
    let plain = json!({"images": [{"id": 1, "file_name": "a.jpg", "width": 1, "height": 1}], "annotations": [], "categories": []});
    assert!(message(plain.to_string().as_bytes()).contains("plain COCO"));
    let mut d = document();
    d["attr_type_to_attr_idxs"]["color"] = json!([1, 44]);
    assert!(message(d.to_string().as_bytes()).contains("attribute 44 is not in `attributes`"));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(cut in 0usize..2000, at in 0usize..2000, byte in any::<u8>()) {
        let mut bytes = document().to_string().into_bytes();
        let n = bytes.len();
        bytes[at % n] = byte;
        bytes.truncate(n - cut % 3 * (cut % n) / 3);
        if let Ok(stream) = open(&bytes, &SourceOptions::default()) {
            stream.for_each(drop);
        }
    }
}

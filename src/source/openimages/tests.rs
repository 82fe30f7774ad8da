//! Every quirk of the tables, on files of a few lines.

use super::*;
use crate::model::geom::Size;
use crate::model::scene::{Axis, Flag, Scene};
use crate::source::Read;
use crate::source::vault::DirVault;
use proptest::prelude::*;
use std::collections::BTreeMap;

const BOXES: &str =
    "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside\n";
const LABELS: &str = "ImageID,Source,LabelName,Confidence\n";
const RELATIONS: &str =
    "ImageID,LabelName1,LabelName2,XMin1,XMax1,YMin1,YMax1,XMin2,XMax2,YMin2,YMax2,RelationshipLabel\n";
const IMAGES: &str = "ImageID,Subset,OriginalURL,OriginalLandingURL,License,AuthorProfileURL,Author,Title,OriginalSize,OriginalMD5,Thumbnail300KURL,Rotation\n";

/// Files by role, over a small vocabulary and pictures of 100 × 200 pixels.
fn files(given: &[(&'static str, String)]) -> BTreeMap<&'static str, String> {
    let mut files = BTreeMap::from([
        ("classes", "/m/01g317,Person\n/m/04yx4,Man\n/m/03bt1vf,Woman\n/m/0k4j,Car\n/m/0342h,Guitar\n/m/01yrx,Cat\n".to_string()),
        ("attributes", "/m/02gy9n,Transparent\n/m/083vt,Wooden\n/m/015c4z,Sit\n/m/0x,Famous\n".to_string()),
        ("hierarchy", r#"{"LabelName":"/m/0bl9f","Subcategory":[{"LabelName":"/m/01g317","Subcategory":[{"LabelName":"/m/04yx4"},{"LabelName":"/m/03bt1vf"}],"Part":[{"LabelName":"/m/face"}]},{"LabelName":"/m/0k4j"}]}"#.to_string()),
        ("sizes", "image_id,image_w,image_h\naaaa,100,200\nbbbb,100,200\ncccc,100,200\n0000000000000001,100,200\n".to_string()),
    ]);
    files.extend(given.iter().cloned());
    files
}

fn open(files: &BTreeMap<&'static str, impl AsRef<[u8]>>, declares: &[(&str, bool)]) -> Result<SceneStream> {
    let dir = tempfile::tempdir().unwrap();
    for (role, content) in files {
        std::fs::write(dir.path().join(role), content).unwrap();
    }
    let options = SourceOptions {
        files: files.keys().map(|role| (role.to_string(), role.to_string())).collect(),
        declares: declares.iter().map(|(k, v)| (k.to_string(), *v)).collect(),
        ..SourceOptions::default()
    };
    // Kept until the stream has ended: a table may be opened again.
    let stream = OpenImages.open(Arc::new(DirVault::new(dir.path()).unwrap()), &options)?;
    Ok(Box::new(stream.collect::<Vec<_>>().into_iter().inspect(move |_| {
        let _ = &dir;
    })))
}

fn read(given: &[(&'static str, String)]) -> (Vec<Scene>, Vec<(&'static str, String)>) {
    let (mut scenes, mut rejects) = (Vec::new(), Vec::new());
    for read in open(&files(given), &[]).unwrap() {
        match read.unwrap() {
            Read::Scene(s) => scenes.push(*s),
            Read::Reject(r) => rejects.push((r.reason, r.detail)),
        }
    }
    (scenes, rejects)
}

fn reasons(rejects: &[(&'static str, String)]) -> Vec<&'static str> {
    rejects.iter().map(|r| r.0).collect()
}

fn boxes(rows: &str) -> (&'static str, String) {
    ("boxes", format!("{BOXES}{rows}"))
}

fn failure(given: &[(&'static str, String)]) -> String {
    match open(&files(given), &[]) {
        Err(e) => e.to_string(),
        Ok(stream) => stream.filter_map(Result::err).next().unwrap().to_string(),
    }
}

#[test]
fn a_row_is_a_box_with_its_flags_and_minus_one_is_unknown() {
    let (scenes, rejects) = read(&[boxes("aaaa,xclick,/m/0k4j,1,0.1,0.5,0.25,0.75,1,0,-1,0,0\n")]);
    assert!(rejects.is_empty());
    let region = &scenes[0].regions[0];
    assert_eq!((region.id.as_str(), region.label.as_str()), ("b0", "car"));
    assert_eq!(<[u32; 4]>::from(region.bbox), [10, 50, 40, 100]);
    assert_eq!(
        (region.flags.occluded, region.flags.truncated, region.flags.group),
        (Flag::Yes, Flag::No, Flag::Unknown)
    );
    assert_eq!((scenes[0].id.as_str(), scenes[0].image.path.as_str()), ("openimages/aaaa", "aaaa.jpg"));
}

#[test]
fn every_versions_header_and_any_order_of_columns_is_read() {
    let v3 = "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax\naaaa,xclick,/m/0k4j,1,0.1,0.5,0.25,0.75\n";
    let v6 = format!(
        "{},XClick1X,XClick2X,XClick3X,XClick4X,XClick1Y,XClick2Y,XClick3Y,XClick4Y\naaaa,xclick,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0,.1,.1,.1,.1,.1,.1,.1,.1\n",
        BOXES.trim_end()
    );
    let other = "\u{feff}YMax,YMin,XMax,XMin,LabelName,ImageID\r\n0.75,0.25,0.5,0.1,/m/0k4j,aaaa\r\n";
    let read = |text: &str| read(&[("boxes", text.to_string())]).0.remove(0).regions.remove(0);
    let (v3, v6, other) = (read(v3), read(&v6), read(other));
    assert_eq!((v3.bbox, v3.bbox), (v6.bbox, other.bbox));
    assert_eq!((v3.flags.group, v6.flags.group), (Flag::Unknown, Flag::No));
}

#[test]
fn an_id_is_text() {
    let (scenes, _) = read(&[boxes("0000000000000001,x,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0\n")]);
    assert_eq!(scenes[0].image.path, "0000000000000001.jpg");
}

#[test]
fn an_id_that_comes_back_is_an_error_naming_the_line() {
    let row = |id: &str| format!("{id},x,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0\n");
    let message = failure(&[boxes(&(row("aaaa") + &row("bbbb") + &row("aaaa")))]);
    assert!(message.contains("boxes:4: picture `aaaa` comes back"), "{message}");
    let labels = format!("{LABELS}aaaa,v,/m/0k4j,1\nbbbb,v,/m/0k4j,1\naaaa,v,/m/01yrx,0\n");
    let message = failure(&[boxes(&row("aaaa")), ("labels", labels)]);
    assert!(message.contains("labels:4: picture `aaaa` comes back"), "{message}");
}

#[test]
fn bad_rows_are_counted_and_the_rest_is_read() {
    let rows = "aaaa,x,/m/none,1,0.1,0.5,0.2,0.7,0,0,0,0,0\naaaa,x,/m/0k4j,1,0.5,0.5,0.2,0.7,0,0,0,0,0\n\
                aaaa,x,/m/0k4j,1,0.1,1.4,0.2,0.7,0,0,0,0,0\naaaa,x,/m/0k4j,1,zero,0.5,0.2,0.7,0,0,0,0,0\n\
                aaaa,x,/m/0k4j\naaaa,x,/m/0k4j,1,0.1,0.5,0.2,0.7,0,0,0,0,0\n../x,x,/m/0k4j,1,0.1,0.5,0.2,0.7,0,0,0,0,0\n\
                dddd,x,/m/0k4j,1,0.1,0.5,0.2,0.7,0,0,0,0,0\n";
    let (scenes, rejects) = read(&[boxes(rows)]);
    let want = ["unknown_mid", "degenerate_box", "box_outside", "bad_row", "bad_row", "bad_id", "picture_unreadable"];
    assert_eq!(reasons(&rejects), want);
    assert_eq!(rejects[0].1, "/m/none");
    assert_eq!((scenes.len(), scenes[0].regions.len(), scenes[0].regions[0].id.as_str()), (1, 1, "b5"));
}

#[test]
fn labels_expand_over_the_hierarchy_and_machine_labels_are_not_used() {
    let labels = format!(
        "{LABELS}aaaa,verification,/m/04yx4,1\naaaa,machine,/m/0342h,0.9\naaaa,crowdsource-verification,/m/01yrx,0\n\
         bbbb,verification,/m/01g317,0\ncccc,verification,/m/01g317,0\ncccc,verification,/m/04yx4,1\n"
    );
    let (scenes, rejects) = read(&[("labels", labels)]);
    let by = |id: &str| &scenes.iter().find(|s| s.image.source_id == id).unwrap().coverage;
    assert_eq!(by("aaaa").verified_present, ["man", "person"]);
    assert_eq!(by("aaaa").verified_absent, ["cat"]);
    assert_eq!(by("bbbb").verified_absent, ["man", "person", "woman"]);
    assert!(by("cccc").verified_absent.is_empty());
    assert_eq!(reasons(&rejects), ["machine_label", "contradicted_absence"]);
}

#[test]
fn complete_classes_are_verified_boxed_ungrouped_and_whole() {
    let row = |class: &str, group: &str| format!("aaaa,x,{class},1,0.1,0.5,0.25,0.75,0,0,{group},0,0\n");
    let labels = ("labels", format!("{LABELS}aaaa,v,/m/0k4j,1\naaaa,v,/m/0342h,1\n"));
    let exhaustive = |rows: String| read(&[boxes(&rows), labels.clone()]).0.remove(0).coverage.exhaustive;
    assert_eq!(exhaustive(row("/m/0k4j", "0")), ["car"], "the guitar has no box");
    assert!(exhaustive(row("/m/0k4j", "1")).is_empty(), "a group");
    assert!(exhaustive(row("/m/0k4j", "-1")).is_empty(), "perhaps a group");
    assert!(exhaustive(row("/m/01yrx", "0")).is_empty(), "not verified");
    let bad = row("/m/0k4j", "0") + "aaaa,x,/m/0k4j,1,0.6,0.6,0.25,0.75,0,0,0,0,0\n";
    assert!(exhaustive(bad).is_empty(), "a box was dropped");
    let taken_back = open(&files(&[boxes(&row("/m/0k4j", "0")), labels.clone()]), &[("exhaustive_boxes", false)]);
    let Some(Ok(Read::Scene(scene))) = taken_back.unwrap().next() else { panic!("a scene") };
    assert!(scene.coverage.exhaustive.is_empty());
}

#[test]
fn one_instance_boxed_as_man_and_person_is_one_region() {
    let rows = "aaaa,x,/m/01g317,1,0.1,0.5,0.2,0.7,0,0,0,0,0\naaaa,x,/m/04yx4,1,0.1,0.5,0.21,0.7,0,0,0,0,0\n\
                aaaa,x,/m/01g317,1,0.6,0.9,0.2,0.7,0,0,0,0,0\n";
    let relations = format!(
        "{RELATIONS}aaaa,/m/01g317,/m/0342h,0.1,0.5,0.2,0.7,0.2,0.3,0.2,0.3,plays\n\
         aaaa,/m/01g317,/m/015c4z,0.1,0.5,0.2,0.7,0.1,0.5,0.2,0.7,is\n"
    );
    let (scenes, rejects) = read(&[boxes(rows), ("relations", relations)]);
    assert_eq!(reasons(&rejects), ["hierarchy_duplicate"]);
    let (regions, relation) = (&scenes[0].regions, &scenes[0].relations[0]);
    assert_eq!(regions.iter().map(|r| r.label.as_str()).collect::<Vec<_>>(), ["man", "person", "guitar"]);
    assert_eq!((relation.subject, relation.object, relation.predicate.as_str()), (0, 2, "play"));
    assert_eq!((regions[0].attributes[0].axis, regions[0].attributes[0].value.as_str()), (Axis::Pose, "sit"));
}

#[test]
fn relations_find_their_boxes_make_missing_ones_and_keep_every_predicate() {
    let rows = "aaaa,x,/m/04yx4,1,0.1000001,0.5,0.2,0.7,0,0,0,0,0\n";
    let pair = |predicate: &str| format!("aaaa,/m/04yx4,/m/0342h,0.1,0.5,0.2,0.7,0.2,0.3,0.2,0.3,{predicate}\n");
    let relations = format!("{RELATIONS}{}{}{}", pair("holds"), pair("plays"), pair("holds"));
    let (scenes, rejects) = read(&[boxes(rows), ("relations", relations)]);
    assert_eq!(reasons(&rejects), ["duplicate_relation"]);
    let scene = &scenes[0];
    assert_eq!(scene.regions.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["b0", "v0"]);
    let predicates: Vec<_> = scene.relations.iter().map(|r| (r.id.as_str(), r.predicate.as_str())).collect();
    assert_eq!(predicates, [("r0", "hold"), ("r1", "play")]);
    assert_eq!(scene.coverage.exhaustive_predicates, ["hold", "play"]);
}

#[test]
fn a_predicate_between_people_or_with_a_dropped_row_is_not_exhaustive() {
    let row =
        |object: &str, predicate: &str| format!("aaaa,/m/04yx4,{object},0.1,0.5,0.2,0.7,0.5,0.9,0.2,0.9,{predicate}\n");
    let rows = row("/m/03bt1vf", "holds")
        + &row("/m/0342h", "holds")
        + &row("/m/0342h", "at")
        + &row("/m/none", "at")
        + &row("/m/0k4j", "on");
    let (scenes, rejects) = read(&[("relations", format!("{RELATIONS}{rows}"))]);
    assert_eq!(reasons(&rejects), ["unknown_mid"]);
    assert_eq!(scenes[0].coverage.exhaustive_predicates, ["on"]);
}

#[test]
fn attributes_join_their_own_file_first() {
    let is = |mid: &str| format!("aaaa,/m/0342h,{mid},0.1,0.5,0.2,0.7,0.1,0.5,0.2,0.7,is\n");
    let relations =
        format!("{RELATIONS}{}{}{}{}{}", is("/m/083vt"), is("/m/02gy9n"), is("/m/0x"), is("/m/01lhf"), is("/m/083vt"));
    let (scenes, rejects) = read(&[("relations", relations)]);
    assert_eq!(reasons(&rejects), ["unmapped_attribute", "unknown_mid", "duplicate_relation"]);
    assert_eq!(rejects[1].1, "/m/01lhf");
    let found: Vec<_> = scenes[0].regions[0].attributes.iter().map(|a| (a.axis, a.value.as_str())).collect();
    assert_eq!(found, [(Axis::Material, "wood"), (Axis::Transparency, "transparent")]);
}

#[test]
fn a_turned_picture_turns_its_boxes_and_quoted_titles_are_one_field() {
    let images = format!(
        "{IMAGES}aaaa,train,http://x/a.jpg,,https://creativecommons.org/licenses/by/2.0/,,\"Bee, Ann\",\"one, \"\"two\"\"\",1,,,90.0\n\
         bbbb,train,,,,,,,,,,nan\ncccc,train,,,,,,,,,,45\n"
    );
    let row = |id: &str| format!("{id},x,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0\n");
    let (scenes, rejects) = read(&[boxes(&(row("aaaa") + &row("bbbb") + &row("cccc"))), ("images", images)]);
    assert_eq!(reasons(&rejects), ["bad_rotation"]);
    let image = &scenes[0].image;
    assert_eq!((image.size, image.rotate, image.exif_oriented), (Size { w: 200, h: 100 }, 1, false));
    assert_eq!(<[u32; 4]>::from(scenes[0].regions[0].bbox), [50, 50, 100, 40]);
    assert_eq!((image.license.name.as_str(), image.license.author.as_deref()), ("CC BY 2.0", Some("Bee, Ann")));
    assert_eq!((scenes[1].image.size, scenes[1].image.rotate), (Size { w: 100, h: 200 }, 0));
}

#[test]
fn tables_may_each_have_their_own_order() {
    let table =
        |header: &str, rows: [&str; 3], order: [usize; 3]| header.to_string() + &order.map(|i| rows[i]).concat();
    let b = [
        "aaaa,x,/m/04yx4,1,0.1,0.5,0.2,0.7,0,0,0,0,0\n",
        "bbbb,x,/m/0k4j,1,0.1,0.5,0.2,0.7,0,0,0,0,0\nbbbb,x,/m/01yrx,1,0.1,0.5,0.2,0.7,0,0,0,0,0\n",
        "",
    ];
    let l = ["aaaa,v,/m/04yx4,1\naaaa,v,/m/01yrx,0\n", "bbbb,v,/m/0k4j,1\n", "cccc,v,/m/0342h,0\n"];
    let r = [
        "aaaa,/m/04yx4,/m/0342h,0.1,0.5,0.2,0.7,0.2,0.3,0.2,0.3,plays\n",
        "",
        "cccc,/m/04yx4,/m/0342h,0.1,0.5,0.2,0.7,0.2,0.3,0.2,0.3,on\n",
    ];
    let i = ["aaaa,,http://a,,,,,,,,,0\n", "bbbb,,http://b,,,,,,,,,180\n", "cccc,,http://c,,,,,,,,,\n"];
    let run = |orders: [[usize; 3]; 4]| {
        let (mut scenes, _) = read(&[
            ("boxes", table(BOXES, b, orders[0])),
            ("labels", table(LABELS, l, orders[1])),
            ("relations", table(RELATIONS, r, orders[2])),
            ("images", table(IMAGES, i, orders[3])),
        ]);
        scenes.sort_by(|x, y| x.id.cmp(&y.id));
        scenes
    };
    let straight = run([[0, 1, 2]; 4]);
    assert_eq!(straight.len(), 3);
    assert_eq!(straight[2].relations.len(), 1);
    for orders in [[[1, 0, 2], [2, 1, 0], [2, 0, 1], [1, 2, 0]], [[0, 1, 2], [1, 2, 0], [0, 1, 2], [2, 1, 0]]] {
        assert_eq!(run(orders), straight);
    }
}

#[test]
fn class_files_of_every_kind_are_read() {
    let row = boxes("aaaa,x,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0\n");
    for classes in [
        "/m/0k4j,Car\n",
        "LabelName,DisplayName\n/m/0k4j,Car\n",
        "\u{feff}/m/0k4j,Car\r\n",
        "label;class\n/m/0k4j;Car\n",
        "/m/0342h;Guitar\r/m/0k4j;Car\r",
        "/m/0k4j,Car,\n",
        "/m/0k4j,Car,7,x\n",
        "LabelName,Class\r\n/m/0k4j,Car\r\n",
        "/m/0k4j,\"Car\"\n",
    ] {
        let (scenes, rejects) = read(&[row.clone(), ("classes", classes.to_string())]);
        assert!(rejects.is_empty(), "{classes:?}: {rejects:?}");
        assert_eq!(scenes[0].regions[0].label, "car", "{classes:?}");
    }
    let (_, rejects) = read(&[row, ("classes", "/m/0k4j,\n/m/01yrx,Cat\nx,y\n".to_string())]);
    assert_eq!(reasons(&rejects), ["class_without_name", "bad_class_row", "unknown_mid"]);
}

#[test]
fn wrong_files_say_what_was_expected() {
    let row = boxes("aaaa,x,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0\n");
    let message = failure(&[("boxes", "ImageID,LabelName\na,b\n".to_string())]);
    assert!(message.contains("no column `XMin`") && message.contains("expected an Open Images table"), "{message}");
    assert!(
        failure(&[row.clone(), ("classes", "a,b\n".to_string())]).contains("expected an Open Images description file")
    );
    assert!(
        failure(&[row.clone(), ("hierarchy", "[]".to_string())]).contains("expected bbox_labels_600_hierarchy.json")
    );
    assert!(failure(&[row, ("sizes", "a,b\n".to_string())]).contains("image_id,image_w,image_h"));
    assert!(failure(&[]).contains("no table of boxes, labels or relations"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn no_bytes_make_it_panic(
        role in prop::sample::select(vec!["boxes", "labels", "relations", "images", "classes", "attributes", "hierarchy", "sizes"]),
        soup in prop::collection::vec(prop_oneof![prop::sample::select(b",;\n\r\"/m0.1a-\xef{}[]:".to_vec()), any::<u8>()], 0..200),
        keep_header in any::<bool>(),
    ) {
        let mut all: BTreeMap<&str, Vec<u8>> = files(&[
            boxes("aaaa,x,/m/0k4j,1,0.1,0.5,0.25,0.75,0,0,0,0,0\n"),
            ("labels", format!("{LABELS}aaaa,v,/m/0k4j,1\n")),
            ("relations", format!("{RELATIONS}aaaa,/m/04yx4,/m/0342h,0.1,0.5,0.2,0.7,0.2,0.3,0.2,0.3,plays\n")),
            ("images", format!("{IMAGES}aaaa,,http://a,,,,,,,,,90\n")),
        ]).into_iter().map(|(role, text)| (role, text.into_bytes())).collect();
        let slot = all.get_mut(role).unwrap();
        if !keep_header {
            slot.clear();
        }
        slot.extend_from_slice(&soup);
        if let Ok(stream) = open(&all, &[]) {
            stream.for_each(drop);
        }
    }
}

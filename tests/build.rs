//! The second half of `generate`: the same tree of bytes for any threads, any shards, any kills and restarts.

use groundline::draw::palette;
use groundline::model::evidence::{Evidence, GoldTier};
use groundline::model::fact::{BoxRef, Form, Picture, Slots};
use groundline::model::geom::{BBox, Size};
use groundline::model::item::McqItem;
use groundline::model::plan::{Level, PlanOption, PlanRow, Role};
use groundline::model::scene::{Image, License};
use groundline::model::settings::PictureFormat;
use groundline::model::term::Inflection;
use groundline::pipeline::build::{Builder, Outcome, Shard};
use groundline::pipeline::config::{Draw, value::Quality};
use groundline::pipeline::guard::Guard;
use groundline::pipeline::pictures::Pictures;
use groundline::pipeline::review::rejected::Rejected;
use groundline::pipeline::run::{ResourceHashes, RunFile};
use groundline::source::vault::DirVault;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SIZE: Size = Size { w: 120, h: 90 };

/// Pictures 0..n in `root/images`: JPEG, every seventh a PNG under a JPEG's name; number 5 is missing, number 6 cut
/// short, number 8 of another size than annotated.
fn write_pictures(root: &Path, n: usize) {
    fs::create_dir_all(root.join("images")).unwrap();
    for i in (0..n).filter(|i| *i != 5) {
        let size = if i == 8 { Size { w: 60, h: 45 } } else { SIZE };
        let picture =
            image::RgbImage::from_fn(size.w, size.h, |x, y| image::Rgb([(x * 2) as u8, (y * 2) as u8, (i * 37) as u8]));
        let format = if i % 7 == 3 { PictureFormat::Png } else { PictureFormat::Jpeg };
        let mut bytes = groundline::draw::codec::encode(&picture, format, 90).unwrap();
        if i == 6 {
            bytes.truncate(bytes.len() - 40);
        }
        fs::write(root.join(format!("images/{i}.jpg")), bytes).unwrap();
    }
}

fn option(term: &str, role: Role) -> PlanOption {
    let evidence = (role == Role::Distractor).then(|| Evidence::exclusive("hue_family"));
    PlanOption { term: term.into(), role, evidence, similarity: None, visible: false }
}

/// Three rows a picture: a box, two boxes, none. Rows `2k` and `2k + 1` are an exchange group.
fn rows(pictures: usize) -> Vec<PlanRow> {
    let mut out = Vec::new();
    for shape in 0..3 {
        for i in 0..pictures {
            let n = out.len();
            let boxes = [[10, 12, 40, 30], [0, 50, 60, 40]];
            let boxes = boxes
                .iter()
                .take((shape + 1) % 3)
                .enumerate()
                .map(|(b, c)| BoxRef { id: format!("{i}-{b}").into(), bbox: BBox::try_from(*c).unwrap() });
            let boxes: smallvec::SmallVec<[BoxRef; 2]> = boxes.collect();
            let image = Image {
                path: format!("{i}.jpg"),
                url: None,
                source_id: i.to_string(),
                size: SIZE,
                rotate: 0,
                exif_oriented: false,
                license: License { name: "CC BY 2.0".into(), url: None, author: Some(format!("Ann, <b>{i}</b>")) },
            };
            out.push(PlanRow {
                variant: None,
                id: format!("color-what-{n:012x}"),
                group: Some(format!("g{}", n / 2).into()),
                level: Level::Cell,
                target: "color".into(),
                kind: "what".into(),
                form: Form::Box,
                template: "color.what.box.01".into(),
                picture: Picture { scene: format!("paint/{i}"), source: "paint".into(), image }.into(),
                fact: format!("f{n}").into(),
                annotations: [format!("{i}-0").into()].into_iter().collect(),
                box_colors: boxes.iter().zip(palette::NAMES).map(|(_, name)| (*name).into()).collect(),
                slots: Slots { boxes, ..Slots::default() },
                inflection: Inflection::Bare,
                gold: "red".into(),
                tier: GoldTier::Single,
                statement: None,
                options: vec![option("red", Role::Gold), option("blue", Role::Distractor)],
                answer_index: 0,
            });
        }
    }
    out
}

/// An OUT as `plan` leaves it.
fn write_plan(out: &Path, rows: &[PlanRow]) {
    fs::create_dir_all(out).unwrap();
    let lines: String = rows.iter().map(|r| serde_json::to_string(r).unwrap() + "\n").collect();
    fs::write(out.join("plan.jsonl"), lines).unwrap();
    fs::write(out.join("rejects.jsonl"), "{\"candidate\":\"c\",\"reason\":\"tiny_box\"}\n").unwrap();
    let cells = json!({"color.what": {"quota": rows.len(), "made": rows.len(), "reasons": {}}});
    let run = RunFile {
        version: "0".into(),
        seed: 7,
        arguments: json!({"limit": null}),
        resources: ResourceHashes::default(),
        inputs: Vec::new(),
        fingerprint: "f".into(),
        plan: json!({"plan": {"items": rows.len(), "cells": cells}}),
        build: None,
    };
    run.write(out).unwrap();
}

struct Way {
    shard: Shard,
    threads: usize,
    format: PictureFormat,
    limit: Option<u64>,
}

const PLAIN: Way = Way { shard: Shard::WHOLE, threads: 2, format: PictureFormat::Jpeg, limit: None };

fn build(root: &Path, out: &Path, way: &Way) -> Outcome {
    let mut pictures = Pictures::default();
    pictures.add("paint", Arc::new(DirVault::new(root).unwrap()), "images");
    let builder = Builder {
        out,
        pictures: &pictures,
        render: &|row| Ok((format!("What is {} </script>?", row.fact), vec!["red".into(), "blue".into()])),
        draw: Draw { format: way.format, quality: Quality::default() },
        seed: 7,
        resources: "r".into(),
        limit: way.limit,
        rejected: &Rejected::default(),
        guard: &Guard::default(),
        shard: way.shard,
        manifests: &[],
        targets: &["color"],
        progress: &|_| {},
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(way.threads).build().unwrap();
    pool.install(|| builder.run()).unwrap()
}

/// Every path under a folder with the hash of its bytes.
fn tree(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut out = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_path_buf();
            if path.is_dir() {
                out.insert(name, "folder".into());
                folders.push(path);
            } else {
                out.insert(name, blake3::hash(&fs::read(&path).unwrap()).to_hex().to_string());
            }
        }
    }
    out
}

fn items(out: &Path) -> Vec<McqItem> {
    let text = fs::read_to_string(out.join("items.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn any_threads_and_any_shards_give_the_same_tree() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 40);
    let rows = rows(40);
    let whole = dir.path().join("whole");
    write_plan(&whole, &rows);
    assert!(matches!(build(dir.path(), &whole, &PLAIN), Outcome::Complete(_)));
    let want = tree(&whole);
    for threads in [1, 2, 4] {
        for count in [1, 3, 7] {
            let out = dir.path().join(format!("{threads}-{count}"));
            write_plan(&out, &rows);
            // The last shard first: the order of their ends must not matter either.
            for index in (0..count).rev() {
                let outcome = build(dir.path(), &out, &Way { shard: Shard { index, count }, threads, ..PLAIN });
                assert_eq!(matches!(outcome, Outcome::Complete(_)), index == 0);
            }
            assert_eq!(tree(&out), want, "{threads} threads, {count} shards");
        }
    }
}

#[test]
fn a_set_is_what_its_plan_says() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 40);
    let out = dir.path().join("out");
    write_plan(&out, &rows(40));
    let Outcome::Complete(run) = build(dir.path(), &out, &PLAIN) else { panic!("not complete") };

    // Pictures 5, 6 and 8 cannot be used: three rows each, and each takes its group partner with it.
    let rejects = fs::read_to_string(out.join("rejects.jsonl")).unwrap();
    let reasons: Vec<Value> = rejects.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let count = |reason: &str| reasons.iter().filter(|r| r["reason"] == reason).count();
    assert_eq!(count("tiny_box"), 1, "the planner's rejects stay");
    assert_eq!((count("picture_missing"), count("picture_truncated"), count("size_mismatch")), (3, 3, 3));
    assert_eq!(count("group_incomplete"), 9, "4+5, 6+7 and 8+9 of each shape");
    let items = items(&out);
    assert_eq!(items.len(), 120 - 9 - 9);
    assert!(reasons.iter().any(|r| r["detail"].as_str().is_some_and(|d| d.contains("5.jpg"))));

    let report = run.build.as_ref().unwrap();
    assert_eq!(report.items, items.len() as u64);
    assert_eq!(report.blake3, blake3::hash(&fs::read(out.join("items.jsonl")).unwrap()).to_hex().to_string());
    assert_eq!(run.unmet().len(), 1);

    let mut ids: Vec<&str> = items.iter().map(|i| i.id.as_str()).collect();
    assert!(ids.is_sorted(), "plan order");
    ids.dedup();
    assert_eq!(ids.len(), items.len());
    let mut files: Vec<String> = items.iter().map(|i| i.image.clone()).collect();
    files.sort();
    files.dedup();
    let mut there: Vec<String> = fs::read_dir(out.join("images"))
        .unwrap()
        .map(|e| format!("images/{}", e.unwrap().file_name().display()))
        .collect();
    there.sort();
    assert_eq!(files, there, "no picture is missing and none is left over");

    for item in &items {
        let picture = image::open(out.join(&item.image)).map(|p| p.to_rgb8());
        if item.boxes.is_empty() {
            let original = fs::read(dir.path().join("images").join(format!("{}.jpg", item.license.source_image_id)));
            assert_eq!(fs::read(out.join(&item.image)).unwrap(), original.unwrap(), "linked, not written anew");
            let n: usize = item.license.source_image_id.parse().unwrap();
            assert!(item.image.ends_with(if n % 7 == 3 { ".png" } else { ".jpg" }), "{}", item.image);
        } else {
            assert!(item.license.modified && item.image == format!("images/{}.jpg", item.id));
            // The line runs two to four pixels outside of the first box: (10, 12) is its corner.
            let [r, g, b] = picture.unwrap().get_pixel(30, 9).0;
            assert!(r > 180 && g < 90 && b < 90, "{}: {r} {g} {b}", item.id);
        }
    }

    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert_eq!(page.matches("</script>").count(), 2, "no text of an item ends a script");
    assert!(!page.contains("<b>") && !page.contains("http://") && !page.contains("src=\"http"));
    let licenses = fs::read_to_string(out.join("LICENSES.csv")).unwrap();
    assert!(licenses.contains("paint,0,CC BY 2.0,,\"Ann, <b>0</b>\",true,3\n"), "{licenses}");
    assert!(fs::read_to_string(out.join("README.md")).unwrap().contains("| color | 102 |"));
    assert!(!out.join(".build").exists());
}

#[test]
fn a_limit_takes_whole_groups_in_plan_order() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 12);
    let out = dir.path().join("out");
    write_plan(&out, &rows(12));
    build(dir.path(), &out, &Way { limit: Some(5), ..PLAIN });
    let ids: Vec<String> = items(&out).iter().map(|i| i.provenance.fact.clone()).collect();
    assert_eq!(ids, ["f0", "f1", "f2", "f3"]);
}

#[test]
fn another_format_replaces_the_set_and_nothing_of_the_first_stays() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 12);
    let (once, twice) = (dir.path().join("once"), dir.path().join("twice"));
    let png = Way { format: PictureFormat::Png, ..PLAIN };
    for out in [&once, &twice] {
        write_plan(out, &rows(12));
    }
    build(dir.path(), &twice, &PLAIN);
    build(dir.path(), &twice, &png);
    build(dir.path(), &once, &png);
    assert_eq!(tree(&once), tree(&twice));
}

#[test]
fn a_picture_that_turns_up_completes_the_set() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 5);
    let (first, second) = (dir.path().join("first"), dir.path().join("second"));
    let hidden = dir.path().join("images/2.jpg");
    let kept = fs::read(&hidden).unwrap();
    write_plan(&first, &rows(5));
    write_plan(&second, &rows(5));
    fs::remove_file(&hidden).unwrap();
    build(dir.path(), &first, &PLAIN);
    assert!(items(&first).len() < 15);
    fs::write(&hidden, kept).unwrap();
    build(dir.path(), &first, &PLAIN);
    build(dir.path(), &second, &PLAIN);
    assert_eq!(items(&first).len(), 15);
    assert_eq!(tree(&first), tree(&second));
}

#[test]
fn a_broken_plan_is_refused_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 3);
    let fails = |change: &dyn Fn(&mut Vec<PlanRow>)| {
        let out = dir.path().join("bad");
        let mut rows = rows(3);
        change(&mut rows);
        write_plan(&out, &rows);
        let way = std::panic::catch_unwind(|| build(dir.path(), &out, &PLAIN));
        way.err().and_then(|e| e.downcast_ref::<String>().cloned()).unwrap_or_default()
    };
    assert!(fails(&|rows| rows[2].id = "../../evil".into()).contains("plan.jsonl\", line: Some(3)"));
    assert!(fails(&|rows| rows[1].id = rows[0].id.clone()).contains("appears twice"));
    assert!(
        fails(&|rows| rows[0].box_colors = ["plaid".into()].into_iter().collect())
            .contains("`plaid` is not a box color")
    );
    assert!(fails(&|rows| rows[1].answer_index = 9).contains("answer_index is 9"));
}

const CHILD: &str = "GROUNDLINE_BUILD_CHILD";

/// Not a test of its own: the process that `killed_at_any_moment…` kills. It builds the folder that the variable names.
#[test]
fn child_process() {
    let Some(root) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let Outcome::Complete(_) = build(&root, &root.join("killed"), &PLAIN) else { panic!("not complete") };
}

#[test]
fn killed_at_any_moment_and_started_again_the_bytes_are_the_same() {
    let dir = tempfile::tempdir().unwrap();
    write_pictures(dir.path(), 120);
    let rows = rows(120);
    let (calm, killed) = (dir.path().join("calm"), dir.path().join("killed"));
    write_plan(&calm, &rows);
    let begin = Instant::now();
    build(dir.path(), &calm, &PLAIN);
    let whole = begin.elapsed();
    let want = tree(&calm);

    let child = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "child_process"]).env(CHILD, dir.path());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut random = groundline::rng::item_rng(1, "kill", &[]);
    let mut kills = 0;
    for _ in 0..3 {
        let _ = fs::remove_dir_all(&killed);
        write_plan(&killed, &rows);
        loop {
            let mut process = child();
            std::thread::sleep(Duration::from_secs_f64(random.unit() * whole.as_secs_f64() * 1.2));
            if let Some(status) = process.try_wait().unwrap() {
                assert!(status.success());
                break;
            }
            process.kill().unwrap();
            process.wait().unwrap();
            kills += 1;
        }
        assert_eq!(tree(&killed), want);
    }
    assert!(kills > 0, "no process lived long enough to be killed");
}

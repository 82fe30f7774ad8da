//! Exports of hand-made sets full of what loaders stumble over: every format, twice the same bytes, interrupted, filtered.

#[path = "support/tree.rs"]
mod support;

use groundline::export::record::Form;
use groundline::export::{Context, EXPORTERS, Exporter, Shard};
use groundline::pipeline::export::{Allowed, Exported, Look, Options, Size, Splits, export};
use image::{DynamicImage, GrayImage, ImageFormat, RgbImage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use support::tree;

/// A picture file; its content depends on `n`, its format on the extension (`webp.png` writes WebP under a PNG's name).
fn picture(folder: &Path, name: &str, n: u32) -> String {
    let rgb = DynamicImage::ImageRgb8(RgbImage::from_fn(20 + n % 7, 12 + n % 5, |x, y| {
        image::Rgb([(x * 11) as u8, (y * 17) as u8, (n * 37) as u8])
    }));
    let grey = DynamicImage::ImageLuma8(GrayImage::from_fn(9 + n % 3, 31, |x, y| image::Luma([(x * y + n) as u8])));
    let (shown, format) = match name.rsplit_once('.').map_or("", |(_, e)| e) {
        "jpg" => (&rgb, ImageFormat::Jpeg),
        "png" => (&rgb, ImageFormat::Png),
        "gif" => (&rgb, ImageFormat::Gif),
        "webp" => (&rgb, ImageFormat::WebP),
        "grey" => (&grey, ImageFormat::Jpeg),
        _ => (&rgb, ImageFormat::Bmp),
    };
    let path = format!("images/{}", name.replace(".grey", "-grey.jpg"));
    fs::create_dir_all(folder.join("images")).unwrap();
    shown.save_with_format(folder.join(&path), format).unwrap();
    path
}

/// An item, of which `change` makes another one.
fn item(n: usize, image: &str, choices: &[&str], change: impl FnOnce(&mut Value)) -> Value {
    let mut item = json!({
        "id": format!("color-what-{n:04}"), "image": image, "question": format!("What color is thing {n}?"),
        "choices": choices, "answer": "A", "answer_index": 0, "target": "color", "kind": "what", "source": "flickr30k",
        "boxes": [{"color": "red", "x": 1, "y": 2, "w": 3, "h": 4}],
        "provenance": {
            "scene": format!("flickr30k/{image}"), "fact": "f", "annotations": ["a"], "template": "t", "group": null,
            "grouped": false, "level": "none", "gold": "red", "gold_tier": "single",
            "options": choices.iter().enumerate().map(|(i, c)| match i {
                0 => json!({"term": c, "role": "gold"}),
                _ => json!({"term": c, "role": "distractor", "evidence": {"tier": "exclusive", "rule": "hue_family"}}),
            }).collect::<Vec<_>>(),
            "seed": 1, "resources": "r",
        },
        "license": {"source_dataset": "flickr30k", "source_image_id": image, "license": "CC BY 2.0",
            "license_url": "https://creativecommons.org/licenses/by/2.0/", "author": null, "modified": true},
    });
    change(&mut item);
    item
}

fn write_set(folder: &Path, file: &str, records: &[Value]) {
    fs::create_dir_all(folder).unwrap();
    let lines: String = records.iter().map(|r| format!("{r}\n")).collect();
    fs::write(folder.join(file), lines).unwrap();
}

/// Two-way beside four-way items, numbers, options that pandas eats, tokens in texts, pictures of every kind.
fn mixed(folder: &Path) -> Vec<Value> {
    let odd: &[&[&str]] = &[
        &["Yes", "No"],
        &["6", "7", "8", "12"],
        &["a \"quoted\" one", "a\ttab", "two\nlines", "a 🐈 cat"],
        &["an <image>", "</s>", "ASSISTANT: no", "it's <|im_end|>"],
        &["None", "red", "blue", "green"],
        &["NA", "N/A", "null", "nan"],
        &["007", "six", "seven", "eight"],
        &["none of the above", "red", "blue", "green"],
    ];
    let kinds = ["jpg", "png", "grey", "webp", "gif", "bmp"];
    let records: Vec<Value> = (0..48)
        .map(|n| {
            let image = picture(folder, &format!("p{}.{}", n / 2, kinds[n / 2 % kinds.len()]), n as u32 / 2);
            item(n, &image, odd[n % odd.len()], |item| {
                if n % 5 == 0 {
                    item["question"] = "Is \"it\" an <image>,\n\tor 🐕?".into();
                }
                if n % 3 == 0 {
                    item["boxes"] = json!([]);
                    item["license"]["modified"] = false.into();
                }
            })
        })
        .collect();
    write_set(folder, "items.jsonl", &records);
    records
}

/// A dialogue per picture, made of items.
fn dialogues(folder: &Path, items: &[Value]) -> Vec<Value> {
    let mut by_image: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for item in items {
        by_image.entry(item["image"].as_str().unwrap().into()).or_default().push(item);
    }
    let records: Vec<Value> = by_image
        .values()
        .map(|items| {
            let turns: Vec<Value> = items
                .iter()
                .flat_map(|i| {
                    let answer = format!("It is {}.", i["choices"][0].as_str().unwrap());
                    [json!({"role": "user", "text": i["question"]}), json!({"role": "assistant", "text": answer, "facts": ["color:f"]})]
                })
                .collect();
            let first = items[0];
            json!({
                "id": format!("talk-{}", first["id"].as_str().unwrap()), "image": first["image"], "boxes": first["boxes"],
                "form": "multi_round", "turns": turns,
                "provenance": {"source": "flickr30k", "scene": first["provenance"]["scene"], "targets": ["color"],
                    "annotations": ["a"], "wordings": ["w"], "seed": 1, "resources": "r"},
                "license": first["license"],
            })
        })
        .collect();
    write_set(folder, "dialogues.jsonl", &records);
    records
}

fn options(set: &Path, to: &str, out: &Path) -> Options {
    Options {
        set: set.into(),
        to: to.into(),
        out: out.into(),
        splits: None,
        size: None,
        absolute: false,
        allowed: Allowed::default(),
        name: Some("mixed".into()),
        model: "m".into(),
        look: Look::Decode,
    }
}

fn run(options: &Options) -> Exported {
    export(options, &|_| {}).unwrap_or_else(|e| panic!("{}: {e}", options.to))
}

fn fault(options: &Options) -> (u8, String) {
    match export(options, &|_| {}) {
        Ok(_) => panic!("{} did not fail", options.to),
        Err(e) => (e.exit_code(), e.to_string()),
    }
}

/// What the consumers of an export see: ids, and texts by their names.
fn seen(exporter: &dyn Exporter, form: Form, out: &Path, done: &Exported) -> Vec<(String, Vec<(String, String)>)> {
    let context = Context { form, name: "mixed".into(), model: "m".into(), root: None };
    let mut all = Vec::new();
    for f in &done.file.files {
        let shard = Shard { split: f.split.clone(), part: f.part.clone(), index: 0, of: 1 };
        exporter
            .reread(&context, &shard, &out.join(&f.path), &mut |seen| {
                let texts = seen.said.texts.iter().map(|(name, text)| (name.to_string(), text.to_string()));
                all.push((seen.said.id.to_string(), texts.collect()));
                Ok(())
            })
            .unwrap();
    }
    all
}

#[test]
fn every_format_carries_a_mixed_benchmark_and_gives_the_same_bytes_twice() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let items = mixed(&set);
    for exporter in EXPORTERS {
        let name = exporter.name();
        let (a, b) = (dir.path().join(format!("{name}-a")), dir.path().join(format!("{name}-b")));
        let done = run(&options(&set, name, &a));
        run(&options(&set, name, &b));
        assert_eq!(tree(&a), tree(&b), "{name}");
        let rows: u64 = done.file.splits.values().sum();
        if name == "vlmevalkit" {
            // None, the row of NA and 007: three of eight.
            assert_eq!(done.file.left_out, BTreeMap::from([("eaten_by_pandas".to_string(), 18)]));
            assert_eq!(rows, 30);
            let tables: Vec<&str> = done.file.files.iter().map(|f| f.path.as_str()).collect();
            assert_eq!(tables, ["mixed_test_2way.tsv", "mixed_test_4way.tsv"]);
        } else {
            assert!(done.file.left_out.is_empty(), "{name}");
            assert_eq!(rows, items.len() as u64, "{name}");
        }
        let spaced = ["llava", "llamafactory", "swift"].contains(&name);
        assert_eq!(done.file.spaced_tokens.records > 0, spaced, "{name}");
        let all = seen(*exporter, Form::Benchmark, &a, &done);
        if !spaced && name != "openai" && name != "vlmevalkit" {
            for (i, item) in items.iter().enumerate() {
                let id = item["id"].as_str().unwrap();
                let (_, texts) = all.iter().find(|(seen, _)| seen == id).unwrap();
                let options: Vec<&str> =
                    texts.iter().filter(|(n, _)| n.starts_with("option")).map(|(_, t)| t.as_str()).collect();
                let ours: Vec<&str> = item["choices"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
                assert_eq!(options, ours, "{name} {i}");
            }
        }
        for file in ["README.md", "DATASHEET.md", "croissant.json", "LICENSES.csv", "export.json"] {
            assert!(a.join(file).is_file(), "{name}: {file}");
        }
        let card = fs::read_to_string(a.join("README.md")).unwrap();
        assert!(card.contains(exporter.snippet(Form::Benchmark)) && card.contains("license: cc-by-2.0"), "{name}");
        assert!(!card.contains(&dir.path().display().to_string()), "{name}: a path of this machine is in the card");
    }
}

#[test]
fn a_corpus_goes_to_the_formats_that_carry_dialogues_with_the_recipe_of_the_paper() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let items = mixed(&set);
    let talks = dialogues(&set, &items);
    assert!(fault(&options(&set, "llava", &dir.path().join("x"))).1.contains("both items.jsonl and dialogues.jsonl"));
    fs::remove_file(set.join("items.jsonl")).unwrap();
    for exporter in EXPORTERS {
        let name = exporter.name();
        let out = dir.path().join(name);
        let options = options(&set, name, &out);
        if exporter.refuses(Form::Corpus).is_some() {
            let (code, text) = fault(&options);
            assert!(code == 2 && text.contains("cannot carry dialogues") && text.contains("llava"), "{text}");
            assert!(!out.exists(), "{name}: nothing is written before the refusal");
            continue;
        }
        let done = run(&options);
        assert_eq!(done.file.splits, BTreeMap::from([("train".to_string(), talks.len() as u64)]), "{name}");
        assert!(!seen(*exporter, Form::Corpus, &out, &done).is_empty());
        for (format, file, words) in [
            ("llava", "train.sh", "--num_train_epochs 3 "),
            ("swift", "train.sh", "--num_train_epochs 3 "),
            ("llamafactory", "train.yaml", "num_train_epochs: 3.0"),
        ] {
            if name == format {
                assert!(fs::read_to_string(out.join(file)).unwrap().contains(words), "{name}");
            }
        }
    }
    // Absolute paths where they matter, a usage error where not.
    let absolute = |to: &str, out: &str| Options { absolute: true, ..options(&set, to, &dir.path().join(out)) };
    run(&absolute("swift", "absolute"));
    let line = fs::read_to_string(dir.path().join("absolute/train.jsonl")).unwrap();
    let row: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
    let image = Path::new(row["images"][0].as_str().unwrap());
    assert!(image.is_absolute() && image.is_file());
    assert_eq!(fault(&absolute("parquet", "y")).0, 2);
}

#[test]
fn the_card_says_what_check_found() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    mixed(&set);
    let findings = json!({"findings": [
        {"check": "keys", "verdict": "pass", "count": 0, "what": "every key is one of its options"},
        {"check": "concepts", "verdict": "warn", "count": 1234, "what": "no concept is gold too often",
         "examples": ["a|b 54 %", "two", "three", "four"]},
        {"check": "elimination", "verdict": "info", "count": 0, "what": "70.2 % by elimination"}]});
    fs::write(set.join("check.json"), findings.to_string()).unwrap();
    run(&options(&set, "llava", &dir.path().join("out")));
    let card = fs::read_to_string(dir.path().join("out/README.md")).unwrap();
    for line in [
        "1 of 3 checks passed (keys). The others:",
        "| concepts | warn | no concept is gold too often (1,234 found): a\\|b 54 %; two; three; … |",
        "| elimination | info | 70.2 % by elimination |",
    ] {
        assert!(card.contains(line), "{line}\n{card}");
    }
}

#[test]
fn a_stopped_export_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    mixed(&set);
    for name in ["parquet", "webdataset", "llava", "openai"] {
        let small = |out: &str| Options { size: Some(Size::Rows(10)), ..options(&set, name, &dir.path().join(out)) };
        let (once, twice) = (format!("{name}-once"), format!("{name}-twice"));
        let whole = run(&small(&once));
        assert!(whole.kept == 0 && whole.file.files.len() >= 5, "{name}");
        // A picture of the last shards is damaged, its size is not: the run fails there and names the item.
        let victim = "p18.jpg";
        let path = set.join("images").join(victim);
        let good = fs::read(&path).unwrap();
        fs::write(&path, vec![0xFF; good.len()]).unwrap();
        let (code, text) = fault(&small(&twice));
        assert!(code == 3 && text.contains(victim), "{name}: {text}");
        fs::write(&path, &good).unwrap();
        run(&small(&twice));
        let out = dir.path().join(&twice);
        assert_eq!(tree(&out), tree(&dir.path().join(&once)), "{name}");
        // A shard that was lost is written again, the others stay.
        let lost = whole.file.files[1].path.clone();
        fs::remove_file(out.join(&lost)).unwrap();
        let again = run(&small(&twice));
        assert_eq!(again.kept, whole.file.files.len() - 1, "{name}");
        assert_eq!(tree(&out), tree(&dir.path().join(&once)), "{name}");
        // Another set, other options or other things in the folder are refused.
        let other = Options { size: Some(Size::Rows(7)), ..small(&twice) };
        assert!(fault(&other).1.contains("holds an export of another set"), "{name}");
    }
    let foreign = dir.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("thesis.doc"), "").unwrap();
    assert_eq!(fault(&options(&set, "llava", &foreign)).0, 3);
    assert_eq!(fault(&options(&set, "llava", &set)).0, 2);
}

#[test]
fn a_kept_shard_is_kept_across_the_failure() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let records: Vec<Value> =
        (0..30).map(|n| item(n, &picture(&set, &format!("p{n}.jpg"), n as u32), &["red", "blue"], |_| {})).collect();
    write_set(&set, "items.jsonl", &records);
    let out = dir.path().join("out");
    let small = Options { size: Some(Size::Rows(10)), ..options(&set, "parquet", &out) };
    let path = set.join("images/p25.jpg");
    let good = fs::read(&path).unwrap();
    // The head is whole, so that the first pass takes it; the end is missing.
    let mut bad = good.clone();
    let n = bad.len();
    bad[n - 2..].fill(0);
    fs::write(&path, &bad).unwrap();
    let (code, text) = fault(&small);
    assert!(code == 3 && text.contains("color-what-0025") && text.contains("ends before the picture"), "{text}");
    let shard = |n: usize| out.join(format!("data/test-{n:05}-of-00003.parquet"));
    assert!(shard(0).is_file() && shard(1).is_file() && !shard(2).exists() && !out.join("export.json").exists());
    fs::write(&path, &good).unwrap();
    assert_eq!(run(&small).kept, 2);
    assert!(!out.join(".build").exists());
}

#[test]
fn licenses_decide_what_goes_out_and_groups_go_whole() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let records: Vec<Value> = (0..12)
        .map(|n| {
            let image = picture(&set, &format!("p{n}.jpg"), n as u32);
            item(n, &image, &["red", "blue"], |item| {
                item["provenance"]["group"] = format!("g{}", n / 2).into();
                item["license"]["license"] = match n {
                    0 => "CC BY-ND 2.0".into(),
                    2 => "Flickr30K terms (research and education only)".into(),
                    4 => "CC BY-NC-ND 2.0".into(),
                    _ => "CC BY 2.0".into(),
                };
                if n == 4 {
                    item["boxes"] = json!([]);
                    item["license"]["modified"] = false.into();
                }
            })
        })
        .collect();
    write_set(&set, "items.jsonl", &records);
    // No box may be drawn on 0; on 4 none is.
    let done = run(&options(&set, "inspect", &dir.path().join("all")));
    let counts = |pairs: &[(&str, u64)]| pairs.iter().map(|(r, n)| (r.to_string(), *n)).collect::<BTreeMap<_, _>>();
    assert_eq!(done.file.left_out, counts(&[("group_incomplete", 1), ("no_derivatives", 1)]));
    assert_eq!(done.file.license.name, "mixed-research-only-by-nc-nd");
    let card = fs::read_to_string(dir.path().join("all/README.md")).unwrap();
    assert!(card.contains("non-commercial research and education only") && card.contains("license: other"));
    let csv = fs::read_to_string(dir.path().join("all/LICENSES.csv")).unwrap();
    assert!(csv.lines().count() == 11 && !csv.contains("p0.jpg") && !csv.contains("p1.jpg"));

    let only =
        Options { allowed: Allowed::parse("cc by").unwrap(), ..options(&set, "inspect", &dir.path().join("by")) };
    let done = run(&only);
    assert_eq!(done.file.left_out, counts(&[("group_incomplete", 3), ("license_not_allowed", 3)]));
    assert_eq!((done.file.license.id.as_str(), done.file.splits["test"]), ("cc-by-2.0", 6));
    let lines = fs::read_to_string(dir.path().join("by/rejects.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 6);
    let nothing =
        Options { allowed: Allowed::parse("mit").unwrap(), ..options(&set, "inspect", &dir.path().join("none")) };
    assert!(fault(&nothing).1.contains("all items are left out"));

    let shares = Splits::parse("train=0.5,test=0.5").unwrap();
    let done = run(&Options { splits: Some(shares), ..options(&set, "parquet", &dir.path().join("split")) });
    assert_eq!(done.file.splits.values().sum::<u64>(), 10);
}

#[test]
fn what_a_reader_would_stumble_over_is_found_by_the_readers_rules() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let image = picture(&set, "p.jpg", 1);
    write_set(&set, "items.jsonl", &[item(1, &image, &["red", "6"], |_| {})]);
    let cases = [
        ("llava", "<image>\\nWhat", "What", "the first turn has no <image>"),
        ("llava", "(A) red", "(A) <image>", "special token `<image>`"),
        ("llava", "\"gpt\"", "\"human\"", "where `gpt` must speak"),
        ("llamafactory", "\"images\":[", "\"images\":[\"x.jpg\",", "not one picture for one <image>"),
        ("swift", "\"attribution\"", "\"label\"", "column `label` means something else"),
        ("swift", "\"content\":\"A\"", "\"content\":\"</s>\"", "special token `</s>`"),
        ("vlmevalkit", "\tred\t", "\tNone\t", "would be read as a missing value"),
        ("vlmevalkit", "\t6\t", "\t6.5\t", "would be read as a decimal number"),
        ("inspect", "\"choices\":[\"red\"", "\"choices\":[\" \"", "a blank option"),
        ("openai", "\"role\":\"assistant\"", "\"role\":\"user\"", "the last message is not the assistant's"),
        ("imagefolder", "\"file_name\":\"images/", "\"file_name\":\"../images/", "is not relative"),
    ];
    for (name, from, to, message) in cases {
        let exporter = groundline::export::find(name).unwrap();
        let out = dir.path().join(name);
        let done = run(&options(&set, name, &out));
        let f = done.file.files.iter().find(|f| f.part != "batch").unwrap();
        let text = fs::read_to_string(out.join(&f.path)).unwrap();
        assert!(text.contains(from), "{name}: {text}");
        let bad = dir.path().join("bad");
        fs::write(&bad, text.replacen(from, to, 1)).unwrap();
        let context = Context { form: Form::Benchmark, name: "mixed".into(), model: "m".into(), root: None };
        let shard = Shard { split: f.split.clone(), part: f.part.clone(), index: 0, of: 1 };
        let e = exporter.reread(&context, &shard, &bad, &mut |_| Ok(())).unwrap_err().to_string();
        assert!(e.contains(message), "{name}: {e}");
    }
}

#[test]
fn bad_sets_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let image = picture(&set, "p.jpg", 1);
    let whole = |n| item(n, &image, &["red", "blue"], |_| {});
    let mut n = 0;
    let mut says = |records: &[Value], message: &str| {
        write_set(&set, "items.jsonl", records);
        n += 1;
        let (code, text) = fault(&options(&set, "llava", &dir.path().join(format!("out{n}"))));
        assert!(code == 3 && text.contains(message), "{text}");
    };
    says(&[], "there are no items in it");
    says(&[whole(1), whole(1)], "items.jsonl:2: the id color-what-0001 stands twice");
    says(&[item(1, "images/gone.jpg", &["a", "b"], |_| {})], "picture images/gone.jpg: there is no such file");
    says(&[item(1, "../p.jpg", &["a", "b"], |_| {})], "is not inside the set's folder");
    says(&[item(1, &image, &["a", "b"], |i| i["answer"] = "B".into())], "answer `B` (index 0)");
    says(&[json!({"id": "x"})], "items.jsonl:1: no item");
    fs::write(set.join("images/text.jpg"), "no picture").unwrap();
    says(&[item(1, "images/text.jpg", &["a", "b"], |_| {})], "not a JPEG, PNG");
    write_set(&set, "items.jsonl", &[whole(1)]);
    let named = Options { name: Some("My_MMBench".into()), ..options(&set, "vlmevalkit", &dir.path().join("n")) };
    assert!(fault(&named).1.contains("in another way"));
    assert!(fault(&options(&set, "yaml", &dir.path().join("m"))).1.contains("known: parquet"));
    assert!(fault(&options(&dir.path().join("nowhere"), "llava", &dir.path().join("m"))).1.contains("neither"));
    let sized = Options { size: Some(Size::Rows(5)), ..options(&set, "imagefolder", &dir.path().join("s")) };
    assert_eq!(fault(&sized).0, 2);
}

#[test]
fn a_hundred_thousand_items() {
    let dir = tempfile::tempdir().unwrap();
    let set = dir.path().join("set");
    let images: Vec<String> = (0..50).map(|n| picture(&set, &format!("p{n}.png"), n)).collect();
    let records: Vec<Value> =
        (0..100_000).map(|n| item(n, &images[n % images.len()], &["red", "blue", "6", "7"], |_| {})).collect();
    write_set(&set, "items.jsonl", &records);
    let out = dir.path().join("out");
    let done = run(&Options { look: Look::Header, ..options(&set, "llava", &out) });
    assert_eq!((done.file.splits["test"], done.file.pictures, done.file.files.len()), (100_000, 50, 1));
    let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(out.join("test.json")).unwrap()).unwrap();
    assert_eq!(list.len(), 100_000);
    assert_eq!(list[99_999]["id"], "color-what-99999");
}

#[test]
fn the_page_on_exports_has_every_format_and_its_snippet() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/exports.md")).unwrap();
    for exporter in EXPORTERS {
        let name = exporter.name();
        let section = format!("## `{name}`\n");
        let (_, rest) = page.split_once(&section).unwrap_or_else(|| panic!("no section on {name}"));
        let snippet = format!("```python\n{}```", exporter.snippet(Form::Benchmark));
        let own = rest.split_once("\n## ").map_or(rest, |(own, _)| own);
        assert!(own.contains(&snippet), "the section on {name} has another snippet:\n{snippet}");
        assert!(page.contains(&format!("| [`{name}`](#{name}) |")), "the table has no {name}");
    }
}

//! `groundline check` and `diff`: leaky sets are caught by the name of their leak and fair ones pass; every field of a
//! hundred items is mutated and every mutation found; foreign formats, leaks, pruning and differences on real files.

use groundline::audit::blind::oracle::{Present, consult};
use groundline::audit::blind::{Attack, Settings, attack};
use groundline::audit::entry::{Entry, Origin};
use groundline::audit::words::Thesaurus;
use groundline::model::item::McqItem;
use groundline::model::item::OptionProvenance;
use groundline::model::plan::{Level, Role};
use groundline::pipeline::check::{Set, verify};
use groundline::pipeline::config::RunConfig;
use groundline::pipeline::plan::Resources;
use groundline::rng::item_rng;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};

const WORDS: [&str; 12] =
    ["cup", "chair", "spoon", "bottle", "lamp", "clock", "pillow", "knife", "drum", "basket", "ladder", "bucket"];

/// An item of a set without groups; options in the order given.
fn item(n: usize, question: &str, choices: &[String], gold: usize) -> Entry {
    Entry {
        id: n.to_string(),
        question: question.into(),
        choices: choices.to_vec(),
        gold,
        cell: "all".into(),
        group: None,
        picture: Some(format!("picture {n}")),
        origin: None,
    }
}

/// Exchange groups of four: every concept gold once, options shuffled, letters in turn; `shape` words an option and a
/// question of its gold may follow from the gold.
fn fair(groups: usize, cell: &str, seed: u64) -> Vec<Entry> {
    let mut out = Vec::new();
    for g in 0..groups {
        let mut rng = item_rng(seed, cell, &[&(g as u64).to_le_bytes()]);
        let concepts: Vec<String> = rng.sample(&WORDS, 4).into_iter().map(str::to_string).collect();
        let mut letters = [0, 1, 2, 3];
        rng.shuffle(&mut letters);
        for (member, letter) in letters.into_iter().enumerate() {
            let mut rest: Vec<String> =
                concepts.iter().enumerate().filter(|(c, _)| *c != member).map(|(_, c)| c.clone()).collect();
            rng.shuffle(&mut rest);
            rest.insert(letter, concepts[member].clone());
            let mut e = item(out.len(), "What is the object in the red box?", &rest, letter);
            (e.cell, e.group) = (cell.into(), Some(format!("{cell} {g}")));
            out.push(e);
        }
    }
    for (i, e) in out.iter_mut().enumerate() {
        e.id = format!("{cell} {i}");
        e.picture = Some(format!("{cell} picture {i}"));
    }
    out
}

fn run(entries: &[Entry]) -> Attack {
    attack(entries, &Thesaurus::embedded().unwrap(), Settings::default())
}

/// The solvers that beat chance in any cell.
fn caught(entries: &[Entry]) -> BTreeSet<&'static str> {
    run(entries).beaten_cells().flat_map(|(_, by)| by.into_iter().map(|r| r.solver).collect::<Vec<_>>()).collect()
}

#[test]
fn a_fair_set_passes() {
    let mut all = Vec::new();
    for cell in 0..6 {
        all.extend(fair(50, &format!("cell {cell}"), 7));
    }
    let found = run(&all);
    assert_eq!(found.over_the_bar().map(|r| r.solver).collect::<Vec<_>>(), Vec::<&str>::new());
    assert_eq!(found.beaten_cells().count(), 0);
    for r in &found.all.solvers {
        assert!((r.stat.accuracy - 0.25).abs() < 0.04, "{}: {}", r.solver, r.stat.accuracy);
        assert!(r.stat.low < 0.25 && r.stat.high > 0.25, "{}", r.solver);
    }
    assert!((found.elimination.accuracy - 1.0).abs() < 1e-9, "elimination is always right in a group");
    let (words, letters) = (found.all.solvers.iter().find(|s| s.solver == "words"), "letter_prior");
    assert!(words.is_some_and(|w| w.stat.decided > 1000));
    let prior = found.all.solvers.iter().find(|s| s.solver == letters).unwrap();
    assert_eq!((prior.stat.accuracy, prior.stat.decided), (0.25, 0));
}

/// Leaky on purpose: each set is caught by the solver named after its leak.
#[test]
fn leaky_sets_are_caught_by_name() {
    let n = 240;
    let strings = |all: &[&str]| -> Vec<String> { all.iter().map(|s| (*s).to_string()).collect() };
    let with = |i: usize, wrong: [&str; 3], right: &str| -> (Vec<String>, usize) {
        let gold = i % 4;
        let mut all = strings(&wrong);
        all.insert(gold, right.into());
        (all, gold)
    };
    let pick = |i: usize, k: usize| WORDS[(i * 7 + k * 5) % WORDS.len()];
    let plain = "What is the object in the red box?";
    let build = |make: &dyn Fn(usize) -> (String, Vec<String>, usize)| -> Vec<Entry> {
        (0..n)
            .map(|i| {
                let (question, choices, gold) = make(i);
                item(i, &question, &choices, gold)
            })
            .collect()
    };

    let longest = build(&|i| {
        let right = format!("a {} of wood", pick(i, 3));
        let (all, gold) = with(i, [pick(i, 0), pick(i, 1), pick(i, 2)], &right);
        (plain.into(), all, gold)
    });
    let letters = build(&|i| {
        let gold = if i % 5 < 3 { 2 } else { i % 4 };
        let all: Vec<String> = (0..4).map(|k| pick(i, k).to_string()).collect();
        (plain.into(), all, gold)
    });
    let numbers = build(&|i| {
        let low = 2 + i % 5;
        let texts: Vec<String> = [1, 3, 4].iter().map(|d| (low + d).to_string()).collect();
        let (all, gold) = with(i, [&texts[0], &texts[1], &texts[2]], &low.to_string());
        ("How many are there?".into(), all, gold)
    });
    let middle = build(&|i| {
        let mid = 5 + i % 7;
        let texts: Vec<String> = [mid - 3, mid + 2, mid - 2].iter().map(usize::to_string).collect();
        let (all, gold) = with(i, [&texts[0], &texts[1], &texts[2]], &mid.to_string());
        ("How many are there?".into(), all, gold)
    });
    let article = build(&|i| {
        let vowels = ["apple", "onion", "egg", "oven"];
        let (all, gold) = with(i, [pick(i, 0), pick(i, 1), pick(i, 2)], vowels[i % 4]);
        ("The object in the box is an ____.".into(), all, gold)
    });
    let stem = build(&|i| {
        let right = pick(i, 3);
        let (all, gold) = with(i, [pick(i, 0), pick(i, 1), pick(i, 2)], right);
        (format!("Next to the {right} stand is what?"), all, gold)
    });
    let prior = build(&|i| {
        let common = ["cup", "chair"];
        let (all, gold) = with(i, [WORDS[4 + i % 8], WORDS[4 + (i + 3) % 8], WORDS[4 + (i + 5) % 8]], common[i % 2]);
        (plain.into(), all, gold)
    });
    let noun = build(&|i| {
        let (thing, color) = [("banana", "yellow"), ("fire", "red"), ("grass", "green"), ("sea", "blue")][i % 4];
        let mut all = strings(&["yellow", "red", "green", "blue"]);
        all.rotate_left(i / 4 % 4);
        let gold = all.iter().position(|c| c == color).unwrap();
        (format!("What color is the {thing}?"), all, gold)
    });
    let odd = build(&|i| {
        let animals = ["dog", "horse", "cow", "sheep", "goat"];
        let things = ["bus", "truck", "train", "car", "van"];
        let three = |k: usize| things[(i + k) % 5];
        let (all, gold) = with(i, [three(0), three(1), three(2)], animals[i % 5]);
        (plain.into(), all, gold)
    });
    let form = build(&|i| {
        let right = format!("{}.", pick(i, 3));
        let (all, gold) = with(i, [pick(i, 0), pick(i, 1), pick(i, 2)], &right);
        (plain.into(), all, gold)
    });
    let verdicts = build(&|i| {
        let things = ["banana", "fire", "grass", "sea"];
        let colors = ["yellow", "red", "green", "blue"];
        let (t, c) = (i % 4, (i / 4 + i) % 4);
        let question = format!("Is the {} in the picture {}?", things[t], colors[c]);
        (question, strings(&["Yes", "No"]), usize::from(t != c))
    });
    let hidden = build(&|i| {
        // The second longest is right: no listed rule says so.
        let lengths = [3, 5, 7, 9];
        let word = |k: usize| -> String {
            std::iter::repeat_n(char::from(b'b' + (i * 3 + k) as u8 % 20), lengths[k]).collect()
        };
        let texts: Vec<String> = (0..4).map(word).collect();
        let (all, gold) = with(i, [&texts[0], &texts[1], &texts[3]], &texts[2]);
        (plain.into(), all, gold)
    });
    for (name, set) in [
        ("longest", longest),
        ("letter_prior", letters),
        ("smallest_number", numbers),
        ("middle_number", middle),
        ("agreement", article),
        ("says_the_question", stem),
        ("concept_prior", prior),
        ("concept_given_noun", noun),
        ("odd_one_out", odd),
        ("odd_form", form),
        ("words", verdicts),
        ("trees", hidden),
    ] {
        let by = caught(&set);
        assert!(by.contains(name), "{name} is not among {by:?}");
        assert!(by.contains("best_of_all"), "the best of all does not find {name}");
    }
}

/// A part of a set that leaks is found by its cell, and the others are not blamed.
#[test]
fn a_leaking_cell_is_named() {
    let mut all = fair(60, "clean", 3);
    let mut leaking = fair(60, "leaking", 4);
    for e in &mut leaking {
        let gold = e.gold;
        e.choices[gold].push_str(" that was put here");
    }
    all.extend(leaking);
    let found = run(&all);
    let cells: Vec<&str> = found.beaten_cells().map(|(cell, _)| cell).collect();
    assert_eq!(cells, ["leaking"]);
    assert!(found.over_the_bar().any(|r| r.solver == "longest"));
    let mean = |part: &str| {
        let of: Vec<f64> = all.iter().zip(&found.bias).filter(|(e, _)| e.cell == part).map(|(_, b)| *b).collect();
        of.iter().sum::<f64>() / of.len() as f64
    };
    assert!(mean("leaking") > 0.6 && mean("clean") < 0.35, "{} {}", mean("leaking"), mean("clean"));
}

/// Where distractors are simply absent from the picture, whoever sees it needs no box.
#[test]
fn absent_distractors_are_caught_by_the_box_free_oracle() {
    let with_origin = |visible: bool| -> Vec<Entry> {
        let mut all = fair(60, "entity.what", 5);
        for e in &mut all {
            let option = |(i, term): (usize, &String)| OptionProvenance {
                term: term.clone(),
                role: if i == e.gold { Role::Gold } else { Role::Distractor },
                evidence: None,
                similarity: None,
                visible: visible && i != e.gold,
            };
            e.origin = Some(Box::new(Origin {
                target: "entity".into(),
                kind: "what".into(),
                level: Level::Picture,
                source: "paco".into(),
                template: "t".into(),
                gold: e.choices[e.gold].clone(),
                statement: None,
                options: e.choices.iter().enumerate().map(option).collect(),
            }));
        }
        all
    };
    let score = |all: &[Entry]| {
        let report = consult(all, &Present::of_items(all), Settings::default()).unwrap();
        report.levels["picture"].box_free.accuracy
    };
    assert_eq!(score(&with_origin(false)), 1.0);
    assert_eq!(score(&with_origin(true)), 0.25);
}

fn groundline(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_groundline")).args(args).output().expect("the program runs")
}

fn stdout(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

/// The embedded sample with copies.
fn sample(out: &Path) {
    let config = out.with_extension("toml");
    let quickstart = include_str!("../examples/quickstart.toml").replace("per_cell = 20", "per_cell = 12");
    std::fs::write(&config, quickstart).unwrap();
    let made = groundline(&["generate", "--quiet", "--config", text(&config), "--out", text(out)]);
    assert!(matches!(made.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&made.stderr));
}

/// All leaves of a JSON value, as pointers.
fn leaves(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| leaves(v, format!("{at}/{k}"), out)),
        Value::Array(all) => {
            if all.len() > 1 {
                out.push(format!("{at}/swap"));
            }
            all.iter().enumerate().for_each(|(i, v)| leaves(v, format!("{at}/{i}"), out));
        }
        _ => out.push(at),
    }
}

/// Another value of the same type at a pointer; `None` where two swapped values are equal.
fn mutated(item: &Value, pointer: &str) -> Option<Value> {
    let mut out = item.clone();
    if let Some(list) = pointer.strip_suffix("/swap") {
        let all = out.pointer_mut(list)?.as_array_mut()?;
        if all[0] == all[1] {
            return None;
        }
        all.swap(0, 1);
        return Some(out);
    }
    let named: [(&str, &[&str]); 3] = [
        ("/provenance/level", &["picture", "noun", "pattern", "cell", "none"]),
        ("/provenance/gold_tier", &["agreed", "verified", "single", "weak"]),
        ("/role", &["gold", "distractor", "none_of_the_above", "verdict"]),
    ];
    let leaf = out.pointer_mut(pointer)?;
    *leaf = match leaf.clone() {
        Value::Bool(b) => json!(!b),
        Value::Null => json!("x"),
        Value::Number(n) if n.is_f64() => json!(n.as_f64()? + 0.01),
        Value::Number(n) => json!(n.as_u64()? + 1),
        Value::String(s) => match named.iter().find(|(end, _)| pointer.ends_with(end)) {
            Some((_, names)) => json!(names[(names.iter().position(|n| *n == s)? + 1) % names.len()]),
            None => json!(format!("{s}x")),
        },
        other => other,
    };
    Some(out)
}

/// Every field of a hundred items of a hundred groups, one field of all at a time: each mutation is found in the item
/// itself or in its group, or the item cannot even be read.
#[test]
fn every_mutated_field_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("set");
    sample(&out);
    let config = RunConfig::quickstart().unwrap();
    let resources = Resources::load(&config).unwrap();
    let mut set = Set::read(&out, &resources).unwrap();
    let check = |set: &Set| -> BTreeSet<String> {
        let mut faults = verify::inner(set);
        faults.extend(verify::against_sources(set, &config, &resources).unwrap().faults);
        faults.into_iter().map(|f| f.id).collect()
    };
    assert_eq!(check(&set), BTreeSet::new(), "the set is sound before it is mutated");

    let original = set.items.clone();
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, item) in original.iter().enumerate() {
        groups.entry(item.provenance.group.as_deref().unwrap()).or_default().push(at);
    }
    let picked: Vec<(usize, Vec<String>)> = groups
        .values()
        .enumerate()
        .take(100)
        .map(|(g, members)| {
            let ids = members.iter().map(|&m| original[m].id.clone()).collect();
            (members[g % members.len()], ids)
        })
        .collect();
    assert!(picked.len() >= 90, "{}", picked.len());
    let values: Vec<Value> = picked.iter().map(|(at, _)| serde_json::to_value(&original[*at]).unwrap()).collect();
    let pointers: Vec<Vec<String>> = values
        .iter()
        .map(|v| {
            let mut out = Vec::new();
            leaves(v, String::new(), &mut out);
            out
        })
        .collect();
    let rounds = pointers.iter().map(Vec::len).max().unwrap();
    let (mut tried, mut unread, mut missed) = (0, 0, Vec::new());
    for round in 0..rounds {
        set.items.clone_from(&original);
        let mut done = Vec::new();
        for (((at, members), value), pointers) in picked.iter().zip(&values).zip(&pointers) {
            let Some(pointer) = pointers.get(round) else { continue };
            let Some(value) = mutated(value, pointer) else { continue };
            tried += 1;
            match serde_json::from_value::<McqItem>(value) {
                Ok(item) => {
                    done.push((members, item.id.clone(), pointer));
                    set.items[*at] = item;
                }
                Err(_) => unread += 1,
            }
        }
        let found = check(&set);
        for (members, id, pointer) in done {
            if !found.contains(&id) && !members.iter().any(|m| found.contains(m)) {
                missed.push(format!("{id} {pointer}"));
            }
        }
    }
    println!("{tried} mutations, {unread} of which cannot be read");
    assert!(
        missed.is_empty(),
        "{} of {tried} mutations are not found: {:?}",
        missed.len(),
        &missed[..missed.len().min(20)]
    );
    assert!(tried > 4_000 && unread < tried / 10, "{tried} {unread}");
}

#[test]
fn a_set_of_ours_is_checked_pruned_compared_and_diffed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("set");
    sample(&out);
    let config = out.with_extension("toml");
    let checked = groundline(&["check", text(&out), "--sources", text(&config)]);
    assert_eq!(checked.status.code(), Some(0), "{}{}", stdout(&checked), String::from_utf8_lossy(&checked.stderr));
    let report: Value = serde_json::from_slice(&std::fs::read(out.join("check.json")).unwrap()).unwrap();
    let verdict = |name: &str| -> String {
        let all = report["findings"].as_array().unwrap();
        let found = all.iter().find(|f| f["check"] == name).unwrap_or_else(|| panic!("no finding {name}"));
        found["verdict"].as_str().unwrap().to_string()
    };
    for name in ["blind_solvers", "record", "verification", "content_hash", "pixels", "missing_pictures", "letters"] {
        assert_eq!(verdict(name), "pass", "{name}");
    }
    assert_eq!(report["item_writing_flaws"].as_array().unwrap().len(), 19);
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert_eq!(page.matches("<!-- check -->").count(), 1);

    // The same bytes whatever the threads.
    let before = std::fs::read(out.join("check.json")).unwrap();
    let again = Command::new(env!("CARGO_BIN_EXE_groundline"))
        .args(["check", text(&out), "--sources", text(&config)])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    assert_eq!(again.stdout, checked.stdout);
    assert_eq!(std::fs::read(out.join("check.json")).unwrap(), before);

    // Against itself every picture leaks.
    let leak = groundline(&["check", text(&out), "--against", text(&out), "--json", text(&dir.path().join("l.json"))]);
    assert_eq!(leak.status.code(), Some(1));
    assert!(stdout(&leak).contains("leakage: set"), "{}", stdout(&leak));

    // Pruned: whole groups, a set of its own.
    let pruned = dir.path().join("pruned");
    let done = groundline(&["check", text(&out), "--prune", "5", "--out", text(&pruned)]);
    assert!(stdout(&done).contains("pruned 5 groups"), "{}", stdout(&done));
    let sound = groundline(&["check", text(&pruned), "--sources", text(&config)]);
    assert_eq!(sound.status.code(), Some(0), "{}", stdout(&sound));

    // The difference of the two is the pruned items.
    let diff = groundline(&["diff", text(&out), text(&pruned), "--json"]);
    assert_eq!(diff.status.code(), Some(1));
    let diff: Value = serde_json::from_slice(&diff.stdout).unwrap();
    let removed = diff["items"]["removed"].as_array().unwrap().len();
    assert!((10..=20).contains(&removed), "{removed}");
    assert_eq!(diff["items"]["changed"].as_array().unwrap().len(), 0);
    assert_eq!(groundline(&["diff", text(&out), text(&out)]).status.code(), Some(0));

    // A moved box in a picture, a changed letter in the file.
    let items = std::fs::read_to_string(pruned.join("items.jsonl")).unwrap();
    std::fs::write(pruned.join("items.jsonl"), items.replacen("\"answer\":\"A\"", "\"answer\":\"B\"", 1)).unwrap();
    let changed = groundline(&["check", text(&pruned), "--texts-only"]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(
        stdout(&changed).contains("content_hash") && stdout(&changed).contains("record: answer"),
        "{}",
        stdout(&changed)
    );
}

#[test]
fn sets_made_elsewhere_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let picture = groundline::draw::codec::encode(
        &image::RgbImage::from_fn(64, 48, |x, y| image::Rgb([(x * 4) as u8, (y * 5) as u8, ((x * y) % 251) as u8])),
        groundline::model::settings::PictureFormat::Png,
        90,
    )
    .unwrap();
    let base64 = groundline::llm::base64::encode(&picture);
    let mut tsv = String::from("index\tquestion\tA\tB\tC\tD\tanswer\tcategory\timage\n");
    let mut lines = String::new();
    for (i, e) in fair(12, "all", 1).iter().enumerate() {
        let c = &e.choices;
        let letter = char::from(b'A' + e.gold as u8);
        tsv += &format!("{i}\t{}\t{}\t{}\t{}\t{}\t{letter}\tobjects\t{base64}\n", e.question, c[0], c[1], c[2], c[3]);
        lines += &format!("{}\n", json!({"question": e.question, "options": c, "answer": c[e.gold], "image": "p.png"}));
    }
    std::fs::write(dir.path().join("set.tsv"), tsv).unwrap();
    std::fs::write(dir.path().join("set.jsonl"), lines).unwrap();
    std::fs::write(dir.path().join("p.png"), &picture).unwrap();
    let json = dir.path().join("out.json");
    for file in ["set.tsv", "set.jsonl"] {
        let out = groundline(&["check", text(&dir.path().join(file)), "--json", text(&json)]);
        assert!(matches!(out.status.code(), Some(0 | 1)), "{file}: {}", String::from_utf8_lossy(&out.stderr));
        let report: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
        assert_eq!((&report["set"]["items"], &report["set"]["made"]), (&json!(48), &json!("elsewhere")), "{file}");
        let skipped = report["findings"].as_array().unwrap().iter().filter(|f| f["verdict"] == "skipped").count();
        assert!(skipped >= 3, "what needs provenance is skipped by name");
        assert!(stdout(&out).contains("skipped verification"), "{}", stdout(&out));
    }
    // One of them against the other: the same pixels, the same bytes.
    let leak = groundline(&[
        "check",
        text(&dir.path().join("set.tsv")),
        "--against",
        text(&dir.path().join("set.jsonl")),
        "--json",
        text(&json),
    ]);
    assert!(stdout(&leak).contains("the same file"), "{}", stdout(&leak));

    std::fs::write(dir.path().join("bad.jsonl"), "{\"question\":\"q\"}\n").unwrap();
    let bad = groundline(&["check", text(&dir.path().join("bad.jsonl"))]);
    assert_eq!(bad.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("1 no_options"), "{}", String::from_utf8_lossy(&bad.stderr));
}

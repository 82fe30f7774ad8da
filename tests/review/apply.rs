//! What people rejected leaves the set, with its exchange groups, and a new build leaves it out.

use crate::program::{Served, groundline, http, lines, succeed};
use crate::sets::{self, Set};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Says verdicts as the page does: place of the item and verdict.
fn say(set: &Set, reviewer: &str, verdicts: &[(usize, Value)]) {
    let served = Served::start(&set.path(), &["--reviewer", reviewer], 1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = http();
        for (at, value) in verdicts {
            let body = json!({"at": at, "slot": 0, "value": value, "seconds": 2.0, "key": format!("{reviewer}{at}")});
            let sent = client.post(format!("{}api/say", served.address())).json(&body).send().await.unwrap();
            assert_eq!(sent.status(), 200, "{}", sent.text().await.unwrap());
        }
    });
    served.stop();
}

fn fault(name: &str) -> Value {
    json!({"verdict": name})
}

/// Number of members of each exchange group.
fn groups(items: &[Value]) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    for item in items {
        *out.entry(item["provenance"]["group"].as_str().unwrap_or("").to_string()).or_default() += 1;
    }
    out
}

fn run_file(set: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(set.join("run.json")).unwrap()).unwrap()
}

/// A set is what its account says: items, their hash, their pictures and no others, whole groups.
fn is_whole(set: &Path, before: &[Value]) {
    let (items, run) = (lines(&set.join("items.jsonl")), run_file(set));
    let bytes = std::fs::read(set.join("items.jsonl")).unwrap();
    assert_eq!(run["build"]["blake3"], blake3::hash(&bytes).to_hex().as_str());
    assert_eq!(run["build"]["items"], items.len());
    let named: BTreeSet<String> = items.iter().map(|i| i["image"].as_str().unwrap().to_string()).collect();
    let there: BTreeSet<String> = std::fs::read_dir(set.join("images"))
        .unwrap()
        .map(|e| format!("images/{}", e.unwrap().file_name().display()))
        .collect();
    assert_eq!(named, there);
    let whole = groups(before);
    for (group, n) in groups(&items).into_iter().filter(|(g, _)| !g.is_empty()) {
        assert_eq!(n, whole[&group], "group {group} was cut");
    }
    for name in ["LICENSES.csv", "README.md", "index.html"] {
        assert!(set.join(name).is_file(), "{name}");
    }
}

#[test]
fn rejected_items_go_with_their_groups_and_a_build_leaves_them_out() {
    let set = sets::sample();
    let before = lines(&set.path().join("items.jsonl"));
    let group = |at: usize| before[at]["provenance"]["group"].as_str().unwrap().to_string();
    let (first, other) = (0, (1..24).find(|at| group(*at) != group(0)).unwrap());
    let third = (1..24).find(|at| ![group(first), group(other)].contains(&group(*at))).unwrap();
    // One person alone rejects; two differ, and in doubt it goes; two of three find the third one good.
    say(&set, "ann", &[(first, fault("box_wrong")), (other, fault("good")), (third, fault("good"))]);
    say(&set, "bob", &[(other, fault("none_right")), (third, fault("other"))]);
    say(&set, "cyd", &[(third, fault("good"))]);

    let out = set.beside("better");
    let out_text = out.display().to_string();
    let report = succeed(&["apply-review", &set.text(), "--out", &out_text]);
    let gone: usize =
        groups(&before).into_iter().filter(|(g, _)| [group(first), group(other)].contains(g)).map(|(_, n)| n).sum();
    assert!(report.starts_with(&format!("{} of 24 items stay, {gone} were dropped\n", 24 - gone)), "{report}");
    assert!(
        report.contains("review_box_wrong") && report.contains("review_none_right") && report.contains("review_group"),
        "{report}"
    );
    is_whole(&out, &before);
    let after = lines(&out.join("items.jsonl"));
    assert_eq!(after.len(), 24 - gone);
    assert!(after.iter().all(|i| before.contains(i)), "what stays is what it was");
    assert_eq!(run_file(&out)["build"]["review"]["dropped"], gone);
    let named = lines(&out.join("rejects.jsonl"))
        .iter()
        .filter(|l| l["reason"].as_str().unwrap().starts_with("review_"))
        .count();
    assert_eq!(named, gone);
    assert_eq!(lines(&out.join("plan.jsonl")).len(), 24 - gone);
    // The new set is one that other commands take, and the reviewed one is as it was.
    succeed(&["inspect", &out_text, after[0]["id"].as_str().unwrap()]);
    assert_eq!(lines(&set.path().join("items.jsonl")), before);
    assert_eq!(groundline(&["apply-review", &set.text(), "--out", &set.text()]).status.code(), Some(2));

    // A build of the same plan leaves out the same items, also when it is run again, and brings them back without the
    // verdicts.
    let rebuilt = set.beside("rebuilt");
    let run = |command: &str, verdicts: &[&str]| {
        let out = rebuilt.display().to_string();
        succeed(&[&[command, "--quiet", "--limit", "24", "--out", &out], verdicts].concat());
        lines(&rebuilt.join("items.jsonl"))
    };
    let folder = set.text();
    assert_eq!(run("generate", &[]), before);
    for _ in 0..2 {
        assert_eq!(run("build", &["--verdicts", &folder]), after);
        is_whole(&rebuilt, &before);
    }
    let counted = run_file(&rebuilt);
    assert_eq!(counted["build"]["rejects"]["review_box_wrong"], 1);
    assert_eq!(counted["build"]["review"]["dropped"], gone);
    let journal = set.path().join("review/verdicts.ann.jsonl").display().to_string();
    let by_ann = run("build", &["--verdicts", &journal]);
    assert!(by_ann.len() > after.len() && by_ann.len() < 24);
    assert_eq!(run("build", &[]), before);
    let rejects = std::fs::read_to_string(rebuilt.join("rejects.jsonl")).unwrap();
    assert!(!rejects.contains("review_"), "rejects of an earlier build are gone");

    // A new plan asks others in their place.
    let refilled = run("generate", &["--verdicts", &folder]);
    let rejected = [first, other].map(|at| before[at]["id"].clone());
    assert!(
        refilled.iter().all(|i| !rejected.contains(&i["id"])) && refilled.len() > after.len(),
        "{}",
        refilled.len()
    );
    is_whole(&rebuilt, &refilled);
    let counted = run_file(&rebuilt);
    assert_eq!(
        (&counted["plan"]["rejects"]["review_barred"], &counted["build"]["review"]["dropped"]),
        (&json!(2), &json!(0))
    );
    let barred = lines(&rebuilt.join("rejects.jsonl")).into_iter().filter(|l| l["reason"] == "review_barred");
    let barred: BTreeMap<String, Value> =
        barred.map(|l| (l["candidate"].as_str().unwrap().to_string(), l["detail"].clone())).collect();
    assert_eq!(barred[rejected[0].as_str().unwrap()], "review_box_wrong");
    assert_eq!(barred[rejected[1].as_str().unwrap()], "review_none_right");
    for threads in ["1", "3"] {
        assert_eq!(run("generate", &["--verdicts", &folder, "--threads", threads]), refilled);
    }
    assert_eq!(run("generate", &[]), before, "without the verdicts the plan is what it was");
}

#[test]
fn a_filled_quota_stays_filled_without_what_people_rejected() {
    let dir = tempfile::tempdir().unwrap();
    let config = sets::config(dir.path(), "{ \"color.what\" = 24 }");
    let run = |out: &Path, verdicts: &[&str]| {
        let arguments = ["generate", "--quiet", "--config", &config, "--out", &out.display().to_string()];
        succeed(&[&arguments, verdicts].concat());
        lines(&out.join("items.jsonl"))
    };
    let set = sets::empty();
    let before = run(&set.path(), &[]);
    assert_eq!(before.len(), 24);
    let faults: Vec<(usize, Value)> = [0, 5, 11].map(|at| (at, fault("none_right"))).to_vec();
    say(&set, "ann", &faults);
    let after = run(&set.beside("refilled"), &["--verdicts", &set.text()]);
    assert_eq!(after.len(), 24);
    assert!(faults.iter().all(|(at, _)| after.iter().all(|i| i["id"] != before[*at]["id"])));
}

#[test]
fn a_wrong_key_is_set_right_where_no_group_hangs_on_it() {
    let set = sets::matched();
    let before = lines(&set.path().join("items.jsonl"));
    let fits = |item: &Value| item["provenance"]["grouped"] == false && item["kind"] == "what";
    let Some(at) = before.iter().position(fits) else { panic!("the sample has no ungrouped item") };
    let key = before[at]["answer_index"].as_u64().unwrap() as usize;
    let right = (key + 1) % before[at]["choices"].as_array().unwrap().len();
    let letter = char::from(b'A' + right as u8).to_string();
    say(&set, "ann", &[(at, json!({"verdict": "wrong_key", "options": [letter]}))]);
    let out = set.beside("fixed");
    let report = succeed(&["apply-review", &set.text(), "--out", &out.display().to_string(), "--fix-keys"]);
    assert!(report.contains("1 keys were set right"), "{report}");
    let after = lines(&out.join("items.jsonl"));
    let fixed = &after[at];
    assert_eq!((fixed["answer_index"].as_u64(), fixed["answer"].as_str()), (Some(right as u64), Some(letter.as_str())));
    assert_eq!(fixed["provenance"]["gold"], before[at]["provenance"]["options"][right]["term"]);
    assert_eq!(fixed["provenance"]["options"][key]["evidence"]["by"], "review");
    assert_eq!((after.len(), run_file(&out)["build"]["review"]["fixed"].as_u64()), (before.len(), Some(1)));
    is_whole(&out, &before);
}

#[test]
fn what_cannot_be_applied_is_said() {
    let set = sets::sample();
    let out = set.beside("out").display().to_string();
    let message = |arguments: &[&str]| {
        let run = groundline(arguments);
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let (code, e) = message(&["apply-review", &set.text(), "--out", &out]);
    assert!(code == Some(3) && e.contains("there are no verdicts"), "{e}");
    let (code, e) = message(&["review", &set.text(), "--summary"]);
    assert!(code == Some(3) && e.contains("nobody has reviewed it"), "{e}");
    // Verdicts on another version of an item are counted and not applied.
    say(&set, "ann", &[(0, fault("box_wrong"))]);
    let path = set.path().join("items.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"question\":\"", "\"question\":\"Now: ", 1)).unwrap();
    let (code, e) = message(&["apply-review", &set.text(), "--out", &out]);
    assert!(code == Some(0) && e.contains("1 verdicts on another version of an item"), "{e}");
    assert_eq!(lines(Path::new(&out).join("items.jsonl").as_path()).len(), 24);
    let (code, e) = message(&["review", &set.text(), "--mode", "rate"]);
    assert!(code == Some(2) && e.contains("questions.jsonl"), "{e}");
}

//! The tuning corpus from outside and from its library side.

#[path = "support/tree.rs"]
mod support;

use groundline::converse::Form;
use groundline::converse::hygiene;
use groundline::converse::pools::Pools;
use groundline::lexicon::template::Templates;
use groundline::model::dialogue::{Dialogue, Speaker};
use groundline::model::scene::Scene;
use groundline::pipeline::config::RunConfig;
use groundline::pipeline::converse::settings::Mix;
use groundline::pipeline::converse::{Settings, from_scenes};
use groundline::pipeline::plan::Resources;
use groundline::pipeline::{survey, vaults};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use support::tree;

fn groundline(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_groundline")).current_dir(dir).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn dialogues(folder: &Path) -> Vec<Dialogue> {
    let text = fs::read_to_string(folder.join("dialogues.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The scenes of the embedded sample with the run that reads them.
fn sample() -> (RunConfig, Resources, Vec<Scene>) {
    let config = RunConfig::quickstart().unwrap();
    let resources = Resources::load(&config).unwrap();
    let scenes = config.sources.iter().flat_map(|s| survey::scenes(s).unwrap().map(Result::unwrap)).collect();
    (config, resources, scenes)
}

fn made(n: u64, mix: &str) -> Vec<Dialogue> {
    let (config, resources, scenes) = sample();
    let settings = Settings { n, mix: mix.parse::<Mix>().unwrap(), formats: vec![], rephrase: None };
    let all = Mutex::new(Vec::new());
    from_scenes(&config, &settings, &resources, &scenes, &|d, _| all.lock().unwrap().push(d.clone())).unwrap();
    let mut all = all.into_inner().unwrap();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}

#[test]
fn a_corpus_is_the_same_whoever_makes_it_and_however_often_it_is_killed() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    let args = ["converse", "--n", "150", "--quiet"];
    let with = |more: &[&str]| -> Output { groundline(at, &[&args[..], more].concat()) };
    let begin = Instant::now();
    let done = with(&["--out", "once", "--threads", "1"]);
    let whole = begin.elapsed();
    assert_eq!(done.status.code(), Some(0), "{}{}", text(&done.stdout), text(&done.stderr));
    let want = tree(&at.join("once"));
    for name in ["dialogues.jsonl", "rejects.jsonl", "run.json", "LICENSES.csv", "README.md", "index.html"] {
        assert!(want.contains_key(Path::new(name)), "{name}");
    }
    assert!(want.keys().all(|path| !path.starts_with(".build")));

    let shards: Vec<_> = ["0/3", "1/3", "2/3"]
        .map(|shard| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_groundline"));
            let command = command.current_dir(at).args(args).args(["--out", "shards", "--shard", shard]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .into();
    for mut shard in shards {
        assert_eq!(shard.wait().unwrap().code(), Some(0));
    }
    assert_eq!(tree(&at.join("shards")), want);

    for part in [5, 2, 3, 4] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_groundline"));
        let command = command.current_dir(at).args(args).args(["--out", "killed"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(whole.as_millis() as u64 / part));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(with(&["--out", "killed"]).status.code(), Some(0));
    assert_eq!(tree(&at.join("killed")), want);

    // Again: nothing is done. With other settings: everything is, and nothing of the old corpus stays.
    assert_eq!(with(&["--out", "killed"]).status.code(), Some(0));
    assert_eq!(tree(&at.join("killed")), want);
    assert_eq!(with(&["--out", "killed", "--seed", "2"]).status.code(), Some(0));
    let other = dialogues(&at.join("killed"));
    let named: BTreeSet<PathBuf> = other.iter().map(|d| PathBuf::from(&d.image)).collect();
    let there: BTreeSet<PathBuf> = tree(&at.join("killed")).into_keys().filter(|p| p.starts_with("images")).collect();
    assert_eq!(named, there);

    // A folder of another kind is left alone.
    fs::create_dir(at.join("full")).unwrap();
    fs::write(at.join("full/thesis.doc"), "").unwrap();
    assert_eq!(with(&["--out", "full"]).status.code(), Some(3));
}

#[test]
fn the_forms_are_what_they_should_be() {
    let (_, resources, scenes) = sample();
    let regions: BTreeSet<&str> = scenes.iter().flat_map(|s| s.regions.iter().map(|r| r.id.as_str())).collect();
    assert!(!regions.is_empty());
    let all = made(600, "multi_round=1,vision_prompted=1,fact_check=1");
    assert!(all.len() >= 595, "{}", all.len());
    let mut verdicts = BTreeMap::<bool, u32>::new();
    let mut targets = BTreeSet::new();
    for d in &all {
        let faults = hygiene::faults(d, &resources.lexicon);
        assert!(faults.iter().all(|(name, _)| *name == "no_picture"), "{}: {faults:?}", d.id);
        let rounds = d.turns.len() / 2;
        assert!(d.turns.iter().all(|t| !t.facts.is_empty()));
        assert_eq!(d.provenance.wordings.len(), d.turns.len());
        targets.extend(d.provenance.targets.iter().map(|t| (d.form.clone(), t.clone())));
        match Form::find(&d.form).unwrap() {
            Form::MultiRound => {
                assert!((3..=9).contains(&rounds) && d.boxes.is_empty(), "{}", d.id);
            }
            Form::VisionPrompted => {
                assert!(rounds >= 2 && (1..=2).contains(&d.boxes.len()));
                let colors: BTreeSet<&str> = d.boxes.iter().map(|b| b.color.as_str()).collect();
                assert_eq!(colors.len(), d.boxes.len(), "{}", d.id);
            }
            Form::FactCheck => {
                let (claim, verdict) = (d.provenance.claim.as_ref().unwrap(), d.provenance.verdict.unwrap());
                *verdicts.entry(verdict).or_default() += 1;
                assert_eq!(claim.said == claim.right, verdict, "{}", d.id);
                assert_eq!(claim.evidence.is_none(), verdict);
                assert!(d.turns[0].text.contains(&claim.text));
                let last = d.provenance.wordings.last().unwrap();
                assert_eq!(last.contains(".verdict.true."), verdict, "{last}");
            }
        }
    }
    let (yes, no) = (verdicts[&true], verdicts[&false]);
    assert!(yes.abs_diff(no) <= 12, "{yes} true, {no} false");
    for form in Form::ALL {
        for target in ["entity", "number", "color", "material", "action", "spatial"] {
            assert!(targets.contains(&(form.name().to_owned(), target.to_owned())), "{form:?} {target}");
        }
    }
}

/// Left and right, both ways, by box and by name.
#[test]
fn relations_are_told_from_both_ends() {
    let all = made(900, "vision_prompted=1");
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for d in &all {
        for pair in d.turns.chunks(2) {
            let [question, answer] = pair else { continue };
            let sides = |text: &str| [text.contains("to the left of"), text.contains("to the right of")];
            if sides(&answer.text) == [true, false] {
                *seen.entry("left").or_default() += 1;
            }
            if sides(&answer.text) == [false, true] {
                *seen.entry("right").or_default() += 1;
            }
            let boxed = |t: &str| t.contains("box");
            match (boxed(&question.text), boxed(&answer.text)) {
                (true, false) => *seen.entry("asked by box, answered by name").or_default() += 1,
                (false, true) => *seen.entry("asked by name, answered by box").or_default() += 1,
                _ => {}
            }
        }
    }
    for what in ["left", "right", "asked by box, answered by name", "asked by name, answered by box"] {
        assert!(seen.get(what).is_some_and(|n| *n >= 10), "{what}: {seen:?}");
    }
}

#[test]
fn no_two_dialogues_about_one_picture_are_the_same_text() {
    let mut seen = BTreeSet::new();
    for d in made(3_000, "multi_round=1,vision_prompted=1,fact_check=1") {
        let said: Vec<&str> = d.turns.iter().map(|t| t.text.as_str()).collect();
        let colors: Vec<String> = d.boxes.iter().map(|b| format!("{b:?}")).collect();
        assert!(seen.insert((d.provenance.scene.clone(), said.join("\n"), colors)), "{}", d.id);
    }
}

/// In each form's own corpus of 10,000 and in the mixed one, whose cells are smaller.
#[test]
fn no_wording_takes_more_than_three_percent_of_its_cell() {
    for mix in ["multi_round=1", "vision_prompted=1", "fact_check=1", "multi_round=1,vision_prompted=1,fact_check=1"] {
        let mut cells: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for d in made(10_000, mix) {
            for (turn, wording) in d.turns.iter().zip(&d.provenance.wordings) {
                let target = turn.facts[0].split(':').next().unwrap();
                let cell = format!("{} {target} {:?}", d.form, turn.role);
                *cells.entry(cell).or_default().entry(wording.clone()).or_default() += 1;
            }
        }
        assert_eq!(cells.len(), if mix.contains(',') { 36 } else { 12 });
        for (cell, wordings) in &cells {
            let total: u64 = wordings.values().sum();
            let (wording, top) = wordings.iter().max_by_key(|(_, n)| **n).unwrap();
            let share = 100.0 * *top as f64 / total as f64;
            eprintln!("{cell}: {total} turns, {} wordings, {share:.2} %", wordings.len());
            // Of fewer turns than 34 a wording that is said once has more.
            assert!(total >= 34 && share <= 3.0, "{cell}: {wording} {top} of {total}");
        }
    }
}

/// The instruction data must not share the test's form.
#[test]
fn no_wording_is_one_of_the_benchmarks() {
    let plain = |text: &str| -> String {
        let mut out = String::new();
        let mut slot = false;
        for c in text.chars() {
            match c {
                '{' => slot = true,
                '}' => {
                    slot = false;
                    out.push('_');
                }
                c if !slot && (c.is_alphanumeric() || c == ' ') => out.extend(c.to_lowercase()),
                _ => {}
            }
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let templates = Templates::embedded().unwrap();
    let theirs: BTreeMap<String, &str> =
        templates.pools().flat_map(|(.., pool)| pool.iter().map(|t| (plain(t.text()), t.id.as_str()))).collect();
    let boxed = ["the object in the {box} box", "the {noun} in the {box} box"];
    let named = ["{x}", "the {noun}", "it"];
    let pools = Pools::load(None).unwrap();
    let mut compared = 0;
    for form in Form::ALL {
        for (_, wordings) in pools.all(form) {
            for w in wordings {
                // A whole picture has no boxes.
                let boxed = boxed.iter().filter(|_| form != Form::MultiRound);
                for x in named.iter().chain(boxed).copied() {
                    let y = x.replace("box}", "box2}").replace("noun}", "noun2}");
                    let text = w.text().replace("{x}", x).replace("{y}", &y);
                    let found = theirs.get(&plain(&text));
                    assert_eq!(found, None, "{}: {}", w.id, w.text());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000);
}

#[test]
fn pictures_of_an_excluded_benchmark_never_appear() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    let config = "[[source]]\nkind = \"paco\"\n[[source]]\nkind = \"openimages\"\n[quota]\nper_cell = 2\n[select]\nsymmetry = \"matched\"\n";
    fs::write(at.join("run.toml"), config).unwrap();
    let paco = "[[source]]\nkind = \"paco\"\n";
    fs::write(at.join("paco.toml"), paco).unwrap();
    let bench = groundline(at, &["generate", "--config", "run.toml", "--out", "bench", "--quiet"]);
    assert!(matches!(bench.status.code(), Some(0 | 1)), "{}", text(&bench.stderr));
    let items = fs::read_to_string(at.join("bench/items.jsonl")).unwrap();
    let used: BTreeSet<String> = items
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap()["provenance"]["scene"].as_str().unwrap().to_owned())
        .collect();
    assert!(used.len() > 5);
    let done =
        groundline(at, &["converse", "--config", "run.toml", "--out", "c", "--n", "60", "--exclude", "bench", "-q"]);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done.stderr));
    let all = dialogues(&at.join("c"));
    assert!(!all.is_empty() && all.iter().all(|d| !used.contains(&d.provenance.scene)));
    let rejects = fs::read_to_string(at.join("c/rejects.jsonl")).unwrap();
    assert_eq!(rejects.lines().filter(|l| l.contains("\"excluded\"")).count(), used.len());

    // The same photos under other names are found by their looks: the scenes of the benchmark as a source of its own.
    let scenes = at.join("other");
    fs::create_dir_all(scenes.join("images")).unwrap();
    let (run, _, all) = sample();
    let mut lines = String::new();
    for (n, scene) in all.iter().filter(|s| used.contains(&s.id)).enumerate() {
        let source = run.source(&scene.source).unwrap();
        let vault = vaults::vault(source).unwrap();
        let folder = vaults::manifest(source).unwrap().images(&source.options).to_owned();
        let path = if folder.is_empty() { scene.image.path.clone() } else { format!("{folder}/{}", scene.image.path) };
        let name = format!("holiday-{n}.jpg");
        fs::write(scenes.join("images").join(&name), vault.read(&path).unwrap()).unwrap();
        let mut copy = scene.clone();
        copy.id = format!("scenes/holiday-{n}");
        copy.source = "scenes".into();
        copy.image.path = name;
        copy.image.source_id = format!("holiday-{n}");
        copy.image.url = None;
        lines += &format!("{}\n", serde_json::to_string(&copy).unwrap());
    }
    fs::write(scenes.join("scenes.jsonl"), lines).unwrap();
    fs::write(at.join("other.toml"), "[[source]]\nkind = \"scenes\"\nroot = \"other\"\n").unwrap();
    let done =
        groundline(at, &["converse", "--config", "other.toml", "--out", "o", "--n", "30", "--exclude", "bench", "-q"]);
    assert_eq!(done.status.code(), Some(3), "{}{}", text(&done.stdout), text(&done.stderr));
    assert!(text(&done.stderr).contains("excluded"), "{}", text(&done.stderr));

    // Nothing but excluded pictures, by origin: an error, not a warning.
    let small = paco.to_owned() + "[quota]\nper_cell = 400\n[select]\nsymmetry = \"matched\"\n";
    fs::write(at.join("all.toml"), small).unwrap();
    groundline(at, &["generate", "--config", "all.toml", "--out", "all", "--quiet"]);
    let done = groundline(at, &["converse", "--config", "paco.toml", "--out", "p", "--exclude", "all", "-q"]);
    assert_eq!(done.status.code(), Some(3), "{}{}", text(&done.stdout), text(&done.stderr));
    assert!(!at.join("p/dialogues.jsonl").exists());
}

#[test]
fn training_files_hold_the_same_dialogues() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    let args = ["converse", "--n", "30", "--out", "c", "--format", "llava,sharegpt", "--format", "openai", "-q"];
    assert_eq!(groundline(at, &args).status.code(), Some(0));
    let all = dialogues(&at.join("c"));
    let read = |name: &str| fs::read_to_string(at.join("c").join(name)).unwrap();
    let llava: Vec<Value> = serde_json::from_str(&read("llava.json")).unwrap();
    let sharegpt: Vec<Value> = serde_json::from_str(&read("sharegpt.json")).unwrap();
    let openai: Vec<Value> = read("openai.jsonl").lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!([llava.len(), sharegpt.len(), openai.len()], [all.len(); 3]);
    for (i, d) in all.iter().enumerate() {
        for file in [&llava[i], &sharegpt[i]] {
            let turns = file["conversations"].as_array().unwrap();
            assert_eq!(turns.len(), d.turns.len());
            let images = turns.iter().filter(|t| t["value"].as_str().unwrap().contains("<image>")).count();
            assert_eq!((images, turns[0]["value"].as_str().unwrap().starts_with("<image>\n")), (1, true));
            for (turn, own) in turns.iter().zip(&d.turns) {
                assert_eq!(turn["from"] == "human", own.role == Speaker::User);
                assert!(turn["value"].as_str().unwrap().ends_with(&own.text));
            }
        }
        assert_eq!(llava[i]["image"], d.image.as_str());
        assert_eq!(sharegpt[i]["images"][0], d.image.as_str());
        let first = &openai[i]["messages"][0]["content"];
        assert!(first[0]["image_url"]["url"].as_str().unwrap().starts_with("data:image/"));
        assert_eq!(first[1]["text"], d.turns[0].text.as_str());
    }
    let info: Value = serde_json::from_str(&read("dataset_info.json")).unwrap();
    assert_eq!(info["groundline"]["columns"]["images"], "images");
}

#[test]
fn what_the_sources_cannot_give_is_said_by_name_and_count() {
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    fs::write(at.join("run.toml"), "[[source]]\nkind = \"spatialsense\"\n").unwrap();
    let args = ["converse", "--config", "run.toml", "--out", "c", "--n", "40", "--mix", "multi_round=1,fact_check=1"];
    let done = groundline(at, &args);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("short: multi_round: 0 of 20 dialogues"), "{}", text(&done.stdout));
    let run: Value = serde_json::from_str(&fs::read_to_string(at.join("c/run.json")).unwrap()).unwrap();
    assert_eq!(run["plan"]["rejects"]["material_exhausted"], 20);
    assert_eq!(run["plan"]["forms"]["multi_round"]["planned"], 0);
    assert_eq!(run["plan"]["rejects"]["too_little_to_say"].as_u64(), Some(21));
    for wrong in [["--mix", "chat=1"], ["--n", "0"]] {
        assert_eq!(groundline(at, &[&["converse"], &wrong[..]].concat()).status.code(), Some(2), "{wrong:?}");
    }
}

/// All forms come out of the hand-labelled photos.
#[test]
fn photos_give_every_form() {
    let Some(shared) = std::env::var_os("GROUNDLINE_SHARED") else {
        eprintln!("skipped: GROUNDLINE_SHARED is not set");
        return;
    };
    let photos = Path::new(&shared).join("data/photos");
    let dir = tempfile::tempdir().unwrap();
    let at = dir.path();
    let sources: String = ["flickr30k", "paco", "openimages", "spatialsense"]
        .map(|kind| format!("[[source]]\nkind = \"{kind}\"\nroot = \"{}\"\n", photos.join(kind).display()))
        .concat();
    fs::write(at.join("run.toml"), sources).unwrap();
    let done = groundline(at, &["converse", "--config", "run.toml", "--out", "c", "--n", "300", "-q"]);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}{}", text(&done.stdout), text(&done.stderr));
    let run: Value = serde_json::from_str(&fs::read_to_string(at.join("c/run.json")).unwrap()).unwrap();
    for form in Form::ALL {
        let made = run["corpus"]["description"]["forms"][form.name()].as_u64().unwrap();
        assert!((97..=100).contains(&made), "{form:?} {made}");
    }
}

/// Two cups of which nobody counted more, and one of which the count is known.
#[test]
fn a_thing_is_called_by_its_name_alone_only_where_one_can_be_meant() {
    let scene = |exhaustive: &str, captions: &str| -> Scene {
        serde_json::from_str(&format!(
            r#"{{"id":"t/1","source":"t","image":{{"path":"1.jpg","source_id":"1","size":{{"w":640,"h":480}},"license":{{"name":"x"}}}},
            "regions":[
              {{"id":"r0","box":[50,50,120,120],"label":"cup","attributes":[{{"axis":"color","value":"red"}},{{"axis":"material","value":"metal"}}]}},
              {{"id":"r1","box":[300,200,200,200],"label":"box","attributes":[{{"axis":"color","value":"blue"}},{{"axis":"material","value":"wood"}}]}}],
            "captions":[{captions}],
            "coverage":{{"exhaustive":[{exhaustive}],"verified_absent":["dog","car","lamp"]}}}}"#
        ))
        .unwrap()
    };
    let (config, resources, _) = sample();
    let said = |scene: Scene| -> String {
        let settings = Settings { n: 40, mix: "multi_round=1".parse().unwrap(), formats: vec![], rephrase: None };
        let all = Mutex::new(String::new());
        from_scenes(&config, &settings, &resources, &[scene], &|d, _| {
            for turn in &d.turns {
                *all.lock().unwrap() += &format!("{}\n", turn.text.to_lowercase());
            }
        })
        .unwrap();
        all.into_inner().unwrap()
    };
    let known = said(scene(r#""cup""#, ""));
    assert!(known.contains("the cup") && known.contains("red") && !known.contains("the box"), "{known}");
    let unknown = said(scene("", ""));
    assert!(!unknown.contains("the cup") && !unknown.contains("red") && unknown.contains("no dog"), "{unknown}");
    let caption = |text: &str| format!(r#"{{"id":"c","text":"{text}"}}"#);
    let one = said(scene("", &caption("A man in a white shirt holds a green umbrella.")));
    assert!(one.contains("the umbrella"), "{one}");
    let two =
        said(scene("", &caption("A man in a white shirt stands beside a boy in a blue shirt under a green umbrella.")));
    assert!(two.contains("the umbrella") && !two.contains("the shirt"), "{two}");
}

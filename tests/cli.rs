//! The program from outside: what it writes, what it prints, how it exits.

#[path = "support/tree.rs"]
mod support;

use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::tree;

/// A small run on the embedded sample.
const SMALL: &str = "[[source]]\nkind = \"openimages\"\n[[source]]\nkind = \"paco\"\n[quota]\nper_cell = 8\n";

fn groundline(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_groundline")).current_dir(dir).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folder(config: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("run.toml"), config).unwrap();
    dir
}

#[test]
fn generate_gives_the_same_tree_whoever_computes_it_and_however_often_it_is_killed() {
    let dir = folder(SMALL);
    let at = dir.path();
    let begin = Instant::now();
    let done = groundline(at, &["generate", "--config", "run.toml", "--out", "once", "--threads", "1"]);
    let whole = begin.elapsed();
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done.stderr));
    let want = tree(&at.join("once"));
    for name in ["items.jsonl", "plan.jsonl", "rejects.jsonl", "run.json", "LICENSES.csv", "README.md", "index.html"] {
        assert!(want.contains_key(Path::new(name)), "{name}");
    }

    // The sources in another order, all halves apart, on more threads.
    let (a, b) = SMALL.split_at(SMALL.rfind("[[source]]").unwrap());
    let (b, quota) = b.split_at(b.find("[quota]").unwrap());
    fs::write(at.join("turned.toml"), format!("{b}{a}{quota}")).unwrap();
    groundline(at, &["plan", "--config", "turned.toml", "--out", "halves", "--threads", "4"]);
    groundline(at, &["build", "--config", "turned.toml", "--out", "halves", "--threads", "4"]);
    assert_eq!(tree(&at.join("halves")), want);

    // Three shards at the same time.
    let shards: Vec<_> = ["0/3", "1/3", "2/3"]
        .map(|shard| {
            let args = ["generate", "--config", "run.toml", "--out", "shards", "--shard", shard];
            let mut command = Command::new(env!("CARGO_BIN_EXE_groundline"));
            command.current_dir(at).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .into();
    for mut shard in shards {
        assert!(matches!(shard.wait().unwrap().code(), Some(0 | 1)));
    }
    assert_eq!(tree(&at.join("shards")), want);

    // Killed at random moments and started again until it ends by itself.
    let mut random = groundline::rng::item_rng(2, "kill", &[]);
    let mut kills = 0;
    loop {
        let mut command = Command::new(env!("CARGO_BIN_EXE_groundline"));
        command.current_dir(at).args(["generate", "--config", "run.toml", "--out", "killed"]);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Early and late first, then anywhere, and the more kills the later: so it ends however slow the machine is.
        let share = match kills {
            0..4 => 0.1 + 0.2 * f64::from(kills),
            _ => random.unit() * 0.2 * f64::from(kills),
        };
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * share));
        if process.try_wait().unwrap().is_some() {
            break;
        }
        process.kill().unwrap();
        process.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 0, "no process lived long enough to be killed");
    assert_eq!(tree(&at.join("killed")), want);

    // What is complete is not made again, and says the same.
    let again = groundline(at, &["generate", "--config", "run.toml", "--out", "once"]);
    assert_eq!(text(&again.stdout), text(&done.stdout));
    assert_eq!(tree(&at.join("once")), want);

    // No trace of this machine.
    for name in ["run.json", "plan.json", "README.md", "plan.jsonl", "rejects.jsonl"] {
        let content = fs::read_to_string(at.join("once").join(name)).unwrap();
        assert!(!content.contains(&at.display().to_string()), "{name} names a folder of this machine");
    }
    inspect_and_card(at);
}

fn inspect_and_card(at: &Path) {
    let items = fs::read_to_string(at.join("once/items.jsonl")).unwrap();
    let items: Vec<Value> = items.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    for item in &items {
        let answer = item["choices"][item["answer_index"].as_u64().unwrap() as usize].as_str().unwrap();
        let letter = char::from(b'A' + item["answer_index"].as_u64().unwrap() as u8).to_string();
        assert_eq!(item["answer"], letter.as_str());
        assert!(!answer.is_empty() && at.join("once").join(item["image"].as_str().unwrap()).is_file());
    }
    let id = items[0]["id"].as_str().unwrap();
    let shown = text(&groundline(at, &["inspect", "once", id]).stdout);
    assert!(shown.contains(items[0]["question"].as_str().unwrap()) && shown.contains("* ("), "{shown}");
    assert_eq!(groundline(at, &["inspect", "once", "nothing"]).status.code(), Some(2));

    let scene = items[0]["provenance"]["scene"].as_str().unwrap();
    let shown = groundline(at, &["inspect", "--scene", scene, "--config", "run.toml"]);
    let parsed: groundline::model::scene::Scene = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(parsed.id, scene);
}

#[test]
fn the_last_lines_are_the_overview_and_a_dry_run_writes_nothing() {
    let dir = folder(SMALL);
    let at = dir.path();
    let dry = groundline(at, &["generate", "--config", "run.toml", "--out", "out", "--dry-run"]);
    assert!(dry.status.success() && !at.join("out").exists());
    assert!(text(&dry.stdout).contains("nothing was written"), "{}", text(&dry.stdout));

    let done = groundline(at, &["generate", "--config", "run.toml", "--out", "out", "--limit", "9", "--quiet"]);
    let out = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "with a limit no quota is unmet: {}", text(&done.stderr));
    assert!(done.stderr.is_empty());
    let items = fs::read_to_string(at.join("out/items.jsonl")).unwrap().lines().count();
    assert!((5..=9).contains(&items), "{items}");
    let rows: Vec<Vec<&str>> = out.lines().map(|l| l.split_whitespace().collect()).collect();
    assert_eq!(rows.last().unwrap(), &["the", "paper", "9K", "8.1K", "-", "1.7K"]);
    let total = &rows[rows.len() - 2];
    assert_eq!((total[0], total[1]), ("total", items.to_string().as_str()));
}

#[test]
fn an_unmet_quota_exits_with_one_and_says_what_emptied_the_cell() {
    let dir = folder("[[source]]\nkind = \"paco\"\n[quota.cells]\n\"material.what\" = 5000\n");
    let done = groundline(dir.path(), &["plan", "--config", "run.toml", "--out", "out"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
    assert!(text(&done.stdout).contains("quota unmet: material.what: "), "{}", text(&done.stdout));
}

#[test]
fn exit_codes_tell_usage_data_and_files_apart() {
    let dir = folder("sed = 1\n");
    let at = dir.path();
    fs::write(at.join("gone.toml"), "[[source]]\nkind = \"paco\"\nroot = \"nowhere\"\n").unwrap();
    fs::create_dir(at.join("full")).unwrap();
    fs::write(at.join("full/thesis.txt"), "").unwrap();
    for (args, code, says) in [
        (&["generate", "--frobnicate"][..], 2, "--frobnicate"),
        (&["generate", "--shard", "3/3"], 2, "a shard is i/n"),
        (&["generate", "--min-evidence", "hearsay"], 2, "verified_false"),
        (&["generate", "--quality", "0"], 2, "JPEG quality must be 1 to 100"),
        (&["generate", "--config", "run.toml"], 3, "run.toml:1: unknown field `sed`"),
        (&["generate", "--config", "gone.toml"], 3, "there is no such folder"),
        (&["generate", "--out", "full"], 3, "was not written by groundline"),
        (&["build", "--out", "empty"], 3, "run `groundline plan`"),
        (&["generate", "--config", "absent.toml"], 3, "absent.toml: there is no such file"),
        (&["generate", "--out", "full/thesis.txt/out"], 4, "full/thesis.txt/out"),
    ] {
        let done = groundline(at, args);
        assert_eq!(done.status.code(), Some(code), "{args:?}: {}", text(&done.stderr));
        assert!(text(&done.stderr).contains(says), "{args:?}: {}", text(&done.stderr));
        assert!(done.stdout.is_empty(), "{args:?}");
    }
    assert_eq!(groundline(at, &["--help"]).status.code(), Some(0));
}

#[test]
fn what_the_command_line_names_and_is_not_there_is_told_with_a_remedy() {
    let dir = folder(SMALL);
    let at = dir.path();
    fs::write(at.join("q.jsonl"), "{\"id\":\"a\",\"question\":\"q\",\"answer\":\"x\"}\n").unwrap();
    fs::write(at.join("a.jsonl"), "{\"id\":\"a\",\"response\":\"x\"}\n").unwrap();
    let asked = ["--endpoint", "http://127.0.0.1:9", "--model", "m"];
    let commands = [
        "generate --exclude GONE",
        "generate --split GONE",
        "generate --thesaurus GONE",
        "generate --templates GONE",
        "generate --verdicts GONE",
        "converse --exclude GONE",
        "converse --config GONE",
        "split --config GONE",
        "list facts --config GONE",
        "inspect GONE item",
        "ask GONE",
        "ask q.jsonl --prompt GONE",
        "ask q.jsonl --prompts GONE",
        "score GONE --answers m=a.jsonl",
        "grade GONE --answers m=a.jsonl",
        "grade q.jsonl --answers m=GONE",
        "grade q.jsonl --answers m=GONE.csv",
        "grade q.jsonl --answers m=a.jsonl --columns GONE",
        "grade q.jsonl --answers m=a.jsonl --human GONE.csv",
        "agree --scores GONE --human a.jsonl",
        "agree --raters GONE GONE2",
        "diff GONE q.jsonl",
        "check GONE",
        "check q.jsonl --against GONE",
        "check q.jsonl --sources GONE",
        "download meteor --from GONE",
        "forum build GONE",
        "forum build GONE.xml",
    ];
    for command in commands {
        let mut args: Vec<&str> = command.split(' ').collect();
        args.extend(asked.iter().filter(|_| args.first() == Some(&"ask")).copied().collect::<Vec<_>>());
        let done = groundline(at, &args);
        let message = text(&done.stderr);
        assert_eq!(done.status.code(), Some(3), "{command}: {message}");
        let told = message.lines().last().unwrap_or_default();
        assert!(told.starts_with("error: GONE"), "{command}: {told}");
        assert!(told.contains(": there is no such file or folder; give "), "{command}: {told}");
    }
}

#[test]
fn lists_follow_the_registries_and_a_closed_pipe_is_success() {
    let dir = folder(SMALL);
    let at = dir.path();
    let list = |what: &str| text(&groundline(at, &["list", what, "--config", "run.toml"]).stdout);
    for source in groundline::source::SOURCES {
        assert!(list("sources").contains(&format!("{}: ", source.name())));
    }
    let matrix = list("matrix");
    for target in groundline::target::TARGETS {
        assert!(list("targets").lines().any(|l| l == target.name()));
        assert!(matrix.lines().any(|l| l.starts_with(target.name())));
    }
    assert!(list("templates").lines().all(|l| l.contains('\t')));
    assert!(toml::from_str::<groundline::target::Limits>(&list("limits")).is_ok());
    let facts = text(&groundline(at, &["list", "facts", "--config", "run.toml", "--limit", "5"]).stdout);
    assert_eq!(facts.lines().count(), 5);
    assert!(facts.lines().all(|l| l.split('\t').count() == 5), "{facts}");

    let mut command = Command::new(env!("CARGO_BIN_EXE_groundline"));
    command.current_dir(at).args(["list", "facts", "--config", "run.toml"]);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = process.stdout.take().unwrap();
    pipe.read_exact(&mut [0; 16]).unwrap();
    drop(pipe);
    let ended = process.wait_with_output().unwrap();
    assert!(ended.status.success() && ended.stderr.is_empty(), "{}", text(&ended.stderr));
}

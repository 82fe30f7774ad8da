//! `ask` against a server that replays the shapes of real ones and every fault that a network has.

#[path = "support/server.rs"]
mod server;
#[path = "ask/servers.rs"]
mod servers;

use groundline::llm::budget::Budget;
use groundline::llm::endpoint::{Endpoint, Secret};
use groundline::pipeline::ask::{self, Asked, Options, Settings};
use serde_json::{Value, json};
use server::{Act, Seen, Server, error, say, with};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn set(dir: &Path, n: usize) {
    let lines: String = (0..n)
        .map(|i| format!("{{\"id\":\"i{i}\",\"image\":\"x.png\",\"question\":\"Question {i}.\",\"choices\":[\"a cat\",\"a dog\"],\"answer_index\":{},\"target\":\"entity\",\"kind\":\"what\"}}\n", i % 2))
        .collect();
    std::fs::write(dir.join("items.jsonl"), lines).unwrap();
    image::RgbImage::new(8, 8).save(dir.join("x.png")).unwrap();
}

fn number(seen: &Seen) -> usize {
    seen.text.strip_prefix("Question ").and_then(|t| t.split('.').next()).and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn ask_with(dir: &Path, endpoint: &Endpoint, settings: &Settings) -> groundline::Result<Asked> {
    let options = Options { set: dir.into(), no_image: false, system: None, wordings: Vec::new(), max_side: None };
    ask::ask(&options, endpoint, settings, &dir.join("a.jsonl"), &|_| {})
}

fn endpoint(server: &Server) -> Endpoint {
    Endpoint::new(&server.url, "m", Some(Secret::new("sk-secret-key"))).unwrap()
}

fn quick() -> Settings {
    Settings { timeout: Duration::from_millis(900), retries: 3, ..Settings::default() }
}

fn answers(dir: &Path) -> BTreeMap<String, Value> {
    let text = std::fs::read_to_string(dir.join("a.jsonl")).unwrap();
    text.lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap())
        .map(|v| (v["id"].as_str().unwrap().to_string(), v))
        .collect()
}

#[test]
fn every_fault_is_survived() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 14);
    let server = Server::start(|seen, before, _| {
        let plain = vec![];
        match (number(seen), before) {
            (0, 0) => error(429, vec![("retry-after", "0.2".into())], json!({"error": {"message": "slow down"}})),
            (1, 0) => error(429, plain, json!({"error": {"message": "slow down"}})),
            (2, 0) => error(500, plain, json!({"detail": "oops"})),
            (3, 0) => Act::Reset,
            (4, 0) => Act::Half("{\"choices\":[{\"message\":".into()),
            (5, 0) => Act::Reply(200, vec![("content-type", "text/html".into())], "<html>bad gateway</html>".into()),
            (6, _) => say(Value::Null),
            (7, _) => say(json!([{"type": "text", "text": "(B)"}])),
            (8, _) => with(json!({"content": "B", "reasoning_content": "A or B?", "reasoning": "hm"})),
            (9, 0) => Act::Reply(200, plain, json!({"choices": []}).to_string()),
            (10, 0) => Act::Reply(200, plain, json!({"error": {"message": "overloaded", "code": 529}}).to_string()),
            (11, 0) => Act::Hang,
            (12, 0) => {
                error(429, vec![("retry-after-ms", "100".into())], json!({"object": "error", "message": "busy"}))
            }
            (13, 0) => error(503, vec![("retry-after", "Mon, 01 Jan 2001 00:00:00 GMT".into())], json!("busy")),
            _ => Act::Reply(
                200,
                vec![("content-type", "text/plain".into())],
                json!({"choices": [{"message": {"content": "A"}, "finish_reason": "stop"}]}).to_string(),
            ),
        }
    });
    let asked = ask_with(dir.path(), &endpoint(&server), &quick()).unwrap();
    assert_eq!((asked.progress.answered, asked.progress.failed, asked.left), (14, 0, 0), "{:?}", asked.failures);
    let got = answers(dir.path());
    let text = |i: usize| got[&format!("i{i}")]["response"].as_str().unwrap().to_string();
    assert_eq!((text(6).as_str(), text(7).as_str(), text(8).as_str(), text(0).as_str()), ("", "(B)", "B", "A"));
    let first = &server.seen()[0];
    assert_eq!(first.headers["authorization"], "Bearer sk-secret-key");
    let parts = first.body["messages"][0]["content"].as_array().unwrap();
    assert!(parts[0]["image_url"]["url"].as_str().unwrap().starts_with("data:image/png;base64,iVBOR"));
}

#[test]
fn failures_are_recorded_and_only_they_are_asked_again() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 6);
    let broken = Arc::new(AtomicUsize::new(1));
    let b = broken.clone();
    let server = Server::start(move |seen, _, _| {
        if number(seen) % 2 == 1 && b.load(Ordering::SeqCst) == 1 {
            error(500, vec![("x-should-retry", "false".into())], json!({"error": {"message": "sk-secret-key broke"}}))
        } else {
            say("A")
        }
    });
    let first = ask_with(dir.path(), &endpoint(&server), &quick()).unwrap();
    assert_eq!((first.progress.answered, first.failures["http_500"]), (3, 3));
    let got = answers(dir.path());
    assert!(got["i1"]["response"].is_null() && got["i1"]["error"].as_str().unwrap() == "http_500: *** broke");
    broken.store(0, Ordering::SeqCst);
    let asked_before = server.seen().len();
    // A run that was killed while writing.
    std::fs::OpenOptions::new()
        .append(true)
        .open(dir.path().join("a.jsonl"))
        .unwrap()
        .write_all(b"{\"id\":\"i5\",\"resp")
        .unwrap();
    let second = ask_with(dir.path(), &endpoint(&server), &quick()).unwrap();
    assert_eq!((second.before, second.progress.answered, server.seen().len() - asked_before), (3, 3, 3));
    assert_eq!(ask_with(dir.path(), &endpoint(&server), &quick()).unwrap().before, 6);
    let other = Endpoint::new(&server.url, "another", None).unwrap();
    assert!(ask_with(dir.path(), &other, &quick()).unwrap_err().to_string().contains("an answer to another request"));
}

#[test]
fn a_refused_key_ends_the_run_at_once_and_appears_nowhere() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 1_000);
    let server = Server::start(|seen, _, _| {
        error(401, vec![], json!({"error": {"message": format!("no such key: {}", seen.headers["authorization"])}}))
    });
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_groundline"))
        .args(["ask", dir.path().to_str().unwrap(), "--endpoint", &server.url, "--model", "m"])
        .env("GROUNDLINE_API_KEY", "sk-very-secret")
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(4));
    let mut all = String::from_utf8_lossy(&out.stderr).into_owned() + &String::from_utf8_lossy(&out.stdout);
    assert!(all.contains("(http_401)") && all.contains("--key-env"), "{all}");
    assert!(server.seen().len() < 400, "{}", server.seen().len());
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        all += &String::from_utf8_lossy(&std::fs::read(entry.unwrap().path()).unwrap());
    }
    assert!(!all.contains("sk-very-secret"));
}

#[test]
fn concurrency_follows_the_server() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 400);
    let server = Server::start(|_, _, flying| {
        if flying > 20 {
            return error(429, vec![("retry-after-ms", "50".into())], json!({"error": {"message": "too many"}}));
        }
        std::thread::sleep(Duration::from_millis(15));
        say("A")
    });
    let settings = Settings { concurrency: 64, retries: 20, ..Settings::default() };
    let asked = ask_with(dir.path(), &endpoint(&server), &settings).unwrap();
    assert_eq!((asked.progress.answered, asked.progress.failed), (400, 0));
    let most = server.most.load(Ordering::SeqCst);
    assert!((10..=64).contains(&most), "{most}");
    let refused = server.seen().len() - 400;
    assert!(refused < 200, "{refused} refusals: the client does not slow down");
}

#[test]
fn a_budget_ends_a_run_and_the_next_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 10);
    let server = Server::start(|_, _, _| say("A"));
    let settings = Settings { budget: Budget::parse("requests=4").unwrap(), ..quick() };
    let first = ask_with(dir.path(), &endpoint(&server), &settings).unwrap();
    assert_eq!((first.progress.answered, first.left, first.stopped.as_deref()), (4, 6, Some("the budget is spent")));
    let tokens = Settings { budget: Budget::parse("tokens=150").unwrap(), concurrency: 1, ..quick() };
    let second = ask_with(dir.path(), &endpoint(&server), &tokens).unwrap();
    assert_eq!(
        (second.before, second.progress.answered),
        (4, 2),
        "102 tokens each: the second request passes the bound"
    );
    assert_eq!(ask_with(dir.path(), &endpoint(&server), &quick()).unwrap().progress.answered, 4);
}

#[test]
fn dialogues_are_asked_turn_by_turn() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("d.jsonl"), r#"{"id":"d1","turns":[{"role":"user","text":"What is it?"},{"role":"assistant","text":"A dog."},{"role":"user","text":"Which color?"}]}"#).unwrap();
    let server = Server::start(|seen, _, _| {
        say(format!("to {} after {}", seen.text, seen.body["messages"].as_array().unwrap().len() - 1))
    });
    let options = Options {
        set: dir.path().join("d.jsonl"),
        no_image: false,
        system: None,
        wordings: Vec::new(),
        max_side: None,
    };
    ask::ask(&options, &endpoint(&server), &quick(), &dir.path().join("a.jsonl"), &|_| {}).unwrap();
    assert_eq!(answers(dir.path())["d1"]["turns"], json!(["to What is it? after 0", "to Which color? after 2"]));
}

#[test]
fn ask_then_score_from_the_command_line() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 12);
    let server = Server::start(|seen, _, _| {
        say(if seen.text.contains("Short") { "A" } else { ["The answer is (A).", "B"][number(seen) % 2] })
    });
    let prompts = dir.path().join("prompts.toml");
    std::fs::write(&prompts, "[[prompt]]\nname = \"plain\"\ntemplate = \"{question} {options}\"\n[[prompt]]\nname = \"short\"\ntemplate = \"{question} Short: {options}\"\n").unwrap();
    let run = |args: &[&str]| {
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_groundline"))
            .args(args)
            .env_remove("GROUNDLINE_API_KEY")
            .output()
            .unwrap();
        (
            out.status.code(),
            String::from_utf8_lossy(&out.stdout).into_owned(),
            String::from_utf8_lossy(&out.stderr).into_owned(),
        )
    };
    let place = dir.path().to_str().unwrap();
    let file = dir.path().join("a.jsonl");
    let file = file.to_str().unwrap();
    let (code, _, err) = run(&[
        "ask",
        place,
        "--endpoint",
        &server.url,
        "--model",
        "m",
        "--answers",
        file,
        "--prompts",
        prompts.to_str().unwrap(),
    ]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("24 answered"), "{err}");
    let report = dir.path().join("report");
    let (code, out, err) =
        run(&["score", place, "--answers", &format!("m={file}"), "--report", report.to_str().unwrap(), "--json"]);
    assert_eq!(code, Some(0), "{err}");
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["wordings"][0]["max"], 1.0);
    assert_eq!(json["wordings"][0]["min"], 0.5);
    assert!(report.join("report.html").exists() && err.contains("wrote "));
    let (code, _, err) = run(&["score", place, "--answers", "m"]);
    assert!(code == Some(2) && err.contains("write NAME=FILE"), "{err}");
    let (code, _, err) = run(&["score", place, "--answers", &format!("m={file}"), "--baseline", "x"]);
    assert!(code == Some(2) && err.contains("name one of m · plain, m · short"), "{err}");
}

#[test]
fn a_model_reads_what_the_rules_leave_open_and_only_offered_letters_count() {
    let dir = tempfile::tempdir().unwrap();
    set(dir.path(), 4);
    let said = ["The fur tells it all.", "It purrs.", "The answer is A.", "Woof, says the animal."];
    let lines: String =
        said.iter().enumerate().map(|(i, r)| format!("{{\"id\":\"i{i}\",\"response\":\"{r}\"}}\n")).collect();
    let file = dir.path().join("a.jsonl");
    std::fs::write(&file, lines).unwrap();
    let server = Server::start(|seen, _, _| {
        let response = seen.text.split("-----\n").nth(1).unwrap().trim().to_string();
        say(if response.starts_with("The fur") {
            "NONE"
        } else if response.starts_with("It purrs") {
            "Z"
        } else {
            "(B)"
        })
    });
    let score = || {
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_groundline"))
            .args([
                "score",
                dir.path().to_str().unwrap(),
                "--json",
                "--answers",
                &format!("m={}", file.display()),
                "--extract-with",
                &server.url,
                "--extract-model",
                "reader",
            ])
            .output()
            .unwrap();
        assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
        serde_json::from_slice::<Value>(&out.stdout).unwrap()
    };
    let report = score();
    let stages = &report["models"][0]["read_by_model"];
    assert_eq!(
        (stages["read"].as_u64(), stages["chosen"].as_u64(), stages["right"].as_u64()),
        (Some(2), Some(1), Some(1))
    );
    assert_eq!((stages["rules_accuracy"].as_f64(), stages["accuracy"].as_f64()), (Some(0.25), Some(0.5)));
    assert_eq!(report["models"][0]["notes"]["model_unreadable"], 1);
    let requests = server.seen();
    assert_eq!((requests.len(), requests[0].body["temperature"].as_f64()), (3, Some(0.0)));
    assert_eq!(score(), report);
    assert_eq!(server.seen().len(), 3, "scoring again asks nothing again");
}

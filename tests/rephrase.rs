//! Rephrasing against a server that misbehaves in every way and against a rephraser that lies in every way.

#[path = "support/liar.rs"]
mod liar;
#[path = "support/server.rs"]
mod server;

use groundline::converse::rephrase::Verifier;
use groundline::lexicon::Lexicon;
use groundline::llm::budget::Budget;
use groundline::llm::endpoint::{Endpoint, Secret};
use groundline::model::dialogue::{Dialogue, DialogueProvenance, Speaker, Turn};
use groundline::model::item::{DrawnBox, ItemLicense};
use groundline::pipeline::ask::Settings;
use groundline::pipeline::rephrase::{self, Account, Options, Spending};
use serde_json::{Value, json};
use server::{Act, Seen, Server, error, say, with};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Questions and answers of the three forms.
const TALK: &[(&str, &str)] = &[
    ("How many dogs are there?", "There are two brown dogs and three cats."),
    ("What color is the car next to the truck?", "The red car is next to the blue truck."),
    ("Is there a horse, or is there a cow?", "There is a horse, but there is no cow."),
    ("What is the man in the red box doing?", "The man in the red box is riding the horse in the green box."),
    ("Where is the man relative to the dog?", "The man is to the left of the dog."),
    ("What is the table made of?", "The wooden table is under the metal lamp."),
    ("Is this true? The car is blue.", "The statement is false: the car is not blue, the car is red."),
    ("Are both dogs brown?", "Yes, both dogs are brown, and one of them is sitting."),
    ("Is the woman in front of the fence holding a cup?", "No, she is holding an umbrella; the man is holding a cup."),
    ("What is above the bench?", "A wooden sign is above the metal bench."),
];

fn verifier() -> Arc<Verifier> {
    static ONE: OnceLock<Arc<Verifier>> = OnceLock::new();
    ONE.get_or_init(|| Arc::new(Verifier::new(Arc::new(Lexicon::embedded().unwrap())))).clone()
}

fn dialogue(n: usize, turns: &[(&str, &str)]) -> Dialogue {
    let turn = |role, text: &str| Turn { role, text: text.into(), facts: vec!["entity:x".into()], says: Vec::new() };
    let drawn = |color: &str| DrawnBox { color: color.into(), x: 1, y: 1, w: 5, h: 5 };
    Dialogue {
        id: format!("d{n}"),
        image: "images/x.png".into(),
        boxes: vec![drawn("red"), drawn("green")],
        form: "multi_round".into(),
        turns: turns.iter().flat_map(|(q, a)| [turn(Speaker::User, q), turn(Speaker::Assistant, a)]).collect(),
        provenance: DialogueProvenance {
            source: "scenes".into(),
            scene: "x".into(),
            targets: Vec::new(),
            annotations: Vec::new(),
            wordings: Vec::new(),
            claim: None,
            verdict: None,
            rephrased: Vec::new(),
            seed: 0,
            resources: String::new(),
        },
        license: ItemLicense {
            source_dataset: "scenes".into(),
            source_image_id: "x".into(),
            license: "unknown".into(),
            license_url: None,
            author: None,
            modified: true,
        },
    }
}

fn dialogues(n: usize) -> Vec<Dialogue> {
    (0..n).map(|i| dialogue(i, &[TALK[i % TALK.len()]])).collect()
}

fn options(url: &str, dir: &Path) -> Options {
    Options {
        endpoint: Endpoint::new(url, "m", Some(Secret::new("sk-secret-key"))).unwrap(),
        settings: Settings {
            timeout: Duration::from_millis(900),
            retries: 2,
            parameters: rephrase::parameters(),
            ..Settings::default()
        },
        journal: dir.join("rephrase.jsonl"),
    }
}

fn run(all: &[Dialogue], options: &Options) -> groundline::Result<(Vec<Dialogue>, Account, Spending)> {
    let mut out = Vec::new();
    let (account, spending) = rephrase::run(
        all.iter().cloned().map(Ok),
        verifier(),
        options,
        &mut |d| {
            out.push(d);
            Ok(())
        },
        &|_| {},
    )?;
    Ok((out, account, spending))
}

/// The turn that a request is about.
fn turn_of(seen: &Seen) -> String {
    let ask = seen.body["messages"][1]["content"].as_str().unwrap_or("");
    let rest = ask.split_once("Turn of the ").and_then(|(_, rest)| rest.split_once(":\n")).map_or("", |(_, rest)| rest);
    rest.lines().next().unwrap_or("").to_string()
}

fn second(seen: &Seen) -> bool {
    seen.body["messages"].as_array().is_some_and(|m| m.len() > 2)
}

/// Says the same in other words.
fn honest(turn: &str) -> String {
    if turn.starts_with("Yes") || turn.starts_with("No") {
        return turn.to_string();
    }
    let lower = turn[..1].to_lowercase() + &turn[1..];
    if turn.ends_with('?') && !turn.contains(". ") {
        format!("Tell me, please: {lower}")
    } else {
        format!("As you can see, {lower}")
    }
}

#[test]
fn every_fault_of_a_server_is_survived() {
    type Fault = fn(usize) -> Option<Act>;
    let faults: Vec<(&str, Fault)> = vec![
        ("kept", |n| {
            (n == 0).then(|| error(429, vec![("retry-after", "0.1".into())], json!({"error": {"message": "slow"}})))
        }),
        ("kept", |n| (n == 0).then(|| error(429, vec![("retry-after-ms", "50".into())], json!("slow")))),
        ("kept", |n| {
            (n == 0).then(|| error(503, vec![("retry-after", "Mon, 01 Jan 2001 00:00:00 GMT".into())], json!("busy")))
        }),
        ("kept", |n| (n == 0).then(|| error(500, vec![], json!({"detail": "oops"})))),
        ("kept", |n| (n == 0).then_some(Act::Reset)),
        ("kept", |n| (n == 0).then(|| Act::Half("{\"choices\":[".into()))),
        ("kept", |n| (n == 0).then_some(Act::Hang)),
        ("kept", |n| (n == 0).then(|| Act::Reply(200, vec![], "<html>bad gateway</html>".into()))),
        ("kept", |n| (n == 0).then(|| Act::Reply(200, vec![], json!({"choices": []}).to_string()))),
        ("kept", |n| {
            (n == 0).then(|| Act::Reply(200, vec![], json!({"error": {"message": "overloaded"}}).to_string()))
        }),
        ("http_500", |_| Some(error(500, vec![], json!({"error": {"message": "never sk-secret-key"}})))),
        ("http_429", |_| Some(error(429, vec![("retry-after", "100000".into())], json!("come back tomorrow")))),
        ("http_400", |_| Some(error(400, vec![], json!({"error": {"message": "context length exceeded"}})))),
        ("not_json", |_| Some(Act::Reply(200, vec![], "garbage".into()))),
        ("empty", |_| Some(say(Value::Null))),
        ("empty", |_| Some(say("   "))),
        ("empty", |_| Some(say("<think>The turn speaks of a dog, so"))),
        ("kept", |_| Some(say("<think>Hm.</think>As you can see, there are four red cars."))),
        ("cut_short", |_| {
            Some(Act::Reply(
                200,
                vec![],
                json!({"choices": [{"message": {"content": "There are four red"}, "finish_reason": "length"}]})
                    .to_string(),
            ))
        }),
        ("filtered", |_| {
            Some(Act::Reply(
                200,
                vec![],
                json!({"choices": [{"message": {"content": ""}, "finish_reason": "content_filter"}]}).to_string(),
            ))
        }),
        ("refusal", |_| Some(with(json!({"content": null, "refusal": "I'm sorry, I can't help with that."})))),
        ("kept", |_| Some(say(json!([{"type": "text", "text": "\"As you can see, there are four red cars.\""}])))),
        ("markup", |_| Some(say("```\nThere are four red cars.\n```"))),
        ("meta", |_| Some(say("Sure! Here is the turn: there are four red cars."))),
    ];
    // Each fault has a turn of its own: four red cars, and a color that says which.
    let all: Vec<Dialogue> = (0..faults.len())
        .map(|i| {
            let mut d = dialogue(i, &[("", "There are four red cars.")]);
            d.turns.remove(0);
            d
        })
        .collect();
    let acts: Vec<fn(usize) -> Option<Act>> = faults.iter().map(|f| f.1).collect();
    let seeds = std::sync::Mutex::new(Vec::<(u64, usize)>::new());
    // Which dialogue a request is about shows in its seed alone: learn the order by asking one at a time.
    let server = Server::start(move |seen, _, _| {
        let seed = seen.body["seed"].as_u64().unwrap();
        let mut seeds = seeds.lock().unwrap();
        let (index, before) = match seeds.iter_mut().enumerate().find(|(_, s)| s.0 == seed) {
            Some((i, s)) => {
                s.1 += 1;
                (i, s.1)
            }
            None => {
                seeds.push((seed, 0));
                (seeds.len() - 1, 0)
            }
        };
        drop(seeds);
        acts[index](before).unwrap_or_else(|| say(honest(&turn_of(seen))))
    });
    let dir = tempfile::tempdir().unwrap();
    for (i, d) in all.iter().enumerate() {
        let (out, account, _) = run(std::slice::from_ref(d), &options(&server.url, dir.path())).unwrap();
        assert_eq!(out[0].provenance.rephrased, [faults[i].0], "fault {i}: {account:?}");
        let text = out[0].turns[0].text.as_str();
        let kept = "As you can see, there are four red cars.";
        assert_eq!(text, if faults[i].0 == "kept" { kept } else { "There are four red cars." }, "fault {i}");
    }
    let journal = std::fs::read_to_string(dir.path().join("rephrase.jsonl")).unwrap();
    assert!(!journal.contains("sk-secret-key"));
    assert!(server.seen().iter().all(|s| s.headers["authorization"] == "Bearer sk-secret-key"));
}

#[test]
fn nothing_false_gets_through() {
    let all: Vec<Dialogue> = (0..liar::LIES.len()).map(|n| dialogue(n, TALK)).collect();
    // The n-th dialogue is told the n-th lie, at both tries; which dialogue it is shows in the order of requests.
    let dir = tempfile::tempdir().unwrap();
    let mut told = 0;
    for (n, (name, lie)) in liar::LIES.iter().enumerate() {
        let lie = *lie;
        let server = Server::start(move |seen, _, _| {
            let turn = turn_of(seen);
            say(lie(&turn).unwrap_or(turn))
        });
        let (out, account, _) =
            run(&all[n..=n], &options(&server.url, &dir.path().join(format!("{n}")).tap())).unwrap();
        for (was, is) in all[n].turns.iter().zip(&out[0].turns) {
            // A question that is asked twice is no lie.
            if *name == "asks instead" && was.text.starts_with("Is this true?") {
                continue;
            }
            assert_eq!(was.text, is.text, "{name}");
        }
        let asked = |t: &Turn| *name == "asks instead" && t.text.starts_with("Is this true?");
        let lied =
            all[n].turns.iter().filter(|t| !asked(t) && lie(&t.text).is_some_and(|l| l.trim() != t.text)).count();
        assert_eq!((account.turns - account.kept) as usize, lied, "{name}: {account:?}");
        told += lied;
    }
    assert!(told > 400, "{told} lies told");
}

/// A folder that exists.
trait Tap {
    fn tap(self) -> Self;
}

impl Tap for std::path::PathBuf {
    fn tap(self) -> Self {
        std::fs::create_dir_all(&self).unwrap();
        self
    }
}

#[test]
fn a_second_try_is_told_why() {
    let server = Server::start(|seen, _, _| {
        let turn = turn_of(seen);
        say(if second(seen) { honest(&turn) } else { format!("{turn} A dog sleeps nearby.") })
    });
    let dir = tempfile::tempdir().unwrap();
    let (out, account, spending) = run(&dialogues(10), &options(&server.url, dir.path())).unwrap();
    assert_eq!((account.turns, account.kept, account.second, spending.spent.requests), (20, 20, 20, 40), "{account:?}");
    assert_eq!(out[4].turns[1].text, "As you can see, the man is to the left of the dog.");
    assert_eq!(account.refused.values().sum::<u64>(), 20);
    let asked = server.seen().into_iter().find(second).unwrap();
    let told = asked.body["messages"][3]["content"].as_str().unwrap();
    assert!(told.starts_with("That cannot be kept (") && asked.body["messages"][2]["role"] == "assistant", "{told}");
}

#[test]
fn a_spent_budget_ends_it_and_nothing_is_paid_for_twice() {
    let server = Server::start(|seen, _, _| say(honest(&turn_of(seen))));
    let dir = tempfile::tempdir().unwrap();
    let all = dialogues(30);
    let mut o = options(&server.url, dir.path());
    o.settings.budget = Budget::parse("requests=25,in=1,out=2").unwrap();
    let (_, account, spending) = run(&all, &o).unwrap();
    assert_eq!((account.kept, account.outcomes["budget"], rephrase::left(&account.outcomes)), (25, 35, 35));
    assert!(spending.stopped && spending.spent.requests == 25 && spending.cost > 0.0);
    assert_eq!(server.seen().len(), 25);
    // A run that was killed while it wrote a reply.
    use std::io::Write;
    let mut journal = std::fs::OpenOptions::new().append(true).open(&o.journal).unwrap();
    journal.write_all(b"{\"id\":\"d1#1\",\"resp").unwrap();
    drop(journal);
    o.settings.budget = Budget::default();
    let estimate = rephrase::estimate(all.iter().cloned().map(Ok), &verifier(), &o).unwrap();
    assert_eq!((estimate.turns, estimate.known, estimate.least.requests, estimate.most.requests), (60, 25, 35, 70));
    let (first, account, spending) = run(&all, &o).unwrap();
    assert_eq!((account.kept, spending.known, spending.spent.requests, server.seen().len()), (60, 25, 35, 60));
    // Other concurrency, no request, the same bytes.
    o.settings.concurrency = 1;
    o.settings.budget = Budget::parse("requests=0").unwrap();
    let (again, account_again, spending) = run(&all, &o).unwrap();
    assert_eq!((again, account_again, spending.spent.requests), (first, account, 0));
    assert_eq!(server.seen().len(), 60);
}

#[test]
fn tokens_and_money_are_never_overdrawn() {
    let server = Server::start(|seen, _, _| {
        std::thread::sleep(Duration::from_millis(5));
        say(honest(&turn_of(seen)))
    });
    for bounds in ["tokens=9000", "usd=0.02,in=2,out=4"] {
        let dir = tempfile::tempdir().unwrap();
        let mut o = options(&server.url, dir.path());
        o.settings.budget = Budget::parse(bounds).unwrap();
        let (out, account, spending) = run(&dialogues(60), &o).unwrap();
        let tokens = spending.spent.usage.prompt_tokens + spending.spent.usage.completion_tokens;
        assert!(tokens <= 9_000 && spending.cost <= 0.02 && spending.stopped, "{spending:?}");
        assert!(account.kept > 5 && rephrase::left(&account.outcomes) > 0 && out.len() == 60, "{account:?}");
    }
}

#[test]
fn what_every_request_would_meet_ends_the_run() {
    for (status, body, says) in [
        (401, json!({"error": {"message": "no such key sk-secret-key"}}), "--key-env"),
        (404, json!({"error": {"message": "no such model"}}), "check --rephrase and --model"),
        (429, json!({"error": {"message": "quota", "code": "insufficient_quota"}}), "quota"),
    ] {
        let server = Server::start(move |seen, _, _| {
            if turn_of(seen).starts_with("There are two") {
                say(honest(&turn_of(seen)))
            } else {
                error(status, vec![], body.clone())
            }
        });
        let dir = tempfile::tempdir().unwrap();
        let e = run(&dialogues(100), &options(&server.url, dir.path())).unwrap_err();
        assert_eq!(e.exit_code(), 4);
        assert!(e.to_string().contains(says) && !e.to_string().contains("sk-secret"), "{e}");
        assert!(server.seen().len() < 150, "{}", server.seen().len());
    }
}

#[test]
fn two_runs_do_not_share_a_journal() {
    let server = Server::start(|_, _, _| say("x"));
    let dir = tempfile::tempdir().unwrap();
    let o = options(&server.url, dir.path());
    let _held = groundline::llm::ledger::Ledger::open(&o.journal, "--rephrase-journal").unwrap();
    assert!(run(&dialogues(1), &o).unwrap_err().to_string().contains("another --rephrase-journal file"));
}

fn converse(out: &Path, more: &[&str]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_groundline"));
    command.args(["converse", "--n", "12", "--out", out.to_str().unwrap()]).args(more);
    command.env("GROUNDLINE_API_KEY", "sk-secret-key");
    command
}

/// Starts to answer after so many requests were counted; every request is counted.
fn honest_server(wait: Duration) -> Server {
    Server::start(move |seen, _, _| {
        std::thread::sleep(wait);
        say(honest(&turn_of(seen)))
    })
}

#[test]
fn converse_estimates_rewords_and_survives_being_killed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("corpus");
    let server = honest_server(Duration::from_millis(60));
    let args = ["--rephrase", &server.url, "--model", "m", "--concurrency", "2"];
    let run = |more: &[&str]| {
        let result = converse(&out, &[&args[..], more].concat()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (result.status.code(), text(&result.stdout), text(&result.stderr))
    };
    let (code, estimate, err) = run(&["--dry-run", "--budget", "in=1,out=2"]);
    assert_eq!((code, server.seen().len()), (Some(0), 0), "{err}");
    assert!(estimate.contains("requests") && estimate.contains("cost"), "{estimate}");
    assert!(!out.join("dialogues.jsonl").exists());

    // Killed in the middle, as a machine is switched off.
    let mut child =
        converse(&out, &args).stderr(std::process::Stdio::null()).stdout(std::process::Stdio::null()).spawn().unwrap();
    while server.seen().len() < 12 {
        std::thread::sleep(Duration::from_millis(20));
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (_, _, err) = run(&[]);
    assert!(err.contains("rephrased: "), "{err}");
    // What was in flight at the kill, and nothing else, is asked again.
    let seen = server.seen();
    let bodies: std::collections::BTreeSet<String> = seen.iter().map(|s| s.body.to_string()).collect();
    assert!(seen.len() - bodies.len() <= 2, "{} requests, {} of them different", seen.len(), bodies.len());

    let text = std::fs::read_to_string(out.join("dialogues.jsonl")).unwrap();
    let dialogues: Vec<Dialogue> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(dialogues.iter().all(|d| d.provenance.rephrased.len() == d.turns.len()));
    let kept = dialogues.iter().flat_map(|d| &d.provenance.rephrased).filter(|r| *r == "kept").count();
    assert!(kept > 20, "{kept}");
    let report: Value = serde_json::from_str(&std::fs::read_to_string(out.join("run.json")).unwrap()).unwrap();
    assert_eq!(report["corpus"]["rephrase"]["account"]["kept"], kept);
    assert!(std::fs::read_to_string(out.join("README.md")).unwrap().contains("rephrased turns by outcome"));

    // Another folder with the same journal: no request, the same bytes.
    let other = dir.path().join("other");
    let journal = out.join("rephrase.jsonl");
    let again =
        converse(&other, &[&args[..], &["--rephrase-journal", journal.to_str().unwrap()]].concat()).output().unwrap();
    assert_eq!(
        (again.status.code(), server.seen().len()),
        (Some(0), seen.len()),
        "{}",
        String::from_utf8_lossy(&again.stderr)
    );
    assert_eq!(std::fs::read_to_string(other.join("dialogues.jsonl")).unwrap(), text);
    for entry in std::fs::read_dir(&out).unwrap().flatten().filter(|e| e.path().is_file()) {
        assert!(!String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()).contains("sk-secret-key"));
    }
}

#[test]
fn converse_says_when_the_budget_is_spent() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("corpus");
    let server = honest_server(Duration::ZERO);
    let args = ["--rephrase", &server.url, "--model", "m", "--budget", "requests=10"];
    let result = converse(&out, &args).output().unwrap();
    let err = String::from_utf8_lossy(&result.stderr).into_owned();
    assert_eq!((result.status.code(), server.seen().len()), (Some(1), 10), "{err}");
    assert!(err.contains("the budget is spent") && err.contains("run again to continue"), "{err}");
    let second = converse(&out, &args[..4]).output().unwrap();
    assert_eq!(second.status.code(), Some(0), "{}", String::from_utf8_lossy(&second.stderr));
    let seen = server.seen();
    let bodies: std::collections::BTreeSet<String> = seen.iter().map(|s| s.body.to_string()).collect();
    assert_eq!(bodies.len(), seen.len(), "nothing was asked twice");
    let refused = converse(&out, &["--dry-run"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

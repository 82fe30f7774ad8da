//! Whole sessions of every mode.

use crate::browser::{Window, in_browser};
use crate::program::{Served, groundline, lines, succeed};
use crate::sets;
use serde_json::{Value, json};

const ENTER: char = '\u{e007}';
const ESCAPE: char = '\u{e00c}';
const LEFT: char = '\u{e012}';

/// A picture of the page at both widths, light and dark; the page never has to be scrolled sideways.
async fn pictures(window: &Window, name: &str) {
    for (width, height) in [(1280, 900), (390, 844)] {
        window.size(width, height).await;
        for scheme in ["light", "dark"] {
            window.scheme(scheme).await;
            window.run("scrollTo(0, 0)").await;
            window.picture(&format!("{name}-{width}-{scheme}")).await;
            assert!(!window.overflows().await, "{name} at {width}");
        }
    }
    window.size(1280, 900).await;
    window.scheme("light").await;
}

/// The verdicts of a journal that hold, by id.
fn held(set: &std::path::Path, reviewer: &str) -> std::collections::BTreeMap<String, Value> {
    let mut out = std::collections::BTreeMap::new();
    for line in lines(&set.join(format!("review/verdicts.{reviewer}.jsonl"))) {
        let key = format!("{} {}", line["id"].as_str().unwrap(), line["field"].as_str().unwrap());
        match line["value"].is_null() {
            true => drop(out.remove(&key)),
            false => drop(out.insert(key, line["value"].clone())),
        }
    }
    out
}

#[test]
fn a_verifier_needs_no_mouse() {
    in_browser(async |driver| {
        let set = sets::sample();
        let served = Served::start(&set.path(), &["--reviewer", "ann"], 1);
        let window = driver.window().await;
        window.open(served.address()).await;
        assert!(window.text("#count").await.starts_with("0 of 24"));

        // The help lists the keys; the picture enlarges, and its boxes go and come.
        window.press('?').await;
        assert!(window.text("#help").await.contains("next record to do"));
        window.press(ESCAPE).await;
        let source = "return document.querySelector('#image').getAttribute('src').split('/')[0]";
        window.press('x').await;
        assert_eq!(window.run(source).await, "original");
        window.until("return document.querySelector('#image').naturalWidth > 0").await;
        window.press('x').await;
        assert_eq!(window.run(source).await, "picture");
        window.press('z').await;
        assert_eq!(window.run("return document.querySelector('#frame').classList.contains('large')").await, true);

        // Good; good, undone and good again; wrong key with the right option and a note.
        window.press_on('1').await;
        window.press_on('1').await;
        window.press_on('u').await;
        assert!(window.text("#count").await.starts_with("1 of 24"));
        window.press_on('1').await;
        window.press('2').await;
        let wrong = window
            .run("return [...document.querySelectorAll('.options li')].findIndex(l => !l.classList.contains('key'))")
            .await;
        let letter = char::from(b'a' + wrong.as_u64().unwrap() as u8);
        window.press(letter).await;
        assert_eq!(
            window
                .run(&format!("return document.querySelector('#option-{}').ariaPressed", letter.to_ascii_uppercase()))
                .await,
            "true"
        );
        window.press('n').await;
        window.write("#note", "seen twice").await;
        pictures(&window, "verify").await;
        window.press(ENTER).await;
        window.press_on(ENTER).await;
        // Several right begins with the key, and an option is bad English, too, while no box is wrong after all; a box
        // that is wrong; going back to look changes nothing.
        window.press('3').await;
        window.press('6').await;
        window.press('7').await;
        window.press('6').await;
        window.press('a').await;
        assert_eq!(window.text("#hint").await.matches("Bad English").count(), 1);
        window
            .until("return /^[1-9]\\d*:\\d\\d$|^0:(?!00)\\d\\d$/.test(document.querySelector('#clock').textContent)")
            .await;
        window.press_on(ENTER).await;
        window.press('6').await;
        window.press_on(ENTER).await;
        window.press_on(LEFT).await;
        assert_eq!(window.text("[aria-pressed=true].verdict").await, "6 Box wrong");
        window.press_on(ENTER).await;
        for _ in 5..24 {
            window.press('1').await;
        }
        window.until("return document.querySelector('#count').textContent === 'all 24 done'").await;
        assert_eq!(window.complaints().await, Vec::<String>::new());
        window.close().await;
        served.stop();

        let held = held(&set.path(), "ann");
        let count = |name: &str| held.values().filter(|v| v["verdict"] == name).count();
        assert_eq!(
            (held.len(), count("good"), count("wrong_key"), count("several_right"), count("box_wrong")),
            (24, 21, 1, 1, 1)
        );
        let noted = held.values().find(|v| v["verdict"] == "wrong_key").unwrap();
        assert_eq!(noted["note"], "seen twice");
        assert_eq!(noted["options"], json!([letter.to_ascii_uppercase().to_string()]));
        let several = held.values().find(|v| v["verdict"] == "several_right").unwrap();
        assert_eq!(several["options"].as_array().map(Vec::len), Some(1));
        assert_eq!(several["also"], json!([{"verdict": "bad_english", "options": ["A"]}]));
        let summary = succeed(&["review", &set.text(), "--summary"]);
        assert!(summary.lines().any(|l| l.split_whitespace().eq(["bad", "english", "1"])), "{summary}");
        assert!(summary.contains("21 kept, 3 dropped, 0 not reviewed"), "{summary}");
    });
}

#[test]
fn an_answer_session_is_scored_like_a_model() {
    in_browser(async |driver| {
        let set = sets::sample();
        let served = Served::start(&set.path(), &["--reviewer", "ann", "--mode", "answer", "--sample", "10"], 1);
        let window = driver.window().await;
        window.open(served.address()).await;
        pictures(&window, "answer").await;
        for n in 0..10 {
            // The second option, by number and by letter.
            window.press(if n % 2 == 0 { '2' } else { 'b' }).await;
        }
        window.until("return document.querySelector('#count').textContent === 'all 10 done'").await;
        let page = window.run("return document.documentElement.outerHTML").await.to_string();
        assert!(!page.contains("evidence") && !page.contains("✓ right"));
        window.close().await;
        served.stop();

        let answers = set.path().join("review/answers.ann.jsonl");
        let given = lines(&answers);
        assert!(given.len() == 10 && given.iter().all(|l| l["response"] == "B"));
        let items = lines(&set.path().join("items.jsonl"));
        let right = given.iter().filter(|l| items.iter().any(|i| i["id"] == l["id"] && i["answer"] == "B")).count();
        let named = format!("human-ann={}", answers.display());
        let report = succeed(&["score", &set.text(), "--answers", &named, "--partial", "--json", "--replicates", "10"]);
        let report: Value = serde_json::from_str(&report).unwrap();
        let score = &report["tables"][0]["rows"][0]["scores"][0];
        assert_eq!((score["n"].as_u64(), report["models"][0]["who"].as_str()), (Some(10), Some("human")), "{report}");
        let accuracy = score["accuracy"].as_f64().unwrap();
        assert!((accuracy - right as f64 / 10.0).abs() < 1e-9, "{score}");
    });
}

/// What `agree` prints, where this build has it.
fn agree(arguments: &[&str]) -> Option<String> {
    if !groundline(&["agree", "--help"]).status.success() {
        eprintln!("skipped: this build has no `agree`");
        return None;
    }
    Some(succeed(&[&["agree"], arguments].concat()))
}

fn rate_arguments(set: &sets::Set) -> Vec<String> {
    let mut out = vec!["--mode".to_string(), "rate".into()];
    for model in ["sparrow", "heron", "plover"] {
        out.extend(["--answers".into(), format!("{model}={}", set.beside(&format!("{model}.jsonl")).display())]);
    }
    out
}

#[test]
fn answers_are_rated_blind() {
    in_browser(async |driver| {
        let set = sets::forum();
        let mut arguments = rate_arguments(&set);
        arguments.extend(["--reviewer".into(), "ann".into(), "--reviewer".into(), "bob".into()]);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let served = Served::start(&set.path(), &arguments, 2);
        let mut orders = std::collections::BTreeSet::new();
        for (who, address) in served.addresses.iter().enumerate() {
            let window = driver.window().await;
            window.open(address).await;
            for question in 0..3 {
                let mut order = Vec::new();
                for slot in 0..3 {
                    let text = window.text(".answer.current .long").await;
                    // Ann finds plover wrong, sparrow half right and heron right; Bob is kinder to the sparrow.
                    let (name, key) = match text.as_str() {
                        t if t.starts_with("I cannot") => ("plover", '1'),
                        t if t.starts_with("It looks") => {
                            ("sparrow", if who == 1 && question == 0 { '3' } else { '2' })
                        }
                        _ => ("heron", '3'),
                    };
                    order.push(name);
                    if who == 0 && question == 0 && slot == 1 {
                        pictures(&window, "rate").await;
                    }
                    window.press(key).await;
                }
                orders.insert(order);
                let page = window.run("return document.documentElement.outerHTML").await.to_string();
                assert!(["sparrow", "heron", "plover"].iter().all(|m| !page.contains(m)), "the page names a model");
                window.press(ENTER).await;
            }
            window.until("return document.querySelector('#count').textContent === 'all 3 done'").await;
            window.close().await;
        }
        assert!(orders.len() > 1, "the order of the models never changes");
        served.stop();

        let ratings = lines(&set.path().join("review/ratings.jsonl"));
        assert_eq!(ratings.len(), 18);
        let mean = |model: &str| {
            let own: Vec<f64> =
                ratings.iter().filter(|r| r["model"] == model).map(|r| r["score"].as_f64().unwrap()).collect();
            own.iter().sum::<f64>() / own.len() as f64
        };
        assert_eq!((mean("plover"), mean("heron")), (0.0, 1.0));
        assert!((mean("sparrow") - 3.5 / 6.0).abs() < 1e-12);
        let summary = succeed(&["review", &set.text(), "--summary"]);
        assert!(summary.contains("ann and bob: 88.9 % of 9 alike"), "{summary}");
        // A metric that orders the models as people do.
        let scores: String = ratings
            .iter()
            .filter(|r| r["rater"] == "ann")
            .map(|r| {
                let score = r["score"].as_f64().unwrap() / 2.0 + if r["id"] == "diy-100" { 0.1 } else { 0.0 };
                format!("{}\n", json!({"id": r["id"], "model": r["model"], "scores": {"guess": score}}))
            })
            .collect();
        let file = set.beside("scores.jsonl").display().to_string();
        std::fs::write(&file, scores).unwrap();
        let human = set.path().join("review/ratings.jsonl").display().to_string();
        if let Some(report) = agree(&["--scores", &file, "--human", &human, "--replicates", "50"]) {
            assert!(report.contains("guess") && report.contains("heron"), "{report}");
        }
    });
}

#[test]
fn labels_become_columns_and_ties_are_broken() {
    in_browser(async |driver| {
        let set = sets::forum();
        let people = ["--reviewer", "ann", "--reviewer", "bob"];
        let served = Served::start(&set.path(), &people, 2);
        for (who, address) in served.addresses.iter().enumerate() {
            let window = driver.window().await;
            window.open(address).await;
            for question in 0..3 {
                // They differ on the intent of the first question.
                window.press(if who == 1 && question == 0 { '6' } else { '1' }).await;
                for _ in 0..5 {
                    window.press('1').await;
                }
                if who == 0 && question == 1 {
                    pictures(&window, "label").await;
                }
                window.press('2').await;
                window.press(ENTER).await;
            }
            window.until("return document.querySelector('#count').textContent === 'all 3 done'").await;
            window.close().await;
        }
        served.stop();
        let columns = lines(&set.path().join("review/columns.jsonl"));
        assert_eq!(columns.len(), 3);
        let first = |columns: &[Value]| columns.iter().find(|c| c["id"] == "diy-100").unwrap()["intent"].clone();
        assert_eq!(first(&columns), Value::Null, "a tie has no label");
        assert_eq!(columns[1]["readable_text"], "no");

        // A third person sees the disputed field of the disputed question and chooses among the two labels.
        let served = Served::start(&set.path(), &["--reviewer", "cyd", "--tie-break"], 1);
        let window = driver.window().await;
        window.open(served.address()).await;
        assert_eq!(window.text("#count").await, "0 of 1 done");
        assert_eq!(
            window.run("return [...document.querySelectorAll('.label .name')].map(n => n.textContent)").await,
            json!(["advice", "reason"])
        );
        window.press('2').await;
        window.until("return document.querySelector('#count').textContent === 'all 1 done'").await;
        window.close().await;
        served.stop();
        assert_eq!(first(&lines(&set.path().join("review/columns.jsonl"))), "reason");
        let file = set.path().join("review/labels.intent.jsonl");
        if let Some(report) = agree(&["--raters", &file.display().to_string()]) {
            assert!(report.contains("ann") && report.contains("bob") && report.contains("cyd"), "{report}");
        }
        let labels = lines(&file);
        assert_eq!(labels.len(), 7);
        assert!(labels.iter().all(|l| l["id"].is_string() && l["rater"].is_string() && l["label"].is_string()));
    });
}

#[test]
fn a_reload_in_the_middle_and_another_tab_lose_nothing() {
    in_browser(async |driver| {
        let set = sets::sample();
        let served = Served::start(&set.path(), &[], 1);
        let window = driver.window().await;
        window.open(served.address()).await;
        // Without --reviewer the page asks who one is, and refuses what cannot be a name.
        window.write("#name", "../ann").await;
        window.press(ENTER).await;
        window
            .until("return document.querySelector('#join-error').textContent.includes('cannot name a reviewer')")
            .await;
        window.run("document.querySelector('#name').value = ''").await;
        window.write("#name", "ann").await;
        window.press(ENTER).await;
        window.until("return !document.querySelector('dialog[open]') && !!document.querySelector('#question')").await;
        for _ in 0..3 {
            window.press_on('1').await;
        }
        window.press('5').await;
        window.press('n').await;
        window.write("#note", "which one?").await;
        // The reload takes the note that is being written with it.
        window.client.refresh().await.unwrap();
        window.until("return !!document.querySelector('#question')").await;
        assert_eq!(window.text("#position").await, "4 / 24");
        assert_eq!(window.text("[aria-pressed=true].verdict").await, "5 Ambiguous referent");
        window.until("return document.querySelector('#note').value === 'which one?'").await;
        // A new tab of the same person goes on at the first item that is not done.
        let other = driver.window().await;
        other.open(served.address()).await;
        other.write("#name", "ann").await;
        other.press(ENTER).await;
        other.until("return !!document.querySelector('#question')").await;
        assert_eq!(
            (other.text("#position").await.as_str(), other.text("#count").await.as_str()),
            ("5 / 24", "4 of 24 done")
        );
        // Filters walk through what was said.
        other.press('/').await;
        other.run("const s = document.querySelector('#filter-verdict'); s.value = 'ambiguous_referent'; s.dispatchEvent(new Event('change'))").await;
        other.until("return document.querySelector('#position').textContent === '1 / 1'").await;
        assert_eq!(other.text("#hint").await, "It cannot be told what the question is about.");
        other.close().await;
        window.close().await;
        served.stop();
        assert_eq!(held(&set.path(), "ann").len(), 4);
    });
}

#[test]
fn two_reviewers_at_once_see_their_own_verdicts() {
    in_browser(async |driver| {
        let set = sets::sample();
        let arguments = ["--reviewer", "ann", "--reviewer", "bob", "--overlap", "0.5"];
        let served = Served::start(&set.path(), &arguments, 2);
        let (ann, bob) = (driver.window().await, driver.window().await);
        ann.open(&served.addresses[0]).await;
        bob.open(&served.addresses[1]).await;
        // 24 items, 12 of them for both: 18 each.
        assert_eq!(
            (ann.text("#count").await.as_str(), bob.text("#count").await.as_str()),
            ("0 of 18 done", "0 of 18 done")
        );
        for n in 0..18 {
            ann.press('1').await;
            bob.press(if n % 6 == 5 { '4' } else { '1' }).await;
            if n % 6 == 5 {
                bob.press(ENTER).await;
            }
        }
        for window in [&ann, &bob] {
            window.until("return document.querySelector('#count').textContent === 'all 18 done'").await;
        }
        let others = ann.run("return document.querySelectorAll('#verdict-none_right[aria-pressed=true]').length").await;
        assert_eq!(others, 0);
        // One person is not served twice.
        let second = groundline(&["review", &set.text(), "--reviewer", "ann"]);
        assert_eq!(second.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&second.stderr).contains("another run is writing"));
        ann.close().await;
        bob.close().await;
        served.stop();
        let (ann, bob) = (held(&set.path(), "ann"), held(&set.path(), "bob"));
        assert_eq!((ann.len(), bob.len(), ann.keys().filter(|k| bob.contains_key(*k)).count()), (18, 18, 12));
        assert!(ann.values().all(|v| v["verdict"] == "good"));
        let summary = succeed(&["review", &set.text(), "--summary"]);
        assert!(summary.contains("of 12 alike, Cohen's kappa"), "{summary}");
    });
}

#[test]
fn a_kill_between_two_clicks_loses_nothing_that_was_said() {
    in_browser(async |driver| {
        let set = sets::sample();
        let start = |port: &str| {
            Served::start(&set.path(), &["--reviewer", "ann", "--token", "0123456789abcdef", "--port", port], 1)
        };
        let served = start("0");
        let port = served.port();
        let window = driver.window().await;
        window.open(served.address()).await;
        window.press_on('1').await;
        window.press_on('1').await;
        served.kill();
        assert_eq!(held(&set.path(), "ann").len(), 2);
        // The page says that the third was not saved, and does not go on.
        window.press('1').await;
        window.until("return document.querySelector('#alert').textContent.includes('not saved')").await;
        assert_eq!(window.text("#position").await, "3 / 24");
        // The server comes back, after a line that was torn by a crash.
        let journal = set.path().join("review/verdicts.ann.jsonl");
        let text = std::fs::read_to_string(&journal).unwrap();
        std::fs::write(&journal, text + "{\"n\":3,\"mode\":\"ver").unwrap();
        let served = start(&port);
        window.click("#retry").await;
        window.until("return document.querySelector('#position').textContent === '4 / 24'").await;
        assert_eq!(window.run("return document.querySelector('#alert').hidden").await, true);
        window.press_on('1').await;
        window.close().await;
        served.kill();
        let ids: Vec<Value> = lines(&journal).iter().map(|l| l["n"].clone()).collect();
        assert_eq!(ids, [1, 2, 3, 4]);
        assert_eq!(held(&set.path(), "ann").len(), 4, "no verdict is there twice");
    });
}

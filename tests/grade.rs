//! `grade` and `agree` through the program: questions, answers and ratings in; scores, tables and charts out.

use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str], dir: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_groundline")).args(args).current_dir(dir).output().unwrap()
}

fn done(args: &[&str], dir: &Path) -> String {
    let out = run(args, dir);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

fn lines(rows: impl Iterator<Item = Value>) -> String {
    rows.map(|r| format!("{r}\n")).collect()
}

const FACTS: [&str; 6] = [
    "The inscription says that the lens was made in Jena before the war.",
    "Tighten the lower nut first, then bleed the brake again.",
    "It is a herring gull in its third winter, as the mottled wings show.",
    "The curve shifts to the right because demand rises at every price.",
    "Replace the gasket; the leak comes from the boiler, not from the pump.",
    "The opening is a Sicilian with an early pawn to d5.",
];

/// Thirty-six questions of three topics, and answers of three models: the reference, half of it, something else.
fn set(dir: &Path) {
    let question = |i: usize| {
        json!({"id": format!("q{i}"), "topic": (["coffee", "chess", "birds"][i % 3]), "super_category": (["life_arts", "culture", "science"][i % 3]),
               "split": "test", "question": "What is it?", "answer": (FACTS[i % 6]), "image": null, "hard": i.is_multiple_of(2)})
    };
    fs::write(dir.join("questions.jsonl"), lines((0..36).map(question))).unwrap();
    let answers =
        |f: &dyn Fn(usize) -> String| lines((0..36).map(|i| json!({"id": format!("q{i}"), "response": f(i)})));
    let half = |i: usize| FACTS[i % 6].split(' ').take(6).collect::<Vec<_>>().join(" ");
    fs::write(dir.join("good.jsonl"), answers(&|i| FACTS[i % 6].to_string())).unwrap();
    fs::write(dir.join("half.jsonl"), answers(&half)).unwrap();
    fs::write(
        dir.join("poor.jsonl"),
        answers(&|i| if i == 3 { String::new() } else { FACTS[(i + 1) % 6].to_string() }),
    )
    .unwrap();
    let mut ratings = "id,model,rater,score\n".to_string();
    for i in 0..20 {
        let half = if i % 4 == 0 { "0" } else { "0.5" };
        ratings += &format!("q{i},good,eve,1\nq{i},half,eve,{half}\nq{i},poor,eve,0\nq{i},half,bob,0.5\n");
    }
    fs::write(dir.join("ratings.csv"), ratings).unwrap();
}

const ANSWERS: [&str; 4] = ["--answers", "good=good.jsonl", "half=half.jsonl", "poor=poor.jsonl"];

#[test]
fn from_answers_to_a_report_and_its_agreement_with_people() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    set(dir);
    let mut args = vec!["grade", "."];
    args.extend(ANSWERS);
    args.extend(["--metrics", "rouge-l,rouge-l-f1", "--group-by", "hard", "--human", "ratings.csv", "--report", "out"]);
    let table = done(&args, dir);
    assert!(
        table.contains("| good | **1.000**") && table.contains("rouge_l by hard") && table.contains("| people |"),
        "{table}"
    );
    for file in ["report.json", "report.md", "report.html", "scores.jsonl", "topics_rouge_l.svg"] {
        assert!(fs::metadata(dir.join("out").join(file)).unwrap().len() > 200, "{file}");
    }
    let report: Value = serde_json::from_str(&fs::read_to_string(dir.join("out/report.json")).unwrap()).unwrap();
    assert_eq!(report["models"][0]["means"][0]["mean"], 1.0);
    assert_eq!(report["models"][2]["means"][0]["n"], 36, "an empty answer is scored");
    let scores = fs::read_to_string(dir.join("out/scores.jsonl")).unwrap();
    assert_eq!(scores.lines().count(), 3 * 36);
    let first: Value = serde_json::from_str(scores.lines().next().unwrap()).unwrap();
    assert_eq!(first, json!({"id": "q0", "model": "good", "scores": {"rouge_l": 1.0, "rouge_l_f1": 1.0}}));
    // The same bytes again, on one thread.
    let again = Command::new(env!("CARGO_BIN_EXE_groundline"))
        .args(args.iter().map(|a| if *a == "out" { "again" } else { *a }))
        .current_dir(dir)
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    assert!(again.status.success());
    for file in ["report.json", "report.html", "scores.jsonl"] {
        assert_eq!(
            fs::read(dir.join("out").join(file)).unwrap(),
            fs::read(dir.join("again").join(file)).unwrap(),
            "{file}"
        );
    }
    // Single answers stand in the page with what they are measured by.
    let page = fs::read_to_string(dir.join("out/report.html")).unwrap();
    let data = page.split("id=\"answers\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let item = &data["items"][4];
    assert_eq!(
        (&item["q"], &item["ref"][0], &item["a"][0]["r"]),
        (&json!("What is it?"), &json!(FACTS[4]), &json!(FACTS[4]))
    );
    assert_eq!((&item["a"][0]["s"], &item["a"][2]["s"][2]), (&json!([1.0, 1.0, 1.0]), &json!(0.0)));
    assert!(page.contains("models differ most in rouge_l") && page.contains("every topic"));
    let text = done(&["agree", "--scores", "out/scores.jsonl", "--human", "ratings.csv", "--report", "agreed"], dir);
    assert!(text.contains("## Over models") && text.contains("| rouge_l |"), "{text}");
    let agreed: Value = serde_json::from_str(&fs::read_to_string(dir.join("agreed/report.json")).unwrap()).unwrap();
    let rouge = &agreed["metrics"][0];
    assert!(rouge["models_pearson"]["r"].as_f64().unwrap() > 0.9 && rouge["models_pearson"]["n"] == 3);
    assert!(rouge["items_spearman"]["n"] == 60 && rouge["items_spearman"]["interval"].is_array());
    assert!(dir.join("agreed/people.svg").is_file());
    let raters = done(&["agree", "--raters", "ratings.csv"], dir);
    assert!(raters.contains("| bob and eve | 20 | 0.750 | 0.000 |"), "{raters}");
}

#[test]
fn what_is_missing_or_wrong_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    set(dir);
    let fault = |args: &[&str], code: i32| {
        let out = run(args, dir);
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(code), "{text}");
        text
    };
    let text = fault(&["grade", ".", "--answers", "a=good.jsonl", "--metrics", "bleu"], 2);
    assert!(text.contains("no metric `bleu`") && text.contains("rouge-l, rouge-l-f1, meteor"), "{text}");
    let text = fault(&["grade", ".", "--answers", "a=good.jsonl", "--metrics", "meteor"], 2);
    assert!(text.contains("groundline download meteor"), "{text}");
    let text = fault(&["grade", ".", "--answers", "a=good.jsonl", "--metrics", "judge"], 2);
    assert!(text.contains("give --endpoint URL and --model NAME"), "{text}");
    let text = fault(&["grade", ".", "--answers", "a=good.jsonl", "--split", "train"], 3);
    assert!(text.contains("no question is of the split `train`"), "{text}");
    fs::write(dir.join("strange.jsonl"), "{\"id\":\"z\",\"response\":\"x\"}\n").unwrap();
    let text = fault(&["grade", ".", "--answers", "a=strange.jsonl"], 3);
    assert!(text.contains("none of its answers") && text.contains("`q0`"), "{text}");
    fs::write(dir.join("other.csv"), "id,model,rater,score\nq0,gpt,eve,1\n").unwrap();
    done(&["grade", ".", "--answers", "good=good.jsonl", "--scores", "s.jsonl"], dir);
    let text = fault(&["agree", "--scores", "s.jsonl", "--human", "other.csv"], 3);
    assert!(text.contains("`q0` of `gpt`") && text.contains("`q0` of `good`"), "{text}");
    fault(&["agree"], 2);
}

/// A judge that says 1 where the answer is the reference, 0.5 where it is its start, and nonsense otherwise.
fn judge() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let mut buffer = [0; 4_096];
                let body = loop {
                    let Ok(n) = stream.read(&mut buffer) else { return };
                    if n == 0 {
                        return;
                    }
                    bytes.extend_from_slice(&buffer[..n]);
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let length: usize = head
                        .lines()
                        .find_map(|l| l.to_lowercase().strip_prefix("content-length: ").map(|n| n.parse().unwrap()))
                        .unwrap();
                    if body.len() >= length {
                        break body.to_string();
                    }
                };
                let body: Value = serde_json::from_str(&body).unwrap();
                let user = body["messages"][1]["content"].as_str().unwrap();
                let (reference, rest) =
                    user.strip_prefix("REFERENCE ANSWER: ").unwrap().split_once("\nPREDICTED ANSWER: ").unwrap();
                let answer = rest.strip_suffix("\nScore: ").unwrap();
                let verdict = if answer == reference {
                    "1"
                } else if !answer.is_empty() && reference.starts_with(answer) {
                    "Score: 0.5 (Partially Correct)"
                } else {
                    "The answer is incorrect."
                };
                let reply =
                    json!({"choices": [{"message": {"content": verdict}, "finish_reason": "stop"}]}).to_string();
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{reply}",
                    reply.len()
                );
            });
        }
    });
    url
}

#[test]
fn a_judge_is_asked_once_and_its_nonsense_is_no_score() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    set(dir);
    let url = judge();
    let mut args = vec!["grade", "."];
    args.extend(ANSWERS);
    args.extend(["--metrics", "judge", "--endpoint", &url, "--model", "j", "--json"]);
    let report: Value = serde_json::from_str(&done(&args, dir)).unwrap();
    let mean = |m: usize| &report["models"][m]["means"][0];
    assert_eq!((mean(0)["mean"].as_f64(), mean(1)["mean"].as_f64()), (Some(1.0), Some(0.5)));
    assert_eq!((mean(2)["n"].as_u64(), report["models"][2]["notes"]["judge_unreadable"].as_u64()), (Some(0), Some(36)));
    // All is in the journal: a second run needs no server.
    let dead = args.iter().map(|a| if *a == url { "http://127.0.0.1:9/v1" } else { *a }).collect::<Vec<_>>();
    let again: Value = serde_json::from_str(&done(&dead, dir)).unwrap();
    assert_eq!(again, report);
}

/// What a hand-written ONNX file needs: protobuf fields with a length, and plain numbers.
mod onnx {
    pub fn varint(mut n: u64) -> Vec<u8> {
        let mut out = Vec::new();
        while n >= 0x80 {
            out.push(n as u8 & 0x7f | 0x80);
            n >>= 7;
        }
        out.push(n as u8);
        out
    }
    pub fn bytes(field: u64, data: &[u8]) -> Vec<u8> {
        [varint(field << 3 | 2), varint(data.len() as u64), data.to_vec()].concat()
    }
    pub fn number(field: u64, n: u64) -> Vec<u8> {
        [varint(field << 3), varint(n)].concat()
    }
    pub fn text(field: u64, s: &str) -> Vec<u8> {
        bytes(field, s.as_bytes())
    }
    pub fn node(kind: &str, inputs: &[&str], output: &str, attributes: &[u8]) -> Vec<u8> {
        let inputs: Vec<u8> = inputs.iter().flat_map(|i| text(1, i)).collect();
        bytes(1, &[inputs, text(2, output), text(4, kind), attributes.to_vec()].concat())
    }
    pub fn floats(name: &str, rows: u64, columns: u64, data: &[f32]) -> Vec<u8> {
        let raw: Vec<u8> = data.iter().flat_map(|f| f.to_le_bytes()).collect();
        bytes(5, &[number(1, rows), number(1, columns), number(2, 1), text(8, name), bytes(9, &raw)].concat())
    }
    pub fn mean_over(axes: &[u64]) -> Vec<u8> {
        let list: Vec<u8> = axes.iter().flat_map(|a| number(8, *a)).collect();
        let axes = bytes(5, &[text(1, "axes"), list, number(20, 7)].concat());
        let keep = bytes(5, &[text(1, "keepdims"), number(3, 0), number(20, 2)].concat());
        [axes, keep].concat()
    }
    pub fn value(field: u64, name: &str, kind: u64, dims: &[&str]) -> Vec<u8> {
        let shape: Vec<u8> = dims.iter().flat_map(|d| bytes(1, &text(2, d))).collect();
        bytes(field, &[text(1, name), bytes(2, &bytes(1, &[number(1, kind), bytes(2, &shape)].concat()))].concat())
    }
    pub fn model(graph: &[Vec<u8>]) -> Vec<u8> {
        let graph = [graph.concat(), text(2, "tiny")].concat();
        [number(1, 8), bytes(7, &graph), bytes(8, &number(2, 13))].concat()
    }
}

/// A tokenizer of seven words between [CLS] (1) and [SEP] (2).
fn tokenizer() -> String {
    let special = |name: &str| json!({"SpecialToken": {"id": name, "type_id": 0}});
    let known = |name: &str, id: u32| json!({"id": name, "ids": [id], "tokens": [name]});
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "WhitespaceSplit"}, "decoder": null,
        "post_processor": {"type": "TemplateProcessing",
            "single": [special("[CLS]"), {"Sequence": {"id": "A", "type_id": 0}}, special("[SEP]")],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"[CLS]": known("[CLS]", 1), "[SEP]": known("[SEP]", 2)}},
        "model": {"type": "WordLevel", "unk_token": "[UNK]",
            "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "red": 3, "green": 4, "blue": 5, "pink": 6}}
    })
    .to_string()
}

/// The words' vectors: colors; [UNK] and the special tokens have none.
const VECTORS: [f32; 21] = [0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1., 0.8, 0.6, 0.];

#[test]
fn encoders_and_clip_run_on_models_made_here() {
    if std::env::var_os("ORT_DYLIB_PATH").is_none_or(|p| p.is_empty()) {
        println!("skipped: ORT_DYLIB_PATH is not set");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let words = |end: Vec<Vec<u8>>| {
        let mut graph = vec![
            onnx::node("Gather", &["table", "input_ids"], "found", &[]),
            onnx::floats("table", 7, 3, &VECTORS),
            onnx::value(11, "input_ids", 7, &["batch", "sequence"]),
        ];
        graph.extend(end);
        onnx::model(&graph)
    };
    fs::create_dir_all(dir.join("models/bertscore")).unwrap();
    fs::create_dir_all(dir.join("models/clip")).unwrap();
    let bert = words(vec![
        onnx::node("Identity", &["found"], "last_hidden_state", &[]),
        onnx::value(12, "last_hidden_state", 1, &["batch", "sequence", "size"]),
    ]);
    fs::write(dir.join("models/bertscore/model.onnx"), bert).unwrap();
    let text = words(vec![
        onnx::node("ReduceMean", &["found"], "text_embeds", &onnx::mean_over(&[1])),
        onnx::value(12, "text_embeds", 1, &["batch", "size"]),
    ]);
    fs::write(dir.join("models/clip/text_model.onnx"), text).unwrap();
    let picture = onnx::model(&[
        onnx::node("ReduceMean", &["pixel_values"], "image_embeds", &onnx::mean_over(&[2, 3])),
        onnx::value(11, "pixel_values", 1, &["batch", "channels", "height", "width"]),
        onnx::value(12, "image_embeds", 1, &["batch", "size"]),
    ]);
    fs::write(dir.join("models/clip/vision_model.onnx"), picture).unwrap();
    for folder in ["bertscore", "clip"] {
        fs::write(dir.join("models").join(folder).join("tokenizer.json"), tokenizer()).unwrap();
    }
    image::RgbImage::from_pixel(300, 260, image::Rgb([255, 0, 0])).save(dir.join("red.png")).unwrap();
    let questions = [
        json!({"id": "a", "answer": "red", "image": "red.png"}),
        json!({"id": "b", "answer": "red green", "image": "red.png"}),
        json!({"id": "c", "answer": "red", "image": "missing.png"}),
        json!({"id": "d", "answer": "red"}),
    ];
    fs::write(dir.join("questions.jsonl"), lines(questions.into_iter())).unwrap();
    let answers = ["red", "pink pink blue", "red", ""];
    let rows = ["a", "b", "c", "d"].iter().zip(answers).map(|(id, r)| json!({"id": id, "response": r}));
    fs::write(dir.join("m.jsonl"), lines(rows)).unwrap();
    let args = [
        "grade",
        ".",
        "--answers",
        "m=m.jsonl",
        "--metrics",
        "bertscore,clip-s,refclip-s",
        "--models",
        "models",
        "--scores",
        "s.jsonl",
        "--json",
    ];
    let report: Value = serde_json::from_str(&done(&args, dir)).unwrap();
    let scores: Vec<Value> =
        fs::read_to_string(dir.join("s.jsonl")).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let of = |i: usize, key: &str| scores[i]["scores"][key].as_f64().unwrap();
    let close = |got: f64, want: f64| assert!((got - want).abs() < 1e-4, "{got} for {want}");
    close(of(0, "bertscore"), 1.0);
    // Precision: 0.8, 0.8 and 0 (blue is like nothing); recall: red 0.8, green 0.6.
    let (p, r) = (1.6 / 3.0, 0.7);
    close(of(1, "bertscore"), 2.0 * p * r / (p + r));
    close(of(3, "bertscore"), 0.0);
    // The picture is (1 - mean, -mean, -mean) / deviation of CLIP's colors.
    let v = [0.518_545_34 / 0.268_629_54, -0.457_827_5 / 0.261_302_58, -0.408_210_73 / 0.275_777_1];
    let red = v[0] / v.iter().map(|x: &f64| x * x).sum::<f64>().sqrt();
    close(of(0, "clip_s"), 2.5 * red);
    let (clip, reference) = (2.5 * red, 1.0);
    close(of(0, "refclip_s"), 2.0 * clip * reference / (clip + reference));
    assert!(scores[2]["scores"].get("clip_s").is_none() && scores[3]["scores"].get("clip_s").is_none());
    let notes = &report["models"][0]["notes"];
    assert_eq!((notes["no_picture"].as_u64(), notes["unreadable_picture"].as_u64()), (Some(1), Some(1)));
}

//! Sets to review: a part of the embedded sample, a forum set, hostile and large ones.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// A set in a folder that goes with it.
pub struct Set {
    dir: TempDir,
}

impl Set {
    pub fn path(&self) -> PathBuf {
        self.dir.path().join("set")
    }

    pub fn text(&self) -> String {
        self.path().display().to_string()
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn new() -> Set {
        let set = Set { dir: tempfile::tempdir().unwrap() };
        fs::create_dir_all(set.path().join("images")).unwrap();
        set
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}

/// Some two dozen items of the embedded sample, as `generate` makes them.
pub fn sample() -> Set {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    generated(&MADE, &["--limit", "24"])
}

/// Items of the embedded sample of which some are in no exchange group.
pub fn matched() -> Set {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let dir = tempfile::tempdir().unwrap();
    let config = config(dir.path(), "{ \"action.what\" = 150 }");
    generated(&MADE, &["--symmetry", "matched", "--config", &config])
}

/// A folder for a set.
pub fn empty() -> Set {
    Set { dir: tempfile::tempdir().unwrap() }
}

/// The path of a configuration of the embedded sample with these cells only.
pub fn config(dir: &Path, cells: &str) -> String {
    let path = dir.join("cells.toml");
    let quick = groundline::pipeline::config::QUICKSTART.lines();
    let text: Vec<String> =
        quick.map(|l| if l.starts_with("per_cell") { format!("cells = {cells}") } else { l.to_string() }).collect();
    fs::write(&path, text.join("\n")).unwrap();
    path.display().to_string()
}

fn generated(made: &OnceLock<TempDir>, arguments: &[&str]) -> Set {
    let made = made.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("set").display().to_string();
        let run = crate::program::groundline(&[&["generate", "--quiet", "--out", &out], arguments].concat());
        // 1: a quota is unmet, which is all the same here.
        assert!(matches!(run.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&run.stderr));
        dir
    });
    let set = Set { dir: tempfile::tempdir().unwrap() };
    copy(&made.path().join("set"), &set.path());
    set
}

fn picture(path: &Path, shade: u8) {
    let paint = |x: u32, y: u32| image::Rgb([(x / 2) as u8, (y / 2) as u8, shade]);
    image::RgbImage::from_fn(400, 300, paint).save(path).unwrap();
}

fn item(id: &str, question: &str, choices: [&str; 4]) -> Value {
    json!({"id": id, "image": "images/p.png", "question": question, "choices": choices, "answer": "B", "answer_index": 1,
        "target": "color", "kind": "what", "source": "flickr30k"})
}

/// Items by hand, all on one picture.
pub fn items(all: &[Value]) -> Set {
    let set = Set::new();
    picture(&set.path().join("images/p.png"), 90);
    let lines: String = all.iter().map(|i| format!("{i}\n")).collect();
    fs::write(set.path().join("items.jsonl"), lines).unwrap();
    set
}

/// As many items.
pub fn large(n: usize) -> Set {
    let all: Vec<Value> = (0..n)
        .map(|i| {
            let mut item =
                item(&format!("item-{i:06}"), &format!("What color is thing {i}?"), ["red", "green", "blue", "grey"]);
            item["target"] = json!(["color", "number", "action"][i % 3]);
            item["provenance"] = json!({"scene": format!("s/{i}"), "annotations": ["x".repeat(600)]});
            item
        })
        .collect();
    items(&all)
}

/// Texts that would like to be markup, scripts or paths.
pub fn hostile() -> Set {
    let script = "<script>window.broken = 1</script><img src=x onerror=\"window.broken = 2\">";
    let mut first = item(
        "a<script>window.broken=3</script>",
        script,
        ["\"><svg onload=window.broken=4>", "</ol></main>", "${window.broken=5}", "B"],
    );
    first["provenance"] = json!({"scene": script, "gold": script, "gold_tier": "x", "annotations": [script], "level": "none",
        "options": [{"term": "x", "evidence": {"tier": "\"><b onmouseover=window.broken=6>", "rule": script}}]});
    first["license"] = json!({"license": script, "license_url": "javascript:window.broken=7", "author": script});
    first["target"] = json!("</select><script>window.broken=8</script>");
    first["boxes"] = json!([{"color": "\" onload=\"window.broken=9", "x": 1, "y": 1, "w": 5, "h": 5}]);
    let mut second = item("b", "An outer path?", ["a", "b", "c", "d"]);
    second["image"] = json!("../../../../../../etc/passwd");
    let mut third = item("c", "An absolute one?", ["a", "b", "c", "d"]);
    third["image"] = json!("/etc/passwd");
    let mut fourth = item("d", "No picture but a page?", ["a", "b", "c", "d"]);
    fourth["image"] = json!("images/page.png");
    let set = items(&[first, second, third, fourth]);
    fs::write(set.path().join("images/page.png"), "<html><script>window.broken = 10</script>").unwrap();
    set
}

/// Topic, picture of the embedded sample, question, context, answer.
const QUESTIONS: [[&str; 5]; 3] = [
    [
        "diy",
        "paco/coco/val2017/000000600020.jpg",
        "Why does the top board of my shelf bend?",
        "The bags on it weigh some four kilos. The two lower boards, with the bowls and the vases, are straight. All \
         boards are of the same wood and thickness.",
        "A board that is held at its ends only bends in the middle, and your bags stand all along it. Screw a strip of \
         wood under its back edge, or keep the bags near the sides.",
    ],
    [
        "crafts",
        "paco/coco/val2017/000000600020.jpg",
        "How do I get a rattan bag clean?",
        "It is the yellow one in the top row. The weave has collected dust that does not come off with a cloth.",
        "Brush it dry with a soft brush, wipe it with lukewarm water and a little soap, and let it dry in the shade. \
         Soaking makes the weave swell.",
    ],
    [
        "cooking",
        "paco/coco/val2017/000000600020.jpg",
        "Can bowls like these go into the oven?",
        "They are glazed stoneware, and there is no mark on the bottom.",
        "Stoneware without a mark may break when it is heated quickly. Put it into the cold oven and stay below 180 °C, \
         or take a dish that is marked.",
    ],
];

/// A forum set of three questions with pictures, and answers of three models beside it.
pub fn forum() -> Set {
    let set = Set::new();
    let mut questions = String::new();
    for (i, [topic, from, question, context, answer]) in QUESTIONS.iter().enumerate() {
        let id = format!("{topic}-{}", 100 + i);
        let image = format!("images/{id}.jpg");
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("sources/sample").join(from);
        fs::copy(sample, set.path().join(&image)).unwrap();
        let credit =
            json!({"url": "https://example.org/1", "author": null, "author_id": null, "license": "CC BY-SA 3.0"});
        let line = json!({"id": id, "topic": topic, "super_category": "life", "split": "test", "question": question,
            "context": context, "answer": answer, "image": image, "image_url": "https://example.org/p.png", "tags": [],
            "score": 3, "answer_score": 5, "question_id": i, "answer_id": 10 + i, "created": "2015-01-27T12:00:00.000",
            "question_credit": credit, "answer_credit": credit});
        questions += &format!("{line}\n");
    }
    fs::write(set.path().join("questions.jsonl"), questions).unwrap();
    for (model, text) in [
        (
            "sparrow",
            "It looks like a common problem. Clean everything, check each part again, and compare the two sides.",
        ),
        (
            "heron",
            "In the picture one side clearly differs from the other. The cause is most likely the one that the context names; mend that first.",
        ),
        ("plover", "I cannot tell."),
    ] {
        let lines: String = QUESTIONS
            .iter()
            .enumerate()
            .map(|(i, [topic, ..])| format!("{}\n", json!({"id": format!("{topic}-{}", 100 + i), "response": text})))
            .collect();
        fs::write(set.beside(&format!("{model}.jsonl")), lines).unwrap();
    }
    set
}

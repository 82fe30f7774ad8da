//! Exports: megabytes of pictures per CPU-second into Parquet and tar shards beside the rate of copying the same bytes,
//! and the time of 180,000 dialogues for LLaVA.
//!
//! ```text
//! RAYON_NUM_THREADS=1 cargo bench --bench export
//! cargo bench --bench export -- 180000      # so many items with pictures, for the peak of memory
//! ```

use groundline::pipeline::export::{Allowed, Look, Options, export};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::time::Instant;

/// CPU seconds of this process so far, from `/proc/self/stat` (100 ticks a second); 0 elsewhere.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Peak of resident memory so far in MB; 0 where the system does not tell.
fn peak() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).unwrap_or("");
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0
}

/// JPEG pictures of noise, which take about 190 kB (640×480) or 20 kB (200×150) each.
fn pictures(folder: &Path, n: usize, (w, h): (u32, u32)) -> u64 {
    fs::create_dir_all(folder.join("images")).expect("a folder");
    let mut bytes = 0;
    for i in 0..n as u32 {
        let mut state = i.wrapping_mul(0x9E37_79B9) | 1;
        let picture = image::RgbImage::from_fn(w, h, |x, y| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = (state >> 27) as u8;
            image::Rgb([(x / 3) as u8 + noise, (y / 2) as u8 + noise, (i % 200) as u8 + noise])
        });
        let path = folder.join(format!("images/{i}.jpg"));
        picture.save(&path).expect("a picture");
        bytes += path.metadata().expect("its size").len();
    }
    bytes
}

fn license(i: usize) -> Value {
    json!({"source_dataset": "paco", "source_image_id": format!("{i}"), "license": "CC BY 2.0",
        "license_url": "https://creativecommons.org/licenses/by/2.0/", "author": "Ann", "modified": false})
}

fn items(folder: &Path, n: usize, pictures: usize) {
    let mut out = BufWriter::new(File::create(folder.join("items.jsonl")).expect("a file"));
    for i in 0..n {
        let picture = i % pictures;
        let item = json!({
            "id": format!("color-what-{i:012x}"), "image": format!("images/{picture}.jpg"),
            "question": "What color is the object in the red box?", "choices": ["red", "blue", "green", "black"],
            "answer": "B", "answer_index": 1, "target": "color", "kind": "what", "source": "paco", "boxes": [],
            "provenance": {"scene": format!("paco/{picture}"), "fact": "f", "annotations": ["1", "2"], "template": "t1",
                "group": format!("g{}", i / 4), "grouped": true, "level": "noun", "gold": "blue", "gold_tier": "single",
                "options": (0..4).map(|_| json!({"term": "red", "role": "distractor",
                    "evidence": {"tier": "exhaustive", "list": "colors"}, "similarity": 0.5})).collect::<Vec<_>>(),
                "seed": 1, "resources": "0123456789abcdef"},
            "license": license(picture),
        });
        writeln!(out, "{item}").expect("a line");
    }
}

fn dialogues(folder: &Path, n: usize, pictures: usize) {
    let mut out = BufWriter::new(File::create(folder.join("dialogues.jsonl")).expect("a file"));
    for i in 0..n {
        let picture = i % pictures;
        let turns: Vec<Value> = (0..6)
            .map(|t| match t % 2 {
                0 => json!({"role": "user", "text": "What is the person in the middle of the picture holding?", "facts": ["action:1"]}),
                _ => json!({"role": "assistant", "text": "The person in the middle holds a red umbrella, which is closed.", "facts": ["action:1"]}),
            })
            .collect();
        let dialogue = json!({
            "id": format!("multi-round-{i:012x}"), "image": format!("images/{picture}.jpg"), "boxes": [],
            "form": "multi_round", "turns": turns,
            "provenance": {"source": "paco", "scene": format!("paco/{picture}"), "targets": ["action"],
                "annotations": ["1", "2"], "wordings": ["a", "b", "c", "d", "e", "f"], "seed": 1, "resources": "0123456789abcdef"},
            "license": license(picture),
        });
        writeln!(out, "{dialogue}").expect("a line");
    }
}

fn options(set: &Path, to: &str, out: &Path, look: Look) -> Options {
    Options {
        set: set.into(),
        to: to.into(),
        out: out.into(),
        splits: None,
        size: None,
        absolute: false,
        allowed: Allowed::default(),
        name: Some("bench".into()),
        model: String::new(),
        look,
    }
}

fn timed<T>(what: &str, megabytes: f64, work: impl FnOnce() -> T) -> T {
    let (wall, cpu) = (Instant::now(), cpu_seconds());
    let out = work();
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let rate = |seconds: f64| megabytes / seconds.max(0.01);
    println!(
        "{what:<44} {wall:>7.2} s, {cpu:>7.2} CPU s, {:>6.0} MB/s, {:>6.0} MB per CPU s, peak {:>5.0} MB",
        rate(wall),
        rate(cpu),
        peak()
    );
    out
}

fn main() {
    let dir =
        tempfile::tempdir_in(std::env::var_os("GROUNDLINE_BENCH_DIR").unwrap_or_else(|| ".".into())).expect("a folder");
    let at = dir.path();
    if let Some(n) = std::env::args().skip(1).find_map(|a| a.parse::<usize>().ok()) {
        let mean = pictures(at, 2_000, (200, 150)) / 2_000;
        items(at, n, 2_000);
        for to in ["parquet", "webdataset"] {
            let out = at.join(to);
            let megabytes = (n as u64 * mean) as f64 / 1e6;
            let what = format!("{to}, {n} items, {megabytes:.0} MB of pictures");
            timed(&what, megabytes, || export(&options(at, to, &out, Look::Header), &|_| {}).expect("an export"));
            fs::remove_dir_all(out).expect("it is ours");
        }
        return;
    }
    let n = 4_000;
    let bytes = pictures(at, n, (640, 480));
    let megabytes = bytes as f64 / 1e6;
    items(at, n, n);
    println!("{n} pictures, {megabytes:.0} MB");
    timed("copied into one file and synced", megabytes, || {
        let mut out = File::create(at.join("copy")).expect("a file");
        let mut buffer = Vec::new();
        for i in 0..n {
            buffer.clear();
            File::open(at.join(format!("images/{i}.jpg")))
                .and_then(|mut f| f.read_to_end(&mut buffer))
                .expect("a picture");
            out.write_all(&buffer).expect("space");
        }
        out.sync_all().expect("a disk");
    });
    for (look, how) in [(Look::Header, "headers and ends checked"), (Look::Decode, "every picture decoded")] {
        for to in ["parquet", "webdataset"] {
            let out = at.join(to);
            timed(&format!("{to}, {how}"), megabytes, || {
                export(&options(at, to, &out, look), &|_| {}).expect("an export")
            });
            fs::remove_dir_all(out).expect("it is ours");
        }
    }
    fs::remove_file(at.join("items.jsonl")).expect("it is ours");
    dialogues(at, 180_000, n);
    let size = at.join("dialogues.jsonl").metadata().expect("its size").len() as f64 / 1e6;
    timed(&format!("llava, 180000 dialogues, {size:.0} MB of JSON"), size, || {
        export(&options(at, "llava", &at.join("llava"), Look::Header), &|_| {}).expect("an export")
    });
}

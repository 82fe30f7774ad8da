//! Dialogues from scenes in memory, text only: facts, what can be said, division, wording, JSON. Prints dialogues per
//! CPU-second and the peak of resident memory, then holds every dialogue against the rules of `converse::hygiene`.
//!
//! ```text
//! cargo run --release --example render_sample -- --scenes 6000 --out scenes --annotations-only
//! RAYON_NUM_THREADS=1 GROUNDLINE_SCENES=scenes cargo bench --bench converse -- 180000
//! ```
//! Without `GROUNDLINE_SCENES` the embedded sample is used as it is: 84 scenes.

use groundline::converse::hygiene;
use groundline::model::scene::Scene;
use groundline::pipeline::config::{Root, RunConfig};
use groundline::pipeline::converse::settings::Mix;
use groundline::pipeline::converse::{self, Settings};
use groundline::pipeline::{plan, vaults};
use groundline::source::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// CPU seconds of this process so far, from `/proc/self/stat` (100 ticks a second); 0 elsewhere.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// The peak of resident memory in MB, from `/proc/self/status`; 0 elsewhere.
fn peak_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

fn scenes(config: &mut RunConfig) -> Vec<Scene> {
    let root = std::env::var_os("GROUNDLINE_SCENES");
    let mut all = Vec::new();
    for source in &mut config.sources {
        if let Some(root) = &root {
            source.root = Root::Folder(std::path::Path::new(root).join(&source.kind));
        }
        let reader = source::find(&source.kind).expect("a source of the quickstart");
        let stream = reader.open(vaults::vault(source).expect("its files"), &source.options).expect("its format");
        all.extend(stream.filter_map(|r| match r.expect("a well-formed file") {
            Read::Scene(scene) => Some(*scene),
            Read::Reject(_) => None,
        }));
    }
    all
}

fn main() {
    let n = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(180_000);
    let mut config = RunConfig::quickstart().expect("the embedded configuration");
    let resources = plan::Resources::load(&config).expect("the embedded resources");
    let scenes = scenes(&mut config);
    let settings = Settings { n, mix: Mix::default(), formats: Vec::new(), rephrase: None };
    println!("{} scenes in memory, {:.0} MB", scenes.len(), peak_mb());
    for round in 1..=3 {
        let (cpu, wall) = (cpu_seconds(), Instant::now());
        let made = converse::from_scenes(&config, &settings, &resources, &scenes, &|_, _| ()).expect("a corpus");
        let cpu = cpu_seconds() - cpu;
        println!(
            "round {round}: {} dialogues, {:.1} MB of JSON, {cpu:.2} CPU s, {:.2} s: {:.0} dialogues per CPU-second, peak {:.0} MB; lost {:?}",
            made.dialogues,
            made.bytes as f64 / 1e6,
            wall.elapsed().as_secs_f64(),
            made.dialogues as f64 / cpu.max(0.01),
            peak_mb(),
            made.rejects,
        );
    }
    let faults = AtomicU64::new(0);
    let made = converse::from_scenes(&config, &settings, &resources, &scenes, &|dialogue, _| {
        // In memory there is no picture.
        let found = hygiene::faults(dialogue, &resources.lexicon);
        faults.fetch_add(found.iter().filter(|(name, _)| *name != "no_picture").count() as u64, Ordering::Relaxed);
    });
    println!("hygiene: {} dialogues, {} faults", made.expect("a corpus").dialogues, faults.into_inner());
}

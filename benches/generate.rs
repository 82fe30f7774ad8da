//! Text-only generation from scenes in memory: facts, candidates, groups, evidence, plan rows as JSON, questions
//! rendered. Prints items per CPU-second (one thread) and the time on the clock, to see what a second thread gains.
//!
//! ```text
//! cargo run --release --example render_sample -- --scenes 6000 --out scenes --annotations-only
//! RAYON_NUM_THREADS=1 GROUNDLINE_SCENES=scenes cargo bench --bench generate
//! ```
//! Without `GROUNDLINE_SCENES` the embedded sample is used, repeated under other ids.

use groundline::kind;
use groundline::model::plan::PlanRow;
use groundline::model::scene::Scene;
use groundline::pipeline::config::{Root, RunConfig};
use groundline::pipeline::{plan, vaults};
use groundline::source::{self, Read};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Instant;

/// CPU seconds of this process so far, from `/proc/self/stat` (100 ticks a second); 0 elsewhere.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

fn scenes(config: &mut RunConfig) -> BTreeMap<String, Vec<Scene>> {
    let root = std::env::var_os("GROUNDLINE_SCENES");
    let mut all = BTreeMap::new();
    for source in &mut config.sources {
        if let Some(root) = &root {
            source.root = Root::Folder(std::path::Path::new(root).join(&source.kind));
        }
        let reader = source::find(&source.kind).expect("a source of the quickstart");
        let stream = reader.open(vaults::vault(source).expect("its files"), &source.options).expect("its format");
        let scenes: Vec<Scene> = stream
            .filter_map(|r| match r.expect("a well-formed file") {
                Read::Scene(scene) => Some(*scene),
                Read::Reject(_) => None,
            })
            .collect();
        all.insert(source.name.clone(), scenes);
    }
    if root.is_none() {
        for scenes in all.values_mut() {
            let once = scenes.clone();
            for copy in 1..50 {
                scenes.extend(once.iter().cloned().map(|mut s| {
                    s.id = format!("{}-{copy}", s.id);
                    s
                }));
            }
        }
    }
    all
}

fn main() {
    let mut config = RunConfig::quickstart().expect("the embedded configuration");
    config.quota.per_cell = 20_000;
    let resources = plan::Resources::load(&config).expect("the embedded resources");
    let scenes = scenes(&mut config);
    let read: usize = scenes.values().map(Vec::len).sum();
    for round in 1..=3 {
        let (cpu, wall) = (cpu_seconds(), Instant::now());
        let plan = plan::plan_scenes(&config, &resources, &scenes).expect("a plan");
        let planned = cpu_seconds() - cpu;
        let lines = |rows: &[PlanRow]| {
            let mut out = Vec::new();
            for row in rows {
                serde_json::to_writer(&mut out, row).expect("JSON");
                let text = kind::render(row, &resources.lexicon, &resources.templates).expect("text");
                serde_json::to_writer(&mut out, &(text.question, text.choices)).expect("JSON");
            }
            out.len()
        };
        let bytes: usize = plan.rows.par_chunks(512).map(lines).sum();
        let cpu = cpu_seconds() - cpu;
        println!(
            "round {round}: {read} scenes, {} items, {:.1} MB of JSON, {cpu:.2} CPU s ({planned:.2} planning), {:.2} s: {:.0} items per CPU-second",
            plan.rows.len(),
            bytes as f64 / 1e6,
            wall.elapsed().as_secs_f64(),
            plan.rows.len() as f64 / cpu.max(0.01),
        );
    }
}

//! `check` on texts and on pictures.
//!
//! ```text
//! cargo bench --bench check -- SET [--sources CONFIG]
//! ```
//! Without SET, 2,250 exchange groups of four are made (9,000 items). Prints CPU and wall seconds of the solvers, of
//! hygiene, and pictures per CPU-second where the set has pictures; and the peak of memory where the system tells.

use groundline::audit::blind::{Settings, attack};
use groundline::audit::entry::Entry;
use groundline::audit::hygiene;
use groundline::audit::leak::Looker;
use groundline::audit::read::Picture;
use groundline::audit::words::Thesaurus;
use groundline::model::term::Domain;
use groundline::pipeline::check::Set;
use groundline::pipeline::config::RunConfig;
use groundline::pipeline::plan::Resources;
use groundline::rng::item_rng;
use std::time::Instant;

/// CPU seconds of this process so far (100 ticks a second); 0 elsewhere.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields.get(i).and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

/// Peak of resident memory in MB.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let (before, start) = (cpu(), Instant::now());
    let out = work();
    println!(
        "{name:<34}{:>7.2} CPU s {:>7.2} s {:>7.0} MB at the peak",
        cpu() - before,
        start.elapsed().as_secs_f64(),
        peak()
    );
    out
}

fn made() -> Vec<Entry> {
    let words: Vec<String> = (0..60).map(|i| format!("thing number {i}")).collect();
    (0..2_250)
        .flat_map(|g: u64| {
            let mut rng = item_rng(1, "bench", &[&g.to_le_bytes()]);
            let options = rng.sample(&words, 4);
            (0..4)
                .map(|gold| Entry {
                    id: format!("{g} {gold}"),
                    question: format!("What is the object in the red box beside the {}?", words[(g % 60) as usize]),
                    choices: options.clone(),
                    gold,
                    cell: format!("cell {}", g % 18),
                    group: Some(g.to_string()),
                    picture: Some(format!("{g} {gold}")),
                    origin: None,
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let words = Thesaurus::embedded().expect("the embedded words");
    let set = arguments.first().map(|path| {
        let config = RunConfig::quickstart().expect("the embedded configuration");
        let resources = Resources::load(&config).expect("the embedded resources");
        timed("reading", || Set::read(path.as_ref(), &resources).expect("a set"))
    });
    let entries = set.as_ref().map_or_else(made, |s| s.entries.clone());
    println!("{} items", entries.len());
    timed("blind solvers", || attack(&entries, &words, Settings::default()));
    timed("hygiene and flaws", || {
        let noun = |w: &str| words.lexicon().lookup(Domain::Entity, w).is_some();
        let shown: Vec<String> = entries.iter().map(|e| e.picture.clone().unwrap_or_default()).collect();
        (
            hygiene::balance(&entries),
            hygiene::duplicates(&entries, &shown),
            hygiene::english(&entries, &noun),
            hygiene::flaws(&entries, words.lexicon(), &words),
        )
    });
    let files: Vec<_> = set
        .iter()
        .flat_map(|s| &s.pictures)
        .filter_map(|p| if let Picture::File(f) = p { Some(f) } else { None })
        .collect();
    let looker = Looker::default();
    let (before, mut done) = (cpu(), 0u32);
    for file in files.iter().take(2_000) {
        if std::fs::read(file).is_ok_and(|bytes| looker.print(&bytes).is_ok()) {
            done += 1;
        }
    }
    if done > 0 {
        println!(
            "{done} pictures decoded and printed, {:.0} per CPU-second",
            f64::from(done) / (cpu() - before).max(0.01)
        );
    }
}

//! Megabytes of a dump read per CPU second on one thread, and the memory it takes: a real dump repeated with new numbers
//! until it has so many bytes, from XML and from archives. `GROUNDLINE_SHARED=… cargo bench --bench forum`.
//!
//! Without the real dump a made one of the same shape is read.

use groundline::forum::dump;
use groundline::forum::gather::gather;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Bytes of the large dump.
const SIZE: u64 = 1 << 30;

/// CPU seconds of this thread, where the system tells (Linux); a busy machine makes wall time useless.
fn cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
}

/// Most memory of this process so far, in MB (Linux).
fn peak() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}

fn read(name: &str, path: &Path, work: &Path, bytes: u64) {
    let dumps = match dump::find(&[path.to_path_buf()], Some("beer")) {
        Ok(dumps) => dumps,
        Err(e) => return println!("{name}: {e}"),
    };
    let (start, before) = (Instant::now(), cpu());
    for dump in &dumps {
        match gather(dump, work, &|_| {}) {
            Err(e) => return println!("{name}: {e}"),
            Ok(gathered) => {
                let seconds = before.zip(cpu()).map_or(start.elapsed().as_secs_f64(), |(a, b)| b - a);
                let passed: Vec<u64> = gathered.funnel.steps.iter().filter_map(|s| s.passed).collect();
                println!(
                    "{name:<26} {:>7.0} MB {:>7.0} MB per CPU second {:>10} posts, filters {passed:?}, peak memory {:.0} MB",
                    bytes as f64 / 1e6,
                    bytes as f64 / 1e6 / seconds,
                    gathered.funnel.questions + gathered.funnel.answers + gathered.funnel.others,
                    peak().unwrap_or(0.0)
                );
            }
        }
    }
}

/// Rows of the real dump, or made ones.
fn rows(shared: Option<&Path>) -> Vec<String> {
    let real = shared.map(|s| s.join("data/stackexchange/beer.stackexchange.com-Posts-2017.xml"));
    match real.and_then(|path| std::fs::read_to_string(path).ok()) {
        Some(text) => text.lines().filter(|l| l.trim_start().starts_with("<row")).map(str::to_string).collect(),
        None => {
            println!("GROUNDLINE_SHARED is not set: a made dump is read");
            let body = "&lt;p&gt;Some words about the matter that go on for a while.&lt;/p&gt;&#xA;".repeat(12);
            (0..1_000)
                .map(|i| match i % 3 {
                    0 => format!("<row Id=\"{i}\" PostTypeId=\"1\" AcceptedAnswerId=\"{}\" CreationDate=\"2015-01-01T00:00:00.000\" Score=\"2\" Body=\"{body}\" Title=\"t\" Tags=\"&lt;a&gt;\" />", i + 1),
                    _ => format!("<row Id=\"{i}\" PostTypeId=\"2\" ParentId=\"{}\" CreationDate=\"2015-01-01T00:00:00.000\" Score=\"2\" Body=\"{body}\" />", i - i % 3),
                })
                .collect()
        }
    }
}

/// Repeats rows with new numbers.
fn enlarge(rows: &[String], path: &Path) -> std::io::Result<u64> {
    let mut out = BufWriter::new(std::fs::File::create(path)?);
    let mut written = 0;
    let mut put = |text: &str| {
        written += text.len() as u64;
        out.write_all(text.as_bytes())
    };
    put("\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<posts>\n")?;
    let (mut round, mut size) = (0u64, 0u64);
    while size < SIZE {
        for row in rows {
            let row = ["Id=\"", "ParentId=\"", "AcceptedAnswerId=\""]
                .iter()
                .fold(row.clone(), |row, name| renumber(&row, name, round));
            size += row.len() as u64 + 1;
            put(&row)?;
            put("\n")?;
        }
        round += 1;
    }
    put("</posts>\n")?;
    out.flush()?;
    Ok(written)
}

fn renumber(row: &str, name: &str, round: u64) -> String {
    let name = format!(" {name}");
    let Some(at) = row.find(&name).map(|at| at + name.len()) else { return row.to_string() };
    let Some(end) = row[at..].find('"').map(|n| at + n) else { return row.to_string() };
    match row[at..end].parse::<u64>() {
        Ok(n) => format!("{}{}{}", &row[..at], n + round * 100_000, &row[end..]),
        Err(_) => row.to_string(),
    }
}

fn main() {
    let shared = std::env::var("GROUNDLINE_SHARED").ok().map(PathBuf::from);
    let Ok(dir) = tempfile::tempdir() else { return println!("no temporary folder") };
    let path = dir.path().join("Posts.xml");
    match enlarge(&rows(shared.as_deref()), &path) {
        Err(e) => return println!("cannot write the large dump: {e}"),
        Ok(bytes) => read("XML", &path, dir.path(), bytes),
    }
    let Some(shared) = shared else { return };
    for method in ["lzma2", "bzip2", "ppmd"] {
        let archive = shared.join(format!("data/stackexchange/repacked_coffee.stackexchange.com_{method}.7z"));
        // What it unpacks to.
        read(&format!("7z, {method}"), &archive, dir.path(), 759_159);
    }
}

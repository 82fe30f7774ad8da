//! Rows and megabytes per CPU-second of the box readers, and the memory that they take.
//!
//! `cargo bench --bench readers [-- openimages|paco [N]]`: `N` box rows or annotations, a million by default. The input
//! is written to a temporary folder first, with sizes in a table, so that no picture is needed. Linux only: CPU time and
//! peak memory are read from `/proc/self`.

use groundline::source::vault::DirVault;
use groundline::source::{Read, SourceOptions, find};
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;
use std::sync::Arc;

type Writer = fn(&Path, u64) -> Result<()>;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let only = args.iter().find(|a| a.parse::<u64>().is_err());
    let n = args.iter().find_map(|a| a.parse().ok()).unwrap_or(1_000_000);
    let known: [(&str, Writer); 2] = [("openimages", write_openimages), ("paco", write_paco)];
    for (source, write) in known {
        if only.is_none_or(|o| o == source) {
            let dir = tempfile::tempdir()?;
            write(dir.path(), n)?;
            measure(source, dir.path(), n);
        }
    }
    Ok(())
}

fn measure(source: &str, dir: &Path, n: u64) {
    let bytes: u64 =
        std::fs::read_dir(dir).into_iter().flatten().flatten().filter_map(|f| f.metadata().ok()).map(|m| m.len()).sum();
    let (memory, cpu) = (resident(), cpu_seconds());
    let vault = DirVault::new(dir).map(Arc::new).expect("the folder was just made");
    let stream = find(source).expect("a source").open(vault, &SourceOptions::default()).expect("files of the source");
    let (mut scenes, mut regions, mut rejects) = (0u64, 0u64, 0u64);
    for read in stream {
        match read.expect("readable files") {
            Read::Scene(scene) => {
                scenes += 1;
                regions += scene.regions.len() as u64;
            }
            Read::Reject(_) => rejects += 1,
        }
    }
    let cpu = cpu_seconds() - cpu;
    let grown = peak().saturating_sub(memory);
    println!(
        "{source}: {n} rows, {scenes} scenes, {regions} regions, {rejects} rejects, {:.0} MB: {:.2} CPU s, {:.0} rows/s, {:.0} MB/s, \
         {:.1} MB more at the peak ({:.0} bytes a row)",
        bytes as f64 / 1e6,
        cpu,
        n as f64 / cpu,
        bytes as f64 / 1e6 / cpu,
        grown as f64 / 1e6,
        grown as f64 / n as f64
    );
}

/// A boxes table of eight rows a picture, and its sizes.
fn write_openimages(dir: &Path, n: u64) -> Result<()> {
    let file = |name: &str| File::create(dir.join(name)).map(BufWriter::new);
    let mut boxes = file("validation-annotations-bbox.csv")?;
    let mut sizes = file("image-sizes.csv")?;
    writeln!(
        boxes,
        "ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside"
    )?;
    writeln!(sizes, "image_id,image_w,image_h")?;
    for row in 0..n {
        let picture = row / 8 * 7919;
        if row % 8 == 0 {
            writeln!(sizes, "{picture:016x},1024,683")?;
        }
        let (x, y) = (row * 37 % 700_000, row * 91 % 600_000);
        let (right, bottom, class) = (x + 250_000, y + 300_000, row % 600);
        writeln!(
            boxes,
            "{picture:016x},xclick,/m/0{class:04x},1,0.{x:06},0.{right:06},0.{y:06},0.{bottom:06},0,1,0,-1,0"
        )?;
    }
    let mut classes = file("class-descriptions-boxable.csv")?;
    (0..600).try_for_each(|class| writeln!(classes, "/m/0{class:04x},Class {class}"))?;
    boxes.flush()?;
    sizes.flush()?;
    classes.flush()
}

/// A PACO document of thirteen annotations a picture, each with a polygon, its annotations before its images.
fn write_paco(dir: &Path, n: u64) -> Result<()> {
    let mut out = BufWriter::new(File::create(dir.join("paco_lvis_v1_val.json"))?);
    let comma = |i: u64| if i == 0 { "" } else { "," };
    write!(out, "{{\"annotations\": [")?;
    for i in 0..n {
        write!(
            out,
            "{}{{\"id\": {i}, \"image_id\": {}, \"category_id\": {}, \"area\": 512.25, \"segmentation\": [[",
            comma(i),
            i / 13,
            i % 75
        )?;
        for p in 0..20 {
            write!(out, "{}{}.{:02}, {}.5", if p == 0 { "" } else { ", " }, (i + p) % 600, p * 4, (i * p) % 400)?;
        }
        write!(
            out,
            "]], \"bbox\": [{}.5, {}.25, 60.75, 51.5], \"obj_ann_id\": {i}, \"attribute_ids\": [1, 41], \"dom_color_ids\": [1], \
             \"unknown_color\": 0, \"unknown_pattern_marking\": 1, \"unknown_material\": 0, \"unknown_transparency\": 0}}",
            i % 500,
            i % 300
        )?;
    }
    write!(out, "], \"images\": [")?;
    for i in 0..n.div_ceil(13) {
        write!(
            out,
            "{}{{\"id\": {i}, \"file_name\": \"train2017/{i:012}.jpg\", \"width\": 640, \"height\": 480, \"license\": 4, \"neg_category_ids\": [], \"not_exhaustive_category_ids\": []}}",
            comma(i)
        )?;
    }
    write!(out, "], \"categories\": [")?;
    (0..75).try_for_each(|c| write!(out, "{}{{\"id\": {c}, \"name\": \"class_{c}\"}}", comma(c)))?;
    write!(out, "], \"attributes\": [{{\"id\": 1, \"name\": \"light_blue\"}}, {{\"id\": 41, \"name\": \"wood\"}}], ")?;
    write!(
        out,
        "\"attr_type_to_attr_idxs\": {{\"color\": [1], \"pattern_marking\": [], \"material\": [41], \"transparency\": []}}}}"
    )?;
    out.flush()
}

/// User and system time of this process in seconds.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks: u64 = after.split(' ').skip(11).take(2).filter_map(|t| t.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

fn status(key: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix(key)).unwrap_or("0");
    line.split_whitespace().find_map(|w| w.parse::<u64>().ok()).unwrap_or(0) * 1024
}

fn resident() -> u64 {
    status("VmRSS:")
}

/// The highest resident size so far: run one source at a time to compare.
fn peak() -> u64 {
    status("VmHWM:")
}
